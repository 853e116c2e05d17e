# SPDX-License-Identifier: Apache-2.0
"""The gates of a library for abc: without flip-flops, each table with its axes.

abc aborts, or drops the whole library, in five cases: a table does not fit its template; a table
has fewer than three loads; an arc lists several pins; a template has variables other than slew and
load; a gate has no delay. abc also reads `dont_use : false` as true. The written gates avoid all
of these cases.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from roundel.cells.liberty.canonical import value_of
from roundel.cells.liberty.syntax import Complex, Group, Simple, Statement, write
from roundel.cells.liberty.tables import DELAY_AXES, LOAD, read_table

_PICOSECOND = 1e-12
# abc's units of time; abc reads any other unit as a nanosecond.
_TIMES = ("1ns", "100ps", "10ps", "1ps")
_IN_LIBRARY = ("default_wire_load", "default_wire_load_selection", "default_max_transition")
_IN_PIN = (
    *("direction", "capacitance", "rise_capacitance", "fall_capacitance", "function"),
    "max_capacitance",
)
_DELAYS = ("cell_rise", "cell_fall")
_LEAST = "1e-6"  # a delay, in the unit of time
_TABLES = (*_DELAYS, "rise_transition", "fall_transition")


def for_abc(library: Group) -> str:
    """The text for abc of a library written by `roundel.cells.liberty.canonical`."""
    unit = library.get("time_unit", "1ns")
    scale = 1.0 if unit in _TIMES else (value_of(unit, "s") or 0.0) / _PICOSECOND
    templates = {group.name: group for group in library.groups("lu_table_template")}
    reader = _Writer(templates, scale)
    head: list[Statement] = [Simple("time_unit", unit if scale == 1.0 else "1ps")]
    load = library.find("capacitive_load_unit")
    head += [load] if load is not None else []
    for name in _IN_LIBRARY:
        if library.get(name):
            value = library.get(name)
            head.append(Simple(name, reader.time(value) if "transition" in name else value))
    head += library.groups("wire_load", "wire_load_selection")
    gates = [
        reader.cell(cell)
        for cell in library.groups("cell")
        if not any(cell.groups("ff")) and not cell.is_true("dont_use")
    ]
    return write([Group("library", library.names, [*head, *gates])])


@dataclass(frozen=True)
class _Writer:
    """Writes cells."""

    templates: dict[str, Group]  # the library's templates of delays, by name
    scale: float  # the library's unit of time in the written unit

    def time(self, text: str) -> str:
        """A time in the written unit; unchanged if the library has the same unit."""
        return text if self.scale == 1.0 else f"{float(text) * self.scale:.9g}"

    def cell(self, cell: Group) -> Group:
        """The written form of a cell."""
        items: list[Statement] = [Simple("area", cell.get("area"))]
        for pin in cell.groups("pin"):
            values = {name: pin.get(name) for name in _IN_PIN}
            if pin.get("max_transition"):
                values["max_transition"] = self.time(pin.get("max_transition"))
            own = [Simple(name, value) for name, value in values.items() if value]
            arcs = [arc for timing in pin.groups("timing") for arc in self._arcs(timing)]
            items.append(Group("pin", pin.names, [*own, *arcs]))
        return Group("cell", cell.names, items)

    def _arcs(self, timing: Group) -> Iterator[Group]:
        """One arc for each related pin."""
        tables = [self._table(table) for table in timing.groups(*_TABLES)]
        if not tables:
            return
        for name in timing.get("related_pin").split():
            sense = timing.find("timing_sense")
            yield Group(
                "timing", [], [Simple("related_pin", name), *([sense] if sense else []), *tables]
            )

    def _table(self, table: Group) -> Group:
        """A table over slew and load, in this order."""
        own = read_table(table, self.templates, DELAY_AXES)
        values = list(map(self.time, own.values))
        if not own.axes:
            return Group(table.kind, ["scalar"], [Complex("values", _with_delay(table, values))])
        axes = dict(zip(own.variables, map(list, own.axes), strict=True))
        loads = axes.pop(LOAD, ["0"])
        slews = [self.time(value) for axis in axes.values() for value in axis] or ["0"]
        if axes and own.variables[0] == LOAD:
            values = [
                values[load * len(slews) + slew]
                for slew in range(len(slews))
                for load in range(len(loads))
            ]
        values = _with_delay(table, values)
        rows = [values[at : at + len(loads)] for at in range(0, len(values), len(loads))]
        if len(slews) == 1:
            slews, rows = _spread(slews[0], 2), rows * 2
        if len(loads) == 1:
            loads, rows = _spread(loads[0], 3), [row * 3 for row in rows]
        elif len(loads) == 2:
            loads, rows = _with_middle(loads), list(map(_with_middle, rows))
        return Group(
            table.kind,
            [],
            [
                Complex("index_1", [", ".join(slews)]),
                Complex("index_2", [", ".join(loads)]),
                Complex("values", [", ".join(row) for row in rows]),
            ],
        )


def _with_delay(table: Group, values: list[str]) -> list[str]:
    """The values of a table; zero delays become tiny: abc aborts on a gate without delay."""
    if table.kind not in _DELAYS or float(values[0]) > 0:
        return values
    return [value if float(value) > 0 else _LEAST for value in values]


def _spread(value: str, count: int) -> list[str]:
    """`count` values of an axis from a first value: abc interpolates between values."""
    return [value, *(f"{float(value) + step:.9g}" for step in range(1, count))]


def _with_middle(values: list[str]) -> list[str]:
    """Two values and their mean: abc takes the slope from the first to the last but one load."""
    first, last = values
    return [first, f"{(float(first) + float(last)) / 2:.9g}", last]
