# SPDX-License-Identifier: Apache-2.0
"""Files between jobs, on the driver's disk while their jobs wait.

A sweep maps its designs before it routes them. The netlists of thousands of designs would fill the
driver's memory; in the driver's cache they cost disk, and each is read when its job is sent.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from roundel.base import cache
from roundel.base.errors import MachineError


class KeptFiles(Mapping[str, bytes]):
    """Files in a directory, by name. A worker that receives the mapping has a dictionary."""

    def __init__(self, directory: Path, names: tuple[str, ...]) -> None:
        self._directory, self._names = directory, names

    def __getitem__(self, name: str) -> bytes:
        if name not in self._names:
            raise KeyError(name)
        try:
            return (self._directory / name).read_bytes()
        except OSError as error:
            raise MachineError(
                f"cannot read {self._directory / name} ({error.strerror}), which a job needs; run "
                "the command again."
            ) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __reduce__(self) -> tuple[type, tuple[dict[str, bytes]]]:
        """Pickle the contents."""
        return dict, (dict(self),)


def keep(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Move files to the cache.

    Raises:
        MachineError: The cache cannot be written.
    """
    if not files:
        return files

    def build(draft: Path) -> None:
        for name, data in files.items():
            (draft / name).write_bytes(data)

    key = cache.digest(*(part for item in files.items() for part in item))
    return KeptFiles(cache.entry("files", key, build), tuple(files))
