# SPDX-License-Identifier: Apache-2.0
"""What Yosys does not pass on of a liberty file: its head, and marks of its cells."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from roundel.errors import InputError

__all__ = ["COMMENT", "TOKEN", "Liberty", "number", "read_liberty"]


@dataclass(frozen=True)
class Liberty:
    """A liberty file's text, as far as it is read here.

    Attributes:
        name: Of the library.
        head: Its own simple attributes, not those of its groups.
        wire_loads: The names of its models of wires.
        unused: Cells that it says not to use (`dont_use`).
        timed: Cells that it tells delays of.
    """

    name: str
    head: Mapping[str, str]
    wire_loads: frozenset[str]
    unused: frozenset[str]
    timed: frozenset[str]

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


# What braces are among: a comment or a quoted text may have some that open and close nothing.
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|[{}]', re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_GROUP = re.compile(r'\b(\w+)\s*\(\s*("[^"]*"|[^")]*?)\s*\)\s*$')
_ATTRIBUTE = re.compile(r'(\w+)\s*:\s*(?:"([^"]*)"|([^;\s]+))')
_UNUSED = re.compile(r'\bdont_use\s*:\s*"?true\b', re.IGNORECASE)
_TIME = re.compile(r"(\d+)\s*(ns|ps)")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


@dataclass
class _Reading:
    """What is known so far."""

    libraries: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    wire_loads: set[str] = field(default_factory=set)
    unused: set[str] = field(default_factory=set)
    timed: set[str] = field(default_factory=set)

    def text(self, groups: list[tuple[str, str]], text: str) -> None:
        """Text between two braces, within groups."""
        if len(groups) == 1:
            self.own.append(text)
        elif len(groups) == 2 and groups[1][0] == "cell" and _unused(text):
            self.unused.add(groups[1][1])

    def opened(self, groups: list[tuple[str, str]]) -> None:
        """The last one of groups was opened."""
        kind, name = groups[-1]
        if len(groups) == 1 and kind == "library":
            self.libraries.append(name)
        elif len(groups) == 2 and kind == "wire_load":
            self.wire_loads.add(name)
        elif len(groups) > 2 and kind == "timing" and groups[1][0] == "cell":
            self.timed.add(groups[1][1])


def _unused(text: str) -> bool:
    return "dont_use" in text and _UNUSED.search(COMMENT.sub(" ", text)) is not None


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
    reading = _Reading()
    groups: list[tuple[str, str]] = []
    last = 0
    for token in TOKEN.finditer(text):
        mark = token.group()
        if mark not in "{}":
            continue
        between = text[last : token.start()]
        last = token.end()
        reading.text(groups, between)
        if mark == "{":
            head = _GROUP.search(COMMENT.sub(" ", between).strip())
            groups.append((head[1], head[2].strip('"').strip()) if head else ("", ""))
            reading.opened(groups)
            if not reading.libraries:
                break
        elif groups:
            groups.pop()
        else:
            groups.append(("", ""))  # closed more often than opened
            break
    if not reading.libraries:
        raise InputError(
            f"{path} is no liberty file: it has no library; give one as cells:PATH.lib."
        )
    if groups:
        raise InputError(
            f"the liberty file {path} is not whole: its braces do not close; give a whole file."
        )
    if len(reading.libraries) > 1:
        raise InputError(
            f"{path} has the libraries {' and '.join(reading.libraries[:2])}; give a file with one."
        )
    found = _ATTRIBUTE.findall(COMMENT.sub(" ", "\n".join(reading.own)))
    return Liberty(
        name=reading.libraries[0],
        head={key: quoted or plain for key, quoted, plain in found},
        wire_loads=frozenset(reading.wire_loads),
        unused=frozenset(reading.unused),
        timed=frozenset(reading.timed),
    )
