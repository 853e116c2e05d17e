# SPDX-License-Identifier: Apache-2.0
"""Two results side by side: records, or stores.

A figure is a number, or a yes or no, with a path in the record, such as "fmax_mhz.median". An item
of a list has a name that says what the item is about, so an item more or less does not shift the
others. Configurations with equal parameters are the same item, whatever their names are. Seeds,
times on this machine, texts and the configurations' own parameters are no figures.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, TypeGuard

from pydantic import Field

from roundel.base.errors import InputError
from roundel.base.record import Part, Record, Row
from roundel.explore.front import CELLS_METRICS, METRICS
from roundel.jobs import Row as StoredRow
from roundel.jobs import as_json
from roundel.jobs.store import read_rows

Value = bool | int | float | str | None
Better = Literal["a", "b", "equal"]

_SQLITE = b"SQLite format 3\0"
# What differs from run to run, or describes the run.
_NO_FIGURES = {
    "cached", "config", "cpu_seconds", "jobs", "link", "mb_per_s", "number", "oldest_use",
    "runs_made", "seconds", "seed", "seeds", "wall_seconds",
}  # fmt: skip
_WORDS = {"status"}  # texts that are results
# Fields that say what an item of a list is about.
_ABOUT = (
    "name", "config", "preset", "target", "recipe", "table", "row", "host", "unit", "variant",
    "figure", "kind", "key_bits", "size", "bytes", "in", "stages", "seed", "activity",
)  # fmt: skip
# Which value of a figure is better, by the last word of its path.
_BETTER: dict[str, str] = {name: item.better for name, item in (METRICS | CELLS_METRICS).items()}
_BETTER |= dict.fromkeys(("fmax_mhz", "median", "mbps", "blocks_per_cycle", "passed"), "more")
_BETTER |= dict.fromkeys(("cycles_per_block", "cycles", "cell_area", "mw", "failed"), "less")


class Change(Part):
    """A figure of two results.

    Attributes:
        figure: Its path.
        a: Its value in A.
        b: Its value in B.
        change: B - A; None unless both are numbers.
        percent: The change in per cent of A; None unless both are numbers and A is not 0.
        better: Which one is better; None for a figure of which neither more nor less is better.
        beyond: Whether the change is beyond the tolerance.
    """

    figure: str
    a: Value
    b: Value
    change: float | None
    percent: float | None
    better: Better | None
    beyond: bool


class CompareRecord(Record):
    """Two results side by side.

    Attributes:
        a: The first file, or the name of the first result.
        b: The second one.
        kind: The schema of the two records, or "store".
        tolerance_percent: The largest change that is tolerated.
        figures: The figures that both have.
        only_a: Figures that A alone has.
        only_b: Figures that B alone has.
        equal: Whether no figure is missing and none changed beyond the tolerance.
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
        """The figures that differ."""
        return [item for item in self.figures if item.a != item.b]

    def to_rows(self) -> list[Row]:
        """One row for each figure that both have."""
        return [item.model_dump() for item in self.figures]


def compare(first: Record, second: Record, tolerance: float = 0.0) -> CompareRecord:
    """Compare two records of one schema; the tolerance is in per cent of the first one.

    InputError if the records have different schemas, or no figure in common.
    """
    a, b = (item.model_dump(mode="json") for item in (first, second))
    return _compare((_title(first), a), (_title(second), b), tolerance)


def compare_files(a: Path, b: Path, tolerance: float = 0.0) -> CompareRecord:
    """Compare two files: JSON records of one schema, or two stores.

    InputError if a file cannot be read, or the two are not of one kind.
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
            f"{a} is a {kinds[0]} and {b} a {kinds[1]}; give two records of one schema, or two "
            "stores."
        )
    names = _Names()
    left, right = names.figures(ours), names.figures(theirs)
    for path, found in ((a, left), (b, right)):
        if not found:
            raise InputError(f"{path} has no figures to compare; give a finished result.")
    if not left.keys() & right.keys():
        raise InputError(f"{a} and {b} have no figure in common; give results that share a design.")
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
        way = _BETTER.get(figure.rpartition(".")[2])
        if a != b and way:
            better = "b" if (b > a) == (way == "more") else "a"
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
            f"{path} is neither a store nor JSON; give a file that --json or --store wrote."
        ) from error
    schema = record.get("schema") if isinstance(record, dict) else None
    if not isinstance(schema, str) or not schema.startswith("roundel."):
        raise InputError(f"{path} is not a record of Roundel; give a file that --json wrote.")
    return dict(record)


class _Names:
    """The names of configurations, which equal parameters have in common."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, name: str, parameters: str) -> str:
        """The first name that these parameters had, unless other parameters had it before."""
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
        """The figures of a store; of equal jobs, those of the newest row."""
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
            for place, item in enumerate(value):
                label = self._about(item, about) or str(place)
                seen[label] = seen.get(label, 0) + 1
                more = f" ({seen[label]})" if seen[label] > 1 else ""
                yield from self._of_part(item, f"{path}[{label}{more}]")
        elif isinstance(value, bool | int | float):
            yield path, value

    def _about(self, item: Any, fields: list[str]) -> str:
        """What an item of a list is about, in a few words; empty if it does not say."""
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
