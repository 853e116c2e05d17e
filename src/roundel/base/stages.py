# SPDX-License-Identifier: Apache-2.0
"""How far a tool's run is, and showing several runs on one line."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass

from roundel.base.progress import Progress

__all__ = ["Board", "Stage"]


@dataclass(frozen=True)
class Stage:
    """How far a run is.

    Attributes:
        name: What it does now, a word.
        fraction: A rough share of the run's time that is over, from 0 to 1.
    """

    name: str
    fraction: float


class Board:
    """The stages of runs that go on at the same time.

    Args:
        head: What they are for; it begins the line.
        runs: Their names.
        progress: Told the line each time that it changes.
        first: Fraction of the whole work that was done before these runs.
        last: Fraction that is done after them.
    """

    def __init__(
        self, head: str, runs: Iterable[str], progress: Progress, first: float, last: float
    ) -> None:
        self._head = head
        self._stages = {run: Stage("waiting", 0.0) for run in runs}
        self._progress = progress
        self._first, self._last = first, last
        self._guard = threading.Lock()

    def show(self, run: str, stage: Stage) -> None:
        """Note how far a run is; any thread may."""
        with self._guard:
            self._stages[run] = stage
            states = ", ".join(f"{name} {value.name}" for name, value in self._stages.items())
            share = sum(value.fraction for value in self._stages.values()) / len(self._stages)
            self._progress(
                f"{self._head}: {states}", self._first + (self._last - self._first) * share
            )
