# SPDX-License-Identifier: Apache-2.0
"""Estimates of designs between the measured designs of a target.

The logarithms of LUTs, flip-flops, area and clock are Gaussian processes over the parameters: a
linear trend, and a smooth deviation from the trend. The distance of two designs counts the
logarithm of the rounds in hardware, registers per round, key size, key slots, and each different
named value. The error is found by leaving one row out: each row is estimated from all other rows of
the target. `ERROR_QUANTILE` of the errors of a figure is the allowance of its estimates. A target
with a median error above `MEDIANS` has no estimates. Only a design within `REACH` of a measured
design has an estimate, and only such rows count for the error.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from roundel.characterised.row import FEWEST_ROWS, Row
from roundel.characterised.store import Designs

Array = NDArray[np.float64]

ERROR_QUANTILE = 0.9

REACH = 1.15
"""The largest distance between an estimated design and a measured design."""

FIGURES = ("lut", "ff", "kge", "mhz")

MEDIANS = {"lut": 0.05, "ff": 0.1, "kge": 0.05, "mhz": 0.08}
"""The largest median error, by figure, of a target whose designs are estimated."""

# The scale of each number: designs at this distance are half independent of each other.
_SCALES = {"size": 1.5, "registers": 2.0, "Stages": 2.0, "KeyBits": 128.0, "slots": 3.0}
# The distance of two designs with different values.
_DIFFERENT = {
    "Sbox": 1.2, "SecondSbox": 0.3, "KeySchedule": 0.8, "Direction": 1.0, "Mode": 1.5,
    "Backpressure": 0.4, "Compact": 1.5, "BlockRam": 0.6, "recipe": 0.8, "cut": 0.4,
}  # fmt: skip
_TREND = 3.0  # deviation of the linear trend's slopes, in logarithms
_DEVIATION = 0.25  # deviation from the trend, in logarithms
# Deviation of a measurement, in logarithms: LUTs and flip-flops hardly vary, clocks do by the seed.
_NOISE = {"lut": 0.005, "ff": 0.005, "kge": 0.005, "mhz": 0.03}


def features(fields: Mapping[str, int | str], recipe: str) -> dict[str, float | str]:
    """The coordinates of a design: numbers and named values."""
    rounds, lanes = int(fields.get("Rounds", 1)), int(fields.get("Lanes", 1))
    stages = int(fields.get("Stages", 1))
    return {
        "size": float(np.log2(rounds * lanes)),
        "Stages": float(stages),
        "unregistered": float(np.log2(rounds)) if stages == 0 else 0.0,
        "registers": float(np.log2(1 + rounds * lanes * stages)),
        "KeyBits": float(fields["KeyBits"]),
        "slots": float(np.log2(int(fields.get("KeySlots", 1)))),
        "second": int(fields.get("SecondSboxLanes", 0)) / lanes,
        "cut": str(fields.get("RoundCuts", 0)),
        "recipe": recipe,
        **{
            name: str(fields.get(name, ""))
            for name in ("Sbox", "KeySchedule", "Direction", "Mode", "Backpressure", "Compact",
                         "BlockRam")
        },
    }  # fmt: skip


@dataclass(frozen=True)
class Model:
    """The estimates of one target, from its rows."""

    points: Sequence[dict[str, float | str]]
    values: Mapping[str, Array]  # logarithms by figure

    @classmethod
    def of(cls, designs: Designs, rows: Sequence[Row]) -> "Model":
        """The model of at least `FEWEST_ROWS` rows."""
        points = [features(designs.fields(row), row.recipe) for row in rows]
        figures = [{"lut": r.lut, "ff": r.ff, "kge": r.kge, "mhz": r.mhz_median} for r in rows]
        values = {
            name: np.log(np.array([float(item[name] or 0) for item in figures]))
            for name in FIGURES
            if all(item[name] for item in figures)
        }
        return cls(points, values)

    @cached_property
    def _levels(self) -> list[tuple[str, str]]:
        named = sorted(name for name, value in self.points[0].items() if isinstance(value, str))
        return [
            (name, str(value))
            for name in named
            for value in sorted({str(point[name]) for point in self.points})
        ]

    def _trend(self, points: Sequence[dict[str, float | str]]) -> Array:
        """The inputs of the linear trend, one row for each point."""
        numbers = [name for name, value in self.points[0].items() if not isinstance(value, str)]
        rows = []
        for point in points:
            own = [float(point[name]) / _SCALES.get(name, 1.0) for name in numbers]
            own += [0.3 * (point[name] == value) for name, value in self._levels]
            # The size has another slope for each mode and S-box.
            size = float(point["size"]) / _SCALES["size"]
            own += [
                0.3 * size * (point[name] == value)
                for name, value in self._levels
                if name in ("Mode", "Sbox")
            ]
            rows.append([1.0, *own])
        return np.array(rows)

    def _distances(
        self, left: Sequence[dict[str, float | str]], right: Sequence[dict[str, float | str]]
    ) -> Array:
        """The squared distances of two lists of designs."""
        total = np.zeros((len(left), len(right)))
        for name, value in self.points[0].items():
            if isinstance(value, str):
                codes = {text: n for n, text in enumerate({p[name] for p in (*left, *right)})}
                a = np.array([codes[p[name]] for p in left])[:, None]
                b = np.array([codes[p[name]] for p in right])[None, :]
                total += _DIFFERENT.get(name, 1.0) ** 2 * (a != b)
            else:
                scale = _SCALES.get(name, 1.0)
                x = np.array([float(p[name]) for p in left])[:, None] / scale
                y = np.array([float(p[name]) for p in right])[None, :] / scale
                total += (x - y) ** 2
        return total

    def _covariance(
        self, left: Sequence[dict[str, float | str]], right: Sequence[dict[str, float | str]]
    ) -> Array:
        trend = _TREND**2 * self._trend(left) @ self._trend(right).T
        smooth = _DEVIATION**2 * np.exp(-self._distances(left, right) / 2)
        return np.asarray(trend + smooth)

    @cached_property
    def _shared(self) -> Array:
        return self._covariance(self.points, self.points)

    @cached_property
    def _inverses(self) -> dict[float, Array]:
        """The inverse covariance of the rows by the deviation of a measurement."""
        size = len(self.points)
        deviations = {_NOISE[name] for name in self.values}
        return {
            noise: np.asarray(np.linalg.inv(self._shared + noise**2 * np.eye(size)))
            for noise in deviations
        }

    def _inverse(self, name: str) -> Array:
        return self._inverses[_NOISE[name]]

    @staticmethod
    def point(fields: Mapping[str, int | str], recipe: str) -> dict[str, float | str]:
        """The coordinates of a design: numbers and named values."""
        return features(fields, recipe)

    def estimate(self, points: Sequence[dict[str, float | str]]) -> dict[str, Array]:
        """The estimates of designs, by figure."""
        cross = self._covariance(points, self.points)
        found = {}
        for name, values in self.values.items():
            middle = values.mean()
            found[name] = np.exp(middle + cross @ (self._inverse(name) @ (values - middle)))
        return found

    def nearest(self, points: Sequence[dict[str, float | str]]) -> list[tuple[int, float]]:
        """For each design the nearest measured design, and their distance."""
        squared = self._distances(points, self.points)
        places = squared.argmin(axis=1)
        return [(int(p), float(np.sqrt(squared[n, p]))) for n, p in enumerate(places)]

    @cached_property
    def within_reach(self) -> NDArray[np.bool_]:
        """The rows with another row within `REACH`."""
        squared = self._distances(self.points, self.points)
        np.fill_diagonal(squared, np.inf)
        return np.asarray(squared.min(axis=1) <= REACH**2)

    @cached_property
    def _ranges(self) -> dict[str, dict[str, set[float | str]]]:
        """The values of each coordinate by mode."""
        found: dict[str, dict[str, set[float | str]]] = {}
        for point in self.points:
            own = found.setdefault(str(point["Mode"]), {})
            for name, value in point.items():
                own.setdefault(name, set()).add(value)
        return found

    def spans(self, point: dict[str, float | str]) -> bool:
        """Whether each coordinate lies between those of the measured designs of the mode."""
        own = self._ranges.get(str(point["Mode"]))
        if own is None:
            return False
        for name, value in point.items():
            if isinstance(value, str):
                if value not in own[name]:
                    return False
            elif not min(map(float, own[name])) <= value <= max(map(float, own[name])):
                return False
        return True

    @cached_property
    def errors(self) -> dict[str, Array]:
        """The relative errors of the rows within reach, each left out, by figure."""
        found = {}
        for name, values in self.values.items():
            inverse = self._inverse(name)
            residual = inverse @ (values - values.mean()) / np.diag(inverse)
            found[name] = np.abs(np.expm1(-residual))[self.within_reach]
        return found

    @cached_property
    def reliable(self) -> bool:
        """Whether no median error is above `MEDIANS`."""
        return all(float(np.median(own)) <= MEDIANS[name] for name, own in self.errors.items())

    @cached_property
    def allowances(self) -> dict[str, float]:
        """The error of each figure that `ERROR_QUANTILE` of the estimates do not exceed."""
        return {
            name: float(np.quantile(own, ERROR_QUANTILE)) if own.size else 1.0
            for name, own in self.errors.items()
        }


@functools.lru_cache(maxsize=4)
def model_of(designs: Designs, target: str) -> tuple[Model, list[Row]] | None:
    """The model of a target and its rows; None if too few rows are within reach of another."""
    rows = [row for row in designs.rows if row.target == target]
    if len(rows) < FEWEST_ROWS:
        return None
    model = Model.of(designs, rows)
    return (model, rows) if model.within_reach.sum() >= FEWEST_ROWS else None


def left_out_errors(designs: Designs) -> list[tuple[str, str, int, float, float]]:
    """Target, figure, rows, the median and the `ERROR_QUANTILE` of the errors."""
    found = []
    for target in sorted({row.target for row in designs.rows}):
        known = model_of(designs, target)
        if known is not None:
            for name, own in known[0].errors.items():
                high = float(np.quantile(own, ERROR_QUANTILE))
                found.append((target, name, len(own), float(np.median(own)), high))
    return found
