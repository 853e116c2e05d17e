# SPDX-License-Identifier: Apache-2.0
"""Rows on or near a Pareto front, for runs with several seeds."""

from collections.abc import Sequence

from roundel.characterised.row import Row
from roundel.characterised.store import Designs
from roundel.explore import pareto

NEAR_SEEDS = 3  # seeds of a row on or near a front
_NEAR = 0.05  # the allowed distance from a front, as a fraction of the figure


def near_front(designs: Designs, target: str) -> list[Row]:
    """The rows of an FPGA on a front, or at most `_NEAR` from a front.

    The fronts are throughput, and latency, against LUTs and block RAMs. Each mode, key size and
    direction has its own fronts, because a need names these three.
    """
    groups: dict[tuple[int | str, ...], list[Row]] = {}
    for row in designs.rows:
        if row.target == target:
            fields = designs.fields(row)
            own = tuple(fields.get(name, "") for name in ("Mode", "KeyBits", "Direction"))
            groups.setdefault(own, []).append(row)
    return [row for rows in groups.values() for row in rows if _is_near(row, rows)]


def _is_near(row: Row, rows: Sequence[Row]) -> bool:
    for goals, name, sign in (
        (("gbps", "lut", "bram"), "gbps", 1),
        (("latency_ns", "lut", "bram"), "latency_ns", -1),
    ):
        figures = [_figures(other) for other in rows]
        place = rows.index(row)
        figures[place][name] *= 1 + sign * _NEAR
        if place in pareto([("", values) for values in figures], goals):
            return True
    return False


def _figures(row: Row) -> dict[str, float]:
    """The goals of the fronts of a placed row."""
    mhz = row.mhz_median
    return {
        "gbps": 128 * row.lanes * mhz / row.cycles_per_block / 1000,
        "latency_ns": 1000 * row.latency_cycles / mhz,
        "lut": float(row.lut or 0),
        "bram": float(row.ram or 0),
    }
