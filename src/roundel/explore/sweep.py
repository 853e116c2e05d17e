# SPDX-License-Identifier: Apache-2.0
"""Going through a space: every tool run that is missing, then the record of all.

A design is mapped once, as one job; each part and seed is then a job of its own. So the tools of
different designs run side by side, and a seed more, or a part more, costs that alone. In standard
cells a design in a library is one job.
"""

import dataclasses
import datetime
import math
import os
import resource
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from roundel import cells
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.base.stages import Stage
from roundel.cells import CellsIdentity
from roundel.explore import estimate
from roundel.explore.board import Running, Tally, Watcher, silent
from roundel.explore.crew import Crew, Job, Watch
from roundel.explore.front import find_goals
from roundel.explore.plan import LIMIT, Asked, Plan, Run, make_plan
from roundel.explore.record import ExploreRecord
from roundel.explore.result import PREPARED, RUN, assemble
from roundel.explore.space import CellsTarget, Space
from roundel.explore.store import Row, Store, as_json
from roundel.fpga import flow, nextpnr
from roundel.fpga.identity import Identity
from roundel.fpga.targets import Target

__all__ = ["explore"]

_LOG = 1 << 16  # bytes of a failed step's log that the store keeps, from its end


def explore(
    space: Space,
    store: Path,
    *,
    jobs: int | None = None,
    limit: int | None = LIMIT,
    retry_failed: bool = False,
    timeout: float = flow.NEXTPNR_TIMEOUT,
    goals: Sequence[str] | None = None,
    watcher: Watcher = silent,
) -> ExploreRecord:
    """Map, place and route every point of a space that a store does not have yet.

    Args:
        space: The space.
        store: The file of results, made if it is not there.
        jobs: Tools that run at a time; as many as there are processors when None.
        limit: Points that the space may have; None for any number.
        retry_failed: Whether to run again what failed before.
        timeout: Seconds that one run of nextpnr may take.
        goals: Names of metrics that the Pareto front is about; the usual ones when None.
        watcher: Shown how far it is.

    Returns:
        The record of all points, with those that failed: a tool that fails ends no sweep.

    Raises:
        InputError: The space or the store cannot be used.
        MachineError: The store is in use, a place is full, or a tool does not start; what was
            done until then is in the store.
        FailureError: A tool is missing.
    """
    workers = jobs if jobs is not None else len(os.sched_getaffinity(0))
    if workers < 1:
        raise InputError(f"{workers} jobs do nothing; give at least one.")
    if goals is None:
        goals = find_goals(None, space.in_cells)
    identity = CellsIdentity(space.recipe) if space.in_cells else Identity(space.recipe)
    with Store(store) as opened:
        plan = make_plan(
            space,
            opened,
            identity=identity,
            limit=limit,
            retry_failed=retry_failed,
            watcher=watcher,
        )
        sweep = _Sweep(plan, opened, timeout, workers, watcher)
        sweep.run()
    return assemble(
        plan,
        store,
        goals,
        runs_made=sweep.made,
        jobs=workers,
        wall_seconds=sweep.wall,
        cpu_seconds=sweep.cpu,
    )


