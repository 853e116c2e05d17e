# SPDX-License-Identifier: Apache-2.0
"""The command `presets`: the configurations that ship with Roundel."""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

import typer
from pydantic import Field

from roundel import design
from roundel.base.record import Part
from roundel.cli.options import Json
from roundel.cli.tables import print_record, print_table


class PresetRecord(design.Config):
    """A preset: its configuration and its purpose.

    Attributes:
        purpose: What it is for and what it costs.
    """

    purpose: str


class PresetsRecord(Part):
    """The presets.

    Attributes:
        presets: In the order of their names.
    """

    schema_: Literal["roundel.presets/1"] = Field(default="roundel.presets/1", alias="schema")
    presets: list[PresetRecord]

    @classmethod
    def of(cls, presets: Sequence[design.Preset]) -> Self:
        """The record of presets."""
        return cls(
            presets=[
                PresetRecord.model_construct(purpose=item.purpose, **item.config.model_dump())
                for item in presets
            ]
        )


def presets(
    papers: Annotated[
        bool,
        typer.Option("--papers", help="List the designs of papers that `roundel reproduce` uses."),
    ] = False,
    json: Json = False,
) -> None:
    """List the configurations that ship with Roundel."""
    print_record(PresetsRecord.of(design.presets(papers=papers)), print_presets, as_json=json)


def print_presets(record: PresetsRecord) -> None:
    """Print the presets' names and purposes."""
    rows = [[item.name, item.purpose] for item in record.presets]
    print_table("Presets", ["name", "purpose"], rows)
