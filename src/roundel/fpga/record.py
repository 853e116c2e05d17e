# SPDX-License-Identifier: Apache-2.0
"""The records of a design on an FPGA: placed and routed, or mapped only."""

import statistics
from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, computed_field

from roundel.base.record import Part, Record, Row
from roundel.design import Config
from roundel.fpga.nextpnr import Run
from roundel.fpga.timing import CriticalPath

MAPPED_NOTE = (
    "mapped by Yosys, not placed and not routed: counts of cells only, no clock and no throughput"
)


class Fmax(Part):
    """The clock after routing, in MHz.

    Attributes:
        median: The median of the seeds; for an even number, the mean of the middle two.
        per_seed: The clock of each seed.
    """

    median: float
    per_seed: dict[str, float]

    @classmethod
    def of(cls, runs: Sequence[Run]) -> Self:
        """The clock of at least one run."""
        clocks = {str(run.seed): run.routed.fmax_mhz for run in runs}
        return cls(median=round(statistics.median(clocks.values()), 2), per_seed=clocks)

    def typical(self, runs: Sequence[Run]) -> Run:
        """The run with the clock nearest to the median."""
        return min(runs, key=lambda run: abs(run.routed.fmax_mhz - self.median))


class Flow(Part):
    """The settings of the tools, for repeating the result.

    Attributes:
        frontend: The front end of the RTL: "slang" or "verilog".
        recipe: The recipe of the mapping; see `roundel.fpga.recipes`.
        options: Options of nextpnr except part and seed.
    """

    frontend: str
    recipe: str
    options: list[str]


class SynthRecord(Record):
    """A design after place and route, without the harness.

    Attributes:
        config: The configuration's name and its parameters.
        target: The part.
        family: The part's FPGA family, for example "ecp5" or "ice40".
        lut4: Four-input LUTs of the kind `lut_kind`, including LUTs used as memory or carry, and
            two LUTs blocked by the write port of each 16x4 memory. For ECP5 the count is nextpnr's
            after packing, otherwise Yosys'.
        ff: Flip-flops.
        bram: Block RAMs of the kind `ram_kind`.
        lut_kind: The family's LUT: "LUT4", or "L2T4" (GateMate's tree of three two-input LUTs).
        ram_kind: The family's block RAM, for example "18-kbit block RAM".
        wide_mux: Multiplexers that join LUTs to wider LUTs, outside the LUTs.
        carry: Carry cells; their LUTs are included in `lut4`.
        fmax_mhz: The clock for each seed, and the median.
        gbps: 128 bits * lanes * median clock / cycles per block, in Gbit/s.
        latency_cycles: From a block's or beat's acceptance to its result at the output.
        cycles_per_block: Cycles between blocks in each lane at full throughput.
        mbps_per_slice: Mbit/s per slice. In every family, a slice is 2 LUT4 and 2 FF, so a design
            takes max(lut4, ff) / 2 slices.
        critical_path: The slowest path of the seed with the clock nearest to the median.
        flow: The settings of the tools.
        tools: Versions by tool.
        seconds: The time of synthesis and all seeds, as stored with a cached result.
    """

    schema_: Literal["roundel.synth/1"] = Field(default="roundel.synth/1", alias="schema")
    config: Config
    target: str
    family: str = "ecp5"
    lut4: int
    ff: int
    bram: int
    lut_kind: str = "LUT4"
    ram_kind: str = "18-kbit block RAM"
    wide_mux: int = 0
    carry: int = 0
    fmax_mhz: Fmax
    gbps: float
    latency_cycles: int
    cycles_per_block: int
    mbps_per_slice: float
    critical_path: CriticalPath
    flow: Flow
    tools: dict[str, str]
    seconds: float

    @computed_field  # type: ignore[prop-decorator]
    @property
    def latency_ns(self) -> float:
        """`latency_cycles` at the median clock."""
        return round(1000 * self.latency_cycles / self.fmax_mhz.median, 2)

    def figures(self, mhz: float | None = None) -> dict[str, float]:
        """The figures for comparing designs, by name, at a clock (default: the median)."""
        median = self.fmax_mhz.median
        clock = median if mhz is None else mhz
        share = clock / median
        return {
            "gbps": round(self.gbps * share, 4),
            "lut4": self.lut4,
            "ff": self.ff,
            "bram": self.bram,
            "mhz": clock,
            "latency_cycles": self.latency_cycles,
            "latency_ns": round(1000 * self.latency_cycles / clock, 2),
            "mbps_per_slice": round(self.mbps_per_slice * share, 4),
        }

    def to_rows(self) -> list[Row]:
        """One row for each seed, with the figures at the clock of that seed."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "target": self.target,
                "recipe": self.flow.recipe,
                "seed": int(seed),
                "cycles_per_block": self.cycles_per_block,
                **self.figures(mhz),
            }
            for seed, mhz in self.fmax_mhz.per_seed.items()
        ]


class MappedRecord(Record):
    """A design in the cells of a family that is mapped only: counts, no clock and no throughput.

    The counts are of Yosys' netlist before any placement. Vendors' tools may remove or merge cells.

    Attributes:
        config: The configuration's name and its parameters.
        target: The FPGA family, for example "xc7".
        family: The FPGA family again, as in a record of place and route.
        lut: LUTs of the kind `lut_kind`, including LUTs used as memory, shift register or carry.
        ff: Flip-flops.
        bram: Block RAMs of the kind `ram_kind`.
        lut_kind: The family's LUT: "LUT6", or "ALUT" (two to six inputs; an ALM has two ALUTs).
        ram_kind: The family's block RAM, for example "18-kbit block RAM".
        wide_mux: Multiplexers that join LUTs to wider LUTs, outside the LUTs.
        carry: Carry cells.
        latency_cycles: From a block's or beat's acceptance to its result at the output.
        cycles_per_block: Cycles between blocks in each lane at full throughput.
        bits_per_cycle: 128 bits * lanes / cycles per block.
        note: The limits of the figures in one sentence.
        flow: The settings of the tools.
        tools: Versions by tool.
        seconds: The time of synthesis, as stored with a cached result.
    """

    schema_: Literal["roundel.mapped/1"] = Field(default="roundel.mapped/1", alias="schema")
    config: Config
    target: str
    family: str
    lut: int
    ff: int
    bram: int
    lut_kind: str
    ram_kind: str
    wide_mux: int
    carry: int
    latency_cycles: int
    cycles_per_block: int
    bits_per_cycle: float
    note: str = MAPPED_NOTE
    flow: Flow
    tools: dict[str, str]
    seconds: float

    def figures(self) -> dict[str, float]:
        """The figures for comparing designs, by name."""
        return {
            "bits_per_cycle": self.bits_per_cycle,
            "lut": self.lut,
            "ff": self.ff,
            "bram": self.bram,
            "wide_mux": self.wide_mux,
            "latency_cycles": self.latency_cycles,
        }

    def to_rows(self) -> list[Row]:
        """One row."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "target": self.target,
                "recipe": self.flow.recipe,
                "cycles_per_block": self.cycles_per_block,
                **self.figures(),
            }
        ]
