# SPDX-License-Identifier: Apache-2.0
"""Figures of two records, or of two stores, side by side.

A figure is a number, or a yes or no, with a path in the record, such as "fmax_mhz.median". An item
of a list is called by what it is about and not by its place, so an item more or less does not
shift the others. Seeds, times on this machine, texts and the configurations' own parameters are no
figures.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Self, TypeGuard

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.errors import InputError
from roundel.jobs.store import Row, read_rows

__all__ = ["Change", "CompareRecord", "compare"]

Value = bool | int | float | str | None

_SQLITE = b"SQLite format 3\0"
# What differs from run to run, or describes the run.
_NO_FIGURES = {
    "cached", "config", "cpu_seconds", "jobs", "link", "mb_per_s", "number", "oldest_use",
    "runs_made", "seconds", "seed", "seeds", "wall_seconds",
}  # fmt: skip
_WORDS = {"status"}  # texts that are results
# Fields that say what an item of a list is about.
_ABOUT = (
    "name", "config", "preset", "target", "table", "row", "host", "unit", "variant", "figure",
    "kind", "key_bits", "size", "bytes", "in", "stages", "seed", "activity",
)  # fmt: skip


class Change(BaseModel):
    """A figure that differs.

    Attributes:
        figure: Its path.
        a: Its value in A.
        b: Its value in B.
        change: B - A; None unless both are numbers.
        percent: The change in per cent of A; None unless both are numbers and A is not 0.
        beyond: Whether it is beyond the tolerance.
    """

    model_config = ConfigDict(frozen=True)

    figure: str
    a: Value
    b: Value
    change: float | None
    percent: float | None
    beyond: bool

    @classmethod
    def of(cls, figure: str, a: Value, b: Value, tolerance: float) -> Self:
        """The change of a figure whose values differ."""
        if not _is_number(a) or not _is_number(b):
            return cls(figure=figure, a=a, b=b, change=None, percent=None, beyond=True)
        change = b - a
        percent = 100 * change / abs(a) if a else None
        beyond = percent is None or abs(percent) > tolerance
        return cls(figure=figure, a=a, b=b, change=change, percent=percent, beyond=beyond)


class CompareRecord(BaseModel):
    """What differs between two results.

    Attributes:
        schema_: "roundel.compare_files/1"; "schema" in JSON.
        a: The first file.
        b: The second file.
        kind: The schema of the two records, or "store".
        tolerance_percent: The largest change that is tolerated.
        compared: Figures that both have.
        changed: Those of them that differ.
        only_a: Figures that A alone has.
        only_b: Figures that B alone has.
        equal: Whether no figure is missing and none changed beyond the tolerance.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True, serialize_by_alias=True)

    schema_: Literal["roundel.compare_files/1"] = Field(
        default="roundel.compare_files/1", alias="schema"
    )
    a: str
    b: str
    kind: str
    tolerance_percent: float
    compared: int
    changed: list[Change]
    only_a: list[str]
    only_b: list[str]
    equal: bool


def compare(a: Path, b: Path, tolerance: float = 0.0) -> CompareRecord:
    """Compare two records or two stores.

    Args:
        a: A JSON record, or a store.
        b: Another one of the same kind.
        tolerance: The largest change that is tolerated, in per cent of A.

    Raises:
        InputError: A file cannot be read, or the two are not of one kind.
    """
    (kind_a, left), (kind_b, right) = _load(a), _load(b)
    if kind_a != kind_b:
        raise InputError(
            f"{a} is a {kind_a} and {b} a {kind_b}; give two records of one schema, or two stores."
        )
    for path, figures in ((a, left), (b, right)):
        if not figures:
            raise InputError(f"{path} has no figures to compare; give a finished result.")
    both = [figure for figure in left if figure in right]
    changed = [
        Change.of(figure, left[figure], right[figure], tolerance)
        for figure in both
        if left[figure] != right[figure]
    ]
    only_a = [figure for figure in left if figure not in right]
    only_b = [figure for figure in right if figure not in left]
    return CompareRecord(
        a=str(a),
        b=str(b),
        kind=kind_a,
        tolerance_percent=tolerance,
        compared=len(both),
        changed=changed,
        only_a=only_a,
        only_b=only_b,
        equal=not (only_a or only_b or any(item.beyond for item in changed)),
    )


def _load(path: Path) -> tuple[str, dict[str, Value]]:
    """The kind of a file, and its figures by path."""
    try:
        with path.open("rb") as handle:
            head = handle.read(len(_SQLITE))
            data = b"" if head == _SQLITE else head + handle.read()
    except OSError as error:
        raise InputError(f"cannot read {path} ({error.strerror}); give another file.") from error
    if head == _SQLITE:
        return "store", _figures_of_store(read_rows(path))
    try:
        record = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path} is neither a store nor JSON; give a file that --json or --store wrote."
        ) from error
    schema = record.get("schema") if isinstance(record, dict) else None
    if not isinstance(schema, str) or not schema.startswith("roundel."):
        raise InputError(f"{path} is not a record of Roundel; give a file that --json wrote.")
    return schema, dict(_figures(record, ""))


def _figures_of_store(rows: list[Row]) -> dict[str, Value]:
    """The figures of a store; of equal jobs, those of the newest row."""
    newest = {(row.step, row.parameters, row.target, row.seed): row for row in rows}
    found: dict[str, Value] = {}
    for row in sorted(newest.values(), key=lambda row: (row.name, row.target, row.seed, row.step)):
        seed = f", seed {row.seed}" if row.seed else ""
        target = f", {row.target}" if row.target else ""
        label = f"{row.name}{target}{seed}: {row.step}"
        while f"{label}.status" in found:  # other parameters under the same name
            label += "'"
        found[f"{label}.status"] = row.status
        if row.result:
            found.update(_figures(json.loads(row.result), label))
    return found


def _figures(value: Any, path: str) -> Iterator[tuple[str, Value]]:
    """The figures of a part of a record, by path."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            if name in _NO_FIGURES:
                continue
            if name in _WORDS and isinstance(item, str):
                yield _join(path, name), item
            else:
                yield from _figures(item, _join(path, name))
    elif isinstance(value, list):
        seen: dict[str, int] = {}
        for place, item in enumerate(value):
            label = _about(item) or str(place)
            seen[label] = seen.get(label, 0) + 1
            more = f" ({seen[label]})" if seen[label] > 1 else ""
            yield from _figures(item, f"{path}[{label}{more}]")
    elif isinstance(value, bool | int | float):
        yield path, value


def _about(item: Any) -> str:
    """What an item of a list is about, in a few words; empty if it does not say."""
    if not isinstance(item, Mapping):
        return ""
    words = []
    for name in _ABOUT:
        value = item.get(name)
        value = value.get("name") if name == "config" and isinstance(value, Mapping) else value
        if isinstance(value, str | int) and value != "":
            words.append(str(value))
    return ", ".join(words)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _is_number(value: Value) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
