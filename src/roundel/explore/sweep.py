# SPDX-License-Identifier: Apache-2.0
"""Going through a space: the jobs whose results are missing, then the record of all points."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from roundel.cells.works import CellsDesign, cells_work
from roundel.explore.front import find_goals
from roundel.explore.plan import LIMIT, Asked, Plan, Shard, make_plan
from roundel.explore.record import ExploreRecord
from roundel.explore.result import assemble
from roundel.explore.space import Space
from roundel.fpga import flow
from roundel.fpga.flow import ConfigDesign
from roundel.fpga.targets import Target
from roundel.fpga.works import design_works
from roundel.jobs import Batch, Session, Work, using


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
    """Measure every point of a space that a store does not have yet; a failed tool ends no sweep.

    `session` may be the path of a store that is used on this machine. `shard` is the part of the
    configurations to take (default: all). For the other arguments see `roundel.explore`.

    Raises:
        InputError: The space or the store cannot be used.
        MachineError: The store is in use, a disk is full, a tool does not start, or the sources
            changed meanwhile; finished runs are in the store.
        FailureError: A tool is missing, or the cluster provides no worker.
    """
    if goals is None:
        goals = find_goals(None, space.in_cells)
    with using(session) as opened:
        batch = opened.batch(retry_failed=retry_failed)
        plan = make_plan(space, batch, limit=limit, shard=shard)
        batch.news.append(f"finished runs are kept in {opened.store.path}")
        batch.expect(dict.fromkeys(key for item in plan.asked for _, _, key in item.runs))
        batch.run(_works(plan, batch, timeout, opened.ships))
        return assemble(plan, batch, goals, jobs=opened.workers)


def _works(plan: Plan, batch: Batch, timeout: float, ship: bool) -> Iterator[Work]:
    """The works whose results are missing; equal configurations count once."""
    seen: set[str] = set()
    for item in plan.asked:
        if plan.space.in_cells:
            yield from _in_cells(plan, item, batch, timeout, ship, seen)
        elif item.key not in seen:
            seen.add(item.key)
            placeable = ConfigDesign.of(item.config, item.recipe)
            runs = [(part, seed, key) for part, seed, key in item.runs if isinstance(part, Target)]
            yield from design_works(batch, plan.parts, placeable, item.key, runs, timeout)


def _in_cells(
    plan: Plan, item: Asked, batch: Batch, timeout: float, ship: bool, seen: set[str]
) -> Iterator[Work]:
    asked = CellsDesign(item.config, item.recipe, timeout=timeout)
    for target, _, key in item.runs:
        if key not in batch.rows and key not in seen:
            seen.add(key)
            yield cells_work(asked, target.name, key, plan.libraries, ship=ship)
