# SPDX-License-Identifier: Apache-2.0
"""Run the proofs of formal/proofs.py.

    python formal/run.py [--list] [--long] [--fresh] [--jobs N] [NAME ...]

Yosys reads the RTL and a proof top with FORMAL defined and writes an and-inverter graph; abc
decides it, and CaDiCaL the step of an induction. A proof passes when every assertion holds in every
reachable state, there is at least one assertion, and every cover is reached. Anything else fails: a
counterexample (a VCD is written), a cover out of reach, a tool that crashes or takes too long.
Results are kept by content.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))

from formal.proofs import PROOFS, Proof  # noqa: E402

from roundel.base import cache, programs, tools  # noqa: E402
from roundel.base.errors import FailureError, RoundelError  # noqa: E402
from roundel.design.elaborate import needed  # noqa: E402

__all__ = ["RTL", "Result", "key", "prove", "select", "sources"]

RTL = HERE.parent / "rtl"

# Cycles, from the initial state on, that are looked at before an induction steps.
FIRST = 4

# Modules of this directory that Yosys' techmap puts in the place of cells.
_MAPS = ("look_up", "cover_goal", "violated")

# Cells that end a combinational path.
_REGISTERS = "$dff,$dffe,$adff,$adffe,$sdff,$sdffe,$sdffce,$aldff,$aldffe"


@dataclass(frozen=True)
class Result:
    """A proof that passed.

    Attributes:
        name: The proof's name.
        assertions: How many were proven.
        covers: Each cover's label and the cycle in which it is reached.
        seconds: The CPU seconds of its programs when it ran.
        cached: Whether it ran at an earlier time.
    """

    name: str
    assertions: int
    covers: dict[str, int]
    seconds: float
    cached: bool = False

    def line(self) -> str:
        """The result in one line."""
        parts = [f"{self.assertions} assertions"] if self.assertions else ["structure"]
        parts += [f"{label} in cycle {cycle}" for label, cycle in self.covers.items()]
        when = "cached" if self.cached else f"{self.seconds:.1f} s"
        return f"proven  {self.name:<28} {when:>8}  {'; '.join(parts)}"


def select(names: Iterable[str], *, long: bool = False) -> list[Proof]:
    """The proofs of these names; for no name all of them, the long ones where asked for.

    Raises:
        FailureError: There is no proof of a name.
    """
    known = {proof.name: proof for proof in PROOFS}
    wanted = list(names) or [proof.name for proof in PROOFS if long or not proof.long]
    for name in wanted:
        if name not in known:
            raise FailureError(f"there is no proof {name!r}; formal/run.py --list names them all.")
    return [known[name] for name in wanted]


def prove(proof: Proof, rtl: Path = RTL, *, fresh: bool = False) -> Result:
    """Decide a proof, or take the result of an earlier run on the same files and tools.

    Args:
        proof: What to prove.
        rtl: The directory with the RTL and its roundel.f.
        fresh: Decide it in any case, and keep nothing.

    Raises:
        FailureError: It does not hold, or a tool failed.
    """
    files = sources(proof, rtl)
    found: Result | None = None

    def build(directory: Path) -> None:
        nonlocal found
        found = _decide(proof, files, directory)
        (directory / "result.json").write_text(json.dumps(asdict(found)), encoding="utf-8")

    if fresh:
        cache.once("proof", key(proof, rtl), build)
    else:
        place = cache.entry("proof", key(proof, rtl), build)
    if found is None:
        kept = json.loads((place / "result.json").read_text(encoding="utf-8"))
        found = Result(**{**kept, "name": proof.name, "cached": True})
    return found


def key(proof: Proof, rtl: Path = RTL) -> str:
    """A digest of all that decides a proof: its RTL, what it asks, this program and the tools."""
    own = [Path(__file__), *(HERE / f"{name}.sv" for name in _MAPS)]
    if proof.method == "induction":
        own.append(HERE / "step.py")
    asked = repr(replace(proof, claim="", long=False))
    stamps = (tools.find("yosys").stamp, version("python-sat"))
    return cache.digest(asked, *stamps, *own, *sources(proof, rtl))


def sources(proof: Proof, rtl: Path = RTL) -> tuple[Path, ...]:
    """The files that the top consists of, in compile order; stubs stand in for their modules."""
    listed = (rtl / "roundel.f").read_text(encoding="utf-8").split()
    replaced = {Path(name).name for name in proof.stubs}
    files = [rtl / name for name in listed if Path(name).stem not in replaced]
    files += [HERE / "stubs" / f"{name}.sv" for name in proof.stubs]
    files += [HERE / "aes_spec.sv", *sorted(HERE.glob("spec_*.sv"))]
    if proof.top.startswith("prove_"):
        files.append(HERE / f"{proof.top}.sv")
    return needed(tuple(files), proof.top, tuple(proof.parameters.items()))


def _elaborate(proof: Proof, sources: Sequence[Path]) -> list[str]:
    """Yosys commands up to the proof top as a hierarchy of word-level cells."""
    chparam = " ".join(f"-chparam {name} {value}" for name, value in proof.parameters.items())
    signals = [signal.split(".") for group in proof.probes.values() for signal in group]
    probed = [path[1] for path in signals if len(path) == 2]
    return [
        "read_verilog -sv -formal -defer -DFORMAL " + " ".join(f'"{path}"' for path in sources),
        f"hierarchy -check -top {proof.top} {chparam}",
        "proc -norom",
        # A mistake in the RTL may leave a register without a reader.
        *(f"setattr -set keep 1 w:{name}" for name in probed),
        "opt_clean",
        "memory_collect",
    ]


def _decide(proof: Proof, sources: Sequence[Path], directory: Path) -> Result:
    started = programs.cpu_seconds()
    script = _elaborate(proof, sources)
    if proof.apart:
        _yosys(
            proof,
            [*script, "flatten", f"rename -top {proof.top}", *_paths(proof)],
            directory,
            "apart",
        )
    assertions = 0
    covers: dict[str, int] = {}
    if proof.method is not None:
        _yosys(proof, _lower(proof, script), directory, "elaborate")
        assertions = _properties(proof, directory / "assertions.aig")
        if assertions == 0:
            raise FailureError(f"proof {proof.name} has no assertion; add one to {proof.top}.sv.")
        _refute(proof, sources, assertions, directory)
        for label in proof.covers:
            covers[label] = _reach(proof, label, directory)
    seconds = round(programs.cpu_seconds() - started, 2)
    for path in directory.glob("*.aig"):
        path.unlink()
    return Result(proof.name, assertions, covers, seconds)


def _lower(proof: Proof, elaborated: Sequence[str]) -> list[str]:
    """Yosys commands that write the AIGER files of the assertions and of each cover.

    Args:
        proof: The proof.
        elaborated: The commands that elaborate its top.
    """
    script = []
    for name in _MAPS:
        path = HERE / f"{name}.sv"
        script += [f'read_verilog -sv -formal -icells "{path}"', f"design -stash {name}"]
    # A look-up becomes multiplexers with constants, and a word-level constant goes before its bits.
    # How long pdr takes is a matter of luck with the gates' order: its proofs keep theirs.
    words = ["opt_expr -fine", "techmap -map %look_up", "bmuxmap", "opt -fast"]
    script += [*elaborated, "memory_map", *([] if proof.method == "pdr" else words)]
    if proof.method == "bdd":
        script += [f"rename -top {proof.top}", "chformal -lower"]
        write = _combinational
    else:
        # Modules become gates one by one, before flattening: each S-box once, not 16 times.
        clean = ["opt_clean"] if proof.method == "pdr" else []
        script += ["techmap", *clean, "opt -fast", "flatten", f"rename -top {proof.top}"]
        script += [*_join(proof), "opt_clean -purge", "async2sync", "chformal -lower"]
        write = _sequential
    script += ["design -save lowered", "chformal -cover -remove", *write(proof, "assertions")]
    for label in proof.covers:
        script += [
            "design -load lowered",
            "chformal -assert -remove",
            f"select -assert-count 1 t:$cover c:{label} %i",
            f"chformal -cover -remove t:$cover c:{label} %d",
            "techmap -map %cover_goal",
            *write(proof, label),
        ]
    return script


def _join(proof: Proof) -> list[str]:
    """Yosys commands that give the proof top the signals that it names."""
    commands = [f"select -module {proof.top}"]
    for number, (wire, signals) in enumerate(proof.probes.items()):
        # A name with an index would be taken for a bit of a wire.
        names = [f"probe_{number}_{place}" for place in range(len(signals))]
        commands += [f"rename {signal} {name}" for signal, name in zip(signals, names, strict=True)]
        commands += [f"connect -set {wire} {','.join(names)}"]
    return [*commands, "select -clear"]


def _sequential(proof: Proof, name: str) -> list[str]:
    """Yosys commands that write a flat design of gates and registers."""
    del proof
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
    """Yosys commands that write a hierarchy of words without registers.

    The assertions become outputs. An assumption or an undefined value is an error, because the
    writer would leave out the one and take the other for a constant.
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


