# SPDX-License-Identifier: Apache-2.0
"""A proof that plain Verilog is equal to the elaborated SystemVerilog sources.

Both netlists are cut at their registers and memories. A register of one netlist matches the
register of the other netlist with the same name. The outputs of registers and memories become
inputs of both netlists. The proof then has to show, for all values of the inputs:

- equal outputs of the design,
- for each register the same next value, clock, reset and reset value,
- for each memory the same read addresses, and for each write the same clock, enables, address and
  data.

By induction over the clock cycles, both netlists then have equal outputs in every cycle, from every
equal start. abc decides the combinational question on and-inverter graphs.

Undefined values. An input of the netlists is 0 or 1. Yosys' pass `xprop` adds a flag to each other
signal that is high for an undefined bit, for example for a read beyond a vector. Compared signals
need equal flags, and equal values without a flag. A register without a match becomes a free input
of its own netlist, so the proof fails if the register has an effect. The next value of a register
is not compared during the register's asynchronous reset, and address and data of a write are not
compared without the write's enable.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundel.base import programs, tools
from roundel.base.errors import FailureError

# Yosys' commands that make a netlist without enables and synchronous resets from a flat module.
NETLIST = ("proc", "bwmuxmap", "opt_clean", "dffunmap", "opt_clean")

_REGISTERS = ("$dff", "$adff", "$aldff")
_READS = ("$memrd", "$memrd_v2")
_WRITES = ("$memwr", "$memwr_v2")
_CONTENTS = ("$meminit", "$meminit_v2")
_EQUAL = "Networks are equivalent"
_TIMEOUT = 1200.0  # of Yosys and of abc, in seconds

Bit = int | str  # the number of a net, or a constant: "0", "1", "x", "z"


@dataclass
class _Netlist:
    """A flat module of Yosys' JSON format, and its compared signals.

    Attributes:
        module: The module.
        names: The public names of each net.
        cells: The cells of the cut netlist.
        free: State without a match: inputs of this netlist alone.
        state: The outputs of registers and memories, by the key of a name.
        registers: Next value, clock, reset and reset value, by the key of a name.
        compared: The compared bits, by the key of a name.
        contents: The shape and the initial contents of memories.
        last: The highest number of a net.
    """

    module: dict[str, Any]
    names: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    cells: dict[str, Any] = field(default_factory=dict)
    free: list[int] = field(default_factory=list)
    state: dict[tuple[str, int], int] = field(default_factory=dict)
    registers: dict[tuple[str, int], tuple[Bit, ...]] = field(default_factory=dict)
    compared: dict[tuple[str, str, int], Bit] = field(default_factory=dict)
    contents: dict[str, Any] = field(default_factory=dict)
    last: int = 0

    def __post_init__(self) -> None:
        for name, net in self.module["netnames"].items():
            for index, bit in enumerate(net["bits"]):
                if isinstance(bit, int):
                    self.last = max(self.last, bit)
                    if not net["hide_name"]:
                        self.names.setdefault(bit, []).append((name, index))

    def new(self) -> int:
        """The number of a new net."""
        self.last += 1
        return self.last

    def gate(self, kind: str, left: list[Bit], right: list[Bit] | None = None) -> list[Bit]:
        """The output of a new cell with operands of equal width, or with one operand."""
        width = 1 if kind == "$reduce_or" else len(left)
        result: list[Bit] = [self.new() for _ in range(width)]
        joined = {"A": left} | ({} if right is None else {"B": right})
        parameters = {f"{port}_WIDTH": len(bits) for port, bits in joined.items()}
        parameters |= {f"{port}_SIGNED": 0 for port in joined}
        self.cells[f"cut{self.last}"] = {
            "type": kind,
            "parameters": {**parameters, "Y_WIDTH": width},
            "port_directions": dict.fromkeys(joined, "input") | {"Y": "output"},
            "connections": {**joined, "Y": result},
        }
        return result

    def level(self, bits: list[Bit], high: bool) -> list[Bit]:
        """A signal that is high when active."""
        return bits if high else self.gate("$not", bits)

    def compare(self, owner: str, what: str, bits: list[Bit]) -> None:
        """Compare bits under a name."""
        for index, bit in enumerate(bits):
            self.compared[owner, what, index] = bit


def prove(sources: Path, plain: Path, module: str, here: Path) -> None:
    """Prove that a file of plain Verilog is equal to the netlist of the sources.

    Args:
        sources: The netlist of the sources, written by Yosys after `NETLIST`.
        plain: The plain Verilog: one flat module.
        module: The name of the module.
        here: A directory for the files of the tools.

    Raises:
        FailureError: The netlists differ, a netlist contains a cell that the proof does not know,
            or a tool is missing or fails.
    """
    read = [f'read_verilog "{plain}"', f"hierarchy -check -top {module}", *NETLIST]
    _yosys("gate", [*read, "write_json gate.json"], here)
    found = (sources, here / "gate.json")
    pair = [_cut(json.loads(path.read_text(encoding="utf-8")), module) for path in found]
    left, right = pair
    if _ports(left) != _ports(right):
        raise FailureError(f"the ports of {module} in Verilog differ from the sources' ports.")
    if left.contents != right.contents:
        raise FailureError(
            f"the memories of {module} in Verilog differ from the memories of the sources; "
            "omit --verilog, and report the configuration."
        )
    shared = _matched(left, right)
    _check_compared(left, right, module)
    keys = sorted(left.compared)
    design = {"creator": "roundel", "modules": {}}
    for name, netlist in (("gold", left), ("gate", right)):
        design["modules"][name] = _question(  # type: ignore[index]
            netlist, shared[name], (len(left.free), len(right.free)), name, keys
        )
    (here / "cut.json").write_text(json.dumps(design), encoding="utf-8")
    encode = "xprop -split-outputs -assume-def-inputs -required -formal"
    script = ["read_json cut.json", "setundef -undriven -undef", encode]
    script += ["chformal -assume -remove", "techmap", "opt_clean", "design -save both"]
    for name, other in (("gold", "gate"), ("gate", "gold")):
        script += ["design -load both", f"delete {other}", f"write_blif {name}.blif"]
    _yosys("cut", script, here)
    log = here / "decide.log"
    abc = [str(tools.find_abc())]
    programs.run(abc, ["-c", "cec -n gold.blif gate.blif"], cwd=here, log=log, timeout=_TIMEOUT)
    said = log.read_text(encoding="utf-8", errors="replace")
    if _EQUAL not in said:
        raise FailureError(
            f"{module} in Verilog is not proven equal to the sources ({said.strip()[-200:]}); "
            "omit --verilog, and report the configuration."
        )


def _yosys(name: str, script: list[str], here: Path) -> None:
    (here / f"{name}.ys").write_text("\n".join(script) + "\n", encoding="utf-8")
    log = here / f"{name}.log"
    arguments = ["-s", f"{name}.ys"]
    programs.run(tools.find("yosys"), arguments, cwd=here, log=log, timeout=_TIMEOUT)


def _cut(design: dict[str, Any], module: str) -> _Netlist:
    """The netlist without registers and memories."""
    netlist = _Netlist(design["modules"][module])
    for name, net in netlist.module["netnames"].items():
        if "init" in net["attributes"]:
            netlist.contents[f"init {name}"] = net["attributes"]["init"]
    for name, memory in netlist.module.get("memories", {}).items():
        shape = [memory[key] for key in ("width", "start_offset", "size")]
        netlist.contents[name] = shape
    ports: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for name, cell in netlist.module["cells"].items():
        kind = cell["type"]
        if kind in _REGISTERS:
            _cut_register(netlist, cell)
        elif kind in (*_READS, *_WRITES, *_CONTENTS):
            group = "read" if kind in _READS else "write" if kind in _WRITES else "contents"
            memory = cell["parameters"]["MEMID"].removeprefix("\\")
            ports.setdefault((memory, group), []).append(cell)
        elif kind == "$scopeinfo":
            continue
        elif "ff" in kind or "mem" in kind or "latch" in kind or not kind.startswith("$"):
            raise FailureError(f"the proof of {module} does not know the cell {kind}.")
        else:
            netlist.cells[name] = {**cell, "attributes": {}}
    for (memory, group), cells in sorted(ports.items()):
        _cut_ports(netlist, memory, group, cells)
    for name, port in netlist.module["ports"].items():
        if port["direction"] == "output":
            netlist.compare("", name, port["bits"])
    return netlist


def _ports(netlist: _Netlist) -> dict[str, tuple[str, int]]:
    """Direction and width of each port."""
    found = netlist.module["ports"].items()
    return {name: (port["direction"], len(port["bits"])) for name, port in found}


def _number(value: Any) -> int:
    """A parameter, which Yosys writes as binary digits."""
    return int(value, 2) if isinstance(value, str) else int(value)


def _cut_register(netlist: _Netlist, cell: dict[str, Any]) -> None:
    """Make a register's outputs inputs; compare next value, clock, reset and reset value."""
    pins, parameters = cell["connections"], cell["parameters"]
    clock = netlist.level(pins["CLK"], bool(_number(parameters["CLK_POLARITY"])))
    data = pins["D"]
    width = len(data)
    active: list[Bit] = ["0"]
    value: list[Bit] = ["0"] * width
    if cell["type"] != "$dff":
        load = "ARST" if cell["type"] == "$adff" else "ALOAD"
        active = netlist.level(pins[load], bool(_number(parameters[f"{load}_POLARITY"])))
        if load == "ARST":
            digits = parameters["ARST_VALUE"].rjust(width, "0")
            value = list(reversed(digits))
        else:
            value = pins["AD"]
        idle = netlist.gate("$not", active)
        data = netlist.gate("$and", data, idle * width)
        value = netlist.gate("$and", value, active * width)
    for index, bit in enumerate(pins["Q"]):
        names = sorted(netlist.names.get(bit, ()))
        if not names:
            netlist.free.append(bit)
            continue
        for name in names:
            netlist.state[name] = bit
        for name in names:
            netlist.registers[name] = (data[index], clock[0], active[0], value[index])


