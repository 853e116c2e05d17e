# SPDX-License-Identifier: Apache-2.0
"""Engines: the characterised designs on the part of a need, with figures for the need.

A design measured on the part itself has measured figures. A design measured on another part of the
family has the same LUTs; its clock is scaled by the ratio of the two parts (`ratios`). No figure of
one family serves another family. A design between measured designs has interpolated figures
(`estimates`). The clock of an engine is the lowest of its seeds. A design of a family that is
mapped only has counts and no clock.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from roundel.characterised import Designs, Row
from roundel.characterised.packets import packet_cycles
from roundel.characterised.row import POWER_ACTIVITY
from roundel.choose.need import Need, encrypts_cbc
from roundel.choose.ratios import ratio

Source = Literal["measured", "mapped", "scaled", "interpolated", "measured here"]
Fields = dict[str, int | str]
_BLOCK = 16  # bytes


@dataclass(frozen=True)
class Engine:
    """A design on the part of a need.

    Attributes:
        row: The measured design, or the nearest measured design of an interpolated one.
        fields: All parameters of the design.
        parameters: The parameters that differ from those of the preset `iterative`, with which a
            user starts.
        recipe: The recipe of the mapping.
        source: The origin of the figures.
        origin: The origin in words; empty for figures measured on the part.
        lut: LUTs; 0 in standard cells.
        ff: Flip-flops.
        ram: Block RAMs; 0 in standard cells.
        kge: Area in standard cells; 0 on an FPGA.
        mhz: The lowest clock of the seeds in MHz, or its estimate; 0 if mapped only.
        mhz_median: The median clock of the seeds in MHz, or its estimate; 0 if mapped only.
        seeds: The number of seeds.
        cycles: Cycles between blocks, or cycles per packet if the need has packets.
        bits: The bits of these cycles: of the blocks of all lanes, or of a packet.
        latency_cycles: The latency in cycles.
        stream_cycles: CBC encryption: cycles between blocks of one stream; None for other designs.
        full_streams: Packets in flight from which on the streams do not limit the rate.
        allowances: The error |estimate / true value - 1| of each figure ("lut", "ff", "kge",
            "mhz") that at least 90 % of the estimates do not exceed; empty if measured.
    """

    row: Row
    fields: Fields
    parameters: Fields
    recipe: str
    source: Source
    origin: str
    lut: float
    ff: float
    ram: float
    kge: float
    mhz: float
    mhz_median: float
    seeds: int
    cycles: float
    bits: int
    latency_cycles: int
    stream_cycles: int | None = None
    full_streams: int = 1
    allowances: Mapping[str, float] = field(default_factory=dict)

    def allowance(self, figure: str) -> float:
        """The error of a figure, as a fraction; 0 if measured."""
        return self.allowances.get(figure, 0.0)

    def gbps(self, mhz: float | None = None) -> float:
        """The throughput in Gbit/s at a clock (default: the lowest clock); 0 without a clock."""
        return self.bits * (mhz or self.mhz) / self.cycles / 1000

    def latency_ns(self, mhz: float | None = None) -> float:
        """The latency in ns at a clock (default: the lowest clock); infinite without a clock."""
        clock = mhz or self.mhz
        return 1000 * self.latency_cycles / clock if clock else math.inf

    @property
    def bits_per_cycle(self) -> float:
        """The throughput in bits per cycle."""
        return self.bits / self.cycles

    @property
    def pj_per_byte(self) -> float | None:
        """The energy in pJ per byte with constant keys, with glitches; None if not measured."""
        if self.source == "interpolated":
            return None  # the power of the nearest design is not this design's
        for power in self.row.power:
            if POWER_ACTIVITY in power.activity:
                gbps = self.bits * power.mhz / self.cycles / 1000
                return power.mw / gbps * 8
        return None


def on_target(designs: Designs, target: str) -> Iterator[Engine]:
    """The measured designs of a target's family, with figures for the target."""
    own = {row.design for row in designs.rows if row.target == target}
    family = designs.head.family(target)
    ratios: dict[str, tuple[float, str] | None] = {}
    for row in designs.rows:
        if row.target == target:
            yield engine_of(designs, row, "measured" if row.mhz else "mapped", "", 1.0)
        elif row.target in family:
            if row.design in own:
                continue
            if row.target not in ratios:
                ratios[row.target] = ratio(designs, target, row.target)
            known = ratios[row.target]
            if known is not None:
                yield engine_of(designs, row, "scaled", known[1], known[0])


def engine_of(designs: Designs, row: Row, source: Source, origin: str, share: float) -> Engine:
    """The engine of a row, whose clock is multiplied by `share`."""
    return Engine(
        row=row,
        fields=designs.fields(row),
        parameters=parameters_of(designs, designs.fields(row)),
        recipe=row.recipe,
        source=source,
        origin=origin,
        lut=row.lut or 0,
        ff=row.ff,
        ram=row.ram or 0,
        kge=row.kge or 0.0,
        mhz=row.mhz_min * share,
        mhz_median=row.mhz_median * share,
        seeds=len(row.mhz),
        cycles=row.cycles_per_block,
        bits=128 * row.lanes,
        latency_cycles=row.latency_cycles,
        stream_cycles=row.stream_cycles,
    )


def parameters_of(designs: Designs, fields: Fields) -> Fields:
    """The parameters to give after the preset `iterative`: those that differ from the defaults."""
    usual: Fields = {}
    for top in ("interleaved", "stream", "core"):
        usual |= designs.head.defaults.get(top, {})
    usual["Compact"] = 0
    return {name: value for name, value in fields.items() if value != usual.get(name)}


def with_rate(designs: Designs, need: Need, engine: Engine) -> Engine | None:
    """An engine with the rate of the need's packets and streams; None if the rate is unknown.

    In CBC encryption a block needs the result of the block before. `need.streams` packets in flight
    therefore take at least `stream_cycles` / `need.streams` cycles per block.
    """
    cycles, bits, blocks = engine.cycles, engine.bits, 1
    if need.packet_bytes is not None:
        rate = designs.packet_rate(engine.fields)
        if rate is None:
            return None
        lanes = int(engine.fields.get("Lanes", 1))
        cycles = packet_cycles(rate, need.packet_bytes, lanes)
        bits, blocks = 8 * need.packet_bytes, -(-need.packet_bytes // _BLOCK)
    if not encrypts_cbc(engine.fields):
        return replace(engine, cycles=cycles, bits=bits)
    if engine.stream_cycles is None:
        return None
    alone = blocks * engine.stream_cycles
    most = int(engine.fields["Streams"])
    return replace(
        engine,
        cycles=max(cycles, alone / min(need.streams, most)),
        bits=bits,
        full_streams=min(math.ceil(alone / cycles), most),
    )
