# SPDX-License-Identifier: Apache-2.0
"""Results of jobs, kept by content in one SQLite file.

A row is the result of one job. The key of a row contains all inputs of the result, so a row is
never wrong, and several commands can share a store. Each row is committed at the end of its job,
so finished results survive any end of the process.

A sweep locks a file beside its store to exclude other sweeps; the system releases
the lock of a dead process. Commands without a store of their own share a store without a lock. A
refused command leaves no new store behind.
"""

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import MISSING, astuple, dataclass, fields
from pathlib import Path
from typing import Literal, Self, cast

import platformdirs
from pydantic import Field

from roundel.base import cache
from roundel.base.errors import InputError, MachineError
from roundel.base.record import Part

VERSION = 2
_APPLICATION = 0x526E6431  # "Rnd1", in the head of the file

_UNLOCKABLE = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
_MANY = 500  # SQLite accepts at least 999 values in a query


@dataclass(frozen=True)
class Row:
    """The result of one job."""

    key: str  # a digest of all inputs of the result
    step: str  # the job's kind, for example "map", "route", "cells" or "verify"
    # "done"; "failed"; or "impossible": the RTL refuses the configuration.
    status: Literal["done", "failed", "impossible"]
    name: str  # the name of the configuration at the time of the job
    parameters: str  # the parameters of the configuration, as JSON
    target: str = ""  # the part, or the library in the user's notation; empty without a target
    seed: int = 0  # the placer's seed; 0 without a seed
    tools: str = "{}"  # versions of the tools on `host` by name, as JSON
    result: str = ""  # the figures as JSON; empty unless done
    error: str = ""  # the reason of a failure in one sentence; otherwise empty
    log: str = ""  # the end of the failed tool's log
    log_path: str = ""  # the path of the complete log on `host`
    seconds: float = 0.0  # from the job's start to its end
    finished: str = ""  # the time of the end in UTC, in the format of ISO 8601
    cpu_seconds: float = 0.0  # processor time of the job and its tools
    host: str = ""  # the machine that ran the job


_COLUMNS = [field.name for field in fields(Row)]
_TYPES = {int: "INTEGER", float: "REAL"}
_DEFINITIONS = [
    f"{field.name} {_TYPES.get(cast(type, field.type), 'TEXT')} NOT NULL"
    + ("" if field.default is MISSING else f" DEFAULT {field.default!r}")
    for field in fields(Row)
]
_LATER = 2  # how many of the last columns are missing in a store of version 1
_SCHEMA = f"CREATE TABLE step ({', '.join(_DEFINITIONS)}, PRIMARY KEY (key)) WITHOUT ROWID"


def default_store(name: str) -> Path:
    """The default store of a space or a command, in the user's data directory."""
    return Path(platformdirs.user_data_path("roundel")) / "explore" / f"{name}.sqlite"


def check_directory(path: Path) -> None:
    """Raise an InputError if the directory of a user's store does not exist."""
    if not path.resolve().parent.is_dir():
        raise InputError(
            f"there is no directory {path.parent} to write {path.name} to; "
            "make the directory first."
        )


def read_rows(path: Path) -> list[Row]:
    """All rows of a store, the oldest first; the store stays unchanged, and may be in use.

    InputError if the file is unreadable, is no store, or has a later version.
    """
    try:
        path.open("rb").close()
    except OSError as error:
        raise InputError(
            f"cannot read the store {path} ({error.strerror}); give another file."
        ) from error
    with (
        _reported(path),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base,
    ):
        version = _version_of(base, path)
        columns = ",".join(_COLUMNS if version == VERSION else _COLUMNS[:-_LATER])
        found = base.execute(f"SELECT {columns} FROM step ORDER BY finished, key")  # noqa: S608
        return [Row(*row) for row in found]


def _version_of(base: sqlite3.Connection, path: Path) -> int:
    """The version of a store, 1 or `VERSION`; InputError for another version or program."""
    ((application,),) = base.execute("PRAGMA application_id").fetchall()
    ((version,),) = base.execute("PRAGMA user_version").fetchall()
    if application != _APPLICATION:
        raise InputError(
            f"{path} is a database of another program, not a store; give another file."
        )
    if version not in (1, VERSION):
        raise InputError(
            f"the store {path} has version {version}, but this Roundel uses version {VERSION}; "
            "give another file, or use the Roundel that wrote the store."
        )
    return int(version)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Report an error of SQLite in one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        number = getattr(error, "sqlite_errorcode", 0) & 0xFF
        known = _ERRORS.get(number)
        if known is None:
            raise
        kind, text = known
        raise kind(text.format(path=path, error=error)) from error


