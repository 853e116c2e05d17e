# SPDX-License-Identifier: Apache-2.0
"""The command `compare`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import Json, finite
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.explore.compare import Change, CompareRecord, Value


def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="A record from --json, or a store.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="A record or store of the same kind.")],
    tolerance: Annotated[
        float,
        typer.Option(
            metavar="PERCENT",
            min=0,
            callback=finite,
            help="Largest accepted change of a figure, in per cent of A (default: 0).",
        ),
    ] = 0.0,
    json: Json = False,
) -> None:
    """Compare the figures of two records or two stores.

    Exit status 1 if a change exceeds the tolerance or if a figure is missing in A or B.
    """
    from roundel.explore.compare import compare_files

    record = compare_files(a, b, tolerance)
    print_record(record, print_compare, as_json=json)
    if not record.equal:
        raise typer.Exit(1)


def print_compare(record: "CompareRecord") -> None:
    """Print the changed figures and the number of compared figures."""
    changed = record.changed
    if changed:
        rows = [_row(item) for item in changed]
        heads = ["", "figure", "A", "B", "better", "change", "%"]
        print_table(f"{record.kind}: A {record.a}, B {record.b}", heads, rows, numbers=4)
        sys.stdout.write(f"* changed by more than {record.tolerance_percent:g} %\n")
    for name, figures in (("A", record.only_a), ("B", record.only_b)):
        sys.stdout.writelines(f"only in {name}: {figure}\n" for figure in figures)
    beyond = sum(item.beyond for item in changed)
    sys.stdout.write(
        f"{len(record.figures):,} figures compared, {len(changed):,} changed, {beyond:,} changed "
        f"by more than {record.tolerance_percent:g} %; {len(record.only_a):,} only in A, "
        f"{len(record.only_b):,} only in B\n"
    )


def _row(item: "Change") -> list[str]:
    return [
        "*" if item.beyond else "",
        item.figure,
        _shown(item.a),
        _shown(item.b),
        {"a": "A", "b": "B"}.get(item.better or "", ""),
        "" if item.change is None else f"{item.change:+,.6g}",
        "" if item.percent is None else f"{item.percent:+.2f}",
    ]


def _shown(value: "Value") -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.6g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
