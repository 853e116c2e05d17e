# SPDX-License-Identifier: Apache-2.0
"""The steps of place and route, and their record.

Yosys maps the design separately, then the harness is added to the mapped design (`prepare`).
nextpnr places and routes both, once for each seed (`route`). The cache keeps each step by content,
so no step is repeated. `roundel.fpga.works` makes jobs of these steps. A family that is mapped only
has no harness and no runs.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from roundel import design
from roundel.base import tools
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, Facts, Port
from roundel.design import elaborate as rtl
from roundel.fpga import mapping, nextpnr, recipes
from roundel.fpga.ecp5 import ECP5
from roundel.fpga.family import AUTO, Family, Placer
from roundel.fpga.harness import harness
from roundel.fpga.mapping import Cells, Circuit
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import Flow, Fmax, MappedRecord, SynthRecord
from roundel.fpga.targets import Target
from roundel.fpga.yosys import YOSYS_TIMEOUT, Watch

DEFAULT_SEEDS = (1, 2, 3)
MAX_SEEDS = 1000  # per command
NEXTPNR_TIMEOUT = 3600.0  # seconds per seed


@dataclass(frozen=True)
class Prepared:
    """A mapped design in its harness, the input of all runs."""

    facts: Facts | None  # the facts of a configuration; None for other modules
    core: Cells
    around: Cells  # the harness; no cells for a family that is mapped only
    recipe: str  # the recipe of the core
    frontend: recipes.Frontend
    seconds: float  # the time of Yosys for reading and mapping the core
    # Core and harness as JSON, for nextpnr; the core in Yosys' format for a family that is mapped
    # only.
    netlist: Path

    def flow(self, runs: Sequence[Run]) -> Flow:
        """The settings of the tools for runs of this design."""
        options = list(runs[0].options) if runs else []
        return Flow(frontend=self.frontend, recipe=self.recipe, options=options)


def parse_seeds(text: str) -> list[int]:
    """Seeds in the notation of a command line: "1,2,3" or "101..105"."""
    ranges = []
    try:
        for item in text.split(","):
            first, dots, last = item.partition("..")
            ranges.append(range(int(first), int(last if dots else first) + 1))
            if not ranges[-1]:
                raise ValueError
    except ValueError as error:
        raise InputError(
            f"{text!r} is not a list of seeds; write whole numbers or ranges separated by commas, "
            "for example 1,2,3 or 101..105."
        ) from error
    if sum(numbers.stop - numbers.start for numbers in ranges) > MAX_SEEDS:
        raise InputError(f"{text} has more than {MAX_SEEDS:,} seeds; give fewer seeds.")
    seeds = [seed for numbers in ranges for seed in numbers]
    check_seeds(seeds)
    return seeds


class Placeable(ABC):
    """A module of the library, or a module around the library, for place and route.

    A subclass is frozen and picklable.
    """

    recipe: str  # a name in the recipes of the family
    frontend: recipes.Frontend  # the reader of the RTL

    @property
    def family(self) -> Family:
        """The FPGA family."""
        return ECP5

    @property
    def name(self) -> str:
        """The design's name in messages."""
        return self.module().name

    @property
    @abstractmethod
    def size(self) -> float:
        """An estimate of LUT4 and flip-flops before mapping."""

    @abstractmethod
    def module(self) -> Circuit:
        """The module."""

    def values(self) -> Mapping[str, int | str]:
        """The module with its parameters, recipe and front end, and the family except ECP5."""
        found = self.module()
        how = {"top": found.top, "recipe": self.recipe, "frontend": self.frontend}
        if self.family != ECP5:  # stores of ECP5 results have no family
            how["family"] = self.family.name
        return {**found.parameters, **how}

    def sources(self) -> Sequence[Path]:
        """The RTL of the design, with the vendor's files and cells."""
        found = self.module()
        more = (*found.files, *found.others)
        whole = recipes.reads_defaults(self.frontend, bool(found.others))
        return design.closure(
            found.top, found.parameters, vendor=self.family.vendor, more=more, whole=whole
        )

    def circuit(self) -> tuple[Circuit, Sequence[Port], Facts | None]:
        """The module, its ports, and the facts; None without a configuration."""
        found = self.module()
        built = rtl.elaborate(tuple(self.sources()), found.top, tuple(found.parameters.items()))
        if built.complaints:
            raise FailureError(f"{found.name} cannot be built: {', '.join(built.complaints)}.")
        return found, built.ports, None


