# SPDX-License-Identifier: Apache-2.0
"""The comparison of two results: records or stores.

A figure is a number, or a yes or no, with a path in the record, for example "fmax_mhz.median". An
item of a list is named by its content, so an additional item does not shift other items.
Configurations with equal parameters are the same item, independent of their names. Seeds, times
on this machine, texts and the configurations' parameters are not compared.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeGuard

from pydantic import Field

from roundel.base.errors import InputError
from roundel.base.record import Part, Record, Row
from roundel.explore.front import CELLS_METRICS, MAPPED_METRICS, METRICS
from roundel.jobs import Row as StoredRow
from roundel.jobs import as_json
from roundel.jobs.store import read_rows

Value = bool | int | float | str | None
Better = Literal["a", "b", "equal"]

_SQLITE = b"SQLite format 3\0"
# Fields that differ from run to run, or describe the run.
_NO_FIGURES = {
    "cached", "config", "cpu_seconds", "jobs", "link", "mb_per_s", "number", "oldest_use",
    "runs_made", "seconds", "seed", "seeds", "wall_seconds",
}  # fmt: skip
_WORDS = {"status"}  # texts that count as results
# Fields that identify an item of a list.
_ABOUT = (
    "name", "config", "preset", "target", "recipe", "table", "row", "host", "unit", "variant",
    "figure", "kind", "key_bits", "size", "bytes", "in", "stages", "seed", "activity",
)  # fmt: skip
# The better direction of a figure, by the last word of its path.
_BETTER: dict[str, str] = {
    name: item.better for name, item in (METRICS | CELLS_METRICS | MAPPED_METRICS).items()
}
_BETTER |= dict.fromkeys(("fmax_mhz", "median", "mbps", "blocks_per_cycle", "passed"), "more")
_BETTER |= dict.fromkeys(("cycles_per_block", "cycles", "cell_area", "mw", "failed"), "less")


class Change(Part):
    """A figure in two results.

    Attributes:
        figure: The path.
        a: The value in A.
        b: The value in B.
        change: B - A; None unless both are numbers.
        percent: The change in per cent of A; None unless both are numbers and A is not 0.
        better: The better result; None for a figure without a better direction.
        beyond: Whether the change exceeds the tolerance.
    """

    figure: str
    a: Value
    b: Value
    change: float | None
    percent: float | None
    better: Better | None
    beyond: bool


class CompareRecord(Record):
    """Two results in comparison.

    Attributes:
        a: The first file, or the name of the first result.
        b: The second file, or the name of the second result.
        kind: The schema of the two records, or "store".
        tolerance_percent: The largest tolerated change.
        figures: The figures in both results.
        only_a: The figures in A only.
        only_b: The figures in B only.
        equal: Whether no figure is missing and no change exceeds the tolerance.
    """

    schema_: Literal["roundel.compare/2"] = Field(default="roundel.compare/2", alias="schema")
    a: str
    b: str
    kind: str
    tolerance_percent: float
    figures: list[Change]
    only_a: list[str]
    only_b: list[str]
    equal: bool

    @property
    def changed(self) -> list[Change]:
        """The figures with different values."""
        return [item for item in self.figures if item.a != item.b]

    def to_rows(self) -> list[Row]:
        """One row for each figure in both results."""
        return [item.model_dump() for item in self.figures]


def compare(first: Record, second: Record, tolerance: float = 0.0) -> CompareRecord:
    """Compare two records of one schema; the tolerance is in per cent of the first record.

    InputError if the records have different schemas, or no common figure.
    """
    a, b = (item.model_dump(mode="json") for item in (first, second))
    return _compare((_title(first), a), (_title(second), b), tolerance)


def compare_files(a: Path, b: Path, tolerance: float = 0.0) -> CompareRecord:
    """Compare two files: JSON records of one schema, or two stores.

    InputError if a file cannot be read, or the two files differ in kind.
    """
    return _compare((str(a), _load(a)), (str(b), _load(b)), tolerance)


def _title(record: Record) -> str:
    values = vars(record)
    return str(values.get("space") or getattr(values.get("config"), "name", "")) or "a record"


_Content = Mapping[str, Any] | list[StoredRow]


def _compare(
    first: tuple[str, _Content], second: tuple[str, _Content], tolerance: float
) -> CompareRecord:
    (a, ours), (b, theirs) = first, second
    kinds = ["store" if isinstance(item, list) else item["schema"] for item in (ours, theirs)]
    if kinds[0] != kinds[1]:
        raise InputError(
            f"{a} is a {kinds[0]} and {b} is a {kinds[1]}; give two records of one schema, or two "
            "stores."
        )
    names = _Names()
    left, right = names.figures(ours), names.figures(theirs)
    for path, found in ((a, left), (b, right)):
        if not found:
            raise InputError(f"{path} has no figures to compare; give a finished result.")
    if not left.keys() & right.keys():
        raise InputError(f"{a} and {b} have no common figure; give results of a common design.")
    figures = [_change(name, left[name], right[name], tolerance) for name in left if name in right]
    only_a = [name for name in left if name not in right]
    only_b = [name for name in right if name not in left]
    return CompareRecord(
        a=a,
        b=b,
        kind=kinds[0],
        tolerance_percent=tolerance,
        figures=figures,
        only_a=only_a,
        only_b=only_b,
        equal=not (only_a or only_b or any(item.beyond for item in figures)),
    )


def _change(figure: str, a: Value, b: Value, tolerance: float) -> Change:
    change = percent = None
    better: Better | None = "equal" if a == b else None
    if _is_number(a) and _is_number(b):
        change = b - a
        percent = 100 * change / abs(a) if a else None
        direction = _BETTER.get(figure.rpartition(".")[2])
        if a != b and direction:
            better = "b" if (b > a) == (direction == "more") else "a"
    beyond = a != b and (percent is None or abs(percent) > tolerance)
    return Change(
        figure=figure, a=a, b=b, change=change, percent=percent, better=better, beyond=beyond
    )


def _load(path: Path) -> _Content:
    """A record, or the rows of a store."""
    try:
        with path.open("rb") as handle:
            head = handle.read(len(_SQLITE))
            data = b"" if head == _SQLITE else head + handle.read()
    except OSError as error:
        raise InputError(f"cannot read {path} ({error.strerror}); give another file.") from error
    if head == _SQLITE:
        return read_rows(path)
    try:
        record = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path} is neither a store nor JSON; give a file written by --json or --store."
        ) from error
    schema = record.get("schema") if isinstance(record, dict) else None
    if not isinstance(schema, str) or not schema.startswith("roundel."):
        raise InputError(f"{path} is not a record of Roundel; give a file written by --json.")
    return dict(record)


class _Names:
    """The names of configurations; configurations with equal parameters share a name."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, name: str, parameters: str) -> str:
        """The first name for these parameters, distinct from the names of other parameters."""
        if parameters not in self._names:
            while name in self._names.values():
                name += "'"
            self._names[parameters] = name
        return self._names[parameters]

    def figures(self, content: _Content) -> dict[str, Value]:
        """All figures by path."""
        if isinstance(content, list):
            return self._of_store(content)
        return dict(self._of_part(content, ""))

    def _of_store(self, rows: list[StoredRow]) -> dict[str, Value]:
        """The figures of a store; for equal jobs, the figures of the newest row."""
        newest = {(row.step, row.parameters, row.target, row.seed): row for row in rows}
        found: dict[str, Value] = {}
        for row in sorted(
            newest.values(), key=lambda row: (row.name, row.target, row.seed, row.step)
        ):
            seed = f", seed {row.seed}" if row.seed else ""
            target = f", {row.target}" if row.target else ""
            label = f"{self.of(row.name, row.parameters)}{target}{seed}: {row.step}"
            found[f"{label}.status"] = row.status
            if row.result:
                found.update(self._of_part(json.loads(row.result), label))
        return found

    def _of_part(self, value: Any, path: str) -> Iterator[tuple[str, Value]]:
        if isinstance(value, Mapping):
            for name, item in value.items():
                own = f"{path}.{name}" if path else name
                if name in _WORDS and isinstance(item, str):
                    yield own, item
                elif name not in _NO_FIGURES:
                    yield from self._of_part(item, own)
        elif isinstance(value, list):
            seen: dict[str, int] = {}
            recipes = {item.get("recipe") for item in value if isinstance(item, Mapping)}
            about = [name for name in _ABOUT if name != "recipe" or len(recipes) > 1]
            for index, item in enumerate(value):
                label = self._about(item, about) or str(index)
                seen[label] = seen.get(label, 0) + 1
                more = f" ({seen[label]})" if seen[label] > 1 else ""
                yield from self._of_part(item, f"{path}[{label}{more}]")
        elif isinstance(value, bool | int | float):
            yield path, value

    def _about(self, item: Any, fields: list[str]) -> str:
        """The identity of an item of a list in a few words; empty without identifying fields."""
        if not isinstance(item, Mapping):
            return ""
        words = []
        for name in fields:
            value = item.get(name)
            if name == "config" and isinstance(value, Mapping):
                own = {key: part for key, part in value.items() if key != "name"}
                value = self.of(str(value.get("name", "")), as_json(own))
            if isinstance(value, str | int) and value != "":
                words.append(str(value))
        return ", ".join(words)


def _is_number(value: Value) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
