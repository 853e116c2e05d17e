# SPDX-License-Identifier: Apache-2.0
"""From a configuration to its record.

Yosys maps the core alone and the harness is put around the mapped core (`prepare`), and nextpnr
places and routes both, once a seed (`route`). Each step is kept by content, so nothing is done
twice: a new seed costs that seed alone. `synth` goes the whole way for one configuration, as many
seeds at a time as there are processors; `roundel.explore` takes the same steps for many.
"""

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.base.stages import Board, Stage
from roundel.design import Config, Facts
from roundel.fpga import mapping, nextpnr, recipes
from roundel.fpga.harness import harness
from roundel.fpga.mapping import Cells, Watch
from roundel.fpga.netlist import simulation_netlist
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import Flow, SynthRecord
from roundel.fpga.targets import Target, find_target

__all__ = [
    "DEFAULT_SEEDS",
    "NEXTPNR_TIMEOUT",
    "Prepared",
    "check_cells",
    "check_seeds",
    "check_size",
    "netlist",
    "own_cells",
    "parse_seeds",
    "prepare",
    "record",
    "route",
    "synth",
]

DEFAULT_SEEDS = (1, 2, 3)
YOSYS_TIMEOUT = 1800.0  # seconds; the largest pipelines take some minutes
NEXTPNR_TIMEOUT = 3600.0  # seconds a seed

_MAPPING_SHARE = 0.3  # of the whole, for a display of progress

Result = TypeVar("Result")
_Job = Callable[[Callable[[], None]], Result]


@dataclass(frozen=True)
class Prepared:
    """A configuration mapped and in its harness, from which every part and seed begins.

    Attributes:
        facts: What follows from the configuration.
        core: The cells of the core.
        around: The cells of the harness.
        recipe: How the core was mapped.
        frontend: What read the RTL.
        seconds: How long Yosys took to read and to map the core when that was done.
        netlist: Both, as JSON, for nextpnr.
    """

    facts: Facts
    core: Cells
    around: Cells
    recipe: str
    frontend: recipes.Frontend
    seconds: float
    netlist: Path


def parse_seeds(text: str) -> list[int]:
    """Seeds as written on a command line: "1,2,3".

    Raises:
        InputError: Not whole numbers from 1, or one of them twice.
    """
    try:
        seeds = [int(item) for item in text.split(",")]
    except ValueError as error:
        raise InputError(
            f"seeds are whole numbers with commas between them, not {text!r}; write 1,2,3."
        ) from error
    check_seeds(seeds)
    return seeds


def synth(
    config: Config,
    target: str,
    seeds: Sequence[int] = DEFAULT_SEEDS,
    progress: Progress = null_progress,
    *,
    recipe: str = recipes.AUTO,
    frontend: str = "slang",
    timeout: float = NEXTPNR_TIMEOUT,
) -> SynthRecord:
    """Map, place and route a configuration.

    Args:
        config: The configuration.
        target: The part, for example "ecp5-85k-8".
        seeds: The placer's seeds, whole numbers from 1; at least one.
        progress: Told what is being done.
        recipe: A name of `RECIPES`, or "auto".
        frontend: What reads the RTL, "slang" or "verilog".
        timeout: Seconds that one run of nextpnr may take.

    Returns:
        The record.

    Raises:
        InputError: A name or a seed is unusable, or the configuration cannot work.
        FailureError: A tool is missing, fails or takes too long, or the design is too large for
            the part.
    """
    part = find_target(target)
    check_seeds(seeds)
    board = Board(f"mapping {config.name}", ["Yosys"], progress, 0.0, _MAPPING_SHARE)
    prepared = prepare(
        config, lambda stage: board.show("Yosys", stage), recipe=recipe, frontend=frontend
    )
    board.show("Yosys", Stage(f"{prepared.core.lut4} LUT4", 1.0))
    check_size(prepared, part)
    return record(config, part, prepared, _route(prepared, part, seeds, timeout, progress))


