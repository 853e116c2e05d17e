# SPDX-License-Identifier: Apache-2.0
"""The answer to a need: the best designs with their reasons, or the nearest design."""

import math
from collections.abc import Sequence

from roundel.base.errors import InputError
from roundel.characterised import Designs, Head
from roundel.choose.engines import Engine, check_clock, engines, is_placed, on_target
from roundel.choose.need import Need, Role
from roundel.choose.offers import Demand, Offer, demands, meets, offers, rank
from roundel.choose.reasons import reason
from roundel.choose.record import Choice, ChooseRecord, EngineRecord

BEST = 5
_RESERVED = ("--gbps", "--mhz", "--latency-ns")  # the options whose demands include the margin


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
            raise InputError(_without(designs, need, role))
    return found


def choose(designs: Designs, need: Need) -> ChooseRecord:
    """The best designs for a need; without any, the nearest design.

    Raises:
        InputError: As for `candidates`.
    """
    return answer(designs, need, candidates(designs, need))


def answer(designs: Designs, need: Need, found: Sequence[Sequence[Engine]]) -> ChooseRecord:
    """The answer from the engines for each role."""
    head = designs.head
    every = offers(found, head, need)
    wanted = demands(head, need)
    good = _meeting(head, need, every)
    best = good[:BEST]
    chosen = [
        _choice(head, need, wanted, offer, reason(head, need, best, place, len(good)))
        for place, offer in enumerate(best)
    ]
    part = head.parts.get(need.target)
    record = ChooseRecord(
        need=need,
        mapped_only=not is_placed(head, need.target),
        lut_kind=part.lut_kind if part else None,
        ram_kind=part.ram_kind if part else None,
        considered=len(every),
        meeting=len(good),
        designs=chosen,
        notes=_notes(designs, need, best),
    )
    return record if best else _nearest(head, need, wanted, every, record)


def ranked(designs: Designs, need: Need, found: Sequence[Sequence[Engine]]) -> list[Offer]:
    """The offers that meet a need, the best first."""
    return _meeting(designs.head, need, offers(found, designs.head, need))


def _meeting(head: Head, need: Need, every: Sequence[Offer]) -> list[Offer]:
    wanted = demands(head, need)
    good = [offer for offer in every if meets(offer, wanted)]
    if need.objective == "energy":
        good = [offer for offer in good if offer.pj_per_byte < math.inf]
    return rank(good, head, need)


def _nearest(
    head: Head, need: Need, wanted: Sequence[Demand], every: Sequence[Offer], record: ChooseRecord
) -> ChooseRecord:
    """The record with the nearest design: the least of the largest factors to a demand."""
    if need.objective == "energy" and any(meets(offer, wanted) for offer in every):
        raise InputError(
            "no design that meets the need has a measured energy; omit --objective energy."
        )

    def distance(offer: Offer) -> tuple[float, float]:
        factors = [max(1.0, demand.excess(offer)) for demand in wanted]
        return max(factors), sum(factors)

    near = min(every, key=distance)
    missed = [_missed(head, need, demand, near) for demand in wanted if demand.excess(near) > 1]
    return record.model_copy(
        update={
            "nearest": _choice(head, need, wanted, near, "the nearest design"),
            "missed": missed,
            "relax": _relaxations(need, wanted, every),
        }
    )


def _has_reserve(need: Need, demand: Demand) -> bool:
    """Whether the limit of a demand includes the margin: at a given clock only the clock does."""
    fixed = demand.option != "--mhz" and need.mhz is not None
    return demand.option in _RESERVED and not fixed


def _missed(head: Head, need: Need, demand: Demand, offer: Offer) -> str:
    value, limit = demand.value(offer), demand.limit
    far = f"{100 * (demand.excess(offer) - 1):.0f} %"
    clock = ""
    if demand.option in ("--gbps", "--latency-ns") and need.mhz is not None:
        assumed = "" if is_placed(head, need.target) else "assumed "
        clock = f" at the {assumed}clock of {need.mhz:g} MHz"
    reserve = f" with the margin of {need.margin:.0%}" if _has_reserve(need, demand) else ""
    word = "has" if demand.more else "needs"
    where = demand.option or need.target
    return (
        f"{where}: the nearest design {word} {_number(value)} {demand.unit}{clock}, and the limit"
        f"{reserve} is {_number(limit)} {demand.unit} ({far} away)"
    )


def _relaxations(need: Need, wanted: Sequence[Demand], every: Sequence[Offer]) -> list[str]:
    """Each demand that alone prevents a design, with the value that a design reaches."""
    found: list[str] = []
    for demand in wanted:
        others = [other for other in wanted if other is not demand]
        free = [demand.value(offer) for offer in every if meets(offer, others)]
        if not free:
            continue
        value = max(free) if demand.more else min(free)
        if not demand.option:
            found.append(f"choose a part with {_number(value / 0.9)} {demand.unit}")
            continue
        if _has_reserve(need, demand):
            reserve = 1 + need.margin
            value = value / reserve if demand.more else value * reserve
        found.append(f"{demand.option} {_rounded(value, up=not demand.more)}")
    return found


