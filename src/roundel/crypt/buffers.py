# SPDX-License-Identifier: Apache-2.0
"""Memory in which a device works on files, and which nobody may see yet.

The memory of a request stays in place until its result is there. Up to 32 MiB are memory of this
process. Larger memory is a mapped file without a name, on the disk of the output: only its owner
could read it, nobody can open it, and it disappears with the process. The user's own files are
never mapped, because whoever shortened one would end the process.
"""

import mmap
import os
import tempfile
from pathlib import Path
from typing import Self

from roundel.crypt import files

MEMORY = 1 << 25  # bytes of a space in memory at most
_ZEROS = bytes(1 << 18)


class Space:
    """Memory, until `wipe`; `view` is its bytes, which may be written and are zeros at first."""

    def __init__(self, size: int, target: Path) -> None:
        # An empty one has no byte and yet a place.
        with files.told(target):
            if size <= MEMORY:
                private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
                memory = mmap.mmap(-1, max(size, 1), flags=private)
            else:
                memory = _nameless(size, Path(os.path.realpath(target)).parent)
        self.view = memoryview(memory)[:size]

    def wipe(self) -> None:
        """Overwrite it with zeros; it goes when nobody has its view any more."""
        for begin in range(0, len(self.view), len(_ZEROS)):
            part = self.view[begin : begin + len(_ZEROS)]
            part[:] = _ZEROS[: len(part)]


class Spaces:
    """The spaces of a run; those that were not given back are wiped at its end.

    A device that works in them is closed before that.
    """

    def __init__(self) -> None:
        self._taken: set[Space] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for space in self._taken:
            space.wipe()
        self._taken.clear()

    def take(self, size: int, target: Path) -> Space:
        """Memory for what becomes a file; the errors are those of `roundel.crypt.files.told`."""
        space = Space(size, target)
        self._taken.add(space)
        return space

    def give_back(self, space: Space) -> None:
        """End the use of a space."""
        space.wipe()
        self._taken.discard(space)


def _nameless(size: int, folder: Path) -> mmap.mmap:
    """A mapped file without a name; all of it has its place on the disk."""
    # With O_TMPFILE that never has a name; where the file system cannot, the name is gone before
    # anything is written.
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        os.posix_fallocate(file.fileno(), 0, size)
        return mmap.mmap(file.fileno(), size)
