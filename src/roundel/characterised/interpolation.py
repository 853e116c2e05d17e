# SPDX-License-Identifier: Apache-2.0
"""Estimates of designs between the measured designs."""

from roundel.characterised.store import Designs


def left_out_errors(designs: Designs) -> list[str]:
    """The errors."""
    del designs
    return []
