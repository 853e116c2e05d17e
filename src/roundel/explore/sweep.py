# SPDX-License-Identifier: Apache-2.0
"""The sweep of a space: the jobs of missing results, then the record of all points."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from roundel import design
from roundel.cells.works import CellsDesign, cells_record_of, cells_work
from roundel.explore.front import find_goals, pareto
from roundel.explore.plan import LIMIT, Asked, Plan, Shard, make_plan
from roundel.explore.record import ExploreRecord, Failure, Point
from roundel.explore.space import CellsTarget, Space
from roundel.fpga import flow
from roundel.fpga.targets import Target
from roundel.fpga.works import design_works, prepared_of, run_of
from roundel.jobs import Batch, Row, Session, Work, using

_LINES = 40  # last lines of a failed step's log


def explore(
    space: Space,
    session: Session | Path,
    *,
    limit: int | None = LIMIT,
    retry_failed: bool = False,
    timeout: float = flow.NEXTPNR_TIMEOUT,
    goals: Sequence[str] | None = None,
    shard: Shard | None = None,
) -> ExploreRecord:
    """Compute the missing results of a space; a failing tool does not end the sweep.

    `session` may be the path of a store for use on this machine. `shard` selects a part of the
    configurations (default: all). For the other arguments see `roundel.explore`.

    Raises:
        InputError: The space or the store is unusable.
        MachineError: The store is in use, the disk is full, a tool does not start, or the sources
            changed meanwhile; finished runs are in the store.
        FailureError: A tool is missing, or the cluster provides no worker.
    """
    if goals is None:
        goals = find_goals(None, space.kind)
    with using(session) as opened:
        batch = opened.batch(retry_failed=retry_failed)
        plan = make_plan(space, batch, limit=limit, shard=shard)
        batch.news.append(f"finished runs are kept in {opened.store.path}")
        batch.expect(dict.fromkeys(key for item in plan.asked for _, _, key in item.runs))
        batch.run(_works(plan, batch, timeout, opened.ships))
        return _assemble(plan, batch, goals, jobs=opened.workers)


def _works(plan: Plan, batch: Batch, timeout: float, ship: bool) -> Iterator[Work]:
    """The works with missing results; equal configurations count once."""
    seen: set[str] = set()
    for item in plan.asked:
        if plan.space.in_cells:
            asked = CellsDesign(item.config, item.recipe, timeout=timeout)
            for target, _, key in item.runs:
                if key not in batch.rows and key not in seen:
                    seen.add(key)
                    yield cells_work(asked, target.name, key, plan.libraries, ship=ship)
        for name, (placeable, mapping_key) in item.designs.items():
            if mapping_key not in seen:
                seen.add(mapping_key)
                runs = [
                    (part, seed, key)
                    for part, seed, key in item.runs
                    if isinstance(part, Target) and part.family.name == name
                ]
                yield from design_works(batch, plan.parts, placeable, mapping_key, runs, timeout)


def _assemble(plan: Plan, batch: Batch, goals: Sequence[str], *, jobs: int) -> ExploreRecord:
    """The record of a plan with all rows."""
    points: list[Point] = []
    with design.unchanged():
        for item in plan.asked:
            for target in plan.space.targets:
                points.append(_point(batch, item, target, len(points) + 1))
    done = [(p, found) for p in points if p.status == "done" and (found := p.measured)]
    best = pareto([(p.target, found.figures()) for p, found in done], goals)
    measured = [(point, found) for point in points if (found := point.measured)]
    ahead = {done[index][0].number for index in best}
    return ExploreRecord(
        space=plan.space.name,
        store=str(batch.store.path),
        recipe=",".join(dict.fromkeys(point.recipe for point in points)),
        seeds=list(plan.space.seeds),
        goals=list(goals),
        points=[p.model_copy(update={"front": p.number in ahead}) for p in points],
        impossible=plan.impossible,
        runs=len(points) * plan.space.runs_of_point,
        runs_done=sum(len(p.synth.fmax_mhz.per_seed) if p.synth else 1 for p, _ in measured),
        runs_made=batch.made,
        tools=plan.tools,
        jobs=jobs,
        wall_seconds=round(batch.wall, 2),
        cpu_seconds=round(batch.cpu, 2),
    )


def _point(batch: Batch, item: Asked, target: Target | CellsTarget, number: int) -> Point:
    rows = batch.rows
    found = [rows[key] for ran_on, _, key in item.runs if ran_on == target and key in rows]
    mapped = vendor = None
    if isinstance(target, Target):
        vendor = target.family.vendor
        mapped = rows[item.designs[target.family.name][1]]
        if mapped.status == "failed":
            found = [mapped]  # without a mapping there is no run
    done = [row for row in found if row.status == "done"]
    failed = [row for row in found if row.status == "failed"]
    synth = cells = counted = None
    if done and isinstance(target, CellsTarget):
        cells = cells_record_of(done[0], item.config, target.name)
    elif done and isinstance(target, Target) and mapped is not None:
        prepared = prepared_of(mapped)
        if target.placed:
            synth = flow.record(item.config, target, prepared, list(map(run_of, done)))
        else:
            counted = flow.mapped_record(item.config, target, prepared)
    return Point(
        number=number,
        config=item.config,
        target=target.name,
        recipe=item.recipe_on(target),
        status="done" if not failed else "partial" if done else "failed",
        front=False,
        synth=synth,
        cells=cells,
        mapped=counted,
        failures=[_failure(row) for row in failed],
        rtl=design.fingerprint(item.config, vendor),
    )


def _failure(row: Row) -> Failure:
    return Failure(
        step=row.step,
        seed=row.seed or None,
        error=row.error,
        log="\n".join(row.log.splitlines()[-_LINES:]),
        log_path=row.log_path or None,
        seconds=row.seconds,
    )
