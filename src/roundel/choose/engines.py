# SPDX-License-Identifier: Apache-2.0
"""Engines: the characterised designs on the part of a need, with figures for the need.

A design measured on the part itself has measured figures. A design measured on another part of the
family has the same LUTs; its clock is scaled by the ratio of the two parts, which is the median of
all designs measured on both. No figure of one family serves another family. A design between
measured designs has interpolated figures. The clock of an engine is the lowest of its seeds. A
design of a family that is mapped only has counts and no clock.
"""

import math
import os
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from roundel.base.errors import InputError
from roundel.characterised import Designs, Head, PacketRate, Row
from roundel.choose.need import Need, Role, serves

Source = Literal["measured", "mapped", "scaled", "interpolated", "measured here"]
Fields = dict[str, int | str]

FEWEST_ROWS = 12  # of a target for an estimate
FULL = 0.9  # a part with more of its LUTs used often cannot be routed
_BLOCK = 16  # bytes
_LEAST = 3  # designs for a ratio of two parts


@dataclass(frozen=True)
class Engine:
    """A design on the part of a need.

    Attributes:
        row: The measured design, or the nearest measured design of an interpolated one.
        fields: All parameters of the design.
        parameters: The parameters that differ from those of the preset `iterative`, with which a
            user starts.
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
        allowance: The fraction of a figure that the estimate can be wrong; 0 if measured.
    """

    row: Row
    fields: Fields
    parameters: Fields
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
    allowance: float = 0.0

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
            if "constant keys, with glitches" in power.activity:
                gbps = self.bits * power.mhz / self.cycles / 1000
                return power.mw / gbps * 8
        return None


def engines(designs: Designs, need: Need, role: Role) -> list[Engine]:
    """Every characterised design that can serve a role on the target of a need."""
    found: list[Engine] = []
    measured = list(on_target(designs, need.target))
    for engine in (*measured, *between(designs, need, role, measured)):
        if serves(need, engine.fields, role):
            timed = with_packets(designs, need, engine)
            if timed is not None:
                found.append(timed)
    return found


def on_target(designs: Designs, target: str) -> Iterator[Engine]:
    """The measured designs of a target's family, with figures for the target."""
    own = {(row.key.partition(" ")[2]) for row in designs.rows if row.target == target}
    ratios: dict[str, tuple[float, str] | None] = {}
    for row in designs.rows:
        if row.target == target:
            yield _engine(designs, row, "measured" if row.mhz else "mapped", "", 1.0)
        elif _family(designs, row.target) == _family(designs, target) is not None:
            if row.key.partition(" ")[2] in own:
                continue
            if row.target not in ratios:
                ratios[row.target] = ratio(designs, target, row.target)
            known = ratios[row.target]
            if known is not None:
                yield _engine(designs, row, "scaled", known[1], known[0])


def between(
    designs: Designs, need: Need, role: Role, measured: Sequence[Engine]
) -> Iterator[Engine]:
    """Estimates of the candidates for a role, from the part of the family with the most rows."""
    wanted = [item for item in designs.candidates if serves(need, designs.fields(item), role)]
    origins = Counter(engine.row.target for engine in measured)
    if not wanted or not origins or origins.most_common(1)[0][1] < FEWEST_ROWS:
        return
    # The matrices are small: the start of more threads takes longer than the work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from roundel.characterised import interpolation  # numpy is slow

    target = origins.most_common(1)[0][0]
    known = interpolation.model_of(designs, target)
    share = (1.0, "") if target == need.target else ratio(designs, need.target, target)
    if known is None or share is None or not known[0].reliable:
        return
    model, rows = known
    by_row = {engine.row.key: engine for engine in measured}
    recipes = {(row.config.get("Mode"), row.recipe) for row in rows}
    points = [
        (item, model.point(designs.fields(item), recipe))
        for item in wanted
        for mode, recipe in sorted(recipes, key=str)
        if mode == item.config.get("Mode")
    ]
    tried = [(item, point) for item, point in points if model.spans(point)]
    if not tried:
        return
    figures = model.estimate([point for _, point in tried])
    rams = _rams(designs, rows)
    nearest = model.nearest([point for _, point in tried])
    for index, ((item, _), (place, distance)) in enumerate(zip(tried, nearest, strict=True)):
        near = by_row.get(rows[place].key)
        if distance > interpolation.REACH or near is None:
            continue
        clock = float(figures["mhz"][index]) * share[0] if "mhz" in figures else 0.0
        ram = rams.get(_memories(designs.fields(item)))
        if ram is None:
            continue
        yield replace(
            near,
            fields=designs.fields(item),
            parameters=parameters_of(designs, designs.fields(item)),
            source="interpolated",
            origin=f"from {len(rows)} designs on {target}",
            lut=float(figures["lut"][index]) if "lut" in figures else 0.0,
            ff=float(figures["ff"][index]),
            ram=ram,
            kge=float(figures["kge"][index]) if "kge" in figures else 0.0,
            mhz=clock,
            mhz_median=clock,
            seeds=0,
            cycles=item.cycles_per_block,
            bits=128 * item.lanes,
            latency_cycles=item.latency_cycles,
            allowance=model.allowance,
        )


