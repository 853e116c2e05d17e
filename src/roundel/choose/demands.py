# SPDX-License-Identifier: Apache-2.0
"""The demands of a need on the figures of an offer."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from roundel.characterised import Head, Part
from roundel.choose.need import Need
from roundel.choose.offers import Figures

FULL = 0.9
"""The usable share of the LUTs and flip-flops of a part: fuller parts often cannot be routed."""


@dataclass(frozen=True)
class Demand:
    """A demand on an offer.

    Attributes:
        option: The option of the command; empty for the capacity of the part.
        base: The value that the user stated.
        limit: The needed value: `base` with the margin.
        unit: The unit in messages.
        more: Whether an offer must have at least the limit; otherwise at most.
        value: The value of an offer.
    """

    option: str
    base: float
    limit: float
    unit: str
    more: bool
    value: Callable[[Figures], float]

    @property
    def has_reserve(self) -> bool:
        """Whether the limit includes a margin."""
        return self.limit != self.base

    def excess(self, figures: Figures) -> float:
        """1 or less if an offer meets the demand; otherwise the factor between both.

        With a limit of 0 no factor exists: the excess of another value is 1 + the value.
        """
        value = self.value(figures)
        if self.more:
            return self.limit / value if value else math.inf
        if not self.limit:
            return 1.0 + max(0.0, value)
        return value / self.limit

    def distance(self, figures: Figures, wanted: float) -> float:
        """How much better than a wanted value an offer is, as a fraction; below 0 if worse."""
        value = self.value(figures)
        if not wanted:
            return -1.0 if value > 0 else 0.0
        return value / wanted - 1 if self.more else 1 - value / wanted


def demands(head: Head, need: Need) -> list[Demand]:
    """The demands of a need, in the order of the command's options."""
    clock = need.mhz
    found: list[Demand] = []

    def add(
        option: str, base: float | None, unit: str, more: bool, value: Callable[[Figures], float],
        reserve: float = 1.0,
    ) -> None:  # fmt: skip
        if base is not None:
            limit = base if reserve == 1 else base * reserve if more else base / reserve
            found.append(Demand(option, base, limit, unit, more, value))

    # At a given clock the throughput is exact, and the margin applies to the clock. The clock of a
    # family that is mapped only is unknown: the given clock is the user's assumption.
    part = None if need.in_cells else head.parts[need.target]
    placed = head.is_placed(need.target)
    margin = 1 + need.margin
    own = 1.0 if clock else margin
    add("--gbps", need.gbps, "Gbit/s", True, lambda item: item.gbps(clock), own)
    add("--mhz", clock if placed else None, "MHz", True, lambda item: item.mhz, margin)
    add("--latency-ns", need.latency_ns, "ns", False, lambda item: item.latency_ns(clock), own)
    add("--key-slots", need.key_slots, "keys", True, lambda item: item.key_slots)
    luts, rams = (part.lut_kind, part.ram_unit) if part else ("", "")
    add("--max-lut4", need.max_lut4, luts, False, lambda item: item.lut)
    add("--max-ram", need.max_ram, rams, False, lambda item: item.ram)
    add("--max-kge", need.max_kge, "kGE", False, lambda item: item.kge)
    if part and part.placed:
        add("", 1.0, "", False, lambda item: capacity(part, item))
    return found


def capacity(part: Part, figures: Figures) -> float:
    """The largest share of the usable LUTs, flip-flops and block RAMs of a part.

    A single design that was placed on the part may fill the part.
    """
    full = 1.0 if figures.placed else FULL
    ram = figures.ram / part.ram if part.ram else math.inf if figures.ram else 0.0
    return max(figures.lut / part.lut / full, figures.ff / part.ff / full, ram)


def meets(figures: Figures, wanted: Iterable[Demand]) -> bool:
    """Whether an offer meets every demand."""
    return all(demand.excess(figures) <= 1 for demand in wanted)
