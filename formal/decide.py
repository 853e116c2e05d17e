# SPDX-License-Identifier: Apache-2.0
"""Decide a proof: abc decides its and-inverter graph, and CaDiCaL the step of an induction."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from formal.lower import HERE, OWN, elaborate, lower, paths
from formal.proof import Proof

from roundel.base import programs, tools
from roundel.base.errors import FailureError

__all__ = ["Result", "decide"]

# The number of cycles from the initial state that abc checks before the step of an induction.
FIRST = 4


@dataclass(frozen=True)
class Result:
    """The result of a proof that passed.

    Attributes:
        name: The proof's name.
        assertions: The number of proven assertions of the top.
        contracts: The number of proven assertions of the modules below the top, which are contracts
            of the RTL (`ROUNDEL_CONTRACT`).
        covers: Each cover's label and the cycle that reaches the cover.
        seconds: The CPU seconds of the proof's programs.
        cached: Whether the result comes from an earlier run.
    """

    name: str
    assertions: int
    contracts: int
    covers: dict[str, int]
    seconds: float
    cached: bool = False

    def line(self) -> str:
        """Return the result as one line."""
        parts = [f"{self.assertions} assertions"] if self.assertions else ["structure"]
        if self.contracts:
            parts.append(f"{self.contracts} contract{'s' if self.contracts > 1 else ''}")
        parts += [f"{label} in cycle {cycle}" for label, cycle in self.covers.items()]
        when = "cached" if self.cached else f"{self.seconds:.1f} s"
        return f"proven  {self.name:<28} {when:>8}  {'; '.join(parts)}"


def decide(proof: Proof, sources: Sequence[Path], directory: Path) -> Result:
    """Decide a proof in a directory, which then has the scripts, logs and traces.

    Raises:
        FailureError: The proof does not hold, its top has no assertion, or a tool failed.
    """
    started = programs.cpu_seconds()
    script = elaborate(proof, sources)
    if proof.no_comb_path:
        _yosys(
            proof,
            [*script, "flatten", f"rename -top {proof.top}", *paths(proof)],
            directory,
            "no_comb_path",
        )
    assertions = contracts = 0
    covers: dict[str, int] = {}
    if proof.method is not None:
        _yosys(proof, lower(proof, script), directory, "elaborate")
        every = _properties(proof, directory / "assertions.aig")
        assertions = _own(directory)
        if assertions == 0:
            raise FailureError(f"proof {proof.name} has no assertion; add one to {proof.top}.sv.")
        contracts = every - assertions
        _refute(proof, sources, every, directory)
        for label in proof.covers:
            covers[label] = _reach(proof, label, directory)
    seconds = round(programs.cpu_seconds() - started, 2)
    for path in directory.glob("*.aig"):
        path.unlink()
    return Result(proof.name, assertions, contracts, covers, seconds)


def _refute(proof: Proof, sources: Sequence[Path], assertions: int, directory: Path) -> None:
    """Search for a counterexample, and prove that none exists.

    Raises:
        FailureError: A counterexample exists, or the tools reach no decision.
    """
    read = "read_aiger assertions.aig; fold; strash; orpos"
    if proof.method in ("bdd", "delay", "delay-bdd"):
        # Most inputs show a mistake, while the decision diagrams of a mistake may grow without end.
        frames = 1 if proof.method == "bdd" else proof.depth + 1
        search = f"{read}; sim -F {frames} -W 256; write_cex -a decide.aiw"
        failed = _found(_abc(search, "try", proof, directory))
        if failed is not None:
            _fail_traced(proof, sources, failed, directory)
    # The option -r turns off dynamic reordering, which takes ten times as long for 192-bit keys.
    diagrams = "collapse -r; strash; iprove"
    # The registers start with arbitrary values, which leave the pipeline within `depth` cycles.
    unrolled = f"frames -i -F {proof.depth + 1}; cone -O {proof.depth}; strash"
    match proof.method:
        case "bdd":
            engine = diagrams
        case "delay":
            engine = f"{unrolled}; fraig; dsat"
        case "delay-bdd":
            engine = f"{unrolled}; {diagrams}"
        case "induction":
            engine = f"bmc3 -F {FIRST}"
        case _:
            # The command scorr first merges registers that are always equal.
            engine = "scorr; pdr"
    output = _abc(f"{read}; {engine}; write_cex -a decide.aiw", "decide", proof, directory)
    if proof.method == "induction" and _found(output) is None:
        output += _step(proof, directory)
    proven = {
        "bdd": ["UNSATISFIABLE"],
        "delay": ["UNSATISFIABLE"],
        "delay-bdd": ["UNSATISFIABLE"],
        "induction": [f"No output asserted in {FIRST} frames", f"{assertions} assertions follow$"],
        "pdr": ["Property proved"],
    }[proof.method or "pdr"]
    if all(re.search(rf"^{words}", output, re.MULTILINE) for words in proven):
        return
    failed = _found(output)
    # The step of an induction gives no trace, and Yosys cannot replay a trace of an unrolled or
    # reduced graph. Random inputs show most mistakes.
    replayed = proof.method == "bdd" or (proof.method == "induction" and failed is not None)
    if not replayed:
        frames = max(proof.depth, failed or 0) + 1
        for engine in ("sim -W 256", "bmc3"):
            search = f"{read}; {engine} -F {frames}; write_cex -a decide.aiw"
            output = _abc(search, "search", proof, directory)
            if _found(output) is not None:
                break
    failed = _found(output)
    if failed is None:
        raise FailureError(f"proof {proof.name} is undecided; read the logs in {directory}.")
    _fail_traced(proof, sources, failed, directory)


def _step(proof: Proof, directory: Path) -> str:
    """Decide the step of an induction and return the program's output."""
    log = directory / "step.log"
    program = [sys.executable, str(HERE / "step.py")]
    try:
        programs.run(program, ["assertions.aig"], cwd=directory, log=log, timeout=proof.seconds)
    except FailureError:
        return ""  # a mistake can make the step hard; the search below finds the mistake
    return log.read_text(encoding="utf-8")


