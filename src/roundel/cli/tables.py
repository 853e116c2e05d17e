# SPDX-License-Identifier: Apache-2.0
"""Results on standard output: as tables for people, as JSON records for programs.

The `schema` of a record is "roundel.NAME/VERSION"; the version rises when a field goes away or
changes its meaning, and stays when a field is added. `docs/reference/records.md` lists the fields.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from pydantic import BaseModel

Record = TypeVar("Record", bound="BaseModel")


def print_record(record: Record, tables: Callable[[Record], None], *, as_json: bool) -> None:
    """Print a record, as JSON or as tables."""
    if as_json:
        print_json(record.model_dump(mode="json"))
    else:
        tables(record)


def print_json(record: Mapping[str, Any]) -> None:
    """Print a JSON object, indented, with a new line at its end."""
    sys.stdout.write(json.dumps(record, indent=2) + "\n")


def print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: int = 0
) -> None:
    """Print a table; the last `numbers` columns are flush right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, head in enumerate(heads):
        right = place >= len(heads) - numbers
        table.add_column(Text(head), justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console = Console(file=sys.stdout, highlight=False, width=160)
    # On a line of its own, and not as the table's title, which breaks a name at the table's width.
    console.print(Text(title, style="table.title"), soft_wrap=True)
    console.print(table)
