# SPDX-License-Identifier: Apache-2.0
"""The gates of a library as abc reads them: no flip-flops, each table with its axes.

abc aborts, or drops the whole library, where a table does not fit its template or has fewer than
three loads, where an arc lists several pins, where a template has other variables than slew and
load, and where a gate has no delay. It takes `dont_use : false` for true. The written gates have
none of these variants.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from roundel.cells.liberty.canonical import value_of
from roundel.cells.liberty.syntax import Complex, Group, Simple, Statement, write
from roundel.cells.liberty.tables import DELAY_AXES, LOAD, read_table

_PICOSECOND = 1e-12
# The units of time that abc knows; it takes any other for a nanosecond.
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
    """The text for abc of a library that `roundel.cells.liberty.canonical` wrote."""
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
        """A time in the written unit; exactly as in the library where the unit is the same."""
        return text if self.scale == 1.0 else f"{float(text) * self.scale:.9g}"

    def cell(self, cell: Group) -> Group:
        """A cell."""
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
        """An arc from each of its pins."""
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
            slews, rows = _apart(slews[0], 2), rows * 2
        if len(loads) == 1:
            loads, rows = _apart(loads[0], 3), [row * 3 for row in rows]
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
    """The values of a table; abc aborts where a gate has no delay at the least slew and load."""
    if table.kind not in _DELAYS or float(values[0]) > 0:
        return values
    return [value if float(value) > 0 else _LEAST for value in values]


def _apart(value: str, count: int) -> list[str]:
    """So many values of an axis, from a first one, as abc interpolates between values."""
    return [value, *(f"{float(value) + place:.9g}" for place in range(1, count))]


def _with_middle(values: list[str]) -> list[str]:
    """Two values with their mean: abc takes a slope from the first load to the last but one."""
    first, last = values
    return [first, f"{(float(first) + float(last)) / 2:.9g}", last]
