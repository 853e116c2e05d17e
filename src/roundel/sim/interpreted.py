# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist as tables for the interpreter in `sim/roundel_netlist.h`.

Yosys' JSON of a flat module of ECP5 cells becomes a C++ class with the module's ports, which a
harness drives as it drives one of Verilator's. What each cell does is that of Yosys' models
(`cells_sim.v`) and of `sim/ecp5/DP16KD.v`; carry cells and multiplexers become LUTs.
"""

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundel.base.errors import FailureError

__all__ = ["HEADER", "write_model"]

HEADER = "roundel_netlist.h"

_ZERO, _ONE = 0, 1  # nets
_CHOOSE = 0xCACA  # the third input chooses the second or the first
_XOR = 0x6666
_FIRST = 0xAAAA


@dataclass
class _Tables:
    """What `roundel_netlist::Tables` holds, as C++ initialisers."""

    nets: dict[int, int] = field(default_factory=dict)
    count: int = 2
    luts: list[tuple[int, tuple[int, ...], int]] = field(default_factory=list)
    rams: list[tuple[int, ...]] = field(default_factory=list)
    ram_data: list[str] = field(default_factory=list)
    flops: list[str] = field(default_factory=list)
    roms: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    blocks: list[str] = field(default_factory=list)
    clocks: set[int] = field(default_factory=set)
    states: set[int] = field(default_factory=set)  # nets that change with the clock alone

    def net(self, bit: int | str) -> int:
        """The number of a net; an unknown constant is 0."""
        if isinstance(bit, str):
            return _ONE if bit == "1" else _ZERO
        if bit not in self.nets:
            self.nets[bit] = self.fresh()
        return self.nets[bit]

    def fresh(self) -> int:
        self.count += 1
        return self.count - 1

    def lut(self, out: int, inputs: Sequence[int], init: int) -> int:
        self.luts.append((out, (*inputs, *[_ZERO] * (4 - len(inputs))), init))
        return out


class _Cell:
    """A cell: its pins as nets, its parameters as text."""

    def __init__(self, tables: _Tables, name: str, cell: Mapping[str, Any]) -> None:
        self.name = name
        self.kind = str(cell["type"])
        self.parameters: Mapping[str, str] = cell["parameters"]
        self._connections: Mapping[str, list[int | str]] = cell["connections"]
        self._tables = tables

    def pin(self, name: str, bit: int = 0) -> int:
        """A pin's net; one that is not connected reads 0, and drives a net of its own."""
        bits = self._connections.get(name, [])
        return self._tables.net(bits[bit]) if bit < len(bits) else _ZERO

    def out(self, name: str, bit: int = 0) -> int:
        bits = self._connections.get(name, [])
        found = self._tables.net(bits[bit]) if bit < len(bits) else _ZERO
        return found if found > _ONE else self._tables.fresh()

    def pins(self, *names: str) -> tuple[int, ...]:
        return tuple(self.pin(name) for name in names)

    def outs(self, *names: str) -> tuple[int, ...]:
        return tuple(self.out(name) for name in names)

    def text(self, name: str, default: str) -> str:
        """A parameter that is a word; Yosys writes a blank behind one that looks like bits."""
        return self.parameters.get(name, default).strip()

    def bits(self, name: str) -> int:
        """A parameter that is a number; unknown bits are 0."""
        return int(self.parameters.get(name, "0").replace("x", "0").replace("z", "0"), 2)

    def demand(self, name: str, default: str, *wanted: str) -> str:
        """A parameter that can only be what the interpreter knows."""
        found = self.text(name, default)
        if found not in wanted:
            raise FailureError(
                f"{self.kind} {self.name} has {name} {found!r}; the interpreter knows "
                f"{', '.join(wanted)}."
            )
        return found


