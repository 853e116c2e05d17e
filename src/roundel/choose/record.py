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
        source: "measured" on the part, "scaled" from another part of the family, "interpolated"
            between measured designs, or "measured here" by --measure.
        origin: The origin of figures that were not measured on the part, in words.
        lut4: LUTs; None in standard cells.
        ff: Flip-flops.
        ram: Block RAMs; None in standard cells.
        kge: Area in thousands of gate equivalents; None on an FPGA.
        mhz: The lowest clock of the seeds, in MHz.
        mhz_median: The median clock of the seeds, in MHz.
        seeds: The number of seeds; 1 in standard cells.
        gbps: The throughput at the clock of the need, or else at `mhz`.
        latency_ns: The latency at the same clock; 0 if no clock is measured or needed.
        pj_per_byte: The energy per byte; None if not measured.
        error_percent: The possible error of interpolated figures, in per cent; 0 if measured.
        rtl: The digest of the measured RTL.
        commit: The commit of the measured RTL.
    """

    parameters: dict[str, int | str]
    fields: dict[str, int | str]
    recipe: str
    source: Source
    origin: str
    lut4: int | None
    ff: int
    ram: int | None
    kge: float | None
    mhz: float
    mhz_median: float
    seeds: int
    gbps: float
    latency_ns: float
    pj_per_byte: float | None
    error_percent: float
    rtl: str
    commit: str


class Choice(_Object):
    """A chosen design: one engine, or an engine for each key size.

    Attributes:
        reason: Why the design is in the answer.
        engines: The engines.
        cost: The share of the part in per cent, or kGE.
        lut4: LUTs of all engines; None in standard cells.
        ff: Flip-flops of all engines.
        ram: Block RAMs of all engines; None in standard cells.
        kge: Area of all engines; None on an FPGA.
        mhz: The clock that all engines reach, in MHz.
        gbps: The throughput of the slowest engine in Gbit/s.
        latency_ns: The latency of the slowest engine in ns; 0 without a clock.
        margins: By option, how much better than needed the design is, in per cent.
    """

    reason: str
    engines: list[EngineRecord]
    cost: float
    lut4: int | None
    ff: int
    ram: int | None
    kge: float | None
    mhz: float
    gbps: float
    latency_ns: float
    margins: dict[str, float]


class ChooseRecord(Record):
    """The answer to a need.

    Attributes:
        need: The need.
        considered: The designs, or combinations of designs, that have the needed function.
        meeting: The number of these designs that meet the need.
        designs: The best designs, at most five.
        nearest: The design nearest to the need if none meets it; otherwise None.
        missed: What the nearest design misses, a sentence for each demand.
        relax: Each single change of the need that a design meets.
        notes: What the reader must know about the answer.
    """

    schema_: Literal["roundel.choose/1"] = Field(default="roundel.choose/1", alias="schema")
    need: Need
    considered: int
    meeting: int
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
                "lut4": engine.lut4,
                "ff": engine.ff,
                "ram": engine.ram,
                "kge": engine.kge,
                "mhz": engine.mhz,
                "gbps": engine.gbps,
                "latency_ns": engine.latency_ns,
            }
            for rank, choice in enumerate(self.designs, 1)
            for engine in choice.engines
        ]
