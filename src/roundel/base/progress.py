# SPDX-License-Identifier: Apache-2.0
"""How long work tells what it is doing.

Work that takes over a second is given a `Progress` and calls it as it goes on. The worker does not
know who listens: `null_progress` for nobody, `Reporter` for a person, on a terminal as one line
that is redrawn, elsewhere (a log, a pipe) as plain lines, at most one every few seconds.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self, TextIO

from rich.console import Console
from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

_PAUSE = 2.0  # seconds between two plain lines with different messages


class Progress(Protocol):
    """A listener to the progress of a piece of work."""

    def __call__(self, message: str, fraction: float | None = None) -> None:
        """Take note of what is being done now, a few words in the present without a full stop.

        `fraction` is the share that is done, from 0 to 1; None where that is not known.
        """


def null_progress(message: str, fraction: float | None = None) -> None:
    """Listen to nothing."""
    del message, fraction


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


class Reporter:
    """Shows progress to a person, on standard error by default.

    Use it as a context manager and hand it to the work. On a terminal it redraws one line with a
    bar. Elsewhere it prints a line when the message changes, but not two within two seconds, and at
    most every `interval` seconds while the same message goes on.

    Args:
        stream: Where to show it; standard error when None.
        interval: Seconds between two plain lines with the same message.
    """

    def __init__(self, stream: TextIO | None = None, interval: float = 5.0) -> None:
        self._console = Console(file=stream or sys.stderr, highlight=False, soft_wrap=True)
        self._interval = interval
        self._started = time.monotonic()
        self._message = ""
        self._printed = float("-inf")
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        """Start the clock, and the display where there is a terminal."""
        self._started = time.monotonic()
        if self._console.is_terminal:
            self._bar = Bar(
                SpinnerColumn(),
                TextColumn("{task.description}", markup=False),
                BarColumn(bar_width=24),
                TimeElapsedColumn(),
                console=self._console,
                transient=True,
            )
            self._bar.add_task("starting", total=None)
            self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the display away; what was printed as plain lines stays.

        Something may then be printed on standard output while the work goes on.
        """
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __call__(self, message: str, fraction: float | None = None) -> None:
        """Show what is being done now; see `Progress`."""
        if self._bar is not None:
            task = self._bar.task_ids[0]
            total = None if fraction is None else 1.0
            self._bar.update(task, description=message, total=total, completed=fraction or 0.0)
            return
        now = time.monotonic()
        pause = self._interval if message == self._message else min(_PAUSE, self._interval)
        if now - self._printed < pause:
            return
        self._message, self._printed = message, now
        share = "" if fraction is None else f" ({fraction:.0%})"
        line = f"[{now - self._started:6.1f} s] {message}{share}"
        self._console.print(line, markup=False)
