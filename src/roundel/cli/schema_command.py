# SPDX-License-Identifier: Apache-2.0
"""The command `schema`: JSON Schemas of users' files and of the records of --json."""

import importlib
from typing import Annotated, Any, Literal

import typer
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from roundel.base.errors import InputError, nearest
from roundel.cli.tables import print_json
from roundel.design import Config

_DIALECT = "https://json-schema.org/draft/2020-12/schema"

# The model of each record as the text "module:attribute": this package cannot import `reproduce`.
RECORDS = {
    "presets": "roundel.cli.design_commands:PresetsRecord",
    "show": "roundel.design.derived:ShowRecord",
    "choose": "roundel.choose.record:ChooseRecord",
    "doctor": "roundel.cli.doctor_command:DoctorRecord",
    "cache": "roundel.cli.storage_commands:CacheRecord",
    "cache_prune": "roundel.cli.storage_commands:PruneRecord",
    "merge": "roundel.jobs.store:MergeRecord",
    "encrypt": "roundel.crypt.block_files:CipherRecord",
    "decrypt": "roundel.crypt.block_files:CipherRecord",
    "verify": "roundel.verify.record:VerifyRecord",
    "synth": "roundel.fpga.record:SynthRecord",
    "mapped": "roundel.fpga.record:MappedRecord",
    "cells": "roundel.cells.record:CellsRecord",
    "explore": "roundel.explore.record:ExploreRecord",
    "export": "roundel.export.flow:ExportRecord",
    "compare": "roundel.explore.compare:CompareRecord",
    "bench": "roundel.system.bench:BenchRecord",
    "system": "roundel.system.record:SystemRecord",
    "soft": "roundel.soft.record:SoftRecord",
    "program": "roundel.soft.record:ProgramRecord",
    "reproduce": "roundel.reproduce.record:ReproduceRecord",
}


class _Untitled(GenerateJsonSchema):
    """A schema whose fields have names and descriptions but no generated titles."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Whether a field has a title."""
        del schema
        return False


class _Printed(_Untitled):
    """The schema of printed records, in which every field is present."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Whether every object has the field."""
        del field, total
        return True


def config_schema() -> dict[str, Any]:
    """The schema of a configuration file: every parameter with its meaning and values."""
    schema = Config.model_json_schema(schema_generator=_Untitled)
    del schema["properties"]["name"], schema["required"]
    return {
        "$schema": _DIALECT,
        **schema,
        "title": "A configuration of Roundel",
        "description": "Parameters by name. A missing parameter has its top's default.",
        "minProperties": 1,
    }


def space_schema() -> dict[str, Any]:
    """The schema of a space, the input file of `roundel explore`."""
    from roundel.explore.space import SpaceFile

    names = {"enum": [name for name in Config.model_fields if name != "name"]}
    schema = SpaceFile.model_json_schema(schema_generator=_Untitled)
    for item in schema["properties"]["axes"]["anyOf"]:
        inner = item.get("items", item)
        if inner.get("type") == "object":
            inner["propertyNames"] = names
    return {"$schema": _DIALECT, **schema, "title": "A space of Roundel"}


def record_schema(name: str) -> dict[str, Any]:
    """The schema of a record; InputError for an unknown record."""
    short = name.removeprefix("roundel.").partition("/")[0]
    if short not in RECORDS:
        raise InputError(
            f"there is no record {name!r}{nearest(short, RECORDS)}; choose one of "
            f"{', '.join(RECORDS)}."
        )
    model = _model(short)
    versions = model.model_fields["schema_"].annotation.__args__  # type: ignore[union-attr]
    known = next(item for item in versions if item.startswith(f"roundel.{short}/"))
    if name not in (short, known):
        raise InputError(f"there is no record {name!r}; this version of Roundel writes {known}.")
    schema = model.model_json_schema(mode="serialization", schema_generator=_Printed)
    return {"$schema": _DIALECT, **schema, "title": known}


def any_record_schema() -> dict[str, Any]:
    """The schema of a file with any record."""
    models = dict.fromkeys(map(_model, RECORDS))
    references, schema = models_json_schema(
        [(model, "serialization") for model in models], schema_generator=_Printed
    )
    return {
        "$schema": _DIALECT,
        "title": "A record of Roundel",
        "anyOf": list(references.values()),
        **schema,
    }


def _model(name: str) -> type[BaseModel]:
    module, _, attribute = RECORDS[name].partition(":")
    model: type[BaseModel] = getattr(importlib.import_module(module), attribute)
    return model


def schema(
    kind: Annotated[
        Literal["config", "space", "record"],
        typer.Argument(
            metavar="config|space|record",
            help="A configuration file, a space of `explore`, or a record of --json.",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The record, for example synth or roundel.synth/1 (default: all records).",
            autocompletion=lambda: list(RECORDS),
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a file or a record.

    Editors and validators accept the schema: JSON Schema, draft 2020-12.
    """
    if kind != "record" and name is not None:
        raise InputError(f"{kind} has only one schema; omit {name!r}.")
    whole = {"config": config_schema, "space": space_schema, "record": any_record_schema}
    print_json(record_schema(name) if name else whole[kind]())
