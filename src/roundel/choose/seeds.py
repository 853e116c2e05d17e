# SPDX-License-Identifier: Apache-2.0
"""The spread of clocks by the seed of the placer, from designs measured with several seeds."""

from collections.abc import Sequence
from typing import NamedTuple

from roundel.characterised import Designs

SHARE = 0.9
"""The share of the other seeds in `Spread.usual`."""


class Spread(NamedTuple):
    """How much slower other seeds are than the first seed, as fractions of the first clock.

    Attributes:
        number: The number of other seeds.
        usual: `SHARE` of the other seeds are at most this much slower.
        worst: The slowest other seed is this much slower.
    """

    number: int
    usual: float
    worst: float


def spread_of(designs: Designs, target: str) -> Spread | None:
    """The spread of the family of a target; None if no design of the family has several seeds.

    A design with one seed has the first seed: later seeds are for designs near a Pareto front.
    """
    family = designs.head.family(target)
    slower: list[float] = []
    for row in designs.rows:
        if row.target in family and len(row.mhz) > 1:
            first, *others = row.mhz.values()
            slower += [1 - other / first for other in others]
    if not slower:
        return None
    slower.sort()
    return Spread(len(slower), max(0.0, _quantile(slower)), max(0.0, slower[-1]))


def _quantile(ordered: Sequence[float]) -> float:
    """The smallest value that `SHARE` of the values do not exceed."""
    return next(
        value for place, value in enumerate(ordered, 1) if place >= SHARE * len(ordered) - 1e-9
    )