@dataclass(frozen=True)
class ConfigDesign(Placeable):
    """A configuration of the library."""

    config: Config
    recipe: str  # not "auto"
    frontend: recipes.Frontend = "slang"
    own_family: Family = field(default=ECP5, repr=False)

    @classmethod
    def of(
        cls, config: Config, recipe: str = AUTO, frontend: str = "slang", family: Family = ECP5
    ) -> Self:
        """A configuration with the user's names of recipe and front end."""
        return cls(
            config,
            family.find_recipe(recipe, config.Mode).name,
            recipes.find_frontend(frontend),
            family,
        )

    @property
    def family(self) -> Family:
        """The FPGA family."""
        return self.own_family

    @property
    def size(self) -> float:
        """An estimate of LUTs and flip-flops before mapping."""
        return design.rough_size(self.config)

    def module(self) -> Circuit:
        """The core."""
        return Circuit.core(self.config)

    def circuit(self) -> tuple[Circuit, Sequence[Port], Facts | None]:
        """The core, its ports, and the facts of the configuration."""
        return self.module(), design.ports(self.config), design.facts(self.config)


def prepare(placeable: Placeable, watch: Watch | None = None) -> Prepared:
    """Map a design and add the harness; see `yosys.step` for `watch`."""
    circuit, ports, facts = placeable.circuit()
    family, frontend = placeable.family, placeable.frontend
    recipe = family.find_recipe(placeable.recipe)
    mapped = mapping.map_circuit(circuit, family, recipe, frontend, YOSYS_TIMEOUT, watch)
    outside, netlist = Cells(0, 0, 0, 0), mapped.rtlil
    if family.harness is not None:
        around = harness(circuit.top, ports, family.harness)
        netlist = mapping.harnessed(mapped, around, YOSYS_TIMEOUT, watch)
        outside = Cells(around.lut, around.ff, 0, 0)
    return Prepared(facts, mapped.cells, outside, recipe.name, frontend, mapped.seconds, netlist)


def route(
    prepared: Prepared, part: Target, seed: int, watch: Watch, timeout: float = NEXTPNR_TIMEOUT
) -> Run:
    """Place and route a design with one seed; the design must fit the part."""
    run = nextpnr.place_and_route(prepared.netlist, part, seed, watch, timeout)
    own_cells(prepared, part.placer, [run])
    return run


def record(config: Config, part: Target, prepared: Prepared, runs: Sequence[Run]) -> SynthRecord:
    """The record of a configuration on a part with place and route, from at least one run."""
    facts = prepared.facts or design.facts(config)
    family, program = part.family, part.placer.program
    lut4, ff, bram = own_cells(prepared, part.placer, runs)
    clock = Fmax.of(runs)
    gbps = 128 * facts.lanes * clock.median / facts.cycles_per_block / 1000
    return SynthRecord(
        config=config,
        target=part.name,
        family=family.name,
        lut_kind=family.lut,
        ram_kind=family.ram,
        lut4=lut4,
        ff=ff,
        bram=bram,
        wide_mux=prepared.core.mux,
        carry=prepared.core.carry,
        fmax_mhz=clock,
        gbps=round(gbps, 4),
        latency_cycles=facts.output_latency_cycles,
        cycles_per_block=facts.cycles_per_block,
        mbps_per_slice=round(1000 * gbps / (max(lut4, ff) / 2), 4),
        critical_path=clock.typical(runs).routed.critical_path,
        flow=prepared.flow(runs),
        tools={name: tools.find(name).version for name in ("yosys", program)},
        seconds=round(prepared.seconds + sum(run.seconds for run in runs), 1),
    )


