# SPDX-License-Identifier: Apache-2.0
"""What is proven of roundel_dma: what stands between descriptors, pieces of memory and its bus."""

from formal.proof import Proof

__all__ = ["dma"]


def dma() -> list[Proof]:
    """Every proof of a part of the DMA."""
    return [*_pieces(), *_records(), *_reads(), *_writes()]


def _pieces() -> list[Proof]:
    """What stands between pieces of memory and the beats of a bus."""
    return [
        *(
            Proof(
                f"rotate-{size}",
                "a word comes out with its bytes turned by as many places as it is told",
                "prove_rotate",
                "delay",
                {"Bytes": size},
                covers=("filled",),
                depth=4,
                long=size > 32,
            )
            for size in (4, 8, 16, 32, 64)
        ),
        *(
            Proof(
                f"bursts-{size}-{most}",
                "bursts cover a piece's bytes, each once, in order, and cross no border of 4 KiB",
                "prove_bursts",
                "induction",
                {"Bytes": size, "BurstBytes": most},
                covers=("several",),
                depth=12,
                probes={
                    "own_active": ("u_dut.active_q",),
                    "own_counted": ("u_dut.counted_q",),
                    "own_ends": ("u_dut.ends_q",),
                    "own_last": ("u_dut.last_q",),
                    "own_address": ("u_dut.address_q",),
                    "own_left": ("u_dut.left_q",),
                    "own_bytes": ("u_dut.bytes_q",),
                },
            )
            for size, most in ((16, 256), (16, 2048), (32, 512), (128, 4096))
        ),
    ]


def _records() -> list[Proof]:
    """What becomes of requests."""
    return [
        *(
            Proof(
                f"dma-fetch-{size}",
                "each descriptor comes once, in order, whole, none behind the tail, with its error",
                "prove_dma_fetch",
                "induction",
                {"Bytes": size},
                covers=("streaming", "moved"),
                depth=40,
                stubs=("roundel_short_fifo", "roundel_credit_counter"),
            )
            for size in (16, 128)
        ),
        Proof(
            "dma-decode",
            "each descriptor is a request's word or pieces, each of its bytes once, in order",
            "prove_dma_decode",
            "induction",
            covers=("streaming", "joined"),
            depth=40,
        ),
        Proof(
            "dma-complete",
            "each request has one record, in order, behind its text, with its own errors",
            "prove_dma_complete",
            "induction",
            covers=("streaming", "apart"),
            depth=20,
        ),
    ]


def _writes() -> list[Proof]:
    """Text to memory."""
    return [
        Proof(
            "dma-text",
            "text goes into its pieces, each byte once, in order, at its address, and none beside",
            "prove_dma_text",
            "induction",
            covers=("streaming", "skips"),
            depth=30,
            stubs=(
                "roundel_fifo",
                "roundel_credit_counter",
                "roundel_stream_fifo",
                "roundel_dma_bursts",
            ),
        ),
        Proof(
            "dma-write",
            "bursts and records reach the bus whole, in order, and are answered; a clear ends them",
            "prove_dma_write",
            "induction",
            covers=("streaming", "ended"),
            depth=40,
            stubs=(
                "roundel_fifo",
                "roundel_credit_counter",
                "roundel_stream_fifo",
                "roundel_dma_bursts",
            ),
        ),
    ]


def _reads() -> list[Proof]:
    """Memory to words."""
    return [
        Proof(
            "dma-read",
            "the bytes of pieces come as words, each once, in order, and find room",
            "prove_dma_read",
            "induction",
            covers=("streaming", "failed"),
            depth=40,
            stubs=(
                "roundel_short_fifo",
                "roundel_credit_counter",
                "roundel_stream_fifo",
                "roundel_dma_bursts",
            ),
        ),
    ]
