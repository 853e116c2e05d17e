# SPDX-License-Identifier: Apache-2.0
"""A paper's designs in standard cells: mapped, run and timed, each beside what was published."""

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
    """The records of designs, and why a design has none, by `Row.design`."""

    designs: Mapping[str, CellsRecord]
    failures: Mapping[str, str]


def reproduce_cells(
    paper: Paper, asked: Cells, target: str, session: Session, *, power: bool, timeout: float
) -> ReproduceRecord:
    """Measure a paper's tables of designs in standard cells, with power if it is asked for.

    A design that fails is in `failures` of the record, and its rows have no measured figures.

    Raises:
        InputError: The target is no library of cells, or one that cannot be used.
        FailureError: A tool is missing or the machine failed.
    """
    if not cells.is_cells(target):
        raise InputError(
            f"{paper.paper} is about standard cells, and {target} is a part; give --target "
            "cells:PATH.lib."
        )
    versions = {name: tools.find(name).version for name in ("yosys", "sta")}
    library = cells.find_library(target)
    measured = _measure(asked, target, session, power, timeout)
    rows = cells_rows(asked, measured)
    theirs = paper.platform
    return ReproduceRecord(
        paper=paper.paper,
        title=f"{paper.title} ({paper.authors}, {paper.year})",
        target=target,
        seeds=[],
        rows=rows,
        findings=_findings(asked, measured),
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
    asked: Cells, target: str, session: Session, power: bool, timeout: float
) -> CellsMeasured:
    keys = CellsKeys()
    works: dict[str, Work] = {}
    failures: dict[str, str] = {}
    for name, row in asked.designs().items():
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


# Glitches depend on delays that no library has before layout, and make most of the power: rankings
# are without them.
_ACTIVITY: tuple[Activity, ...] = ("settled",)


def cells_rows(asked: Cells, measured: CellsMeasured) -> list[RowRecord]:
    """Every row: of designs, of lines, and of others' designs."""
    rows = [_row(asked, table, row, measured) for table in asked.tables for row in table.rows]
    return [*rows, *_lines(asked, measured), *_others(asked, measured)]


def _row(asked: Cells, table: Table, row: Row, measured: CellsMeasured) -> RowRecord:
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
    return RowRecord.of_design(asked.tables, table, row, own, note)


def _by_cores(asked: Cells, measured: CellsMeasured) -> dict[int, CellsRecord]:
    """The measured designs of the table that lines are dealt from, by their cores."""
    table = next(item for item in asked.tables if item.table == asked.lines.of)
    found = [measured.designs.get(row.design) for row in table.rows]
    return {own.config.Lanes: own for own in found if own is not None}


def _lines(asked: Cells, measured: CellsMeasured) -> list[RowRecord]:
    """The fewest cores for each line, of those that were measured."""
    found = _by_cores(asked, measured)
    rows = []
    for line in asked.lines.rows:
        enough = [count for count, own in found.items() if own.gbps >= line.rate_gbps]
        published: dict[str, Value] = {"rate_gbps": line.rate_gbps}
        values: dict[str, Value] | None = None
        note = ""
        if line.cores is not None:
            published["cores"] = line.cores
        lost = sorted(set(range(1, min(enough, default=1))) - set(found))
        if lost:
            note = f"Not told, as {', '.join(map(str, lost))} cores were not measured"
        elif enough:
            own = found[min(enough)]
            values = {"gbps": own.gbps, "cores": min(enough), "kge": own.kge}
        elif found:
            most = found[max(found)]
            note = (
                f"{max(found)} cores, the most that were measured, have {most.gbps:,.0f} Gbit/s in "
                "this library"
            )
        rows.append(
            RowRecord.of(
                asked.lines.table,
                line.row,
                "rebuilt",
                published,
                asked.lines.source,
                values,
                note=notes.join(note),
            )
        )
    return rows


def _others(asked: Cells, measured: CellsMeasured) -> list[RowRecord]:
    """Others' designs, each beside the one of ours that the paper's stands for."""
    row = rows_of(asked.tables)[asked.others.of]
    own = measured.designs.get(row.design)
    return [
        RowRecord.of(
            asked.others.table,
            other.row,
            "beside",
            {"gbps": other.gbps},
            asked.others.source,
            None if own is None else {"gbps": own.gbps},
            preset=row.preset,
        )
        for other in asked.others.rows
    ]


def _findings(asked: Cells, measured: CellsMeasured) -> list[str]:
    """What the rows say together: area and clock against the number of cores."""
    found = _by_cores(asked, measured)
    if len(found) < 2 or min(found) != 1:
        return []
    first, most = found[1], found[max(found)]
    lanes = most.config.Lanes
    told = ", ".join(
        f"{count}: {own.fmax_mhz / first.fmax_mhz:.3f}" for count, own in found.items()
    )
    more = (most.kge - first.kge) / (lanes - 1)
    return [
        f"Clock by cores, of that of one: {told}.",
        f"Area: {first.kge:,.1f} kGE for one core with its keys, {more:,.1f} in the mean for each "
        f"further one up to {lanes}.",
    ]
