# SPDX-License-Identifier: Apache-2.0
"""The command `presets`: the configurations that ship with Roundel."""

from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import Json

if TYPE_CHECKING:
    from roundel.cli.records import PresetsRecord

__all__ = ["presets", "print_presets"]


def presets(
    papers: Annotated[
        bool,
        typer.Option("--papers", help="List the designs of papers that `roundel reproduce` uses."),
    ] = False,
    json: Json = False,
) -> None:
    """List the configurations that ship with Roundel."""
    from roundel import design
    from roundel.cli.records import PresetsRecord
    from roundel.cli.tables import print_record

    print_record(PresetsRecord.of(design.presets(papers=papers)), print_presets, as_json=json)


def print_presets(record: "PresetsRecord") -> None:
    """Print the presets' names and purposes."""
    from roundel.cli.tables import print_table

    rows = [[item.name, item.purpose] for item in record.presets]
    print_table("Presets", ["name", "purpose"], rows)
