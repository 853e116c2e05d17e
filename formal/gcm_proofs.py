# SPDX-License-Identifier: Apache-2.0
"""What is proven of GCM: the window of GHASH, its products, and the schedule of the lanes."""

from formal.proof import Proof

__all__ = ["gcm"]


def gcm() -> list[Proof]:
    """Proofs of the window, the products and the schedule, for one, two and four lanes."""
    return [*_window()]


def _window() -> list[Proof]:
    """The window, with the distances of no, the best and every register in the multiplier."""
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
            long=distance not in (3, 10),
        )
        for lanes, distance in ((1, 3), (1, 10), (2, 10), (4, 10), (1, 12), (4, 12))
    ]
