# SPDX-License-Identifier: Apache-2.0
"""Many circuits mapped, placed and routed, some at a time.

A failure ends the circuit that it befalls, and the others go on; a machine that fails ends all.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.explore.crew import Crew, Job
from roundel.explore.estimate import Estimate
from roundel.fpga import nextpnr
from roundel.fpga.flow import NEXTPNR_TIMEOUT
from roundel.fpga.mapping import Watch
from roundel.fpga.nextpnr import Run

__all__ = ["Work", "processors", "run_all"]


class Work(Protocol):
    """A circuit to be measured."""

    @property
    def name(self) -> str:
        """What messages call it."""

    @property
    def size(self) -> float:
        """Its LUT4 and flip-flops, roughly: the larger of two is begun first."""

    def prepare(self, watch: Watch) -> None:
        """Map it; before any `route`."""

    def route(self, seed: int, watch: Watch) -> Run:
        """Place and route it with one seed."""


def processors() -> int:
    """How many runs at a time the machine can bear."""
    return len(os.sched_getaffinity(0))


def run_all(
    works: Sequence[Work], seeds: Sequence[int], jobs: int, progress: Progress
) -> list[list[Run] | FailureError]:
    """Measure circuits.

    Args:
        works: The circuits.
        seeds: Of the placer, at least one.
        jobs: How many programs run at a time.
        progress: Told what is being done.

    Returns:
        For each circuit its runs in the order of the seeds, or why there are none.

    Raises:
        MachineError: The machine failed, not a circuit.
    """
    circuits = [_Circuit(work, seeds) for work in works]
    total = len(works) * (1 + len(seeds))

    def tick() -> None:
        states = [f"{job.label} {job.stage.name}" for job in crew.running.values()]
        settled = sum(circuit.settled for circuit in circuits)
        progress(f"{settled} of {total} runs: {', '.join(states) or 'done'}", settled / total)

    nextpnr.warm_up(NEXTPNR_TIMEOUT)
    crew = Crew(jobs, tick)
    crew.work_off(circuit.mapping() for circuit in circuits)
    if circuits:
        tick()
    return [circuit.result() for circuit in circuits]


class _Circuit:
    """A circuit, its jobs, and what came of them.

    Attributes:
        settled: How many of its jobs are over, or will not begin.
    """

    def __init__(self, work: Work, seeds: Sequence[int]) -> None:
        self._work, self._seeds = work, seeds
        self._runs: dict[int, Run] = {}
        self._failure: FailureError | None = None
        self.settled = 0

    def mapping(self) -> Job:
        """The job that comes first."""
        estimate, size = Estimate(), self._work.size
        way = estimate.seconds("map", size) + estimate.seconds("route", size)
        return Job("map", self._work.name, size, way, self._work.prepare, self._mapped)

    def result(self) -> list[Run] | FailureError:
        """Its runs in the order of the seeds, or why there are none."""
        return self._failure or [self._runs[seed] for seed in self._seeds]

    def _mapped(self, job: Job, outcome: Any) -> list[Job]:
        """Take note that it is mapped; the jobs that follow."""
        del job
        self.settled += 1
        if isinstance(outcome, FailureError):
            self._failure = outcome
            self.settled += len(self._seeds)
            return []
        size = self._work.size
        way = Estimate().seconds("route", size)
        return [
            Job(
                "route",
                f"{self._work.name} seed {seed}",
                size,
                way,
                self._route(seed),
                self._routed,
            )
            for seed in self._seeds
        ]

    def _routed(self, job: Job, outcome: Any) -> list[Job]:
        """Take note of a run."""
        del job
        self.settled += 1
        if isinstance(outcome, FailureError):
            self._failure = self._failure or outcome
        elif outcome is not None:
            self._runs[outcome.seed] = outcome
        return []

    def _route(self, seed: int) -> Callable[[Watch], Run | None]:
        def route(watch: Watch) -> Run | None:
            # Where one seed failed, the others are of no use any more.
            return None if self._failure is not None else self._work.route(seed, watch)

        return route
