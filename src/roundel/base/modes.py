# SPDX-License-Identifier: Apache-2.0
"""Facts of the modes of operation, without any import that is slow."""

FORWARD_MODES = ("ctr", "gcm")
"""Modes that only encrypt blocks: their designs always have both directions."""
