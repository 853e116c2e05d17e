# SPDX-License-Identifier: Apache-2.0
"""What is proven of the units of custom instructions."""

from formal.proof import Proof

__all__ = ["soft"]

# An S-box, as roundel_engine_pkg numbers it, and the latencies that it can have.
_AES32 = (("table", 0, (0, 1)), ("rom", 1, (1,)), ("tower", 2, (0, 1)), ("gates", 3, (0, 1)))


def soft() -> list[Proof]:
    """Every proof of a unit."""
    instructions = [
        Proof(
            f"aes32-{name}-{latency}",
            "aes32esi, aes32esmi, aes32dsi and aes32dsmi are those of RISC-V, for all operands",
            "prove_aes32",
            "delay",
            {"Sbox": sbox, "Latency": latency},
            covers=("held",),
            depth=3,
            # A register in front of logic that is proven without is a copy of the ROM's case.
            long=latency == 1 and name != "rom",
        )
        for name, sbox, latencies in _AES32
        for latency in latencies
    ]
    steps = [
        Proof(
            f"block-step-{name}",
            "the block unit's columns are mixed and keyed as FIPS-197 5.1 and 5.3 have it",
            "prove_block_step",
            "bdd",
            {"Inverse": inverse},
        )
        for inverse, name in enumerate(("forward", "inverse"))
    ]
    expansion = Proof(
        "block-expand",
        "the block unit's keys are expanded as FIPS-197 5.2 has it, one or two pairs at a time",
        "prove_block_expand",
        "bdd",
    )
    return [*instructions, *steps, expansion]
