# SPDX-License-Identifier: Apache-2.0
"""The progress board: finished jobs, running jobs, failures, and the time left."""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

_INTERVAL = 10.0  # seconds between two plain lines
_LATE = 0.5  # seconds; less is shown as "0 s", which says nothing any more


@dataclass(frozen=True)
class Running:
    """A job that runs."""

    label: str  # the job's name
    stage: str  # what its tool does now
    fraction: float  # a rough share of the job's time that is over
    seconds: float  # time since the job began


@dataclass(frozen=True)
class Tally:
    """How far a batch of jobs is."""

    total: int = 0  # results that were asked for
    done: int = 0  # results that are in the store, from this command or an earlier one
    failed: int = 0  # results that cannot be had, because a job failed
    running: Sequence[Running] = ()  # the jobs that run now
    left: float | None = None  # seconds until the end, roughly; None where there is no estimate
    # What failed since the command began, one sentence each, the oldest first.
    failures: Sequence[str] = field(default_factory=tuple)
    # What happened to workers, one sentence each, the oldest first.
    news: Sequence[str] = field(default_factory=tuple)
    note: str = ""  # what the command does before the first job

    @property
    def head(self) -> str:
        """The numbers on one line."""
        if self.note:
            return self.note
        text = f"{self.done} of {self.total} runs done, {len(self.running)} tools running"
        if self.failed:
            text += f", {self.failed} failed"
        if self.left is None:
            return text
        return text + (", longer than estimated" if self.late else f", {_span(self.left)} left")

    @property
    def late(self) -> bool:
        """Whether something runs for which the estimate has no time left."""
        return bool(self.running) and self.left is not None and self.left < _LATE

    @property
    def line(self) -> str:
        """The same where nothing else is shown: of what is late also what runs longest."""
        if self.note or not self.late:
            return self.head
        job = max(self.running, key=lambda job: job.seconds)
        return f"{self.head}: {job.label}, {job.stage}, {_span(job.seconds)} so far"


# A display: called several times a second, in the thread that runs the batch.
Watcher = Callable[[Tally], None]


def silent(tally: Tally) -> None:
    """Show nothing."""
    del tally


class Board:
    """Shows a batch of jobs to a person, on standard error by default; a context manager.

    On a terminal it is a block that is redrawn: the numbers with a bar, then a line for each job
    that runs. Elsewhere it prints the numbers as a line, when they change but at most every ten
    seconds, and each failure as a line at once.

    Args:
        stream: Where to show it; standard error when None.
        interval: Seconds between two plain lines.
    """

    def __init__(self, stream: TextIO | None = None, interval: float = _INTERVAL) -> None:
        self._console = Console(file=stream or sys.stderr, highlight=False, soft_wrap=True)
        self._interval = interval
        self._began = time.monotonic()
        self._printed = float("-inf")
        self._said = ""
        self._shown = self._shown_news = 0
        self._live: Live | None = None

    def __enter__(self) -> Self:
        """Start the clock, and the display where there is a terminal."""
        self._began = time.monotonic()
        if self._console.is_terminal:
            self._live = Live(
                console=self._console, auto_refresh=False, transient=True, redirect_stdout=False
            )
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Take the display away; plain lines, and failures, stay."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __call__(self, tally: Tally) -> None:
        """Show how far the batch is; see `Watcher`."""
        for failure in tally.failures[self._shown :]:
            self._line(f"failed: {failure}")
        for text in tally.news[self._shown_news :]:
            self._line(text)
        self._shown, self._shown_news = len(tally.failures), len(tally.news)
        now = time.monotonic()
        if self._live is not None:
            self._live.update(_block(tally, _span(now - self._began)), refresh=True)
        elif now - self._printed >= self._interval and tally.line != self._said:
            self._printed, self._said = now, tally.line
            self._line(tally.line)

    def _line(self, text: str) -> None:
        self._console.print(Text(f"[{time.monotonic() - self._began:6.1f} s] {text}"))


def _block(tally: Tally, clock: str) -> RenderableType:
    """The board on a terminal."""
    over = tally.done + tally.failed
    top = Table.grid(padding=(0, 2, 0, 0))
    total = tally.total or None
    top.add_row(ProgressBar(total, over, width=24), Text(tally.head), Text(clock))
    jobs = Table.grid(padding=(0, 2, 0, 0))
    for job in tally.running:
        jobs.add_row(
            ProgressBar(1.0, job.fraction, width=12),
            Text(job.stage),
            Text(_span(job.seconds)),
            Text(job.label, no_wrap=True, overflow="ellipsis"),
        )
    return Group(top, jobs)


def _span(seconds: float) -> str:
    """A time for people: "45 s", "12 min", "3 h 20 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
