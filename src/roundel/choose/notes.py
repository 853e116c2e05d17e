# SPDX-License-Identifier: Apache-2.0
"""Notes on an answer: assumptions, estimates, seeds, packets and omitted designs."""

from collections.abc import Mapping, Sequence

from roundel.characterised import Designs
from roundel.choose.demands import demands, meets
from roundel.choose.engines import Engine, Fields, with_rate
from roundel.choose.estimates import serving
from roundel.choose.need import Need, has_backpressure, serves
from roundel.choose.offers import Offer, figures_of
from roundel.choose.search import MOST_STEPS
from roundel.choose.seeds import SHARE, spread_of

_CELLS = "cells-"  # the names of the presets for standard cells


def notes(designs: Designs, need: Need, offers: Sequence[Offer], *, complete: bool) -> list[str]:
    """The notes of an answer with some offers.

    `complete`: the search ended before `MOST_STEPS`.
    """
    return [
        *_function(need),
        *_assumptions(designs, need),
        *_uncertain(designs, need, offers),
        *_streams(need, offers),
        *_aad(need),
        *_limits(designs, need, offers),
        *([] if complete else [
            f"the search stopped after {MOST_STEPS:,} steps: a better combination can exist."
        ]),
    ]  # fmt: skip


def _function(need: Need) -> list[str]:
    found: list[str] = []
    if len(need.key_bits) > 1:
        sizes = ", ".join(map(str, need.key_bits))
        found.append(
            "no measured design has several key sizes. Each answer has one engine per key size "
            f"({sizes} bits), and its cost is the sum of the costs of its engines. One engine with "
            f"-p KeySizes={'+'.join(map(str, need.key_bits))} can cost less; measure it with "
            "`roundel synth`."
        )
    if need.mode == "cbc" and need.direction == "both":
        found.append(
            "no CBC design both encrypts and decrypts. Each answer has an engine for encryption "
            "and an engine for decryption."
        )
    return found


def _assumptions(designs: Designs, need: Need) -> list[str]:
    if designs.head.is_placed(need.target):
        return []
    found = [
        f"{need.target} is mapped only: LUTs, flip-flops and block RAMs are Yosys' counts before "
        "placement, and no clock is measured."
    ]
    if need.mhz is not None:
        found.append(
            f"you assume a clock of {need.mhz:g} MHz with --mhz. Throughput and latency are "
            "computed for this clock, and the vendor's tools must confirm the clock. --margin has "
            "no effect, because no clock is measured."
        )
    return found


def _uncertain(designs: Designs, need: Need, offers: Sequence[Offer]) -> list[str]:
    found: list[str] = []
    if any(offer.interpolated for offer in offers):
        remedy = (
            "--measure replaces these estimates"
            if designs.head.is_placed(need.target)
            else f"`roundel synth --target {need.target}` counts the cells of a design"
        )
        found.append(f"interpolated figures are estimates; {remedy}.")
    chosen = [engine for offer in offers for engine in offer.engines]
    if any(engine.seeds == 1 for engine in chosen) and not need.in_cells:
        found.append(_seeds(designs, need))
    return found


def _seeds(designs: Designs, need: Need) -> str:
    """How much slower another seed of a design with one seed can be."""
    spread = spread_of(designs, need.target)
    text = "some designs were placed with one seed only, and another seed can be slower."
    if spread is None:
        return f"{text} No design of the family has several seeds, so the spread is unknown."
    return (
        f"{text} In this family, {SHARE:.0%} of {spread.number} further seeds are at most "
        f"{spread.usual:.1%} slower than the first seed of the design, and the slowest is "
        f"{spread.worst:.1%} slower."
    ).replace("%", " %")


def _limits(designs: Designs, need: Need, offers: Sequence[Offer]) -> list[str]:
    found: list[str] = []
    chosen = [engine for offer in offers for engine in offer.engines]
    if not all(has_backpressure(engine.fields) for engine in chosen):
        found.append(
            "block engines with Backpressure=0 or with several lanes have no output queue: the "
            "user must accept each result in the cycle in which the result appears. "
            "--backpressure leaves these engines out."
        )
    return found + _unmeasured(designs, need)


def _streams(need: Need, offers: Sequence[Offer]) -> list[str]:
    """The rate of a single packet, and the packets in flight for the full rate."""
    chosen = [engine for offer in offers for engine in offer.engines if engine.stream_cycles]
    if not chosen:
        return []
    cycles = _range([engine.stream_cycles or 0 for engine in chosen])
    full = max(engine.full_streams for engine in chosen)
    packets = "1 packet" if need.streams == 1 else f"{need.streams} packets"
    more = (
        f"more packets in flight, up to {full}, have a higher throughput"
        if need.streams < full
        else "more packets have no higher throughput"
    )
    return [
        f"CBC encryption: one packet takes {cycles} cycles per block, because a block needs the "
        f"result of the block before. The stated throughput needs {packets} in flight at the same "
        f"time (--streams {need.streams}); {more}."
    ]


def _aad(need: Need) -> list[str]:
    if need.mode != "gcm" or need.packet_bytes is None:
        return []
    return ["GCM: the rates of packets were measured without AAD."]


def _range(values: Sequence[int]) -> str:
    least, most = min(values), max(values)
    return f"{least}" if least == most else f"{least} to {most}"


def _unmeasured(designs: Designs, need: Need) -> list[str]:
    """The designs that are left out because their rate is unknown."""
    lacking = [
        engine
        for role in need.roles
        for engine in serving(designs, need, role)
        if with_rate(designs, need, engine) is None
    ]
    if not lacking:
        return []
    if need.packet_bytes is None:  # CBC encryption, in a store of an earlier version
        return [
            f"{len(lacking)} designs lack the cycles between blocks of a stream and are left out; "
            "rebuild the designs with scripts/characterise.py."
        ]
    able = sum(_meets_with_long_packets(designs, need, engine) for engine in lacking)
    also = f"; {able} of these designs can meet the need with long packets" if able else ""
    return [
        f"{len(lacking)} designs have no measured packet rate and are left out{also}. "
        "`roundel bench stream` measures the packet rate of a design."
    ]


def unmeasured_presets(need: Need, known: Sequence[Fields], near: Offer) -> list[str]:
    """The presets with a function of a need, without figures, and with more rounds than an offer.

    `known`: the parameters of the designs with figures. The throughput grows with the number of
    rounds in all lanes.
    """
    from roundel import design  # reads the presets

    def rounds(fields: Mapping[str, int | str]) -> int:
        return int(fields.get("Rounds", 1)) * int(fields.get("Lanes", 1))

    most = max(rounds(engine.fields) for engine in near.engines)
    names = [
        preset.name
        for preset in design.presets()
        if need.gbps is not None
        and preset.name.startswith(_CELLS) == need.in_cells
        and (fields := preset.config.own_fields()) not in known
        and rounds(fields) > most
        and any(serves(need, fields, role) for role in need.roles)
    ]
    if not names:
        return []
    what = "The preset" if len(names) == 1 else "The presets"
    return [
        f"{what} {', '.join(names)} can be faster, but no figures exist for {need.target}. Measure "
        f"with `roundel synth {names[0]} --target "
        f"{'cells:PATH.lib' if need.in_cells else need.target}`."
    ]


def _meets_with_long_packets(designs: Designs, need: Need, engine: Engine) -> bool:
    """Whether an engine alone meets the need with long packets."""
    long = with_rate(designs, need.model_copy(update={"packet_bytes": None}), engine)
    return long is not None and meets(figures_of(long), demands(designs.head, need))
