# SPDX-License-Identifier: Apache-2.0
"""Running a graph of jobs on a pool: no worker waits while a job is ready.

Of the ready jobs, the runner first starts the job with the longest chain of following jobs. No long
job then remains at the end.
"""

import dataclasses
import heapq
import itertools
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field

from roundel.base.progress import Stage
from roundel.jobs.job import Job, Result
from roundel.jobs.pool import Pool

WAITING = "waiting"  # the stage of a job before its start on a worker
_TICK = 0.25  # seconds; the maximum delay of signals and of the display


@dataclass(eq=False)
class Step:
    """A job in its graph."""

    job: Job
    size: float  # the design's size, comparable within the job's kind
    # Estimated seconds from the start of the job to the end of the longest chain of following jobs.
    remaining: float
    # Called in the driver's thread with the result; returns the following steps.
    settle: "Callable[[Step, Result], Iterable[Step]]"
    ticket: str = ""  # the name of the present attempt
    group: str = ""  # steps with a common purpose, see `Runner.drop`; empty for no group
    stage: Stage = field(default_factory=lambda: Stage(WAITING, 0.0))  # the progress of the job
    began: float = 0.0  # the time of the start, by the monotonic clock; 0 before the start

    @property
    def seconds(self) -> float:
        """Seconds since the start of the job."""
        return time.monotonic() - self.began


class Runner:
    """Runs steps and all following steps.

    The runner calls `tick` regularly in the driver's thread, for the display, with the pool's news.
    """

    def __init__(self, pool: Pool, tick: Callable[[Sequence[str]], None]) -> None:
        self._pool = pool
        self._tick = tick
        self._serial = itertools.count()
        self._name = uuid.uuid4().hex
        self.waiting: list[tuple[float, int, Step]] = []  # ready steps, as a heap
        self.running: dict[Future[Result], Step] = {}  # submitted steps

    @property
    def workers(self) -> int:
        """The present number of parallel jobs."""
        return self._pool.workers

    def run(self, steps: Iterable[Step]) -> None:
        """Run steps to the end of the graph.

        Raises:
            MachineError: A disk is full, a tool cannot be started, or every worker refused a job.
            Exception: Other exceptions of a job or of `settle`; all running jobs are then ended.
        """
        self._add(steps)
        try:
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self._pool.workers + self._pool.ahead:
                    self._submit(heapq.heappop(self.waiting)[2])
                self._look()
                done, _ = wait(self.running, _TICK, FIRST_COMPLETED)
                # Results are handled before failures and exceptions, which may end the graph.
                for future in sorted(done, key=_badness):
                    self._settle(self.running.pop(future), future.result())
        finally:
            if self.running:
                self._pool.stop([step.ticket for step in self.running.values()])

    def drop(self, group: str) -> int:
        """Remove the waiting steps of a group from the graph; returns their number."""
        kept = [item for item in self.waiting if item[2].group != group]
        dropped = len(self.waiting) - len(kept)
        self.waiting = kept
        heapq.heapify(self.waiting)
        return dropped

    def _submit(self, step: Step) -> None:
        step.ticket = f"{self._name}-{next(self._serial)}"
        step.began = time.monotonic()
        job = dataclasses.replace(step.job, remote=self._pool.remote)
        self.running[self._pool.submit(job, step.ticket)] = step

    def _settle(self, step: Step, result: Result) -> None:
        if result.refused and self._pool.elsewhere(result):
            self._add([step])
        else:
            self._add(step.settle(step, result))

    def _look(self) -> None:
        stages = self._pool.stages()
        for step in self.running.values():
            step.stage = stages.get(step.ticket, step.stage)
        self._tick(self._pool.news())

    def _add(self, steps: Iterable[Step]) -> None:
        for step in steps:
            heapq.heappush(self.waiting, (-step.remaining, next(self._serial), step))


def _badness(future: "Future[Result]") -> int:
    """0 for a result with figures, 1 for a result without figures, 2 for an exception."""
    return 2 if future.exception() is not None else int(not future.result().figures)
