# SPDX-License-Identifier: Apache-2.0
"""Runs the protocol stress for a configuration, in a simulator of this machine."""

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

# The parts of `roundel.verify.stress.bench`.
PARTS = ("throughput", "rekey", "random", "stall", "clear", "zeroise", "reset", "timing")
TAG_BITS = 8  # of the core in the stress test: enough to detect any swap


@dataclass(frozen=True)
class Outcome:
    """The outcome of a part."""

    name: str
    checked: int  # right results
    error: str  # the violated rule with its cycle; empty without a violation


def simulator(config: Config, program: str = "") -> tools.Tool:
    """The simulator for a configuration: Icarus if installed, otherwise Verilator.

    Icarus builds faster, but evaluates a net at each change of an input. For deep logic (the gates
    of an S-box, rounds without registers between them) Verilator is faster, including its long
    build. `program` selects a simulator by name.
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
    """The protocol stress of a configuration in a simulator."""

    config: Config
    netlist: Path | None = None  # Verilog of the core and its cell models, instead of the RTL
    program: str = ""  # "verilator" or "iverilog"; when empty, the choice of `simulator`
    # Whether the netlist marks the registers for the bench. Otherwise the netlist's registers have
    # other names than in the RTL, and the search for secrets is impossible.
    marked: bool = False
    timeout: float = 900.0  # time limit of the simulation in seconds
    environment: Mapping[str, str] = field(default_factory=dict)  # further variables

    def build(self, directory: Path) -> None:
        """Compile the simulation in an existing directory, for `run` with `built`."""
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
        """Stress the core; returns an outcome for each part.

        The simulation works in the existing directory `work`, and without a `log` writes its output
        there. `built` is the directory of an earlier `build` of this simulation. `stop` ends the
        run after the first failed part.

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
            "key_sizes": design.key_sizes(self.config),
            "facts": asdict(design.facts(self.config)),
        }
        label = f"protocol stress in {'Icarus' if self._tool.name == 'iverilog' else 'Verilator'}"
        progress(label, 0.0)

        def watch(_: float) -> None:
            progress(*_progress(label, PARTS, len(_outcomes(result)), inside))

        self._child(label, job, work / "job.json", log, watch)
        outcomes = _outcomes(result)
        if len(outcomes) != len(PARTS) and not (stop and outcomes and outcomes[-1].error):
            raise FailureError(f"the {label} ended early, after {len(outcomes)} parts; see {log}.")
        return outcomes

    @property
    def _tool(self) -> tools.Tool:
        return simulator(self.config, self.program)

    def _steps(self, directory: Path) -> dict[str, object]:
        """The values that a child process needs to build or find a simulation."""
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
        """Write a job to a file, and run a child process for the job."""
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


def _progress(label: str, parts: Sequence[str], done: int, inside: Path) -> tuple[str, float]:
    """The running part, and the finished share of all parts.

    `done` counts the finished parts; the simulation writes its progress within a part to `inside`.
    """
    if done == len(parts):
        return f"{label}: end", 1.0
    found: dict[str, Any] = {"name": "", "share": 0.0, "cycles": 0, "blocks": 0}
    if inside.exists():
        found = json.loads(inside.read_text(encoding="utf-8"))
    elif done == 0:
        return f"{label}: building, then {parts[0]}", 0.0
    if found["name"] != parts[done]:  # a report of the part before
        return f"{label}: {parts[done]}", done / len(parts)
    return (
        f"{label}: {parts[done]}, {found['cycles']:,} cycles, {found['blocks']:,} blocks",
        (done + found["share"]) / len(parts),
    )


def _outcomes(result: Path) -> list[Outcome]:
    if not result.exists():
        return []
    return [Outcome(**item) for item in json.loads(result.read_text(encoding="utf-8"))]
