# SPDX-License-Identifier: Apache-2.0
"""Whether the project's own verification detects a mutant.

The checks are those of `roundel verify`, on the simulation with all mutants of a design, in the
order of cost. First: known answers and random messages on the device. Then: the protocol stress,
with throughput, latency, back-pressure, keys, zeroise, reset, residue of secrets, and
data-dependent timing. A packet engine has the stress of `roundel.verify.packet_stress`; a DMA has
the tests of the C driver. The first failing check ends the run.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.mutants import driver
from scripts.mutants.model import SELECT, Model
from scripts.mutants.shapes import Shape

from roundel import design
from roundel.base import cache, programs, tools
from roundel.base.closure import code_of
from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import null_progress
from roundel.design import Config
from roundel.sim import verilated
from roundel.sim.device import Device
from roundel.sim.stream import Stream
from roundel.verify import block_campaigns, packet_campaigns, packet_stress
from roundel.verify.packet_exchange import Exchange
from roundel.verify.record import Tally
from roundel.verify.stress import runner

__all__ = ["SEED", "Simulation", "Verdict", "check", "simulation"]

SEED = 2  # the seed of all random choices of the checks

_ROOT = Path(__file__).resolve().parents[2]
_SIMULATOR = "verilator"
# The Python bench dominates the time of a run; the compiler takes longer than all runs.
_QUICK = "OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
_WATCHDOG = 2000  # cycles; a correct core answers within a tenth
_PACKET_WATCHDOG = 20_000  # the same for a packet engine, with stalls of its ports
# The time limits of one mutant in seconds. They are long, because a limit reached on a busy machine
# would count as a detection; the checks themselves limit hanging runs by cycles.
_DEVICE_LIMIT = 900.0
_STRESS_LIMIT = 1800.0
_DRIVER_LIMIT = 150.0  # ten times the duration of a correct run; a hanging DMA simulates a second


@dataclass(frozen=True)
class Simulation:
    """The compiled simulations of a model."""

    model: Model  # the mutants
    library: Path  # the device for `roundel.sim.device.Device`
    stress: Path  # the directory of the protocol stress of a block engine
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
    shape = model.shape
    library = _library(shape, model.netlist)
    versions = [f"{name} {tools.find(name).stamp}" for name in ("verilator", "g++")]
    fields = shape.config.fields()
    key = cache.digest("\n".join([*versions, _QUICK]), fields, *_builders(), model.netlist)
    verdicts = cache.digest("\n".join(versions), fields, *_code(shape), model.netlist)
    if not shape.blocks:
        return Simulation(model, library, library.parent, verdicts)

    def build(draft: Path) -> None:
        inherited = tools.verilator_environment().get("MAKEFLAGS", "")
        flags = {"MAKEFLAGS": f"{inherited} {_QUICK}".strip()}
        runner.Simulation(
            shape.config, model.netlist, _SIMULATOR, marked=True, environment=flags
        ).build(draft)
        for path in draft.glob("*"):
            if path.suffix in (".o", ".a", ".gch", ".cpp", ".h", ".d"):
                path.unlink()

    return Simulation(model, library, cache.entry("mutants-stress", key, build), verdicts)


def _library(shape: Shape, netlist: Path) -> Path:
    """The simulated device of a netlist."""
    config, top, values = shape.config, shape.top, shape.parameters
    if shape.blocks:
        return verilated.build(config, netlist, null_progress)
    if top == design.DMA:
        model = verilated.Model(
            shape.name, top, {}, [netlist], "roundel_dma", lambda _: {}, dict(values)
        )
        return verilated.build_model(model, null_progress)
    return Stream.library(shape.name, dict(values), top, netlist, null_progress)


def check(simulation: Simulation, number: int) -> Verdict:
    """Run the checks on one mutant, or use the verdict of an earlier run."""
    key = cache.digest(simulation.key, str(number), str(SEED))

    def build(draft: Path) -> None:
        shape = simulation.model.shape
        if shape.top == design.DMA:
            verdict = _through_driver(simulation, number, draft)
        else:
            verdict = _on_device(simulation, number, draft)
        if shape.blocks and not verdict.killed:
            verdict = _under_stress(simulation, number, draft)
        for path in draft.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        (draft / "verdict.json").write_text(json.dumps(asdict(verdict)), encoding="utf-8")

    folder = cache.entry("mutant", key, build)
    return Verdict(**json.loads((folder / "verdict.json").read_text(encoding="utf-8")))


def _on_device(simulation: Simulation, number: int, work: Path) -> Verdict:
    """Known answers and random messages, in a separate process: a mutant may crash the process."""
    job, result = work / "device.json", work / "answers.json"
    config = simulation.model.shape.config.model_dump()
    job.write_text(json.dumps({"config": config, "library": str(simulation.library)}), "utf-8")
    try:
        programs.run(
            [sys.executable, "-m", "scripts.mutants.checks"],
            [job, result],
            cwd=work,
            log=work / "device.log",
            timeout=_DEVICE_LIMIT,
            env=_environment(number),
        )
        killer, detail = json.loads(result.read_text(encoding="utf-8"))
    except FailureError as error:
        _unless_stopped(error)
        killer, detail = "device/crash", str(error)
    return Verdict(number, killer, detail)


def _through_driver(simulation: Simulation, number: int, work: Path) -> Verdict:
    """The tests of the C driver, with the library of the mutants as the simulated DMA."""
    arguments = ["-p", "scripts.mutants.driver", "-p", "no:cacheprovider", "-p", "no:xdist"]
    log = work / "driver.log"
    try:
        programs.run(
            [sys.executable, "-m", "pytest", "-q", "-x", *arguments],
            [_ROOT / test for test in driver.TESTS],
            cwd=_ROOT,
            log=log,
            timeout=_DRIVER_LIMIT,
            env={**_environment(number), driver.LIBRARY: str(simulation.library)},
        )
    except FailureError as error:
        _unless_stopped(error)
        failed = re.findall(r"^FAILED \S+::(\S+)", log.read_text("utf-8"), re.MULTILINE)
        return Verdict(number, f"driver/{failed[0] if failed else 'crash'}", str(error))
    return Verdict(number, "", "")


def _environment(number: int) -> dict[str, str]:
    """The environment of a process with a mutant."""
    path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return {**os.environ, "PYTHONPATH": path, SELECT: str(number)}


def _unless_stopped(error: FailureError) -> None:
    """Raise an error of the machine or of a stopped program; ignore an error of the mutant."""
    if isinstance(error, MachineError) or programs.stopping():
        raise error


def _under_stress(simulation: Simulation, number: int, work: Path) -> Verdict:
    """The protocol stress, up to the first failing part."""
    try:
        stress = runner.Simulation(
            simulation.model.shape.config,
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


def _code(shape: Shape) -> list[Path]:
    """The project's own inputs of a verdict, without the RTL."""
    names: tuple[str, ...] = ("packet_campaigns", "packet_stress")
    if shape.blocks:
        names = ("block_campaigns", "stress.bench", "stress.runner")
    code = list(code_of(*(f"roundel.verify.{name}" for name in names)))
    harness = sorted(path for path in design.sim_root().rglob("*") if path.is_file())
    tests = sorted({_ROOT / test.partition("::")[0] for test in driver.TESTS})
    if shape.top == design.DMA:
        parts = [path for path in design.driver_root().rglob("*.[ch]") if path.is_file()]
        code += [*tests, *sorted(parts), Path(driver.__file__)]
    return [*code, *harness, Path(__file__)]


