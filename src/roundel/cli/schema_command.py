# SPDX-License-Identifier: Apache-2.0
"""The command `schema`."""

from enum import StrEnum
from typing import Annotated

import typer

__all__ = ["schema"]


class Kind(StrEnum):
    """What a schema describes."""

    CONFIG = "config"
    SPACE = "space"
    RECORD = "record"


def _names() -> list[str]:
    """The names of records, for shell completion."""
    from roundel.cli.schemas import RECORDS

    return list(RECORDS)


def schema(
    kind: Annotated[
        Kind,
        typer.Argument(
            metavar="config|space|record",
            help="A configuration file, a space of `explore`, or what --json prints.",
            show_default=False,
        ),
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The record, for example synth or roundel.synth/1 (default: any record).",
            autocompletion=_names,
            show_default=False,
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a file or a record.

    Editors and validators read it: JSON Schema, draft 2020-12.
    """
    from roundel.base.errors import InputError
    from roundel.cli import schemas
    from roundel.cli.tables import print_json

    if kind is not Kind.RECORD and name is not None:
        raise InputError(f"{kind.value} has one schema; leave {name!r} out.")
    match kind:
        case Kind.CONFIG:
            found = schemas.config_schema()
        case Kind.SPACE:
            found = schemas.space_schema()
        case Kind.RECORD:
            found = schemas.record_schema(name) if name else schemas.any_record_schema()
    print_json(found)
