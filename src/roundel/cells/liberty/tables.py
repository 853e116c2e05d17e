# SPDX-License-Identifier: Apache-2.0
"""Tables of liberty files with variables, axes and values; and the mean of energies.

A table names a template and may replace the template's axes. OpenSTA crashes if a table has an axis
and its template has none; OpenSTA also reads an unquoted number as seconds and fills missing values
with zeros. abc aborts if an axis differs in length from the template's. The written tables avoid
these cases.
"""

import itertools
import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from roundel.cells.liberty.syntax import Complex, Group, Simple, Statement, number

_SCALAR = "scalar"
_MOST = 2  # the largest number of variables of a table

LOAD = "total_output_net_capacitance"
DELAY_AXES = frozenset({"input_net_transition", "input_transition_time", LOAD})
CHECK_AXES = frozenset({"constrained_pin_transition", "related_pin_transition"})


class LibertyError(ValueError):
    """An unusable statement. Arguments: the fault in words, and the offset of the statement."""


@dataclass(frozen=True)
class Table:
    """A table; numbers keep their written form."""

    variables: tuple[str, ...]  # the variables of the axes, at most two
    axes: tuple[tuple[str, ...], ...]  # increasing
    values: tuple[str, ...]  # the last axis changes fastest


class Templates:
    """The templates of a written library, one for each set of variables."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # "lu_table_template" or "power_lut_template"
        self._written: dict[tuple[str, ...], tuple[str, tuple[tuple[str, ...], ...]]] = {}

    def group(self, table: Table, kind: str) -> Group:
        """A table as a group of a kind."""
        if not table.axes:
            return Group(kind, [_SCALAR], [Complex("values", list(table.values))])
        if table.variables not in self._written:
            name = f"{'energy' if self.kind.startswith('power') else 'delay'}_{len(self._written)}"
            self._written[table.variables] = (name, table.axes)
        name, axes = self._written[table.variables]
        items = [
            Complex(f"index_{index}", [", ".join(own)])
            for index, (own, common) in enumerate(zip(table.axes, axes, strict=True), 1)
            if own != common
        ]
        width = len(table.axes[-1])
        rows = [
            ", ".join(table.values[first : first + width])
            for first in range(0, len(table.values), width)
        ]
        return Group(kind, [name], [*items, Complex("values", rows)])

    def written(self) -> Iterator[Group]:
        """The templates used by `group`."""
        for variables, (name, axes) in self._written.items():
            yield Group(
                self.kind,
                [name],
                [
                    *(Simple(f"variable_{n}", variable) for n, variable in enumerate(variables, 1)),
                    *(Complex(f"index_{n}", [", ".join(axis)]) for n, axis in enumerate(axes, 1)),
                ],
            )


def read_table(group: Group, templates: Mapping[str, Group], variables: Collection[str]) -> Table:
    """The table in a group, for example of the kind "cell_rise".

    `templates` are the templates of the group's library by name; `variables` are the variables that
    tools accept for an axis of the table.
    """
    found = group.find("values")
    if not isinstance(found, Complex):
        raise LibertyError(f"{group.kind} without values", group.at)
    values = _numbers(group, "values", found.at)
    if group.name == _SCALAR:
        if len(values) != 1:
            raise LibertyError(f"{group.kind} (scalar) with {len(values)} values", found.at)
        return Table((), (), values)
    template = templates.get(group.name)
    if template is None:
        raise LibertyError(
            f"{group.kind} with the template {group.name!r}, which is missing", group.at
        )
    names, axes = [], []
    for index in range(1, 4):
        name = template.get(f"variable_{index}")
        if not name:
            break
        if name not in variables:
            raise LibertyError(
                f"{group.kind} with variable_{index} {name}, unknown to OpenSTA", group.at
            )
        names.append(name)
        axes.append(_axis(group, template, index))
    if not 1 <= len(names) <= _MOST:
        raise LibertyError(f"{group.kind} with {len(names)} variables", group.at)
    if len(values) != math.prod(map(len, axes)):
        sizes = " x ".join(str(len(axis)) for axis in axes)
        raise LibertyError(f"{group.kind} with {len(values)} values instead of {sizes}", found.at)
    return Table(tuple(names), tuple(axes), values)


def _axis(group: Group, template: Group, index: int) -> tuple[str, ...]:
    """An axis of a table: the table's own, or the template's."""
    name = f"index_{index}"
    own = group.find(name)
    at = group.at if own is None else own.at
    axis = _numbers(template if own is None else group, name, at)
    if not axis:
        raise LibertyError(f"{group.kind} without {name}", at)
    if any(not low < high for low, high in itertools.pairwise(map(float, axis))):
        raise LibertyError(f"{name} is not increasing", at)
    return axis


def _numbers(group: Group, name: str, at: int) -> tuple[str, ...]:
    """The numbers of a complex attribute of a table or template."""
    words = group.words(name)
    wrong = next((word for word in words if number(word) is None), None)
    if wrong is not None:
        raise LibertyError(f"{group.kind}: {name} with {wrong!r}, which is not a number", at)
    return tuple(words)


_EDGES = ("rise_power", "fall_power")


def mean_energies(pin: Group, found: Mapping[str, Group], written: Templates) -> Iterator[Group]:
    """The energies of a pin as one group for each supply.

    A liberty file can give several energies for a change of a pin: one for each input that may have
    caused the change (`related_pin`), and one for each state of the other pins (`when`). Each
    change spends one of these energies. OpenSTA 2019 (search/Power.cc, `findInternalPower`) adds
    the energies of all related pins, and guesses some states from the function instead of the
    counted changes. OpenSTA halves an energy without a condition, except a clock's. So the written
    library has one energy for each pin, the mean, under a condition that always holds. OpenSTA then
    adds the energies of a rise and of a fall for each change of any pin. A change spends only one
    of them; `roundel.cells.power` therefore halves the result.

    `found` holds the templates of the pin's library by name; `written` holds the written templates.
    """
    by_supply: dict[str, list[tuple[Group, dict[str, Table]]]] = defaultdict(list)
    for group in pin.groups("internal_power"):
        kinds = group.groups("power", *_EDGES)
        tables = {item.kind: read_table(item, found, DELAY_AXES | CHECK_AXES) for item in kinds}
        if "power" in tables:
            tables = dict.fromkeys(_EDGES, tables["power"])
        by_supply[group.get("related_pg_pin")].append((group, tables))
    for supply, energies in by_supply.items():
        related = [name for group, _ in energies for name in group.words("related_pin")]
        items: list[Statement] = [
            *[Simple("related_pg_pin", supply)] * bool(supply),
            *[Simple("related_pin", name) for name in related[:1]],
            Simple("when", "1"),
        ]
        for kind in _EDGES:
            own = [(group.at, tables[kind]) for group, tables in energies if kind in tables]
            if own:
                items.append(written.group(_mean(own, len(energies), pin.name), kind))
        yield Group("internal_power", [], items)


def _mean(tables: Sequence[tuple[int, Table]], count: int, pin: str) -> Table:
    """The mean of tables with their offsets; an energy without a table counts as zero."""
    nonzero = [(at, table) for at, table in tables if any(map(float, table.values))]
    if not nonzero:
        return Table((), (), ("0.0",))
    axes = {
        (table.variables, *(tuple(map(float, axis)) for axis in table.axes)) for _, table in nonzero
    }
    at, first = nonzero[0]
    if len(axes) > 1:
        raise LibertyError(f"energies of pin {pin} with different axes", at)
    values = np.sum([np.array(table.values, dtype=float) for _, table in nonzero], axis=0) / count
    return Table(first.variables, first.axes, tuple(f"{value:.6g}" for value in values))