def _rounded(value: float, *, up: bool) -> str:
    """A value with three digits that a design still reaches."""
    if value >= 100 or value == int(value):
        return str(int(value) + (up and value != int(value)))
    step = 1e-3 if value < 1 else 1e-2 if value < 10 else 1e-1
    return f"{(int(value / step) + (1 if up else 0)) * step:.3g}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def _choice(head: Head, need: Need, wanted: Sequence[Demand], offer: Offer, why: str) -> Choice:
    cells = need.in_cells
    cost = offer.cost(head, need)
    share = not cells and is_placed(head, need.target)
    clock = need.mhz or offer.mhz
    return Choice(
        reason=why,
        engines=[_engine(need, offer, engine) for engine in offer.engines],
        cost=round(100 * cost if share else cost, 3),
        lut=None if cells else round(offer.lut),
        ff=round(offer.ff),
        ram=None if cells else round(offer.ram),
        kge=round(offer.kge, 3) if cells else None,
        mhz=round(offer.mhz, 2) or None,
        bits_per_cycle=round(offer.bits_per_cycle, 3),
        latency_cycles=offer.latency_cycles,
        gbps=round(offer.gbps(need.mhz), 4) if clock else None,
        latency_ns=_finite(offer.latency_ns(need.mhz)),
        margins={
            demand.option: round(_margin(need, demand, offer), 1)
            for demand in wanted
            if demand.option and demand.limit
        },
    )


def _margin(need: Need, demand: Demand, offer: Offer) -> float:
    """How much better than the user's own value an offer is, in per cent."""
    value, limit = demand.value(offer), demand.limit
    if _has_reserve(need, demand):
        limit = limit / (1 + need.margin) if demand.more else limit * (1 + need.margin)
    return 100 * ((value / limit - 1) if demand.more else (1 - value / limit))


def _engine(need: Need, offer: Offer, engine: Engine) -> EngineRecord:
    clock = need.mhz or offer.mhz
    cells = need.in_cells
    energy = engine.pj_per_byte
    return EngineRecord(
        parameters=engine.parameters,
        fields=engine.fields,
        recipe=engine.row.recipe,
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
        error_percent=round(100 * engine.allowance, 1),
        rtl=engine.row.rtl,
        commit=engine.row.commit,
    )


def _finite(nanoseconds: float) -> float | None:
    return round(nanoseconds, 2) if math.isfinite(nanoseconds) else None


def _notes(designs: Designs, need: Need, best: Sequence[Offer]) -> list[str]:
    found: list[str] = []
    if len(need.key_bits) > 1:
        sizes = ", ".join(map(str, need.key_bits))
        found.append(
            f"no single design changes its key size at run time: the size is fixed when the design "
            f"is built. Each answer has one engine for each of {sizes} bits, and the costs are the "
            "sums."
        )
    if need.mode == "cbc" and need.direction == "both":
        found.append("no CBC design has both directions: each answer has an engine for each.")
    chosen = [engine for offer in best for engine in offer.engines]
    placed = is_placed(designs.head, need.target)
    if not placed:
        found.append(
            f"{need.target} is mapped only: LUTs, flip-flops and block RAMs are Yosys' counts "
            "before placement, and no clock is measured."
        )
        if need.mhz is not None:
            found.append(
                f"{need.mhz:g} MHz is the clock that you assume with --mhz: throughput and latency "
                "are those at this clock, and --margin has no effect. The vendor's tools must "
                "confirm the clock."
            )
    if any(engine.source == "interpolated" for engine in chosen):
        remedy = (
            "--measure replaces them"
            if placed
            else f"`roundel synth --target {need.target}` counts the cells of a design"
        )
        found.append(f"interpolated figures are estimates; {remedy}.")
    if any(engine.seeds == 1 for engine in chosen) and not need.in_cells:
        found.append("some designs were placed with one seed only; another seed can be slower.")
    if need.packet_bytes is not None:
        lacking = sum(
            engine.fields["Mode"] == need.mode and designs.packet_rate(engine.fields) is None
            for engine in on_target(designs, need.target)
        )
        if lacking:
            found.append(f"{lacking} designs have no measured packet rate and are left out.")
    return found


def _uncharacterised(designs: Designs, need: Need) -> str:
    """Why the store has no design on the target, or on another part with a related clock."""
    part = designs.head.parts.get(need.target)
    sizes = [
        (row.lut, row.target)
        for row in designs.rows
        if row.lut and part and designs.head.parts[row.target].lut_kind == part.lut_kind
    ]
    if part and part.placed and sizes and min(sizes)[0] > part.lut:
        least, where = min(sizes)
        return (
            f"no characterised design fits {need.target}, which has {part.lut:,} {part.lut_kind}: "
            f"the smallest needs {least:,} {part.lut_kind} on {where}; choose a larger part."
        )
    have = sorted({row.target for row in designs.rows})
    return (
        f"no design is characterised on {need.target}; the store has designs on {', '.join(have)}."
    )


def _without(designs: Designs, need: Need, role: Role) -> str:
    """Why no characterised design has the needed function."""
    every = list(on_target(designs, need.target))
    if not every:
        return _uncharacterised(designs, need)
    bits, direction = role
    own = [engine for engine in every if engine.fields["Mode"] == need.mode]
    what = "engines for blocks" if need.mode == "none" else f"--mode {need.mode}"
    if not own:
        modes = sorted({str(engine.fields["Mode"]) for engine in every})
        return (
            f"no design on {need.target} is characterised for {what}; use --mode "
            f"{' or '.join(modes)}."
        )
    sized = [engine for engine in own if engine.fields["KeyBits"] == bits]
    if not sized:
        sizes = sorted({int(engine.fields["KeyBits"]) for engine in own})
        return (
            f"no design on {need.target} with {what} is characterised with {bits}-bit keys; use "
            f"--key-bits {', '.join(map(str, sizes))}."
        )
    if need.packet_bytes is not None and not any(
        designs.packet_rate(engine.fields) for engine in sized
    ):
        return (
            f"no packet rate is measured for {what} with {bits}-bit keys; omit --packet-bytes, "
            "or use `roundel bench stream`."
        )
    return (
        f"no design on {need.target} with {what} and {bits}-bit keys is characterised for "
        f"--direction {direction}; use --direction "
        f"{' or '.join(sorted({str(engine.fields.get('Direction')) for engine in sized}))}."
    )
