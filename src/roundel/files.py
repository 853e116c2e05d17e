# SPDX-License-Identifier: Apache-2.0
"""Files that a user names: reading one, and writing one whole or not at all."""

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from roundel.errors import FailureError, InputError

__all__ = ["replacement", "source"]

# What a place itself refuses; anything else that writing meets is a failure.
_UNUSABLE = {
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOENT,
    errno.ENOTDIR,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.EINVAL,
}
# File systems without hard links say one of these.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}


@contextmanager
def source(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """A regular file, open for reading.

    Args:
        path: As the user gave it. Standard input is not taken: a result is only written when its
            input is known to be whole.

    Yields:
        The open file and its size in bytes.

    Raises:
        InputError: It is missing, unreadable or no regular file.
    """
    try:
        # A FIFO without a writer would block; a regular file does not mind the flag.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        if str(path) == "-":
            raise InputError("standard input is not supported; give a file.") from error
        raise InputError(f"cannot read {_name(path)} ({_reason(error)}); give a file.") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"{path} is {_kind(status.st_mode)}; give a regular file.")
        with os.fdopen(descriptor, "rb", closefd=False) as handle:
            yield handle, status.st_size
    finally:
        os.close(descriptor)


@contextmanager
def replacement(path: Path, other: BinaryIO, *, force: bool) -> Iterator[Callable[[bytes], None]]:
    """A file to be written that takes its name only when it is whole.

    It grows under a hidden name beside its place. When the block ends without an error, it is
    stored to disk and takes the name, at once; else nothing of it stays. Its owner alone can read
    it. A symbolic link stays, and what it points to is written.

    Args:
        path: As the user gave it.
        other: The input, which must not be replaced.
        force: Whether a regular file at `path` may be replaced. Without it none is, not even one
            that appears while this one is written.

    Yields:
        A function that appends to it.

    Raises:
        InputError: The place cannot be used.
        FailureError: Writing fails.
    """
    if str(path) == "-":
        raise InputError("standard output is not supported; give the name of a file.")
    with _told(path):
        target = Path(os.path.realpath(path))
        _check_target(path, target, other, force)
    draft = target.parent / f".roundel-{secrets.token_hex(8)}"
    try:
        with _told(path):
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb", buffering=0) as handle:

            def write(data: bytes) -> None:
                rest = memoryview(data)
                with _told(path):
                    while rest:
                        rest = rest[handle.write(rest) :]

            yield write
            with _told(path):
                os.fsync(handle.fileno())
        with _told(path):
            if force:
                draft.replace(target)
            else:
                _take_name(draft, target, path)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell of what the system says while `path` is written."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        if isinstance(error, ValueError) or error.errno in _UNUSABLE:
            raise InputError(
                f"cannot write {_name(path)} ({_reason(error)}); give a place that can be written."
            ) from error
        raise FailureError(
            f"writing {path} failed ({_reason(error)}); make room or give another place."
        ) from error


def _check_target(path: Path, target: Path, other: BinaryIO, force: bool) -> None:
    """Refuse a place that holds something that must stay."""
    try:
        status = target.stat()
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise InputError(
                f"there is no directory {path.parent} to write {path.name} to; make it first."
            ) from None
        return
    if os.path.samestat(status, os.fstat(other.fileno())):
        raise InputError(f"{path} is the input itself; give another file for the output.")
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"{path} is {_kind(status.st_mode)}; give the name of a file.")
    if not force:
        raise InputError(_exists(path))


def _take_name(draft: Path, target: Path, path: Path) -> None:
    """Give a finished file its name, unless something has it."""
    try:
        try:
            os.link(draft, target)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            # An empty file of our own reserves the name, then gives way.
            target.touch(stat.S_IRUSR | stat.S_IWUSR, exist_ok=False)
            try:
                draft.replace(target)
            except BaseException:
                target.unlink(missing_ok=True)
                raise
    except FileExistsError as error:
        raise InputError(_exists(path)) from error


def _exists(path: Path) -> str:
    return f"{path} exists; choose another name, or --force to replace it."


def _kind(mode: int) -> str:
    """What a file is that is not a regular one."""
    if stat.S_ISDIR(mode):
        return "a directory"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def _name(path: Path) -> str:
    """A path for a message of one line."""
    text = str(path)
    return text if text.isprintable() else repr(text)


def _reason(error: OSError | ValueError) -> str:
    """What the system says."""
    return (error.strerror or "") if isinstance(error, OSError) else str(error)
