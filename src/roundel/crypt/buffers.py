# SPDX-License-Identifier: Apache-2.0
"""Private memory of the requests in a device, before the results are released.

The address of a request's memory is fixed until the result is complete. Up to 32 MiB are anonymous
memory. Larger memory is a mapped file without a name on the output's disk. Only the owner can read
the file, no process can open the file, and the file disappears with the process. The user's own
files are never mapped, because another process could truncate a file and crash this process.
"""

import mmap
import os
import tempfile
from pathlib import Path
from typing import Self

from roundel.crypt import files

MEMORY = 1 << 25  # largest space in anonymous memory, in bytes
_ZEROS = bytes(1 << 18)


class Space:
    """Zeroed memory of a request; `view` gives its bytes for reading and writing until `wipe`."""

    def __init__(self, size: int, target: Path) -> None:
        # mmap refuses 0 bytes: an empty space maps a single byte.
        with files.write_errors(target):
            if size <= MEMORY:
                private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
                memory = mmap.mmap(-1, max(size, 1), flags=private)
            else:
                memory = _nameless(size, Path(os.path.realpath(target)).parent)
        self.view = memoryview(memory)[:size]

    def wipe(self) -> None:
        """Overwrite the memory with zeros; the memory is freed with its last view."""
        for begin in range(0, len(self.view), len(_ZEROS)):
            part = self.view[begin : begin + len(_ZEROS)]
            part[:] = _ZEROS[: len(part)]


class Spaces:
    """The spaces of a run; the end of the run wipes the remaining spaces.

    The caller closes the device before the end of the run.
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
        """Memory for the text of an output file; the errors of `crypt.files.write_errors`."""
        space = Space(size, target)
        self._taken.add(space)
        return space

    def give_back(self, space: Space) -> None:
        """Wipe a space before the end of the run."""
        space.wipe()
        self._taken.discard(space)


def _nameless(size: int, folder: Path) -> mmap.mmap:
    """A mapped file without a name; the disk blocks of the whole file are allocated."""
    # O_TMPFILE creates a file without a name. Other file systems remove the name before the first
    # byte is written.
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        os.posix_fallocate(file.fileno(), 0, size)
        return mmap.mmap(file.fileno(), size)
