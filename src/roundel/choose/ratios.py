# SPDX-License-Identifier: Apache-2.0
"""The clock of a part divided by the clock of another part of the family."""

import statistics

from roundel.characterised import Designs

FEWEST_DESIGNS = 3
"""Designs measured on both parts, for a ratio."""


def ratio(designs: Designs, target: str, other: str) -> tuple[float, str] | None:
    """The clock of a target divided by another part's clock, and its origin in words.

    The ratio of a design is the median of the ratios of the seeds that both parts have. The ratio
    of the parts is the median of at least `FEWEST_DESIGNS` designs. With fewer designs, parts of
    an equal speed grade have the ratio 1, and others have none.
    """
    rows = {row.design: row for row in designs.rows if row.target == other}
    found = []
    for row in designs.rows:
        same = rows.get(row.design) if row.target == target else None
        if same is not None:
            seeds = [row.mhz[seed] / same.mhz[seed] for seed in row.mhz if seed in same.mhz]
            found += [statistics.median(seeds)] if seeds else []
    if len(found) >= FEWEST_DESIGNS:
        value = statistics.median(found)
        text = f"measured on {other}; clock x {value:.3f}, the median of {len(found)} designs"
        return value, text
    if target.rpartition("-")[2] == other.rpartition("-")[2]:
        return 1.0, f"measured on {other}, of equal speed grade"
    return None
