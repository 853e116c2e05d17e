# SPDX-License-Identifier: Apache-2.0
"""Search for the best offers: an engine for each role.

The search is exact. Each figure of a combination gets worse with each further engine, and so do the
demands and the key of the rank. The figures of the first engines and the best figures of the other
roles are therefore a bound: a combination whose bound misses a demand, or is behind the found
offers, is left out. First remove engines that miss a demand even beside the best engines of the
other roles. To find N offers, also remove engines that at least N other engines surpass.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from roundel.characterised import Head
from roundel.choose.demands import Demand, meets
from roundel.choose.engines import Engine
from roundel.choose.need import Need
from roundel.choose.offers import Figures, Offer, best_of, figures_of

Key = tuple[float, ...]
Rank = Callable[[Figures], Key]
_Item = tuple[Figures, Engine]

MOST_STEPS = 200_000
"""Bounds that a search calculates; a search that needs more is not complete."""

_MOST_COUNTED = 5_000  # combinations whose number of meeting ones is counted


def order(head: Head, need: Need) -> Rank:
    """The key of the rank of an offer by the objective, the best first; equal offers by cost."""

    def key(figures: Figures) -> Key:
        cost = figures.cost(head, need)
        match need.objective:
            case "area":
                return cost, figures.ram, -figures.gbps(need.mhz), -figures.bits_per_cycle
            case "energy":
                return figures.pj_per_byte, cost
            case "latency":
                return figures.latency_ns(need.mhz), cost
            case "speed":
                return -figures.gbps(need.mhz), cost

    return key


@dataclass
class Found:
    """The result of a search.

    Attributes:
        offers: The best offers, the best first.
        complete: Whether the search ended before `MOST_STEPS`.
    """

    offers: list[Offer] = field(default_factory=list)
    complete: bool = True


def search(
    candidates: Sequence[Sequence[Engine]], wanted: Sequence[Demand], rank: Rank, most: int
) -> Found:
    """The best offers that meet the demands: an engine from the candidates for each role."""
    roles = [[(figures_of(engine), engine) for engine in own] for own in candidates]
    roles = _feasible(roles, wanted)
    if not all(roles):
        return Found()
    if len(roles) > 1:
        roles = [_not_dominated(own, most) for own in roles]
    return _Search(roles, wanted, rank, most).run()


def count(candidates: Sequence[Sequence[Engine]], wanted: Sequence[Demand]) -> int | None:
    """The number of combinations that meet the demands; None if there are too many to count."""
    if len(candidates) > 1 and math.prod(map(len, candidates)) > _MOST_COUNTED:
        return None
    roles = [[figures_of(engine) for engine in own] for own in candidates]
    total = 0
    for first, *others in itertools.product(*roles):
        figures = first
        for other in others:
            figures = figures.joined(other)
        total += meets(figures, wanted)
    return total


def _rest(roles: Sequence[Sequence[_Item]]) -> Figures | None:
    """The best figures of one engine for each role; None without a role."""
    found: Figures | None = None
    for own in roles:
        found = best_of([figures for figures, _ in own]).joined(found)
    return found


def _feasible(roles: list[list[_Item]], wanted: Sequence[Demand]) -> list[list[_Item]]:
    """The engines that meet the demands with the best engines of the other roles."""
    changed = True
    while changed and all(roles):
        changed = False
        for place, own in enumerate(roles):
            others = _rest([*roles[:place], *roles[place + 1 :]])
            feasible = [item for item in own if meets(item[0].joined(others), wanted)]
            changed |= len(feasible) < len(own)
            roles[place] = feasible
            if not feasible:
                break
    return roles


def _not_dominated(items: Sequence[_Item], most: int) -> list[_Item]:
    """The engines that fewer than `most` others surpass or equal in every respect."""

    def merits(figures: Figures) -> tuple[float, ...]:
        return (
            figures.lut, figures.ff, figures.ram, figures.kge, -figures.mhz,
            -figures.bits_per_cycle, figures.latency_cycles, -figures.key_slots,
            figures.pj_per_byte,
        )  # fmt: skip

    kept: list[tuple[tuple[float, ...], _Item]] = []
    for own, item in sorted(((merits(item[0]), item) for item in items), key=lambda one: one[0]):
        better = 0
        for other, _ in kept:
            if all(a <= b for a, b in zip(other, own, strict=True)):
                better += 1
                if better == most:
                    break
        else:
            kept.append((own, item))
    return [item for _, item in kept]


class _Search:
    """A depth-first search, the best bound first."""

    def __init__(
        self, roles: Sequence[Sequence[_Item]], wanted: Sequence[Demand], rank: Rank, most: int
    ) -> None:
        self._roles, self._wanted, self._rank, self._most = roles, wanted, rank, most
        self._rests = [_rest(roles[place + 1 :]) for place in range(len(roles))]
        self._best: list[tuple[Key, Offer]] = []
        self._steps = 0

    def run(self) -> Found:
        self._visit((), None)
        offers = [offer for _, offer in self._best]
        return Found(offers, complete=self._steps <= MOST_STEPS)

    def _visit(self, engines: tuple[Engine, ...], chosen_figures: Figures | None) -> None:
        place = len(engines)
        children: list[tuple[Key, int, Figures, Engine]] = []
        for index, (figures, engine) in enumerate(self._roles[place]):
            own = figures.joined(chosen_figures)
            bound = own.joined(self._rests[place])
            if meets(bound, self._wanted):
                key = self._rank(bound)
                if not self._is_behind(key):
                    children.append((key, index, own, engine))
        self._steps += len(self._roles[place])
        children.sort(key=lambda child: child[:2])
        for key, _, own, engine in children:
            # Without demands, continue until one offer is found.
            over_limit = self._steps > MOST_STEPS and (self._best or self._wanted)
            if self._is_behind(key) or over_limit:
                return
            if place + 1 == len(self._roles):
                self._add(key, Offer((*engines, engine), own))
            else:
                self._visit((*engines, engine), own)

    def _is_behind(self, key: Key) -> bool:
        return len(self._best) == self._most and key >= self._best[-1][0]

    def _add(self, key: Key, offer: Offer) -> None:
        self._best.append((key, offer))
        self._best.sort(key=lambda item: item[0])
        del self._best[self._most :]
