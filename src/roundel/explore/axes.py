# SPDX-License-Identifier: Apache-2.0
"""The values in the file of a space: configurations, axes, ranges and seeds."""

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from roundel import design
from roundel.base.errors import InputError
from roundel.design import Config, load_config, make_config
from roundel.fpga.flow import check_seeds

RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*")
"""A range of whole numbers with both ends, "0..9"."""

LARGEST = 100_000
"""The most combinations of a space: the elaboration of each takes about ten milliseconds."""

_Values = Sequence[int | str]


def find_configuration(item: str | Mapping[str, int | str], name: str | None = None) -> Config:
    """A preset, or parameters with an optional `preset` to start from."""
    if isinstance(item, str):
        return load_config(item)
    values = dict(item)
    preset = values.pop("preset", None)
    label = design.listed(values)
    if preset is None:
        return make_config(name or label or "default", values)
    start = load_config(str(preset))
    return start.changed(f"{start.name}+{label}" if label else start.name, values)


def products(base: Config, blocks: Sequence[Mapping[str, Any]]) -> Iterator[Config]:
    """Every combination of each block's axes; each combination occurs once."""
    axes = [{axis: _values(axis, given, base) for axis, given in one.items()} for one in blocks]
    if not axes or not all(axes):
        raise InputError("there is no axis; write for example `Stages: 0..2` below `axes:`.")
    count = sum(math.prod(len(values) for values in one.values()) for one in axes)
    if count > LARGEST:
        raise InputError(
            f"the axes have {count:,} combinations, more than {LARGEST:,}; shorten them, or give "
            "a list of axes (each item is combined separately)."
        )
    seen: set[tuple[tuple[str, int | str], ...]] = set()
    own = base.fields()
    for one in axes:
        pairs = ([(axis, value) for value in values] for axis, values in one.items())
        for chosen in itertools.product(*pairs):
            changed = {axis: value for axis, value in chosen if own[axis] != value}
            mark = tuple(sorted(changed.items()))
            if mark not in seen:
                seen.add(mark)
                yield base.changed(None, changed)


def _values(axis: str, given: Any, base: Config) -> _Values:
    """The values of one axis, each possible for the parameter."""
    values: list[int | str] = []
    for item in given if isinstance(given, list) else [given]:
        if isinstance(item, str) and ".." in item:
            values += _range(axis, item)
        else:
            values.append(item)
    if not values:
        raise InputError(f"axis {axis} has no value; give a list or a range, for example 0..9.")
    ends = [min(values), max(values)] if all(type(v) is int for v in values) else values
    for value in ends:
        make_config(base.name, {axis: value})
    if len(set(values)) < len(values):
        twice = next(value for index, value in enumerate(values) if value in values[:index])
        raise InputError(f"axis {axis} has the value {twice} twice; give it once.")
    return values


def _range(what: str, text: str) -> range:
    """A range of whole numbers with both ends, "0..9"; InputError for a wrong or long range."""
    found = RANGE.fullmatch(text)
    if not found:
        raise InputError(f"{what} has {text!r}, which is not a range; write for example 0..9.")
    first, last = int(found[1]), int(found[2])
    if first > last:
        raise InputError(f"{what} has the empty range {text}; write the smaller number first.")
    if last - first >= LARGEST:
        raise InputError(f"{what} has the range {text}, longer than {LARGEST:,}; shorten it.")
    return range(first, last + 1)


def parse_seeds(given: Any) -> list[int]:
    """Seeds: a number, a range, or a list of numbers and ranges."""
    seeds: list[int] = []
    for item in given if isinstance(given, list) else [given]:
        if isinstance(item, str) and ".." in item:
            seeds += _range("seeds", item)
        elif type(item) is int:
            seeds.append(item)
        else:
            raise InputError(f"seed {item!r} is not possible; seeds are whole numbers from 1.")
    check_seeds(seeds)
    return seeds
