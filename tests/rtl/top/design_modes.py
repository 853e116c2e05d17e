# SPDX-License-Identifier: Apache-2.0
"""The modes, directions and key sizes of a top, from its parameters."""

from collections.abc import Mapping, Sequence

NUMBERS = {"ecb": 0, "cbc": 1, "ctr": 2, "gcm": 3, "xts": 4, "cfb": 5}
WHOLE = ("ecb", "cbc")  # modes for whole blocks
CHAINED = ("cbc", "cfb")  # modes that decrypt only in a set


def modes_of(values: Mapping[str, int]) -> list[str]:
    """The modes of the set, or the only mode."""
    found = values.get("Modes", 0) or 1 << values["Mode"]
    return [name for name, number in NUMBERS.items() if found >> number & 1]


def first_mode(values: Mapping[str, int]) -> str:
    """The mode that CIPHER shows: parameter Mode, or the lowest number of a set without it."""
    names = modes_of(values)
    return next((name for name in names if NUMBERS[name] == values["Mode"]), names[0])


def encrypting(values: Mapping[str, int]) -> list[str]:
    """The modes that can encrypt, with both directions in parameter Direction."""
    several = values.get("Modes", 0) != 0
    return [name for name in modes_of(values) if not several or name not in CHAINED]


def lacking(values: Mapping[str, int]) -> Sequence[int]:
    """Numbers in the field of a command that select no mode: other modes, and further bits."""
    present = [NUMBERS[name] for name in modes_of(values)]
    return [number for number in range(16) if number not in present]


def key_sizes(values: Mapping[str, int]) -> list[int]:
    """The sizes of an AES key as in KEY_COMMAND: 0 for 128, 1 for 192, 2 for 256 bits."""
    several = values.get("KeySizes", 0)
    return [n for n in range(3) if several >> n & 1] or [values["KeyBits"] // 64 - 2]
