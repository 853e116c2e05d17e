# SPDX-License-Identifier: Apache-2.0
"""The output files of a run, and the keys in the device."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from roundel.base.errors import FailureError
from roundel.crypt.files import Data
from roundel.crypt.requests import FileRequest

_PIECE = 1 << 18  # bytes of a copy between two checks for signals


@dataclass
class Output:
    """An output file of the run."""

    job: FileRequest
    size: int  # bytes of the input file
    aad: int  # bytes of the additional authenticated data
    write: Callable[[Data], None]  # appends to the output file
    write_tag: Callable[[Data], None] | None  # appends to the tag file, if a tag file exists
    tag: bytes = b""  # GCM: the tag, empty before the result
    written: int = 0  # bytes of the output file

    def put(self, data: Data) -> None:
        """Append to the output file."""
        for begin in range(0, len(data), _PIECE):
            self.write(data[begin : begin + _PIECE])
        self.written += len(data)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn system errors during the reading of a file into errors for the user."""
    try:
        yield
    except OSError as error:
        raise FailureError(
            f"reading {path} failed ({error.strerror}); check the disk of the file."
        ) from error


def fill(view: memoryview, handle: BufferedReader, path: Path) -> None:
    """Fill a view from a file; FailureError if the file is too short."""
    for begin in range(0, len(view), _PIECE):
        part = view[begin : begin + _PIECE]
        with reading(path):
            size = handle.readinto(part)
        check_unchanged(size == len(part), path)


def wrong_tag(source: Path) -> str:
    """The message for a file whose tag is wrong."""
    return (
        f"{source} is not authentic (wrong tag): check the key, the IV, the AAD and the file; "
        "nothing was written."
    )


def check_end(handle: BufferedReader, path: Path) -> None:
    """Check that a file has no more bytes."""
    check_unchanged(not handle.read(1), path)


def check_unchanged(same: bool, path: Path) -> None:
    """Refuse a file that changed after the first check of its size."""
    if not same:
        raise FailureError(f"{path} changed during the run; repeat the command.")


class KeySlots:
    """The key of each slot of a device; a new key replaces the oldest key."""

    def __init__(self, count: int) -> None:
        self._keys: list[bytes | None] = [None] * count
        self._next = 0

    def find(self, key: bytes, load: Callable[[int, bool], None]) -> int:
        """The slot of a key; `load` is called for a new key.

        The arguments of `load` are the slot, and whether the slot holds another key.
        """
        if key in self._keys:
            return self._keys.index(key)
        slot = self._next
        load(slot, self._keys[slot] is not None)
        self._keys[slot] = key
        self._next = (slot + 1) % len(self._keys)
        return slot

    def has_room(self, key: bytes) -> bool:
        """Whether a key is in a slot, or fits in an empty slot."""
        return key in self._keys or self._keys[self._next] is None
