# SPDX-License-Identifier: Apache-2.0
"""Edits of a flat module of cells, in place in Yosys' JSON.

`drop_inverters` removes inverters, `insert_buffers` adds buffer trees, and `name_registers` gives
registers the RTL's names.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from roundel.cells.cell import Cell
from roundel.cells.library import Library

FAN_OUT = 12  # maximum number of inputs on a net

_Sink = tuple[Any, str]  # a cell of the netlist, and its pin


def drop_inverters(module: dict[str, Any], library: Library) -> int:
    """Replace inverters of a flip-flop's output by the inverse output; returns their number.

    abc sees only one output of a flip-flop and adds inverters for the other.
    """
    cells: dict[str, Any] = module["cells"]
    inverters: dict[Any, list[tuple[str, Any]]] = defaultdict(list)  # by net: name and result
    for name, item in cells.items():
        cell = library.cells[item["type"]]
        if cell.is_inverter:
            (source,), (target,) = cell.inputs, cell.outputs
            if target in item["connections"]:
                (net,), (result,) = item["connections"][source], item["connections"][target]
                inverters[net].append((name, result))
    renamed: dict[Any, Any] = {}
    gone: list[str] = []
    for item in cells.values():
        for pin, other in _complements(library.cells[item["type"]]):
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


def _complements(cell: Cell) -> Iterator[tuple[str, str]]:
    """Pairs of outputs of a flip-flop that are complements of each other, in both orders."""
    if cell.kind == "register":
        roots = {pin: cell.root(net) for pin, net in cell.outputs.items()}
        for pin, (net, inverted) in roots.items():
            for other, root in roots.items():
                if root == (net, not inverted):
                    yield pin, other


def insert_buffers(module: dict[str, Any], library: Library, everywhere: bool) -> int:
    """Add buffer trees to nets with many readers; returns the number of buffers.

    abc buffers the outputs of its own gates, but treats a register as a driver without resistance.
    Trees are therefore added behind registers and input pins; with `everywhere` also behind gates.
    The buffers are the library's smallest; a larger buffer may be a delay cell.
    """
    cells: dict[str, Any] = module["cells"]
    starts = {
        bit
        for port in module["ports"].values()
        if port["direction"] == "input"
        for bit in port["bits"]
    }
    sinks: dict[int, list[_Sink]] = defaultdict(list)
    clocks = set()  # clocks have ideal trees
    nets = {bit for net in module["netnames"].values() for bit in net["bits"]}
    for item in cells.values():
        cell = library.cells[item["type"]]
        clocks |= {item["connections"][pin][0] for pin in cell.clocks}
        for pin, bits in item["connections"].items():
            nets.update(bits)
            for bit in bits:
                if pin in cell.inputs and isinstance(bit, int):
                    sinks[bit].append((item, pin))
                elif pin in cell.outputs and (everywhere or cell.kind == "register"):
                    starts.add(bit)
    wide = sorted(bit for bit in starts if len(sinks[bit]) > FAN_OUT and bit not in clocks)
    buffer = library.buffers[0]
    (source,), (target,) = buffer.inputs, buffer.outputs
    free = 1 + max(bit for bit in nets if isinstance(bit, int))
    before = len(cells)
    for bit in wide:
        level = sinks[bit]
        while len(level) > FAN_OUT:
            above: list[_Sink] = []
            for first in range(0, len(level), FAN_OUT):
                item = {
                    "hide_name": 1,
                    "type": buffer.name,
                    "parameters": {},
                    "attributes": {},
                    "port_directions": {source: "input", target: "output"},
                    "connections": {source: [], target: [free]},
                }
                cells[f"$roundel$buffer${free}"] = item
                for sink, pin in level[first : first + FAN_OUT]:
                    sink["connections"][pin] = [free]
                above.append((item, source))
                free += 1
            level = above
        for sink, pin in level:
            sink["connections"][pin] = [bit]
    return len(cells) - before


def name_registers(module: dict[str, Any], library: Library) -> None:
    """Name every register after its bit in the RTL, for example "u_ring_state_q_12".

    If the register drives a port of the same name, "_reg" is added: "out_valid_o_reg".
    """
    bits = dict(_bits(module))
    # A net other than a port loses its name: a register can take the name.
    nets = module["netnames"]
    module["netnames"] = {
        name if name in module["ports"] else f"$roundel${name}": net | {"hide_name": 1}
        for name, net in nets.items()
    }
    taken = set(module["ports"])
    named: dict[str, Any] = {}
    for old, item in module["cells"].items():
        cell = library.cells[item["type"]]
        name = old
        if cell.kind == "register":
            outputs = (bit for pin in cell.outputs for bit in item["connections"].get(pin, ()))
            name = next((bits[bit] for bit in outputs if bit in bits), old)
            while name != old and name in taken:
                name += "_reg"
        taken.add(name)
        named[name] = item | ({"hide_name": 0} if name != old else {})
    module["cells"] = named


def _bits(module: dict[str, Any]) -> Iterator[tuple[int | str, str]]:
    """The name of each named bit in the RTL, the shortest name last."""
    nets = [(name, net) for name, net in module["netnames"].items() if not net["hide_name"]]
    for name, net in sorted(nets, key=lambda item: (-len(item[0]), item[0])):
        plain = re.sub(r"\W+", "_", name).strip("_")
        for index, bit in enumerate(net["bits"]):
            many = len(net["bits"]) > 1
            yield bit, f"{plain}_{index + net.get('offset', 0)}" if many else plain


_MAPPED = re.compile(r"^Mapping memory \\(\S+) in module", re.MULTILINE)


def memory_bits(module: dict[str, Any], library: Library, log: str) -> int:
    """The number of registers of memories, according to the log of the memory mapping."""
    memories = set(_MAPPED.findall(log))
    held = {
        bit
        for name, net in module["netnames"].items()
        if name.rpartition("[")[0] in memories
        for bit in net["bits"]
    }
    return sum(
        any(held.intersection(item["connections"].get(pin, ())) for pin in cell.outputs)
        for item in module["cells"].values()
        if (cell := library.cells[item["type"]]).kind == "register"
    )
