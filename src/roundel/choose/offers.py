# SPDX-License-Identifier: Apache-2.0
"""Offers: one engine, or an engine for each role, with the figures of all engines together."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from roundel.characterised import Head
from roundel.choose.engines import Engine
from roundel.choose.need import Need


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of engines that share a clock, with the allowances of estimates.

    Attributes:
        lut: LUTs of all engines.
        ff: Flip-flops of all engines.
        ram: Block RAMs of all engines.
        kge: Area of all engines in standard cells.
        mhz: The clock that every engine reaches, in MHz; 0 if mapped only.
        bits_per_cycle: The throughput of the slowest engine in bits per cycle.
        latency_cycles: The latency of the slowest engine in cycles.
        key_slots: Stored keys of each engine.
        pj_per_byte: Energy per byte of the engine with the highest energy; infinite if not
            measured.
        placed: Whether the figures are those of a single design that was placed on the part.
    """

    lut: float
    ff: float
    ram: float
    kge: float
    mhz: float
    bits_per_cycle: float
    latency_cycles: int
    key_slots: int
    pj_per_byte: float
    placed: bool

    def gbps(self, mhz: float | None) -> float:
        """The throughput in Gbit/s, at a clock or at the engines' clock; 0 without a clock."""
        return self.bits_per_cycle * (mhz or self.mhz) / 1000

    def latency_ns(self, mhz: float | None) -> float:
        """The latency in ns, at a clock or at the engines' clock; infinite without a clock."""
        clock = mhz or self.mhz
        return 1000 * self.latency_cycles / clock if clock else math.inf

    def cost(self, head: Head, need: Need) -> float:
        """The cost: the share of the part, or kGE, or LUTs of a family that is mapped only.

        The share counts LUTs or flip-flops, whichever is larger, and block RAMs. A family that is
        mapped only has no part, so no share.
        """
        if need.in_cells:
            return self.kge
        part = head.parts[need.target]
        if not part.placed:
            return self.lut
        ram = self.ram / part.ram if part.ram else 0.0
        return max(self.lut / part.lut, self.ff / part.ff) + ram

    def joined(self, other: "Figures | None") -> "Figures":
        """The figures of the engines of both: the sum of counts, and the worse of other figures."""
        if other is None:
            return self
        return Figures(
            self.lut + other.lut,
            self.ff + other.ff,
            self.ram + other.ram,
            self.kge + other.kge,
            min(self.mhz, other.mhz),
            min(self.bits_per_cycle, other.bits_per_cycle),
            max(self.latency_cycles, other.latency_cycles),
            min(self.key_slots, other.key_slots),
            max(self.pj_per_byte, other.pj_per_byte),
            False,
        )


def best_of(several: Sequence[Figures]) -> Figures:
    """The best value of each figure."""
    return Figures(
        min(one.lut for one in several),
        min(one.ff for one in several),
        min(one.ram for one in several),
        min(one.kge for one in several),
        max(one.mhz for one in several),
        max(one.bits_per_cycle for one in several),
        min(one.latency_cycles for one in several),
        max(one.key_slots for one in several),
        min(one.pj_per_byte for one in several),
        any(one.placed for one in several),
    )


def figures_of(engine: Engine) -> Figures:
    """The figures of one engine, with the errors of estimates.

    An allowance is relative to the true value: |estimate / true - 1|. The true value of a count is
    at most estimate / (1 - allowance), and a true clock is at least estimate / (1 + allowance).
    """
    energy = engine.pj_per_byte
    return Figures(
        lut=engine.lut / (1 - engine.allowance("lut")),
        ff=engine.ff / (1 - engine.allowance("ff")),
        ram=engine.ram,
        kge=engine.kge / (1 - engine.allowance("kge")),
        mhz=engine.mhz / (1 + engine.allowance("mhz")),
        bits_per_cycle=engine.bits_per_cycle,
        latency_cycles=engine.latency_cycles,
        key_slots=int(engine.fields.get("KeySlots", 1)),
        pj_per_byte=math.inf if energy is None else energy,
        placed=engine.source.startswith("measured"),
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """The engines that serve a need together, on one part.

    Attributes:
        engines: An engine for each role.
        figures: The figures of all engines.
    """

    engines: tuple[Engine, ...]
    figures: Figures

    @property
    def interpolated(self) -> bool:
        """Whether a figure is an estimate."""
        return any(engine.source == "interpolated" for engine in self.engines)


def offer_of(engines: Sequence[Engine]) -> Offer:
    """The offer of some engines."""
    figures = figures_of(engines[0])
    for engine in engines[1:]:
        figures = figures.joined(figures_of(engine))
    return Offer(tuple(engines), figures)
