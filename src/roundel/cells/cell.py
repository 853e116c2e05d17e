# SPDX-License-Identifier: Apache-2.0
"""Cells of a library, as Yosys reads them, and what the flow looks for by their function."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from roundel.cells.gates import Gate, Net, compute, is_register
from roundel.cells.liberty import number

__all__ = [
    "Cell",
    "is_buffer",
    "is_inverter",
    "is_measure",
    "is_plain_register",
    "is_reset_register",
    "read_cells",
]

Kind = Literal["logic", "register", "other"]


@dataclass(frozen=True)
class Cell:
    """A cell.

    Attributes:
        name: In the library.
        kind: "logic", "register" (one flip-flop and gates) or "other", which the flow leaves alone:
            latches, three-state drivers, cells without a function.
        area: In the library's unit.
        inputs: Nets of the input pins, by name.
        outputs: Nets of the output pins, by name.
        gates: What it does, in an order in which each can be computed after those before it; a
            flip-flop's output is known from the start.
    """

    name: str
    kind: Kind
    area: float
    inputs: Mapping[str, Net]
    outputs: Mapping[str, Net]
    gates: tuple[Gate, ...]

    def root(self, net: Net) -> tuple[Net, bool]:
        """The net that a net of it repeats through buffers and inverters, and whether inverted."""
        driven = {gate.target: gate for gate in self.gates if not is_register(gate.kind)}
        inverted = False
        while net in driven and driven[net].kind in ("$_NOT_", "$_BUF_"):
            inverted ^= driven[net].kind == "$_NOT_"
            net = driven[net].pins["A"]
        return net, inverted

    @property
    def clocks(self) -> frozenset[str]:
        """The pins that clock its flip-flop."""
        nets = {gate.pins["C"] for gate in self.gates if "C" in gate.pins}
        return frozenset(pin for pin, net in self.inputs.items() if net in nets)


def read_cells(read: Mapping[str, Any]) -> dict[str, Cell]:
    """All cells from Yosys' JSON."""
    return {name: _cell(name, module) for name, module in read["modules"].items()}


def _cell(name: str, module: Mapping[str, Any]) -> Cell:
    ports = module["ports"]
    inputs = {pin: port["bits"][0] for pin, port in ports.items() if port["direction"] == "input"}
    outputs = {pin: port["bits"][0] for pin, port in ports.items() if port["direction"] == "output"}
    gates = [
        Gate(gate["type"], {pin: bits[0] for pin, bits in gate["connections"].items()})
        for gate in module["cells"].values()
    ]
    ordered = _ordered(gates, inputs.values())
    area = str(module["attributes"].get("area", "")).strip()
    return Cell(
        name,
        _kind(gates, ordered, outputs),
        number(area) or 0.0,
        inputs,
        outputs,
        ordered or (),
    )


def _ordered(gates: Sequence[Gate], inputs: Iterable[Net]) -> tuple[Gate, ...] | None:
    """Gates in the order of computing, registers last; None where that is impossible: a loop."""
    registers = [gate for gate in gates if is_register(gate.kind)]
    known: set[Net] = {*inputs, "0", "1", *(gate.pins["Q"] for gate in registers)}
    left, done = [gate for gate in gates if gate not in registers], []
    while left:
        ready = [gate for gate in left if gate.sources() <= known]
        if not ready:
            return None
        done += ready
        known |= {gate.target for gate in ready}
        left = [gate for gate in left if gate not in ready]
    return (*done, *registers)


def _kind(
    gates: Sequence[Gate], ordered: tuple[Gate, ...] | None, outputs: Mapping[str, Net]
) -> Kind:
    strange = any("LATCH" in gate.kind or gate.kind in ("$tribuf", "$_TBUF_") for gate in gates)
    if ordered is None or not outputs or strange:
        return "other"
    return "register" if any(is_register(gate.kind) for gate in gates) else "logic"


def is_plain_register(cell: Cell) -> bool:
    """Whether a cell is a flip-flop on the rising edge of one input or of its complement."""
    return cell.kind == "register" and any(
        gate.kind.startswith(("$_DFF_P_", "$_DFF_PP", "$_DFF_PN", "$_DFFSR_P"))
        and cell.root(gate.pins["D"])[0] in cell.inputs.values()
        and gate.pins["C"] in cell.inputs.values()
        for gate in cell.gates
    )


def is_reset_register(cell: Cell) -> bool:
    """Whether a cell is such a flip-flop with an asynchronous reset to zero or one, or both."""
    return is_plain_register(cell) and not any(gate.kind == "$_DFF_P_" for gate in cell.gates)


def is_measure(cell: Cell) -> bool:
    """Whether a cell can be one gate equivalent."""
    return cell.area > 0 and _is_nand2(cell)


def _is_nand2(cell: Cell) -> bool:
    """Whether a cell has two inputs, of which its only output is the NAND."""
    return _truth(cell, 2) == 0b0111


_INVERTER = 0b01


def is_buffer(cell: Cell) -> bool:
    """Whether a cell has one input, which its only output is."""
    return cell.area > 0 and _truth(cell, 1) == 0b10


def is_inverter(cell: Cell) -> bool:
    """Whether a cell has one input, whose complement its only output is."""
    return _truth(cell, 1) == _INVERTER


def _truth(cell: Cell, count: int) -> int | None:
    """The truth table of a cell with so many inputs and one output; None of any other."""
    if cell.kind != "logic" or len(cell.inputs) != count or len(cell.outputs) != 1:
        return None
    ones = (1 << (1 << count)) - 1
    values: dict[Net, int] = {"0": 0, "1": ones}
    for place, net in enumerate(cell.inputs.values()):
        values[net] = sum(1 << row for row in range(1 << count) if row >> place & 1)
    for gate in cell.gates:
        values[gate.target] = compute(gate, values, ones)
    (output,) = cell.outputs.values()
    return values.get(output)
