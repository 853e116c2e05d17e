# SPDX-License-Identifier: Apache-2.0
"""A batch: a graph of jobs with a store for the results and a display.

Every command with tools uses a batch: `synth`, `explore`, `reproduce` and `verify`. A stored result
is not computed again. Only the driver's process writes the store.

A sweep maps its designs before routing. The netlists of thousands of designs would fill the
driver's memory. The driver therefore caches netlists on disk and reads a netlist with its job.
"""

import dataclasses
import datetime
import json
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from roundel.base import cache
from roundel.base.errors import FailureError, MachineError
from roundel.jobs.board import Running, Tally, Watcher, silent
from roundel.jobs.job import Job, Result, identity_of
from roundel.jobs.pool import Pool
from roundel.jobs.runner import WAITING, Runner, Step
from roundel.jobs.store import Row, Store, as_json

_PERIOD = 1.0  # seconds between two estimates of the remaining time
# Initial seconds per LUT4 or flip-flop, before any measurement: the pinned wheels on one processor
# of 2024. Only the order of jobs and the displayed time depend on these values.
_FIRST = {"map": 0.008, "route": 0.012, "cells": 0.002, "verify": 0.01, "program": 0.004}
_TRIAL = 5000.0  # the size at which a measurement has the same weight as the initial value
_REUSED = 0.5  # seconds; a shorter job found its result in the cache


class Estimate:
    """Seconds by kind and size, corrected by every finished job."""

    def __init__(self) -> None:
        # Seconds and size, by kind.
        self._seen = {kind: (rate * _TRIAL, _TRIAL) for kind, rate in _FIRST.items()}

    def learn(self, kind: str, size: float, seconds: float) -> None:
        """Add the measured time of a job."""
        if seconds >= _REUSED:
            total, sizes = self._seen[kind]
            self._seen[kind] = (total + seconds, sizes + size)

    def seconds(self, kind: str, size: float) -> float:
        """The estimated time of a job."""
        total, sizes = self._seen[kind]
        return size * total / sizes


class KeptFiles(Mapping[str, bytes]):
    """Files in a directory, by name; a worker receives a dictionary of their contents."""

    def __init__(self, directory: Path, names: tuple[str, ...]) -> None:
        self._directory, self._names = directory, names

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        try:
            return (self._directory / name).read_bytes()
        except OSError as error:
            raise MachineError(
                f"cannot read {self._directory / name} ({error.strerror}), an input of a job; run "
                "the command again."
            ) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __reduce__(self) -> tuple[type, tuple[dict[str, bytes]]]:
        """Pickle the contents."""
        return dict, (dict(self),)