def prepare(
    config: Config,
    watch: Watch | None = None,
    *,
    recipe: str = recipes.AUTO,
    frontend: str = "slang",
) -> Prepared:
    """Map a configuration's core and put the harness around it.

    Args:
        config: The configuration.
        watch: Told once a second how far Yosys is; what it raises ends Yosys.
        recipe: A name of `RECIPES`, or "auto".
        frontend: What reads the RTL, "slang" or "verilog".

    Raises:
        InputError: A name is unusable, or the configuration cannot work.
        FailureError: Yosys is missing, fails or takes too long.
    """
    reader = recipes.find_frontend(frontend)
    way = recipes.find_recipe(recipe)
    facts = design.facts(config)
    around = harness(design.top_of(config), design.ports(config))
    mapped = mapping.map_core(config, way, reader, YOSYS_TIMEOUT, watch)
    whole = mapping.harnessed(mapped, around, YOSYS_TIMEOUT, watch)
    return Prepared(
        facts,
        mapped.cells,
        Cells(around.lut4, around.ff, 0, 0),
        way.name,
        reader,
        mapped.seconds,
        whole,
    )


def route(
    prepared: Prepared, part: Target, seed: int, watch: Watch, timeout: float = NEXTPNR_TIMEOUT
) -> Run:
    """Place and route with one seed.

    Args:
        prepared: From `prepare`, and not too large for the part (`check_size`).
        part: The part.
        seed: The placer's seed.
        watch: Told once a second how far nextpnr is; what it raises ends nextpnr.
        timeout: Seconds that it may take.

    Raises:
        FailureError: nextpnr is missing, fails or takes too long, or its counts are not those of
            Yosys.
    """
    run = nextpnr.place_and_route(prepared.netlist, part, seed, watch, timeout)
    own_cells(prepared.core, prepared.around, [run])
    return run


def record(config: Config, part: Target, prepared: Prepared, runs: Sequence[Run]) -> SynthRecord:
    """The record of a configuration on a part, from at least one run.

    Raises:
        FailureError: The counts of Yosys and nextpnr do not agree.
    """
    return SynthRecord.of(
        config,
        part.name,
        prepared.facts,
        own_cells(prepared.core, prepared.around, runs),
        runs,
        Flow(
            frontend=prepared.frontend,
            recipe=prepared.recipe,
            options=list(runs[0].options),
        ),
        {name: tools.find(name).version for name in ("yosys", "nextpnr-ecp5")},
        prepared.seconds,
    )


def netlist(
    config: Config,
    frontend: str = "slang",
    progress: Progress = null_progress,
    *,
    recipe: str = recipes.AUTO,
) -> Path:
    """The mapped netlist of a configuration's core, for simulation in place of the RTL.

    Args:
        config: The configuration.
        frontend: What reads the RTL, "slang" or "verilog".
        progress: Told what is being done.
        recipe: A name of `RECIPES`, or "auto": the one that `synth` takes.

    Returns:
        A file that `Device.open` takes, or of a configuration with a mode `Stream.open`: it has
        the top, without parameters.

    Raises:
        InputError: A name is unusable, or the configuration cannot work.
        FailureError: Yosys is missing, fails or takes too long.
    """
    reader = recipes.find_frontend(frontend)
    way = recipes.find_recipe(recipe)
    design.check(config)
    progress(f"mapping {config.name} to LUTs ({reader}, {way.name})", None)
    return simulation_netlist(config, reader, way, YOSYS_TIMEOUT)


def check_seeds(seeds: Sequence[int]) -> None:
    """Refuse seeds that place and route cannot use.

    Raises:
        InputError: None, not a whole number from 1, or one of them twice.
    """
    if not seeds:
        raise InputError("there is no seed; give at least one, for example 1.")
    for seed in seeds:
        if not 1 <= seed < 2**31:
            raise InputError(
                f"seed {seed} is not possible; seeds are whole numbers from 1 to 2^31 - 1."
            )
    if len(set(seeds)) < len(seeds):
        raise InputError("a seed is given twice; give each seed once.")


