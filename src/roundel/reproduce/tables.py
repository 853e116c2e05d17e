# SPDX-License-Identifier: Apache-2.0
"""The tables of a rebuilt paper on standard output."""

import sys

from roundel.cli.tables import print_table
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import ReproduceRecord, RowRecord, Value, quantities_of
from roundel.reproduce.soft_record import PromiseRecord

BOUNDS = "Bounds of Roundel"


def by_table(record: ReproduceRecord) -> dict[str, list[RowRecord]]:
    """The rows of each table, in order."""
    tables: dict[str, list[RowRecord]] = {}
    for row in record.rows:
        tables.setdefault(row.table, []).append(row)
    return tables


def print_reproduce(record: ReproduceRecord) -> None:
    """Print every table: published and measured figures, and their ratio."""
    seeds = f", seeds {', '.join(map(str, record.seeds))}" if record.seeds else ""
    sys.stdout.write(f"{record.title}\nmeasured on {record.target}{seeds}\n\n")
    for table, rows in by_table(record).items():
        names = quantities_of(rows)
        heads = ["design, preset", "", *(QUANTITIES[name].label for name in names)]
        lines = []
        for row in rows:
            label = row.row
            for origin, figures in row_lines(row, names):
                lines.append([label, origin, *figures])
                label = (row.preset or "") if origin == "published" else ""
        print_table(f"{record.paper}, {table}", heads, lines, numbers=len(names))
        sys.stdout.write("\n")
    if record.soft is not None:
        heads = ["figure", "host", "variant", "", "bound", "measured"]
        print_table(BOUNDS, heads, promise_lines(record.soft.promises), numbers=2)
        sys.stdout.write("\n")
    sys.stdout.write("* computed from the paper's figures; not printed in the paper\n")
    _print_list("Findings", record.findings)
    _print_list("Differences from the paper", record.differences)
    _print_list("Errors in the paper", record.slips)
    _print_list("Notes", [f"{row.table}, {row.row}: {row.note}" for row in record.rows if row.note])
    _print_list("Failed", [f"{name}: {error}" for name, error in record.failures.items()])


def promise_lines(promises: list[PromiseRecord]) -> list[list[str]]:
    """A line for each bound: figure, host, variant, verdict, bound, measured figure."""
    words = {None: "not measured", True: "kept", False: "not kept"}
    return [
        [
            QUANTITIES[item.figure].label,
            item.host,
            item.variant,
            words[item.kept],
            f"at {item.kind} {number(item.figure, item.bound)}",
            _shown(item.figure, item.measured),
        ]
        for item in promises
    ]


def row_lines(row: RowRecord, names: list[str]) -> list[tuple[str, list[str]]]:
    """The lines of a row: "published" with implied figures, "measured" and "ratio".

    A line is an origin and the figures of the given quantities. The origin "predicted" replaces
    "measured" for a system; "not measured" marks a failure.
    """
    lines = []
    if row.published or row.implied:
        implied = {name: f"{number(name, value)}*" for name, value in row.implied.items()}
        figures = [implied.get(name) or _shown(name, row.published.get(name)) for name in names]
        lines.append(("published", figures))
    measured, origin = row.measured or {}, "predicted" if row.kind == "system" else "measured"
    figures = [_shown(name, measured.get(name)) for name in names]
    lines.append((origin if row.measured is not None else "not measured", figures))
    if row.ratio:
        ratios = [row.ratio.get(name) for name in names]
        lines.append(("ratio", ["" if item is None else f"{item:.2f} x" for item in ratios]))
    return lines


def _shown(name: str, value: Value | None) -> str:
    if value is None:
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list) else number(name, value)


def _print_list(title: str, items: list[str]) -> None:
    if items:
        sys.stdout.write("\n".join([f"\n{title}", *(f"- {item}" for item in items), ""]))
