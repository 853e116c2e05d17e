# SPDX-License-Identifier: Apache-2.0
"""Mapped netlists as tables for the simulator in `sim/roundel_netlist.h`.

A netlist is a flat module in Yosys' JSON, with cells of ECP5 and Yosys' own flip-flops. Each cell
behaves as in Yosys' models (`cells_sim.v`) and in `sim/ecp5/DP16KD.v`; carry cells and multiplexers
become LUTs. `write_model` makes a C++ class of the tables, with the interface of a Verilator model
for the harnesses. `roundel.sim.copies` simulates 64 copies at once.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path
from typing import Any

from roundel.base.errors import FailureError

HEADER = "roundel_netlist.h"

_ZERO, _ONE = 0, 1  # nets
_CHOOSE = 0xCACA  # the third input selects the second input or the first
_XOR = 0x6666
_FIRST = 0xAAAA
_NOT = 0x5555


class Tables:
    """The tables of a module; the C++ header describes the rows.

    Raises:
        FailureError: The netlist has a cell, a clock or a loop that the simulator cannot run.
    """

    def __init__(self, module: Mapping[str, Any], name: str) -> None:
        self.nets: dict[int, int] = {}  # the number of each net, by its number in the JSON file
        self.count = 2
        self.luts: list[tuple[int, ...]] = []
        self.stores: list[tuple[int, ...]] = []
        self.flops: list[tuple[int, ...]] = []
        self.reads: list[tuple[int, ...]] = []
        self.writes: list[tuple[int, ...]] = []
        self.words: list[int] = []
        self.clocks: set[int] = set()
        self.driven: list[int] = []
        self._inverted = {_ZERO: _ONE, _ONE: _ZERO}
        # The direction and the nets of each port, bit 0 first.
        self.ports = {
            port: (str(item["direction"]), [self.net(bit) for bit in item["bits"]])
            for port, item in module["ports"].items()
        }
        for label, item in module["cells"].items():
            cell = _Cell(self, label, item)
            if cell.kind not in _KINDS:
                raise FailureError(f"{name} has a cell {cell.kind}, unknown to the simulator.")
            _KINDS[cell.kind](self, cell)
        inputs = {net for side, nets in self.ports.values() if side == "input" for net in nets}
        read = set(chain.from_iterable(row[1:5] for row in self.luts))
        if len(self.clocks) > 1 or not self.clocks <= inputs - read:
            raise FailureError(f"{name} needs one clock, a port without loads in logic.")
        self.driven += inputs
        if len(set(self.driven)) != len(self.driven):
            raise FailureError(f"{name} has a net with two drivers.")
        if not set(self.nets.values()) <= set(self.driven):
            raise FailureError(f"{name} has a net without a driver.")
        driver = {row[0]: row for row in self.luts}
        reads = {row: [driver[net] for net in row[1:5] if net in driver] for row in self.luts}
        try:
            self.luts = list(TopologicalSorter(reads).static_order())
        except CycleError as error:
            raise FailureError(f"{name} has a combinational loop.") from error

    def net(self, bit: int | str) -> int:
        """The number of a net; an unknown constant is 0."""
        if isinstance(bit, str):
            return int(bit == "1")
        if bit not in self.nets:
            self.nets[bit] = self.fresh()
        return self.nets[bit]

    def fresh(self) -> int:
        """The number of a new net, outside the module."""
        self.count += 1
        return self.count - 1

    def lut(
        self, out: int, inputs: Sequence[int], init: int, delay: int = 1, store: int = 0
    ) -> int:
        """Add a LUT; returns its output."""
        self.luts.append((out, *inputs, *[_ZERO] * (4 - len(inputs)), init, delay, store))
        return out

    def inverted(self, net: int) -> int:
        """The complement of a net."""
        if net not in self._inverted:
            self._inverted[net] = self.lut(self.fresh(), (net,), _NOT, 0)
        return self._inverted[net]

    def numbers(self) -> list[int]:
        """All tables in the simulator's format."""
        rows = (self.luts, self.stores, self.flops, self.reads, self.writes)
        tables = chain.from_iterable(([len(table)], *table) for table in rows)
        clock = max(self.clocks, default=_ZERO)
        return [self.count, clock, *chain.from_iterable(tables), len(self.words), *self.words]


