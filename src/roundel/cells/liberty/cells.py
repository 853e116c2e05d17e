# SPDX-License-Identifier: Apache-2.0
"""Cells of liberty files: the selection of usable cells, and their written form for all tools.

The flow uses gates and flip-flops of single pins. Each arc of a function must have tables that
OpenSTA and abc can read. A gate or flip-flop without such tables is not used, and the reason
contains the line. All other cells (latches, three-state drivers, memories, pads) are skipped.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from roundel.cells.liberty.expressions import Expression, ExpressionError, parse_expression
from roundel.cells.liberty.syntax import Group, Simple, Source, Statement, number
from roundel.cells.liberty.tables import (
    CHECK_AXES,
    DELAY_AXES,
    LibertyError,
    Templates,
    mean_energies,
    read_table,
)

_DELAYS = {"cell_rise", "cell_fall"}
_TRANSITIONS = {"rise_transition", "fall_transition"}
_CONSTRAINTS = {"rise_constraint", "fall_constraint"}

_COMBINATIONAL = {"combinational", "combinational_rise", "combinational_fall"}
_EDGES = {"rising_edge", "falling_edge"}
_OUTPUTS = _COMBINATIONAL | _EDGES | {"clear", "preset"}
_SETUPS = {"setup_rising", "setup_falling"}
_OTHER_CHECKS = {
    f"{check}_{edge}" for check in ("hold", "recovery", "removal") for edge in ("rising", "falling")
}

# Groups of a cell that is neither a gate nor a flip-flop of single pins.
_STRANGE = (
    *("bus", "bundle", "ff_bank", "latch", "latch_bank", "memory", "statetable"),
    *("scaled_cell", "clock_gating_integrated_cell"),
)
_STRANGE_FLAGS = ("is_macro_cell", "is_pad", "pad_cell", "clock_gating_integrated_cell")
_KEPT_IN_CELL = ("pg_pin", "leakage_power")
# Attributes without effect in these tools, or written in another form.
_DROPPED = {
    *("dont_use", "function", "three_state", "power_down_function", "x_function"),
    *("state_function", "driver_waveform_rise", "driver_waveform_fall", "sdf_cond"),
    *("sdf_cond_start", "sdf_cond_end", "mode", "timing_model_type"),
}


class _OtherCellError(ValueError):
    """The flow does not use this kind of cell."""


class Reason(NamedTuple):
    """The reason why a cell cannot be used."""

    what: str  # the reason in words
    file: int  # the number of the file in the library, from 0
    line: int  # in the file


@dataclass
class ReadCell:
    """A cell after reading."""

    name: str
    group: Group | None = None  # the cell for the written library; None if no tool needs it
    unused: bool = False  # whether the flow must not use the cell
    reason: Reason | None = None  # why the cell is not used; None if it is usable
    limits: dict[str, float] = field(default_factory=dict)  # maximum load by output
    unread: str = ""  # an unreadable limit
    energies: bool = False  # whether pins have energies
    bad_energy: Reason | None = None  # why the energies are unreadable


class CellReader:
    """Reads the cells of one file, with the written library's templates of delays and energies.

    `number` is the number of the file in the library, from 0.
    """

    def __init__(
        self, source: Source, number: int, library: Group, delays: Templates, energies: Templates
    ) -> None:
        self._source, self._number = source, number
        self._delays, self._energies = delays, energies
        self._delay_templates, self._energy_templates = (
            {group.name: group for group in library.groups(templates.kind)}
            for templates in (delays, energies)
        )
        self._default_limit = library.get("default_max_capacitance", "0")

    def read(self, name: str, parts: Sequence[Group]) -> ReadCell:
        """A cell from its groups; a file may describe one cell in several groups."""
        cell = Group("cell", [name], [item for part in parts for item in part.items], parts[0].at)
        result = ReadCell(name)
        try:
            pins, functions, state = self._outline(cell)
        except _OtherCellError:
            return result
        except LibertyError as error:
            result.reason = self._reason(error)
            return result
        result.unused = cell.is_true("dont_use")
        written: list[Statement] = []
        if not result.unused:
            try:
                written = self._pins(pins, functions, state, result)
                area = number(cell.get("area"))
                if area is None or area <= 0:
                    raise LibertyError(f"cell {name} without a positive area", cell.at)
            except LibertyError as error:
                result.reason, result.unused = self._reason(error), True
        if result.unused:
            written = [
                Group("pin", [pin], self._attributes(group, functions.get(pin)))
                for pin, group in pins.items()
            ]
            result.limits, result.unread, result.energies = {}, "", False
        attributes = [
            item for item in cell.items if not isinstance(item, Group) and item.name not in _DROPPED
        ]
        kept = [
            Group(group.kind, group.names, [*group.simple]) for group in cell.groups(*_KEPT_IN_CELL)
        ]
        marks = [Simple("dont_use", "true")] * result.unused
        result.group = Group(
            "cell", [name], [*attributes, *marks, *kept, *([state] if state else []), *written]
        )
        return result

    def _reason(self, error: ValueError) -> Reason:
        text, at = error.args
        return Reason(text, self._number, self._source.line(at))

    # ---- Function ---------------------------------------------------------------------------

    def _outline(self, cell: Group) -> tuple[dict[str, Group], dict[str, Expression], Group | None]:
        """The pins of a gate or flip-flop, the functions by output, and the flip-flop."""
        if any(cell.groups(*_STRANGE)) or any(map(cell.find, _STRANGE_FLAGS)):
            raise _OtherCellError
        pins: dict[str, Group] = {}
        for group in cell.groups("pin"):
            for pin in group.listed:
                found = pins.setdefault(pin, Group("pin", [pin], [], group.at))
                found.items.extend(group.items)
        pins = {pin: group for pin, group in pins.items() if group.get("direction") != "internal"}
        outputs = [pin for pin, group in pins.items() if group.get("direction") == "output"]
        inputs = {pin for pin, group in pins.items() if group.get("direction") == "input"}
        if not outputs or len(inputs) + len(outputs) < len(pins):
            raise _OtherCellError
        if any(pins[pin].find("three_state") or not pins[pin].get("function") for pin in outputs):
            raise _OtherCellError
        registers = list(cell.groups("ff"))
        if len(registers) > 1:
            raise _OtherCellError
        state = self._state(registers[0], inputs, pins) if registers else None
        functions = {}
        for pin in outputs:
            function = self._expression(pins[pin], "function")
            if registers:
                function = _of_state(function, registers[0], state)
            if function.names() - inputs - set(state.names if state else ()):
                unknown = min(function.names() - inputs)
                raise LibertyError(
                    f"the function of pin {pin} of cell {cell.name} uses {unknown!r}, which is "
                    "not an input",
                    pins[pin].at,
                )
            functions[pin] = function
        return pins, functions, state

    def _expression(self, group: Group, name: str) -> Expression:
        found = group.find(name)
        at = group.at if found is None else found.at
        text = found.value if isinstance(found, Simple) else ""
        try:
            return parse_expression(text)
        except ExpressionError as error:
            raise LibertyError(f"{name} {text!r}, which is not an expression", at) from error

    def _state(self, group: Group, inputs: set[str], pins: Mapping[str, Group]) -> Group:
        """A flip-flop for the written library, whose state IQ and IQN has no pin's name."""
        if not 1 <= len(group.listed) <= 2:
            raise LibertyError("ff without two names", group.at)
        if group.find("clocked_on_also") is not None:
            raise _OtherCellError
        written = Group("ff", [_free("IQ", pins), _free("IQN", pins)], [])
        for name in ("clocked_on", "next_state", "clear", "preset"):
            found = group.find(name)
            if found is None:
                if name in ("clocked_on", "next_state"):
                    raise LibertyError(f"ff without {name}", group.at)
                continue
            expression = _of_state(self._expression(group, name), group, written)
            own = {*written.names} if name == "next_state" else set()
            if expression.names() - inputs - own or not expression.names():
                raise LibertyError(
                    f"{name} {expression}, which is not an expression of inputs", found.at
                )
            written.items.append(Simple(name, str(expression)))
        if written.find("clear") and written.find("preset"):
            for name in ("clear_preset_var1", "clear_preset_var2"):
                # The flow never activates clear and preset together.
                level = group.get(name).upper()
                written.items.append(Simple(name, level if level in ("L", "H") else "X"))
        return written

    # ---- Timing and energies -----------------------------------------------------------------

    def _pins(
        self,
        pins: Mapping[str, Group],
        functions: Mapping[str, Expression],
        state: Group | None,
        result: ReadCell,
    ) -> list[Statement]:
        """The pins for the written library."""
        written: list[Statement] = []
        arcs: set[tuple[str, str, str]] = set()
        for pin, group in pins.items():
            items = self._attributes(group, functions.get(pin))
            limit = group.get("max_capacitance", self._default_limit)
            if pin in functions and (value := number(limit)) != 0:
                if value is None or value < 0:
                    result.unread = result.unread or f"bad limit {limit!r} of {result.name}/{pin}"
                    items = [item for item in items if item.name != "max_capacitance"]
                else:
                    result.limits[pin] = value
            for timing in group.groups("timing"):
                items += self._timing(timing, pin, pins, arcs)
            try:
                energies = [*mean_energies(group, self._energy_templates, self._energies)]
                items += energies
                result.energies = result.energies or bool(energies)
            except LibertyError as error:
                result.bad_energy = result.bad_energy or self._reason(error)
            written.append(Group("pin", [pin], items))
        for pin, kind, related in _needed(functions, state):
            if (pin, kind, related) not in arcs:
                what = "setup time" if kind == "setup" else "delay"
                raise LibertyError(
                    f"pin {pin} of cell {result.name} without a {what} from {related}", pins[pin].at
                )
        return written

    def _attributes(self, pin: Group, function: Expression | None) -> list[Statement]:
        """The attributes of a pin, with its function in written form."""
        last = {item.name: item for item in pin.simple}
        items: list[Statement] = [item for name, item in last.items() if name not in _DROPPED]
        return items + [Simple("function", str(function))] * (function is not None)

    def _timing(
        self, group: Group, pin: str, pins: Mapping[str, Group], arcs: set[tuple[str, str, str]]
    ) -> Iterator[Group]:
        """An arc for the written library, if a tool needs the arc; also adds the arc to `arcs`."""
        kind = group.get("timing_type", "combinational")
        if kind not in _OUTPUTS | _SETUPS | _OTHER_CHECKS:
            return
        related = [name for name in group.words("related_pin") if name in pins]
        if kind in _OTHER_CHECKS:
            wanted: set[str] = _CONSTRAINTS
        else:
            wanted = _CONSTRAINTS if kind in _SETUPS else _DELAYS | _TRANSITIONS
            if not related:
                raise LibertyError(f"timing () of pin {pin} without related_pin", group.at)
        axes = CHECK_AXES if wanted is _CONSTRAINTS else DELAY_AXES
        try:
            tables = [
                self._delays.group(read_table(table, self._delay_templates, axes), table.kind)
                for table in group.groups(*wanted)
            ]
        except LibertyError:
            if kind in _OTHER_CHECKS:
                return
            raise
        kinds = {table.kind for table in tables}
        if kind in _OUTPUTS and not (kinds & _DELAYS and kinds & _TRANSITIONS):
            raise LibertyError(
                f"timing () of pin {pin} without tables of its delay and transition", group.at
            )
        if not tables or not related:
            return
        short = "setup" if kind in _SETUPS else "edge" if kind in _EDGES else "delay"
        arcs.update((pin, short, name) for name in related)
        attributes = [item for item in group.simple if item.name not in {*_DROPPED, "related_pin"}]
        yield Group("timing", [], [Simple("related_pin", " ".join(related)), *attributes, *tables])


def _free(name: str, pins: Mapping[str, Group]) -> str:
    while name in pins:
        name += "_"
    return name


def _of_state(function: Expression, group: Group, written: Group | None) -> Expression:
    """An expression of a flip-flop's state, with the written names of the state."""
    if written is None:
        return function
    state, complement = (Expression("", name) for name in written.names)
    names = dict(zip(group.listed, (state, complement), strict=False))

    def renamed(part: Expression) -> Expression:
        if not part.operator:
            return names.get(part.name, part)
        parts = tuple(map(renamed, part.parts))
        if part.operator == "!" and parts[0] in (state, complement):
            return complement if parts[0] == state else state
        return Expression(part.operator, parts=parts)

    return renamed(function)


def _needed(
    functions: Mapping[str, Expression], state: Group | None
) -> Iterator[tuple[str, str, str]]:
    """The required arcs of a cell: the pin, the kind of arc, and the related pin."""
    if state is None:
        for pin, function in functions.items():
            for name in sorted(function.names()):
                yield pin, "delay", name
        return
    for clock in parse_expression(state.get("clocked_on")).names():
        for pin in functions:
            yield pin, "edge", clock
        for name in sorted(parse_expression(state.get("next_state")).names() - {*state.names}):
            yield name, "setup", clock
