# SPDX-License-Identifier: Apache-2.0
"""A paper's tables, rebuilt: its presets measured, each row beside what was published."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from roundel.base import tools
from roundel.base.errors import InputError, RoundelError
from roundel.base.progress import Progress, null_progress
from roundel.cells import is_cells
from roundel.design import Config, load_config
from roundel.explore.estimate import guess
from roundel.fpga import flow
from roundel.fpga.mapping import Watch
from roundel.fpga.nextpnr import Run
from roundel.fpga.record import SynthRecord
from roundel.fpga.targets import Target, find_target
from roundel.fpga.timing import CriticalPath
from roundel.reproduce import notes, system
from roundel.reproduce.cells import reproduce_cells
from roundel.reproduce.data import Best, Paper, Row, Table
from roundel.reproduce.findings import core_findings
from roundel.reproduce.quantities import QUANTITIES, measure
from roundel.reproduce.record import Kind, ReproduceRecord, RowRecord, Value, meanings
from roundel.reproduce.soft import SoftMeasured, soft_record, soft_rows
from roundel.reproduce.soft_findings import soft_findings
from roundel.reproduce.soft_plan import SoftPlan
from roundel.reproduce.study import SboxWork, StudyPoint, StudyRecord, study_record, study_works
from roundel.reproduce.work import Work, processors, run_all

__all__ = ["Measured", "reproduce", "rows_of"]

_STUDY = "study"  # among the failures
_SYSTEM = "system"


@dataclass(frozen=True)
class Measured:
    """What came out of the runs.

    Attributes:
        designs: The record of each preset, by its name.
        failures: Why a preset has none, by its name; "study" for the study.
        study: The study, if it was asked for and went well.
        soft: Soft processors.
    """

    designs: Mapping[str, SynthRecord]
    failures: Mapping[str, str]
    study: StudyRecord | None
    soft: SoftMeasured = field(default_factory=SoftMeasured)


class _DesignWork:
    """The measurement of a preset."""

    def __init__(self, config: Config, part: Target, timeout: float) -> None:
        self.config = config
        self._part, self._timeout = part, timeout
        self._prepared: flow.Prepared | None = None

    @property
    def name(self) -> str:
        """The preset's name."""
        return self.config.name

    @property
    def size(self) -> float:
        """Its LUT4 and flip-flops, roughly before it is mapped."""
        if self._prepared is None:
            return guess(self.config)
        return self._prepared.core.lut4 + self._prepared.core.ff

    def prepare(self, watch: Watch) -> None:
        """Map it and make sure that the part can hold it."""
        self._prepared = flow.prepare(self.config, watch)
        flow.check_size(self._prepared, self._part)

    def route(self, seed: int, watch: Watch) -> Run:
        """Place and route it with one seed."""
        return flow.route(self._whole, self._part, seed, watch, self._timeout)

    def record(self, runs: Sequence[Run]) -> SynthRecord:
        """The record from its runs."""
        return flow.record(self.config, self._part, self._whole, runs)

    @property
    def _whole(self) -> flow.Prepared:
        assert self._prepared is not None  # noqa: S101 (prepare comes first)
        return self._prepared


