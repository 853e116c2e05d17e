# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, told in one sentence.

Every error that a user can meet is a `RoundelError`. Its text is one sentence that says what is
wrong and what to do about it; the command prints it and leaves with `exit_status`. Anything else
that escapes is a defect of Roundel itself.
"""

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

_NEAR = 0.7  # of 1: "Slots" is near "KeySlots", "TagBits" and "Stages" only share letters


class RoundelError(Exception):
    """An error with a message for the user.

    Attributes:
        exit_status: What the command returns to the shell, 1 (failed) or 2 (unusable input).
    """

    exit_status: ClassVar[int] = 1


class InputError(RoundelError):
    """What the user gave cannot be used: a name, a value, a file or a combination of them."""

    exit_status: ClassVar[int] = 2


class FailureError(RoundelError):
    """The input was usable, but a tool, a device or a check failed.

    Attributes:
        log: The log of what failed, where there is one.
    """

    def __init__(self, text: str, log: Path | None = None) -> None:
        super().__init__(text)
        self.log = log


class MachineError(FailureError):
    """A place is full or closed, or a program does not start: nothing was learned of the input."""


class KilledError(MachineError):
    """A tool was killed from outside, for example by a system that has no memory left."""


def nearest(word: str, words: Iterable[str]) -> str:
    """A suggestion, where one of the words is near."""
    lower = {item.lower(): item for item in words}
    near = difflib.get_close_matches(word.lower(), lower, n=1, cutoff=_NEAR)
    return f" (did you mean {lower[near[0]]}?)" if near else ""