def _answers(config: Config, device: Device) -> Iterator[Tally]:
    """All campaigns on the device that take less than seconds."""
    yield from block_campaigns.known_answers(config, device, "kat", null_progress)
    yield from block_campaigns.known_answers(config, device, "mmt", null_progress)
    yield from block_campaigns.random_messages(config, device, SEED, null_progress)


def _packets(config: Config, device: Stream) -> Iterator[Tally]:
    """The same for a packet engine, then its protocol stress."""
    shape = packet_campaigns.Shape.of(config)
    device.reset()
    Exchange(device).forget()
    yield from packet_campaigns.known_answers(shape, device, "kat", null_progress, selected=True)
    yield from packet_campaigns.known_answers(shape, device, "mmt", null_progress, selected=True)
    yield from packet_campaigns.random_packets(shape, device, SEED, null_progress)
    yield from packet_stress.stress(shape, device, SEED, null_progress)


def _tallies(config: Config, library: Path) -> Iterator[Tally]:
    """All campaigns on the device of a library."""
    if design.top_of(config) in design.BLOCKS:
        with Device(config, library) as device:
            device.set_watchdog(_WATCHDOG)
            yield from _answers(config, device)
    else:
        with Stream(config.name, library) as stream:
            stream.set_watchdog(_PACKET_WATCHDOG)
            yield from _packets(config, stream)


def _main(job: str, result: str) -> None:
    """Run the campaigns on the device of a job; write the first failure and its message."""
    request = json.loads(Path(job).read_text(encoding="utf-8"))
    config = Config(**request["config"])
    killer, detail = "", ""
    try:
        for tally in _tallies(config, Path(request["library"])):
            if tally.failed:
                killer, detail = tally.name, tally.failures[0]
                break
    except FailureError as error:
        killer, detail = "device", str(error)
    Path(result).write_text(json.dumps([killer, detail]), encoding="utf-8")


if __name__ == "__main__":
    _main(*sys.argv[1:])
