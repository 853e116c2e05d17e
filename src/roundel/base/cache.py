# SPDX-License-Identifier: Apache-2.0
"""Results kept by content.

A result lives in a directory whose name is a digest of all that it depends on. It is built in a
directory beside it, under a lock that other processes respect, and moved into place when it is
whole: a reader sees a finished result or none. Nothing is ever changed in place, so nothing needs
to be invalidated; deleting the cache at any time that no build runs is safe.

The time of a directory's last change is the time of the last use of its result: `entry` touches the
directory. `roundel.base.cache_usage` removes results by this time.
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

# What the system says of a place that is full, closed or no directory.
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
    """The cache: $ROUNDEL_CACHE, or the user's. InputError for the home of an unknown user."""
    chosen = os.environ.get(ENVIRONMENT)
    if not chosen:
        return Path(platformdirs.user_cache_path("roundel")).absolute()
    try:
        return Path(chosen).expanduser().absolute()
    except RuntimeError as error:
        raise InputError(
            f"{ENVIRONMENT}={chosen} names a home that does not exist; set it to a directory."
        ) from error


def digest(*parts: str | bytes | Path | Mapping[str, object]) -> str:
    """A name for all that a result depends on: 32 hexadecimal digits, a SHA-256 cut to 128 bits.

    The order of the parts counts. Of a file, the content counts and not the name; of a mapping,
    which holds values as JSON takes them, the order does not count. FailureError if a file cannot
    be read.
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
    """The absolute path of a finished result, to be read only; built now if it is not there yet.

    `kind`, for example "device", names a directory in the cache, and `key` comes from `digest`.
    `build` fills the empty directory that it is given; if it fails, the message of its
    `FailureError` names the place of the files that it left. Two processes that ask for the same
    result build it once: the second one waits.

    Raises:
        FailureError: The build failed, or the cache cannot be written.
        InputError: $ROUNDEL_CACHE names no place.
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
    """Note a use of a result; False if there is no such result."""
    try:
        os.utime(place)
    except FileNotFoundError:
        return False
    except OSError:  # for example a cache that this user may only read
        return place.is_dir()
    return True


def link(place: Path, target: Path) -> None:
    """Make a symbolic link in a directory that is being built.

    The link is relative, so that it holds on each machine that shares the cache, wherever the cache
    is mounted.
    """
    place.symlink_to(os.path.relpath(target.resolve(), place.parent.resolve()))


@contextmanager
def system_errors_reported(numbers: Collection[int] = _UNUSABLE) -> Iterator[None]:
    """Report system errors of these numbers as a MachineError; any other one is a defect."""
    try:
        yield
    except OSError as error:
        if error.errno not in numbers:
            raise
        raise MachineError(
            f"cannot use the cache at {cache_root()} ({error.strerror}); make room for it or set "
            f"{ENVIRONMENT} to another directory."
        ) from error


def once(kind: str, key: str, build: Callable[[Path], Result]) -> Result:
    """What a build gives that is done every time, as nobody knows all that it depends on.

    The arguments are those of `entry`, but nothing of a directory is kept. The files that a failed
    build leaves replace those of an earlier failed build with the same key.

    Raises:
        FailureError: The build failed, or the cache cannot be written.
        InputError: $ROUNDEL_CACHE names no place.
    """
    place = cache_root() / kind / key
    with system_errors_reported(), _locked(place), _draft(place, kind, key) as draft:
        return build(draft)


@contextmanager
def _draft(place: Path, kind: str, key: str) -> Iterator[Path]:
    """A directory to build in, which is removed; that of a failed build is kept for its logs."""
    for orphan in place.parent.glob(f".{key}-*"):  # of a process that was killed; we have the lock
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
            text = f"{text.rstrip('.')}; what it left is in {failed}."
        logs = failed.glob("*.log")
        newest = max(logs, key=lambda log: log.stat().st_mtime, default=None)
        raise type(error)(text, newest) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _locked(place: Path) -> Iterator[None]:
    """Hold the lock of one result; the system lets go of it if the process dies."""
    # Later, a missing file is a defect of what builds.
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
    """Hold the lock of one result if nobody else holds it, and remove the lock file at the end.

    The value says whether the lock is held. If not, the result is being built.
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
                with suppress(OSError):  # where it may not be removed, it stays
                    _lock_file(place).unlink(missing_ok=True)
            return


def _lock_file(place: Path) -> Path:
    return place.parent / f".{place.name}.lock"


def _is_current(handle: TextIO, place: Path) -> bool:
    """Whether an open lock file is still the one on disk: who had it before may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle.fileno()), _lock_file(place).stat())
    except FileNotFoundError:
        return False