def _cut_ports(netlist: _Netlist, memory: str, group: str, cells: list[dict[str, Any]]) -> None:
    """Compare the ports of a memory, and make the read data inputs."""
    if group == "contents":
        netlist.contents[f"{memory} contents"] = _contents(cells)
        return
    if group == "write":
        netlist.contents[f"{memory} writes"] = [
            (_number(cell["parameters"].get("PRIORITY_MASK", "0")) if len(cells) > 1 else 0)
            for cell in cells
        ]
    for number, cell in enumerate(_ordered(netlist, group, cells)):
        pins, parameters = cell["connections"], cell["parameters"]
        owner = f"{memory} {group} {number}"
        clocked = bool(_number(parameters["CLK_ENABLE"]))
        address = pins["ADDR"]
        if group == "read":
            if clocked:
                raise FailureError(f"the proof does not know the clocked read of {memory}.")
            netlist.compare(owner, "address", address)
            for index, bit in enumerate(pins["DATA"]):
                netlist.state[owner, index] = bit
            continue
        if not clocked:
            raise FailureError(f"the proof does not know the write of {memory} without a clock.")
        clock = netlist.level(pins["CLK"], bool(_number(parameters["CLK_POLARITY"])))
        enable = pins["EN"]
        some = netlist.gate("$reduce_or", enable)
        netlist.compare(owner, "clock", clock)
        netlist.compare(owner, "enable", enable)
        netlist.compare(owner, "address", netlist.gate("$and", address, some * len(address)))
        netlist.compare(owner, "data", netlist.gate("$and", pins["DATA"], enable))


