# SPDX-License-Identifier: Apache-2.0
"""The nearest design to an unmet need, and the changes of the need that help."""

import bisect
import math
from collections.abc import Callable, Sequence

from roundel.base.errors import InputError
from roundel.characterised import Head
from roundel.choose.demands import FULL, Demand
from roundel.choose.engines import Engine
from roundel.choose.need import Need
from roundel.choose.offers import Figures, Offer
from roundel.choose.search import Key, search

_Candidates = Sequence[Sequence[Engine]]
MOST_STREAMS = 256  # of an engine for CBC encryption
_DIGITS = 3  # of a value to relax to


def nearest(found: _Candidates, wanted: Sequence[Demand]) -> tuple[Offer, bool]:
    """The offer whose largest factor to a demand is least; True if the search was complete."""

    def distance(figures: Figures) -> Key:
        factors = [max(1.0, demand.excess(figures)) for demand in wanted]
        return max(factors, default=1.0), sum(factors)

    result = search(found, (), distance, 1)
    return result.offers[0], result.complete


def missed(head: Head, need: Need, demand: Demand, offer: Offer) -> str:
    """The distance of an offer from a demand, in words."""
    figures = offer.figures
    if not demand.option:
        return f"{need.target}: the nearest design {_overflow(head, need, figures)}"
    value, limit = demand.value(figures), demand.limit
    clock = ""
    if demand.option in ("--gbps", "--latency-ns") and need.mhz is not None:
        assumed = "" if head.is_placed(need.target) else "assumed "
        clock = f" at the {assumed}clock of {need.mhz:g} MHz"
    word = "has" if demand.more else "needs"
    unit = demand.unit
    text = f"{demand.option}: the nearest design {word} {_amount(value, unit)}{clock}, and"
    if not demand.has_reserve:
        asked = "need" if demand.more else "limit"
        far = f" ({_far(demand, figures, limit)} the {asked})" if limit and value else ""
        return f"{text} the {asked} is {_amount(limit, unit)}{far}"
    base = demand.base
    meets_base = demand.distance(figures, base) >= 0
    own = "meets the need" if meets_base else f"{_far(demand, figures, base)} the need"
    return (
        f"{text} the need is {_amount(base, unit)}, {_amount(limit, unit)} with "
        f"the margin of {100 * need.margin:g} % ({own}, {_far(demand, figures, limit)} the need "
        "with the margin)"
    )


def _far(demand: Demand, figures: Figures, wanted: float) -> str:
    """How far an offer misses a wanted value, as words before "the need"."""
    far = 100 * abs(demand.distance(figures, wanted))
    if far >= 1000:
        return f"{1 + far / 100:,.0f} times"
    size = "less than 1 %" if far < 1 else "more than 99 %" if 99 < far < 100 else f"{far:.0f} %"
    return f"{size} {'below' if demand.more else 'above'}"


def _overflow(head: Head, need: Need, figures: Figures) -> str:
    """The resources of a part that are too few for an offer, in words."""
    part = head.parts[need.target]
    full = 1.0 if figures.placed else FULL
    texts = [
        f"{value:,.0f} {unit} (at most {int(full * have):,} of {have:,})"
        for value, have, unit in (
            (figures.lut, part.lut, part.lut_kind),
            (figures.ff, part.ff, "flip-flops"),
        )
        if value > full * have
    ]
    why = (
        f"; an answer uses at most {FULL:.0%}, because fuller parts often cannot be routed"
        if texts and full < 1
        else ""
    )
    if figures.ram > part.ram:
        texts.append(f"{_amount(figures.ram, part.ram_unit)} (at most {part.ram:,})")
    return f"needs {' and '.join(texts)}{why.replace('%', ' %')}"


