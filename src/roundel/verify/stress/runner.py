# SPDX-License-Identifier: Apache-2.0
"""Runs the protocol stress on a configuration, in a simulator that is found on this machine."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config

PARTS = ("throughput", "rekey", "random", "stall", "clear", "zeroise", "reset", "timing")
"""Names of the parts, which `roundel.verify.stress.bench` describes."""

TAG_BITS = 8  # of the core under stress: enough for any swap to show


@dataclass(frozen=True)
class Outcome:
    """What came of one part."""

    name: str
    checked: int  # results that came out and were right
    cycles: int  # clock cycles simulated
    error: str  # the rule that was broken, in which cycle; empty when none was


def simulator(config: Config, program: str = "") -> tools.Tool:
    """The simulator for a configuration: Icarus where it is found, otherwise Verilator.

    Icarus builds faster. But it evaluates a net each time that one of its inputs changes: for deep
    logic (the gates of an S-box, rounds without registers between them) Verilator is faster, its
    long build included. `program` chooses one by name.
    """
    if program:
        return tools.find(program)
    if config.Sbox in ("tower", "gates") or (config.Stages == 0 and config.Rounds > 1):
        return tools.find("verilator")
    try:
        tools.find("vvp")
        return tools.find("iverilog")
    except FailureError:
        return tools.find("verilator")


def run(
    config: Config,
    seed: int,
    work: Path,
    *,
    timeout: float = 900.0,
    netlist: Path | None = None,
    program: str = "",
    marked: bool = False,
    built: Path | None = None,
    stop: bool = False,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
    progress: Progress = null_progress,
) -> list[Outcome]:
    """Stress the core of a configuration; gives one outcome for each part.

    Args:
        config: The configuration.
        seed: 64 bits for all random choices.
        work: An existing directory for the simulation, and for `log` by default.
        timeout: Seconds after which the simulation is ended.
        netlist: A Verilog file with the core and the models of its cells, instead of the RTL.
        program: "verilator" or "iverilog"; when empty, the choice of `simulator`.
        marked: Whether the netlist itself marks what the bench may see. Otherwise a netlist's
            registers have other names than in the RTL, and no secret can be found in them.
        built: A directory where `build` has left this very simulation.
        stop: Whether to end after the first part that fails.
        environment: Further variables for the simulation.
        log: The file for the simulator's output.
        progress: Called with the part that is running.

    Raises:
        FailureError: The simulation could not be built, crashed, hung, or ended early.
    """
    found = simulator(config, program)
    job, result, inside = work / "job.json", work / "result.json", work / "progress.json"
    log = log or work / "stress.log"
    steps = _steps(config, found, netlist, built or work / "simulation")
    values = {
        **steps,
        "steps": ["test"] if built else ["build", "test"],
        "marked": marked,
        "test_dir": str(work if built else work / "simulation"),
        "result": str(result),
        "progress": str(inside),
        "seed": seed,
        "parts": PARTS,
        "stop": stop,
        "opaque": netlist is not None and not marked,
        "direction": config.Direction,
        "key_schedule": config.KeySchedule,
        "key_wait": config.Compact,
        "slots": config.KeySlots,
        "facts": asdict(design.facts(config)),
    }
    job.write_text(json.dumps(values), encoding="utf-8")
    label = f"protocol stress in {'Icarus' if found.name == 'iverilog' else 'Verilator'}"
    progress(label, 0.0)

    def watch(seconds: float) -> None:
        del seconds
        progress(*_how_far(label, PARTS, len(_outcomes(result)), inside))

    _child(found, label, job, log, timeout, watch, environment)
    outcomes = _outcomes(result)
    if stop and outcomes and outcomes[-1].error:
        return outcomes
    if len(outcomes) != len(PARTS):
        raise FailureError(f"the {label} ended early, after {len(outcomes)} parts; see {log}.")
    return outcomes


def build(
    config: Config,
    directory: Path,
    *,
    netlist: Path | None = None,
    program: str = "",
    marked: bool = False,
    timeout: float = 900.0,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Compile the simulation of a core into an existing directory, for `run` with `built`.

    The arguments are those of `run`.
    """
    found = simulator(config, program)
    job = directory / "build.json"
    values = {**_steps(config, found, netlist, directory), "steps": ["build"], "marked": marked}
    job.write_text(json.dumps(values), encoding="utf-8")
    label = "building the protocol stress"
    _child(found, label, job, directory / "build.log", timeout, None, environment)


def _steps(
    config: Config, found: tools.Tool, netlist: Path | None, directory: Path
) -> dict[str, object]:
    """What the child must know to build a simulation or to find it."""
    top = design.top_of(config)
    parameters = {} if netlist else {**design.parameters(config), "TagBits": TAG_BITS}
    sources = [netlist] if netlist else design.closure(top, parameters)
    return {
        "simulator": "icarus" if found.name == "iverilog" else "verilator",
        "sources": [str(path) for path in sources],
        "top": top,
        "parameters": parameters,
        "build_dir": str(directory),
    }


def _child(
    found: tools.Tool,
    label: str,
    job: Path,
    log: Path,
    timeout: float,
    watch: Callable[[float], None] | None = None,
    environment: Mapping[str, str] | None = None,
) -> None:
    """Run the process that does the work."""
    inherited = (
        tools.verilator_environment()
        if found.name == "verilator"
        else tools.environment("iverilog", "vvp")
    )
    programs.run(
        replace(found, name=label, command=[sys.executable]),
        ["-m", "roundel.verify.stress.bench", job],
        cwd=job.parent,
        log=log,
        timeout=timeout,
        env={**inherited, **(environment or {})},
        watch=watch,
    )


def _how_far(label: str, parts: Sequence[str], done: int, inside: Path) -> tuple[str, float]:
    """What runs, and how much of all parts is done.

    `done` counts the finished parts; the simulation writes its progress within a part to `inside`.
    """
    if done == len(parts):
        return f"{label}: end", 1.0
    told: dict[str, Any] = {"name": "", "share": 0.0, "cycles": 0, "blocks": 0}
    if inside.exists():
        told = json.loads(inside.read_text(encoding="utf-8"))
    elif done == 0:
        return f"{label}: building, then {parts[0]}", 0.0
    if told["name"] != parts[done]:  # it is about the part before
        return f"{label}: {parts[done]}", done / len(parts)
    return (
        f"{label}: {parts[done]}, {told['cycles']:,} cycles, {told['blocks']:,} blocks",
        (done + told["share"]) / len(parts),
    )


def _outcomes(result: Path) -> list[Outcome]:
    """What the simulation has written so far."""
    if not result.exists():
        return []
    return [Outcome(**item) for item in json.loads(result.read_text(encoding="utf-8"))]
