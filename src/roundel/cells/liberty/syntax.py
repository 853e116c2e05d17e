# SPDX-License-Identifier: Apache-2.0
"""The syntax of liberty files: statements, parsed with their positions and written in one form.

A file holds groups, `kind (names) { statements }`; simple attributes, `name : value;`; and complex
attributes, `name (values);`. A line break may stand for a missing semicolon, a value may lack its
quotes, and a backslash may continue a line. The written form has none of these variants.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from roundel.base.errors import InputError


@dataclass(slots=True)
class Simple:
    """A simple attribute: `name : value`."""

    name: str
    value: str  # without quotes, words separated by single blanks
    at: int = -1  # the offset of the name in the file


@dataclass(slots=True)
class Complex:
    """A complex attribute: a name, and values in parentheses."""

    name: str
    values: list[str]  # without quotes; a quoted text is one value
    at: int = -1  # the offset of the name in the file


@dataclass(slots=True)
class Group:
    """A group: a kind, names in parentheses, and statements in braces."""

    kind: str
    names: list[str]  # without quotes; a quoted list of names is one text
    items: list["Statement"] = field(default_factory=list)
    at: int = -1  # the offset of the kind in the file

    @property
    def name(self) -> str:
        """The names as one text."""
        return " ".join(self.names)

    @property
    def listed(self) -> list[str]:
        """The names as a list."""
        return self.name.replace(",", " ").split()

    @property
    def simple(self) -> list[Simple]:
        """The simple attributes of the group."""
        return [item for item in self.items if isinstance(item, Simple)]

    def groups(self, *kinds: str) -> Iterator["Group"]:
        """The inner groups of some kinds."""
        return (item for item in self.items if isinstance(item, Group) and item.kind in kinds)

    def find(self, name: str) -> Simple | Complex | None:
        """The last attribute with a name; a later statement replaces an earlier statement."""
        for item in reversed(self.items):
            if not isinstance(item, Group) and item.name == name:
                return item
        return None

    def get(self, name: str, default: str = "") -> str:
        """The value of a simple attribute."""
        found = self.find(name)
        return found.value if isinstance(found, Simple) else default

    def text(self, name: str) -> str:
        """The value of a simple attribute, or the values of a complex one."""
        found = self.find(name)
        return " ".join(found.values) if isinstance(found, Complex) else self.get(name)

    def words(self, name: str) -> list[str]:
        """The words in the value or values of an attribute; empty without the attribute."""
        return self.text(name).replace(",", " ").split()

    def is_true(self, name: str) -> bool:
        """Whether a simple attribute is true."""
        return self.get(name).lower() == "true"


Statement = Simple | Complex | Group

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def number(text: str) -> float | None:
    """A finite number in liberty syntax; None for any other text."""
    value = float(text) if _NUMBER.fullmatch(text) else float("inf")
    return value if abs(value) != float("inf") else None


@dataclass(frozen=True)
class Source:
    """The name of a file in messages, and its text."""

    name: str
    text: str

    def line(self, at: int) -> int:
        """The line number of an offset, from 1."""
        return self.text.count("\n", 0, at) + 1

    def place(self, at: int) -> str:
        """The line of an offset, in words."""
        return f"line {self.line(at)} of {self.name}"


_INSIDE = r'(?:[^"\\]|\\.)*'
_COMMENT = re.compile(rf'"{_INSIDE}(?:"|\Z)|/\*.*?(?:\*/|\Z)|//[^\n]*', re.DOTALL)
_BLANK = re.compile(r"[\s;\\]*")
_OPENS = re.compile(r"[\s\\]*\{")
# A name, or nothing in front of a brace.
_HEAD = re.compile(r'(?:"([^"\n]*)"|([^\s(){}:;"]+)|(?=\{))[^\S\n]*(?:\\?\s*(?=[:({]))?')
# An unquoted value ends at the end of the line, a semicolon or a closing brace.
_VALUE = re.compile(rf'[\s\\]*(?:"({_INSIDE})"|((?:\\\s*\n|[^;\n}}"])*))', re.DOTALL)
_ARGUMENT = re.compile(rf'"({_INSIDE})"|([^\s,()"\\]+)|([()])|[\s,\\]+', re.DOTALL)


def parse(source: Source) -> tuple[list[Statement], bool]:
    """The statements of a file, and whether all braces are closed.

    Raises:
        InputError: The file contains text other than statements.
    """
    text = _COMMENT.sub(
        lambda found: found[0] if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]),
        source.text,
    )
    end, at = len(text), 0
    file = Group("", [])
    open_groups = [file]

    def open_group(kind: str, names: list[str], start: int) -> None:
        group = Group(kind, names, [], start)
        open_groups[-1].items.append(group)
        open_groups.append(group)

    while True:
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if at >= end:
            return file.items, len(open_groups) == 1
        if text[at] == "}":
            at += 1
            if len(open_groups) == 1:
                return file.items, False
            open_groups.pop()
            continue
        head = _HEAD.match(text, at)
        if head is None:
            if text[at] == '"' or not any(isinstance(item, Group) for item in file.items):
                return file.items, False
            raise InputError(
                f"{source.place(at)} is no liberty statement ({text[at : at + 20].split()[0]!r}); "
                "correct the file or give another file."
            )
        name, start = head[1] or head[2] or "", at
        at = head.end()
        mark = text[at] if at < end else ""
        if mark == ":":
            value = _VALUE.match(text, at + 1)
            if value is None:  # a quote that does not close
                return file.items, False
            at = value.end()
            open_groups[-1].items.append(Simple(name, _plain(value[1] or value[2] or ""), start))
        elif mark == "(":
            values, at = _arguments(text, at + 1)
            if at < 0:
                return file.items, False
            opens = _OPENS.match(text, at)
            if opens:
                open_group(name, values, start)
                at = opens.end()
            else:
                open_groups[-1].items.append(Complex(name, values, start))
        elif mark == "{":
            open_group(name, [], start)
            at += 1
        # A word alone, for example in a comment without marks, has no meaning.


def _plain(text: str) -> str:
    """A value with single blanks and without line continuations."""
    if "\\" in text:
        text = re.sub(r"\\\s*\n|\\(?=\s|\Z)", " ", text)
    return " ".join(text.split())


def _arguments(text: str, at: int) -> tuple[list[str], int]:
    """The values in parentheses, from after the opening parenthesis; -1 if it is not closed."""
    values: list[str] = []
    depth, begin, nested = 1, at, False
    while depth:
        found = _ARGUMENT.match(text, at)
        if found is None:
            return values, -1
        at = found.end()
        if found[1] is not None:
            values.append(_plain(found[1]))
        elif found[2]:
            values.append(found[2])
        elif found[3]:
            depth += 1 if found[3] == "(" else -1
            nested = nested or depth > 1
    return [_plain(text[begin : at - 1]).replace('"', "")] if nested else values, at


# Attributes whose value is a text even if the value looks like a number.
_TEXTS = {
    *("function", "when", "related_pin", "related_pg_pin", "clocked_on", "next_state", "clear"),
    *("preset", "default_operating_conditions", "default_wire_load", "default_wire_load_selection"),
}
_QUOTED_ALWAYS = {"values", "index_1", "index_2", "index_3"}


def write(statements: Iterable[Statement], indent: str = "") -> str:
    """The text of statements, in a form with the same meaning for all tools."""
    parts: list[str] = []
    for item in statements:
        if isinstance(item, Simple):
            # OpenSTA rejects a number as a text, and a quoted truth value.
            numeric = number(item.value) is not None and item.name not in _TEXTS
            plain = numeric or item.value in ("true", "false")
            text = item.value if plain else f'"{item.value}"'
            parts.append(f"{indent}{item.name} : {text};\n")
        elif isinstance(item, Complex):
            quoted = item.name in _QUOTED_ALWAYS
            values = (f'"{value}"' if quoted else _word(value) for value in item.values)
            separator = f", \\\n{indent}  " if quoted and len(item.values) > 1 else ", "
            parts.append(f"{indent}{item.name} ({separator.join(values)});\n")
        else:
            head = f"{item.kind} ({', '.join(map(_word, item.names))}) " if item.kind else ""
            inside = write(item.items, indent + "  ")
            parts.append(f"{indent}{head}{{\n{inside}{indent}}}\n")
    return "".join(parts)


def _word(value: str) -> str:
    plain = re.fullmatch(r"[A-Za-z_]\w*", value) or number(value) is not None
    return value if plain else f'"{value}"'
