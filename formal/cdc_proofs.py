# SPDX-License-Identifier: Apache-2.0
"""Proofs of the crossings between clock domains."""

from formal.proof import Proof

__all__ = ["cdc"]


def cdc() -> list[Proof]:
    """Return the proofs of the reset, the word crossing and the asynchronous FIFO."""
    return [
        *(
            Proof(
                f"reset-sync-{stages}",
                "the reset falls with its input and rises Stages edges after it",
                "prove_reset_sync",
                "pdr",
                {"Stages": stages},
                covers=("released",),
                depth=6,
                free_clocks=True,
            )
            for stages in (2, 3)
        ),
        *(
            Proof(
                f"cdc-word-{stages}",
                "each word crosses once, in order, in time; none stays behind",
                "prove_cdc_word",
                "pdr",
                {"Stages": stages},
                covers=("crossed",),
                depth=40,
                free_clocks=True,
            )
            for stages in (2, 3)
        ),
        *(
            Proof(
                f"cdc-fifo-{depth}",
                "each word crosses once, in order, in time; no overflow; Gray codes are Gray",
                "prove_cdc_fifo",
                "pdr",
                {"Depth": depth},
                covers=("filled",),
                depth=40,
                probes={
                    "words": tuple(f"u_dut.words_q[{place}]" for place in reversed(range(depth)))
                },
                free_clocks=True,
            )
            for depth in (4, 8)
        ),
    ]
