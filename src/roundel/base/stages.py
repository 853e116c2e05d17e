# SPDX-License-Identifier: Apache-2.0
"""How far a tool's run is."""

from collections.abc import Callable
from dataclasses import dataclass

from roundel.base.progress import Progress


@dataclass(frozen=True)
class Stage:
    """How far a run is."""

    name: str  # what the run does now, a word
    fraction: float  # the share of the run's time that is over, roughly, from 0 to 1


def progress_of(report: Callable[[Stage], None], prefix: str = "") -> Progress:
    """A progress that reports stages, named by the messages without the prefix."""

    def progress(message: str, fraction: float | None = None) -> None:
        report(Stage(message.removeprefix(prefix), fraction or 0.0))

    return progress
