# SPDX-License-Identifier: Apache-2.0
"""A paper's rebuilt tables: the measured presets, beside the published figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from roundel.base import tools
from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.base.progress import Progress
from roundel.cells import is_cells
from roundel.design import load_config
from roundel.fpga import flow
from roundel.fpga.ecp5 import ECP5
from roundel.fpga.flow import ConfigDesign
from roundel.fpga.record import SynthRecord
from roundel.fpga.targets import Target, find_target
from roundel.jobs import Session, using
from roundel.reproduce import notes, system
from roundel.reproduce.cells import reproduce_cells
from roundel.reproduce.data import Best, Paper
from roundel.reproduce.data_base import Row, Table
from roundel.reproduce.findings import core_findings
from roundel.reproduce.record import ReproduceRecord, RowRecord, Value, meanings
from roundel.reproduce.soft import SoftMeasured, soft_findings, soft_record, soft_rows
from roundel.reproduce.soft_plan import SoftPlan
from roundel.reproduce.study import SboxDesign, StudyRecord, study_designs, study_record
from roundel.reproduce.work import Placed, place_all

_STUDY = "study"  # key in the failures
_SYSTEM = "system"


@dataclass(frozen=True)
class Measured:
    """The results of the runs."""

    designs: Mapping[str, SynthRecord]  # by preset
    failures: Mapping[str, str]  # by preset; "study" for the study
    study: StudyRecord | None  # None without a request or after a failure
    soft: SoftMeasured = field(default_factory=SoftMeasured)


def reproduce(
    paper: Paper,
    target: str,
    seeds: Sequence[int] = flow.DEFAULT_SEEDS,
    session: Session | None = None,
    *,
    study: bool = True,
    timeout: float = flow.NEXTPNR_TIMEOUT,
) -> ReproduceRecord:
    """Measure the rows of a paper's tables.

    The target is a part, for example "ecp5-85k-8", or a library of cells, "cells:PATH" or "cells".
    Cells need no seeds. `study` also measures the paper's study, system or power. `timeout` limits
    a run of place and route, in seconds. The record lists a failed design in `failures`; the rows
    of the design have no measured figures.

    Raises:
        InputError: The target or a seed is unusable.
        FailureError: A tool is missing or the machine failed.
    """
    if paper.cells is not None:
        with using(session) as chosen:
            return reproduce_cells(paper, paper.cells, target, chosen, power=study, timeout=timeout)
    if is_cells(target):
        raise InputError(
            f"{paper.paper} needs a part, but {target} is a library of cells; choose the target "
            "ecp5-85k-8."
        )
    part = find_target(target)
    if part.family != ECP5:
        raise InputError(
            f"{target} is not an ECP5, the family of the comparisons; choose for example "
            "ecp5-85k-8."
        )
    flow.check_seeds(seeds)
    versions = {name: tools.find(name).version for name in ("yosys", "nextpnr-ecp5")}
    wanted = paper.study is not None and study
    plan = SoftPlan(paper.soft)
    with using(session) as chosen:
        measured, seconds = _measure(paper, part, seeds, chosen, wanted, plan, timeout)
        rows, failures = rows_of(paper, measured), {**measured.failures, **measured.soft.failures}
        whole, found = _system(paper, study, chosen.progress, failures)
    found = [*core_findings(paper, rows, measured.designs), *found]
    rows += whole
    soft = None
    if paper.soft is not None:
        soft = soft_record(paper.soft, measured.soft)
        rows += soft_rows(paper.soft, measured.soft)
        found += soft_findings(paper.soft, measured.soft, soft.promises)
    paths = [
        *(own.critical_path for own in measured.designs.values()),
        *(own.critical_path for own in measured.soft.designs.values()),
    ]
    return ReproduceRecord(
        paper=paper.paper,
        title=f"{paper.title} ({paper.authors}, {paper.year})",
        target=part.name,
        seeds=list(seeds),
        rows=rows,
        findings=found,
        quantities=meanings(paper, rows),
        differences=notes.differences(paper, part, paths, versions),
        slips=list(paper.slips),
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
    session: Session,
    study: bool,
    plan: SoftPlan,
    timeout: float,
) -> tuple[Measured, float]:
    failures: dict[str, str] = {}
    designs: list[ConfigDesign] = []
    for name in paper.presets():
        try:
            designs.append(ConfigDesign.of(load_config(name)))
        except RoundelError as error:
            failures[name] = str(error)
    cuts = study_designs() if study else []
    results = place_all([*designs, *cuts, *plan.systems], part, seeds, session, timeout)
    seconds = sum(item.seconds for item in results if isinstance(item, Placed))
    records: dict[str, SynthRecord] = {}
    for made, result in zip(designs, results, strict=False):
        if isinstance(result, FailureError):
            failures[made.name] = str(result)
        else:
            records[made.name] = flow.record(made.config, part, result.prepared, result.runs)
    found: list[tuple[SboxDesign, Placed]] = []
    for cut, result in zip(cuts, results[len(designs) :], strict=False):
        if isinstance(result, FailureError):
            failures.setdefault(_STUDY, f"{cut.name}: {result}")
        else:
            found.append((cut, result))
    whole = study_record(found) if cuts and len(found) == len(cuts) else None
    soft = plan.finish(results[len(designs) + len(cuts) :], session)
    return Measured(records, failures, whole, soft), round(seconds, 1)


def _system(
    paper: Paper, wanted: bool, progress: Progress, failures: dict[str, str]
) -> tuple[list[RowRecord], list[str]]:
    """The rows and findings of a paper's system and software; an error goes to the failures."""
    if not wanted:
        return system.unmeasured(paper, "the system was not requested"), []
    try:
        rows = system.system_rows(paper, progress)
    except RoundelError as error:
        failures[_SYSTEM] = str(error)
        return system.unmeasured(paper, str(error)), []
    return [*rows, *system.software_rows(paper.software)], system.findings(paper, rows)


