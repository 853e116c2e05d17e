# SPDX-License-Identifier: Apache-2.0
"""Read the store of characterised designs: a directory with a head and files of JSON lines."""

import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from roundel.base.errors import InputError
from roundel.characterised.faults import (
    fault_of_config,
    fault_of_head,
    fault_of_row,
    fault_of_values,
)
from roundel.characterised.row import SCHEMA, Candidate, Head, PacketRate, Row, structure_of

DATA = Path(__file__).parent / "data"
HEAD = "head.json"
PACKETS = "packets.jsonl"
CANDIDATES = "candidates.jsonl"

_REMEDY = "restore the file, or rebuild the designs with scripts/characterise.py"

_Model = TypeVar("_Model", Row, Candidate, PacketRate)
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
    places: dict[str, str] = {}
    for path in sorted(directory.glob("*.jsonl")):
        if path.name not in (PACKETS, CANDIDATES):
            rows += _lines(path, Row, functools.partial(fault_of_row, head), places)
    candidates = _lines(
        directory / CANDIDATES, Candidate, lambda item: fault_of_config(head, item), {}
    )
    packets = _lines(
        directory / PACKETS, PacketRate, lambda rate: fault_of_values(rate.structure), {}
    )
    return Designs(head, tuple(rows), tuple(packets), tuple(candidates))


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
        raise InputError(f"{path} is not JSON ({error}); {_REMEDY}.") from error
    found = values.get("schema") if isinstance(values, dict) else None
    if found != SCHEMA:
        raise InputError(
            f"the designs in {directory} have the version {found!r}, but this Roundel reads "
            f"{SCHEMA!r}; use the Roundel that wrote them, or rebuild them."
        )
    try:
        head = Head(**values)
    except ValidationError as error:
        raise InputError(f"{path} is damaged: {_first(error)}; {_REMEDY}.") from error
    fault = fault_of_head(head)
    if fault is not None:
        raise InputError(f"{path} is damaged: {fault}; {_REMEDY}.")
    return head


def _lines(
    path: Path,
    model: type[_Model],
    fault_of: Callable[[_Model], str | None],
    places: dict[str, str],
) -> Iterator[_Model]:
    """The objects in the lines of a file; `places` has the file and line of each earlier object."""
    if not path.is_file():
        return
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 ({error.reason}); {_REMEDY}.") from error
    for number, line in enumerate(lines, 1):
        try:
            found = model.model_validate_json(line)
        except ValidationError as error:
            raise InputError(
                f"{path}, line {number}, is no row of characterised designs: {_first(error)}; "
                f"{_REMEDY}."
            ) from error
        fault = fault_of(found)
        if fault is not None:
            raise InputError(f"{path}, line {number}: {fault}; {_REMEDY}.")
        place = places.setdefault(found.key, f"{path.name}, line {number}")
        if place != f"{path.name}, line {number}":
            raise InputError(
                f"{path}, line {number}: {place} has the same design; remove one of the two lines."
            )
        yield found


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg'].lower()}" if where else first["msg"].lower()
