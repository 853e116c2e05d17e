# SPDX-License-Identifier: Apache-2.0
"""Proofs of roundel_card: the window, the FIFOs and the converters."""

from formal.proof import Proof

__all__ = ["card"]

# Each converter: its name, the blocks of a beat, and the blocks of a wide beat.
CONVERTERS = (("2", 1, 2), ("4", 1, 4), ("of-2-4", 2, 4))


def card() -> list[Proof]:
    """Return all proofs of the card's parts."""
    return [*_window(), *_queues(), *_converters()]


def _window() -> list[Proof]:
    """Return the proof of the registers and memory that a host reads and writes."""
    return [
        Proof(
            "card-window",
            "each request is answered once, in order, with the data at its address",
            "prove_card_window",
            "induction",
            covers=("streaming", "register", "refusal"),
            depth=40,
            stubs=("roundel_short_fifo", "roundel_credit_counter"),
        )
    ]


def _queues() -> list[Proof]:
    """Return the proofs of the memory rings, for the least size and a larger size."""
    return [
        proof
        for blocks in (16, 64)
        for proof in (
            Proof(
                f"card-input-{blocks}",
                "each block of the input leaves once, in order, as the host wrote it",
                "prove_card_input",
                "induction",
                {"Blocks": blocks},
                covers=("streaming", "refused") if blocks == 16 else (),
                depth=70,
                stubs=("roundel_block_ram", "roundel_short_fifo", "roundel_credit_counter"),
                long=blocks > 16,
            ),
            Proof(
                f"card-output-{blocks}",
                "an entry of the output reads as the block written there, or as zero",
                "prove_card_output",
                "induction",
                {"Blocks": blocks},
                covers=("streaming", "refused") if blocks == 16 else (),
                depth=60,
                stubs=("roundel_block_ram",),
                long=blocks > 16,
            ),
        )
    ]


def _converters() -> list[Proof]:
    """Return the proofs of the modules that make packets of blocks, and blocks of results."""
    return [
        *(
            Proof(
                f"upsizer-{name}",
                "each beat takes its position in one wide beat, which has no other byte",
                "prove_upsizer",
                "induction",
                {"Blocks": blocks, "Lanes": lanes},
                covers=("streaming", "part"),
                depth=20,
                long=name == "4",
            )
            for name, blocks, lanes in CONVERTERS
        ),
        *(
            Proof(
                f"downsizer-{name}",
                "the counted beats of a word leave once, in order, without a gap",
                "prove_downsizer",
                "induction",
                {"Blocks": blocks, "Lanes": lanes},
                covers=("streaming",),
                depth=20,
                long=name == "4",
            )
            for name, blocks, lanes in CONVERTERS
        ),
        Proof(
            "request-results",
            "each request's text leaves whole before its result, without text of another request",
            "prove_request_results",
            "induction",
            covers=("streaming", "behind"),
            depth=30,
        ),
        *(
            Proof(
                f"request-packets-{name}",
                "each request has its command, and the beats that its lengths give, with its words",
                "prove_request_packets",
                "induction",
                {"Mode": mode, "Bytes": size},
                covers=("streaming", "full") if name == "gcm" else ("streaming",),
                depth=30,
                stubs=("roundel_skid_buffer",),
                long=name != "gcm",
            )
            for name, mode, size in (("gcm", 3, 2), ("xts", 4, 16))
        ),
    ]
