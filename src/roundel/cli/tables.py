# SPDX-License-Identifier: Apache-2.0
"""Results on standard output: tables for people, JSON records for programs.

The `schema` of a record is "roundel.NAME/VERSION". The version changes if a field disappears or
changes its meaning; a new field keeps the version. `docs/reference/records.md` lists the fields.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

Record = TypeVar("Record", bound="BaseModel")


def print_record(record: Record, tables: Callable[[Record], None], *, as_json: bool) -> None:
    """Print a record as JSON or as tables."""
    if as_json:
        print_json(record.model_dump(mode="json"))
    else:
        tables(record)


def print_json(record: Mapping[str, Any]) -> None:
    """Print an indented JSON object with a final newline."""
    sys.stdout.write(json.dumps(record, indent=2) + "\n")


def print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: int = 0
) -> None:
    """Print a table; the last `numbers` columns are right-aligned."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column, head in enumerate(heads):
        right = column >= len(heads) - numbers
        table.add_column(Text(head), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, highlight=False, width=160)
    # The title has its own line: rich would break a table's title at the width of the table.
    console.print(Text(title, style="table.title"), soft_wrap=True)
    console.print(table)