class _Cell:
    """A cell: its pins as nets, its parameters as text."""

    def __init__(self, tables: Tables, name: str, cell: Mapping[str, Any]) -> None:
        self.name = name
        self.kind = str(cell["type"])
        self.parameters: Mapping[str, str] = cell["parameters"]
        self._connections: Mapping[str, list[int | str]] = cell["connections"]
        self._tables = tables

    def pin(self, name: str, bit: int = 0) -> int:
        """The net of a pin; an unconnected pin reads 0."""
        bits = self._connections.get(name, [])
        return self._tables.net(bits[bit]) if bit < len(bits) else _ZERO

    def out(self, name: str, bit: int = 0) -> int:
        """The net driven by a pin; an unconnected pin drives a new net."""
        found = self.pin(name, bit)
        if found <= _ONE:
            return self._tables.fresh()
        self._tables.driven.append(found)
        return found

    def pins(self, *names: str) -> tuple[int, ...]:
        return tuple(self.pin(name) for name in names)

    def text(self, name: str, default: str) -> str:
        """A text parameter; Yosys adds a blank to a text of binary digits."""
        return self.parameters.get(name, default).strip()

    def bits(self, name: str) -> int:
        """A numeric parameter; unknown bits are 0."""
        return int(self.parameters.get(name, "0").replace("x", "0").replace("z", "0"), 2)

    def demand(self, name: str, default: str, *wanted: str) -> str:
        """A parameter with a value known to the simulator; otherwise a FailureError."""
        found = self.text(name, default)
        if found not in wanted:
            raise FailureError(
                f"{self.kind} {self.name} has {name} {found!r}, but the simulator supports "
                f"{', '.join(wanted)}."
            )
        return found


def read_module(path: Path, top: str) -> dict[str, Any]:
    """A module of a JSON file of Yosys; FailureError if the file lacks the module."""
    try:
        module: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["modules"][top]
    except (OSError, ValueError, KeyError) as error:
        raise FailureError(f"{path} is not a netlist of {top}; delete the file.") from error
    return module


def write_model(path: Path, top: str, directory: Path, name: str) -> None:
    """Write NAME.h and NAME.cpp into a directory: the class NAME, which simulates a netlist.

    The netlist is the module `top` of a JSON file of Yosys. FailureError for an unusable netlist.
    """
    tables = Tables(read_module(path, top), str(path))
    directory.mkdir(parents=True, exist_ok=True)
    (directory / f"{name}.h").write_text(_header(name, tables), encoding="utf-8")
    (directory / f"{name}.cpp").write_text(_source(name, tables), encoding="utf-8")


# ---- Cells --------------------------------------------------------------------------------------


def _lut4(tables: Tables, cell: _Cell) -> None:
    delay = int(cell.text("DELAY", "1"))  # our own parameter: 0 inside a cell of a library
    tables.lut(cell.out("Z"), cell.pins(*"ABCD"), cell.bits("INIT"), delay)


def _mux(tables: Tables, cell: _Cell) -> None:
    pins = ("BLUT", "ALUT", "C0") if cell.kind == "PFUMX" else ("D0", "D1", "SD")
    tables.lut(cell.out("Z"), cell.pins(*pins), _CHOOSE)


def _ccu2c(tables: Tables, cell: _Cell) -> None:
    """Two LUTs with a carry through both; INJECT cuts the carry from the sum of a half."""
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


def _trellis_ff(tables: Tables, cell: _Cell) -> None:
    gate = cell.demand("CEMUX", "1", "1", "CE", "INV")
    enable = _ONE if gate == "1" else cell.pin("CE")
    reset = cell.pin("LSR")
    if cell.demand("LSRMUX", "LSR", "LSR", "INV") == "INV":
        reset = tables.inverted(reset)
    cell.demand("CLKMUX", "CLK", "CLK")
    cell.demand("LSRMODE", "LSR", "LSR")
    mode = cell.demand("SRMODE", "LSR_OVER_CE", "LSR_OVER_CE", "ASYNC")
    value = cell.demand("REGSET", "RESET", "RESET", "SET")
    tables.clocks.add(cell.pin("CLK"))
    pins = (cell.out("Q"), cell.pin("DI"), tables.inverted(enable) if gate == "INV" else enable)
    resets = (_ZERO, reset) if value == "SET" else (reset, _ZERO)
    tables.flops.append((*pins, *resets, int(mode == "ASYNC"), int(value == "SET")))


def _yosys_ff(tables: Tables, cell: _Cell) -> None:
    """A flip-flop of Yosys: the name gives the levels of set and reset, or the reset's value."""
    levels = cell.kind.partition("_P")[2].strip("_")
    active = {"0": _ZERO, "1": _ZERO}  # by the value of the reset
    if "DFFSR" in cell.kind:
        pins = [("1", "S", levels[0]), ("0", "R", levels[1])]
    else:
        pins = [(levels[1], "R", levels[0])] if levels else []
    for value, pin, level in pins:
        net = cell.pin(pin)
        active[value] = net if level == "P" else tables.inverted(net)
    tables.clocks.add(cell.pin("C"))
    tables.flops.append((cell.out("Q"), cell.pin("D"), _ONE, active["0"], active["1"], 1, 0))


def _ram(tables: Tables, cell: _Cell) -> None:
    """Four writable LUTs."""
    cell.demand("WCKMUX", "WCK", "WCK")
    cell.demand("WREMUX", "WRE", "WRE")
    tables.clocks.add(cell.pin("WCK"))
    read, write = (tuple(cell.pin(name, bit) for bit in range(4)) for name in ("RAD", "WAD"))
    for bit in range(4):
        contents = sum((cell.bits("INITVAL") >> 4 * row + bit & 1) << row for row in range(16))
        tables.stores.append((cell.pin("WRE"), cell.pin("DI", bit), *write))
        tables.lut(cell.out("DO", bit), read, contents, store=len(tables.stores))


