# SPDX-License-Identifier: Apache-2.0
"""The facts that distinguish FPGA families; `roundel.fpga.families` lists the families.

Each fact of a family is in one object: the commands of Yosys, the cells and their weights, the
cells of the harness, and the program and options of place and route. A family without a placer is
mapped only: its designs have counts of cells and no clock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from roundel.base.errors import InputError
from roundel.fpga.units import Unit

AUTO = "auto"


@dataclass(frozen=True)
class Recipe:
    """A recipe for the mapping of a design."""

    name: str  # the name in records
    purpose: str  # the purpose in one line
    # The Yosys commands between elaboration and checks, for the units of the elaborated design;
    # "{top}" in a command is the top module. The function is picklable: no lambda.
    commands: Callable[[Sequence[Unit]], tuple[str, ...]]


@dataclass(frozen=True)
class Whole:
    """Commands that map the whole design at once, without separate units."""

    commands: tuple[str, ...]

    def __call__(self, found: Sequence[Unit]) -> tuple[str, ...]:
        """The commands; the units have no effect."""
        del found
        return self.commands


@dataclass(frozen=True)
class Weights:
    """The resources of each cell of a netlist, by cell type."""

    lut: Mapping[str, int]  # LUTs, including LUTs used as memory, carry or multiplexer
    ff: Mapping[str, int]
    ram: Mapping[str, int]  # block RAMs of the size `Family.ram`
    carry: Mapping[str, int] = field(default_factory=dict)  # their LUTs are in `lut` too
    # Multiplexers that join LUTs to wider LUTs, outside the LUTs.
    mux: Mapping[str, int] = field(default_factory=dict)
    dsp: Mapping[str, int] = field(default_factory=dict)
    free: tuple[str, ...] = ()  # cells without cost: pads, constants, clock buffers

    @property
    def known(self) -> set[str]:
        """All countable cell types."""
        return {*self.lut, *self.ff, *self.ram, *self.carry, *self.mux, *self.dsp, *self.free}


@dataclass(frozen=True)
class FlipFlop:
    """The harness's flip-flop, a cell without set, reset and enable."""

    cell: str  # the type with its parameters, as Verilog
    clock: str
    d: str
    q: str
    others: str = ""  # more connections, each after a comma


@dataclass(frozen=True)
class XorLut:
    """The harness's XOR gates of two, three and four inputs; a gate's other inputs are open."""

    cells: Mapping[int, str]  # the type with its parameters, as Verilog, by the number of inputs
    inputs: tuple[str, str, str, str]
    output: str

    @classmethod
    def of(cls, cell: str, inputs: str = "A B C D", output: str = "Z") -> "XorLut":
        """Gates from a cell with one truth table; "{init}" in `cell` is the table's four digits."""
        tables = {2: "6666", 3: "9696", 4: "6996"}
        a, b, c, d = inputs.split()
        made = {number: cell.replace("{init}", table) for number, table in tables.items()}
        return cls(made, (a, b, c, d), output)


@dataclass(frozen=True)
class Harness:
    """How a family's harness is built; see `roundel.fpga.harness`."""

    ff: FlipFlop
    xor: XorLut
    models: str  # the files of Yosys with the ports of the family's cells
    # Commands that add pads and the cells of constants; without commands, nextpnr adds these.
    pads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Placer:
    """Place and route of a family."""

    program: str  # the name in `roundel.base.tools`
    # The options of nextpnr except part and seed, for the bytes of a netlist. A picklable function.
    options: Callable[[bytes], tuple[str, ...]]
    # The keys of LUTs, flip-flops and block RAMs in the utilisation of nextpnr's report. A cell of
    # `lut` takes the given number of LUTs.
    lut: Mapping[str, int]
    ff: str | None  # None: a cell of `lut` contains a LUT and a flip-flop
    ram: tuple[str, ...]
    # Whether nextpnr's LUTs, without the harness, are the LUTs of the design. Otherwise Yosys' LUTs
    # are, and nextpnr's report only serves as a check.
    exact: bool = False
    # Whether nextpnr may make two block RAMs of one; nextpnr's count of block RAMs is then the
    # design's.
    divides_ram: bool = False
    # The file of pin constraints: its name, and the lines for a port; "{pin}" and "{port}" are
    # replaced. None: nextpnr chooses pins.
    constraints: tuple[str, str] | None = None