def mapped_record(config: Config, target: Target, prepared: Prepared) -> MappedRecord:
    """The record of a configuration in a family that is mapped only."""
    facts, cells = prepared.facts or design.facts(config), prepared.core
    return MappedRecord(
        config=config,
        target=target.name,
        family=target.family.name,
        lut=cells.lut,
        ff=cells.ff,
        bram=cells.bram,
        lut_kind=target.family.lut,
        ram_kind=target.family.ram,
        wide_mux=cells.mux,
        carry=cells.carry,
        latency_cycles=facts.output_latency_cycles,
        cycles_per_block=facts.cycles_per_block,
        bits_per_cycle=round(128 * facts.lanes / facts.cycles_per_block, 4),
        flow=prepared.flow([]),
        tools={"yosys": tools.find("yosys").version},
        seconds=round(prepared.seconds, 1),
    )


def check_seeds(seeds: Sequence[int]) -> None:
    """Raise an InputError for seeds that place and route cannot use."""
    if not seeds:
        raise InputError("there is no seed; give at least one seed, for example 1.")
    for seed in seeds:
        if not 1 <= seed < 2**31:
            raise InputError(
                f"seed {seed} is not possible; seeds are whole numbers from 1 to 2^31 - 1."
            )
    if len(set(seeds)) < len(seeds):
        raise InputError("a seed is given twice; give each seed once.")


def check_size(prepared: Prepared, part: Target) -> None:
    """Raise a FailureError if the part cannot hold the design: nextpnr would try for hours."""
    cells, around = prepared.core, prepared.around
    over = [
        f"{needed:,} {kind} instead of {capacity:,}"
        for needed, capacity, kind in (
            (cells.lut + around.lut, part.lut, part.family.lut),
            (cells.ff + around.ff, part.ff, "FF"),
            (cells.bram, part.bram, "block RAMs"),
        )
        if needed > capacity
    ]
    if over:
        raise FailureError(
            f"the design with its harness is too large for {part.name}: it needs "
            f"{' and '.join(over)}; choose a larger part or a smaller configuration."
        )


def own_cells(prepared: Prepared, placer: Placer, runs: Sequence[Run]) -> tuple[int, int, int]:
    """LUTs, flip-flops and block RAMs of the core.

    If the placer's counts are exact (`Placer.exact`), the LUTs are nextpnr's. The routed design
    consists of the core, the harness with known cells, and one LUT4 that nextpnr adds to every
    design as the source of a constant. Other cells added by nextpnr (a second constant, the ends of
    carry chains) count for the core. Otherwise all counts are Yosys', and nextpnr's must agree: a
    cell that contains a LUT and a flip-flop counts at most once for each. nextpnr counts a cell of
    several block RAMs once, and may divide a block RAM into two (`Placer.divides_ram`).

    Raises:
        FailureError: The counts of Yosys and nextpnr do not agree.
    """
    cells, around = prepared.core, prepared.around
    routed = max((run.routed for run in runs), key=lambda routed: routed.lut4)
    lut, ff = routed.lut4 - around.lut, routed.ff - around.ff
    bram = routed.bram + cells.joined_bram
    if placer.exact:
        lut -= 1
        agree = 0 <= lut - cells.lut <= 1 + 4 * cells.carry and ff == cells.ff
    elif placer.ff is None:
        luts, registers = cells.lut + around.lut, cells.ff + around.ff
        most = luts + registers + 4 * cells.carry + 1
        agree = max(luts, registers) <= routed.lut4 <= most
    else:
        agree = cells.lut <= lut and ff == cells.ff
    divided = cells.bram <= bram <= 2 * cells.bram if placer.divides_ram else bram == cells.bram
    if not (agree and divided):
        raise FailureError(
            f"{placer.program} counts {lut} LUTs, {ff} FF and {bram} block RAMs, but yosys made "
            f"{cells.lut}, {cells.ff} and {cells.bram}; the figures are unreliable."
        )
    return (lut if placer.exact else cells.lut), cells.ff, bram
