# SPDX-License-Identifier: Apache-2.0
"""A batch: a graph of jobs whose results go to a store, with a display.

Every command that runs tools does so by a batch: `synth`, `explore`, `reproduce` and `verify`. A
result that the store has is not computed again. Only the driver's process writes the store.

A sweep maps its designs before it routes them. The netlists of thousands of designs would fill the
driver's memory; in the driver's cache they cost disk, and each is read when its job is sent.
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

_PERIOD = 1.0  # seconds between two estimates of the time left
# Seconds for each LUT4 or flip-flop before anything was measured here: the pinned wheels on one
# processor of 2024. Only the order of jobs and the displayed time depend on these values.
_FIRST = {"map": 0.008, "route": 0.012, "cells": 0.002, "verify": 0.01, "program": 0.004}
_TRIAL = 5000.0  # the size at which a measurement counts as much as the first value
_REUSED = 0.5  # seconds; a shorter job found its result in the cache


class Estimate:
    """Seconds by kind and size, corrected by every job that ends."""

    def __init__(self) -> None:
        # Seconds and size, by kind.
        self._seen = {kind: (rate * _TRIAL, _TRIAL) for kind, rate in _FIRST.items()}

    def learn(self, kind: str, size: float, seconds: float) -> None:
        """Note how long a job took."""
        if seconds >= _REUSED:
            total, sizes = self._seen[kind]
            self._seen[kind] = (total + seconds, sizes + size)

    def seconds(self, kind: str, size: float) -> float:
        """How long a job will take, roughly."""
        total, sizes = self._seen[kind]
        return size * total / sizes


class KeptFiles(Mapping[str, bytes]):
    """Files in a directory, by name. A worker that receives the mapping has a dictionary."""

    def __init__(self, directory: Path, names: tuple[str, ...]) -> None:
        self._directory, self._names = directory, names

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        try:
            return (self._directory / name).read_bytes()
        except OSError as error:
            raise MachineError(
                f"cannot read {self._directory / name} ({error.strerror}), which a job needs; run "
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
    """A job of a batch, and where its result belongs."""

    key: str  # the key of its row in the store
    job: Job  # the job; the batch adds the identity
    name: str  # the name of the configuration
    parameters: Mapping[str, Any]  # the configuration's parameters
    size: float  # the design's size, to compare with others of the job's kind
    # Whether the result is one that was asked for, and no mere step towards others.
    counted: bool = True
    then: "Sequence[Work]" = ()  # the works that follow if this one succeeds
    # Called when the work before this one has ended, with this work and with the row and the result
    # of the one before. A `FailureError` becomes this work's result.
    complete: "Callable[[Work, Row, Result], Work]" = lambda work, _row, _result: work


@dataclass
class Batch:
    """Works that are run together."""

    store: Store  # where results are kept
    pool: Callable[[], Pool]  # gives the workers; called when the first job begins
    watcher: Watcher = silent  # the display
    retry_failed: bool = False  # whether to run again what the store has as failed
    # What to do when a job fails: "continue" with all others; "drop" the waiting jobs that follow
    # the same job; or "end" the batch with a `FailureError`.
    on_failure: Literal["continue", "drop", "end"] = "continue"
    # What the store has of all keys that were asked for.
    rows: dict[str, Row] = field(default_factory=dict)
    total: int = 0  # results that were asked for
    done: int = 0  # results that are there
    failed: int = 0  # results that cannot be had
    made: int = 0  # results that this batch computed, with failed ones
    wall: float = 0.0  # seconds from the first job's begin to the last job's end
    cpu: float = 0.0  # processor seconds of all jobs, on all machines
    failures: list[str] = field(default_factory=list)  # one sentence for each failed job
    news: list[str] = field(default_factory=list)  # what happened to workers, one sentence each
    # Jobs that were not run because sources or tools changed meanwhile.
    stale: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._estimate = Estimate()
        self._runner: Runner | None = None
        self._following: dict[str, Sequence[Work]] = {}
        self._estimated, self._remains = -math.inf, 0.0  # when the time left was computed

    def load(self, keys: Iterable[str]) -> None:
        """Read rows of the store; failed ones only if they are not to be run again."""
        found = self.store.get(keys)
        if self.retry_failed:
            found = {key: row for key, row in found.items() if row.status != "failed"}
        self.rows |= found

    def expect(self, keys: Iterable[str]) -> None:
        """Count results that are asked for; those whose rows are there are done or failed."""
        for key in keys:
            self.total += 1
            row = self.rows.get(key)
            self.done += row is not None and row.status == "done"
            self.failed += row is not None and row.status == "failed"

    def run(self, works: Iterable[Work]) -> None:
        """Run works and all that follow from them, and keep their rows.

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
                f"({self.stale[0]}); run the command again: finished runs are in the store."
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
        """Seconds from the work's begin to the end of the longest chain that follows."""
        own = self._estimate.seconds(work.job.kind, work.size)
        return own + max(map(self._remaining, work.then), default=0.0)

    def _follow(self, work: Work, row: Row, result: Result) -> Iterator[Step]:
        for item in work.then:
            try:
                yield self._step(item.complete(item, row, result), work.key)
            except FailureError as error:
                self._fail(item, Result(error=str(error)), work.key)

    def _fail(self, work: Work, result: Result, group: str) -> None:
        """Keep a failure. Without a mapping none of its runs can be had.

        If the store has a mapping from before, results depend on its row; the failure then goes to
        the rows of the runs. A failure of the machine is reported and not stored, so the next
        command runs the job again.
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
        """Keep rows that no job gave."""
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
        """Seconds until the end: the work that is left, shared by all workers."""
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
    """A work, and all that follow it, with the identities that their jobs have in this process.

    Identities are of the time when the batch begins, as keys are. A job that begins after an edit
    of the sources is thereby refused.
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
