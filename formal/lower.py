# SPDX-License-Identifier: Apache-2.0
"""Yosys commands that write a proof's and-inverter graphs, and check the structure."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from formal.proof import Proof

from roundel import design

__all__ = ["MAPS", "OWN", "elaborate", "lower", "paths"]

HERE = Path(__file__).resolve().parent

# Files in `HERE` with the modules that replace cells (techmap).
MAPS = ("look_up.sv", "cover_goal.sv", "violated.sv", "free_clocks.v")

# The file with the number of assertions in the top's source file.
OWN = "own.txt"

# Cells that end a combinational path.
_REGISTERS = "$dff,$dffe,$adff,$adffe,$sdff,$sdffe,$sdffce,$aldff,$aldffe"


def elaborate(proof: Proof, sources: Sequence[Path]) -> list[str]:
    """Return the Yosys commands that elaborate the proof top as word-level cells."""
    chparam = " ".join(f"-chparam {name} {value}" for name, value in proof.parameters.items())
    signals = [signal.split(".") for group in proof.probes.values() for signal in group]
    probed = [path[1] for path in signals if len(path) == 2]
    return [
        # Yosys reads a quoted option as the name of a file.
        "read_verilog -sv -formal -defer -DFORMAL "
        + " ".join(
            name if name.startswith("-I") else f'"{name}"' for name in design.arguments(sources)
        ),
        f"hierarchy -check -top {proof.top} {chparam}",
        "proc -norom",
        # With a mistake in the RTL, a register may have no reader.
        *(f"setattr -set keep 1 w:{name}" for name in probed),
        "opt_clean",
        "memory_collect",
    ]


def lower(proof: Proof, elaborated: Sequence[str]) -> list[str]:
    """Return the Yosys commands that write the AIGER files of the assertions and of each cover.

    Args:
        proof: The proof.
        elaborated: The commands that elaborate the proof's top.
    """
    script = []
    for name in MAPS:
        path = HERE / name
        script += [f'read_verilog -sv -formal -icells "{path}"', f"design -stash {path.stem}"]
    # A look-up becomes multiplexers of constants, and constant words are simplified before bits.
    # The run time of pdr depends on the order of the gates, so proofs by pdr skip these steps.
    words = ["opt_expr -fine", "techmap -map %look_up", "bmuxmap", "opt -fast"]
    script += [*elaborated, "memory_map", *([] if proof.method == "pdr" else words)]
    write: Callable[[str], list[str]]
    if proof.method == "bdd":
        script += [f"rename -top {proof.top}", "chformal -lower"]
        write = partial(_combinational, proof)
    else:
        # Modules become gates before flattening, so Yosys converts an S-box once, not 16 times.
        clean = ["opt_clean"] if proof.method == "pdr" else []
        script += ["techmap", *clean, "opt -fast", "flatten", f"rename -top {proof.top}"]
        script += [*_join(proof), "opt_clean -purge"]
        if proof.free_clocks:
            script += ["dffunmap", "simplemap t:$*dff*", "techmap -map %free_clocks"]
        script += ["async2sync", "chformal -lower"]
        write = _sequential
    script += ["design -save lowered", "chformal -cover -remove"]
    # A contract of the RTL is an assertion as well, with a line of the RTL as its source.
    own = f"t:$assert a:src=*/{proof.top}.sv:* %i"
    script += [f"tee -q -o {OWN} select -count {own}", *write("assertions")]
    for label in proof.covers:
        script += [
            "design -load lowered",
            "chformal -assert -remove",
            f"select -assert-count 1 t:$cover c:{label} %i",
            f"chformal -cover -remove t:$cover c:{label} %d",
            "techmap -map %cover_goal",
            *write(label),
        ]
    return script


def _join(proof: Proof) -> list[str]:
    """Return the Yosys commands that connect the probed signals to the proof top's wires."""
    commands = [f"select -module {proof.top}"]
    names: dict[str, str] = {}
    for number, (wire, signals) in enumerate(proof.probes.items()):
        for index, signal in enumerate(signals):
            if signal not in names:
                # Yosys would read a name with an index as a bit of a wire.
                names[signal] = f"probe_{number}_{index}"
                commands.append(f"rename {signal} {names[signal]}")
        commands.append(f"connect -set {wire} {','.join(names[signal] for signal in signals)}")
    return [*commands, "select -clear"]


def _sequential(name: str) -> list[str]:
    """Return the Yosys commands that write a flat design of gates and registers."""
    return [
        "dffunmap",
        "opt_clean -purge",
        "simplemap",
        "aigmap",
        "opt_clean -purge",
        "setundef -anyseq",
        f"write_aiger -zinit -map {name}.aim {name}.aig",
    ]


def _combinational(proof: Proof, name: str) -> list[str]:
    """Return the Yosys commands that write a word-level hierarchy without registers.

    The assertions become outputs. An assumption is an error, because the writer would omit the
    assumption. An undefined value is an error, because the writer would make it a constant.
    """
    return [
        "select -assert-none t:$assume",
        f"rename -enumerate -pattern assertion_% {proof.top}/t:$assert",
        "techmap -map %violated",
        f"expose {proof.top}/w:*.bad",
        "setundef -undriven -anyseq",
        "opt_clean -purge",
        "select -assert-none t:$anyseq",
        f"write_aiger2 -flatten -strash {name}.aig",
    ]


def paths(proof: Proof) -> list[str]:
    """Return the Yosys commands that fail if a combinational path joins an input to an output."""
    commands = [f"select -module {proof.top}"]
    for output, source in proof.no_comb_path:
        # Without the ports, the last command would check nothing.
        commands += [
            f"select -assert-count 1 o:{output}",
            f"select -assert-count 1 i:{source}",
            f"select -assert-none o:{output} %ci*:-{_REGISTERS} i:{source} %i",
        ]
    return commands