def write_model(path: Path, top: str, directory: Path, name: str) -> None:
    """Write NAME.h and NAME.cpp, the class that runs a netlist.

    Args:
        path: Yosys' JSON.
        top: Its module.
        directory: Where to write.
        name: Of the class.

    Raises:
        FailureError: The netlist has a cell or a loop that the interpreter cannot run.
    """
    try:
        module = json.loads(path.read_text(encoding="utf-8"))["modules"][top]
    except (OSError, ValueError, KeyError) as error:
        raise FailureError(f"{path} is no netlist of {top}; delete it and try again.") from error
    tables = _Tables()
    ports = {
        port: (str(item["direction"]), [tables.net(bit) for bit in item["bits"]])
        for port, item in module["ports"].items()
    }
    for label, cell in module["cells"].items():
        found = _Cell(tables, label, cell)
        if found.kind not in _KINDS:
            raise FailureError(f"{path} has a cell {found.kind}, which the interpreter lacks.")
        _KINDS[found.kind](tables, found)
    clock = tables.clocks.pop() if len(tables.clocks) == 1 else -1
    inputs = {net for way, nets in ports.values() if way == "input" for net in nets}
    if clock not in inputs or any(clock in nets for _, nets, _ in tables.luts):
        raise FailureError(f"{path} needs one clock, a port that no logic reads.")
    order = _order(tables, inputs, path)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / f"{name}.h").write_text(_header(name, ports), encoding="utf-8")
    (directory / f"{name}.cpp").write_text(
        _source(name, tables, ports, order, clock), encoding="utf-8"
    )


# ---- Cells --------------------------------------------------------------------------------------


def _lut4(tables: _Tables, cell: _Cell) -> None:
    tables.lut(cell.out("Z"), cell.pins("A", "B", "C", "D"), cell.bits("INIT"))


def _pfumx(tables: _Tables, cell: _Cell) -> None:
    tables.lut(cell.out("Z"), cell.pins("BLUT", "ALUT", "C0"), _CHOOSE)


def _l6mux21(tables: _Tables, cell: _Cell) -> None:
    tables.lut(cell.out("Z"), cell.pins("D0", "D1", "SD"), _CHOOSE)


def _ccu2c(tables: _Tables, cell: _Cell) -> None:
    """Two LUTs with a carry through both; INJECT takes the carry from a half's sum."""
    carry = cell.pin("CIN")
    for half in "01":
        init = cell.bits(f"INIT{half}")
        inputs = cell.pins(*(f"{pin}{half}" for pin in "ABCD"))
        sum_of = tables.lut(tables.fresh(), inputs, init)
        if cell.demand(f"INJECT1_{half}", "YES", "YES", "NO") == "YES":
            tables.lut(cell.out(f"S{half}"), (sum_of,), _FIRST)
            generate = _ZERO
        else:
            tables.lut(cell.out(f"S{half}"), (sum_of, carry), _XOR)
            generate = tables.lut(tables.fresh(), inputs[:2], (init & 15) * 0x1111)
        out = tables.fresh() if half == "0" else cell.out("COUT")
        carry = tables.lut(out, (generate, carry, sum_of), _CHOOSE)


def _flop(tables: _Tables, cell: _Cell) -> None:
    enable = cell.demand("CEMUX", "1", "1", "CE", "INV")
    clear = cell.demand("LSRMUX", "LSR", "LSR", "INV")
    cell.demand("CLKMUX", "CLK", "CLK")
    cell.demand("LSRMODE", "LSR", "LSR")
    mode = cell.demand("SRMODE", "LSR_OVER_CE", "LSR_OVER_CE", "ASYNC")
    value = int(cell.demand("REGSET", "RESET", "RESET", "SET") == "SET")
    out = cell.out("Q")
    tables.clocks.add(cell.pin("CLK"))
    tables.states.add(out)
    pins = (out, cell.pin("DI"), _ONE if enable == "1" else cell.pin("CE"), cell.pin("LSR"))
    flags = (int(enable == "INV"), int(clear == "INV"), int(mode == "ASYNC"), value)
    tables.flops.append(_list((*pins, *flags)))


