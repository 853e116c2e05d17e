# SPDX-License-Identifier: Apache-2.0
"""From the rows of a batch to the record of a space."""

from collections.abc import Mapping, Sequence
from typing import Literal

from roundel import design
from roundel.cells.works import cells_record_of
from roundel.explore.front import figures, pareto
from roundel.explore.plan import Asked, Plan
from roundel.explore.record import ExploreRecord, Failure, Point
from roundel.explore.space import CellsTarget
from roundel.fpga import flow
from roundel.fpga.targets import Target
from roundel.fpga.works import prepared_of, run_of
from roundel.jobs import Batch, Row

__all__ = ["assemble"]

_LINES = 40  # of a failed step's log


def assemble(plan: Plan, batch: Batch, goals: Sequence[str], *, jobs: int) -> ExploreRecord:
    """The record of a plan whose rows are all there.

    Args:
        plan: The plan.
        batch: Its rows, and what it cost to compute them.
        goals: Names of metrics for the Pareto front.
        jobs: Tools that run at a time.
    """
    points: list[Point] = []
    with design.unchanged():
        for item in plan.asked:
            for target in plan.space.targets:
                points.append(_point(batch.rows, item, target, len(points) + 1))
    done = [(p, found) for p in points if p.status == "done" and (found := p.measured)]
    best = pareto([(p.target, figures(found)) for p, found in done], goals)
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
    if isinstance(target, CellsTarget):
        return _in_cells(rows, item, target, number)
    mapped = rows[item.key]
    found = [rows[key] for part, _, key in item.runs if part == target and key in rows]
    done = [row for row in found if row.status == "done"] if mapped.status == "done" else []
    failed = [row for row in found if row.status == "failed"]
    failed = [mapped] if mapped.status == "failed" else failed
    status: Literal["done", "partial", "failed"] = (
        "done" if not failed else "partial" if done else "failed"
    )
    synth = None
    if done:
        synth = flow.record(item.config, target, prepared_of(mapped), list(map(run_of, done)))
    return Point(
        number=number,
        config=item.config,
        target=target.name,
        recipe=item.recipe,
        status=status,
        front=False,
        synth=synth,
        failures=[_failure(row) for row in failed],
        rtl=design.fingerprint(item.config),
    )


def _in_cells(rows: Rows, item: Asked, target: CellsTarget, number: int) -> Point:
    row = next(rows[key] for library, _, key in item.runs if library == target)
    found = cells_record_of(row, item.config, target.name) if row.status == "done" else None
    return Point(
        number=number,
        config=item.config,
        target=target.name,
        recipe=item.recipe,
        status="done" if found else "failed",
        front=False,
        synth=None,
        cells=found,
        failures=[] if found else [_failure(row)],
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
