# SPDX-License-Identifier: Apache-2.0
"""Read the store of characterised designs: a directory with a head and files of JSON lines."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from roundel.base.errors import InputError
from roundel.characterised.row import SCHEMA, Candidate, Head, PacketRate, Row, structure_of

DATA = Path(__file__).parent / "data"
HEAD = "head.json"
PACKETS = "packets.jsonl"
CANDIDATES = "candidates.jsonl"

_Model = TypeVar("_Model", bound=BaseModel)
Fields = dict[str, int | str]


@dataclass(frozen=True, eq=False)
class Designs:
    """The content of a store; two objects are equal only if they are the same object."""

    head: Head
    rows: tuple[Row, ...]
    packets: tuple[PacketRate, ...]
    candidates: tuple[Candidate, ...] = ()

    def fields(self, row: Row | Candidate) -> Fields:
        """All parameters of the top of a row or of a candidate."""
        return {**self.head.defaults[row.top], **row.config}

    def packet_rate(self, fields: Fields) -> PacketRate | None:
        """The packet rates for the parameters of a packet engine; None without a measurement."""
        wanted = structure_of(fields)
        return next((rate for rate in self.packets if rate.structure == wanted), None)


def load_designs(directory: Path = DATA) -> Designs:
    """The store in a directory.

    Raises:
        InputError: The directory is no store, has another version, or a line is unusable.
    """
    head = _head(directory)
    rows: list[Row] = []
    for path in sorted(directory.glob("*.jsonl")):
        if path.name not in (PACKETS, CANDIDATES):
            rows += _lines(path, Row)
    candidates = tuple(_lines(directory / CANDIDATES, Candidate))
    for top in [row.top for row in rows] + [item.top for item in candidates]:
        if top not in head.defaults:
            raise _unknown(directory, "top", top)
    for row in rows:
        if row.target not in head.parts and row.target not in head.libraries:
            raise _unknown(directory, "target", row.target)
    return Designs(head, tuple(rows), tuple(_lines(directory / PACKETS, PacketRate)), candidates)


def _unknown(directory: Path, what: str, name: str) -> InputError:
    return InputError(
        f"a row of the designs in {directory} has the unknown {what} {name!r}; rebuild the designs "
        "with scripts/characterise.py."
    )


def _head(directory: Path) -> Head:
    path = directory / HEAD
    try:
        values: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{directory} has no characterised designs ({path.name}: {error.strerror}); give a "
            "directory that scripts/characterise.py wrote."
        ) from error
    except ValueError as error:
        raise InputError(f"{path} is not JSON ({error}); rebuild the designs.") from error
    found = values.get("schema") if isinstance(values, dict) else None
    if found != SCHEMA:
        raise InputError(
            f"the designs in {directory} have the version {found!r}, but this Roundel reads "
            f"{SCHEMA!r}; use the Roundel that wrote them, or rebuild them."
        )
    try:
        return Head(**values)
    except ValidationError as error:
        raise InputError(f"{path} is damaged: {_first(error)}; rebuild the designs.") from error


def _lines(path: Path, model: type[_Model]) -> Iterator[_Model]:
    if not path.is_file():
        return
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 ({error.reason}); rebuild the designs.") from error
    for number, line in enumerate(lines, 1):
        try:
            yield model.model_validate_json(line)
        except ValidationError as error:
            raise InputError(
                f"{path}, line {number}, is no row of characterised designs: {_first(error)}; "
                "rebuild the designs."
            ) from error


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg'].lower()}" if where else first["msg"].lower()
