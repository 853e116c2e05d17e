# SPDX-License-Identifier: Apache-2.0
"""A netlist of cells, run as it stands: many independent copies at once, a bit each.

A net's value is an array of 64-bit words; bit b of word w belongs to copy 64*w + b. What a cell
does is what its liberty file says. Two ways to run it: every cell takes no time (`settle`), or one
unit of it (`ripple`), which shows the glitches that paths of different lengths cause.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roundel.base.errors import FailureError
from roundel.cells.gates import Net, compute, is_register
from roundel.cells.library import Cell, Library
from roundel.fpga.harness import CLOCKS

__all__ = ["Simulator", "Words"]

Words = NDArray[np.uint64]
_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)


class _Group:
    """All instances of one cell at one depth.

    Attributes:
        inputs: Nets by pin, an index for each instance.
        outputs: The same for outputs.
    """

    def __init__(self, cell: Cell, instances: Sequence[Mapping[str, int]]) -> None:
        self.cell = cell
        self.inputs = {pin: np.array([pins[pin] for pins in instances]) for pin in cell.inputs}
        self.outputs = {
            pin: np.array([pins[pin] for pins in instances])
            for pin in cell.outputs
            if any(pins[pin] != Simulator.OPEN for pins in instances)
        }

    def outputs_of(self, nets: Words) -> dict[str, Words]:
        """What the instances make of their inputs now, by output pin."""
        values: dict[Net, Any] = {"0": np.uint64(0), "1": _ONES}
        values |= {net: nets[self.inputs[pin]] for pin, net in self.cell.inputs.items()}
        for gate in self.cell.gates:
            values[gate.target] = compute(gate, values, _ONES)
        return {pin: values[self.cell.outputs[pin]] for pin in self.outputs}


class _Registers:
    """All instances of one flip-flop: their state, and how they take a clock edge."""

    def __init__(self, cell: Cell, instances: Sequence[Mapping[str, int]]) -> None:
        self.cell = cell
        self._group = _Group(cell, instances)
        self.count = len(instances)
        self._flops = [gate for gate in cell.gates if is_register(gate.kind)]
        self._state: dict[Net, Words] = {}

    def start(self, values: Words) -> None:
        """Give all registers a value."""
        self._state = {gate.pins["Q"]: values.copy() for gate in self._flops}

    def _values(self, nets: Words) -> dict[Net, Any]:
        values: dict[Net, Any] = {"0": np.uint64(0), "1": _ONES, **self._state}
        values |= {net: nets[self._group.inputs[pin]] for pin, net in self.cell.inputs.items()}
        for gate in self.cell.gates:
            if not is_register(gate.kind):
                values[gate.target] = compute(gate, values, _ONES)
        return values

    def take(self, nets: Words) -> None:
        """A rising edge of the clock."""
        values = self._values(nets)
        self._state = {gate.pins["Q"]: values[gate.pins["D"]] for gate in self._flops}

    def force(self, nets: Words) -> None:
        """Asynchronous set and reset, as they are now."""
        values = self._values(nets)
        for gate in self._flops:
            clear, preset = _levels(gate.kind, gate.pins, values)
            state = self._state[gate.pins["Q"]]
            self._state[gate.pins["Q"]] = (state | preset) & (clear ^ _ONES)

    def drive(self, nets: Words) -> None:
        """Put the outputs on their nets."""
        values = self._values(nets)
        for pin, places in self._group.outputs.items():
            nets[places] = values[self.cell.outputs[pin]]


def _levels(kind: str, pins: Mapping[str, Net], values: Mapping[Net, Any]) -> tuple[Any, Any]:
    """Where an asynchronous reset to 0, and one to 1, are active.

    Raises:
        FailureError: The flip-flop takes no rising edge, or is of a kind that is not known here.
    """

    def active(pin: str, level: str) -> Any:
        return values[pins[pin]] if level == "P" else values[pins[pin]] ^ _ONES

    name = kind.strip("$_")
    zero = np.uint64(0)
    if name == "DFF_P":
        return zero, zero
    if name.startswith("DFF_P") and len(name) == 7:  # DFF_PN0: level of the reset, its value
        reset = active("R", name[5])
        return (reset, zero) if name[6] == "0" else (zero, reset)
    if name.startswith("DFFSR_P") and len(name) == 9:
        return active("R", name[8]), active("S", name[7])
    raise FailureError(f"the netlist has a flip-flop {kind}, which is not known here; report this.")


class Simulator:
    """A netlist.

    Args:
        path: Yosys' JSON of a flat module of cells.
        top: The module.
        library: The cells.
        copies: How many independent copies run, a multiple of 64.
        seed: Of the values that registers start with.

    Attributes:
        nets: The value of every net.
        ports: Nets of each port, bit 0 first.

    Raises:
        FailureError: A cell is not of the library, cells form a loop, or a flip-flop has another
            clock than the top's.
    """

    ZERO, ONE, OPEN = 0, 1, 2  # nets: constants, and what is not connected

    def __init__(
        self, path: Path, top: str, library: Library, copies: int = 64, seed: int = 1
    ) -> None:
        module = json.loads(path.read_text(encoding="utf-8"))["modules"][top]
        self._numbers: dict[int, int] = {}
        self.words = copies // 64
        self.ports = {
            name: [self._net(bit) for bit in port["bits"]] for name, port in module["ports"].items()
        }
        self._pins: list[tuple[str, int]] = []
        logic: dict[str, list[dict[str, int]]] = defaultdict(list)
        registers: dict[str, list[dict[str, int]]] = defaultdict(list)
        clocked: set[int] = set()
        for instance, item in module["cells"].items():
            cell = library.cells.get(item["type"])
            if cell is None or cell.kind == "other":
                raise FailureError(f"the netlist has a cell {item['type']} that cannot be run.")
            pins = {
                pin: self._net(item["connections"].get(pin, ["open"])[0])
                for pin in (*cell.inputs, *cell.outputs)
            }
            clocked |= {pins[pin] for pin in cell.clocks}
            self._pins += [
                (f"{instance}/{pin}", net)
                for pin, net in pins.items()
                if pin in item["connections"] and pin not in cell.clocks
            ]
            (registers if cell.kind == "register" else logic)[cell.name].append(pins)
        own = {net for name in CLOCKS for net in self.ports.get(name, ())}
        if len(clocked) > 1 or not clocked <= own:
            raise FailureError(
                "the netlist has a flip-flop that another net clocks than the clock's own."
            )
        self._registers = [_Registers(library.cells[n], pins) for n, pins in registers.items()]
        driven = {
            pins[pin] for name, group in registers.items() for pins in group
            for pin in library.cells[name].outputs
        }  # fmt: skip
        inputs = {
            net
            for name, port in module["ports"].items()
            if port["direction"] == "input"
            for net in self.ports[name]
        }
        known = {self.ZERO, self.ONE, self.OPEN} | driven | inputs
        self._levels = self._levelled(logic, library, known)
        self._all = [_Group(library.cells[name], pins) for name, pins in logic.items()]
        self.nets: Words = np.zeros((len(self._numbers) + 3, self.words), dtype=np.uint64)
        self.nets[self.ONE] = _ONES
        random = np.random.default_rng(seed)
        for group in self._registers:
            group.start(
                random.integers(
                    0, 1 << 64, (group.count, self.words), dtype=np.uint64, endpoint=False
                )
            )

    def _net(self, bit: int | str) -> int:
        if isinstance(bit, str):
            return {"1": self.ONE, "open": self.OPEN}.get(bit, self.ZERO)
        return self._numbers.setdefault(bit, len(self._numbers) + 3)

    @staticmethod
    def _levelled(
        logic: Mapping[str, Sequence[Mapping[str, int]]], library: Library, known: set[int]
    ) -> list[list[_Group]]:
        """Cells by depth: each reads what those before it, or registers and inputs, drive."""
        waiting = [(name, pins) for name, group in logic.items() for pins in group]
        readers: dict[int, list[int]] = defaultdict(list)
        missing = []
        for place, (name, pins) in enumerate(waiting):
            needs = {pins[pin] for pin in library.cells[name].inputs} - known
            missing.append(len(needs))
            for net in needs:
                readers[net].append(place)
        ready = [place for place, count in enumerate(missing) if not count]
        levels: list[list[_Group]] = []
        done = 0
        while ready:
            done += len(ready)
            by_name: dict[str, list[Mapping[str, int]]] = defaultdict(list)
            following: list[int] = []
            for place in ready:
                name, pins = waiting[place]
                by_name[name].append(pins)
                for pin in library.cells[name].outputs:
                    for reader in readers.pop(pins[pin], ()):
                        missing[reader] -= 1
                        if not missing[reader]:
                            following.append(reader)
            levels.append([_Group(library.cells[name], group) for name, group in by_name.items()])
            ready = following
        if done < len(waiting):
            raise FailureError("the netlist has a loop of cells, or a net that nothing drives.")
        return levels

    def set(self, port: str, values: Words | np.uint64) -> None:
        """Put values on an input port: a row of words a bit, bit 0 first; or one for all bits."""
        self.nets[self.ports[port]] = values

    def get(self, port: str) -> Words:
        """The values of a port, a row of words a bit, bit 0 first."""
        return self.nets[self.ports[port]]

    def pins(self) -> list[tuple[str, int]]:
        """Every connected pin but clocks, as INSTANCE/PIN, with the number of its net."""
        return self._pins

    def changed(self) -> NDArray[np.int64]:
        """Let inputs and registers reach all nets; of every net the copies in which it changed."""
        before = self.nets.copy()
        self.settle()
        return _changed(before, self.nets)

    def settle(self) -> None:
        """Let inputs and registers reach all nets."""
        for registers in self._registers:
            registers.force(self.nets)
            registers.drive(self.nets)
        for level in self._levels:
            for group in level:
                for pin, values in group.outputs_of(self.nets).items():
                    self.nets[group.outputs[pin]] = values

    def edge(self) -> None:
        """A rising edge of the clock; `settle` comes before and after it."""
        for registers in self._registers:
            registers.take(self.nets)

    def ripple(self) -> list[NDArray[np.int64]]:
        """Let inputs and registers reach all nets, one level of cells a step.

        Returns:
            For each step, of every net the number of copies in which it changed.
        """
        changes = []
        before = self.nets.copy()
        for registers in self._registers:
            registers.force(self.nets)
            registers.drive(self.nets)
        changes.append(_changed(before, self.nets))
        while True:
            before = self.nets.copy()
            for group in self._all:
                for pin, values in group.outputs_of(before).items():
                    self.nets[group.outputs[pin]] = values
            step = _changed(before, self.nets)
            if not step.any():
                return changes
            changes.append(step)


def _changed(before: Words, after: Words) -> NDArray[np.int64]:
    """Of every net the number of copies in which it differs."""
    counts: NDArray[np.int64] = np.bitwise_count(before ^ after).sum(axis=1, dtype=np.int64)
    return counts
