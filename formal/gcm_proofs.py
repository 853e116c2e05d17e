# SPDX-License-Identifier: Apache-2.0
"""Proofs of GCM: the window of GHASH, its products, and the schedule of the lanes."""

from formal.proof import Proof

__all__ = ["gcm"]


def gcm() -> list[Proof]:
    """Return the proofs of window, products and schedule, for one, two and four lanes."""
    return [*_window(), *_schedule(), *_order()]


def _window() -> list[Proof]:
    """Return the proofs of the window, for each set of registers in the multiplier."""
    return [
        Proof(
            f"ghash-window-{lanes}-{distance}",
            "the GHASH window never holds more than Distance + 3 of 16 words; each word leaves "
            "once, in order, with its power",
            "prove_ghash_window",
            "induction",
            {
                "Lanes": lanes,
                "Distance": distance,
                "PowerBits": max(4, (lanes * distance).bit_length()),
            },
            covers=("full", "successor", "tail_of_two"),
            depth=2 * distance + 20,
            stubs=("roundel_credit_counter",),
            long=(lanes, distance) not in ((1, 3), (4, 10)),
        )
        for lanes, distance in ((1, 3), (1, 10), (2, 10), (4, 10), (1, 12), (4, 12))
    ]


def _schedule() -> list[Proof]:
    """Return the proofs of the schedule, with rings that do not turn and rings that turn."""
    return [
        Proof(
            f"gcm-schedule-{turns}-{length}",
            "a key product delays a word only after the word that the product before it delayed "
            "is recovered",
            "prove_gcm_schedule",
            "pdr",
            {"Turns": turns, "Length": length},
            covers=("recovered",),
            depth=140,
            seconds=900,
        )
        for turns, length in ((1, 2), (1, 9), (2, 1), (2, 3), (5, 1))
    ] + [
        Proof(
            f"gcm-schedule-{turns}-{length}-chains",
            "with blocks of chains in the ring a key product delays a word only after the word "
            "that the product before it delayed is recovered",
            "prove_gcm_schedule",
            "pdr",
            {"Turns": turns, "Length": length, "HasChain": 1},
            covers=("recovered", "refused"),
            depth=140,
            stubs=("roundel_lanes",),
            seconds=900,
        )
        for turns, length in ((1, 1), (1, 10), (2, 5))
    ]


def _order() -> list[Proof]:
    """Return the proofs of the products, with no, the best and every register in the multiplier."""
    return [
        Proof(
            f"ghash-order-{lanes}-{cuts:x}",
            "each product of GHASH is added to the word Distance words later, or to the hash of "
            "its packet",
            "prove_ghash_order",
            "induction",
            {"Lanes": lanes, "Cuts": cuts},
            covers=("added", "summed"),
            depth=60,
            stubs=(
                "roundel_ghash_window",
                "roundel_ghash_products",
                "roundel_ghash_fold",
                "roundel_fifo_bank",
            ),
        )
        for lanes, cuts in ((1, 0), (1, 0xF7), (2, 0xF7), (4, 0xF7), (4, 0xFF))
    ]
