# SPDX-License-Identifier: Apache-2.0
"""Offers: one engine, or an engine for each key size; their demands, and their rank."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from roundel.characterised import Head
from roundel.choose.engines import FULL, Engine, is_placed
from roundel.choose.need import Need

_MOST = 40_000  # combinations of engines


@dataclass(frozen=True)
class Offer:
    """The engines that serve a need together, on one part."""

    engines: tuple[Engine, ...]

    @cached_property
    def lut(self) -> float:
        """LUTs of all engines, with the allowance of estimates."""
        return sum(engine.lut * (1 + engine.allowance) for engine in self.engines)

    @cached_property
    def ff(self) -> float:
        """Flip-flops of all engines, with the allowance of estimates."""
        return sum(engine.ff * (1 + engine.allowance) for engine in self.engines)

    @cached_property
    def ram(self) -> float:
        """Block RAMs of all engines."""
        return sum(engine.ram for engine in self.engines)

    @cached_property
    def kge(self) -> float:
        """Area of all engines in standard cells."""
        return sum(engine.kge * (1 + engine.allowance) for engine in self.engines)

    @cached_property
    def mhz(self) -> float:
        """The clock that every engine reaches, in MHz; 0 if mapped only."""
        return min(engine.mhz * (1 - engine.allowance) for engine in self.engines)

    def gbps(self, mhz: float | None) -> float:
        """The throughput of the slowest engine in Gbit/s, at a clock or at the engines' clock."""
        return min(engine.gbps(mhz or self.mhz) for engine in self.engines)

    def latency_ns(self, mhz: float | None) -> float:
        """The latency of the slowest engine in ns, at a clock or at the engines' clock."""
        return max(engine.latency_ns(mhz or self.mhz) for engine in self.engines)

    @cached_property
    def bits_per_cycle(self) -> float:
        """The throughput of the slowest engine in bits per cycle."""
        return min(engine.bits_per_cycle for engine in self.engines)

    @cached_property
    def latency_cycles(self) -> int:
        """The latency of the slowest engine in cycles."""
        return max(engine.latency_cycles for engine in self.engines)

    @cached_property
    def key_slots(self) -> int:
        """Stored keys of each engine."""
        return min(int(engine.fields.get("KeySlots", 1)) for engine in self.engines)

    @cached_property
    def pj_per_byte(self) -> float:
        """Energy per byte of the engine with the highest energy; infinite if not measured."""
        return max(
            math.inf if (energy := engine.pj_per_byte) is None else energy
            for engine in self.engines
        )

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


@dataclass(frozen=True)
class Demand:
    """A demand on an offer.

    Attributes:
        option: The option of the command; empty for the capacity of the part.
        limit: The needed value.
        unit: The unit in messages.
        more: Whether an offer must have at least the limit; otherwise at most.
        value: The value of an offer.
    """

    option: str
    limit: float
    unit: str
    more: bool
    value: Callable[[Offer], float]

    def excess(self, offer: Offer) -> float:
        """1 or less if the offer meets the demand; otherwise the factor between both."""
        value = self.value(offer)
        if self.more:
            return self.limit / value if value else math.inf
        return value / self.limit if self.limit else (1.0 if value <= 0 else math.inf)


def demands(head: Head, need: Need) -> list[Demand]:
    """The demands of a need, in the order of the command's options."""
    reserve, clock = 1 + need.margin, need.mhz
    found: list[Demand] = []

    def add(
        option: str, limit: float | None, unit: str, more: bool, value: Callable[[Offer], float]
    ) -> None:
        if limit is not None:
            found.append(Demand(option, limit, unit, more, value))

    # At a given clock the throughput is exact, and the margin applies to the clock. The clock of a
    # family that is mapped only is unknown: the given clock is the user's assumption.
    part = None if need.in_cells else head.parts[need.target]
    placed = is_placed(head, need.target)
    speed = None if need.gbps is None else need.gbps * (1 if clock else reserve)
    add("--gbps", speed, "Gbit/s", True, lambda offer: offer.gbps(clock))
    fastest = clock * reserve if clock and placed else None
    add("--mhz", fastest, "MHz", True, lambda offer: offer.mhz)
    late = None if need.latency_ns is None else need.latency_ns / (1 if clock else reserve)
    add("--latency-ns", late, "ns", False, lambda offer: offer.latency_ns(clock))
    add("--key-slots", need.key_slots, "keys", True, lambda offer: offer.key_slots)
    luts, rams = (part.lut_kind, part.ram_unit) if part else ("", "")
    add("--max-lut4", need.max_lut4, luts, False, lambda offer: offer.lut)
    add("--max-ram", need.max_ram, rams, False, lambda offer: offer.ram)
    add("--max-kge", need.max_kge, "kGE", False, lambda offer: offer.kge)
    if part and part.placed:
        add("", part.lut * FULL, luts, False, lambda offer: _estimated(offer, offer.lut, FULL))
        add(
            "", part.ff * FULL, "flip-flops", False, lambda offer: _estimated(offer, offer.ff, FULL)
        )
        add("", part.ram, rams, False, lambda offer: offer.ram)
    return found


def _estimated(offer: Offer, value: float, full: float) -> float:
    """A count for the part's capacity: a single design measured on the part may fill it."""
    placed = len(offer.engines) == 1 and offer.engines[0].source.startswith("measured")
    return value * full if placed else value


def offers(candidates: Sequence[Sequence[Engine]], head: Head, need: Need) -> list[Offer]:
    """Every combination of an engine for each role.

    With several roles, engines that another engine surpasses in every respect are left out first,
    and then the most expensive engines, until there are few enough combinations.
    """
    if len(candidates) == 1:
        return [Offer((engine,)) for engine in candidates[0]]
    most = int(_MOST ** (1 / len(candidates)))
    kept = [_best(own, most, head, need) for own in candidates]
    return [Offer(engines) for engines in itertools.product(*kept)]


def _best(engines: Sequence[Engine], most: int, head: Head, need: Need) -> list[Engine]:
    alone = [(engine, Offer((engine,))) for engine in engines]

    def merits(offer: Offer) -> tuple[float, ...]:
        return (
            offer.lut, offer.ff, offer.ram, offer.kge, -offer.mhz, -offer.bits_per_cycle,
            offer.latency_cycles, -offer.gbps(need.mhz), offer.latency_ns(need.mhz),
            -offer.key_slots, offer.pj_per_byte,
        )  # fmt: skip

    rated = [(engine, offer, merits(offer)) for engine, offer in alone]
    ahead = [
        (engine, offer)
        for engine, offer, own in rated
        if not any(
            other != own and all(a <= b for a, b in zip(other, own, strict=True))
            for _, _, other in rated
        )
    ]
    ahead.sort(key=lambda item: item[1].cost(head, need))
    return [engine for engine, _ in ahead[:most]]


def meets(offer: Offer, wanted: Iterable[Demand]) -> bool:
    """Whether an offer meets every demand."""
    return all(demand.excess(offer) <= 1 for demand in wanted)


def rank(found: Iterable[Offer], head: Head, need: Need) -> list[Offer]:
    """Offers by the objective, the best first; equal offers by cost."""

    def key(offer: Offer) -> tuple[float, ...]:
        cost = offer.cost(head, need)
        match need.objective:
            case "area":
                return cost, offer.ram, -offer.gbps(need.mhz), -offer.bits_per_cycle
            case "energy":
                return offer.pj_per_byte, cost
            case "latency":
                return offer.latency_ns(need.mhz), cost
            case "speed":
                return -offer.gbps(need.mhz), cost

    return sorted(found, key=key)
