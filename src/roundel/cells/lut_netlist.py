# SPDX-License-Identifier: Apache-2.0
"""A netlist of standard cells as LUTs and flip-flops, for `roundel.sim.netlist`.

A logic cell with at most four inputs becomes a LUT4 for each output. In any other cell, each gate
of the liberty function becomes a LUT4 or one of Yosys' flip-flops. Only logic cells have a delay.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from roundel.base.errors import FailureError
from roundel.cells.cell import Cell, Net, columns, compute
from roundel.cells.library import Library

_INPUTS = "ABCD"  # pins of a LUT4
_COLUMNS = columns(len(_INPUTS))
_ONES = 0xFFFF  # the truth table of a constant 1
_FRESH = 1 << 32  # above all of Yosys' net numbers


def lut_netlist(module: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """A flat module in Yosys' JSON with cells replaced by LUTs and flip-flops.

    Raises:
        FailureError: A cell is not in the library, or its function cannot be simulated.
    """
    fresh = itertools.count(_FRESH)
    used = {item["type"] for item in module["cells"].values()} & library.cells.keys()
    small = {
        name: {pin: _table(init) for pin, init in cell.truth_tables(len(_INPUTS)).items()}
        for name, cell in library.cells.items()
        if name in used and cell.kind == "logic" and len(cell.inputs) <= len(_INPUTS)
    }
    cells: dict[str, Any] = {}
    for name, item in module["cells"].items():
        if item["type"] not in used or library.cells[item["type"]].kind == "other":
            raise FailureError(f"the netlist has {item['type']}, a cell of unknown function.")
        cell = library.cells[item["type"]]
        pins = {pin: bits[0] for pin, bits in item["connections"].items() if bits}
        if cell.name in small:
            sources = [pins.get(pin, "0") for pin in cell.inputs]
            tables = small[cell.name].items()
            made = [_lut(sources, pins[pin], table) for pin, table in tables if pin in pins]
        else:
            made = [*_expanded(cell, pins, fresh)]
        cells |= {f"{name}_{number}": part for number, part in enumerate(made)}
    return {"ports": module["ports"], "cells": cells}


def _table(init: int, delay: int = 1) -> dict[str, str]:
    """The parameters of a LUT4."""
    return {"INIT": f"{init:016b}", "DELAY": f"{delay}"}


def _expanded(
    cell: Cell, pins: Mapping[str, Net], fresh: Iterator[int]
) -> Iterator[dict[str, Any]]:
    """The gates of a cell with the used outputs.

    In a register, the gates drive the nets of the pins. In a logic cell, the gates drive new
    nets, and a LUT with the delay of the cell drives each output.
    """
    outputs = [(net, pins[pin]) for pin, net in cell.outputs.items() if pin in pins]
    places = {"x": "0", **dict(outputs)} if cell.kind == "register" else {"x": "0"}
    places |= {"0": "0", "1": "1"}
    places |= {net: pins.get(pin, "0") for pin, net in cell.inputs.items()}
    read = {net for net, _ in outputs}.union(*(gate.sources for gate in cell.gates))
    gates = [gate for gate in cell.gates if gate.target in read]
    for gate in gates:
        if gate.target not in places:
            places[gate.target] = next(fresh)
    for gate in gates:
        if gate.is_register:
            connections = {pin: [places[net]] for pin, net in gate.pins.items()}
            yield {"type": gate.kind, "parameters": {}, "connections": connections}
        else:
            sources = sorted(gate.sources, key=str)
            inputs: dict[Net, int] = dict(zip(sources, _COLUMNS, strict=False))
            table = _table(compute(gate, inputs, _ONES), 0)
            yield _lut([places[net] for net in sources], places[gate.target], table)
    for net, pin in outputs:
        if places[net] != pin:
            yield _lut([places[net]], pin, _table(_COLUMNS[0], int(cell.kind == "logic")))


def _lut(sources: Sequence[Net], to: Net, table: Mapping[str, str]) -> dict[str, Any]:
    connections = {pin: [net] for pin, net in zip(_INPUTS, sources, strict=False)}
    return {"type": "LUT4", "parameters": table, "connections": {**connections, "Z": [to]}}
