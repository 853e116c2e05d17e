# SPDX-License-Identifier: Apache-2.0
"""From the rows of a store to the record of a space."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from roundel.cells import CellsRecord
from roundel.explore.front import figures, pareto
from roundel.explore.plan import Asked, Plan
from roundel.explore.record import ExploreRecord, Failure, Point
from roundel.explore.space import CellsTarget
from roundel.explore.store import Row
from roundel.fpga import flow
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target

__all__ = ["PREPARED", "RUN", "assemble"]

# What the store's rows hold as results.
PREPARED = TypeAdapter(flow.Prepared)
RUN = TypeAdapter(Run)

_LINES = 40  # of a failed step's log


def assemble(
    plan: Plan,
    store: Path,
    goals: Sequence[str],
    *,
    runs_made: int,
    jobs: int,
    wall_seconds: float,
    cpu_seconds: float,
) -> ExploreRecord:
    """The record of a plan whose rows are all there.

    Args:
        plan: The plan.
        store: Where its rows are.
        goals: Names of metrics that the front is about.
        runs_made: Runs of place and route that were made now.
        jobs: Tools that ran at a time.
        wall_seconds: What that took.
        cpu_seconds: What that took of all processors.
    """
    points: list[Point] = []
    for item in plan.asked:
        for target in plan.space.targets:
            points.append(_point(plan, item, target, len(points) + 1))
    done = [(p, found) for p in points if p.status == "done" and (found := p.measured)]
    best = pareto([(p.target, figures(found)) for p, found in done], goals)
    there = [(point, found) for point in points if (found := point.measured)]
    ahead = {done[place][0].number for place in best}
    return ExploreRecord(
        space=plan.space.name,
        store=str(store),
        recipe=plan.identity.recipe,
        seeds=list(plan.space.seeds),
        goals=list(goals),
        points=[p.model_copy(update={"front": p.number in ahead}) for p in points],
        impossible=plan.impossible,
        runs=len(points) * plan.space.runs_of_point,
        runs_done=sum(len(p.synth.fmax_mhz.per_seed) if p.synth else 1 for p, _ in there),
        runs_made=runs_made,
        tools=plan.identity.tools,
        jobs=jobs,
        wall_seconds=round(wall_seconds, 2),
        cpu_seconds=round(cpu_seconds, 2),
    )


def _point(plan: Plan, item: Asked, target: Target | CellsTarget, number: int) -> Point:
    if isinstance(target, CellsTarget):
        return _in_cells(plan, item, target, number)
    mapped = plan.rows[item.key]
    if mapped.status == "failed":
        rows, failed = [], [mapped]
    else:
        keys = [key for part, _, key in plan.runs(item) if part == target]
        rows = [plan.rows[key] for key in keys if plan.rows[key].status == "done"]
        failed = [plan.rows[key] for key in keys if plan.rows[key].status == "failed"]
    status: Literal["done", "partial", "failed"] = (
        "done" if not failed else "partial" if rows else "failed"
    )
    synth = None
    if rows:
        runs = [RUN.validate_json(row.result) for row in rows]
        synth = flow.record(item.config, target, PREPARED.validate_json(mapped.result), runs)
    return Point(
        number=number,
        config=item.config,
        target=target.name,
        status=status,
        front=False,
        synth=synth,
        failures=[_failure(row) for row in failed],
    )


def _in_cells(plan: Plan, item: Asked, target: CellsTarget, number: int) -> Point:
    row = next(plan.rows[key] for library, _, key in plan.runs(item) if library == target)
    found = CellsRecord.model_validate_json(row.result) if row.status == "done" else None
    if found is not None:  # one that another name, or another path, was given to
        found = found.model_copy(update={"config": item.config, "target": target.name})
    return Point(
        number=number,
        config=item.config,
        target=target.name,
        status="done" if found else "failed",
        front=False,
        synth=None,
        cells=found,
        failures=[] if found else [_failure(row)],
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
