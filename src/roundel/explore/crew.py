# SPDX-License-Identifier: Apache-2.0
"""Doing many jobs at once: a fixed number of workers, of whom none waits while there is work.

A job runs one outside tool at a time, so a worker is a thread that waits for a process, and as many
tools run as there are workers. Of the jobs that can begin, the one with the longest way to go does,
so that no long one is left for the end.
"""

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from roundel.base.errors import FailureError, MachineError
from roundel.base.stages import Stage

__all__ = ["Crew", "Job"]

_TICK = 0.25  # seconds; signals are acted on, and the display is renewed, at least so often

Watch = Callable[[Stage], None]


@dataclass(eq=False)
class Job:
    """A piece of work.

    Attributes:
        kind: What sort of work it is; estimates are made for each sort.
        label: What it is for, for people.
        size: How large it is, to compare with others of its kind.
        way: Estimated seconds from its begin to the end of the longest job that follows from it.
        work: Does it, in another thread; tells its stages to what it is given, which ends it by an
            exception when it is no longer wanted.
        settle: Called in the crew's own thread with the result, or with the `FailureError` that the
            work ended with; returns the jobs that follow from it.
        stage: How far it is.
        began: When, by the monotonic clock; 0 before.
    """

    kind: str
    label: str
    size: float
    way: float
    work: Callable[[Watch], Any]
    settle: "Callable[[Job, Any], Iterable[Job]]"
    stage: Stage = field(default_factory=lambda: Stage("starting", 0.0))
    began: float = 0.0

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.began


class _StoppedError(Exception):
    """Ends a job whose result nobody wants any more."""


class Crew:
    """Workers and what they have to do.

    Args:
        workers: How many jobs are done at a time.
        tick: Called in the caller's thread often enough for a display.

    Attributes:
        waiting: Jobs that can begin, as a heap.
        running: Jobs that have begun.
    """

    def __init__(self, workers: int, tick: Callable[[], None]) -> None:
        self._workers = workers
        self._tick = tick
        self._stop = threading.Event()
        self._serial = itertools.count()
        self.waiting: list[tuple[float, int, Job]] = []
        self.running: dict[Future[Any], Job] = {}

    def work_off(self, jobs: Iterable[Job]) -> None:
        """Do the jobs, and all that follow from them.

        Raises:
            MachineError: A place is full, or a tool cannot be started.
            Exception: What else a job, or what settles it, raised. What ran is then ended.
        """
        self._add(jobs)
        with ThreadPoolExecutor(self._workers) as pool:
            try:
                while self.waiting or self.running:
                    while self.waiting and len(self.running) < self._workers:
                        job = heapq.heappop(self.waiting)[2]
                        job.began = time.monotonic()
                        self.running[pool.submit(self._do, job)] = job
                    self._tick()
                    done, _ = wait(self.running, _TICK, FIRST_COMPLETED)
                    # Those that ended well come first: what they came to is kept in any case.
                    for future in sorted(done, key=lambda future: future.exception() is not None):
                        job = self.running.pop(future)
                        self._add(job.settle(job, _outcome(future)))
            finally:
                self._stop.set()

    def _add(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            heapq.heappush(self.waiting, (-job.way, next(self._serial), job))

    def _do(self, job: Job) -> Any:
        def watch(stage: Stage) -> None:
            if self._stop.is_set():
                raise _StoppedError
            job.stage = stage

        return job.work(watch)


def _outcome(future: Future[Any]) -> Any:
    """A job's result, or the failure that says something of what it worked on."""
    try:
        return future.result()
    except MachineError:
        raise
    except FailureError as error:
        return error
