# SPDX-License-Identifier: Apache-2.0
"""The progress board: finished jobs, running jobs, failures, and the remaining time."""

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
_LATE = 0.5  # seconds; a smaller time is displayed as "0 s"


@dataclass(frozen=True)
class Running:
    """A running job."""

    label: str  # the job's name
    stage: str  # the present step of the tool
    fraction: float  # the elapsed share of the job's time, an estimate
    seconds: float  # seconds since the start of the job


@dataclass(frozen=True)
class Tally:
    """The progress of a batch."""

    total: int = 0  # requested results
    done: int = 0  # results in the store, from this command or an earlier command
    failed: int = 0  # unavailable results, because a job failed
    running: Sequence[Running] = ()  # the running jobs
    left: float | None = None  # estimated seconds until the end; None without an estimate
    # Failures since the start of the command, one sentence each, the oldest first.
    failures: Sequence[str] = field(default_factory=tuple)
    # Events of workers, one sentence each, the oldest first.
    news: Sequence[str] = field(default_factory=tuple)
    note: str = ""  # the activity before the first job

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
        """Whether a job runs although the estimated time is over."""
        return bool(self.running) and self.left is not None and self.left < _LATE

    @property
    def line(self) -> str:
        """The numbers on one line; for a late batch, also the job with the longest time."""
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

    On a terminal, the board is a block: a bar with the numbers, then one line for each running job.
    Elsewhere, the board prints changed numbers as a line, at most every ten seconds, and each
    failure immediately.

    Args:
        stream: The output; standard error when None.
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
        """Start the clock, and the block on a terminal."""
        self._began = time.monotonic()
        if self._console.is_terminal:
            self._live = Live(
                console=self._console, auto_refresh=False, transient=True, redirect_stdout=False
            )
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Remove the block; plain lines and failures stay."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def __call__(self, tally: Tally) -> None:
        """Show the progress of the batch; see `Watcher`."""
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
    """A time in words: "45 s", "12 min", "3 h 20 min"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"
