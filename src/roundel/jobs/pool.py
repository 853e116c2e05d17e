# SPDX-License-Identifier: Apache-2.0
"""Pools of workers for jobs: threads of this process, or other workers with the same protocol."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from roundel.base.progress import Stage
from roundel.jobs import job as jobs
from roundel.jobs.job import Job, Result


class Pool(Protocol):
    """Workers for jobs; a context manager."""

    @property
    def workers(self) -> int:
        """The present number of parallel jobs."""

    @property
    def ahead(self) -> int:
        """The number of additional jobs to submit, to keep all workers busy."""

    @property
    def remote(self) -> bool:
        """The value of `Job.remote` for these workers."""

    def submit(self, job: Job, ticket: str) -> "Future[Result]":
        """Start a job as soon as a worker is free."""

    def stages(self) -> Mapping[str, Stage]:
        """The known stages of running jobs by ticket."""

    def news(self) -> Sequence[str]:
        """Events of workers since the last call, one sentence each."""

    def elsewhere(self, result: Result) -> bool:
        """Whether another worker may run a refused job; MachineError if every worker refused."""

    def stop(self, tickets: Iterable[str]) -> None:
        """End jobs and their tools."""

    def close(self) -> None:
        """Release the workers."""


class LocalPool:
    """Threads of this process; each thread waits for one tool at a time."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.ahead = 0
        self.remote = False
        self._executor = ThreadPoolExecutor(workers)

    def submit(self, job: Job, ticket: str) -> "Future[Result]":
        """See `Pool.submit`."""
        return self._executor.submit(jobs.execute, job, ticket)

    def stages(self) -> Mapping[str, Stage]:
        """See `Pool.stages`."""
        return jobs.stages()

    def news(self) -> Sequence[str]:
        """Threads have no events."""
        return ()

    def elsewhere(self, result: Result) -> bool:
        """Only one machine exists."""
        del result
        return False

    def stop(self, tickets: Iterable[str]) -> None:
        """End jobs at their next report, and their tools."""
        jobs.stop(tickets)

    def close(self) -> None:
        """Wait for the threads."""
        self._executor.shutdown(cancel_futures=True)