@dataclass(frozen=True)
class Fixed:
    """Options of nextpnr that are independent of the netlist."""

    options: tuple[str, ...]

    def __call__(self, netlist: bytes) -> tuple[str, ...]:
        """The options."""
        del netlist
        return self.options


@dataclass(frozen=True)
class Ram:
    """The memory cells of one kind, with the words and the width of the smallest cell."""

    cells: tuple[str, ...]
    words: int
    width: int


@dataclass(frozen=True)
class Memories:
    """Memories and latches of a family; scripts/vendors.py checks a mapping with these facts."""

    block: Ram
    lut: Ram | None  # None: no LUT RAM, or none that nextpnr can place
    latches: tuple[str, ...]  # cells; empty: the family builds latches from LUTs
    obeys_ram_style: bool = True  # False: Yosys may choose block RAM in place of LUT RAM

    @property
    def before_mapping(self) -> tuple[str, ...]:
        """The commands of Yosys before the mapping.

        Without LUT RAM, Yosys refuses a memory that asks for distributed RAM. The commands remove
        the request, and Yosys chooses block RAM or flip-flops.
        """
        if self.lut is not None:
            return ()
        unset = "-unset ramstyle -unset syn_ramstyle -unset ram_style"
        return (f"setattr {unset} a:ram_style=distributed",)


@dataclass(frozen=True)
class Family:
    """An FPGA family.

    Attributes:
        name: The name in records, for example "ecp5".
        title: The vendor's name of the family.
        vendor: The folder in rtl/vendor whose files replace the library's.
        synth: The command of Yosys that maps a whole design, without "-top" and without pads.
        lut: The kind of the counted LUTs.
        ram: The kind of the counted block RAMs.
        weights: The resources of each cell.
        recipes: The recipes of the mapping, by name.
        best: The recipe "auto".
        best_of: The recipe "auto" of a mode of operation, if the mode has its own.
        memories: The kinds of memory and the latches; None for a family with LUT RAM and without
            the checks of scripts/vendors.py.
        harness: The cells of the harness; None for a family that is mapped only.
        placer: Place and route; None for a family that is mapped only.
        flow: The flow of `roundel export` with the vendor's tool.
    """

    name: str
    title: str
    vendor: Literal["ecp5", "fpga"]
    synth: str
    lut: str
    ram: str
    weights: Weights
    recipes: Mapping[str, Recipe]
    best: str = "plain"
    best_of: Mapping[str, str] = field(default_factory=dict)
    memories: Memories | None = None
    harness: Harness | None = None
    placer: Placer | None = None
    flow: str = "yosys"

    def find_recipe(self, name: str = AUTO, mode: str = "") -> Recipe:
        """The recipe with a name of `recipes`, or "auto": the best recipe for a mode of operation.

        Raises:
            InputError: The family has no such recipe.
        """
        chosen = self.best_of.get(mode, self.best) if name == AUTO else name
        if chosen not in self.recipes:
            raise InputError(
                f"there is no synthesis recipe {name!r} for {self.title}; choose one of "
                f"{', '.join([AUTO, *self.recipes])}."
            )
        return self.recipes[chosen]


def plain(synth: str) -> dict[str, Recipe]:
    """The only recipe of a family without own S-boxes: the family's command of Yosys."""
    commands = Whole((f"{synth} -top {{top}}",))
    return by_name(Recipe("plain", f"{synth}: the whole design at once", commands))


def by_name(*recipes: Recipe) -> dict[str, Recipe]:
    """Recipes by their names."""
    return {recipe.name: recipe for recipe in recipes}


def ones(*cells: str) -> dict[str, int]:
    """Cells of weight 1; words separated by spaces."""
    return dict.fromkeys(" ".join(cells).split(), 1)
