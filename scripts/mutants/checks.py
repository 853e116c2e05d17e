# SPDX-License-Identifier: Apache-2.0
"""Whether the project's own verification detects a mutant.

The checks are those of `roundel verify`, on the simulation with all mutants of a configuration, in
the order of cost. First: known answers and random messages on the device. Then: the protocol
stress, with throughput, latency, back-pressure, keys, zeroise, reset, residue of secrets, and
data-dependent timing. The first failing check ends the run.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.mutants.model import SELECT, Model

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import null_progress
from roundel.design import Config
from roundel.sim import verilated
from roundel.sim.device import Device
from roundel.verify import block_campaigns
from roundel.verify.record import Tally
from roundel.verify.stress import runner

__all__ = ["SEED", "Simulation", "Verdict", "check", "simulation"]

SEED = 2  # the seed of all random choices of the checks

_ROOT = Path(__file__).resolve().parents[2]
_SIMULATOR = "verilator"
# The Python bench dominates the time of a run; the compiler takes longer than all runs.
_QUICK = "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
_WATCHDOG = 2000  # cycles; a correct core answers within a tenth
# The time limits of one mutant in seconds. They are long, because a limit reached on a busy machine
# would count as a detection; the checks themselves limit hanging runs by cycles.
_DEVICE_LIMIT = 900.0
_STRESS_LIMIT = 1800.0


@dataclass(frozen=True)
class Simulation:
    """The compiled simulations of a model."""

    model: Model  # the mutants
    library: Path  # the device for `roundel.sim.device.Device`
    stress: Path  # the directory of the protocol stress
    key: str  # the digest of all inputs of a verdict except the mutant's number


@dataclass(frozen=True)
class Verdict:
    """The result of the checks of one mutant."""

    number: int  # the mutant
    killer: str  # the failing check; empty without a failure
    detail: str  # the message of the failing check

    @property
    def killed(self) -> bool:
        """Whether a check has detected the mutant."""
        return bool(self.killer)


def simulation(model: Model) -> Simulation:
    """Compile the simulations for the checks of a model."""
    library = verilated.build(model.config, model.netlist, null_progress)
    versions = [f"{name} {tools.find(name).stamp}" for name in ("verilator", "g++")]
    shape = model.config.fields()
    key = cache.digest("\n".join([*versions, _QUICK]), shape, *_builders(), model.netlist)
    verdicts = cache.digest("\n".join(versions), shape, *_code(), model.netlist)

    def build(draft: Path) -> None:
        inherited = tools.verilator_environment().get("MAKEFLAGS", "")
        flags = {"MAKEFLAGS": f"{inherited} {_QUICK}".strip()}
        runner.Simulation(
            model.config, model.netlist, _SIMULATOR, marked=True, environment=flags
        ).build(draft)
        for path in draft.glob("*"):
            if path.suffix in (".o", ".a", ".gch", ".cpp", ".h", ".d"):
                path.unlink()

    return Simulation(model, library, cache.entry("mutants-stress", key, build), verdicts)


def check(simulation: Simulation, number: int) -> Verdict:
    """Run the checks on one mutant, or use the verdict of an earlier run."""
    key = cache.digest(simulation.key, str(number), str(SEED))

    def build(draft: Path) -> None:
        verdict = _on_device(simulation, number, draft)
        if not verdict.killed:
            verdict = _under_stress(simulation, number, draft)
        for path in draft.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        (draft / "verdict.json").write_text(json.dumps(asdict(verdict)), encoding="utf-8")

    folder = cache.entry("mutant", key, build)
    return Verdict(**json.loads((folder / "verdict.json").read_text(encoding="utf-8")))


def _on_device(simulation: Simulation, number: int, work: Path) -> Verdict:
    """Known answers and random messages, in a separate process: a mutant may crash the process."""
    job, result = work / "device.json", work / "result.json"
    config = simulation.model.config.model_dump()
    job.write_text(json.dumps({"config": config, "library": str(simulation.library)}), "utf-8")
    path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    try:
        programs.run(
            [sys.executable, "-m", "scripts.mutants.checks"],
            [job, result],
            cwd=work,
            log=work / "device.log",
            timeout=_DEVICE_LIMIT,
            env={**os.environ, "PYTHONPATH": path, SELECT: str(number)},
        )
        killer, detail = json.loads(result.read_text(encoding="utf-8"))
    except FailureError as error:
        _unless_stopped(error)
        killer, detail = "device/crash", str(error)
    return Verdict(number, killer, detail)


def _unless_stopped(error: FailureError) -> None:
    """Raise an error of the machine or of a stopped program; ignore an error of the mutant."""
    if isinstance(error, MachineError) or programs.stopping():
        raise error


def _under_stress(simulation: Simulation, number: int, work: Path) -> Verdict:
    """The protocol stress, up to the first failing part."""
    try:
        stress = runner.Simulation(
            simulation.model.config,
            simulation.model.netlist,
            _SIMULATOR,
            marked=True,
            timeout=_STRESS_LIMIT,
            environment={SELECT: str(number)},
        )
        outcomes = stress.run(SEED, work, built=simulation.stress, stop=True)
    except FailureError as error:
        _unless_stopped(error)
        return Verdict(number, "stress/crash", str(error))
    last = outcomes[-1]
    return Verdict(number, f"stress/{last.name}" if last.error else "", last.error)


def _builders() -> list[Path]:
    """The project's own code in the compiled protocol stress."""
    runner_path = Path(runner.__file__)
    return [runner_path, runner_path.with_name("bench.py")]


def _code() -> list[Path]:
    """The project's own inputs of a verdict, without the RTL."""
    names = ("block_campaigns", "stress.bench", "stress.runner")
    code = code_of(*(f"roundel.verify.{name}" for name in names))
    harness = sorted(path for path in design.sim_root().rglob("*") if path.is_file())
    return [*code, *harness, Path(__file__)]


def _answers(config: Config, device: Device) -> Iterator[Tally]:
    """All campaigns on the device that take less than seconds."""
    yield from block_campaigns.known_answers(config, device, "kat", null_progress)
    yield from block_campaigns.known_answers(config, device, "mmt", null_progress)
    yield from block_campaigns.random_messages(config, device, SEED, null_progress)


def _main(job: str, result: str) -> None:
    """Run the campaigns on the device of a job; write the first failure and its message."""
    request = json.loads(Path(job).read_text(encoding="utf-8"))
    config = Config(**request["config"])
    killer, detail = "", ""
    try:
        with Device(config, Path(request["library"])) as device:
            device.set_watchdog(_WATCHDOG)
            for tally in _answers(config, device):
                if tally.failed:
                    killer, detail = tally.name, tally.failures[0]
                    break
    except FailureError as error:
        killer, detail = "device", str(error)
    Path(result).write_text(json.dumps([killer, detail]), encoding="utf-8")


if __name__ == "__main__":
    _main(*sys.argv[1:])
