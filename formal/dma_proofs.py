# SPDX-License-Identifier: Apache-2.0
"""The proofs of roundel_dma: the modules between descriptors, pieces of memory and the bus."""

from formal.proof import Proof

__all__ = ["dma"]


def dma() -> list[Proof]:
    """Return all proofs of the DMA's parts."""
    return [*_pieces(), *_records(), *_reads(), *_writes()]


def _pieces() -> list[Proof]:
    """Return the proofs of the modules between pieces of memory and bus beats."""
    return [
        *(
            Proof(
                f"rotate-{size}",
                "a word leaves with its bytes rotated by the given count",
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
                "bursts cover a piece's bytes, each once, in order, and cross no 4 KiB boundary",
                "prove_bursts",
                "induction",
                {"Bytes": size, "BurstBytes": most},
                covers=("several",),
                depth=12,
                probes={
                    "own_state": ("u_dut.state_q",),
                    "own_ends": ("u_dut.ends_q",),
                    "own_piece": ("u_dut.piece_q",),
                    "own_bytes": ("u_dut.bytes_q",),
                },
            )
            for size, most in ((16, 256), (16, 2048), (32, 512), (128, 4096))
        ),
    ]


def _records() -> list[Proof]:
    """Return the proofs of the modules that read descriptors and write records."""
    return [
        *(
            Proof(
                f"dma-fetch-{size}",
                "each descriptor before the tail arrives once, in order, whole, with its error",
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
            "each descriptor becomes a request's word or pieces, each byte once, in order",
            "prove_dma_decode",
            "induction",
            covers=("streaming", "joined"),
            depth=40,
        ),
        Proof(
            "dma-complete",
            "each request has one record, in order, after its text, with the request's errors",
            "prove_dma_complete",
            "induction",
            covers=("streaming", "apart"),
            depth=20,
        ),
    ]


def _writes() -> list[Proof]:
    """Return the proofs of the modules that write text and records to memory."""
    return [
        *(
            Proof(
                f"dma-split-{size}",
                "each beat of a piece has as many bytes as possible, at its offset",
                "prove_dma_split",
                "induction",
                {"Bytes": size},
                covers=("streaming",),
                depth=8,
            )
            for size in (4, 16, 128)
        ),
        *(
            Proof(
                f"dma-record-{size}",
                "the strobed bytes of a record's burst are the record, at its address",
                "prove_dma_record",
                "induction",
                {"Bytes": size},
                covers=("streaming",),
                depth=16,
            )
            for size in (16, 32, 128)
        ),
        Proof(
            "dma-text",
            "text enters its pieces, each byte once, in order, at its address, and nowhere else",
            "prove_dma_text",
            "induction",
            covers=("streaming", "skips"),
            depth=30,
            stubs=("roundel_stream_fifo",),
        ),
        Proof(
            "dma-write",
            "bursts and records reach the bus whole, in order, with answers; a clear ends them",
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
    """Return the proof of the module that reads words from memory."""
    return [
        Proof(
            "dma-read",
            "the bytes of pieces arrive as words, each byte once, in order, and find room",
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
