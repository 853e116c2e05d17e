# SPDX-License-Identifier: Apache-2.0
"""A netlist of cells as one of tables, for the interpreter that runs packets through netlists.

`roundel.sim.interpreted` knows LUTs and flip-flops of a part. A cell with four inputs or fewer is a
LUT4 for each output, a larger one a LUT4 for each gate that its liberty file makes it of, and a
flip-flop a TRELLIS_FF with what is around it. So what the netlist's cells do is what the library
says, as in `roundel.cells.simulator`, which runs many copies at once but no long packets.
"""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from roundel.base.errors import FailureError
from roundel.cells.gates import Gate, Net, compute, is_register
from roundel.cells.library import Cell, Library

__all__ = ["write_lowered"]

_INPUTS = "ABCD"  # of a LUT4
_ROWS = 1 << len(_INPUTS)
_COLUMNS = [sum(1 << row for row in range(_ROWS) if row >> n & 1) for n in range(len(_INPUTS))]
_ALL = (1 << _ROWS) - 1


def write_lowered(netlist: Path, top: str, library: Library, path: Path) -> None:
    """Write a netlist that `roundel.sim.interpreted.write_model` takes.

    Args:
        netlist: Yosys' JSON of a flat module of cells.
        top: The module.
        library: The cells.
        path: What to write: the module with the same ports.

    Raises:
        FailureError: A cell is not of the library, or is one that nothing here can run.
    """
    module = json.loads(netlist.read_text(encoding="utf-8"))["modules"][top]
    fresh = itertools.count(1 + max(_nets(module), default=1))
    cells: dict[str, Any] = {}
    for name, item in module["cells"].items():
        cell = library.cells.get(item["type"])
        if cell is None or cell.kind == "other":
            raise FailureError(f"the netlist has a cell {item['type']} that cannot be run.")
        pins = {pin: bits[0] for pin, bits in item["connections"].items() if bits}
        made = _small(cell, pins) if _is_small(cell) else _large(cell, pins, fresh)
        cells |= {f"{name}_{number}": part for number, part in enumerate(made)}
    whole = {"modules": {top: {"ports": module["ports"], "cells": cells}}}
    path.write_text(json.dumps(whole, separators=(",", ":")), encoding="utf-8")


def _nets(module: Mapping[str, Any]) -> Iterator[int]:
    """The numbers of all nets of a module."""
    groups = itertools.chain(
        (port["bits"] for port in module["ports"].values()),
        *(item["connections"].values() for item in module["cells"].values()),
    )
    return (bit for bits in groups for bit in bits if isinstance(bit, int))


def _is_small(cell: Cell) -> bool:
    return cell.kind == "logic" and len(cell.inputs) <= len(_INPUTS)


def _small(cell: Cell, pins: Mapping[str, Net]) -> Iterator[dict[str, Any]]:
    """A LUT for each output that is read."""
    values: dict[Net, int] = {"0": 0, "1": _ALL}
    values |= dict(zip(cell.inputs.values(), _COLUMNS, strict=False))
    for gate in cell.gates:
        values[gate.target] = compute(gate, values, _ALL)
    sources = [pins.get(pin, "0") for pin in cell.inputs]
    for pin, net in cell.outputs.items():
        if pin in pins:
            yield _lut(sources, pins[pin], values[net])


def _large(cell: Cell, pins: Mapping[str, Net], fresh: Iterator[int]) -> Iterator[dict[str, Any]]:
    """A LUT or a flip-flop for each gate that an output needs.

    Raises:
        FailureError: It has a flip-flop that both a set and a reset reach, or of a strange kind.
    """
    place: dict[Net, Net] = {"0": "0", "1": "1"}
    place |= {net: pins.get(pin, "0") for pin, net in cell.inputs.items()}
    outputs = [(net, pins[pin]) for pin, net in cell.outputs.items() if pin in pins]
    needed = _needed(cell, [net for net, _ in outputs])
    for gate in needed:
        place[gate.target] = next(fresh)
    for gate in needed:
        if is_register(gate.kind):
            yield _flop(gate, place)
            continue
        sources = list(dict.fromkeys(place[net] for net in gate.sources()))
        columns: dict[Net, int] = {"0": 0, "1": _ALL, "x": 0}
        columns |= dict(
            zip((net for net in sources if isinstance(net, int)), _COLUMNS, strict=False)
        )
        init = compute(gate, {net: columns[place[net]] for net in gate.sources()}, _ALL)
        # So a set that is tied to nothing is none, whatever gates are in front of it.
        if init in (0, _ALL):
            place[gate.target] = "1" if init else "0"
        else:
            yield _lut([net for net in sources if isinstance(net, int)], place[gate.target], init)
    for net, to in outputs:
        yield _lut([place[net]], to, _COLUMNS[0])


def _needed(cell: Cell, outputs: Sequence[Net]) -> list[Gate]:
    """The gates that some outputs need, in the cell's order."""
    drivers = {gate.target: gate for gate in cell.gates}
    found: set[Net] = set()
    waiting = list(outputs)
    while waiting:
        net = waiting.pop()
        if net not in found and net in drivers:
            found.add(net)
            waiting += drivers[net].sources()
    return [gate for gate in cell.gates if gate.target in found]


def _flop(gate: Gate, place: Mapping[Net, Net]) -> dict[str, Any]:
    """A flip-flop, cleared or set asynchronously by one of its pins or none.

    Raises:
        FailureError: It is of another kind.
    """
    name = gate.kind.strip("$_")
    if name == "DFF_P":
        active = []
    elif name.startswith("DFF_P") and len(name) == 7:  # DFF_PN0: level of the reset, its value
        active = [("R", name[5], name[6])]
    elif name.startswith("DFFSR_P") and len(name) == 9:
        active = [("S", name[7], "1"), ("R", name[8], "0")]
    else:
        raise FailureError(f"the netlist has a flip-flop {gate.kind}, which is not known here.")
    active = [
        (pin, level, value)
        for pin, level, value in active
        if place[gate.pins[pin]] not in ("x", "0" if level == "P" else "1")
    ]
    if len(active) > 1:
        raise FailureError("the netlist has a flip-flop with a set and a reset that are both used.")
    pin, level, value = active[0] if active else ("", "P", "0")
    connections = {
        "CLK": [place[gate.pins["C"]]],
        "DI": [place[gate.pins["D"]]],
        "LSR": [place[gate.pins[pin]] if pin else "0"],
        "Q": [place[gate.pins["Q"]]],
    }
    parameters = {
        "LSRMUX": "LSR" if level == "P" else "INV",
        "SRMODE": "ASYNC",
        "REGSET": "SET" if value == "1" else "RESET",
    }
    return {"type": "TRELLIS_FF", "parameters": parameters, "connections": connections}


def _lut(sources: Sequence[Net], to: Net, init: int) -> dict[str, Any]:
    connections = {pin: [net] for pin, net in zip(_INPUTS, sources, strict=False)}
    return {
        "type": "LUT4",
        "parameters": {"INIT": f"{init:016b}"},
        "connections": {**connections, "Z": [to]},
    }
