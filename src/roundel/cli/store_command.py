# SPDX-License-Identifier: Apache-2.0
"""The commands `store ...`: files of results."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import BaseModel, ConfigDict, Field

from roundel.cli.options import Json

__all__ = ["MergeRecord", "store"]

store = typer.Typer(help="Work with files of results.", rich_markup_mode=None)


class MergeRecord(BaseModel):
    """What a merge did.

    Attributes:
        schema_: "roundel.merge/1"; "schema" in JSON.
        store: The store that was written.
        added: Results that it lacked.
        replaced: Failures that gave way to a finished result.
        kept: Results that it had already.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["roundel.merge/1"] = Field(default="roundel.merge/1", alias="schema")
    store: str
    added: int
    replaced: int
    kept: int


@store.callback()
def _store() -> None:
    """Work with files of results."""


@store.command()
def merge(
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="The store to write.", show_default=False)
    ],
    sources: Annotated[
        list[Path], typer.Argument(metavar="IN...", help="Stores to read.", show_default=False)
    ],
    json: Json = False,
) -> None:
    """Copy the results of stores to another one.

    A finished result replaces a failed one. The command `roundel explore SPACE --store OUT` then
    shows all points and runs what is missing.
    """
    from roundel.cli.tables import print_record
    from roundel.jobs import check_directory
    from roundel.jobs.store import merge as run

    check_directory(target)
    done = run(target, sources)
    record = MergeRecord(
        store=str(target), added=done.added, replaced=done.replaced, kept=done.kept
    )
    print_record(record, _print, as_json=json)


def _print(record: MergeRecord) -> None:
    typer.echo(
        f"{record.store}: {record.added} results added, {record.replaced} failures replaced, "
        f"{record.kept} results were there"
    )
