# SPDX-License-Identifier: Apache-2.0
"""Trees of buffers behind what drives much.

Where abc buffers what its own gates drive, it takes a register's output for a driver without
resistance, and leaves any number of inputs on it.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from roundel.base.errors import FailureError
from roundel.cells.cell import Cell
from roundel.cells.library import Library

FAN_OUT = 12  # inputs that a net may reach

_Sink = tuple[Any, str]  # a cell of the netlist, and its pin


def insert_buffers(module: dict[str, Any], library: Library, everywhere: bool) -> int:
    """Put trees of buffers into a flat module of cells, in place; gives the number of buffers.

    With `everywhere` also behind gates, and not only behind registers and pins.
    """
    cells: dict[str, Any] = module["cells"]
    starts = {
        bit
        for port in module["ports"].values()
        if port["direction"] == "input"
        for bit in port["bits"]
    }
    sinks: dict[int, list[_Sink]] = defaultdict(list)
    for item in cells.values():
        cell = library.cells[item["type"]]
        for pin, bits in item["connections"].items():
            for bit in bits:
                if pin in cell.inputs and isinstance(bit, int):
                    sinks[bit].append((item, pin))
                elif pin in cell.outputs and (everywhere or cell.kind == "register"):
                    starts.add(bit)
    clocks = {  # which have ideal trees
        item["connections"][pin][0]
        for item in cells.values()
        for pin in library.cells[item["type"]].clocks
    }
    wide = [bit for bit in starts if len(sinks[bit]) > FAN_OUT and bit not in clocks]
    if not wide:
        return 0
    buffer = _buffer(library)
    free = 1 + max(_bits(module))
    before = len(cells)
    for bit in sorted(wide):
        level = sinks[bit]
        while len(level) > FAN_OUT:
            above: list[_Sink] = []
            for first in range(0, len(level), FAN_OUT):
                item = _instance(buffer, free)
                cells[f"$roundel$buffer${free}"] = item
                for sink, pin in level[first : first + FAN_OUT]:
                    sink["connections"][pin] = [free]
                above.append((item, next(iter(buffer.inputs))))
                free += 1
            level = above
        for sink, pin in level:
            sink["connections"][pin] = [bit]
    return len(cells) - before


def _bits(module: Mapping[str, Any]) -> list[int]:
    """All nets."""
    found = [bit for port in module["ports"].values() for bit in port["bits"]]
    found += [bit for net in module["netnames"].values() for bit in net["bits"]]
    found += [
        bit for item in module["cells"].values() for bits in item["connections"].values()
        for bit in bits
    ]  # fmt: skip
    return [bit for bit in found if isinstance(bit, int)]


def _instance(buffer: Cell, net: int) -> dict[str, Any]:
    (source,), (target,) = buffer.inputs, buffer.outputs
    return {
        "hide_name": 1,
        "type": buffer.name,
        "parameters": {},
        "attributes": {},
        "port_directions": {source: "input", target: "output"},
        "connections": {source: [net], target: [net]},
    }


def _buffer(library: Library) -> Cell:
    """The smallest buffer: larger cells of the same function may be there to delay."""
    found = library.buffers
    if not found:
        raise FailureError(
            f"the library {library.name} has no buffer, which what drives more than "
            f"{FAN_OUT} inputs needs; give a library with one."
        )
    return found[0]