def _reach(proof: Proof, label: str, directory: Path) -> int:
    """Return the cycle that reaches a cover.

    Raises:
        FailureError: No cycle within the proof's depth reaches the cover.
    """
    if _properties(proof, directory / f"{label}.aig") != 1:
        raise FailureError(f"elaboration removed cover {label} of proof {proof.name}.")
    # The command scorr merges equal registers, and costs as much as a search of 20 or 30 cycles.
    search = "scorr; " if proof.depth > 40 else ""
    search = "iprove" if proof.method == "bdd" else f"{search}bmc3 -F {proof.depth + 1}"
    output = _abc(f"read_aiger {label}.aig; fold; strash; {search}", label, proof, directory)
    reached = _found(output)
    if reached is None:
        raise FailureError(
            f"cover {label} of proof {proof.name} is not reached within {proof.depth} cycles; "
            "the covered event is impossible, or the depth is too small."
        )
    return reached


def _properties(proof: Proof, path: Path) -> int:
    """Return the number of assertions in an AIGER file.

    The assertions are the outputs of a combinational graph, and the bad states of another graph.
    """
    with path.open("rb") as handle:
        header = handle.readline().split()
    # Fields: variables, inputs, registers, outputs, gates; optional: bad states, assumptions.
    outputs, bad = int(header[4]), int(header[6]) if len(header) > 6 else 0
    combinational = proof.method == "bdd"
    if header[:1] != [b"aig"] or (bad if combinational else outputs):
        raise FailureError(f"{path} is not the AIGER file of a proof: its header is {header!r}.")
    return outputs if combinational else bad


def _own(directory: Path) -> int:
    """Return the number of assertions in the source file of the top, without contracts.

    Raises:
        FailureError: Yosys printed no number.
    """
    text = (directory / OWN).read_text(encoding="utf-8")
    counted = re.search(r"^(\d+) objects", text, re.MULTILINE)
    if counted is None:
        raise FailureError(f"{directory / OWN} has no count of assertions: {text!r}.")
    return int(counted.group(1))


def _found(output: str) -> int | None:
    """Return the cycle of the counterexample in abc's output, or None without a counterexample."""
    if re.search(r"^SATISFIABLE", output, re.MULTILINE):
        return 0
    found = re.search(r"(?:was asserted|asserted output 0) in frame +(\d+)", output)
    return int(found.group(1)) if found else None


def _fail_traced(proof: Proof, sources: Sequence[Path], cycle: int, directory: Path) -> NoReturn:
    """Report the counterexample that abc wrote, with a trace.

    Raises:
        FailureError: Always.
    """
    trace = _trace(proof, sources, directory)
    raise FailureError(
        f"proof {proof.name} fails in cycle {cycle} with {dict(proof.parameters)}; "
        f"the trace is {trace}."
    )


def _trace(proof: Proof, sources: Sequence[Path], directory: Path) -> Path:
    """Return the counterexample as a VCD file, or abc's file without a replay by Yosys."""
    witness = directory / "decide.aiw"
    if proof.method == "bdd":
        # The first line has the registers. The line is empty, and Yosys skips empty lines.
        witness.write_text("0" + witness.read_text(encoding="utf-8"), encoding="utf-8")
    # abc's writer of combinational graphs names no inputs; the inputs of an empty top are the same.
    ports = ["design -save flat", "delete c:*", "write_aiger -map assertions.aim ports.aig"]
    # The replay needs a clock.
    ports += ["design -load flat", "add -input clk_i 1"]
    script = [
        *elaborate(proof, sources),
        "flatten",
        "async2sync",
        "chformal -remove",
        *(ports if proof.method == "bdd" else []),
        "sim -clock clk_i -r decide.aiw -map assertions.aim -vcd trace.vcd",
    ]
    try:
        _yosys(proof, script, directory, "trace")
    except FailureError:
        return witness
    return directory / "trace.vcd"


def _yosys(proof: Proof, script: list[str], directory: Path, name: str) -> None:
    (directory / f"{name}.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    programs.run(
        tools.find("yosys"),
        ["-e", "implicitly declared", "-e", "used but has no driver", "-s", f"{name}.ys"],
        cwd=directory,
        log=directory / f"{name}.log",
        timeout=proof.seconds,
    )


def _abc(commands: str, name: str, proof: Proof, directory: Path) -> str:
    """Run abc and return its output."""
    program = tools.find_abc()
    log = directory / f"{name}.log"
    programs.run([str(program)], ["-c", commands], cwd=directory, log=log, timeout=proof.seconds)
    return log.read_text(encoding="utf-8", errors="replace")
