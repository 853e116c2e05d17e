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
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from roundel.base.errors import FailureError
from roundel.cells.liberty_groups import Group, bare, read_groups

__all__ = ["with_mean_energies"]

_ENERGY = "internal_power"
_ATTRIBUTE = re.compile(r'\b(related_pin|related_pg_pin)\s*:\s*"?([^";]+?)"?\s*;')
_AXIS = re.compile(r'\b(index_[12])\s*\(\s*("[^"]*")\s*\)\s*;')
_VALUES = re.compile(r"\bvalues\s*\((.*?)\)\s*;", re.DOTALL)
_ROW = re.compile(r'"([^"]*)"')


@dataclass(frozen=True)
class _Table:
    """Energies: template, axes as text, rows."""

    template: str
    axes: tuple[tuple[str, str], ...]
    rows: NDArray[np.float64]


def with_mean_energies(text: str) -> str:
    """A liberty file's text with one energy for each pin that has any, and without comments.

    Args:
        text: The text, one that `roundel.cells.liberty` takes.

    Raises:
        FailureError: An energy's table cannot be read, or those of a pin have different axes.
    """
    text = bare(text)
    file, _ = read_groups(text)
    cells = [cell for library in file.of("library") for cell in library.of("cell")]
    made, done = [], 0
    for pin in (pin for cell in cells for pin in cell.of("pin")):
        energies = list(pin.of(_ENERGY))
        for place, group in enumerate(energies):
            made.append(text[done : group.start])
            if place == 0:
                made.append(_mean(text, pin.name, energies))
            done = group.end
    return "".join([*made, text[done:]])


def _mean(text: str, pin: str, groups: Sequence[Group]) -> str:
    """One group of energies in place of a pin's, for each supply that is told."""
    by_supply: dict[str, list[tuple[str, dict[str, _Table]]]] = defaultdict(list)
    for group in groups:
        told = dict(_ATTRIBUTE.findall(group.own(text)))
        tables = {item.kind: _table(item.own(text), item.name, pin) for item in group.groups}
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


def _table(body: str, template: str, pin: str) -> _Table:
    values = _VALUES.search(body)
    try:
        rows = np.array(
            [list(map(float, row.replace(",", " ").split())) for row in _ROW.findall(values[1])]  # type: ignore[index]
        )
    except (TypeError, ValueError) as error:
        raise FailureError(
            f"an energy of pin {pin} in the library cannot be read, so no power is told."
        ) from error
    return _Table(template, tuple(_AXIS.findall(body)), rows)


def _written(kind: str, tables: Sequence[_Table], count: int, pin: str) -> str:
    """The mean of tables, of `count` energies of which some may lack it."""
    axes = {(table.axes, table.rows.shape) for table in tables if table.rows.any()}
    if len(axes) > 1:
        raise FailureError(
            f"energies of pin {pin} in the library have different axes, which is not known "
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
