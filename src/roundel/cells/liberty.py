# SPDX-License-Identifier: Apache-2.0
"""What Yosys does not pass on of a liberty file: its head, and marks of its cells."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.cells.groups import Group, bare, read_groups
from roundel.errors import InputError

__all__ = ["Liberty", "number", "read_liberty"]


@dataclass(frozen=True)
class Liberty:
    """A liberty file's text, as far as it is read here.

    Attributes:
        name: Of the library.
        head: Its own simple attributes, not those of its groups.
        wire_loads: The names of its models of wires.
        unused: Cells that it says not to use (`dont_use`).
        timed: Cells that it tells delays of.
        loads: What an output may drive, in farads, by cell and pin, where it tells that.
    """

    name: str
    head: Mapping[str, str]
    wire_loads: frozenset[str]
    unused: frozenset[str]
    timed: frozenset[str]
    loads: Mapping[str, Mapping[str, float]]

    @property
    def conditions(self) -> str:
        """The conditions that the library was characterised for."""
        told = [
            self.head.get("default_operating_conditions", ""),
            *(
                f"{number(self.head[key]):g}{unit}"
                for key, unit in (("nom_voltage", " V"), ("nom_temperature", " C"))
                if number(self.head.get(key, "")) is not None
            ),
        ]
        return ", ".join(text for text in told if text) or "not told"

    @property
    def time_unit(self) -> float:
        """Its unit of time in ns, 1 where it tells none."""
        found = _TIME.fullmatch(self.head.get("time_unit", "").strip())
        return float(found[1]) * (1e-3 if found[2] == "ps" else 1.0) if found else 1.0

    @property
    def wire_load(self) -> str:
        """The model of wires that it applies by itself; empty if it names none that it has."""
        named = self.head.get("default_wire_load", "")
        return named if named in self.wire_loads else ""


_ATTRIBUTE = re.compile(r'(\w+)\s*:\s*(?:"([^"]*)"|([^;\s]+))')
_TIME = re.compile(r"(\d+)\s*(ns|ps)")
_LOAD_UNIT = re.compile(
    r'\bcapacitive_load_unit\s*\(\s*"?([\d.]+)"?\s*,\s*"?([fp])f"?\s*\)', re.IGNORECASE
)
_FARADS = {"f": 1e-15, "p": 1e-12}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def number(text: str) -> float | None:
    """A number as these files have it; None of anything else."""
    value = float(text) if _NUMBER.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None


def read_liberty(text: str, path: Path) -> Liberty:
    """Read a liberty file's text.

    Args:
        text: The text.
        path: Its file, for messages.

    Raises:
        InputError: It is no liberty file, has more than one library, or its braces do not close.
    """
    text = bare(text)
    file, whole = read_groups(text)
    libraries = list(file.of("library"))
    if not libraries or file.groups[0] is not libraries[0]:
        raise InputError(
            f"{path} is no liberty file: it has no library; give one as cells:PATH.lib."
        )
    if not whole:
        raise InputError(
            f"the liberty file {path} is not whole: its braces do not close; give a whole file."
        )
    if len(libraries) > 1:
        names = " and ".join(group.name for group in libraries[:2])
        raise InputError(f"{path} has the libraries {names}; give a file with one.")
    (library,) = libraries
    cells = {cell.name: cell for cell in library.of("cell")}
    told = library.own(text)
    head = _attributes(told)
    return Liberty(
        name=library.name,
        head=head,
        wire_loads=frozenset(group.name for group in library.of("wire_load")),
        unused=frozenset(
            name
            for name, cell in cells.items()
            if _attributes(cell.own(text)).get("dont_use", "").lower() == "true"
        ),
        timed=frozenset(name for name, cell in cells.items() if cell.has("timing")),
        loads={name: dict(_loads(text, cell, told, head)) for name, cell in cells.items()},
    )


def _attributes(own: str) -> dict[str, str]:
    """The simple attributes in a group's own text."""
    return {key: quoted or plain for key, quoted, plain in _ATTRIBUTE.findall(own)}


def _loads(
    text: str, cell: Group, told: str, head: Mapping[str, str]
) -> Iterable[tuple[str, float]]:
    """What a cell's outputs may drive, of a library with that text and these attributes."""
    unit = _LOAD_UNIT.search(told)
    if unit is None:
        return
    farads = float(unit[1]) * _FARADS[unit[2].lower()]
    for pin in cell.of("pin"):
        own = _attributes(pin.own(text))
        limit = number(own.get("max_capacitance", head.get("default_max_capacitance", "")))
        if limit is not None and limit > 0 and own.get("direction") == "output":
            for name in pin.name.split(","):
                yield name.strip().strip('"'), limit * farads
