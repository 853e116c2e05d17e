# SPDX-License-Identifier: Apache-2.0
"""Sweeps: many configurations, parts and seeds, each placed and routed once; or standard cells.

A `space` says which, a `plan` what of it a `store` has already, a `sweep` makes the jobs that are
missing and a `crew` does them while a `board` shows it (with times from `estimate`); `result` makes
the `record` of what the store then has, with the Pareto `front`, and `page` a page of it.
"""

from roundel.explore.board import Board, Tally, silent
from roundel.explore.front import (
    CELLS_GOALS,
    CELLS_METRICS,
    DEFAULT_GOALS,
    METRICS,
    figures,
    find_goals,
    metrics,
    pareto,
)
from roundel.explore.plan import LIMIT
from roundel.explore.record import ExploreRecord, Failure, Impossible, Point
from roundel.explore.space import Space, load_space, make_space, spaces
from roundel.explore.store import Store, check_directory, default_store
from roundel.explore.sweep import explore

__all__ = [
    "CELLS_GOALS",
    "CELLS_METRICS",
    "DEFAULT_GOALS",
    "LIMIT",
    "METRICS",
    "Board",
    "ExploreRecord",
    "Failure",
    "Impossible",
    "Point",
    "Space",
    "Store",
    "Tally",
    "check_directory",
    "default_store",
    "explore",
    "figures",
    "find_goals",
    "load_space",
    "make_space",
    "metrics",
    "pareto",
    "silent",
    "spaces",
]
