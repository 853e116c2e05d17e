# SPDX-License-Identifier: Apache-2.0
"""The errors of Roundel, each with a message of one sentence.

Every error for a user is a `RoundelError`. The message states the fault and the remedy. The command
prints the message and returns `exit_status`. Any other exception is a defect of Roundel.
"""

import difflib
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

_NEAR = 0.7  # of 1: "Slots" is near "KeySlots", "TagBits" and "Stages" only share letters


class RoundelError(Exception):
    """An error with a message for the user.

    Attributes:
        exit_status: The exit status of the command, 1 (failed) or 2 (unusable input).
    """

    exit_status: ClassVar[int] = 1


class InputError(RoundelError):
    """The user's input is unusable: a name, a value, a file or a combination of parameters."""

    exit_status: ClassVar[int] = 2


class FailureError(RoundelError):
    """The input was usable, but a tool, a device or a check failed.

    Attributes:
        log: The log of the failed tool; None without a log.
    """

    def __init__(self, text: str, log: Path | None = None) -> None:
        super().__init__(text)
        self.log = log


class MachineError(FailureError):
    """The machine failed, not the input: a full disk, a closed directory, a missing program."""


class KilledError(MachineError):
    """Another process or the system killed a tool, for example for lack of memory."""


def check_bytes(name: str, value: object) -> None:
    """Refuse an argument of Python that has no bytes, for example a text."""
    try:
        memoryview(value)  # type: ignore[arg-type]
    except TypeError:
        kind = type(value).__name__
        raise InputError(f"{name} is {kind}, not bytes; give bytes.") from None


def nearest(word: str, words: Iterable[str]) -> str:
    """A suggestion with the most similar word; empty if no word is similar."""
    near = similar(word, words, 1, _NEAR)
    return f" (did you mean {near[0]}?)" if near else ""


def similar(word: str, words: Iterable[str], most: int, least: float) -> list[str]:
    """The `most` most similar words with a similarity of at least `least`, the best first.

    The similarity is between 0 and 1 and ignores the case.
    """
    lower = {item.lower(): item for item in words}
    near = difflib.get_close_matches(word.lower(), lower, n=most, cutoff=least)
    return [lower[item] for item in near]
