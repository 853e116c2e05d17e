# SPDX-License-Identifier: Apache-2.0
"""Where jobs run: in threads of this process, or on other workers that act as a `Pool`."""

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
        """How many jobs run at a time, now."""

    @property
    def ahead(self) -> int:
        """How many more jobs to submit than run, so that no worker waits for the driver."""

    @property
    def remote(self) -> bool:
        """The value of `Job.remote` for these workers."""

    def submit(self, job: Job, ticket: str) -> "Future[Result]":
        """Start a job as soon as a worker is free."""

    def stages(self) -> Mapping[str, Stage]:
        """The stages of running jobs by ticket, as far as they are known."""

    def news(self) -> Sequence[str]:
        """What happened to workers since the last call, one sentence each."""

    def elsewhere(self, result: Result) -> bool:
        """Whether another worker may take a refused job; MachineError if every worker refused."""

    def stop(self, tickets: Iterable[str]) -> None:
        """End jobs and their tools."""

    def close(self) -> None:
        """Let the workers go."""


class LocalPool:
    """Threads of this process, each of which waits for one tool at a time."""

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
        """Threads have no news."""
        return ()

    def elsewhere(self, result: Result) -> bool:
        """There is one machine alone."""
        del result
        return False

    def stop(self, tickets: Iterable[str]) -> None:
        """End jobs at their next report, which ends their tools."""
        jobs.stop(tickets)

    def close(self) -> None:
        """Wait for the threads."""
        self._executor.shutdown(cancel_futures=True)
