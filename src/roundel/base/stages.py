# SPDX-License-Identifier: Apache-2.0
"""How far a tool's run is."""

from dataclasses import dataclass

__all__ = ["Stage"]


@dataclass(frozen=True)
class Stage:
    """How far a run is.

    Attributes:
        name: What it does now, a word.
        fraction: A rough share of the run's time that is over, from 0 to 1.
    """

    name: str
    fraction: float
