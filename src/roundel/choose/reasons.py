# SPDX-License-Identifier: Apache-2.0
"""Why a design is in an answer."""

from collections.abc import Callable, Sequence

from roundel.characterised import Head
from roundel.choose.engines import is_placed
from roundel.choose.need import Need
from roundel.choose.offers import Offer

_FEW = 0.005  # a difference below this fraction is not stated

_COUNTED = ("LUTs", "flip-flops")

_FIRST = {
    "area": "the smallest",
    "energy": "the lowest energy",
    "latency": "the shortest latency",
    "speed": "the highest throughput",
}


def reason(head: Head, need: Need, best: Sequence[Offer], place: int, meeting: int) -> str:
    """Why the design at a place of the answer is there."""
    if place == 0:
        rest = f"of {meeting} designs that meet the need" if meeting > 1 else "and the only design"
        return f"{_FIRST[need.objective]} {rest}"
    better, worse = _differences(head, need, best[place], best[0])
    gain = f"compared with the first: {', '.join(better)}" if better else ""
    loss = ", ".join(worse)
    if gain and loss:
        return f"{gain}, but {loss}"
    return gain or (f"the next: {loss}" if loss else "equal to the first in these figures")


def _differences(head: Head, need: Need, offer: Offer, first: Offer) -> tuple[list[str], list[str]]:
    """What is better and what is worse than in the first offer, in words."""
    better: list[str] = []
    worse: list[str] = []
    figures: list[tuple[str, bool, Callable[[Offer], float]]] = [
        ("throughput", True, lambda item: item.gbps(need.mhz)),
        ("latency", False, lambda item: item.latency_ns(need.mhz)),
        ("area", False, lambda item: item.cost(head, need)),
    ]
    if not is_placed(head, need.target):
        figures = [
            ("throughput per cycle", True, lambda item: item.bits_per_cycle),
            ("latency in cycles", False, lambda item: item.latency_cycles),
            ("LUTs", False, lambda item: item.lut),
            ("flip-flops", False, lambda item: item.ff),
        ]
    if need.objective == "energy":
        figures.append(("energy", False, lambda item: item.pj_per_byte))
    for name, more, value in figures:
        ours, theirs = value(offer), value(first)
        change = ours / theirs - 1 if theirs else 0.0
        if abs(change) >= _FEW:
            word = "more" if change > 0 else "fewer" if name in _COUNTED else "less"
            size = f"{ours / theirs:.3g} times the" if change >= 1 else f"{abs(change):.0%} {word}"
            text = f"{size} {name}"
            (better if (change > 0) == more else worse).append(text)
    if not need.in_cells and offer.ram != first.ram:
        fewer = offer.ram < first.ram
        text = "no block RAM" if not offer.ram else f"{abs(offer.ram - first.ram):.0f} block RAMs "
        text += "" if not offer.ram else "fewer" if fewer else "more"
        (better if fewer else worse).append(text)
    certain = [all(e.source != "interpolated" for e in item.engines) for item in (offer, first)]
    if certain[0] != certain[1]:
        (better if certain[0] else worse).append("measured" if certain[0] else "not measured")
    return better, worse
