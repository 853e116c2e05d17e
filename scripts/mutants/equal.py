# SPDX-License-Identifier: Apache-2.0
"""Compare an undetected mutant with the design: are the circuits equal?

After a cycle of reset, the design and the mutant get the same inputs, and abc decides whether their
outputs can differ. The first comparison is of the mutated module with any inputs, the second of the
whole core. Rounds, S-boxes and key memories, except the mutated module, are cut out of both
circuits: their inputs must be equal, and their outputs are the same arbitrary values. Registers
without a reset start at zero.
"""

import contextlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from scripts.mutants.model import BASE, Model, Mutant

from roundel.base import cache, programs, tools
from roundel.base.errors import FailureError
from roundel.fpga.yosys import run_script

__all__ = ["Comparison", "compare"]

# Modules to cut out, unless the mutant is inside.
_BOXES = (
    "roundel_round",
    "roundel_key_step",
    "roundel_sub_bytes",
    "roundel_sbox",
    "roundel_key_ram",
)

_YOSYS_LIMIT = 60.0
_SEARCH = 10  # seconds for the search of a difference
_ABC_LIMIT = 60.0
_PROVE = 30  # seconds for the proof of equality


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison of a mutant with the design."""

    equal: bool | None  # True: proven; False: a difference was found; None: undecided
    explanation: str  # the result in words


def compare(model: Model, mutant: Mutant) -> tuple[Comparison, Path]:
    """Compare a mutant with its design, or use an earlier result.

    Returns:
        The comparison, and the directory of the two circuits and the logs.

    Raises:
        FailureError: Yosys or its abc is missing.
    """
    base = model.directory / BASE
    key = cache.digest(tools.find("yosys").stamp, mutant.command, Path(__file__), base)

    def build(draft: Path) -> None:
        result = _decide(base, mutant, mutant.instance, draft / "module")
        if result == "equal":
            found = Comparison(True, f"equal: {mutant.module} has the same outputs for any inputs")
        elif not _clocked(base.read_text(encoding="utf-8"), mutant.instance):
            found = Comparison(*_RESULTS.get(result, (False, result)))
        else:
            result = _decide(base, mutant, model.shape.top, draft / "core")
            found = Comparison(*_RESULTS.get(result, (False, result)))
        record = {"equal": found.equal, "explanation": found.explanation}
        (draft / "result.json").write_text(json.dumps(record), encoding="utf-8")

    folder = cache.entry("mutant-equal", key, build)
    record = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    return Comparison(**record), folder


_RESULTS: dict[str, tuple[bool | None, str]] = {
    "equal": (True, "equal: the pins of the core are always equal"),
    "undecided": (None, "undecided: no difference found and equality not proven"),
}


def _decide(base: Path, mutant: Mutant, top: str, work: Path) -> str:
    """Compare one module: "equal", "undecided", or a difference in words."""
    work.mkdir()
    copies = []
    text = base.read_text(encoding="utf-8")
    boxes = _boxes(text, mutant.instance)
    for name, change in (("gold", []), ("gate", [mutant.command])):
        copies += [
            f"read_rtlil {base}",
            *change,
            f"hierarchy -top {top}",
            *(f"setattr -mod -set keep_hierarchy 1 {box}" for box in boxes),
            "memory_collect",
            "memory_map",
            "flatten",
            "opt_expr",
            "opt_clean",
            f"rename -top {name}",
            f"select -module {name}",
            "expose -evert c:*",
            "select -clear",
            f"write_verilog -noattr -selected {name}.v",
            f"design -stash {name}",
        ]
    copies += [
        "design -copy-from gold =gold",
        "design -copy-from gate =gate",
        "miter -equiv -flatten -make_outcmp gold gate compared",
        "delete =gold =gate",
        "write_rtlil compared.il",
    ]
    if not _yosys(copies, work, "copy"):
        return "undecided"
    text = (work / "compared.il").read_text(encoding="utf-8")
    for name, pins in (("all", False), ("pins", True)):
        (work / f"{name}.sv").write_text(_bench(text, pins), encoding="utf-8")
        script = [
            "read_rtlil compared.il",
            f"read_verilog -sv -formal {name}.sv",
            "hierarchy -check -top bench",
            "proc",
            "flatten",
            "async2sync",
            "chformal -lower",
            "dffunmap",
            "opt_expr",
            "opt_clean -purge",
            "techmap",
            "aigmap",
            "opt_clean -purge",
            "setundef -zero",
            f"write_aiger -zinit {name}.aig",
        ]
        if not _yosys(script, work, name):
            return "undecided"
    found = _abc("all", work)
    if not isinstance(found, int):
        return found
    pins_found = _abc("pins", work)
    if isinstance(pins_found, int):
        return f"different: the pins of {top.partition('$')[0]} differ in cycle {pins_found}"
    return f"not proven: the pins may be equal, but inner values differ in cycle {found}"


def _boxes(rtlil: str, instance: str) -> list[str]:
    """The modules to cut out of a design, except modules that contain the mutated module."""
    names = re.findall(r"^module \\(\S+)$", rtlil, re.MULTILINE)
    path = instance.partition("$")[2]
    return [
        name
        for name in names
        if name.startswith(_BOXES) and not f"{path}.".startswith(f"{name.partition('$')[2]}.")
    ]


def _clocked(rtlil: str, module: str) -> bool:
    """Whether a module has a clock."""
    start = rtlil.index(f"\nmodule \\{module}\n")
    return " \\clk_i\n" in rtlil[start : rtlil.index("\nend\n", start)]


def _bench(rtlil: str, only_pins: bool) -> str:
    """The SystemVerilog text of a module that first resets the compared circuits."""
    wire = r"^  wire(?: width (\d+))? {} \d+ \\(\S+)$"
    inputs = re.findall(wire.format("input"), rtlil, re.MULTILINE)
    compared = [
        name
        for _, name in re.findall(wire.format("output"), rtlil, re.MULTILINE)
        if name.startswith("cmp_") and not (only_pins and "." in name)
    ]
    heads = ",\n".join(f"  input [{int(width or 1) - 1}:0] \\{name} " for width, name in inputs)
    pins = ", ".join(
        f".\\{name} (\\{name} & started_q)" if name == "in_rst_ni" else f".\\{name} (\\{name} )"
        for _, name in inputs
    )
    results = "".join(f", .\\{name} (same[{number}])" for number, name in enumerate(compared))
    return (
        f"module bench (\n  input clock,\n{heads}\n);\n"
        "  reg started_q = 1'b0;\n"
        "  always @(posedge clock) started_q <= 1'b1;\n"
        f"  wire [{len(compared) - 1}:0] same;\n"
        f"  compared u_compared ({pins}{results});\n"
        "  always @* assert (&same || !started_q);\n"
        "endmodule\n"
    )


def _abc(name: str, work: Path) -> str | int:
    """Decide a property: "equal", "undecided" or the failing cycle."""
    merge = f"read_aiger {name}.aig; fold; strash; orpos; scorr; write_aiger {name}.merged.aig; ps"
    output = _run_abc(merge, work, f"{name}-merge")
    if re.search(r"\blat = +0\b", output):
        output = _run_abc(f"read_aiger {name}.merged.aig; iprove", work, f"{name}-iprove")
        if re.search(r"^SATISFIABLE", output, re.MULTILINE):
            return 0
        return "equal" if re.search(r"^UNSATISFIABLE", output, re.MULTILINE) else "undecided"
    for commands in (f"bmc3 -T {_SEARCH} -F 400", f"pdr -T {_PROVE}"):
        output = _run_abc(
            f"read_aiger {name}.merged.aig; {commands}", work, f"{name}-{commands.split()[0]}"
        )
        found = re.search(r"asserted(?: output \d+)? in frame +(\d+)", output)
        if found is not None:
            return int(found.group(1))
        if "Property proved" in output:
            return "equal"
    return "undecided"


def _run_abc(commands: str, work: Path, name: str) -> str:
    """Run abc and return its output."""
    program = tools.find_abc()
    log = work / f"{name}.log"
    with contextlib.suppress(FailureError):  # after the time limit, the earlier output counts
        programs.run([str(program)], ["-c", commands], cwd=work, log=log, timeout=_ABC_LIMIT)
    return log.read_text(encoding="utf-8", errors="replace")


def _yosys(script: list[str], work: Path, name: str) -> bool:
    """Run a script; False after a failure or a timeout."""
    try:
        run_script(script, work, _YOSYS_LIMIT, name=name)
    except FailureError:
        return False
    return True
