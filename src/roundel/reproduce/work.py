# SPDX-License-Identifier: Apache-2.0
"""A paper's designs, mapped, placed and routed as a batch of jobs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from roundel.base.errors import FailureError
from roundel.fpga.flow import Placeable, Prepared
from roundel.fpga.nextpnr import Run
from roundel.fpga.targets import Target
from roundel.fpga.works import Keys, design_works, prepared_of, run_of
from roundel.jobs import Row, Session, Work

Key = TypeVar("Key")


@dataclass(frozen=True)
class Placed:
    """A design after place and route."""

    prepared: Prepared
    runs: tuple[Run, ...]  # in the order of the seeds

    @property
    def seconds(self) -> float:
        """The sum of the times of all tools."""
        return self.prepared.seconds + sum(run.seconds for run in self.runs)


def place_all(
    placeables: Sequence[Placeable],
    part: Target,
    seeds: Sequence[int],
    session: Session,
    timeout: float,
) -> list[Placed | FailureError]:
    """Place and route designs on a part with at least one seed.

    The result has each design, or its first failure; other designs continue. MachineError if a
    machine failed.
    """
    keys, batch = Keys(), session.batch(retry_failed=True, on_failure="drop")
    planned: list[tuple[Placeable, str, list[tuple[Target, int, str]]]] = []
    for placeable in placeables:
        key = keys.of_design(placeable)
        planned.append((placeable, key, [(part, s, keys.of_run(key, part, s)) for s in seeds]))
    batch.load(item for _, key, runs in planned for item in (key, *(run[2] for run in runs)))
    batch.expect({run[2]: None for _, _, runs in planned for run in runs})
    different = {key: (placeable, key, runs) for placeable, key, runs in planned}
    batch.run(
        work for item in different.values() for work in design_works(batch, keys, *item, timeout)
    )
    found: list[Placed | FailureError] = []
    for _, key, runs in planned:
        rows = [batch.rows[item] for item in (key, *(run[2] for run in runs)) if item in batch.rows]
        failed = next((row for row in rows if row.status == "failed"), None)
        if failed is not None:
            found.append(FailureError(failed.error))
        else:
            found.append(Placed(prepared_of(rows[0]), tuple(map(run_of, rows[1:]))))
    return found


def run_works(session: Session, works: Mapping[Key, Work]) -> tuple[dict[Key, Row], dict[Key, str]]:
    """Run the works that the store lacks; returns the rows, and the errors of failures."""
    batch = session.batch(retry_failed=True)
    keys = [work.key for work in works.values()]
    batch.load(keys)
    batch.expect(keys)
    batch.run(work for work in works.values() if work.key not in batch.rows)
    rows = {name: batch.rows[work.key] for name, work in works.items()}
    failed = {name: row.error for name, row in rows.items() if row.status == "failed"}
    return {name: row for name, row in rows.items() if name not in failed}, failed
