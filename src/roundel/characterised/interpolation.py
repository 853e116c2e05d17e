# SPDX-License-Identifier: Apache-2.0
"""Estimates of designs between the measured designs of a target.

Block engines have a Gaussian process for each figure (`gaussian`). A packet engine is its block
engine and the logic of the mode. Its estimate starts from the estimate of the block engine with the
same ring: rounds, registers, S-box and key size. A count is the count of the block engine plus a
constant of the mode. The logarithm of the clock is linear in the logarithm of the block engine's
clock.

Rows that behave alike form a group: an equal top, mode, S-box and number of lanes. Each group has
its own error, found by leaving one row out: each row is estimated from all other rows of the
target. The allowance of a figure is an error that at least `ERROR_SHARE` of the estimates do not
exceed. A group has no estimates if a median error is above `MEDIANS`, or if the group has too few
rows for the allowance. Only a design within `REACH` of a row of its group has an estimate, and only
such rows count for the error.

Source of the allowance: V. Vovk, A. Gammerman and G. Shafer, Algorithmic Learning in a Random
World, 2005, chapter 2: of N errors the value number ceil(share (N + 1)) in increasing order.
"""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roundel.base.modes import FORWARD_MODES
from roundel.characterised.gaussian import Array, Point, Process, features, squared_distances
from roundel.characterised.row import FEWEST_ROWS, Row
from roundel.characterised.store import Designs, Fields

ERROR_SHARE = 0.9
"""The share of the estimates whose error is at most the allowance."""

REACH = 1.15
"""The largest distance between an estimated design and a measured design."""

FIGURES = ("lut", "ff", "kge", "mhz")

MEDIANS = {"lut": 0.05, "ff": 0.1, "kge": 0.05, "mhz": 0.08}
"""The largest median error, by figure, of a group whose designs are estimated."""

Design = tuple[Fields, str]
"""All parameters of a design, and the recipe."""

_RING = ("KeyBits", "Direction", "Rounds", "Stages", "RoundCuts", "Sbox", "Lanes")


class GroupName(NamedTuple):
    """The values that the rows of a group have in common."""

    top: str
    mode: str
    sbox: str
    lanes: int

    def __str__(self) -> str:
        mode = "blocks" if self.mode == "none" else self.mode
        lanes = f", {self.lanes} lanes" if self.lanes > 1 else ""
        return f"{self.top}, {mode}, S-box {self.sbox}{lanes}"


def name_of(top: str, fields: Fields) -> GroupName:
    """The group of a design."""
    return GroupName(top, str(fields["Mode"]), str(fields["Sbox"]), int(fields.get("Lanes", 1)))


@dataclass(frozen=True, eq=False)
class Group:
    """Rows of a target that behave alike, with the estimates of similar designs.

    Attributes:
        rows: The rows.
        points: The coordinates of the rows.
        values: The measured figures of the rows.
        left_out: The estimates of the rows, each from all other rows of the target.
        estimate: Estimates designs, by figure.
        sources: The number of rows that estimates are made from.
    """

    rows: Sequence[Row]
    points: Sequence[Point]
    values: Mapping[str, Array]
    left_out: Mapping[str, Array]
    estimate: Callable[[Sequence[Design]], dict[str, Array]]
    sources: int

    @cached_property
    def within_reach(self) -> NDArray[np.bool_]:
        """Whether each row has another row of the group within `REACH`."""
        squared = squared_distances(self.points, self.points)
        np.fill_diagonal(squared, np.inf)
        return np.asarray(squared.min(axis=1) <= REACH**2)

    @cached_property
    def errors(self) -> dict[str, Array]:
        """|estimate / measured - 1| of the rows within reach, each left out, by figure."""
        return {
            name: np.abs(self.left_out[name] / values - 1)[self.within_reach]
            for name, values in self.values.items()
        }

    @cached_property
    def allowances(self) -> dict[str, float]:
        """The error of each figure that `ERROR_SHARE` of the estimates do not exceed.

        Infinite if the group has too few rows to know this error.
        """
        return {name: _allowance(own) for name, own in self.errors.items()}

    @cached_property
    def reliable(self) -> bool:
        """Whether designs have estimates: small median errors, and a known error below 1."""
        return all(
            self.allowances[name] < 1 and float(np.median(own)) <= MEDIANS[name]
            for name, own in self.errors.items()
        )

    def nearest(self, designs: Sequence[Design]) -> list[tuple[int, float]]:
        """For each design the nearest row, and their distance."""
        squared = squared_distances([features(*item) for item in designs], self.points)
        places = squared.argmin(axis=1)
        return [(int(p), float(np.sqrt(squared[n, p]))) for n, p in enumerate(places)]

    @cached_property
    def _ranges(self) -> dict[str, set[float | str]]:
        """The values of each coordinate."""
        return {name: {point[name] for point in self.points} for name in self.points[0]}

    def spans(self, fields: Fields, recipe: str) -> bool:
        """Whether each coordinate of a design lies between those of the rows."""
        for name, value in features(fields, recipe).items():
            own = self._ranges[name]
            if isinstance(value, str):
                if value not in own:
                    return False
            elif not min(map(float, own)) <= value <= max(map(float, own)):
                return False
        return True


def _allowance(errors: Array) -> float:
    place = math.ceil(round(ERROR_SHARE * (len(errors) + 1), 9))
    return float(np.sort(errors)[place - 1]) if place <= len(errors) else math.inf


