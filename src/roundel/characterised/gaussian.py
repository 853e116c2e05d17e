# SPDX-License-Identifier: Apache-2.0
"""Gaussian processes over the parameters of block engines.

The logarithm of a figure is a linear trend and a smooth deviation from the trend. The distance of
two designs counts the logarithm of the rounds in hardware, registers per round, key size, key
slots, and each different named value.

Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006:
estimates in section 2.2, the trend in section 2.7, and left-out rows in section 5.4.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Point = dict[str, float | str]
"""The coordinates of a design: numbers and named values."""

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


def features(fields: Mapping[str, int | str], recipe: str) -> Point:
    """The coordinates of a design, from all parameters of its top."""
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


def squared_distances(left: Sequence[Point], right: Sequence[Point]) -> Array:
    """The squared distances of two lists of designs."""
    total = np.zeros((len(left), len(right)))
    for name, value in right[0].items():
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


@dataclass(frozen=True)
class Process:
    """A Gaussian process for each figure of some designs."""

    points: Sequence[Point]
    values: Mapping[str, Array]  # logarithms by figure

    def estimate(self, points: Sequence[Point]) -> dict[str, Array]:
        """The estimates of designs, by figure."""
        cross = self._covariance(points, self.points)
        found = {}
        for name, values in self.values.items():
            middle = values.mean()
            found[name] = np.exp(middle + cross @ (self._inverse(name) @ (values - middle)))
        return found

    @cached_property
    def left_out(self) -> dict[str, Array]:
        """The estimate of each own design from all other designs, by figure."""
        found = {}
        for name, values in self.values.items():
            inverse = self._inverse(name)
            residual = inverse @ (values - values.mean()) / np.diag(inverse)
            found[name] = np.exp(values - residual)
        return found

    @cached_property
    def _levels(self) -> list[tuple[str, str]]:
        named = sorted(name for name, value in self.points[0].items() if isinstance(value, str))
        return [
            (name, str(value))
            for name in named
            for value in sorted({str(point[name]) for point in self.points})
        ]

    def _trend(self, points: Sequence[Point]) -> Array:
        """The inputs of the linear trend, one row for each point."""
        numbers = [name for name, value in self.points[0].items() if not isinstance(value, str)]
        rows = []
        for point in points:
            own = [float(point[name]) / _SCALES.get(name, 1.0) for name in numbers]
            own += [0.3 * (point[name] == value) for name, value in self._levels]
            # The size has another slope for each S-box.
            size = float(point["size"]) / _SCALES["size"]
            own += [
                0.3 * size * (point[name] == value)
                for name, value in self._levels
                if name == "Sbox"
            ]
            rows.append([1.0, *own])
        return np.array(rows)

    def _covariance(self, left: Sequence[Point], right: Sequence[Point]) -> Array:
        trend = _TREND**2 * self._trend(left) @ self._trend(right).T
        smooth = _DEVIATION**2 * np.exp(-squared_distances(left, right) / 2)
        return np.asarray(trend + smooth)

    @cached_property
    def _inverses(self) -> dict[float, Array]:
        """The inverse covariance of the designs by the deviation of a measurement."""
        shared = self._covariance(self.points, self.points)
        return {
            noise: np.asarray(np.linalg.inv(shared + noise**2 * np.eye(len(self.points))))
            for noise in {_NOISE[name] for name in self.values}
        }

    def _inverse(self, name: str) -> Array:
        return self._inverses[_NOISE[name]]