def _paths(proof: Proof) -> list[str]:
    """Yosys commands that fail if a combinational path joins an input to an output."""
    commands = [f"select -module {proof.top}"]
    for output, source in proof.apart:
        # The ports must be there, or the statement would be empty.
        commands += [
            f"select -assert-count 1 o:{output}",
            f"select -assert-count 1 i:{source}",
            f"select -assert-none o:{output} %ci*:-{_REGISTERS} i:{source} %i",
        ]
    return commands


def _properties(proof: Proof, path: Path) -> int:
    """The number of assertions in an AIGER file: its outputs if combinational, else bad states."""
    with path.open("rb") as handle:
        header = handle.readline().split()
    # Fields: variables, inputs, registers, outputs, gates; optional: bad states, assumptions.
    outputs, bad = int(header[4]), int(header[6]) if len(header) > 6 else 0
    combinational = proof.method == "bdd"
    if header[:1] != [b"aig"] or (bad if combinational else outputs):
        raise FailureError(f"{path} is not the AIGER file of a proof; its header is {header!r}.")
    return outputs if combinational else bad


def _refute(proof: Proof, sources: Sequence[Path], assertions: int, directory: Path) -> None:
    """Look for a counterexample until there can be none.

    Raises:
        FailureError: There is one, or no decision.
    """
    read = "read_aiger assertions.aig; fold; strash; orpos"
    if proof.method in ("bdd", "delay", "delay-bdd"):
        # A mistake shows in most inputs, while its decision diagrams may grow without end.
        frames = 1 if proof.method == "bdd" else proof.depth + 1
        search = f"{read}; sim -F {frames} -W 256; write_cex -a decide.aiw"
        failed = _found(_abc(search, "try", proof, directory))
        if failed is not None:
            _tell(proof, sources, failed, directory)
    # With dynamic reordering, which -r turns off, 192-bit keys take ten times as long.
    diagrams = "collapse -r; strash; iprove"
    # Of the first registers' contents nothing is known; what they do is over by then.
    unrolled = f"frames -i -F {proof.depth + 1}; cone -O {proof.depth}; strash"
    match proof.method:
        case "bdd":
            decide = diagrams
        case "delay":
            decide = f"{unrolled}; fraig; dsat"
        case "delay-bdd":
            decide = f"{unrolled}; {diagrams}"
        case "induction":
            decide = f"bmc3 -F {FIRST}"
        case _:
            # Registers that are always equal become one first.
            decide = "scorr; pdr"
    said = _abc(f"{read}; {decide}; write_cex -a decide.aiw", "decide", proof, directory)
    if proof.method == "induction" and _found(said) is None:
        said += _step(proof, directory)
    proven = {
        "bdd": ["UNSATISFIABLE"],
        "delay": ["UNSATISFIABLE"],
        "delay-bdd": ["UNSATISFIABLE"],
        "induction": [f"No output asserted in {FIRST} frames", f"{assertions} assertions follow$"],
        "pdr": ["Property proved"],
    }[proof.method or "pdr"]
    if all(re.search(rf"^{words}", said, re.MULTILINE) for words in proven):
        return
    failed = _found(said)
    # The step of an induction gives no trace. Of a graph that was unrolled or reduced there is one
    # that cannot be replayed. Most mistakes show at random.
    replayed = proof.method == "bdd" or (proof.method == "induction" and failed is not None)
    if not replayed:
        frames = max(proof.depth, failed or 0) + 1
        for engine in ("sim -W 256", "bmc3"):
            search = f"{read}; {engine} -F {frames}; write_cex -a decide.aiw"
            said = _abc(search, "search", proof, directory)
            if _found(said) is not None:
                break
    failed = _found(said)
    if failed is None:
        raise FailureError(f"proof {proof.name} was not decided; see the logs in {directory}.")
    _tell(proof, sources, failed, directory)


