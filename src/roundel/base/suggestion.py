# SPDX-License-Identifier: Apache-2.0
"""Suggestions for a misspelled word."""

import difflib
from collections.abc import Iterable

_NEAR = 0.7  # of 1: "Slots" is near "KeySlots", "TagBits" and "Stages" only share letters


def nearest(word: str, words: Iterable[str]) -> str:
    """A suggestion, where one of the words is near."""
    lower = {item.lower(): item for item in words}
    near = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=_NEAR)
    return f" (did you mean {lower[near[0]]}?)" if near else ""
