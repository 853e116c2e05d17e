# SPDX-License-Identifier: Apache-2.0
"""The steps of place and route, and the record that they lead to.

Yosys maps the design alone and the harness is put around the mapped design (`prepare`). nextpnr
places and routes both, once for each seed (`route`). Each step is kept by content, so no step is
repeated. `roundel.fpga.works` makes jobs of these steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.design import Config, Facts, Port
from roundel.fpga import mapping, nextpnr, recipes
from roundel.fpga.harness import harness
from roundel.fpga.mapping import Cells, Circuit, Watch
from roundel.fpga.netlist import simulation_netlist
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import Flow, SynthRecord
from roundel.fpga.targets import Target

__all__ = [
    "DEFAULT_SEEDS",
    "NEXTPNR_TIMEOUT",
    "ConfigDesign",
    "Placeable",
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
]

DEFAULT_SEEDS = (1, 2, 3)
MAX_SEEDS = 1000  # of one command
YOSYS_TIMEOUT = 1800.0  # seconds; the largest pipelines take some minutes
NEXTPNR_TIMEOUT = 3600.0  # seconds a seed

_ROUND = 2500.0  # LUT4 and flip-flops of a round, roughly


@dataclass(frozen=True)
class Prepared:
    """A configuration mapped and in its harness, from which every part and seed begins.

    Attributes:
        facts: The facts of a configuration; None for a design that is none.
        core: The cells of the core.
        around: The cells of the harness.
        recipe: How the core was mapped.
        frontend: What read the RTL.
        seconds: How long Yosys took to read and to map the core when that was done.
        netlist: Both, as JSON, for nextpnr.
    """

    facts: Facts | None
    core: Cells
    around: Cells
    recipe: str
    frontend: recipes.Frontend
    seconds: float
    netlist: Path


def parse_seeds(text: str) -> list[int]:
    """Seeds as written on a command line: "1,2,3" or "101..105".

    Raises:
        InputError: Not whole numbers from 1, one of them twice, or too many.
    """
    ranges = []
    try:
        for item in text.split(","):
            first, _, last = item.partition("..")
            ranges.append(range(int(first), int(last or first) + 1))
    except ValueError as error:
        raise InputError(
            f"seeds are whole numbers and ranges with commas between them, not {text!r}; write "
            "1,2,3 or 101..105."
        ) from error
    if sum(numbers.stop - numbers.start for numbers in ranges) > MAX_SEEDS:
        raise InputError(f"{text} has more than {MAX_SEEDS:,} seeds; give fewer.")
    seeds = [seed for numbers in ranges for seed in numbers]
    check_seeds(seeds)
    return seeds


class Placeable(Protocol):
    """A design that can be mapped, placed and routed: frozen, and it can be pickled."""

    @property
    def name(self) -> str:
        """The design's name in messages."""

    @property
    def size(self) -> float:
        """LUT4 and flip-flops, roughly, before the design is mapped."""

    @property
    def recipe(self) -> str:
        """The name of the recipe in `recipes.RECIPES`."""

    @property
    def frontend(self) -> recipes.Frontend:
        """The reader of the RTL."""

    def values(self) -> Mapping[str, int | str]:
        """Everything that the design is made from beside its sources."""

    def sources(self) -> Sequence[Path]:
        """The design's sources."""

    def circuit(self) -> tuple[Circuit, Sequence[Port], Facts | None]:
        """The circuit, its ports, and the facts of a configuration.

        Raises:
            FailureError: The design cannot be built.
        """


@dataclass(frozen=True)
class ConfigDesign:
    """A configuration of the library as a `Placeable`.

    Attributes:
        config: The configuration.
        recipe: The name of the recipe; not "auto".
        frontend: The reader of the RTL.
    """

    config: Config
    recipe: str
    frontend: recipes.Frontend = "slang"

    @classmethod
    def of(cls, config: Config, recipe: str = recipes.AUTO, frontend: str = "slang") -> Self:
        """A configuration with names that a user gave.

        Raises:
            InputError: There is no such recipe or front end.
        """
        return cls(config, recipes.find_recipe(recipe).name, recipes.find_frontend(frontend))

    @property
    def name(self) -> str:
        """The configuration's name."""
        return self.config.name

    @property
    def size(self) -> float:
        """The hardware rounds of all lanes."""
        return _ROUND * self.config.Rounds * self.config.Lanes

    def values(self) -> Mapping[str, int | str]:
        """The top with its parameters as the RTL's integers, and how they are mapped."""
        how = {"top": design.top_of(self.config), "recipe": self.recipe, "frontend": self.frontend}
        return {**design.parameters(self.config), **how}

    def sources(self) -> Sequence[Path]:
        """The RTL of the design, with the vendor's files and cells."""
        top, parameters = design.top_of(self.config), design.parameters(self.config)
        whole = recipes.reads_defaults(self.frontend, others=False)
        return design.closure(top, parameters, vendor=recipes.VENDOR, whole=whole)

    def circuit(self) -> tuple[Circuit, Sequence[Port], Facts | None]:
        """See `Placeable.circuit`."""
        circuit = Circuit.core(self.config)
        return circuit, design.ports(self.config), design.facts(self.config)


def prepare(placeable: Placeable, watch: Watch | None = None) -> Prepared:
    """Map a design and put the harness around it.

    Args:
        placeable: The design.
        watch: Called once a second with Yosys' stage; ends Yosys by an exception.

    Raises:
        InputError: The configuration cannot work.
        FailureError: Yosys is missing, fails or takes too long.
    """
    circuit, ports, facts = placeable.circuit()
    around = harness(circuit.top, ports)
    recipe = recipes.find_recipe(placeable.recipe)
    mapped = mapping.map_circuit(circuit, recipe, placeable.frontend, YOSYS_TIMEOUT, watch)
    whole = mapping.harnessed(mapped, around, YOSYS_TIMEOUT, watch)
    return Prepared(
        facts,
        mapped.cells,
        Cells(around.lut4, around.ff, 0, 0),
        recipe.name,
        placeable.frontend,
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
        prepared.facts or design.facts(config),
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