def reproduce(
    paper: Paper,
    target: str,
    seeds: Sequence[int] = flow.DEFAULT_SEEDS,
    progress: Progress = null_progress,
    *,
    jobs: int | None = None,
    study: bool = True,
    timeout: float = flow.NEXTPNR_TIMEOUT,
) -> ReproduceRecord:
    """Measure what a paper's tables hold.

    Args:
        paper: The paper.
        target: The part, for example "ecp5-85k-8"; for a paper about standard cells the library,
            "cells:PATH" or "cells".
        seeds: The placer's seeds; cells have none.
        progress: Told what is being done.
        jobs: How many programs run at a time; as many as there are processors when None.
        study: Whether the paper's study is measured too, its system, or power.
        timeout: Seconds that one run of place and route may take.

    Returns:
        The record. A design that fails is in `failures` and its rows have no measured figures.

    Raises:
        InputError: The target, a seed or the number of jobs is unusable.
        FailureError: A tool is missing or the machine failed.
    """
    if jobs is not None and jobs < 1:
        raise InputError(f"{jobs} jobs do no work; give 1 or more.")
    if paper.cells is not None:
        return reproduce_cells(
            paper,
            paper.cells,
            target,
            progress,
            jobs=jobs or processors(),
            power=study,
            timeout=timeout,
        )
    if is_cells(target):
        raise InputError(
            f"{paper.paper} is about parts, and {target} is a library of cells; give --target "
            "ecp5-85k-8."
        )
    part = find_target(target)
    flow.check_seeds(seeds)
    versions = {name: tools.find(name).version for name in ("yosys", "nextpnr-ecp5")}
    wanted = paper.study is not None and study
    plan = SoftPlan(paper.soft, part, timeout)
    measured, seconds = _measure(
        paper, part, seeds, jobs or processors(), wanted, plan, timeout, progress
    )
    rows, failures = rows_of(paper, measured), {**measured.failures, **measured.soft.failures}
    whole, found = _system(paper, study, progress, failures)
    found = [*core_findings(paper, rows, measured.designs), *found]
    rows += whole
    soft = None
    if paper.soft is not None:
        soft = soft_record(paper.soft, plan.units, measured.soft)
        rows += soft_rows(paper.soft, plan.units, measured.soft)
        found += soft_findings(paper.soft, plan.units, measured.soft, soft.promises)
    return ReproduceRecord(
        paper=paper.paper,
        title=f"{paper.title} ({paper.authors}, {paper.year})",
        target=part.name,
        seeds=list(seeds),
        rows=rows,
        findings=found,
        quantities=meanings(paper, rows),
        differences=notes.differences(paper, part, _paths(measured), versions),
        slips=paper.slips,
        study=measured.study,
        soft=soft,
        designs=dict(measured.designs),
        failures=failures,
        tools=versions,
        seconds=seconds,
    )


def _measure(
    paper: Paper,
    part: Target,
    seeds: Sequence[int],
    jobs: int,
    study: bool,
    plan: SoftPlan,
    timeout: float,
    progress: Progress,
) -> tuple[Measured, float]:
    """Run all that a paper needs; also the seconds that the study took, and the designs."""
    failures: dict[str, str] = {}
    designs: list[_DesignWork] = []
    for name in paper.presets():
        try:
            designs.append(_DesignWork(load_config(name), part, timeout))
        except RoundelError as error:
            failures[name] = str(error)
    points = study_works(part, timeout) if study else []
    works: list[Work] = [*designs, *points, *plan.works]
    results = dict(zip(works, run_all(works, seeds, jobs, progress), strict=True))
    records: dict[str, SynthRecord] = {}
    for design in designs:
        result = results[design]
        if isinstance(result, RoundelError):
            failures[design.name] = str(result)
        else:
            records[design.name] = design.record(result)
    found: list[tuple[SboxWork, Sequence[Run]]] = []
    for point in points:
        result = results[point]
        if isinstance(result, RoundelError):
            failures.setdefault(_STUDY, f"{point.name}: {result}")
        else:
            found.append((point, result))
    whole = study_record(found) if points and len(found) == len(points) else None
    seconds = sum(record.seconds for record in records.values())
    seconds += sum(work.seconds + sum(run.seconds for run in runs) for work, runs in found)
    soft = plan.finish(results, progress)
    seconds += sum(design.seconds for design in soft.designs.values())
    return Measured(records, failures, whole, soft), round(seconds, 1)


def _paths(measured: Measured) -> list[CriticalPath]:
    """The slowest paths of all that was placed, but those of a study."""
    return [
        *(record.critical_path for record in measured.designs.values()),
        *(record.critical_path for record in measured.soft.designs.values()),
    ]


def _system(
    paper: Paper, wanted: bool, progress: Progress, failures: dict[str, str]
) -> tuple[list[RowRecord], list[str]]:
    """The rows of a paper's system and software, and what they say; why not among the failures."""
    if not wanted:
        return system.unmeasured(paper, "the system was left out"), []
    try:
        rows = system.system_rows(paper, progress)
    except RoundelError as error:
        failures[_SYSTEM] = str(error)
        return system.unmeasured(paper, str(error)), []
    return [*rows, *system.software_rows(paper.software)], system.findings(paper, rows)


