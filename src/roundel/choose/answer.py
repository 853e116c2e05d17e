# SPDX-License-Identifier: Apache-2.0
"""The answer to a need: the best designs with their reasons, or the nearest design."""

import math
from collections.abc import Sequence

from roundel.base.errors import InputError
from roundel.characterised import Designs, Head
from roundel.choose.demands import Demand, demands
from roundel.choose.engines import Engine
from roundel.choose.estimates import engines
from roundel.choose.missing_function import missing_function
from roundel.choose.nearest import missed, nearest, relaxations
from roundel.choose.need import Need, check_clock
from roundel.choose.notes import notes, unmeasured_presets
from roundel.choose.offers import Offer
from roundel.choose.reasons import reason
from roundel.choose.record import Choice, ChooseRecord, EngineRecord
from roundel.choose.search import Found, count, order, search

BEST = 5

Candidates = Sequence[Sequence[Engine]]
"""The engines for each role of a need."""


def candidates(designs: Designs, need: Need) -> list[list[Engine]]:
    """The engines for each role of a need.

    Raises:
        InputError: No characterised design has the needed function, or the clock that the need
            depends on is missing.
    """
    check_clock(designs.head, need)
    found = [engines(designs, need, role) for role in need.roles]
    for role, own in zip(need.roles, found, strict=True):
        if not own:
            raise InputError(missing_function(designs, need, role))
    return found


def choose(designs: Designs, need: Need) -> ChooseRecord:
    """The best designs for a need; without any, the nearest design.

    Raises:
        InputError: As for `candidates`.
    """
    return answer(designs, need, candidates(designs, need))


def answer(designs: Designs, need: Need, found: Candidates) -> ChooseRecord:
    """The answer from the engines for each role.

    Raises:
        InputError: Designs meet the need, but none has the energy of the objective.
    """
    head = designs.head
    wanted = demands(head, need)
    best = best_offers(head, need, found, BEST)
    offers = best.offers
    meeting = count(_rankable(need, found), wanted) if offers else 0
    part = head.parts.get(need.target)
    record = ChooseRecord(
        need=need,
        mapped_only=not head.is_placed(need.target),
        lut_kind=part.lut_kind if part else None,
        ram_kind=part.ram_kind if part else None,
        considered=math.prod(len(own) for own in found),
        meeting=meeting,
        designs=[
            _choice(head, need, wanted, offer, reason(head, need, offers, place, meeting))
            for place, offer in enumerate(offers)
        ],
    )
    if offers:
        texts = notes(designs, need, offers, complete=best.complete)
        return record.model_copy(update={"notes": texts})
    return _without(designs, need, found, record, complete=best.complete)


def best_offers(head: Head, need: Need, found: Candidates, most: int) -> Found:
    """The best offers that meet a need, the best first."""
    return search(_rankable(need, found), demands(head, need), order(head, need), most)


def _rankable(need: Need, found: Candidates) -> Candidates:
    """The engines that have the quantity of the objective."""
    if need.objective != "energy":
        return found
    return [[engine for engine in own if engine.pj_per_byte is not None] for own in found]


def _without(
    designs: Designs, need: Need, found: Candidates, record: ChooseRecord, *, complete: bool
) -> ChooseRecord:
    """The record with the nearest design, because no design meets the need."""
    head = designs.head
    wanted = demands(head, need)
    if need.objective == "energy":
        any_energy = need.model_copy(update={"objective": "area"})
        if best_offers(head, any_energy, found, 1).offers:
            raise InputError(
                "no design that meets the need has a measured energy; omit --objective energy."
            )
    near, is_nearest = nearest(found, wanted)

    def possible(other: Need) -> bool:
        """Whether a design meets a changed need."""
        return bool(best_offers(head, other, candidates(designs, other), 1).offers)

    return record.model_copy(
        update={
            "nearest": _choice(head, need, wanted, near, "the nearest design"),
            "missed": [
                missed(head, need, demand, near)
                for demand in wanted
                if demand.excess(near.figures) > 1
            ],
            "relax": relaxations(head, need, wanted, found, possible),
            "notes": [
                *notes(designs, need, [near], complete=complete and is_nearest),
                *unmeasured_presets(need, [engine.fields for own in found for engine in own], near),
            ],
        }
    )


def _choice(head: Head, need: Need, wanted: Sequence[Demand], offer: Offer, why: str) -> Choice:
    cells = need.in_cells
    figures = offer.figures
    cost = figures.cost(head, need)
    share = not cells and head.is_placed(need.target)
    clock = need.mhz or figures.mhz
    energy = figures.pj_per_byte
    return Choice(
        reason=why,
        engines=[_engine(need, offer, engine) for engine in offer.engines],
        cost=round(100 * cost if share else cost, 3),
        lut=None if cells else round(figures.lut),
        ff=round(figures.ff),
        ram=None if cells else round(figures.ram),
        kge=round(figures.kge, 3) if cells else None,
        mhz=round(figures.mhz, 2) or None,
        bits_per_cycle=round(figures.bits_per_cycle, 3),
        latency_cycles=figures.latency_cycles,
        gbps=round(figures.gbps(need.mhz), 4) if clock else None,
        latency_ns=_finite(figures.latency_ns(need.mhz)),
        pj_per_byte=_finite(energy),
        margins={
            demand.option: round(100 * demand.distance(figures, demand.base), 1)
            for demand in wanted
            if demand.option and (demand.base or demand.excess(figures) > 1)
        },
    )


def _engine(need: Need, offer: Offer, engine: Engine) -> EngineRecord:
    clock = need.mhz or offer.figures.mhz
    cells = need.in_cells
    energy = engine.pj_per_byte
    measured = engine.source != "interpolated"
    return EngineRecord(
        parameters=engine.parameters,
        fields=engine.fields,
        recipe=engine.recipe,
        source=engine.source,
        origin=engine.origin,
        lut=None if cells else round(engine.lut),
        ff=round(engine.ff),
        ram=None if cells else round(engine.ram),
        kge=round(engine.kge, 3) if cells else None,
        mhz=round(engine.mhz, 2) or None,
        mhz_median=round(engine.mhz_median, 2) or None,
        seeds=engine.seeds,
        bits_per_cycle=round(engine.bits_per_cycle, 3),
        latency_cycles=engine.latency_cycles,
        gbps=round(engine.gbps(clock), 4) if clock else None,
        latency_ns=_finite(engine.latency_ns(clock)),
        pj_per_byte=None if energy is None else round(energy, 2),
        error_percent={name: round(100 * value, 1) for name, value in engine.allowances.items()},
        rtl=engine.row.rtl if measured else "",
        commit=engine.row.commit if measured else "",
    )


def _finite(value: float) -> float | None:
    return round(value, 2) if math.isfinite(value) else None