class _Sweep:
    """The jobs that a plan needs."""

    def __init__(
        self, plan: Plan, store: Store, timeout: float, workers: int, watcher: Watcher
    ) -> None:
        self._plan = plan
        self._store = store
        self._timeout = timeout
        self._workers = workers
        self._watcher = watcher
        self._estimate = estimate.Estimate()
        self._crew = Crew(workers, self._tick)
        self._unborn: dict[str, tuple[int, float]] = {}  # runs of designs not mapped yet, and size
        self._held: list[Job] | None = []  # runs that wait for nextpnr to be ready; then None
        self._failures: list[str] = []
        self._stale = 0  # designs of which the keys say no longer what they are
        self._total = self._done = self._failed = 0
        self.made = 0
        self.wall = self.cpu = 0.0

    def run(self) -> None:
        """Do them."""
        missing = self._plan.missing()
        keys = {key: item for item in self._plan.asked for _, _, key in self._plan.runs(item)}
        self._total = len(keys)
        for key, item in keys.items():
            row = self._plan.rows.get(key) or self._plan.rows.get(item.key)
            if row is not None:
                self._count(row.status != "failed" and key in self._plan.rows, row.status)
        if not missing:
            return
        began, cpu = time.monotonic(), _cpu()
        self._crew.work_off(self._jobs(missing))
        self.wall, self.cpu = time.monotonic() - began, _cpu() - cpu
        self._tick()
        if self._stale:
            raise MachineError(
                f"the RTL{' or a library' if self._plan.space.in_cells else ''} was changed during "
                f"the sweep, so {self._stale} designs were not mapped; run it again: what was done "
                "until then is in the store."
            )

    def _count(self, there: bool, status: str) -> None:
        """Count a run that the store knows."""
        self._done += there
        self._failed += status == "failed"

    def _jobs(self, missing: Sequence[tuple[Asked, list[Run]]]) -> list[Job]:
        """What can begin at once."""
        if self._plan.space.in_cells:
            return [self._in_cells(item, run) for item, runs in missing for run in runs]
        return [self._warm(), *(self._map(item, runs) for item, runs in missing)]

    # ---- Jobs -----------------------------------------------------------------------------------

    def _warm(self) -> Job:
        def work(watch: Watch) -> None:
            del watch
            nextpnr.warm_up(self._timeout)

        def settle(job: Job, outcome: Any) -> Iterable[Job]:
            del job
            if isinstance(outcome, FailureError):
                raise outcome
            held, self._held = self._held, None
            return held or ()

        return Job("warm", "nextpnr-ecp5, its first run", 0.0, math.inf, work, settle)

    def _map(self, item: Asked, runs: list[Run]) -> Job:
        size = estimate.guess(item.config)
        self._unborn[item.key] = (len(runs), size)
        way = self._estimate.seconds("map", size) + self._estimate.seconds("route", size)

        def work(watch: Watch) -> flow.Prepared | None:
            if not self._plan.identity.holds():
                return None
            return flow.prepare(item.config, watch, recipe=self._plan.identity.recipe)

        def settle(job: Job, outcome: Any) -> Iterable[Job]:
            del self._unborn[item.key]
            if outcome is None or not self._plan.identity.holds():
                self._stale += 1  # what is mapped already can go on
                return ()
            if isinstance(outcome, FailureError):
                self._map_failed(job, item, runs, outcome)
                return ()
            self._estimate.learn("map", size, job.seconds)
            self._keep(
                self._row(item, item.key, "map", outcome.seconds, PREPARED.dump_json(outcome))
            )
            born = list(self._routes(item, runs, outcome))
            if self._held is None:
                return born
            self._held += born
            return ()

        return Job("map", f"{item.config.name}, mapping", size, way, work, settle)

    def _routes(self, item: Asked, runs: list[Run], prepared: flow.Prepared) -> Iterator[Job]:
        """The runs of a mapped design; those that its parts cannot hold have failed."""
        for run in runs:
            try:
                flow.check_size(prepared, run[0])
            except FailureError as error:
                self._run_failed(item, run, "route", error, 0.0)
            else:
                yield self._route(item, run, prepared)

    def _route(self, item: Asked, run: Run, prepared: flow.Prepared) -> Job:
        target, seed, key = run
        size = float(prepared.core.lut4 + prepared.core.ff)

        def work(watch: Watch) -> nextpnr.Run:
            return flow.route(prepared, target, seed, watch, self._timeout)

        def settle(job: Job, outcome: Any) -> Iterable[Job]:
            if isinstance(outcome, FailureError):
                self._run_failed(item, run, "route", outcome, job.seconds)
                return ()
            self._estimate.learn("route", size, job.seconds)
            self.made += 1
            self._done += 1
            self._keep(
                self._row(item, key, "route", outcome.seconds, RUN.dump_json(outcome), target, seed)
            )
            return ()

        label = f"{item.config.name}, {target.name}, seed {seed}"
        return Job("route", label, size, self._estimate.seconds("route", size), work, settle)

    def _in_cells(self, item: Asked, run: Run) -> Job:
        size = estimate.guess(item.config)
        target, seed, key = run

        def work(watch: Watch) -> cells.CellsRecord | None:
            if not self._plan.identity.holds() or not target.holds():
                return None

            def progress(message: str, fraction: float | None = None) -> None:
                watch(Stage(message.removeprefix(f"{item.config.name}: "), fraction or 0.0))

            try:
                return cells.synth_cells(
                    item.config,
                    target.name,
                    progress,
                    recipe=self._plan.identity.recipe,
                    timeout=self._timeout,
                )
            except InputError:
                if target.holds():
                    raise
                return None

        def settle(job: Job, outcome: Any) -> Iterable[Job]:
            if outcome is None or not self._plan.identity.holds() or not target.holds():
                self._stale += 1
            elif isinstance(outcome, FailureError):
                self._run_failed(item, run, "cells", outcome, job.seconds)
            else:
                self._estimate.learn("cells", size, job.seconds)
                self.made += 1
                self._done += 1
                result = outcome.model_dump_json().encode()
                self._keep(self._row(item, key, "cells", outcome.seconds, result, target, seed))
            return ()

        label = f"{item.config.name}, {target.name}"
        return Job("cells", label, size, self._estimate.seconds("cells", size), work, settle)

    # ---- What they come to ----------------------------------------------------------------------

    def _map_failed(self, job: Job, item: Asked, runs: list[Run], error: FailureError) -> None:
        """Note that a design could not be mapped, which leaves nothing to run."""
        known = self._plan.rows.get(item.key)
        if known is not None and known.status == "done":  # other runs of it are there: keep it
            for run in runs:
                self._run_failed(item, run, "route", error, job.seconds)
            return
        self.made += len(runs)
        self._failed += len(runs)
        self._failures.append(f"{item.config.name}: {error}")
        self._keep(_failed(self._row(item, item.key, "map", job.seconds), error))

    def _run_failed(
        self, item: Asked, run: Run, step: Any, error: FailureError, seconds: float
    ) -> None:
        target, seed, key = run
        self.made += 1
        self._failed += 1
        where = f"{target.name}, seed {seed}" if seed else target.name
        self._failures.append(f"{item.config.name}, {where}: {error}")
        self._keep(_failed(self._row(item, key, step, seconds, target=target, seed=seed), error))

    def _row(
        self,
        item: Asked,
        key: str,
        step: Any,
        seconds: float,
        result: bytes = b"",
        target: Target | CellsTarget | None = None,
        seed: int = 0,
    ) -> Row:
        now = datetime.datetime.now(datetime.UTC)
        return Row(
            key=key,
            step=step,
            status="done",
            name=item.config.name,
            parameters=as_json(item.config.fields()),
            target=target.name if target else "",
            seed=seed,
            tools=as_json(self._plan.identity.tools),
            result=result.decode(),
            seconds=round(seconds, 2),
            finished=now.isoformat(timespec="seconds"),
        )

    def _keep(self, row: Row) -> None:
        self._store.put(row)
        self._plan.rows[row.key] = row

    # ---- The display ----------------------------------------------------------------------------

    def _tick(self) -> None:
        self._watcher(
            Tally(
                total=self._total,
                done=self._done,
                failed=self._failed,
                running=[
                    Running(job.label, job.stage.name, job.stage.fraction, job.seconds)
                    for job in self._crew.running.values()
                ],
                left=self._left(),
                failures=tuple(self._failures),
            )
        )

    def _left(self) -> float:
        """Seconds until the end: the work that is left, shared by all workers."""
        guess = self._estimate.seconds
        work = sum(guess(job.kind, job.size) for _, _, job in self._crew.waiting)
        work += sum(guess(job.kind, job.size) for job in self._held or ())
        work += sum(count * guess("route", size) for count, size in self._unborn.values())
        running = [
            max(guess(job.kind, job.size) - job.seconds, 0.0) for job in self._crew.running.values()
        ]
        return max([(work + sum(running)) / self._workers, *running])


def _failed(row: Row, error: FailureError) -> Row:
    """A row that tells of a failure."""
    return dataclasses.replace(
        row,
        status="failed",
        error=str(error),
        log=_tail(error.log),
        log_path=str(error.log or ""),
    )


def _tail(log: Path | None) -> str:
    """The end of a log; empty where it cannot be read."""
    if log is None:
        return ""
    try:
        with log.open("rb") as handle:
            handle.seek(max(0, log.stat().st_size - _LOG))
            return handle.read().decode(errors="replace")
    except OSError:
        return ""


def _cpu() -> float:
    """Seconds of processor that this program and its ended children took."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(item.ru_utime + item.ru_stime for item in used)
