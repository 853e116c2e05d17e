# SPDX-License-Identifier: Apache-2.0
"""The proofs of roundel_packet_source: command fronts, beats and the framer."""

from formal.proof import Proof

__all__ = ["stream"]

_MODES = {"ecb": 0, "ctr": 2, "gcm": 3, "xts": 4}


def stream() -> list[Proof]:
    """All proofs of this module."""
    return [*_framer()]


def _framer() -> list[Proof]:
    """The framer of each kind of mode, with one lane and with two."""
    return [
        Proof(
            f"framer-{mode}-{lanes}",
            "each packet has exactly its words, in order, and the right end",
            "prove_packet_framer",
            parameters={"Mode": number, "Lanes": lanes, "LengthBits": 3},
            covers=("right", "wrong"),
            depth=60,
        )
        for mode, number in _MODES.items()
        for lanes in (1, 2)
    ]