def _ram(tables: _Tables, cell: _Cell) -> None:
    cell.demand("WCKMUX", "WCK", "WCK")
    cell.demand("WREMUX", "WRE", "WRE")
    tables.clocks.add(cell.pin("WCK"))

    def four(name: str) -> tuple[int, ...]:
        return tuple(cell.pin(name, bit) for bit in range(4))

    read, out = four("RAD"), tuple(cell.out("DO", bit) for bit in range(4))
    tables.rams.append((*read, *out))
    parts = [str(cell.pin("WRE")), *map(_list, (four("DI"), four("WAD"), read, out))]
    tables.ram_data.append(f"{{{', '.join(parts)}, {cell.bits('INITVAL')}ull}}")


def _block_ram(tables: _Tables, cell: _Cell) -> None:
    for port in "AB":
        cell.demand(f"CSDECODE_{port}", "0b000", "0b000")
        cell.demand(f"CLK{port}MUX", f"CLK{port}", f"CLK{port}")
    widths = {_width(cell, port) for port in "AB"}
    if widths == {9}:
        _rom(tables, cell)
    elif widths == {36}:
        _wide(tables, cell)
    else:
        raise FailureError(f"DP16KD {cell.name}: the interpreter knows 9 or 36 bits at both ports.")


def _width(cell: _Cell, port: str) -> int:
    """DATA_WIDTH_A or _B, which is a number."""
    return int(cell.parameters.get(f"DATA_WIDTH_{port}", f"{18:b}"), 2)