def keep_files(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Move files to the cache; MachineError if the cache cannot be written."""
    if not files:
        return files

    def build(draft: Path) -> None:
        for name, data in files.items():
            (draft / name).write_bytes(data)

    key = cache.digest(*(part for item in files.items() for part in item))
    return KeptFiles(cache.entry("files", key, build), tuple(files))


@dataclass(frozen=True, eq=False)
class Work:
    """A job of a batch, and the destination of its result."""

    key: str  # the key of the result's row in the store
    job: Job  # the job; the batch adds the identity
    name: str  # the name of the configuration
    parameters: Mapping[str, Any]  # the configuration's parameters
    size: float  # the design's size, comparable within the job's kind
    # Whether the result is requested, not an intermediate step.
    counted: bool = True
    then: "Sequence[Work]" = ()  # the works to start after the success of this work
    # Called after the end of the work before this work, with this work and the row and the result
    # of the work before. A `FailureError` becomes the result of this work.
    complete: "Callable[[Work, Row, Result], Work]" = lambda work, _row, _result: work


@dataclass
class Batch:
    """Works that run together."""

    store: Store  # the store for results
    pool: Callable[[], Pool]  # provides the workers; called at the first job
    watcher: Watcher = silent  # the display
    retry_failed: bool = False  # whether to repeat jobs with a stored failure
    # The action after a failing job: "continue" with all other jobs; "drop" the waiting jobs of the
    # same group; or "end" the batch with a `FailureError`.
    on_failure: Literal["continue", "drop", "end"] = "continue"
    # The stored rows of all requested keys.
    rows: dict[str, Row] = field(default_factory=dict)
    total: int = 0  # requested results
    done: int = 0  # available results
    failed: int = 0  # unavailable results, because a job failed
    made: int = 0  # results computed by this batch, including failures
    wall: float = 0.0  # seconds from the first job's start to the last job's end
    cpu: float = 0.0  # processor seconds of all jobs, on all machines
    failures: list[str] = field(default_factory=list)  # one sentence for each failed job
    news: list[str] = field(default_factory=list)  # events of workers, one sentence each
    # Jobs that were refused because sources or tools changed.
    stale: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._estimate = Estimate()
        self._runner: Runner | None = None
        self._following: dict[str, Sequence[Work]] = {}
        self._estimated, self._remains = -math.inf, 0.0  # the time and value of the last estimate

    def load(self, keys: Iterable[str]) -> None:
        """Read rows of the store; without stored failures if these jobs are repeated."""
        found = self.store.get(keys)
        if self.retry_failed:
            found = {key: row for key, row in found.items() if row.status != "failed"}
        self.rows |= found

    def expect(self, keys: Iterable[str]) -> None:
        """Count requested results; results with a row are already done or failed."""
        for key in keys:
            self.total += 1
            row = self.rows.get(key)
            self.done += row is not None and row.status == "done"
            self.failed += row is not None and row.status == "failed"

    def run(self, works: Iterable[Work]) -> None:
        """Run works and all their following works, and keep the rows.

        Raises:
            MachineError: A machine failed, or sources or tools changed while the batch ran.
            FailureError: A job failed, and the batch ends at the first failure.
        """
        steps = [self._step(_identified(work)) for work in works]
        if steps:
            self._runner = Runner(self.pool(), self._tick)
            began = time.monotonic()
            try:
                self._runner.run(steps)
            finally:
                self.wall += time.monotonic() - began
        self._tick(())
        if self.stale:
            raise MachineError(
                f"{len(self.stale)} jobs were not run because sources or tools changed "
                f"({self.stale[0]}); run the command again: the store keeps finished runs."
            )

    def _step(self, work: Work, group: str = "") -> Step:
        def settle(step: Step, result: Result) -> Iterable[Step]:
            del step
            self._following.pop(work.key, None)
            self.cpu += result.cpu_seconds
            if result.refused:
                self.stale.append(f"{work.job.label}: {result.refused}")
            elif result.error:
                self._fail(work, result, group)
            else:
                if work.then:
                    result = dataclasses.replace(result, files=keep_files(result.files))
                self._estimate.learn(work.job.kind, work.size, result.seconds)
                self.made += work.counted
                self.done += work.counted
                row = _row(work, result)
                self.keep(row)
                return list(self._follow(work, row, result))
            return ()

        if work.then:
            self._following[work.key] = work.then
        return Step(work.job, work.size, self._remaining(work), settle, group=group)

    def _remaining(self, work: Work) -> float:
        """Seconds from the work's start to the end of the longest chain after the work."""
        own = self._estimate.seconds(work.job.kind, work.size)
        return own + max(map(self._remaining, work.then), default=0.0)

    def _follow(self, work: Work, row: Row, result: Result) -> Iterator[Step]:
        for item in work.then:
            try:
                yield self._step(item.complete(item, row, result), work.key)
            except FailureError as error:
                self._fail(item, Result(error=str(error)), work.key)

    def _fail(self, work: Work, result: Result, group: str) -> None:
        """Keep a failure. Without a mapping, all runs of the design fail.

        If the store already has the mapping, other results depend on the mapping's row, so the
        failure goes to the rows of the runs. A failure of the machine is reported but not stored:
        the next command runs the job again.
        """
        self.failures.append(f"{work.job.label}: {result.error}")
        lost = [work] if work.counted else list(work.then)
        self.failed += len(lost)
        self.made += len(lost)
        known = self.rows.get(work.key)
        for item in lost if known is not None and known.status == "done" else [work]:
            row = _row(item, result)
            self.rows[row.key] = row
            if not result.lost:
                self.keep(row)
        if self.on_failure == "end":
            kind = MachineError if result.lost else FailureError
            raise kind(result.error, Path(result.log_path) if result.log_path else None)
        if self.on_failure == "drop" and group and self._runner is not None:
            self.failed += self._runner.drop(group)

    def keep(self, *rows: Row) -> None:
        """Keep rows without a job."""
        if rows:
            self.store.put(*rows)
            self.rows |= {row.key: row for row in rows}

    def _tick(self, news: Sequence[str]) -> None:
        self.news += news
        submitted = self._runner.running.values() if self._runner else ()
        running = [step for step in submitted if step.stage.name != WAITING]
        self.watcher(
            Tally(
                total=self.total,
                done=self.done,
                failed=self.failed,
                running=[
                    Running(step.job.label, step.stage.name, step.stage.fraction, step.seconds)
                    for step in running
                ],
                left=self._left(running),
                failures=tuple(self.failures),
                news=tuple(self.news),
            )
        )

    def _left(self, running: Sequence[Step]) -> float:
        """Seconds until the end: the remaining work, divided by the number of workers."""
        if self._runner is None:
            return 0.0
        now = time.monotonic()
        if running and now - self._estimated < _PERIOD:
            return max(0.0, self._remains - (now - self._estimated))
        guess = self._estimate.seconds
        work = sum(guess(step.job.kind, step.size) for _, _, step in self._runner.waiting)
        work += sum(self._remaining(item) for then in self._following.values() for item in then)
        rest = [max(guess(step.job.kind, step.size) - step.seconds, 0.0) for step in running]
        self._remains = max([(work + sum(rest)) / max(1, self._runner.workers), *rest])
        self._estimated = now
        return self._remains


def _identified(work: Work) -> Work:
    """A work and its following works, with the identities of their jobs in this process.

    Identities and keys are computed at the start of the batch. A job started after an edit of the
    sources is therefore refused.
    """
    job = work.job
    if not job.identity:
        job = dataclasses.replace(job, identity=identity_of(job))
    return dataclasses.replace(work, job=job, then=[_identified(item) for item in work.then])


def _row(work: Work, result: Result) -> Row:
    now = datetime.datetime.now(datetime.UTC)
    return Row(
        key=work.key,
        step=work.job.kind,
        status="failed" if result.error else "done",
        name=work.name,
        parameters=as_json(dict(work.parameters)),
        target=work.job.target,
        seed=work.job.seed,
        tools=json.dumps(dict(result.tools), sort_keys=True),
        result=result.figures,
        error=result.error,
        log=result.log,
        log_path=result.log_path,
        seconds=round(result.seconds, 2),
        finished=now.isoformat(timespec="seconds"),
        cpu_seconds=round(result.cpu_seconds, 2),
        host=result.host,
    )
