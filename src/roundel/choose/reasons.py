# SPDX-License-Identifier: Apache-2.0
"""The reason for each design of an answer."""

from collections.abc import Callable, Sequence

from roundel.characterised import Head
from roundel.choose.need import Need
from roundel.choose.offers import Figures, Offer

_FEW = 0.005  # smaller differences, as a fraction, are not stated

_WORDS = {"LUTs": ("more", "fewer"), "flip-flops": ("more", "fewer"), "cost": ("higher", "lower")}
_USUAL = ("more", "less")

_FIRST = {
    "energy": "the lowest energy",
    "latency": "the shortest latency",
    "speed": "the highest throughput",
}


def reason(head: Head, need: Need, best: Sequence[Offer], place: int, meeting: int | None) -> str:
    """The reason for the design at a place of the answer.

    `meeting` is the number of designs that meet the need; None without a count.
    """
    if place == 0:
        if meeting == 1:
            rest = "and the only design"
        else:
            number = "all" if meeting is None else f"{meeting}"
            rest = f"of {number} designs that meet the need"
        return f"{_first(head, need)} {rest}"
    better, worse = _differences(head, need, best[place], best[0])
    words = ", but ".join(", ".join(figures) for figures in (better, worse) if figures)
    return f"compared with the first: {words}" if words else "equal to the first in these figures"


def _first(head: Head, need: Need) -> str:
    """The distinction of the first design, by the objective."""
    if need.objective != "area":
        return _FIRST[need.objective]
    if need.in_cells:
        return "the smallest"
    return "the lowest cost" if head.is_placed(need.target) else "the fewest LUTs"


def _figures(head: Head, need: Need) -> list[tuple[str, bool, Callable[[Figures], float]]]:
    """Name, whether more is better, and value of each compared figure."""
    counts: list[tuple[str, bool, Callable[[Figures], float]]] = [
        ("LUTs", False, lambda item: item.lut),
        ("flip-flops", False, lambda item: item.ff),
    ]
    if not head.is_placed(need.target):
        return [
            ("throughput per cycle", True, lambda item: item.bits_per_cycle),
            ("latency in cycles", False, lambda item: item.latency_cycles),
            *counts,
        ]
    speeds: list[tuple[str, bool, Callable[[Figures], float]]] = [
        ("throughput", True, lambda item: item.gbps(need.mhz)),
        ("latency", False, lambda item: item.latency_ns(need.mhz)),
    ]
    if need.in_cells:
        energy: list[tuple[str, bool, Callable[[Figures], float]]] = [
            ("energy", False, lambda item: item.pj_per_byte)
        ]
        own = energy if need.objective == "energy" else []
        return [*speeds, ("area", False, lambda item: item.kge), *own]
    return [*speeds, ("cost", False, lambda item: item.cost(head, need)), *counts]


def _differences(head: Head, need: Need, offer: Offer, first: Offer) -> tuple[list[str], list[str]]:
    """The better and the worse figures, compared with the first offer, in words."""
    better: list[str] = []
    worse: list[str] = []
    for name, more, value in _figures(head, need):
        ours, theirs = value(offer.figures), value(first.figures)
        change = ours / theirs - 1 if theirs else 0.0
        if abs(change) >= _FEW:
            word = _WORDS.get(name, _USUAL)[change < 0]
            size = (
                f"{ours / theirs:.3g} times the"
                if change >= 1
                else f"{100 * abs(change):.0f} % {word}"
            )
            (better if (change > 0) == more else worse).append(f"{size} {name}")
    if not need.in_cells and offer.figures.ram != first.figures.ram:
        ours, theirs = offer.figures.ram, first.figures.ram
        number = abs(ours - theirs)
        rams = f"{number:.0f} {'fewer' if ours < theirs else 'more'} block RAM{'s' * (number != 1)}"
        text = rams if ours else "no block RAM"
        (better if ours < theirs else worse).append(text)
    if offer.interpolated != first.interpolated:
        (worse if offer.interpolated else better).append(
            "estimated figures" if offer.interpolated else "measured figures only"
        )
    return better, worse