def rows_of(paper: Paper, measured: Measured) -> list[RowRecord]:
    """All rows of a paper's tables in their order, then the rows of the study."""
    rows = [_row(paper, table, row, measured) for table in paper.tables for row in table.rows]
    for best in paper.study.best if paper.study is not None else ():
        rows += _study_rows(best, measured)
    return rows


def _row(paper: Paper, table: Table, row: Row, measured: Measured) -> RowRecord:
    own = measured.designs.get(row.preset or "")
    base = measured.designs.get(table.baseline or "")
    note = notes.row_note(table, row, own, measured.failures)
    return RowRecord.of_design(paper.tables, table, row, own, note, base)


def _study_rows(best: Best, measured: Measured) -> list[RowRecord]:
    """The paper's best numbers of stages, then the measured figures for each number."""
    study = measured.study

    def row(name: str, named: list[int], values: dict[str, Value] | None, note: str) -> RowRecord:
        published: dict[str, Value] = {"best_stages": named} if named else {}
        return RowRecord.of(best.table, name, "study", published, best.source, values, note=note)

    first = "best numbers of stages"
    if study is None:
        reason = measured.failures.get(_STUDY, "the study was not requested")
        return [row(first, best.stages, None, notes.join(best.note, f"Not measured: {reason}"))]
    ranked = study.ranked(best.by)[: len(best.stages)]
    rows = [row(first, best.stages, {"best_stages": ranked}, best.note)]
    for stages in study.stages():
        point = study.best(stages, best.by)
        label = f"{stages} stage{'s' if stages > 1 else ''}"
        values: dict[str, Value] = {
            "stages": float(point.stages),
            "clock_mhz": point.clock_mhz,
            "delay_ns": point.delay_ns,
            "lut4_per_sbox": point.lut4_per_sbox,
            "ff_per_sbox": point.ff_per_sbox,
            "mbps_per_slice": point.mbps_per_slice,
        }
        rows.append(row(label, [], values, notes.point_note(point)))
    return rows
