# SPDX-License-Identifier: Apache-2.0
"""The page of a rebuilt paper: plots, then every table. A table holds every plotted figure."""

from pathlib import Path

from roundel.base import html
from roundel.reproduce.data import Paper
from roundel.reproduce.plots import figures
from roundel.reproduce.quantities import QUANTITIES
from roundel.reproduce.record import ReproduceRecord, RowRecord, quantities_of
from roundel.reproduce.soft_record import PromiseRecord
from roundel.reproduce.study import StudyRecord
from roundel.reproduce.tables import BOUNDS, by_table, promise_lines, row_lines


def write_page(paper: Paper, record: ReproduceRecord, path: Path) -> None:
    """Write the page and replace an older file."""
    html.write(path, page(paper, record), "the runs are kept, ")


def page(paper: Paper, record: ReproduceRecord) -> str:
    """The text of a page; the paper's data selects the plots."""
    tables = {
        table: _table(f"table{index}", table, rows)
        for index, (table, rows) in enumerate(by_table(record).items())
    }
    if record.study is not None:
        title = f"Register positions of the S-box, {record.study.copies} S-boxes in parallel"
        tables[title] = _study(title, record.study)
    if record.soft is not None:
        tables[BOUNDS] = _bounds(record.soft.promises)
    return html.render(
        Path(__file__).with_name("page.html"),
        figures(paper, record),
        title=f"{record.paper} on {record.target}",
        heading=record.title,
        record=record,
        tables=tables,
        tools=", ".join(f"{name} {version}" for name, version in record.tools.items()),
        notes=[f"{row.table}, {row.row}: {row.note}" for row in record.rows if row.note],
        failures=[f"{name}: {why}" for name, why in record.failures.items()],
    )


def _table(name: str, table: str, rows: list[RowRecord]) -> html.Table:
    """A table with a group per design; a group has a line for each origin of figures."""
    names = quantities_of(rows)
    return html.Table(
        name,
        f"{table}: published and measured",
        ["design", "origin", *(QUANTITIES[item].label for item in names)],
        [_group(row, names) for row in rows],
    )


def _group(row: RowRecord, names: list[str]) -> html.Group:
    """The lines of a row; tables sort by the measured figures."""
    lines: list[list[str]] = []
    key = 0
    for origin, values in row_lines(row, names):
        measured = origin not in ("published", "ratio")
        preset = f", {row.preset}" if measured and row.measured is not None and row.preset else ""
        key = len(lines) if measured else key
        lines.append([row.row, f"{origin}{preset}", *values])
    return html.Group(lines, key)


def _study(title: str, study: StudyRecord) -> html.Table:
    heads = [
        "stages", "positions of inner registers", "delay, ns", "clock, MHz", "LUT4 per S-box",
        "FF per S-box", "throughput, Mbit/s per slice",
    ]  # fmt: skip
    groups = [
        html.Group([[
            str(point.stages), ", ".join(map(str, point.cuts)) or "none", f"{point.delay_ns:.2f}",
            f"{point.clock_mhz:.1f}", f"{point.lut4_per_sbox:.1f}", f"{point.ff_per_sbox:.1f}",
            f"{point.mbps_per_slice:.1f}",
        ]])
        for point in study.points
    ]  # fmt: skip
    return html.Table("study", title, heads, groups)


def _bounds(promises: list[PromiseRecord]) -> html.Table:
    heads = ["figure", "host", "variant", "result", "bound", "measured"]
    groups = [html.Group([line]) for line in promise_lines(promises)]
    return html.Table("bounds", "Bounds and measured figures", heads, groups)
