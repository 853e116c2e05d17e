# SPDX-License-Identifier: Apache-2.0
"""Two results side by side: each figure of the first one, of the second one, and their ratio."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.errors import InputError
from roundel.base.record import Record, Row
from roundel.cells import CellsRecord
from roundel.explore.front import CELLS_METRICS, METRICS
from roundel.explore.record import ExploreRecord
from roundel.fpga.record import SynthRecord

__all__ = ["Change", "Comparable", "CompareRecord", "ComparedPoint", "compare"]

Comparable = SynthRecord | CellsRecord | ExploreRecord
_Design = SynthRecord | CellsRecord
_METRICS = {**METRICS, **CELLS_METRICS}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Change(_Part):
    """One figure of two designs.

    Attributes:
        first: The value of the first design.
        second: The value of the second design.
        ratio: `second` / `first`; None where the first one is 0.
        better: Which design has the better value: "first", "second" or "equal".
    """

    first: float
    second: float
    ratio: float | None
    better: Literal["first", "second", "equal"]


class ComparedPoint(_Part):
    """Two designs.

    Attributes:
        first: The configuration of the first one.
        second: The configuration of the second one.
        target: The part or library of the first one.
        second_target: The part or library of the second one.
        figures: The figures that both have, by name.
    """

    first: str
    second: str
    target: str
    second_target: str
    figures: dict[str, Change]


class CompareRecord(Record):
    """Two results side by side.

    Attributes:
        schema_: "roundel.compare/1"; "schema" in JSON.
        points: The designs that were compared.
        only_first: Designs of a sweep that the second sweep has no result of.
        only_second: Designs of a sweep that the first sweep has no result of.
    """

    schema_: Literal["roundel.compare/1"] = Field(default="roundel.compare/1", alias="schema")
    points: list[ComparedPoint]
    only_first: list[str] = Field(default_factory=list)
    only_second: list[str] = Field(default_factory=list)

    def to_rows(self) -> list[Row]:
        """One row for each figure of each pair of designs."""
        return [
            {
                "first_config": point.first,
                "second_config": point.second,
                "target": point.target,
                "second_target": point.second_target,
                "figure": name,
                "first": change.first,
                "second": change.second,
                "ratio": change.ratio,
                "better": change.better,
            }
            for point in self.points
            for name, change in point.figures.items()
        ]


def compare(first: Comparable, second: Comparable) -> CompareRecord:
    """Compare two designs, or the designs of two sweeps that have the same parameters and target.

    Args:
        first: The result to start from.
        second: The result to compare with the first one.

    Raises:
        InputError: One result is a design and the other one a sweep, or the results have no figure
            in common.
    """
    if isinstance(first, ExploreRecord) and isinstance(second, ExploreRecord):
        ours, theirs = _designs(first), _designs(second)
        record = CompareRecord(
            points=[_pair(item, theirs[key]) for key, item in ours.items() if key in theirs],
            only_first=_missing(ours, theirs),
            only_second=_missing(theirs, ours),
        )
    elif isinstance(first, ExploreRecord) or isinstance(second, ExploreRecord):
        raise InputError("a design does not compare with a sweep; give two designs or two sweeps.")
    else:
        record = CompareRecord(points=[_pair(first, second)])
    if not any(point.figures for point in record.points):
        raise InputError(
            "the results have no figure in common; give results on parts, or in standard cells, "
            "that share a configuration."
        )
    return record


_Key = tuple[tuple[tuple[str, int | str], ...], str, str]


def _designs(record: ExploreRecord) -> dict[_Key, _Design]:
    """The designs of a sweep that have figures, by parameters, target and, if several, recipe."""
    return {
        (
            tuple(point.config.fields().items()),
            point.target,
            point.recipe if record.several_recipes else "",
        ): point.measured
        for point in record.points
        if point.measured is not None
    }


def _missing(ours: Mapping[_Key, _Design], theirs: Iterable[_Key]) -> list[str]:
    """Names of the designs that only one sweep has."""
    return [ours[key].config.name for key in ours.keys() - set(theirs)]


def _pair(first: _Design, second: _Design) -> ComparedPoint:
    ours, theirs = first.figures(), second.figures()
    # The areas of a part and of a library are no common figure, although both count flip-flops.
    same = type(first) is type(second)
    return ComparedPoint(
        first=first.config.name,
        second=second.config.name,
        target=first.target,
        second_target=second.target,
        figures={
            name: _change(name, ours[name], theirs[name])
            for name in ours
            if same and name in theirs
        },
    )


def _change(name: str, first: float, second: float) -> Change:
    better: Literal["first", "second", "equal"] = "equal"
    if first != second:
        more = _METRICS[name].better == "more"
        better = "second" if (second > first) == more else "first"
    ratio = round(second / first, 4) if first else None
    return Change(first=first, second=second, ratio=ratio, better=better)
