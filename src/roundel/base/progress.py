# SPDX-License-Identifier: Apache-2.0
"""Progress reports of long work.

Work of more than a second has an argument `Progress` and calls it with each step. `null_progress`
discards the reports. `Reporter` prints the reports: on a terminal as one line with a bar,
elsewhere (a log, a pipe) as plain lines, at most one line every few seconds.
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
    """A receiver of the progress of a piece of work."""

    def __call__(self, message: str, fraction: float | None = None) -> None:
        """Report the present step, in a few words without a full stop.

        `fraction` is the share of the work that is done, from 0 to 1; None if unknown.
        """


def null_progress(message: str, fraction: float | None = None) -> None:
    """Discard a report."""
    del message, fraction


@dataclass(frozen=True)
class Stage:
    """The progress of a run."""

    name: str  # the present step of the run, a word
    fraction: float  # the elapsed share of the run's time, an estimate from 0 to 1


def progress_of(report: Callable[[Stage], None], prefix: str = "") -> Progress:
    """A `Progress` that reports stages, named by the messages without the prefix."""

    def progress(message: str, fraction: float | None = None) -> None:
        report(Stage(message.removeprefix(prefix), fraction or 0.0))

    return progress


class Reporter:
    """Shows progress to a person, on standard error by default.

    A `Reporter` is a context manager and a `Progress`. On a terminal, one line with a bar is
    redrawn. Elsewhere a line is printed when the message changes, at most one every two seconds;
    the same message is printed again every `interval` seconds.

    Args:
        stream: The output; standard error when None.
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
        """Start the clock, and the bar on a terminal."""
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
        """Remove the bar; printed lines stay.

        The caller may then print on standard output while the work continues.
        """
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __call__(self, message: str, fraction: float | None = None) -> None:
        """Show the present step; see `Progress`."""
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
