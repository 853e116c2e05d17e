# SPDX-License-Identifier: Apache-2.0
"""The proofs of the units for custom instructions."""

from formal.proof import Proof

__all__ = ["soft"]

# Each S-box, its number in roundel_engine_pkg, and its possible latencies.
_AES32 = (("table", 0, (0, 1)), ("rom", 1, (1,)), ("tower", 2, (0, 1)), ("gates", 3, (0, 1)))


def soft() -> list[Proof]:
    """Return all proofs of the units."""
    instructions = [
        Proof(
            f"aes32-{name}-{latency}",
            "aes32esi, aes32esmi, aes32dsi and aes32dsmi match RISC-V, for all operands",
            "prove_aes32",
            "delay",
            {"Sbox": sbox, "Latency": latency},
            covers=("held",),
            depth=3,
            # The register is that of the ROM, and the logic is proven without a register.
            long=latency == 1 and name != "rom",
        )
        for name, sbox, latencies in _AES32
        for latency in latencies
    ]
    steps = [
        Proof(
            f"block-step-{name}",
            "the block unit mixes and keys its columns as FIPS-197 5.1 and 5.3 require",
            "prove_block_step",
            "bdd",
            {"Inverse": inverse},
        )
        for inverse, name in enumerate(("forward", "inverse"))
    ]
    expansion = Proof(
        "block-expand",
        "the block unit expands its keys as FIPS-197 5.2 requires, one or two pairs at a time",
        "prove_block_expand",
        "bdd",
    )
    return [*instructions, *steps, expansion]
