# SPDX-License-Identifier: Apache-2.0
"""A rebuilt paper as tables for people."""

import itertools
import sys

from roundel.cli.tables import print_table
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import ReproduceRecord, RowRecord, Value
from roundel.reproduce.soft_record import PromiseRecord

__all__ = ["columns", "print_reproduce", "promise_lines", "shown", "times"]


def print_reproduce(record: ReproduceRecord) -> None:
    """Print every table: a design as published, our preset as measured, the ratio of both."""
    seeds = f", seeds {', '.join(map(str, record.seeds))}" if record.seeds else ""
    sys.stdout.write(f"{record.title}\nmeasured on {record.target}{seeds}\n\n")
    for table, group in itertools.groupby(record.rows, key=lambda row: row.table):
        rows = list(group)
        names = columns(rows)
        heads = ["design, preset", "", *(QUANTITIES[name].label for name in names)]
        lines = [line for row in rows for line in _lines(row, names)]
        print_table(f"{record.paper}, {table}", heads, lines, numbers=len(names))
        sys.stdout.write("\n")
    if record.soft is not None:
        _print_promises(record.soft.promises)
    sys.stdout.write("* follows from the paper's figures by arithmetic; not printed in it\n")
    _print_list("Found", record.findings)
    _print_list("What differs from the paper", record.differences)
    _print_list("In the paper", record.slips)
    _print_list("Notes", [f"{row.table}, {row.row}: {row.note}" for row in record.rows if row.note])
    _print_list("Failed", [f"{name}: {why}" for name, why in record.failures.items()])


def _print_promises(promises: list[PromiseRecord]) -> None:
    heads = ["figure", "host", "variant", "", "bound", "measured"]
    print_table("Bounds that Roundel sets itself", heads, promise_lines(promises), numbers=2)
    sys.stdout.write("\n")


def promise_lines(promises: list[PromiseRecord]) -> list[list[str]]:
    """A line for each bound: figure, host, variant, whether it is kept, bound, measured."""
    words = {None: "not measured", True: "kept", False: "not kept"}
    return [
        [
            QUANTITIES[item.figure].label,
            item.host,
            item.variant,
            words[item.kept],
            f"at {item.kind} {number(item.figure, item.bound)}",
            shown(item.figure, item.measured),
        ]
        for item in promises
    ]


def columns(rows: list[RowRecord]) -> list[str]:
    """The quantities that rows tell of, in the order in which quantities are listed."""
    told = {name for row in rows for name in (*row.published, *row.implied, *(row.measured or ()))}
    return [name for name in QUANTITIES if name in told]


def shown(name: str, value: Value | None) -> str:
    """A figure in a table; empty where there is none."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return number(name, value)


def times(value: float | None) -> str:
    """A ratio in a table."""
    return "" if value is None else f"{value:.2f} x"


def _lines(row: RowRecord, names: list[str]) -> list[list[str]]:
    """The lines of one row: published and implied, measured, ratio."""
    implied = {name: f"{number(name, value)}*" for name, value in row.implied.items()}
    lines = []
    if row.published or implied:
        told = [implied.get(name) or shown(name, row.published.get(name)) for name in names]
        lines.append([row.row, "published", *told])
    under = (row.preset or "") if lines else row.row
    if row.measured is None:
        lines.append([under, "not measured", *[""] * len(names)])
    else:
        own = [shown(name, row.measured.get(name)) for name in names]
        lines.append([under, "predicted" if row.kind == "system" else "measured", *own])
    if row.ratio:
        lines.append(["", "ratio", *(times(row.ratio.get(name)) for name in names)])
    return lines


def _print_list(title: str, items: list[str]) -> None:
    if items:
        sys.stdout.write("\n".join([f"\n{title}", *(f"- {item}" for item in items), ""]))