def _rams(designs: Designs, rows: Sequence[Row]) -> dict[str, int]:
    """The block RAMs of rows by their memories, where all rows with equal memories agree.

    Registers of a round and the queue do not change the memories; key slots do not either, because
    round keys are in flip-flops or LUTs.
    """
    found: dict[str, set[int]] = {}
    for row in rows:
        found.setdefault(_memories(designs.fields(row)), set()).add(row.ram or 0)
    return {memories: own.pop() for memories, own in found.items() if len(own) == 1}


def _memories(fields: Fields) -> str:
    """The parameters that decide the block RAMs, in a unique notation."""
    free = ("Stages", "RoundCuts", "Backpressure", "KeySlots", "KeySchedule")
    if fields["Sbox"] != "rom" and fields["Mode"] == "none":
        return "no memory"
    return str(sorted(item for item in fields.items() if item[0] not in free))


def _family(designs: Designs, target: str) -> str | None:
    part = designs.head.parts.get(target)
    return part.family if part else None


def _engine(designs: Designs, row: Row, source: Source, origin: str, share: float) -> Engine:
    return Engine(
        row=row,
        fields=designs.fields(row),
        parameters=parameters_of(designs, designs.fields(row)),
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
    )


def parameters_of(designs: Designs, fields: Fields) -> Fields:
    """The parameters to give after the preset `iterative`: those that differ from the defaults."""
    usual: Fields = {}
    for top in ("interleaved", "stream", "core"):
        usual |= designs.head.defaults.get(top, {})
    usual["Compact"] = 0
    return {name: value for name, value in fields.items() if value != usual.get(name)}


def ratio(designs: Designs, target: str, other: str) -> tuple[float, str] | None:
    """The clock of a target divided by another part's clock, and its origin in words.

    The ratio is the median of the designs measured on both parts with equal seeds. Without such
    designs, parts with an equal speed grade have the ratio 1, and others have none.
    """
    rows = {row.key.partition(" ")[2]: row for row in designs.rows if row.target == other}
    found = []
    for row in designs.rows:
        same = rows.get(row.key.partition(" ")[2]) if row.target == target else None
        if same is not None:
            found += [row.mhz[seed] / same.mhz[seed] for seed in row.mhz if seed in same.mhz]
    if len(found) >= _LEAST:
        value = statistics.median(found)
        return value, f"measured on {other}; clock x {value:.3f}, the median of {len(found)} runs"
    if target.rpartition("-")[2] == other.rpartition("-")[2]:
        return 1.0, f"measured on {other}, of equal speed grade"
    return None


def check_clock(head: Head, need: Need) -> None:
    """Check that a need on a family that is mapped only states a clock, if the need depends on one.

    Raises:
        InputError: The clock is missing.
    """
    if is_placed(head, need.target) or need.mhz is not None:
        return
    objective = need.objective in ("latency", "speed")
    for option, given in (
        ("--gbps", need.gbps is not None),
        ("--latency-ns", need.latency_ns is not None),
        (f"--objective {need.objective}", objective),
    ):
        if given:
            raise InputError(
                f"{need.target} is mapped only, without place and route, so no clock is measured "
                f"for {option}; give the clock that you assume with --mhz."
            )


def is_placed(head: Head, target: str) -> bool:
    """Whether designs on a target have a measured clock: all targets not mapped only."""
    part = head.parts.get(target)
    return part is None or part.placed


def with_packets(designs: Designs, need: Need, engine: Engine) -> Engine | None:
    """An engine with the rate of the need's packets; None if the rate is not measured."""
    if need.packet_bytes is None:
        return engine
    rate = designs.packet_rate(engine.fields)
    if rate is None:
        return None
    lanes = int(engine.fields.get("Lanes", 1))
    cycles = packet_cycles(rate, need.packet_bytes, lanes)
    return replace(engine, cycles=cycles, bits=8 * need.packet_bytes)


def packet_cycles(rate: PacketRate, size: int, lanes: int) -> float:
    """Cycles per packet of a size in bytes, linear in beats between two measured sizes.

    Beyond the largest size the last two sizes give the slope. A packet below the smallest size
    takes the cycles of the smallest size.
    """

    def beats(length: int) -> int:
        return -(-length // (_BLOCK * lanes))

    sizes = sorted(rate.cycles)
    if size in rate.cycles:
        return rate.cycles[size]
    if size <= sizes[0]:
        return rate.cycles[sizes[0]]
    high = next((place for place, other in enumerate(sizes) if other >= size), len(sizes) - 1)
    first, last = sizes[high - 1], sizes[high]
    begin, end = rate.cycles[first], rate.cycles[last]
    if beats(last) == beats(first):
        return max(begin, end)
    return begin + (end - begin) * (beats(size) - beats(first)) / (beats(last) - beats(first))
