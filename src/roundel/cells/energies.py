# SPDX-License-Identifier: Apache-2.0
"""A liberty file whose energies OpenSTA 2019 applies as they are meant.

A liberty file tells the energy inside a cell for a change of a pin, often several times: for each
input that may have caused it (`related_pin`) and each state of the others (`when`). One of them is
spent. OpenSTA 2019 (search/Power.cc, `findInternalPower`) adds those of all related pins, guesses
some states from the function and then leaves the change that was counted out, and takes half of
what has no condition, but of clocks the whole. Here every pin has one energy, the mean of those
that are told, under a condition that always holds: of that it takes the energy of a rise and of a
fall for each change, of which one is spent, whatever the pin (`roundel.cells.power` halves it).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from roundel.cells.liberty import COMMENT, TOKEN
from roundel.errors import FailureError

__all__ = ["with_mean_energies"]

_HEAD = re.compile(r"(\w+)\s*\(([^()]*)\)\s*$")
_ATTRIBUTE = re.compile(r'\b(related_pin|related_pg_pin)\s*:\s*"?([^";]+?)"?\s*;')
_AXIS = re.compile(r'\b(index_[12])\s*\(\s*("[^"]*")\s*\)\s*;')
_VALUES = re.compile(r"\bvalues\s*\((.*?)\)\s*;", re.DOTALL)
_ROW = re.compile(r'"([^"]*)"')


@dataclass
class _Group:
    """A group of which the end was not read yet.

    Attributes:
        kind: Before its parentheses.
        name: Within them.
        start: Where its head begins.
        begin: Behind its opening brace.
        found: Of a pin its energies, of an energy its tables.
        end: Behind its closing brace, once that was read.
    """

    kind: str
    name: str
    start: int
    begin: int
    found: list["_Group"] = field(default_factory=list)
    end: int = 0


@dataclass(frozen=True)
class _Table:
    """Energies: template, axes as text, rows."""

    template: str
    axes: tuple[tuple[str, str], ...]
    rows: NDArray[np.float64]


def with_mean_energies(text: str) -> str:
    """A liberty file's text with one energy for each pin that has any.

    Args:
        text: The text, one that `roundel.cells.liberty` takes.

    Raises:
        FailureError: An energy's table cannot be read, or those of a pin have different axes.
    """
    made, done = [], 0
    for pin in _pins(text):
        first = pin.found[0]
        made += [text[done : first.start], _mean(text, pin)]
        done = first.end
        for group in pin.found[1:]:
            made.append(text[done : group.start])
            done = group.end
    return "".join([*made, text[done:]])


def _pins(text: str) -> Iterator[_Group]:
    """The pins of cells that have energies, in order."""
    groups: list[_Group] = []
    last = 0
    for token in TOKEN.finditer(text):
        mark = token.group()
        if mark not in "{}":
            continue
        if mark == "{":
            head = _HEAD.search(text, last, token.start())
            kind, name = (head[1], head[2].strip()) if head else ("", "")
            start = head.start() if head else token.start()
            groups.append(_Group(kind, name, start, token.end()))
        elif groups:
            group = groups.pop()
            group.end = token.end()
            around = [item.kind for item in groups[1:]]
            energy = around == ["cell", "pin"] and group.kind == "internal_power"
            if energy or around == ["cell", "pin", "internal_power"]:
                groups[-1].found.append(group)
            elif around == ["cell"] and group.kind == "pin" and group.found:
                yield group
        last = token.end()


def _mean(text: str, pin: _Group) -> str:
    """One group of energies in place of a pin's, for each supply that is told."""
    by_supply: dict[str, list[tuple[str, dict[str, _Table]]]] = defaultdict(list)
    for group in pin.found:
        own = COMMENT.sub(" ", text[group.begin : group.end])
        told = dict(_ATTRIBUTE.findall(own))
        tables = {item.kind: _table(text, item, pin) for item in group.found}
        if "power" in tables:
            tables |= {"rise_power": tables["power"], "fall_power": tables["power"]}
        by_supply[told.get("related_pg_pin", "")].append((told.get("related_pin", ""), tables))
    parts = []
    for supply, energies in by_supply.items():
        related = next((name.split()[0] for name, _ in energies if name), "")
        parts.append("internal_power () {")
        parts += [f'  related_pg_pin : "{supply}";'] * bool(supply)
        parts += [f'  related_pin : "{related}";'] * bool(related)
        parts.append('  when : "1";')
        for kind in ("rise_power", "fall_power"):
            found = [tables[kind] for _, tables in energies if kind in tables]
            if found:
                parts.append(_written(kind, found, len(energies), pin))
        parts.append("}")
    return "\n".join(parts)


def _table(text: str, group: _Group, pin: _Group) -> _Table:
    body = COMMENT.sub(" ", text[group.begin : group.end])
    values = _VALUES.search(body)
    try:
        rows = np.array(
            [list(map(float, row.replace(",", " ").split())) for row in _ROW.findall(values[1])]  # type: ignore[index]
        )
    except (TypeError, ValueError) as error:
        raise FailureError(
            f"an energy of pin {pin.name} in the library cannot be read, so no power is told."
        ) from error
    return _Table(group.name, tuple(_AXIS.findall(body)), rows)


def _written(kind: str, tables: Sequence[_Table], count: int, pin: _Group) -> str:
    """The mean of tables, of `count` energies of which some may lack it."""
    axes = {(table.axes, table.rows.shape) for table in tables if table.rows.any()}
    if len(axes) > 1:
        raise FailureError(
            f"energies of pin {pin.name} in the library have different axes, which is not known "
            "here, so no power is told."
        )
    if not axes:
        return f'  {kind} (scalar) {{ values ("0.0"); }}'
    like = next(table for table in tables if table.rows.any())
    rows = sum((table.rows for table in tables if table.rows.any()), np.zeros(like.rows.shape))
    shown = ", ".join(
        '"' + ", ".join(f"{value:.6g}" for value in row) + '"' for row in rows / count
    )
    head = "".join(f" {name} ({axis});" for name, axis in like.axes)
    return f"  {kind} ({like.template}) {{{head} values ({shown}); }}"
