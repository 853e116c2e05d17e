# SPDX-License-Identifier: Apache-2.0
"""Files that a user names: reading one, and writing some whole or not at all."""

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from roundel.base.errors import FailureError, InputError

# What a place itself refuses; anything else that writing meets is a failure.
_UNUSABLE = (PermissionError, FileNotFoundError, NotADirectoryError)
_UNUSABLE_NUMBERS = {errno.EROFS, errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL}
# File systems without hard links say one of these.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}


@contextmanager
def source(path: Path) -> Iterator[tuple[BufferedReader, int]]:
    """A regular file, open for reading, and its size in bytes.

    Standard input is refused: a result is only written when its input is known to be whole.

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


Data = bytes | memoryview
Begin = Callable[[Path, BinaryIO], Callable[[Data], None]]


@contextmanager
def replacements(*, force: bool) -> Iterator[Begin]:
    """Files to be written that take their names only when all of them are whole.

    Each grows under a hidden name beside its place. When the block ends without an error, the files
    are stored to disk and take their names; otherwise nothing of them stays. If one cannot take its
    name, the others lose theirs again; a file that `force` replaced is gone. Only their owner can
    read them. A symbolic link stays, and the file that it points to is written. Without `force` no
    regular file is replaced, not even one that appears while these are written.

    Yields `begin(path, input)`. It starts the output `path`, refuses to replace the open `input`,
    and returns a function that appends to the output.

    Raises:
        InputError: A place cannot be used.
        FailureError: Writing fails.
    """
    drafts: list[_Draft] = []

    with ExitStack() as drops, ExitStack() as losses:

        def begin(path: Path, other: BinaryIO) -> Callable[[Data], None]:
            draft = _Draft(path, other, force=force)
            drops.callback(draft.drop)
            losses.callback(draft.lose_name)
            drafts.append(draft)
            return draft.write

        yield begin
        for draft in drafts:
            draft.store()
        for draft in drafts:
            draft.take_name()
        losses.pop_all()


def read_text(path: Path, most: int, what: str, holds: str) -> str:
    """The text of a small file or a pipe, at most `most` bytes of UTF-8.

    `what` and `holds` are words for messages: "the tag file", and what should be in it.

    Raises:
        InputError: It cannot be read, holds more, or is no text.
    """
    advice = f"give a file with {holds}."
    try:
        with path.open("rb") as handle:
            data = handle.read(most + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot read {what} {_name(path)} ({_reason(error)}); {advice}"
        ) from error
    if len(data) > most:
        raise InputError(f"{what} {_name(path)} has more than {most} bytes; {advice}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{what} {_name(path)} is no text; {advice}") from error


class _Draft:
    """A file that has no name yet."""

    def __init__(self, path: Path, other: BinaryIO, *, force: bool) -> None:
        if str(path) == "-":
            raise InputError("standard output is not supported; give the name of a file.")
        with told(path):
            self._target = Path(os.path.realpath(path))
            _check_target(path, self._target, other, force)
        self._path = path
        self._force = force
        self._named = False
        self._draft = self._target.parent / f".roundel-{secrets.token_hex(8)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with told(path):
            self._descriptor = os.open(self._draft, flags, 0o600)

    def write(self, data: Data) -> None:
        rest = memoryview(data)
        with told(self._path):
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def store(self) -> None:
        with told(self._path):
            os.fsync(self._descriptor)

    def take_name(self) -> None:
        with told(self._path):
            if self._force:
                self._draft.replace(self._target)
            else:
                _take_name(self._draft, self._target, self._path)
                self._named = True

    def lose_name(self) -> None:
        """Take back the name, where it is nobody else's."""
        ours = False
        with suppress(OSError):
            ours = os.path.samestat(self._target.stat(), os.fstat(self._descriptor))
        if self._named and ours:
            with told(self._path):
                self._target.unlink()

    def drop(self) -> None:
        self._draft.unlink(missing_ok=True)
        os.close(self._descriptor)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn errors of the system while `path` is written into errors for the user.

    InputError if the place cannot be used, FailureError if writing fails.
    """
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        if isinstance(error, (ValueError, *_UNUSABLE)) or error.errno in _UNUSABLE_NUMBERS:
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
    if stat.S_ISDIR(mode):
        return "a directory"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def _name(path: Path) -> str:
    text = str(path)
    return text if text.isprintable() else repr(text)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or "") if isinstance(error, OSError) else str(error)
