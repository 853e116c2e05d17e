# SPDX-License-Identifier: Apache-2.0
"""The rows of the store of characterised designs, and the head of the store."""

import statistics
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from roundel.base.record import Part as _Object

SCHEMA: Literal["roundel.characterised/1"] = "roundel.characterised/1"

Count = Annotated[int, Field(ge=0, le=10**9)]
Positive = Annotated[int, Field(ge=1, le=10**9)]
Quantity = Annotated[float, Field(ge=1e-6, le=1e9, allow_inf_nan=False)]
"""A positive quantity, with a unit in its name."""

CELLS = "cells"
"""The first word of the target of a library of standard cells: "cells:NAME"."""

STA = "sta"
"""The name of the only clock of a design in standard cells, which has no seed of a placer."""

FEWEST_ROWS = 12
"""Rows of a target for an estimate: fewer rows do not give a trend."""

POWER_ACTIVITY = "constant keys, with glitches"
"""A part of the `Power.activity` whose power gives the energy of a design."""


class Power(_Object):
    """The power of a design in standard cells.

    Attributes:
        activity: The data of the netlist, and the counted changes, as of `roundel synth --power`.
        mw: The total power in mW.
        mhz: The clock in MHz.
    """

    activity: str
    mw: Quantity
    mhz: Quantity


class Row(_Object):
    """A measured design.

    Attributes:
        target: The part, or "cells:NAME" with the name of a library of standard cells.
        top: The kind of top: a key of `Head.defaults`.
        config: The parameters that differ from the defaults of the top.
        recipe: The recipe of the mapping.
        frontend: The front end of the RTL.
        lut: LUTs of the kind `Part.lut_kind`; None in standard cells.
        ff: Flip-flops.
        ram: Block RAMs of the kind `Part.ram_kind`; None in standard cells.
        kge: Area in thousands of gate equivalents; None on an FPGA.
        mhz: The clock after routing by the placer's seed, in MHz; in standard cells by `STA`; empty
            for a family that is mapped only.
        cycles_per_block: Cycles between blocks in each lane at full throughput.
        latency_cycles: From a block's or beat's acceptance to its result at the output.
        lanes: Parallel blocks.
        stream_cycles: CBC encryption: cycles between blocks of one stream; None for other designs.
        power: Power in standard cells; empty where power was not measured.
        rtl: The digest of the elaborated RTL with the family's own files
            (`roundel.characterised.collect.digest_of`).
        commit: The commit of the RTL.
        tools: Versions by tool.
    """

    target: str
    top: str
    config: dict[str, int | str]
    recipe: str
    frontend: str = ""
    lut: Positive | None = None
    ff: Positive
    ram: Count | None = None
    kge: Quantity | None = None
    mhz: dict[str, Quantity]
    cycles_per_block: Positive
    latency_cycles: Positive
    lanes: Positive
    stream_cycles: Positive | None = None
    power: list[Power] = Field(default_factory=list)
    rtl: str
    commit: str
    tools: dict[str, str]

    @property
    def mhz_median(self) -> float:
        """The median clock of the seeds, in MHz; 0 without a clock."""
        return statistics.median(self.mhz.values()) if self.mhz else 0.0

    @property
    def mhz_min(self) -> float:
        """The lowest clock of the seeds, in MHz; 0 without a clock."""
        return min(self.mhz.values(), default=0.0)

    @property
    def key(self) -> str:
        """The identity of a row: a store has no two rows with equal keys."""
        return make_key(self.target, self.top, self.config, self.recipe)

    @property
    def design(self) -> str:
        """The key without the target. Rows of one design on several parts share the key."""
        return self.key.partition(" ")[2]


def make_key(target: str, top: str, config: Mapping[str, int | str], recipe: str) -> str:
    """The key of a row with these values."""
    own = ",".join(f"{name}={config[name]}" for name in sorted(config))
    return f"{target} {top} {own} {recipe}"