def _step(proof: Proof, directory: Path) -> str:
    """Take the step of an induction and give back what was said of it."""
    log = directory / "step.log"
    program = [sys.executable, str(HERE / "step.py")]
    try:
        programs.run(program, ["assertions.aig"], cwd=directory, log=log, timeout=proof.seconds)
    except FailureError:
        return ""  # a mistake can make it hard: look for it
    return log.read_text(encoding="utf-8")


def _tell(proof: Proof, sources: Sequence[Path], cycle: int, directory: Path) -> NoReturn:
    """Tell of the counterexample that abc wrote.

    Raises:
        FailureError: Always.
    """
    trace = _trace(proof, sources, directory)
    raise FailureError(
        f"proof {proof.name} fails in cycle {cycle} with {dict(proof.parameters)}; look at {trace}."
    )


def _reach(proof: Proof, label: str, directory: Path) -> int:
    """The cycle in which a cover is reached.

    Raises:
        FailureError: It is not reached within the proof's depth.
    """
    if _properties(proof, directory / f"{label}.aig") != 1:
        raise FailureError(f"cover {label} of proof {proof.name} is lost in elaboration.")
    # Registers that are always equal become one first; that takes as long as 20 or 30 cycles.
    search = "scorr; " if proof.depth > 40 else ""
    search = "iprove" if proof.method == "bdd" else f"{search}bmc3 -F {proof.depth + 1}"
    said = _abc(f"read_aiger {label}.aig; fold; strash; {search}", label, proof, directory)
    reached = _found(said)
    if reached is None:
        raise FailureError(
            f"cover {label} of proof {proof.name} is not reached within {proof.depth} cycles; "
            "what it describes cannot happen, or the depth is too small."
        )
    return reached


