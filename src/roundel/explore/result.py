# SPDX-License-Identifier: Apache-2.0
"""From the rows of a batch to the record of a space."""

from collections.abc import Mapping, Sequence

from roundel import design
from roundel.cells.works import cells_record_of
from roundel.explore.front import pareto
from roundel.explore.plan import Asked, Plan
from roundel.explore.record import ExploreRecord, Failure, Point
from roundel.explore.space import CellsTarget
from roundel.fpga import flow
from roundel.fpga.targets import Target
from roundel.fpga.works import prepared_of, run_of
from roundel.jobs import Batch, Row

_LINES = 40  # of a failed step's log


def assemble(plan: Plan, batch: Batch, goals: Sequence[str], *, jobs: int) -> ExploreRecord:
    """The record of a plan whose rows are all there."""
    points: list[Point] = []
    with design.unchanged():
        for item in plan.asked:
            for target in plan.space.targets:
                points.append(_point(batch.rows, item, target, len(points) + 1))
    done = [(p, found) for p in points if p.status == "done" and (found := p.measured)]
    best = pareto([(p.target, found.figures()) for p, found in done], goals)
    there = [(point, found) for point in points if (found := point.measured)]
    ahead = {done[place][0].number for place in best}
    return ExploreRecord(
        space=plan.space.name,
        store=str(batch.store.path),
        recipe=",".join(plan.space.recipes),
        seeds=list(plan.space.seeds),
        goals=list(goals),
        points=[p.model_copy(update={"front": p.number in ahead}) for p in points],
        impossible=plan.impossible,
        runs=len(points) * plan.space.runs_of_point,
        runs_done=sum(len(p.synth.fmax_mhz.per_seed) if p.synth else 1 for p, _ in there),
        runs_made=batch.made,
        tools=plan.tools,
        jobs=jobs,
        wall_seconds=round(batch.wall, 2),
        cpu_seconds=round(batch.cpu, 2),
    )


Rows = Mapping[str, Row]


def _point(rows: Rows, item: Asked, target: Target | CellsTarget, number: int) -> Point:
    found = [rows[key] for place, _, key in item.runs if place == target and key in rows]
    if item.key and rows[item.key].status == "failed":
        found = [rows[item.key]]  # without a mapping there is no run
    done = [row for row in found if row.status == "done"]
    failed = [row for row in found if row.status == "failed"]
    synth = cells = None
    if done and isinstance(target, CellsTarget):
        cells = cells_record_of(done[0], item.config, target.name)
    elif done and isinstance(target, Target):
        prepared = prepared_of(rows[item.key])
        synth = flow.record(item.config, target, prepared, list(map(run_of, done)))
    return Point(
        number=number,
        config=item.config,
        target=target.name,
        recipe=item.recipe,
        status="done" if not failed else "partial" if done else "failed",
        front=False,
        synth=synth,
        cells=cells,
        failures=[_failure(row) for row in failed],
        rtl=design.fingerprint(item.config),
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
