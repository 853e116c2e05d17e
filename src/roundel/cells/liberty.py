# SPDX-License-Identifier: Apache-2.0
"""What Yosys does not pass on of a liberty file: its head, and marks of its cells."""

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.base.errors import InputError
from roundel.cells.liberty_groups import QUOTED, Group, bare, read_groups

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
        unread: What of that cannot be read, the first of it; empty if all can.
    """

    name: str
    head: Mapping[str, str]
    wire_loads: frozenset[str]
    unused: frozenset[str]
    timed: frozenset[str]
    loads: Mapping[str, Mapping[str, float]]
    unread: str

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


_ATTRIBUTE = re.compile(rf"\b(\w+)\s*:\s*(?:{QUOTED}|([^;\n]*))", re.DOTALL)
_TIME = re.compile(r"(\d+)\s*(ns|ps)")
# Or a quoted text, which may have anything in it.
_LOAD_UNIT = re.compile(rf"{QUOTED}|\bcapacitive_load_unit\s*\(([^)]*)\)", re.DOTALL)
_FARADS = {"ff": 1e-15, "pf": 1e-12}
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
    cells: dict[str, list[Group]] = defaultdict(list)  # by name; one may be told in parts
    for cell in library.of("cell"):
        cells[cell.name].append(cell)
    told = library.own(text)
    head = _attributes(told)
    loads, unread = _loads(text, cells, _load_unit(told), head)
    return Liberty(
        name=library.name,
        head=head,
        wire_loads=frozenset(group.name for group in library.of("wire_load")),
        unused=frozenset(
            name
            for name, parts in cells.items()
            for cell in parts
            if _attributes(cell.own(text)).get("dont_use", "").lower() == "true"
        ),
        timed=frozenset(
            name for name, parts in cells.items() for cell in parts if cell.has("timing")
        ),
        loads=loads,
        unread=unread,
    )


def _attributes(own: str) -> dict[str, str]:
    """The simple attributes in a group's own text."""
    return {key: quoted or plain.strip() for key, quoted, plain in _ATTRIBUTE.findall(own)}


def _load_unit(own: str) -> float | None:
    """The unit of load in farads that a library's own text tells; None of one that is not known."""
    told = next((found[2] for found in _LOAD_UNIT.finditer(own) if found[2] is not None), "1, pf")
    factor, _, unit = re.sub(r'[\s"\\]', "", told).partition(",")
    times, farads = number(factor), _FARADS.get(unit.lower())
    return times * farads if times and times > 0 and farads else None


def _loads(
    text: str, cells: Mapping[str, Sequence[Group]], unit: float | None, head: Mapping[str, str]
) -> tuple[dict[str, dict[str, float]], str]:
    """What the outputs of cells may drive, and what of that cannot be read; a limit of 0 is none.

    Args:
        text: The file.
        cells: By name.
        unit: Of load, in farads.
        head: The library's own attributes, with the limit where a pin tells none.
    """
    found: dict[str, dict[str, float]] = {}
    unread = ""
    for cell, parts in cells.items():
        pins: dict[str, dict[str, str]] = defaultdict(dict)
        for group in (pin for part in parts for pin in part.of("pin")):
            for name in re.split(r"[,\s]+", group.name.replace('"', "")):
                pins[name].update(_attributes(group.own(text)))
        found[cell] = {}
        for name, own in pins.items():
            told = own.get("max_capacitance", head.get("default_max_capacitance", "0"))
            limit = number(told)
            if own.get("direction") not in ("output", "inout") or limit == 0:
                continue
            if limit is None or limit < 0:
                unread = unread or f"{cell}/{name} has the limit {told!r}"
            elif unit is None:
                unread = "its unit of load is neither ff nor pf"
            else:
                found[cell][name] = limit * unit
    return found, unread