def relaxations(
    head: Head,
    need: Need,
    wanted: Sequence[Demand],
    found: _Candidates,
    possible: Callable[[Need], bool],
) -> list[str]:
    """Each single change with which a design meets the need, with the reached value.

    `possible` is True for a changed need with a design.
    """
    texts: list[str] = []
    for demand in wanted:
        offer = _best_without_demand(found, wanted, demand)
        if offer is None:
            continue
        if not demand.option:
            texts += _larger_part(head, need, possible)
            continue
        value = demand.value(offer.figures)
        if demand.has_reserve:
            value *= demand.base / demand.limit
        text = f"{demand.option} {_rounded(value, up=not demand.more)}"
        texts.append(text + _mark(offer))
    return texts + _more_streams(need, possible) + _smaller_margin(wanted, found)


def _best_without_demand(
    found: _Candidates, wanted: Sequence[Demand], demand: Demand
) -> Offer | None:
    """The offer with the best value of a demand; the offer meets all other demands."""
    sign = -1.0 if demand.more else 1.0
    others = [other for other in wanted if other is not demand]
    offers = search(found, others, lambda figures: (sign * demand.value(figures),), 1).offers
    return offers[0] if offers else None


def _mark(offer: Offer) -> str:
    return " (interpolated)" if offer.interpolated else ""


def _larger_part(head: Head, need: Need, possible: Callable[[Need], bool]) -> list[str]:
    """The smallest larger part of the family on which a design meets the need."""
    own = head.parts[need.target]
    speed = need.target.rpartition("-")[2]
    larger = sorted(
        (part.lut, part.ram, name.rpartition("-")[2] != speed, name)
        for name, part in head.parts.items()
        if part.family == own.family and (part.lut > own.lut or part.ram > own.ram)
    )
    for *_, name in larger:
        try:
            if possible(need.model_copy(update={"target": name})):
                return [f"--target {name} (a larger part)"]
        except InputError:
            continue  # no design is characterised on the part
    return []


def _more_streams(need: Need, possible: Callable[[Need], bool]) -> list[str]:
    """The fewest packets in flight with which a design for CBC encryption meets the need."""

    def meets_with(streams: int) -> bool:
        return possible(need.model_copy(update={"streams": streams}))

    if not need.encrypts_cbc or need.gbps is None or not meets_with(MOST_STREAMS):
        return []
    enough = bisect.bisect_left(range(MOST_STREAMS), True, lo=need.streams, key=meets_with)
    return [f"--streams {enough}"]


def _smaller_margin(wanted: Sequence[Demand], found: _Candidates) -> list[str]:
    """The largest margin with which a design meets the need."""
    reserved = [demand for demand in wanted if demand.has_reserve]
    others = [demand for demand in wanted if not demand.has_reserve]
    if not reserved:
        return []

    def reserve(figures: Figures) -> float:
        values = [(demand, demand.value(figures)) for demand in reserved]
        return min(
            value / demand.base if demand.more else demand.base / value for demand, value in values
        )

    offers = search(found, others, lambda figures: (-reserve(figures),), 1).offers
    if not offers:
        return []
    per_mille = math.floor(1000 * (reserve(offers[0].figures) - 1))
    return [f"--margin {per_mille / 10:g}%{_mark(offers[0])}"] if per_mille >= 0 else []


def _rounded(value: float, *, up: bool) -> str:
    """A value with `_DIGITS` digits, rounded to the side that a design reaches."""
    if value >= 10 ** (_DIGITS - 1) or value == int(value):
        return str(int(value) + (up and value != int(value)))
    places = _DIGITS - 1 - math.floor(math.log10(value))
    scaled = math.ceil(value * 10**places) if up else math.floor(value * 10**places)
    return f"{scaled / 10**places:.{_DIGITS}g}"


def _amount(value: float, unit: str) -> str:
    """A value with its unit, for example "1 key" and "2 keys"."""
    if value == 1:
        unit = unit.replace("keys", "key").replace("block RAMs", "block RAM")
    return f"{_number(value)} {unit}"


def _number(value: float) -> str:
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"
