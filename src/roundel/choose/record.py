# SPDX-License-Identifier: Apache-2.0
"""The record of a choice."""

from typing import Literal

from pydantic import Field

from roundel.base.record import Part as _Object
from roundel.base.record import Record, Row
from roundel.choose.engines import Source
from roundel.choose.need import Need


class EngineRecord(_Object):
    """An engine of a chosen design.

    Attributes:
        parameters: The parameters that differ from those of the preset `iterative`.
        fields: All parameters of the engine's top.
        recipe: The recipe of the mapping.
        source: "measured" on the part, "mapped" in a family that is mapped only, "scaled" from
            another part of the family, "interpolated" between measured designs, or "measured here"
            by --measure.
        origin: The origin of figures that were not measured on the part, in words.
        lut: LUTs of the kind `lut_kind` of the record; None in standard cells.
        ff: Flip-flops.
        ram: Block RAMs of the kind `ram_kind` of the record; None in standard cells.
        kge: Area in thousands of gate equivalents; None on an FPGA.
        mhz: The lowest clock of the seeds, in MHz; None if mapped only.
        mhz_median: The median clock of the seeds, in MHz; None if mapped only.
        seeds: The number of seeds; 1 in standard cells, 0 without place and route.
        bits_per_cycle: The throughput in bits per cycle.
        latency_cycles: The latency in cycles.
        gbps: The throughput at the clock of the need, or else at `mhz`; None without a clock.
        latency_ns: The latency at the same clock; None without a clock.
        pj_per_byte: The energy per byte; None if not measured.
        error_percent: By figure ("lut", "ff", "kge", "mhz"), |estimate / true value - 1| of
            interpolated figures in per cent; 90 % of the estimates have at most this error. Empty
            if measured.
        rtl: The digest of the measured RTL; empty if interpolated.
        commit: The commit of the measured RTL; empty if interpolated, or if measured here from
            other RTL than that of the store.
    """

    parameters: dict[str, int | str]
    fields: dict[str, int | str]
    recipe: str
    source: Source
    origin: str
    lut: int | None
    ff: int
    ram: int | None
    kge: float | None
    mhz: float | None
    mhz_median: float | None
    seeds: int
    bits_per_cycle: float
    latency_cycles: int
    gbps: float | None
    latency_ns: float | None
    pj_per_byte: float | None
    error_percent: dict[str, float]
    rtl: str
    commit: str


class Choice(_Object):
    """A chosen design: an engine for each key size, and for each direction of CBC.

    The figures include the errors of estimates. An interpolated count or area is divided by
    1 - error, and an interpolated clock by 1 + error. The figures of an engine are without errors.

    Attributes:
        reason: Why the design is in the answer.
        engines: The engines.
        cost: The share of the part in per cent, or kGE, or LUTs if mapped only.
        lut: LUTs of all engines; None in standard cells.
        ff: Flip-flops of all engines.
        ram: Block RAMs of all engines; None in standard cells.
        kge: Area of all engines; None on an FPGA.
        mhz: The clock that all engines reach, in MHz; None if mapped only.
        bits_per_cycle: The throughput of the slowest engine in bits per cycle.
        latency_cycles: The latency of the slowest engine in cycles.
        gbps: The throughput of the slowest engine in Gbit/s; None without a clock.
        latency_ns: The latency of the slowest engine in ns; None without a clock.
        pj_per_byte: The energy per byte of the engine with the highest energy; None if not
            measured.
        margins: By option, how much better than the stated value the design is, in per cent. A
            limit of 0 has no margin if the design meets the limit, and otherwise -100.
    """

    reason: str
    engines: list[EngineRecord]
    cost: float
    lut: int | None
    ff: int
    ram: int | None
    kge: float | None
    mhz: float | None
    bits_per_cycle: float
    latency_cycles: int
    gbps: float | None
    latency_ns: float | None
    pj_per_byte: float | None
    margins: dict[str, float]


class ChooseRecord(Record):
    """The answer to a need.

    Attributes:
        need: The need.
        mapped_only: Whether the family is mapped only: counts of Yosys, and no measured clock. Then
            `need.mhz` is the user's assumption.
        lut_kind: The kind of the LUTs, for example "LUT6"; None in standard cells.
        ram_kind: The kind of the block RAMs; None in standard cells.
        considered: The designs, or combinations of designs, that have the needed function.
        meeting: The number of these designs that meet the need; None for too many combinations.
        designs: The best designs, at most five.
        nearest: The design nearest to the need if none meets it; otherwise None.
        missed: What the nearest design misses, a sentence for each demand.
        relax: Each single change with which a design meets the need.
        notes: Assumptions, estimates, seeds, packets and omitted designs.
    """

    schema_: Literal["roundel.choose/1"] = Field(default="roundel.choose/1", alias="schema")
    need: Need
    mapped_only: bool = False
    lut_kind: str | None = None
    ram_kind: str | None = None
    considered: int
    meeting: int | None
    designs: list[Choice]
    nearest: Choice | None = None
    missed: list[str] = Field(default_factory=list)
    relax: list[str] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)

    def to_rows(self) -> list[Row]:
        """One row for each engine of each chosen design."""
        return [
            {
                "rank": rank,
                **engine.fields,
                "recipe": engine.recipe,
                "source": engine.source,
                "lut": engine.lut,
                "ff": engine.ff,
                "ram": engine.ram,
                "kge": engine.kge,
                "mhz": engine.mhz,
                "bits_per_cycle": engine.bits_per_cycle,
                "latency_cycles": engine.latency_cycles,
                "gbps": engine.gbps,
                "latency_ns": engine.latency_ns,
                "pj_per_byte": engine.pj_per_byte,
            }
            for rank, choice in enumerate(self.designs, 1)
            for engine in choice.engines
        ]
