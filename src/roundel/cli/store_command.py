# SPDX-License-Identifier: Apache-2.0
"""The commands `store ...`: files of results."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import Json
from roundel.cli.tables import print_record

if TYPE_CHECKING:
    from roundel.jobs.store import MergeRecord

store = typer.Typer(help="Work with files of results.", rich_markup_mode=None)


@store.command()
def merge(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The store to write.")],
    sources: Annotated[list[Path], typer.Argument(metavar="IN...", help="Stores to read.")],
    json: Json = False,
) -> None:
    """Copy the results of stores to another one.

    A finished result replaces a failed one. The command `roundel explore SPACE --store OUT` then
    shows all points and runs what is missing.
    """
    from roundel.jobs import check_directory
    from roundel.jobs.store import merge as run

    check_directory(target)
    print_record(run(target, sources), _print, as_json=json)


def _print(record: "MergeRecord") -> None:
    typer.echo(
        f"{record.store}: {record.added} results added, {record.replaced} failures replaced, "
        f"{record.kept} results were there"
    )
