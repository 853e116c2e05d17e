# SPDX-License-Identifier: Apache-2.0
"""The figures for the comparison of designs, and the Pareto front."""

import operator
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from roundel.base.errors import InputError, nearest


@dataclass(frozen=True)
class Metric:
    """A figure of a design."""

    name: str  # the name in records and `--goals`
    title: str  # the title in reports, with the unit
    better: Literal["more", "less"]  # whether more or less is better
    digits: int = 0  # decimals in reports


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("gbps", "Gbit/s", "more", 3),
        Metric("lut4", "LUT4", "less"),
        Metric("ff", "flip-flops", "less"),
        Metric("bram", "block RAMs", "less"),
        Metric("mhz", "MHz", "more", 1),
        Metric("latency_cycles", "latency to the output, cycles", "less"),
        Metric("latency_ns", "latency to the output, ns", "less", 1),
        Metric("mbps_per_slice", "Mbit/s per slice", "more", 3),
    )
}
"""The metrics of a design after place and route on an FPGA."""

CELLS_METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        METRICS["gbps"],
        Metric("kge", "kGE", "less", 2),
        METRICS["ff"],
        METRICS["mhz"],
        METRICS["latency_cycles"],
        Metric("latency_ns", "latency to the output, ns", "less", 2),
        Metric("gbps_per_kge", "Gbit/s per kGE", "more", 3),
        Metric("gbps_per_mm2", "Gbit/s per mm2", "more", 1),
    )
}
"""The metrics of a design in standard cells."""

MAPPED_METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("bits_per_cycle", "bits per cycle", "more", 1),
        Metric("lut", "LUTs", "less"),
        METRICS["ff"],
        METRICS["bram"],
        Metric("wide_mux", "wide multiplexers", "less"),
        METRICS["latency_cycles"],
    )
}
"""The metrics of a design in an FPGA family that is mapped only."""

Kind = Literal["placed", "mapped", "cells"]
"""The kind of a target: FPGA with place and route, FPGA family mapped only, standard cells."""

_METRICS: dict[Kind, dict[str, Metric]] = {
    "placed": METRICS,
    "mapped": MAPPED_METRICS,
    "cells": CELLS_METRICS,
}
DEFAULT_GOALS = ("gbps", "lut4", "bram")
CELLS_GOALS = ("gbps", "kge")
MAPPED_GOALS = ("bits_per_cycle", "lut", "bram")
_GOALS: dict[Kind, tuple[str, ...]] = {
    "placed": DEFAULT_GOALS,
    "mapped": MAPPED_GOALS,
    "cells": CELLS_GOALS,
}
AREA: dict[Kind, str] = {"placed": "lut4", "mapped": "lut", "cells": "kge"}
"""The metric of the area."""
SPEED: dict[Kind, str] = {"placed": "gbps", "mapped": "bits_per_cycle", "cells": "gbps"}
"""The metric of the throughput."""


def metrics(kind: Kind) -> dict[str, Metric]:
    """The metrics of a kind of targets."""
    return _METRICS[kind]


def find_goals(text: str | None, kind: Kind = "placed") -> tuple[str, ...]:
    """Goals of a command line, for example "gbps,lut4" (None: the default); or an InputError."""
    if text is None:
        return _GOALS[kind]
    names = [name.strip() for name in text.split(",")]
    known = metrics(kind)
    for name in names:
        if name not in known:
            raise InputError(
                f"there is no goal {name!r}{nearest(name, known)}; choose from {', '.join(known)}."
            )
    if len(set(names)) < len(names):
        raise InputError("a goal is given twice; give each goal once.")
    return tuple(names)


def pareto(
    designs: Sequence[tuple[Hashable, dict[str, float]]], goals: Sequence[str] = DEFAULT_GOALS
) -> set[int]:
    """The indices of the designs without a superior design in their group.

    Each design is a group and its figures. A superior design is at least as good in every goal and
    better in at least one goal. Equal designs are all on the front.
    """
    known = METRICS | CELLS_METRICS | MAPPED_METRICS
    signs = {goal: 1 if known[goal].better == "less" else -1 for goal in goals}
    costs = [tuple(sign * values[goal] for goal, sign in signs.items()) for _, values in designs]
    best: dict[Hashable, list[int]] = {}
    # In this order a design follows all superior designs. If any superior design exists, one of
    # them is already on the front.
    for index in sorted(range(len(designs)), key=costs.__getitem__):
        ahead = best.setdefault(designs[index][0], [])
        if not any(
            costs[other] != costs[index] and all(map(operator.le, costs[other], costs[index]))
            for other in ahead
        ):
            ahead.append(index)
    return {index for ahead in best.values() for index in ahead}
