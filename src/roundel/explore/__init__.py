# SPDX-License-Identifier: Apache-2.0
"""Sweeps: many configurations on many FPGAs with many seeds, or in standard cells.

A `space` defines the points, and a `plan` determines the required results. A `sweep` runs the
missing results as jobs and makes the `record` of all points, with the Pareto `front`. `page` makes
a page.
"""

from roundel.explore.front import CELLS_GOALS, DEFAULT_GOALS, METRICS, find_goals, pareto
from roundel.explore.plan import LIMIT, parse_shard
from roundel.explore.record import ExploreRecord, Failure, Impossible, Point
from roundel.explore.space import Space, load_space, make_space, spaces
from roundel.explore.sweep import explore

__all__ = [
    "CELLS_GOALS", "DEFAULT_GOALS", "LIMIT", "METRICS", "ExploreRecord", "Failure", "Impossible",
    "Point", "Space", "explore", "find_goals", "load_space", "make_space", "pareto", "parse_shard",
    "spaces",
]  # fmt: skip
