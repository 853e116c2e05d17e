# SPDX-License-Identifier: Apache-2.0
"""The mutated configurations: every kind of structure, S-box and key schedule."""

from collections.abc import Sequence

from roundel.base.errors import InputError
from roundel.design import Config

__all__ = ["SHAPES", "select"]

_NAMES = (
    *("name", "KeyBits", "Direction", "Rounds", "Stages", "Sbox"),
    *("KeySchedule", "KeySlots", "Backpressure", "Compact"),
)
_VALUES = (
    ("iterative", 128, "encrypt", 1, 1, "tower", "on_the_fly", 1, 1, 0),
    ("iterative-both", 192, "both", 1, 1, "table", "stored", 2, 1, 0),
    ("rolled", 256, "decrypt", 2, 1, "tower", "stored", 4, 1, 0),
    ("unrolled", 128, "both", 2, 0, "gates", "stored", 1, 1, 0),
    ("inner", 128, "both", 1, 4, "tower", "stored", 2, 1, 0),
    ("hybrid", 128, "encrypt", 5, 3, "rom", "stored", 2, 1, 0),
    ("full", 128, "encrypt", 10, 2, "tower", "pipelined", 1, 1, 0),
    ("chain", 128, "both", 10, 2, "tower", "stored", 1, 0, 0),
    ("compact", 128, "encrypt", 1, 1, "gates", "on_the_fly", 1, 1, 1),
)

SHAPES = tuple(Config.model_validate(dict(zip(_NAMES, values, strict=True))) for values in _VALUES)


def select(names: Sequence[str]) -> tuple[Config, ...]:
    """The configurations with these names; all configurations without a name."""
    known = {config.name: config for config in SHAPES}
    for name in names:
        if name not in known:
            raise InputError(f"there is no configuration {name!r}; choose from {', '.join(known)}.")
    return tuple(known[name] for name in names) or SHAPES
