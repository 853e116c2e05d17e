# SPDX-License-Identifier: Apache-2.0
"""Files that a user names: reading inputs, and writing a set of outputs atomically."""

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

# Errors of an unusable output path; other errors during writing are failures.
_UNUSABLE = (PermissionError, FileNotFoundError, NotADirectoryError)
_UNUSABLE_NUMBERS = {errno.EROFS, errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL}
# Errors of file systems without hard links.
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}


@contextmanager
def source(path: Path) -> Iterator[tuple[BufferedReader, int]]:
    """A regular file, open for reading, and its size in bytes.

    Standard input is refused: an output is only written after its whole input is read.

    Raises:
        InputError: The file is missing, unreadable or not a regular file.
    """
    try:
        # O_NONBLOCK prevents a block on a FIFO without a writer; regular files ignore the flag.
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
    """Output files that take their names only after all of them are complete.

    Each output grows under a hidden name in its directory. If the block ends without an error, the
    outputs are flushed to disk and take their names; otherwise all drafts are removed. If an output
    cannot take its name, the other outputs lose their names again; a file that `force` replaced is
    lost. Only the owner can read the outputs. A symbolic link stays, and its target is written.
    Without `force` no existing file is replaced, even if the file appears during the run.

    Yields `begin(path, input)`. `begin` opens the output `path`, refuses to replace the open
    `input`, and returns a function that appends to the output.

    Raises:
        InputError: An output path cannot be used.
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


def read_text(path: Path, most: int, subject: str, content: str) -> str:
    """The text of a small file or a pipe, at most `most` bytes of UTF-8.

    Messages use `subject`, for example "the tag file", and `content`, the expected content.

    Raises:
        InputError: The file cannot be read, is too long, or is not text.
    """
    advice = f"give a file with {content}."
    try:
        with path.open("rb") as handle:
            data = handle.read(most + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot read {subject} {_name(path)} ({_reason(error)}); {advice}"
        ) from error
    if len(data) > most:
        raise InputError(f"{subject} {_name(path)} has more than {most} bytes; {advice}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{subject} {_name(path)} is not UTF-8 text; {advice}") from error


class _Draft:
    """An output file under a hidden name."""

    def __init__(self, path: Path, other: BinaryIO, *, force: bool) -> None:
        if str(path) == "-":
            raise InputError("standard output is not supported; give a file name.")
        with write_errors(path):
            self._target = Path(os.path.realpath(path))
            _check_target(path, self._target, other, force)
        self._path = path
        self._force = force
        self._named = False
        self._draft = self._target.parent / f".roundel-{secrets.token_hex(8)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with write_errors(path):
            self._descriptor = os.open(self._draft, flags, 0o600)

    def write(self, data: Data) -> None:
        rest = memoryview(data)
        with write_errors(self._path):
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def store(self) -> None:
        with write_errors(self._path):
            os.fsync(self._descriptor)

    def take_name(self) -> None:
        with write_errors(self._path):
            if self._force:
                self._draft.replace(self._target)
            else:
                _take_name(self._draft, self._target, self._path)
                self._named = True

    def lose_name(self) -> None:
        """Remove the final name, unless another process has replaced the file."""
        ours = False
        with suppress(OSError):
            ours = os.path.samestat(self._target.stat(), os.fstat(self._descriptor))
        if self._named and ours:
            with write_errors(self._path):
                self._target.unlink()

    def drop(self) -> None:
        self._draft.unlink(missing_ok=True)
        os.close(self._descriptor)


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn system errors during the writing of `path` into errors for the user.

    InputError if the path cannot be used, FailureError if writing fails.
    """
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        if isinstance(error, (ValueError, *_UNUSABLE)) or error.errno in _UNUSABLE_NUMBERS:
            raise InputError(
                f"cannot write {_name(path)} ({_reason(error)}); give a writable path."
            ) from error
        raise FailureError(
            f"writing {path} failed ({_reason(error)}); free some space or give another path."
        ) from error


def _check_target(path: Path, target: Path, other: BinaryIO, force: bool) -> None:
    """Refuse an output path that would replace a protected file."""
    try:
        status = target.stat()
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise InputError(
                f"the directory {path.parent} of {path.name} does not exist; create the directory."
            ) from None
        return
    if os.path.samestat(status, os.fstat(other.fileno())):
        raise InputError(f"{path} is also the input; give another file for the output.")
    if not stat.S_ISREG(status.st_mode):
        raise InputError(f"{path} is {_kind(status.st_mode)}; give a file name.")
    if not force:
        raise InputError(_exists(path))


def _take_name(draft: Path, target: Path, path: Path) -> None:
    try:
        try:
            os.link(draft, target)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            # An empty file reserves the name; the draft then replaces the empty file.
            target.touch(stat.S_IRUSR | stat.S_IWUSR, exist_ok=False)
            try:
                draft.replace(target)
            except BaseException:
                target.unlink(missing_ok=True)
                raise
    except FileExistsError as error:
        raise InputError(_exists(path)) from error


def _exists(path: Path) -> str:
    return f"{path} exists; choose another name, or --force (in Python force=True) to replace it."


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a directory"
    return "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"


def _name(path: Path) -> str:
    text = str(path)
    return text if text.isprintable() else repr(text)


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or "") if isinstance(error, OSError) else str(error)
