# SPDX-License-Identifier: Apache-2.0
"""A paper's designs in standard cells: mapped, simulated and timed, beside published figures."""

from collections.abc import Mapping
from dataclasses import dataclass

from roundel import cells, design
from roundel.base import tools
from roundel.base.errors import InputError, RoundelError
from roundel.cells.power import Activity
from roundel.cells.record import CellsRecord, tested
from roundel.cells.works import CellsDesign, CellsKeys, cells_record_of, cells_work
from roundel.design import load_config
from roundel.jobs import Session, Work
from roundel.reproduce import notes
from roundel.reproduce.data import Paper
from roundel.reproduce.data_base import Row, Table, rows_of
from roundel.reproduce.data_cells import Cells
from roundel.reproduce.record import ReproduceRecord, RowRecord, Value, meanings
from roundel.reproduce.work import run_works


@dataclass(frozen=True)
class CellsMeasured:
    """The records of measured designs, and the errors of failed designs, by `Row.design`."""

    designs: Mapping[str, CellsRecord]
    failures: Mapping[str, str]


def reproduce_cells(
    paper: Paper, data: Cells, target: str, session: Session, *, power: bool, timeout: float
) -> ReproduceRecord:
    """Measure a paper's designs in standard cells; `power` adds their power.

    The record lists failed designs in `failures`; their rows have no measured figures.

    Raises:
        InputError: The target is not a usable library of cells.
        FailureError: A tool is missing or the machine failed.
    """
    if not cells.is_cells(target):
        raise InputError(
            f"{paper.paper} needs standard cells, but {target} is a part; choose the target "
            "cells:PATH.lib."
        )
    versions = {name: tools.find(name).version for name in ("yosys", "sta")}
    library = cells.find_library(target)
    measured = _measure(data, target, session, power, timeout)
    rows = cells_rows(data, measured)
    theirs = paper.platform
    return ReproduceRecord(
        paper=paper.paper,
        title=f"{paper.title} ({paper.authors}, {paper.year})",
        target=target,
        seeds=[],
        rows=rows,
        findings=_findings(data, measured),
        quantities=meanings(paper, rows),
        differences=[
            f"Library: {library.name} here, {theirs.device} there.",
            f"Tool: Yosys {versions['yosys']} with abc, and OpenSTA {versions['sta']} here; there, "
            f"{theirs.tool}.",
            *(f"{text[0].upper()}{text[1:]}." for text in cells.assumptions(library)),
            *(
                f"{name}: {text}."
                for name, record in measured.designs.items()
                for text in record.caveats
            ),
            *paper.differences,
        ],
        slips=list(paper.slips),
        study=None,
        cells=dict(measured.designs),
        designs={},
        failures=dict(measured.failures),
        tools=versions,
        seconds=round(sum(record.seconds for record in measured.designs.values()), 1),
    )


def _measure(
    data: Cells, target: str, session: Session, power: bool, timeout: float
) -> CellsMeasured:
    keys = CellsKeys()
    works: dict[str, Work] = {}
    failures: dict[str, str] = {}
    for name, row in data.designs().items():
        try:
            config = load_config(row.preset or "")
        except RoundelError as error:
            failures[name] = str(error)
            continue
        activity = _ACTIVITY if power and config.Mode == design.NO_MODE else ()
        made = CellsDesign(config, row.recipe, activity, timeout)
        works[name] = cells_work(made, target, keys.of_run(made, target), keys, ship=session.ships)
    rows, failed = run_works(session, works)
    designs = {
        name: cells_record_of(row, works[name].job.config.config, target)
        for name, row in rows.items()
    }
    return CellsMeasured(designs, failures | failed)


# Glitches depend on wire delays that are unknown before layout, and cause most of the power.
# Comparisons therefore exclude glitches.
_ACTIVITY: tuple[Activity, ...] = ("settled",)


def cells_rows(data: Cells, measured: CellsMeasured) -> list[RowRecord]:
    """All rows: designs, communication lines, and designs of other authors."""
    rows = [_row(data, table, row, measured) for table in data.tables for row in table.rows]
    return [*rows, *_lines(data, measured), *_others(data, measured)]


def _row(data: Cells, table: Table, row: Row, measured: CellsMeasured) -> RowRecord:
    own = measured.designs.get(row.design)
    if own is None:
        note = notes.join(row.note, f"Not measured: {measured.failures.get(row.design, '')}")
    else:
        path = own.critical_path
        note = notes.join(
            row.note,
            f"Recipe {row.recipe}",
            f"Slowest path {path.logic_ns:.3f} ns, {path.levels} cells",
            f"The netlist's {tested(own.config.Mode, own.vectors)}",
        )
    return RowRecord.of_design(data.tables, table, row, own, note)


def _by_cores(data: Cells, measured: CellsMeasured) -> dict[int, CellsRecord]:
    """The measured designs of the table for communication lines, by number of cores."""
    table = next(item for item in data.tables if item.table == data.lines.of)
    found = [measured.designs.get(row.design) for row in table.rows]
    return {own.config.Lanes: own for own in found if own is not None}


def _lines(data: Cells, measured: CellsMeasured) -> list[RowRecord]:
    found = _by_cores(data, measured)
    rows = []
    for line in data.lines.rows:
        enough = [count for count, own in found.items() if own.gbps >= line.rate_gbps]
        published: dict[str, Value] = {"rate_gbps": line.rate_gbps}
        values: dict[str, Value] | None = None
        note = ""
        if line.cores is not None:
            published["cores"] = line.cores
        lost = sorted(set(range(1, min(enough, default=1))) - set(found))
        if lost:
            note = f"Unknown, because {', '.join(map(str, lost))} cores were not measured"
        elif enough:
            own = found[min(enough)]
            values = {"gbps": own.gbps, "cores": min(enough), "kge": own.kge}
        elif found:
            most = found[max(found)]
            note = (
                f"{max(found)} cores, the most measured, reach {most.gbps:,.0f} Gbit/s in this "
                "library"
            )
        rows.append(
            RowRecord.of(
                data.lines.table,
                line.row,
                "rebuilt",
                published,
                data.lines.source,
                values,
                note=notes.join(note),
            )
        )
    return rows


def _others(data: Cells, measured: CellsMeasured) -> list[RowRecord]:
    row = rows_of(data.tables)[data.others.of]
    own = measured.designs.get(row.design)
    return [
        RowRecord.of(
            data.others.table,
            other.row,
            "beside",
            {"gbps": other.gbps},
            data.others.source,
            None if own is None else {"gbps": own.gbps},
            preset=row.preset,
        )
        for other in data.others.rows
    ]


def _findings(data: Cells, measured: CellsMeasured) -> list[str]:
    found = _by_cores(data, measured)
    if len(found) < 2 or min(found) != 1:
        return []
    first, most = found[1], found[max(found)]
    lanes = most.config.Lanes
    clocks = ", ".join(
        f"{count}: {own.fmax_mhz / first.fmax_mhz:.3f}" for count, own in found.items()
    )
    more = (most.kge - first.kge) / (lanes - 1)
    return [
        f"Clock by number of cores, relative to a single core: {clocks}.",
        f"Area: {first.kge:,.1f} kGE for the first core with its keys, {more:,.1f} kGE on average "
        f"for each further core up to {lanes}.",
    ]