_ERRORS: dict[int, tuple[type[InputError | MachineError], str]] = {
    sqlite3.SQLITE_NOTADB: (InputError, "{path} is not a store of Roundel; give another file."),
    sqlite3.SQLITE_CORRUPT: (
        InputError,
        "{path} is not a store of Roundel, or is damaged ({error}); give another file.",
    ),
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM),
        (InputError, "cannot write the store {path} ({error}); give another file."),
    ),
    **dict.fromkeys(
        (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
        (
            MachineError,
            "cannot write the store {path} ({error}); free disk space: finished runs are kept.",
        ),
    ),
    **dict.fromkeys(
        (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
        (
            MachineError,
            "another program uses the store {path}; end the program, or give another file.",
        ),
    ),
}


class Store:
    """A store, open for one run; a context manager.

    A missing file is created with its directory. A new store is removed after an `InputError`,
    unless it contains results of tools. An `exclusive` store refuses another process that writes
    the store. Otherwise both processes write, and equal jobs may run twice.

    Raises:
        InputError: The store is not writable, is no store, or has another version.
        MachineError: Another run uses the store, or the disk is full.
    """

    def __init__(self, path: Path, *, exclusive: bool = True) -> None:
        self.path = path
        with ExitStack() as stack:
            self._lock(stack, exclusive)
            self._new = exclusive and not path.exists()
            with _reported(self.path):
                self._base = sqlite3.connect(path, timeout=10.0, isolation_level=None)
                stack.callback(self._base.close)
                self._prepare()
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Close and unlock the store; remove a new store if its run was refused."""
        with self._stack:
            refused = kind is not None and issubclass(kind, InputError)
            if self._new and refused and not self._has_results():
                self._base.close()
                self.path.resolve().unlink(missing_ok=True)

    def _has_results(self) -> bool:
        """Whether a tool was run for any row; the RTL's objections are quickly found again."""
        with _reported(self.path):
            ((count,),) = self._base.execute(
                "SELECT count(*) FROM step WHERE status != 'impossible'"
            ).fetchall()
        return bool(count)

    def get(self, keys: Iterable[str]) -> dict[str, Row]:
        """The stored rows, by key."""
        wanted, found = list(dict.fromkeys(keys)), {}
        for first in range(0, len(wanted), _MANY):
            part = wanted[first : first + _MANY]
            marks = ",".join("?" * len(part))
            columns = ",".join(_COLUMNS)
            with _reported(self.path):
                rows = self._base.execute(
                    f"SELECT {columns} FROM step WHERE key IN ({marks})",  # noqa: S608 (our words)
                    part,
                ).fetchall()
            found.update({row[0]: Row(*row) for row in rows})
        return found

    def put(self, *rows: Row) -> None:
        """Keep all rows or none; a row replaces a row of equal key. MachineError on a full disk."""
        marks = ",".join("?" * len(_COLUMNS))
        with _reported(self.path), self._transaction():
            self._base.executemany(
                f"INSERT OR REPLACE INTO step VALUES ({marks})",  # noqa: S608 (our words)
                [astuple(row) for row in rows],
            )

    def _lock(self, stack: ExitStack, exclusive: bool) -> None:
        """Check that the store is writable, and lock an exclusive store."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.is_dir():
                raise InputError(f"the store {self.path} is a directory; give the name of a file.")
            if self.path.exists() and not os.access(self.path, os.W_OK):
                raise PermissionError(0, "read-only")
            # One lock per file, independent of its names.
            lock = cache.locked_at_once(self.path.resolve())
            held = not exclusive or stack.enter_context(lock)
        except OSError as error:
            if error.errno in _UNLOCKABLE:
                raise MachineError(
                    f"the store {self.path} cannot be locked on its file system "
                    f"({error.strerror}); give a file on another file system."
                ) from error
            raise InputError(
                f"cannot write the store {self.path} ({error.strerror}); give another file."
            ) from error
        if not held:
            raise MachineError(
                f"another run uses the store {self.path}; wait for its end, or give another file."
            )

    def _prepare(self) -> None:
        """Create a new store, or check the version of the store."""
        with self._transaction():
            ((application,),) = self._base.execute("PRAGMA application_id").fetchall()
            ((tables,),) = self._base.execute("SELECT count(*) FROM sqlite_master").fetchall()
            if not tables and not application:
                self._base.execute(_SCHEMA)
                self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
            elif _version_of(self._base, self.path) == VERSION:
                return
            else:
                for column in _DEFINITIONS[-_LATER:]:
                    self._base.execute(f"ALTER TABLE step ADD COLUMN {column}")
            self._base.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit all inner statements, or none."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            raise


def as_json(values: object) -> str:
    """The JSON text of a column, in a unique notation."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"))


class MergeRecord(Part):
    """The result of a merge.

    Attributes:
        store: The written store.
        added: Results that were missing in the store.
        replaced: Failures that were replaced by a finished result.
        kept: Results that were already in the store.
    """

    schema_: Literal["roundel.merge/1"] = Field(default="roundel.merge/1", alias="schema")
    store: str
    added: int = 0
    replaced: int = 0
    kept: int = 0


def merge(target: Path, sources: Sequence[Path]) -> MergeRecord:
    """Copy the results of stores to another store; a finished result replaces a failed result.

    Raises:
        InputError: A source is missing, is no store, has another version, or is the target.
        MachineError: Another process writes the target, or the disk is full.
    """
    for source in sources:
        if not source.exists():
            raise InputError(f"there is no store {source}; give the files of earlier sweeps.")
        if target.exists() and source.samefile(target):
            raise InputError(f"{source} is also the target; name each file once.")
    added = replaced = kept = 0
    with Store(target) as out:
        for source in sources:
            rows = read_rows(source)
            known = out.get(row.key for row in rows)
            new = [row for row in rows if row.key not in known]
            failed = {key for key, row in known.items() if row.status == "failed"}
            better = [row for row in rows if row.status == "done" and row.key in failed]
            out.put(*new, *better)
            added += len(new)
            replaced += len(better)
            kept += len(rows) - len(new) - len(better)
    return MergeRecord(store=str(target), added=added, replaced=replaced, kept=kept)