def _ordered(netlist: _Netlist, group: str, cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ports of a memory: reads by the name of their data, writes by their number."""
    if group == "write":
        return sorted(cells, key=lambda cell: _number(cell["parameters"].get("PORTID", "0")))

    def name(cell: dict[str, Any]) -> tuple[str, int]:
        names = netlist.names.get(cell["connections"]["DATA"][0])
        return min(names) if names else ("", 0)

    return sorted(cells, key=name)


def _contents(cells: list[dict[str, Any]]) -> dict[int, str]:
    """The initial words of a memory by address; the highest priority comes last."""
    found: dict[int, str] = {}
    for cell in sorted(cells, key=lambda cell: _number(cell["parameters"]["PRIORITY"])):
        width = _number(cell["parameters"]["WIDTH"])
        start = int("".join(map(str, reversed(cell["connections"]["ADDR"]))), 2)
        data = cell["connections"]["DATA"]
        for word in range(_number(cell["parameters"]["WORDS"])):
            bits = data[word * width : (word + 1) * width]
            found[start + word] = "".join(map(str, reversed(bits)))
    return found


def _matched(left: _Netlist, right: _Netlist) -> dict[str, list[int]]:
    """The nets of matched state in both netlists, in the same order.

    A net of one netlist matches at most one net of the other netlist. The other nets of state
    become free inputs.
    """
    shared: dict[str, list[int]] = {"gold": [], "gate": []}
    used: tuple[set[int], set[int]] = (set(), set())
    for name in sorted(left.state.keys() & right.state.keys()):
        nets = (left.state[name], right.state[name])
        if nets[0] not in used[0] and nets[1] not in used[1]:
            for key, net, seen in zip(shared, nets, used, strict=True):
                shared[key].append(net)
                seen.add(net)
            for netlist in (left, right):
                for number, bit in enumerate(netlist.registers.get(name, ())):
                    netlist.compared[name[0], f"register {number}", name[1]] = bit
    for netlist, seen in ((left, used[0]), (right, used[1])):
        netlist.free += sorted({*netlist.state.values()} - seen)
    return shared


def _check_compared(left: _Netlist, right: _Netlist, module: str) -> None:
    """Refuse netlists with different outputs or ports of memories."""
    odd = left.compared.keys() ^ right.compared.keys()
    if odd:
        raise FailureError(f"only one form of {module} has {' '.join(map(str, min(odd)))}.")


def _question(
    netlist: _Netlist,
    state: list[int],
    free: tuple[int, int],
    name: str,
    keys: list[tuple[str, str, int]],
) -> dict[str, Any]:
    """The module for abc: the same inputs and outputs for both netlists."""
    inputs = [
        bit
        for _, port in sorted(netlist.module["ports"].items())
        if port["direction"] == "input"
        for bit in port["bits"]
    ]
    own = netlist.free if name == "gold" else [netlist.new() for _ in range(free[0])]
    others = netlist.free if name == "gate" else [netlist.new() for _ in range(free[1])]
    outputs = [netlist.compared[key] for key in keys]
    ports = {"inputs": inputs, "state": state, "gold_free": own, "gate_free": others}
    listed = {port: {"direction": "input", "bits": bits} for port, bits in ports.items() if bits}
    listed["compared"] = {"direction": "output", "bits": outputs}
    return {"attributes": {"top": 1}, "ports": listed, "cells": netlist.cells, "netnames": {}}