def check_size(prepared: Prepared, part: Target) -> None:
    """Refuse a design that the part cannot hold, before nextpnr tries for hours.

    Raises:
        FailureError: It cannot; the text says what it lacks.
    """
    check_cells(prepared.core, prepared.around, part)


def check_cells(cells: Cells, around: Cells, part: Target) -> None:
    """Refuse a circuit and its harness; see `check_size`.

    Raises:
        FailureError: The part cannot hold them.
    """
    over = [
        f"{need:,} {what} where it has {there:,}"
        for need, there, what in (
            (cells.lut4 + around.lut4, part.lut4, "LUT4"),
            (cells.ff + around.ff, part.ff, "FF"),
            (cells.bram, part.bram, "block RAMs"),
        )
        if need > there
    ]
    if over:
        raise FailureError(
            f"the design with its harness is too large for {part.name}: it needs "
            f"{' and '.join(over)}; choose a larger part or a smaller configuration."
        )


def _route(
    prepared: Prepared, part: Target, seeds: Sequence[int], timeout: float, progress: Progress
) -> list[Run]:
    """Place and route with every seed."""
    names = {seed: f"seed {seed}" for seed in seeds}
    board = Board(f"{part.name}", names.values(), progress, _MAPPING_SHARE, 1.0)
    if not all(nextpnr.is_done(prepared.netlist, part, seed) for seed in seeds):
        nextpnr.warm_up(timeout)

    def job(seed: int) -> _Job[Run]:
        def work(pause: Callable[[], None]) -> Run:
            def watch(stage: Stage) -> None:
                pause()
                board.show(names[seed], stage)

            run = route(prepared, part, seed, watch, timeout)
            board.show(names[seed], Stage(f"{run.routed.fmax_mhz:.1f} MHz", 1.0))
            return run

        return work

    return _in_parallel([job(seed) for seed in seeds])


def own_cells(cells: Cells, around: Cells, runs: Sequence[Run]) -> tuple[int, int, int]:
    """LUT4, flip-flops and block RAMs of the core alone, as nextpnr counted them.

    The routed design is the core, the harness, whose cells are known, and the LUT4 that nextpnr
    adds to every design, even to one of nothing but flip-flops, as the source of a constant. What
    else it adds (a second constant, the ends of carry chains) counts for the core.

    Args:
        cells: Of the core, as Yosys made them.
        around: Of the harness.
        runs: At least one.

    Raises:
        FailureError: The counts of Yosys and nextpnr do not agree.
    """
    routed = max((run.routed for run in runs), key=lambda routed: routed.lut4)
    lut4, ff = routed.lut4 - around.lut4 - 1, routed.ff - around.ff
    added = lut4 - cells.lut4
    if not 0 <= added <= 1 + 4 * cells.carry or (ff, routed.bram) != (cells.ff, cells.bram):
        raise FailureError(
            f"nextpnr-ecp5 counts {lut4} LUT4, {ff} FF and {routed.bram} block RAMs where yosys "
            f"made {cells.lut4}, {cells.ff} and {cells.bram}; the figures cannot be trusted."
        )
    return lut4, ff, routed.bram


class _StoppedError(Exception):
    """Ends a job whose result nobody wants any more."""


def _in_parallel(jobs: Sequence[_Job[Result]]) -> list[Result]:
    """Do jobs at the same time, as many as there are processors; the first failure ends all.

    Args:
        jobs: Each is given a function to call now and then, which ends it when that is due.

    Returns:
        Their results, in order.
    """
    stop = threading.Event()

    def pause() -> None:
        if stop.is_set():
            raise _StoppedError

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        futures = [pool.submit(job, pause) for job in jobs]
        try:
            programs.settle(futures)
            for future in futures:
                if future.done():
                    future.result()
            return [future.result() for future in futures]
        finally:
            stop.set()
            for future in futures:
                future.cancel()
