# SPDX-License-Identifier: Apache-2.0
"""Runs the protocol stress on a configuration, in a simulator that is found on this machine."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config

# The parts, which `roundel.verify.stress.bench` describes.
PARTS = ("throughput", "rekey", "random", "stall", "clear", "zeroise", "reset", "timing")
TAG_BITS = 8  # of the core under stress: enough for any swap to show


@dataclass(frozen=True)
class Outcome:
    """What came of one part."""

    name: str
    checked: int  # results that came out and were right
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


@dataclass(frozen=True)
class Simulation:
    """The protocol stress of a configuration, in a simulator."""

    config: Config
    netlist: Path | None = None  # Verilog with the core and its cells' models, instead of the RTL
    program: str = ""  # "verilator" or "iverilog"; when empty, the choice of `simulator`
    # Whether the netlist itself marks what the bench may see. Otherwise a netlist's registers have
    # other names than in the RTL, and no secret can be found in them.
    marked: bool = False
    timeout: float = 900.0  # seconds after which the simulation is ended
    environment: Mapping[str, str] = field(default_factory=dict)  # further variables

    def build(self, directory: Path) -> None:
        """Compile the simulation into an existing directory, for `run` with `built`."""
        job = {**self._steps(directory), "steps": ["build"]}
        self._child("building the protocol stress", job, directory / "build.json")

    def run(
        self,
        seed: int,
        work: Path,
        *,
        built: Path | None = None,
        stop: bool = False,
        log: Path | None = None,
        progress: Progress = null_progress,
    ) -> list[Outcome]:
        """Stress the core; gives one outcome for each part.

        The simulation works in the existing directory `work`, and without a `log` writes its output
        there. `built` is a directory where `build` has left this very simulation. `stop` ends the
        run after the first part that fails.

        Raises:
            FailureError: The simulation could not be built, crashed, hung, or ended early.
        """
        result, inside = work / "result.json", work / "progress.json"
        log = log or work / "stress.log"
        job = {
            **self._steps(built or work / "simulation"),
            "steps": ["test"] if built else ["build", "test"],
            "test_dir": str(work if built else work / "simulation"),
            "result": str(result),
            "progress": str(inside),
            "seed": seed,
            "parts": PARTS,
            "stop": stop,
            "opaque": self.netlist is not None and not self.marked,
            "config": self.config.fields(),
            "facts": asdict(design.facts(self.config)),
        }
        label = f"protocol stress in {'Icarus' if self._tool.name == 'iverilog' else 'Verilator'}"
        progress(label, 0.0)

        def watch(_: float) -> None:
            progress(*_how_far(label, PARTS, len(_outcomes(result)), inside))

        self._child(label, job, work / "job.json", log, watch)
        outcomes = _outcomes(result)
        if len(outcomes) != len(PARTS) and not (stop and outcomes and outcomes[-1].error):
            raise FailureError(f"the {label} ended early, after {len(outcomes)} parts; see {log}.")
        return outcomes

    @property
    def _tool(self) -> tools.Tool:
        return simulator(self.config, self.program)

    def _steps(self, directory: Path) -> dict[str, object]:
        """What the child must know to build a simulation or to find it."""
        top, netlist = design.top_of(self.config), self.netlist
        parameters = {} if netlist else {**design.parameters(self.config), "TagBits": TAG_BITS}
        sources = [netlist] if netlist else design.closure(top, parameters)
        return {
            "simulator": "icarus" if self._tool.name == "iverilog" else "verilator",
            "sources": [str(path) for path in sources if not design.is_header(path)],
            "includes": sorted({str(path.parent) for path in sources if design.is_header(path)}),
            "top": top,
            "parameters": parameters,
            "build_dir": str(directory),
            "marked": self.marked,
        }

    def _child(
        self,
        label: str,
        job: Mapping[str, object],
        file: Path,
        log: Path | None = None,
        watch: Callable[[float], None] | None = None,
    ) -> None:
        """Run the process that does the work of a job, which is written to a file."""
        file.write_text(json.dumps(job), encoding="utf-8")
        found = self._tool
        inherited = (
            tools.verilator_environment()
            if found.name == "verilator"
            else tools.environment("iverilog", "vvp")
        )
        programs.run(
            replace(found, name=label, command=[sys.executable]),
            ["-m", "roundel.verify.stress.bench", file],
            cwd=file.parent,
            log=log or file.with_suffix(".log"),
            timeout=self.timeout,
            env={**inherited, **self.environment},
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