def _found(said: str) -> int | None:
    """The cycle of the counterexample that abc tells of, if it tells of one."""
    if re.search(r"^SATISFIABLE", said, re.MULTILINE):
        return 0
    found = re.search(r"(?:was asserted|asserted output 0) in frame +(\d+)", said)
    return int(found.group(1)) if found else None


def _trace(proof: Proof, sources: Sequence[Path], directory: Path) -> Path:
    """The counterexample as a VCD, or as abc wrote it where Yosys cannot replay it."""
    witness = directory / "decide.aiw"
    if proof.method == "bdd":
        # The first line is for the registers. It is empty, and Yosys skips empty lines.
        witness.write_text("0" + witness.read_text(encoding="utf-8"), encoding="utf-8")
    # The writer of combinational graphs names no inputs: those of an empty top are the same.
    ports = ["design -save flat", "delete c:*", "write_aiger -map assertions.aim ports.aig"]
    # The replay asks for a clock.
    ports += ["design -load flat", "add -input clk_i 1"]
    script = [
        *_elaborate(proof, sources),
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
    """Run abc and give back what it said."""
    yosys = tools.find("yosys")
    if yosys.origin != "wheel":
        program = Path(yosys.command[0]).with_name("yosys-abc")
    else:
        spec = find_spec("pyosys")
        if spec is None or spec.origin is None:
            raise FailureError("package pyosys is not installed; run `make setup`.")
        program = Path(spec.origin).with_name("yosys-abc")
    log = directory / f"{name}.log"
    programs.run([str(program)], ["-c", commands], cwd=directory, log=log, timeout=proof.seconds)
    return log.read_text(encoding="utf-8", errors="replace")


def main(arguments: list[str] | None = None) -> int:
    """Run proofs; 0 when all pass."""
    parser = argparse.ArgumentParser(description="Run the proofs of Roundel's RTL.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="proofs to run (default: all)")
    parser.add_argument("--list", action="store_true", help="say what is proven and stop")
    parser.add_argument("--long", action="store_true", help="run those that take long as well")
    parser.add_argument("--fresh", action="store_true", help="take no result of an earlier run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    options = parser.parse_args(arguments)
    try:
        proofs = select(options.names, long=options.long or options.list)
    except RoundelError as error:
        sys.stderr.write(f"run.py: {error}\n")
        return 2
    if options.list:
        sys.stdout.writelines(f"{proof.name:<28} {proof.claim}\n" for proof in proofs)
        return 0
    failed = 0
    seconds = 0.0
    started = time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        for done in as_completed(
            [pool.submit(prove, proof, fresh=options.fresh) for proof in proofs]
        ):
            try:
                result = done.result()
                print(result.line(), flush=True)
                seconds += 0.0 if result.cached else result.seconds
            except RoundelError as error:
                failed += 1
                print(f"FAILED  {error}", flush=True)
    passed = len(proofs) - failed
    took = f"{time.monotonic() - started:.0f} s; the proofs took {seconds:.0f} s of CPU time"
    print(f"{passed} proven, {failed} failed in {took}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
