# SPDX-License-Identifier: Apache-2.0
"""The cache: results by a digest of all their inputs.

Each result has a directory with the digest as its name. A build holds a lock, fills a temporary
directory and renames the finished directory, so a reader never sees an unfinished result. A result
never changes, so no result becomes invalid. The cache may be deleted while no build runs.

`entry` touches a result's directory at each use. `roundel.base.cache_usage` removes results by the
time of the last use.
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO, TypeVar

import platformdirs

from roundel.base.errors import FailureError, InputError, MachineError

ENVIRONMENT = "ROUNDEL_CACHE"

Result = TypeVar("Result")


class CachePathError(MachineError):
    """The user's path for the cache is unusable; jobs count this as an error of the machine."""

    exit_status = 2


# Errors of a full or read-only directory, or of a path with a file in its middle.
_UNUSABLE = {
    errno.EACCES,
    errno.EDQUOT,
    errno.EEXIST,
    errno.EIO,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.ENOLCK,
    errno.ENOSPC,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
}


def cache_root() -> Path:
    """The cache directory: $ROUNDEL_CACHE or the default. InputError for an unknown home."""
    chosen = os.environ.get(ENVIRONMENT)
    if not chosen:
        return Path(platformdirs.user_cache_path("roundel")).absolute()
    try:
        return Path(chosen).expanduser().absolute()
    except RuntimeError as error:
        raise InputError(
            f"{ENVIRONMENT}={chosen} has no such home directory; set it to a directory."
        ) from error


def digest(*parts: str | bytes | Path | Mapping[str, object]) -> str:
    """A digest of all inputs of a result: the first 128 bits of SHA-256, 32 hexadecimal digits.

    The digest depends on the order of the parts. A file counts by its content, not by its
    name. The order of a mapping's keys is ignored. FailureError if a file cannot be read.
    """
    whole = hashlib.sha256()
    for part in parts:
        match part:
            case str():
                kind, content = b"text", part.encode()
            case bytes():
                kind, content = b"data", part
            case Path():
                kind = b"file"
                try:
                    content = part.read_bytes()
                except OSError as error:
                    raise FailureError(
                        f"cannot read {part} ({error.strerror}); check the installation."
                    ) from error
            case _:
                kind, content = b"mapping", json.dumps(dict(part), sort_keys=True).encode()
        # The length keeps ("ab", "c") and ("a", "bc") apart.
        whole.update(kind + len(content).to_bytes(8, "big") + content)
    return whole.hexdigest()[:32]


def entry(kind: str, key: str, build: Callable[[Path], None]) -> Path:
    """The absolute path of a result, for reading only; a missing result is built now.

    `kind`, for example "device", names a directory in the cache, and `key` comes from `digest`.
    `build` fills an empty directory; the message of a failed build's `FailureError` names the
    directory with the remaining files. Of two processes with the same key, the second process waits
    for the first.

    Raises:
        FailureError: The build failed, or the cache cannot be written.
        InputError: $ROUNDEL_CACHE names a home directory that does not exist.
    """
    place = cache_root() / kind / key
    with system_errors_reported():
        while not _touched(place):
            with _locked(place):
                if not place.is_dir():
                    with _draft(place, kind, key) as draft:
                        build(draft)
                        draft.rename(place)
    return place


def _touched(place: Path) -> bool:
    """Record a use of a result; False if the result is missing."""
    try:
        os.utime(place)
    except FileNotFoundError:
        return False
    except OSError:  # for example a cache that this user may only read
        return place.is_dir()
    return True


def link(place: Path, target: Path) -> None:
    """Make a symbolic link in a directory of a build.

    The link is relative: machines may mount a shared cache at different paths.
    """
    place.symlink_to(os.path.relpath(target.resolve(), place.parent.resolve()))


@contextmanager
def system_errors_reported(numbers: Collection[int] = _UNUSABLE) -> Iterator[None]:
    """Report system errors with these numbers as a MachineError; other errors are defects."""
    try:
        yield
    except OSError as error:
        if error.errno not in numbers:
            raise
        full = error.errno in (errno.EDQUOT, errno.EIO, errno.ENOLCK, errno.ENOSPC)
        kind = MachineError if full or not os.environ.get(ENVIRONMENT) else CachePathError
        raise kind(
            f"cannot use the cache at {cache_root()} ({error.strerror}); free some space or set "
            f"{ENVIRONMENT} to another directory."
        ) from error


def once(kind: str, key: str, build: Callable[[Path], Result]) -> Result:
    """Run a build whose inputs are not all known, without keeping a result; returns build's value.

    The arguments are those of `entry`. The files of a failed build replace the files of an earlier
    failed build with the same key.

    Raises:
        FailureError: The build failed, or the cache cannot be written.
        InputError: $ROUNDEL_CACHE names a home directory that does not exist.
    """
    place = cache_root() / kind / key
    with system_errors_reported(), _locked(place), _draft(place, kind, key) as draft:
        return build(draft)


@contextmanager
def _draft(place: Path, kind: str, key: str) -> Iterator[Path]:
    """A temporary directory for a build; the directory of a failed build is kept for its logs."""
    for orphan in place.parent.glob(f".{key}-*"):  # from a killed process; the lock is ours
        shutil.rmtree(orphan, ignore_errors=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{key}-", dir=place.parent))
    try:
        yield draft
    except FailureError as error:
        failed = cache_root() / "failed" / f"{kind}-{key}"
        shutil.rmtree(failed, ignore_errors=True)
        failed.parent.mkdir(parents=True, exist_ok=True)
        draft.rename(failed)
        text = str(error).replace(str(draft), str(failed))
        if str(failed) not in text:
            text = f"{text.rstrip('.')}; the remaining files are in {failed}."
        logs = failed.glob("*.log")
        newest = max(logs, key=lambda log: log.stat().st_mtime, default=None)
        raise type(error)(text, newest) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _locked(place: Path) -> Iterator[None]:
    """Hold the lock of one result; the system releases the lock of a dead process."""
    # After the lock, a missing file is a defect of the build.
    with system_errors_reported({*_UNUSABLE, errno.ENOENT}):
        place.parent.mkdir(parents=True, exist_ok=True)
    while True:
        with _lock_file(place).open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            if _is_current(handle, place):
                yield
                return


@contextmanager
def locked_at_once(place: Path) -> Iterator[bool]:
    """Try to hold the lock of one result, and remove the lock file at the end.

    Yields whether the lock is held. If not, another process builds the result.
    """
    while True:
        with _lock_file(place).open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            if not _is_current(handle, place):
                continue
            try:
                yield True
            finally:
                with suppress(OSError):  # without the permission to remove, the file stays
                    _lock_file(place).unlink(missing_ok=True)
            return


def _lock_file(place: Path) -> Path:
    return place.parent / f".{place.name}.lock"


def _is_current(handle: TextIO, place: Path) -> bool:
    """Whether the open lock file still exists: the lock's last holder may have removed the file."""
    try:
        return os.path.samestat(os.fstat(handle.fileno()), _lock_file(place).stat())
    except FileNotFoundError:
        return False
