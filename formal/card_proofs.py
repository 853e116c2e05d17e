# SPDX-License-Identifier: Apache-2.0
"""What is proven of roundel_card: its window, its queues, and what stands behind them."""

from formal.proof import Proof

__all__ = ["card"]

# Blocks of a beat, and of a wide one.
CONVERTERS = (("2", 1, 2), ("4", 1, 4), ("of-2-4", 2, 4))


def card() -> list[Proof]:
    """Every proof of a part of the card."""
    return [*_window(), *_queues(), *_converters()]


def _window() -> list[Proof]:
    """What a host reads and writes."""
    return [
        Proof(
            "card-window",
            "each request is answered once, in order, with what stands at its address",
            "prove_card_window",
            "induction",
            covers=("streaming", "register", "refusal"),
            depth=40,
            stubs=("roundel_short_fifo", "roundel_credit_counter"),
        )
    ]


def _queues() -> list[Proof]:
    """The rings of memory, in the least size and in a larger one."""
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
                "a place of the output reads as the block that came for it, or as zero",
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
    """What makes packets of blocks, and blocks of what comes of them."""
    return [
        *(
            Proof(
                f"widen-{name}",
                "each beat stands in its place of one wide beat, which keeps no other byte",
                "prove_widen",
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
                f"narrow-{name}",
                "the beats of a word that count leave once, in order, without a gap",
                "prove_narrow",
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
            "each request's text comes whole, in front of its result, and nothing of another's",
            "prove_request_results",
            "induction",
            covers=("streaming", "behind"),
            depth=30,
        ),
        *(
            Proof(
                f"request-packets-{name}",
                "each request has its command, and as many beats as its lengths say, of its words",
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
