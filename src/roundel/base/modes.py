# SPDX-License-Identifier: Apache-2.0
"""Facts of the modes of operation, without any import that is slow."""

FORWARD_MODES = ("ctr", "gcm")
"""Modes that only encrypt blocks: their designs always have both directions."""


def is_chained(mode: str, decrypt: bool) -> bool:
    """Whether a mode in a direction needs the result of a block for the next block."""
    return mode in ("ofb", "cmac", "ccm") or (mode in ("cbc", "cfb") and not decrypt)
