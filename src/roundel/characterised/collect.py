# SPDX-License-Identifier: Apache-2.0
"""Rows of the store from the records of `roundel explore`, and the files of the store."""

import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from roundel import design
from roundel.base.text_files import write_whole
from roundel.cells.record import CellsRecord
from roundel.characterised.row import (
    CELLS,
    STA,
    Candidate,
    Head,
    Library,
    PacketRate,
    Part,
    Power,
    Row,
    make_key,
)
from roundel.characterised.store import HEAD, Fields
from roundel.design import Config, make_config
from roundel.explore import ExploreRecord, Point
from roundel.fpga import find_target, targets
from roundel.fpga.record import SynthRecord

CHOOSING: dict[str, Fields] = {
    "core": {},
    "compact": {"Compact": 1},
    "lanes": {"Lanes": 2},
    "stream": {"Mode": "gcm"},
    "interleaved": {"Mode": "cbc", "Direction": "encrypt"},
}
"""Parameters that choose each kind of top."""


@functools.cache
def kind_of(config: Config) -> str:
    """The kind of a configuration's top: the name of the top without "roundel_"."""
    top = design.top_of(config)
    names = {design.top_of(make_config(kind, given)): kind for kind, given in CHOOSING.items()}
    return names[top]


@functools.cache
def defaults() -> dict[str, Fields]:
    """The parameters of each kind of top with their defaults."""
    return {kind: make_config(kind, given).own_fields() for kind, given in CHOOSING.items()}


def new_head(libraries: Mapping[str, Library]) -> Head:
    """The head of the store, from the RTL's defaults and the FPGAs of `roundel synth`."""
    parts = {
        part.name: Part(
            family=part.family.name,
            lut=part.lut,
            ff=part.ff,
            ram=part.bram,
            lut_kind=part.family.lut,
            ram_kind=part.family.ram,
        )
        for part in targets()
    }
    return Head(defaults=defaults(), parts=parts, libraries=dict(libraries))


def config_of(row: Row) -> Config:
    """The configuration of a row."""
    return make_config(row.key, row.config)


def digest_of(config: Config, target: str) -> str:
    """The digest of the present RTL of a configuration, as mapped for the target of a row."""
    in_cells = target.partition(":")[0] == CELLS
    return design.fingerprint(config, None if in_cells else find_target(target).family.vendor)


def key_of(target: str, config: Config, recipe: str) -> str:
    """The key of the row of a configuration; see `Row.key`."""
    kind = kind_of(config)
    return make_key(target, kind, _changed(config, kind), recipe)


def rows_of(record: ExploreRecord, commit: str) -> list[Row]:
    """The rows of a sweep's finished points; `commit` is the commit of the RTL."""
    return [_row(point, commit) for point in record.points if point.status == "done"]


def libraries_of(record: ExploreRecord) -> dict[str, Library]:
    """The libraries of standard cells of a sweep, by the target of their rows."""
    found = [point.cells.library for point in record.points if point.cells]
    return {
        f"{CELLS}:{library.name}": Library(digest=library.digest, conditions=library.conditions)
        for library in found
    }


def new_candidate(config: Config) -> Candidate:
    """The candidate of a possible configuration."""
    facts = design.facts(config)
    kind = kind_of(config)
    return Candidate(
        top=kind,
        config=_changed(config, kind),
        cycles_per_block=facts.cycles_per_block,
        latency_cycles=facts.output_latency_cycles,
        lanes=facts.lanes,
        stream_cycles=facts.stream_cycles,
    )


def _changed(config: Config, kind: str) -> Fields:
    """The parameters that differ from the defaults of the top, and the choice of the top."""
    usual = {**defaults()[kind], **dict.fromkeys(CHOOSING[kind])}
    return {name: value for name, value in config.own_fields().items() if value != usual.get(name)}


def _row(point: Point, commit: str) -> Row:
    config = point.config
    kind = kind_of(config)
    shared = {
        "top": kind,
        "config": _changed(config, kind),
        "recipe": point.recipe,
        "stream_cycles": design.facts(config).stream_cycles,
        "rtl": point.rtl,
        "commit": commit,
    }
    if point.cells is not None:
        return _cells_row(point.cells, shared)
    found = point.synth or point.mapped
    assert found is not None  # noqa: S101 (a finished point has a record)
    return Row(
        target=point.target,
        frontend=found.flow.frontend,
        lut=found.lut4 if isinstance(found, SynthRecord) else found.lut,
        ff=found.ff,
        ram=found.bram,
        mhz=found.fmax_mhz.per_seed if isinstance(found, SynthRecord) else {},
        cycles_per_block=found.cycles_per_block,
        latency_cycles=found.latency_cycles,
        lanes=config.Lanes,
        tools=found.tools,
        **shared,
    )


def _cells_row(found: CellsRecord, shared: Mapping[str, object]) -> Row:
    values: dict[str, object] = {
        "target": f"{CELLS}:{found.library.name}",
        "ff": found.ff,
        "kge": found.kge,
        "mhz": {STA: found.fmax_mhz},
        "cycles_per_block": found.cycles_per_block,
        "latency_cycles": found.latency_cycles,
        "lanes": found.config.Lanes,
        "power": [Power(activity=p.activity, mw=p.mw, mhz=p.mhz) for p in found.power],
        "tools": found.tools,
        **shared,
    }
    return Row.model_validate(values)


def merged(old: Iterable[Row], new: Iterable[Row]) -> list[Row]:
    """Rows of a store with new rows; a new row of the same RTL adds seeds and keeps power."""
    found = {row.key: row for row in old}
    for row in new:
        before = found.get(row.key)
        if before is not None and before.rtl == row.rtl and before.tools == row.tools:
            mhz = {**before.mhz, **row.mhz}
            ordered = dict(sorted(mhz.items(), key=lambda item: item[0].zfill(9)))
            row = row.model_copy(update={"mhz": ordered, "power": row.power or before.power})
        found[row.key] = row
    return sorted(found.values(), key=lambda row: row.key)


def write_rows(path: Path, rows: Sequence[Row | PacketRate | Candidate]) -> None:
    """Write a file of JSON lines; a default of a field is omitted."""
    lines = [
        json.dumps(row.model_dump(mode="json", exclude_defaults=True), separators=(",", ":"))
        for row in rows
    ]
    write_whole(path, "".join(f"{line}\n" for line in lines))


def write_head(directory: Path, head: Head) -> None:
    """Write the head of a store."""
    values = {"schema": head.schema_, **head.model_dump(mode="json", exclude={"schema_"})}
    write_whole(directory / HEAD, json.dumps(values, indent=1) + "\n")


def write_store(directory: Path, head: Head, rows: Sequence[Row]) -> None:
    """Write the head, and one file of rows for each family of targets."""
    write_head(directory, head)
    families: dict[str, list[Row]] = {}
    for row in rows:
        families.setdefault(family_of(head, row.target), []).append(row)
    for family, own in families.items():
        write_rows(directory / f"{family}.jsonl", own)


def family_of(head: Head, target: str) -> str:
    """The family of a target, which names the file of its rows."""
    return CELLS if target.startswith(CELLS) else head.parts[target].family