@functools.lru_cache(maxsize=4)
def groups_of(designs: Designs, target: str) -> dict[GroupName, Group]:
    """The groups of a target; none if the target has fewer than `FEWEST_ROWS` block engines."""
    groups: dict[GroupName, list[Row]] = {}
    for row in designs.rows:
        if row.target == target:
            groups.setdefault(name_of(row.top, designs.fields(row)), []).append(row)
    blocks = [row for name, own in groups.items() if name.mode == "none" for row in own]
    if len(blocks) < FEWEST_ROWS:
        return {}
    values = {name: np.log(own) for name, own in _values(blocks).items()}
    points = [features(designs.fields(row), row.recipe) for row in blocks]
    process = Process(points, values)
    found: dict[GroupName, Group] = {}
    first = 0
    for name, rows in groups.items():
        if name.mode == "none":
            found[name] = _block_group(rows, process, first)
            first += len(rows)
        else:
            found[name] = _packet_group(designs, rows, process)
    return found


def _values(rows: Sequence[Row]) -> dict[str, Array]:
    """The figures that all rows have."""
    figures = [{"lut": r.lut, "ff": r.ff, "kge": r.kge, "mhz": r.mhz_median} for r in rows]
    return {
        name: np.array([float(item[name] or 0) for item in figures])
        for name in FIGURES
        if all(item[name] for item in figures)
    }


def _block_group(rows: Sequence[Row], process: Process, first: int) -> Group:
    """The group of some block engines; `first` is the place of the first row in the process."""
    own = slice(first, first + len(rows))

    def estimate(wanted: Sequence[Design]) -> dict[str, Array]:
        return process.estimate([features(*item) for item in wanted])

    return Group(
        rows=rows,
        points=process.points[own],
        values={name: np.exp(values[own]) for name, values in process.values.items()},
        left_out={name: values[own] for name, values in process.left_out.items()},
        estimate=estimate,
        sources=len(process.points),
    )


def _packet_group(designs: Designs, rows: Sequence[Row], process: Process) -> Group:
    """The group of packet engines of a mode: each figure is fitted to that of the block engines."""
    recipes = [str(point["recipe"]) for point in process.points]

    def blocks(wanted: Sequence[Design]) -> dict[str, Array]:
        """The estimates of the block engines."""
        return process.estimate([_block(designs, fields, recipe, recipes)
                                 for fields, recipe in wanted])  # fmt: skip

    known = [(designs.fields(row), row.recipe) for row in rows]
    inputs, values = blocks(known), _values(rows)
    fits = {
        name: (_Line if name == "mhz" else _Offset)(inputs[name], own)
        for name, own in values.items()
        if name in inputs
    }

    def estimate(wanted: Sequence[Design]) -> dict[str, Array]:
        own = blocks(wanted)
        return {name: fit.estimate(own[name]) for name, fit in fits.items()}

    return Group(
        rows=rows,
        points=[features(*item) for item in known],
        values={name: values[name] for name in fits},
        left_out={name: fit.left_out for name, fit in fits.items()},
        estimate=estimate,
        sources=len(process.points) + len(rows),
    )


def _block(designs: Designs, fields: Fields, recipe: str, recipes: Sequence[str]) -> Point:
    """The coordinates of the block engine with the ring of a packet engine.

    Without block engines of the packet engine's recipe the most frequent recipe is used.
    """
    ring: Fields = {name: fields[name] for name in _RING if name in fields}
    if fields["Mode"] in FORWARD_MODES:
        ring["Direction"] = "encrypt"
    whole = {**designs.head.defaults["core"], "KeySchedule": "stored", "Backpressure": 0, **ring}
    return features(whole, recipe if recipe in recipes else max(recipes, key=recipes.count))


class _Offset:
    """A figure that exceeds the input by a constant."""

    def __init__(self, inputs: Array, values: Array) -> None:
        self._offset = float((values - inputs).mean())
        others = max(1, len(values) - 1)
        self.left_out = inputs + (len(values) * self._offset - (values - inputs)) / others

    def estimate(self, inputs: Array) -> Array:
        """The figure of each input."""
        return inputs + self._offset


class _Line:
    """A figure whose logarithm is linear in the logarithm of the input."""

    def __init__(self, inputs: Array, values: Array) -> None:
        matrix = self._matrix(inputs)
        inverse = np.linalg.pinv(matrix)
        self._slopes = inverse @ np.log(values)
        # The influence of a row on its own estimate; 1 if no other row decides a slope.
        influence = np.einsum("ij,ji->i", matrix, inverse)
        residual = np.log(values) - matrix @ self._slopes
        rest = np.maximum(1 - influence, 1e-9)
        self.left_out = np.exp(np.minimum(np.log(values) - residual / rest, 700.0))
        self.left_out[influence > 1 - 1e-9] = np.inf

    @staticmethod
    def _matrix(inputs: Array) -> Array:
        return np.stack([np.ones_like(inputs), np.log(inputs)], axis=1)

    def estimate(self, inputs: Array) -> Array:
        """The figure of each input."""
        return np.asarray(np.exp(self._matrix(inputs) @ self._slopes))


class Error(NamedTuple):
    """The left-out errors of a figure of a group."""

    target: str
    group: GroupName
    figure: str
    rows: int
    median: float
    allowance: float
    reliable: bool  # whether the group has estimates


def left_out_errors(designs: Designs) -> list[Error]:
    """The errors of every figure of every group with rows within reach."""
    return [
        Error(
            target, name, figure, len(own), float(np.median(own)), group.allowances[figure],
            group.reliable,
        )
        for target in sorted({row.target for row in designs.rows})
        for name, group in sorted(groups_of(designs, target).items())
        for figure, own in group.errors.items()
        if len(own)
    ]  # fmt: skip
