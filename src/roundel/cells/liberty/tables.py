# SPDX-License-Identifier: Apache-2.0
"""Tables of liberty files, each with its variables, axes and values.

A table names a template, of which it may replace the axes. OpenSTA crashes where a template has no
axis and its table has one, takes a number without quotes for seconds and fills missing values with
zeros; abc aborts where an axis has another length than the template's. The written tables have none
of these variants.
"""

import itertools
import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from roundel.cells.liberty.syntax import Complex, Group, Simple, number

_NUMERIC = re.compile(r"[0-9eE.+-]*")  # which `float` alone does not make sure of
_SCALAR = "scalar"
_MOST = 2  # variables that a table may have

LOAD = "total_output_net_capacitance"
DELAY_AXES = frozenset({"input_net_transition", "input_transition_time", LOAD})
CHECK_AXES = frozenset({"constrained_pin_transition", "related_pin_transition"})


class TableError(ValueError):
    """A table cannot be used. Its arguments: what is wrong in words, and the offset of it."""


@dataclass(frozen=True)
class Table:
    """A table; numbers stay as they are written."""

    variables: tuple[str, ...]  # of its axes, at most two
    axes: tuple[tuple[str, ...], ...]  # increasing
    values: tuple[str, ...]  # the last axis changes fastest


class Templates:
    """The templates of a written library, one for each choice of variables.

    The kind is "lu_table_template" or "power_lut_template".
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
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
            Complex(f"index_{place}", [", ".join(own)])
            for place, (own, common) in enumerate(zip(table.axes, axes, strict=True), 1)
            if own != common
        ]
        width = len(table.axes[-1])
        rows = [
            ", ".join(table.values[first : first + width])
            for first in range(0, len(table.values), width)
        ]
        return Group(kind, [name], [*items, Complex("values", rows)])

    def written(self) -> Iterator[Group]:
        """The templates that `group` refers to."""
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

    `templates` are those of the group's library by name; `variables` those that tools accept for an
    axis of such a table.

    Raises:
        TableError: The table cannot be used.
    """
    found = group.find("values")
    if not isinstance(found, Complex):
        raise TableError(f"{group.kind} without values", group.at)
    values = _numbers(group, "values", found.at)
    if group.name == _SCALAR:
        if len(values) != 1:
            raise TableError(f"{group.kind} (scalar) with {len(values)} values", found.at)
        return Table((), (), values)
    template = templates.get(group.name)
    if template is None:
        raise TableError(
            f"{group.kind} with the template {group.name!r}, which the library lacks", group.at
        )
    names, axes = [], []
    for place in range(1, 4):
        name = template.get(f"variable_{place}")
        if not name:
            break
        if name not in variables:
            raise TableError(
                f"{group.kind} with the variable_{place} {name}, which OpenSTA cannot use", group.at
            )
        names.append(name)
        axes.append(_axis(group, template, place))
    if not 1 <= len(names) <= _MOST:
        raise TableError(f"{group.kind} with {len(names)} variables", group.at)
    if len(values) != math.prod(map(len, axes)):
        sizes = " x ".join(str(len(axis)) for axis in axes)
        raise TableError(f"{group.kind} with {len(values)} values instead of {sizes}", found.at)
    return Table(tuple(names), tuple(axes), values)


def _axis(group: Group, template: Group, place: int) -> tuple[str, ...]:
    """An axis of a table, its own or the template's."""
    name = f"index_{place}"
    own = group.find(name)
    at = group.at if own is None else own.at
    axis = _numbers(template if own is None else group, name, at)
    if not axis:
        raise TableError(f"{group.kind} without {name}", at)
    if any(not low < high for low, high in itertools.pairwise(map(float, axis))):
        raise TableError(f"{name} that does not increase", at)
    return axis


def _numbers(group: Group, name: str, at: int) -> tuple[str, ...]:
    """The numbers of a complex attribute of a table or template."""
    words = group.words(name)
    try:
        finite = _NUMERIC.fullmatch("".join(words)) and all(map(math.isfinite, map(float, words)))
    except ValueError:
        finite = False
    if not finite:
        wrong = next(word for word in words if number(word) is None)
        raise TableError(f"{group.kind}: {name} with {wrong!r}, which is no number", at)
    return tuple(words)
