# SPDX-License-Identifier: Apache-2.0
"""Points on or near a Pareto front, which deserve several seeds."""

from collections.abc import Sequence

from roundel.explore import Point, pareto

_NEAR = 0.05  # a point this fraction better than measured could be on the front


def near_front(points: Sequence[Point]) -> list[Point]:
    """The points of one target that would be on a front if they were 5 % better in throughput.

    The fronts are throughput against LUTs and block RAMs, and latency against LUTs, for each mode,
    key size and direction: a need names these three.
    """
    done = [(point, found.figures()) for point in points if (found := point.synth) is not None]
    groups = [(p.config.Mode, p.config.KeyBits, p.config.Direction) for p, _ in done]
    kept: set[int] = set()
    for goals, name, sign in (
        (("gbps", "lut4", "bram"), "gbps", 1),
        (("latency_ns", "lut4", "bram"), "latency_ns", -1),
    ):
        figures = [values for _, values in done]
        for index, group in enumerate(groups):
            better = {**figures[index], name: figures[index][name] * (1 + sign * _NEAR)}
            tried = [
                (other, better if place == index else values)
                for place, (other, values) in enumerate(zip(groups, figures, strict=True))
                if other == group
            ]
            own = [place for place, other in enumerate(groups) if other == group].index(index)
            if own in pareto(tried, goals):
                kept.add(index)
    return [done[index][0] for index in sorted(kept)]
