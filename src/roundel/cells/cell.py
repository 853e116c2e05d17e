# SPDX-License-Identifier: Apache-2.0
"""Cells of a library as Yosys' gates, and the functions by which the flow selects cells."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from roundel.base.errors import FailureError
from roundel.cells.liberty import number

Net = int | str
"""A net within a cell: a number, or a constant "0" or "1"."""


@dataclass(frozen=True)
class Gate:
    """One operation."""

    kind: str  # Yosys' name, for example "$_AND_"
    pins: Mapping[str, Net]  # by pin; the driven pin is Y, or Q of a flip-flop or latch

    @property
    def target(self) -> Net:
        """The driven net."""
        return self.pins["Y" if "Y" in self.pins else "Q"]

    @property
    def sources(self) -> set[Net]:
        """The nets at the inputs."""
        return {net for pin, net in self.pins.items() if pin not in ("Y", "Q")}

    @property
    def is_register(self) -> bool:
        """Whether the gate is a flip-flop."""
        return self.kind.startswith(("$_DFF", "$_SDFF"))


_FUNCTIONS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "$_BUF_": lambda _, v: v["A"],
    "$_NOT_": lambda ones, v: v["A"] ^ ones,
    "$_AND_": lambda _, v: v["A"] & v["B"],
    "$_NAND_": lambda ones, v: (v["A"] & v["B"]) ^ ones,
    "$_OR_": lambda _, v: v["A"] | v["B"],
    "$_NOR_": lambda ones, v: (v["A"] | v["B"]) ^ ones,
    "$_XOR_": lambda _, v: v["A"] ^ v["B"],
    "$_XNOR_": lambda ones, v: v["A"] ^ v["B"] ^ ones,
    "$_ANDNOT_": lambda ones, v: v["A"] & (v["B"] ^ ones),
    "$_ORNOT_": lambda ones, v: v["A"] | (v["B"] ^ ones),
    "$_MUX_": lambda _, v: v["A"] ^ ((v["A"] ^ v["B"]) & v["S"]),
}


def compute(gate: Gate, values: Mapping[Net, Any], ones: Any) -> Any:
    """The output of a logic gate from the values of nets: integers, or arrays of integers.

    All bits of `ones` are set.
    """
    function = _FUNCTIONS.get(gate.kind)
    if function is None:
        raise FailureError(f"Roundel does not know the gate {gate.kind} in a cell; report this.")
    return function(ones, {pin: values[net] for pin, net in gate.pins.items() if pin != "Y"})


Kind = Literal["logic", "register", "other"]


@dataclass(frozen=True)
class Cell:
    """A cell.

    The kind "register" contains one flip-flop and gates. The flow does not use the kind "other":
    latches, three-state drivers and cells without a function.
    """

    name: str
    kind: Kind
    area: float  # in the library's unit
    inputs: Mapping[str, Net]  # by pin
    outputs: Mapping[str, Net]  # by pin
    gates: tuple[Gate, ...]  # in the order of evaluation; the outputs of flip-flops are known first

    def root(self, net: Net) -> tuple[Net, bool]:
        """The first net of a chain of buffers and inverters, and whether the chain inverts."""
        driven = {gate.target: gate for gate in self.gates if not gate.is_register}
        inverted = False
        while net in driven and driven[net].kind in ("$_NOT_", "$_BUF_"):
            inverted ^= driven[net].kind == "$_NOT_"
            net = driven[net].pins["A"]
        return net, inverted

    @property
    def clocks(self) -> frozenset[str]:
        """The clock pins of the flip-flop."""
        nets = {gate.pins["C"] for gate in self.gates if "C" in gate.pins}
        return frozenset(pin for pin, net in self.inputs.items() if net in nets)

    @property
    def is_plain_register(self) -> bool:
        """Whether the cell is a flip-flop on the rising edge of one input or of its complement."""
        return self.kind == "register" and any(
            gate.kind.startswith(("$_DFF_P_", "$_DFF_PP", "$_DFF_PN", "$_DFFSR_P"))
            and self.root(gate.pins["D"])[0] in self.inputs.values()
            and gate.pins["C"] in self.inputs.values()
            for gate in self.gates
        )

    @property
    def is_reset_register(self) -> bool:
        """Whether the cell is a plain register with an asynchronous reset, set, or both."""
        return self.is_plain_register and not any(gate.kind == "$_DFF_P_" for gate in self.gates)

    @property
    def is_measure(self) -> bool:
        """Whether the cell can be one gate equivalent: a NAND of two inputs with an area."""
        return self.area > 0 and self._truth(2) == 0b0111

    @property
    def is_buffer(self) -> bool:
        """Whether the cell is a buffer with an area: one output, equal to the only input."""
        return self.area > 0 and self._truth(1) == 0b10

    @property
    def is_inverter(self) -> bool:
        """Whether the cell is an inverter with one input and one output."""
        return self._truth(1) == 0b01

    def _truth(self, count: int) -> int | None:
        """The truth table of a logic cell with `count` inputs and one output; else None."""
        if self.kind != "logic" or len(self.inputs) != count or len(self.outputs) != 1:
            return None
        return next(iter(self.truth_tables(count).values()), None)

    def truth_tables(self, count: int) -> dict[str, int]:
        """The truth table of each driven output of a logic cell, by pin.

        Bit r of a table is the output for the inputs r: input n has bit n of r (0 <= r < 2 **
        count).
        """
        values: dict[Net, int] = {"0": 0, "1": (1 << (1 << count)) - 1}
        values |= zip(self.inputs.values(), columns(count), strict=False)
        for gate in self.gates:
            values[gate.target] = compute(gate, values, values["1"])
        return {pin: values[net] for pin, net in self.outputs.items() if net in values}


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
    unusable = any("LATCH" in gate.kind or gate.kind in ("$tribuf", "$_TBUF_") for gate in gates)
    kind: Kind = "register" if any(gate.is_register for gate in gates) else "logic"
    if ordered is None or not outputs or unusable:
        kind = "other"
    area = number(str(module["attributes"].get("area", "")).strip()) or 0.0
    return Cell(name, kind, area, inputs, outputs, ordered or ())


def _ordered(gates: Sequence[Gate], inputs: Iterable[Net]) -> tuple[Gate, ...] | None:
    """Gates in the order of evaluation, registers last; None for a combinational loop."""
    registers = [gate for gate in gates if gate.is_register]
    known: set[Net] = {*inputs, "0", "1", *(gate.pins["Q"] for gate in registers)}
    left, done = [gate for gate in gates if gate not in registers], []
    while left:
        ready = [gate for gate in left if gate.sources <= known]
        if not ready:
            return None
        done += ready
        known |= {gate.target for gate in ready}
        left = [gate for gate in left if gate not in ready]
    return (*done, *registers)


def columns(count: int) -> list[int]:
    """The truth tables of the `count` inputs themselves."""
    rows = range(1 << count)
    return [sum(1 << row for row in rows if row >> bit & 1) for bit in range(count)]