def rows_of(paper: Paper, measured: Measured) -> list[RowRecord]:
    """Every row of a paper's tables, in their order, then those of its study."""
    rows = [_row(paper, table, row, measured) for table in paper.tables for row in table.rows]
    if paper.study is not None:
        for best in paper.study.best:
            rows += _study_rows(best, measured)
    return rows


def _row(paper: Paper, table: Table, row: Row, measured: Measured) -> RowRecord:
    """One row of a table."""
    told = paper.row(*row.beside) if row.beside else row
    origin = next(item for item in paper.tables if item.table == (row.beside or (table.table,))[0])
    published: dict[str, Value] = dict(told.published)
    implied = {name: item.value for name, item in told.implied.items()}
    cited = {
        name: told.cite.get(name) or origin.cite.get(name) or origin.source
        for name in told.published
    } | {name: f"implied: {item.origin}" for name, item in told.implied.items()}
    own = measured.designs.get(row.preset or "")
    base = measured.designs.get(table.baseline or "")
    values: dict[str, float] | None = None
    if own is not None:
        wanted = _told_of(paper, table)
        found = {name: measure(name, own, base) for name in QUANTITIES if name in wanted}
        values = {name: value for name, value in found.items() if value is not None}
    kind: Kind = "ours" if table.ours else "rebuilt" if row.rebuilt else "beside"
    return RowRecord(
        table=table.table,
        row=row.row,
        kind=kind,
        preset=row.preset,
        published=published,
        implied=implied,
        cited=cited,
        measured=dict(values) if values is not None else None,
        ratio=_ratios({**told.published, **implied}, values),
        note=notes.row_note(row, kind, own, measured.failures),
    )


def _told_of(paper: Paper, table: Table) -> set[str]:
    """The quantities that a table tells of: what one row has is measured for all."""
    rows = [paper.row(*row.beside) if row.beside else row for row in table.rows]
    return {name for row in rows for name in (*row.published, *row.implied)} | {*table.columns}


def _ratios(
    published: Mapping[str, float], values: Mapping[str, float] | None
) -> dict[str, float] | None:
    """Measured over published, where both are there and the second is not zero."""
    if values is None:
        return None
    return {
        name: round(value / published[name], 4)
        for name, value in values.items()
        if published.get(name)
    }


def _study_rows(best: Best, measured: Measured) -> list[RowRecord]:
    """What the paper calls best, then each number of stages as measured."""
    study = measured.study

    def row(name: str, named: list[int], values: dict[str, Value] | None, note: str) -> RowRecord:
        published: dict[str, Value] = {"best_stages": named} if named else {}
        return RowRecord(
            table=best.table,
            row=name,
            kind="study",
            preset=None,
            published=published,
            implied={},
            cited=dict.fromkeys(published, best.source),
            measured=values,
            ratio=None if values is None else {},
            note=note,
        )

    if study is None:
        why = measured.failures.get(_STUDY, "the study was left out")
        note = notes.join(best.note, f"Not measured: {why}")
        return [row("best numbers of stages", best.stages, None, note)]
    ranked = study.ranked(best.by)[: len(best.stages)]
    rows = [row("best numbers of stages", best.stages, {"best_stages": ranked}, best.note)]
    for stages in study.stages():
        point = study.best(stages, best.by)
        label = f"{stages} stage{'s' if stages > 1 else ''}"
        rows.append(row(label, [], _point_values(point), notes.point_note(point)))
    return rows


def _point_values(point: StudyPoint) -> dict[str, Value]:
    return {
        "stages": float(point.stages),
        "clock_mhz": point.clock_mhz,
        "delay_ns": point.delay_ns,
        "lut4_per_sbox": point.lut4_per_sbox,
        "ff_per_sbox": point.ff_per_sbox,
        "mbps_per_slice": point.mbps_per_slice,
    }