def _rom(tables: _Tables, cell: _Cell) -> None:
    contents = 0
    for number in range(64):
        contents |= cell.bits(f"INITVAL_{number:02X}") << (320 * number)
    words = [contents >> (20 * (i // 2) + 9 * (i % 2)) & 0x1FF for i in range(2048)]
    tables.words.append(_list(words))
    for port in "AB":
        tables.clocks.add(cell.pin(f"CLK{port}"))
        high = (*cell.pins(f"CE{port}", f"OCE{port}"), *[_ONE] * 5)
        low = (*cell.pins(f"WE{port}", f"RST{port}", *(f"CS{port}{n}" for n in range(3))), 0, 0)
        address = cell.pins(*(f"AD{port}{n}" for n in range(3, 14)))
        out = cell.outs(*(f"DO{port}{n}" for n in range(9)))
        tables.states |= set(out)
        registered = int(cell.demand(f"REGMODE_{port}", "NOREG", "NOREG", "OUTREG") == "OUTREG")
        shown = ", ".join(map(_list, (high, low, address, out)))
        tables.roms.append(f"{{{shown}, {registered}, WORDS[{len(tables.words) - 1}]}}")


def _wide(tables: _Tables, cell: _Cell) -> None:
    tables.clocks |= {cell.pin("CLKA"), cell.pin("CLKB")}
    chips = ("CS{}0", "CS{}1", "CS{}2")
    nets = (
        cell.pins("WEA", "ADA0", "ADA1", "ADA2", "ADA3"),
        cell.pins("RSTA", *(name.format("A") for name in chips)),
        cell.pins("CEB", "OCEB"),
        cell.pins("WEB", "RSTB", *(name.format("B") for name in chips)),
        cell.pins(*(f"ADA{n}" for n in range(5, 14))),
        cell.pins(*(f"ADB{n}" for n in range(5, 14))),
        cell.pins(*(f"DI{port}{n}" for port in "AB" for n in range(18))),
        cell.outs(*(f"DO{port}{n}" for port in "AB" for n in range(18))),
    )
    tables.states |= set(nets[-1])
    registered = int(cell.demand("REGMODE_B", "NOREG", "NOREG", "OUTREG") == "OUTREG")
    shown = ", ".join(map(_list, nets))
    tables.blocks.append(f"{{{cell.pin('CEA')}, {shown}, {registered}}}")


_KINDS = {
    "LUT4": _lut4,
    "PFUMX": _pfumx,
    "L6MUX21": _l6mux21,
    "CCU2C": _ccu2c,
    "TRELLIS_FF": _flop,
    "TRELLIS_DPR16X4": _ram,
    "DP16KD": _block_ram,
}


# ---- Order and C++ ------------------------------------------------------------------------------


def _order(tables: _Tables, inputs: Iterable[int], path: Path) -> list[int]:
    """LUTs and reads of RAMs behind all that they read."""
    steps: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = [
        *((n, nets, (out,)) for n, (out, nets, _) in enumerate(tables.luts)),
        *((-1 - n, nets[:4], nets[4:]) for n, nets in enumerate(tables.rams)),
    ]
    waits: dict[int, list[int]] = {}
    missing = []
    driven = {net for _, _, outs in steps for net in outs}
    for place, (_, nets, _) in enumerate(steps):
        needed = {net for net in nets if net in driven}
        missing.append(len(needed))
        for net in needed:
            waits.setdefault(net, []).append(place)
    twice = driven & (tables.states | set(inputs))
    if twice or len(driven) != sum(len(outs) for _, _, outs in steps):
        raise FailureError(f"{path} has a net with two drivers.")
    ready = deque(place for place, count in enumerate(missing) if not count)
    order = []
    while ready:
        place = ready.popleft()
        number, _, outs = steps[place]
        order.append(number)
        for net in outs:
            for other in waits.get(net, ()):
                missing[other] -= 1
                if not missing[other]:
                    ready.append(other)
    if len(order) != len(steps):
        raise FailureError(f"{path} has a combinational loop.")
    return order


def _list(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _type(width: int) -> str:
    """What Verilator makes of a port."""
    for limit, name in ((8, "CData"), (16, "SData"), (32, "IData"), (64, "QData")):
        if width <= limit:
            return name
    return f"VlWide<{-(-width // 32)}>"


def _header(name: str, ports: Mapping[str, tuple[str, list[int]]]) -> str:
    lines = []
    for port, (way, nets) in ports.items():
        word = "IN" if way == "input" else "OUT"
        lines.append(f"  {_type(len(nets))} {port};  // VL_{word}(&{port},{len(nets) - 1},0)")
    return "\n".join(
        [
            "#pragma once",
            f'#include "{HEADER}"',
            f"class {name} {{",
            " public:",
            *lines,
            f"  {name}(VerilatedContext *, const char *);",
            "  void eval();",
            "  void final() {}",
            " private:",
            "  roundel_netlist::Netlist netlist_;",
            "};",
            "",
        ]
    )


def _source(
    name: str,
    tables: _Tables,
    ports: Mapping[str, tuple[str, list[int]]],
    order: Sequence[int],
    clock: int,
) -> str:
    def table(kind: str, label: str, items: Sequence[str]) -> str:
        listed = ",\n".join(items or ["{}"])
        return f"const {kind} {label}[] = {{\n{listed}\n}};\n"

    text = f'#include "{name}.h"\nnamespace {{\nusing namespace roundel_netlist;\n'
    text += table("int32_t", "ORDER", [str(number) for number in order])
    luts = [f"{{{out}, {_list(nets)}, {init}}}" for out, nets, init in tables.luts]
    text += table("Lut", "LUTS", luts) + table("Ram", "RAMS", tables.ram_data)
    text += table("Flop", "FLOPS", tables.flops)
    text += "const uint16_t WORDS[][2048] = {\n" + ",\n".join(tables.words or ["{}"]) + "\n};\n"
    text += table("Rom", "ROMS", tables.roms) + table("Block", "BLOCKS", tables.blocks)
    for port, (_, nets) in ports.items():
        text += f"const uint32_t PORT_{port}[] = {_list(nets)};\n"
    text += (
        f"const Tables TABLES = {{{tables.count}, {clock}, ORDER, {len(order)}, LUTS, RAMS, "
        f"{len(tables.rams)}, FLOPS, {len(tables.flops)}, ROMS, {len(tables.roms)}, BLOCKS, "
        f"{len(tables.blocks)}}};\n}}  // namespace\n"
    )
    text += f"{name}::{name}(VerilatedContext *, const char *) : netlist_(TABLES) {{}}\n"
    text += f"void {name}::eval() {{\n"
    moves: dict[str, str] = {"input": "", "output": ""}
    for port, (way, nets) in ports.items():
        call = "to_nets" if way == "input" else "from_nets"
        moves[way] += f"  {call}(netlist_, PORT_{port}, {len(nets)}, {port});\n"
    return f"{text}{moves['input']}  netlist_.eval();\n{moves['output']}}}\n"