def _block_ram(tables: Tables, cell: _Cell) -> None:
    for port in "AB":
        cell.demand(f"CSDECODE_{port}", "0b000", "0b000")
        cell.demand(f"CLK{port}MUX", f"CLK{port}", f"CLK{port}")
        tables.clocks.add(cell.pin(f"CLK{port}"))
    # DATA_WIDTH is a number.
    widths = {int(cell.parameters.get(f"DATA_WIDTH_{port}", f"{18:b}"), 2) for port in "AB"}
    if widths == {9}:
        contents = 0
        for number in range(64):
            contents |= cell.bits(f"INITVAL_{number:02X}") << (320 * number)
        for port in "AB":
            outputs = [f"DO{port}{n}" for n in range(9)]
            _read_port(tables, cell, port, 3, outputs, (0, len(tables.words)))
        tables.words += [contents >> (20 * (n // 2) + 9 * (n % 2)) & 0x1FF for n in range(2048)]
    elif widths == {36}:
        low = cell.pins("RSTA", *(f"CSA{n}" for n in range(3)))
        data = cell.pins(*(f"DI{port}{n}" for port in "AB" for n in range(18)))
        high = cell.pins("WEA", *(f"ADA{n}" for n in range(4)))
        address = cell.pins(*(f"ADA{n}" for n in range(5, 14)))
        tables.writes.append((cell.pin("CEA"), *high, *low, *address, *data))
        outputs = [f"DO{port}{n}" for port in "AB" for n in range(18)]
        _read_port(tables, cell, "B", 5, outputs, (len(tables.writes), 0))
    else:
        raise FailureError(f"DP16KD {cell.name}: only 9 or 36 bits at both ports are supported.")


def _read_port(
    tables: Tables, cell: _Cell, port: str, lowest: int, outputs: list[str], memory: tuple[int, int]
) -> None:
    """A read port with the lowest bit of its address, for a written memory or for constants."""
    high = (*cell.pins(f"CE{port}", f"OCE{port}"), *[_ONE] * 5)
    low = (*cell.pins(f"WE{port}", f"RST{port}", *(f"CS{port}{n}" for n in range(3))), 0, 0)
    address = cell.pins(*(f"AD{port}{n}" for n in range(lowest, 14)))
    nets = [cell.out(name) for name in outputs]
    registered = cell.demand(f"REGMODE_{port}", "NOREG", "NOREG", "OUTREG") == "OUTREG"
    tables.reads.append(
        (
            *high, *low, *address, *[_ZERO] * (11 - len(address)),
            *nets, *[_ZERO] * (36 - len(nets)), int(registered), *memory,
        )
    )  # fmt: skip


_KINDS = {
    "LUT4": _lut4,
    "PFUMX": _mux,
    "L6MUX21": _mux,
    "CCU2C": _ccu2c,
    "TRELLIS_FF": _trellis_ff,
    "TRELLIS_DPR16X4": _ram,
    "DP16KD": _block_ram,
    "$_DFF_P_": _yosys_ff,
    **{f"$_DFF_P{level}{value}_": _yosys_ff for level in "NP" for value in "01"},
    **{f"$_DFFSR_P{first}{second}_": _yosys_ff for first in "NP" for second in "NP"},
}


# ---- C++ ----


def _list(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _header(name: str, tables: Tables) -> str:
    types = (
        (8, "CData"),
        (16, "SData"),
        (32, "IData"),
        (64, "QData"),
    )  # as in Verilator
    lines = []
    for port, (side, nets) in tables.ports.items():
        wide = f"VlWide<{-(-len(nets) // 32)}>"
        kind = next((kind for limit, kind in types if len(nets) <= limit), wide)
        word = "IN" if side == "input" else "OUT"
        lines.append(f"  {kind} {port}{{}};  // VL_{word}(&{port},{len(nets) - 1},0)")
    ports = "\n".join(lines)
    return f"""\
#pragma once
#include "verilated.h"
#include "{HEADER}"
class {name} {{
 public:
{ports}
  {name}(VerilatedContext *, const char *);
  void eval();
  void final() {{}}
 private:
  roundel_netlist::Netlist<1> netlist_;
}};
"""


def _source(name: str, tables: Tables) -> str:
    arrays = f"const uint32_t TABLES[] = {_list(tables.numbers())};\n"
    moves: dict[str, str] = {"input": "", "output": ""}
    for port, (side, nets) in tables.ports.items():
        arrays += f"const uint32_t PORT_{port}[] = {_list(nets)};\n"
        call = "to_nets" if side == "input" else "from_nets"
        moves[side] += f"  {call}(netlist_, PORT_{port}, {len(nets)}, &{port});\n"
    return (
        f'#include "{name}.h"\nnamespace {{\n{arrays}}}  // namespace\n'
        f"{name}::{name}(VerilatedContext *, const char *) : netlist_(TABLES) {{}}\n"
        f"void {name}::eval() {{\n{moves['input']}  netlist_.eval();\n{moves['output']}}}\n"
    )
