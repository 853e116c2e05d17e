# SPDX-License-Identifier: Apache-2.0
"""Names of registers in a netlist: those that they have in the RTL, so that a path tells of it."""

import re
from collections.abc import Iterator
from typing import Any

from roundel.cells.library import Library


def name_registers(module: dict[str, Any], library: Library) -> None:
    """Name every register after the bit that it holds, in place: "u_ring_state_q_12".

    A register with the name of the port that it drives becomes "out_valid_o_reg". The module is a
    flat one of cells, in Yosys' JSON.
    """
    bits = dict(_bits(module))
    # A net that is no port gives its name away: Yosys names all of them anew behind this.
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


_MAPPED = re.compile(r"^Mapping memory \\(\S+) in module", re.MULTILINE)


def memory_bits(module: dict[str, Any], library: Library, log: str) -> int:
    """How many registers are bits of memories, by the log of the run that mapped the memories."""
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


def _bits(module: dict[str, Any]) -> Iterator[tuple[int | str, str]]:
    """The name of each bit that has one in the RTL, the shortest last."""
    nets = [(name, net) for name, net in module["netnames"].items() if not net["hide_name"]]
    for name, net in sorted(nets, key=lambda item: (-len(item[0]), item[0])):
        plain = re.sub(r"\W+", "_", name).strip("_")
        for place, bit in enumerate(net["bits"]):
            many = len(net["bits"]) > 1
            yield bit, f"{plain}_{place + net.get('offset', 0)}" if many else plain
