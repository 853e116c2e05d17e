# SPDX-License-Identifier: Apache-2.0
"""The files of a run and the keys of the device while files go through the hardware."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from roundel.base.errors import FailureError
from roundel.crypt.files import Data
from roundel.crypt.requests import FileRequest

_PIECE = 1 << 18  # bytes that are copied at a time, between which a signal is heard


@dataclass
class Output:
    """A file of the run, and where its result goes."""

    job: FileRequest
    size: int  # bytes of its source
    aad: int  # bytes of its additional authenticated data
    write: Callable[[Data], None]  # appends to its target
    write_tag: Callable[[Data], None] | None  # appends to the file of its tag, if the tag has one
    tag: bytes = b""  # GCM: the tag, once it is known
    written: int = 0  # bytes of its target

    def put(self, data: Data) -> None:
        """Append to the target."""
        for begin in range(0, len(data), _PIECE):
            self.write(data[begin : begin + _PIECE])
        self.written += len(data)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn errors of the system while a file is read into errors for the user."""
    try:
        yield
    except OSError as error:
        raise FailureError(
            f"reading {path} failed ({error.strerror}); check the disk that it is on."
        ) from error


def fill(view: memoryview, handle: BufferedReader, path: Path) -> None:
    """Read as many bytes as a view has; FailureError if there are fewer."""
    for begin in range(0, len(view), _PIECE):
        part = view[begin : begin + _PIECE]
        with reading(path):
            size = handle.readinto(part)
        still(size == len(part), path)


def ended(handle: BufferedReader, path: Path) -> None:
    """Make sure that a file, which was read, has no more bytes."""
    still(not handle.read(1), path)


def still(same: bool, path: Path) -> None:
    """Refuse a file that is not as it was when it was looked at."""
    if not same:
        raise FailureError(f"{path} changed while it was read; try again with a still file.")


class KeySlots:
    """Which key is in which slot of a device; a new key replaces the oldest one."""

    def __init__(self, count: int) -> None:
        self._keys: list[bytes | None] = [None] * count
        self._next = 0

    def find(self, key: bytes, load: Callable[[int, bool], None]) -> int:
        """The slot of a key; `load` is called for a new one, with its slot.

        The second argument of `load` says whether the slot has another key.
        """
        if key in self._keys:
            return self._keys.index(key)
        slot = self._next
        load(slot, self._keys[slot] is not None)
        self._keys[slot] = key
        self._next = (slot + 1) % len(self._keys)
        return slot

    def has_room(self, key: bytes) -> bool:
        """Whether a key is in a slot, or can be loaded without replacing another."""
        return key in self._keys or self._keys[self._next] is None
