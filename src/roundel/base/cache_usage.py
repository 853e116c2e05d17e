# SPDX-License-Identifier: Apache-2.0
"""The contents of the cache: size and last use by kind of entry, and removal of old entries.

An entry is a result, the directory of a failed build ("failed"), or a directory that a killed
process left behind ("unfinished"). `prune` holds the lock of an entry during the removal and never
removes an entry under construction in another process.
"""

import os
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from roundel.base import cache

FAILED = "failed"
UNFINISHED = "unfinished"


@dataclass(frozen=True)
class Entry:
    """One directory of the cache."""

    kind: str  # the kind of result, for example "device"; or "failed" or "unfinished"
    path: Path
    place: Path  # the directory of the result, whose lock a build holds
    size: int  # bytes of all files
    last_use: float  # the time of the last use, in seconds since 1970


@dataclass(frozen=True)
class Pruned:
    """The result of `prune`."""

    removed: list[Entry]  # the removed entries
    kept: list[Entry]  # the entries that stay
    # The part of `kept` that `prune` selected but could not remove: another process was building or
    # using the entry.
    busy: list[Entry]


def entries() -> list[Entry]:
    """All entries of the cache; MachineError if the cache cannot be read."""
    root = cache.cache_root()
    with cache.system_errors_reported():
        found = [
            _entry(root, folder, path)
            for folder in _directories(root)
            for path in _directories(folder)
        ]
    return [entry for entry in found if entry is not None]


def by_kind(found: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Entries by kind, the largest kind first."""
    groups: dict[str, list[Entry]] = {}
    for entry in found:
        groups.setdefault(entry.kind, []).append(entry)
    return dict(
        sorted(groups.items(), key=lambda item: (-sum(entry.size for entry in item[1]), item[0]))
    )


def prune(older: float | None, larger: int | None, *, dry_run: bool = False) -> Pruned:
    """Remove unfinished entries, and entries that were not used for more than `older` seconds.

    Then remove the least recently used entries until the rest has at most `larger` bytes. With
    `dry_run` nothing is removed, and the result lists the entries that would be removed.
    MachineError if the cache cannot be read or written.
    """
    now = time.time()
    found = sorted(entries(), key=lambda entry: (entry.kind != UNFINISHED, entry.last_use))
    size = sum(entry.size for entry in found)
    removed, kept, busy = [], [], []
    for entry in found:
        wanted = (
            entry.kind == UNFINISHED
            or (older is not None and now - entry.last_use > older)
            or (larger is not None and size > larger)
        )
        if wanted and _remove(entry, dry_run=dry_run):
            removed.append(entry)
            size -= entry.size
            continue
        kept.append(entry)
        if wanted:
            busy.append(entry)
    return Pruned(removed, kept, busy)


def _entry(root: Path, folder: Path, path: Path) -> Entry | None:
    """The entry of a directory; None if another process has removed the directory meanwhile."""
    kind, place = folder.name, path
    if path.name.startswith("."):  # ".KEY-RANDOM"
        kind, place = UNFINISHED, folder / path.name[1:].rpartition("-")[0]
    elif kind == FAILED:  # "KIND-KEY"
        failed_kind, _, key = path.name.rpartition("-")
        place = root / failed_kind / key
    try:
        return Entry(kind, path, place, _size(path), path.stat().st_mtime)
    except FileNotFoundError:
        return None


def _directories(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(folder.iterdir())
    except FileNotFoundError:  # an empty cache, or removed by another process
        return
    for path in found:
        if path.is_dir() and not path.is_symlink():
            yield path


def _size(folder: Path) -> int:
    """Bytes of all files of a directory; another process may remove some files meanwhile."""
    size = 0
    for directory, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(os.path.join(directory, name)).st_size  # noqa: PTH118 (many files)
            except FileNotFoundError:
                continue
    return size


def _remove(entry: Entry, *, dry_run: bool) -> bool:
    """Remove an entry; False if another process is building the entry or used it meanwhile."""
    with cache.system_errors_reported():
        entry.place.parent.mkdir(parents=True, exist_ok=True)
        with cache.locked_at_once(entry.place) as held:
            if not held or not entry.path.is_dir() or entry.path.stat().st_mtime > entry.last_use:
                return False
            if not dry_run:
                # A reader sees a whole entry or none. An interrupted removal is "unfinished".
                doomed = entry.place.parent / f".{entry.place.name}-pruned"
                if entry.path != doomed:
                    shutil.rmtree(doomed, ignore_errors=True)
                    entry.path.rename(doomed)
                shutil.rmtree(doomed, ignore_errors=True)
    return True
