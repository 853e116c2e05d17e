# SPDX-License-Identifier: Apache-2.0
"""Removes inverters behind a flip-flop that has an output of the complement.

abc sees one output of a flip-flop and inverts it again.
"""

from collections import defaultdict
from typing import Any

from roundel.cells.cell import Cell, is_inverter
from roundel.cells.library import Library


def drop_inverters(module: dict[str, Any], library: Library) -> int:
    """Remove inverters whose result is an output of a flip-flop; gives the number of inverters.

    The module is a flat one of cells, in Yosys' JSON; it changes in place.
    """
    cells: dict[str, Any] = module["cells"]
    inverters: dict[Any, list[tuple[str, Any]]] = defaultdict(list)  # by net: name and result
    for name, item in cells.items():
        cell = library.cells[item["type"]]
        if is_inverter(cell):
            (source,), (target,) = cell.inputs, cell.outputs
            if target in item["connections"]:
                (net,), (result,) = item["connections"][source], item["connections"][target]
                inverters[net].append((name, result))
    renamed: dict[Any, Any] = {}
    gone: list[str] = []
    for item in cells.values():
        cell = library.cells[item["type"]]
        for pin, other in _complements(cell).items():
            nets = item["connections"].get(pin, [])
            if not nets or not inverters[nets[0]] or item["connections"].get(other):
                continue
            first = inverters[nets[0]][0][1]
            item["connections"][other] = [first]
            item["port_directions"][other] = "output"
            for name, result in inverters.pop(nets[0]):
                renamed[result] = first
                gone.append(name)
    for name in gone:
        del cells[name]
    for holder in (*module["ports"].values(), *module["netnames"].values()):
        holder["bits"] = [renamed.get(bit, bit) for bit in holder["bits"]]
    for item in cells.values():
        for pin, bits in item["connections"].items():
            item["connections"][pin] = [renamed.get(bit, bit) for bit in bits]
    return len(gone)


def _complements(cell: Cell) -> dict[str, str]:
    """The outputs of a flip-flop whose complement another output is, and that one."""
    if cell.kind != "register":
        return {}
    roots = {pin: cell.root(net) for pin, net in cell.outputs.items()}
    return {
        pin: other
        for pin, (net, inverted) in roots.items()
        for other, root in roots.items()
        if root == (net, not inverted)
    }
