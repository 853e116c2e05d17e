# SPDX-License-Identifier: Apache-2.0
"""What the reader of an answer must know beside the figures."""

from collections.abc import Sequence

from roundel.characterised import Designs
from roundel.choose.engines import with_packets
from roundel.choose.estimates import serving
from roundel.choose.need import Need, has_backpressure
from roundel.choose.offers import Offer
from roundel.choose.search import MOST_STEPS


def notes(designs: Designs, need: Need, offers: Sequence[Offer], *, complete: bool) -> list[str]:
    """The notes of an answer with some offers; `complete` is that of the search."""
    return [
        *_function(need),
        *_assumptions(designs, need),
        *_uncertain(designs, need, offers),
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
            f"no measured design has several key sizes: each answer has one engine for each of "
            f"{sizes} bits, and the costs are the sums. A single engine with -p KeySizes="
            f"{'+'.join(map(str, need.key_bits))} can cost less; measure it with `roundel synth`."
        )
    if need.mode == "cbc" and need.direction == "both":
        found.append("no CBC design has both directions: each answer has an engine for each.")
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
            f"{need.mhz:g} MHz is the clock that you assume with --mhz: throughput and latency are "
            "those at this clock, and --margin has no effect. The vendor's tools must confirm the "
            "clock."
        )
    return found


def _uncertain(designs: Designs, need: Need, offers: Sequence[Offer]) -> list[str]:
    found: list[str] = []
    if any(offer.interpolated for offer in offers):
        remedy = (
            "--measure replaces them"
            if designs.head.is_placed(need.target)
            else f"`roundel synth --target {need.target}` counts the cells of a design"
        )
        found.append(f"interpolated figures are estimates; {remedy}.")
    chosen = [engine for offer in offers for engine in offer.engines]
    if any(engine.seeds == 1 for engine in chosen) and not need.in_cells:
        found.append("some designs were placed with one seed only; another seed can be slower.")
    return found


def _limits(designs: Designs, need: Need, offers: Sequence[Offer]) -> list[str]:
    found: list[str] = []
    chosen = [engine for offer in offers for engine in offer.engines]
    if not all(has_backpressure(engine.fields) for engine in chosen):
        found.append(
            "designs with Backpressure=0 or with Lanes have no output queue: the user must accept "
            "each result in the cycle in which the result appears. --backpressure leaves these "
            "designs out."
        )
    if need.packet_bytes is not None:
        lacking = sum(
            with_packets(designs, need, engine) is None
            for role in need.roles
            for engine in serving(designs, need, role)
        )
        if lacking:
            found.append(f"{lacking} designs have no measured packet rate and are left out.")
    return found