class Candidate(_Object):
    """A design without a measurement, near a measured design.

    Attributes:
        top: The kind of top: a key of `Head.defaults`.
        config: The parameters that differ from the defaults of the top.
        cycles_per_block: Cycles between blocks in each lane at full throughput.
        latency_cycles: From a block's or beat's acceptance to its result at the output.
        lanes: Parallel blocks.
        stream_cycles: CBC encryption: cycles between blocks of one stream; None for other designs.
    """

    top: str
    config: dict[str, int | str]
    cycles_per_block: Positive
    latency_cycles: Positive
    lanes: Positive
    stream_cycles: Positive | None = None

    @property
    def key(self) -> str:
        """The identity of a candidate."""
        return make_key("", self.top, self.config, "")


class PacketRate(_Object):
    """Cycles per packet of back-to-back packets, measured in simulation.

    In CBC encryption all streams carry packets; `Row.stream_cycles` has the rate of one stream.

    S-boxes, register positions and targets do not change the cycles, so a row serves every design
    with an equal structure.

    Attributes:
        structure: The parameters that decide the cycles, by name.
        cycles: Cycles per packet by the bytes of the packet's text.
        aad_bytes: Bytes of AAD in each packet of GCM.
        rtl: The digest of the RTL of the simulated design.
        commit: The commit of the RTL.
    """

    structure: dict[str, int | str]
    cycles: dict[Positive, Quantity] = Field(min_length=2)
    aad_bytes: Count
    rtl: str
    commit: str

    @property
    def key(self) -> str:
        """The identity of a packet rate."""
        return make_key("", "", self.structure, "")


class Part(_Object):
    """An FPGA with a speed grade, or a family that is mapped only.

    Attributes:
        family: The family: clocks of a part serve other parts of the family.
        lut: LUTs of the part; 0 for a family that is mapped only, which has no capacities.
        ff: Flip-flops of the part.
        ram: Block RAMs of the part.
        lut_kind: The kind of the LUTs, for example "LUT6".
        ram_kind: The kind of the block RAMs, for example "18-kbit block RAM".
    """

    family: str
    lut: Count
    ff: Count
    ram: Count
    lut_kind: str
    ram_kind: str

    @property
    def placed(self) -> bool:
        """Whether designs are placed and routed; otherwise designs have counts and no clock."""
        return self.lut > 0

    @property
    def ram_unit(self) -> str:
        """The unit of a number of block RAMs, for example "block RAMs of 18 kbit"."""
        size = self.ram_kind.removesuffix(" block RAM").replace("-", " ")
        return f"block RAMs of {size}"


class Library(_Object):
    """A library of standard cells.

    Attributes:
        digest: The digest of the library's files.
        conditions: Process, voltage and temperature.
    """

    digest: str
    conditions: str


class Head(_Object):
    """The head of the store: facts that all rows share.

    Attributes:
        schema_: The name and the version of the store ("schema" in JSON).
        defaults: The parameters of each kind of top with their default values.
        parts: The FPGAs by name.
        libraries: The libraries of standard cells by target.
    """

    schema_: str = Field(default=SCHEMA, alias="schema")
    defaults: dict[str, dict[str, int | str]]
    parts: dict[str, Part]
    libraries: dict[str, Library] = Field(default_factory=dict)

    def family(self, target: str) -> list[str]:
        """The parts of the family of a target; a library of standard cells is alone."""
        part = self.parts.get(target)
        if part is None:
            return [target]
        return [name for name, other in self.parts.items() if other.family == part.family]

    def is_placed(self, target: str) -> bool:
        """Whether designs on a target have a measured clock: all targets not mapped only."""
        part = self.parts.get(target)
        return part is None or part.placed


PACKET_FIELDS = (
    "Mode", "Direction", "KeyBits", "Rounds", "Stages", "Lanes", "KeySlots", "Streams", "Depth",
)  # fmt: skip
"""The parameters that decide the cycles per packet."""


def structure_of(fields: dict[str, int | str]) -> dict[str, int | str]:
    """The structure of a packet engine, from all parameters of its top."""
    return {name: fields[name] for name in PACKET_FIELDS if name in fields}
