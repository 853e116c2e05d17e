# SPDX-License-Identifier: Apache-2.0
"""The simulator of netlists: refusals, and small netlists in 64 copies.

tests/campaign/test_whole_design.py, test_cells_packets.py and test_cells_flow.py simulate whole
designs.
"""

import copy
import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from roundel.base.errors import FailureError
from roundel.sim.copies import COPIES, Copies
from roundel.sim.netlist import Tables, read_module, write_model

ZERO, ONES = np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)
Netlist = dict[str, Any]


def _cell(kind: str, parameters: Mapping[str, str], **pins: int | str | Sequence[int]) -> Netlist:
    nets = {name: [bit] if isinstance(bit, int | str) else [*bit] for name, bit in pins.items()}
    return {"type": kind, "parameters": parameters, "connections": nets}


def _lut(init: int, out: int, **pins: int) -> Netlist:
    return _cell("LUT4", {"INIT": f"{init:016b}"}, Z=out, **pins)


def _module(
    inputs: Mapping[str, Sequence[int]], outputs: Mapping[str, Sequence[int]], *cells: Netlist
) -> Netlist:
    ports = {name: {"direction": "input", "bits": [*bits]} for name, bits in inputs.items()}
    ports |= {name: {"direction": "output", "bits": [*bits]} for name, bits in outputs.items()}
    return {"ports": ports, "cells": {f"c{place}": cell for place, cell in enumerate(cells)}}


# A bit that toggles in each enabled cycle.
TOGGLE = _module(
    {"clk_i": [2], "enable_i": [3]},
    {"bit_o": [4]},
    _cell("TRELLIS_FF", {"CEMUX": "CE"}, CLK=2, CE=3, LSR="0", DI=5, Q=4),
    _lut(0x5555, 5, A=4),
)


# ---- Tables -------------------------------------------------------------------------------------


def test_class_of_a_netlist(tmp_path: Path) -> None:
    path = tmp_path / "toggle.json"
    path.write_text(json.dumps({"modules": {"toggle": TOGGLE}}))
    write_model(path, "toggle", tmp_path / "model", "Vtop")
    header = (tmp_path / "model" / "Vtop.h").read_text()
    assert "CData enable_i{};  // VL_IN(&enable_i,0,0)" in header
    source = (tmp_path / "model" / "Vtop.cpp").read_text()
    # Six nets, 0 and 1 constant; the clock; a LUT; no RAM; a flip-flop; no block RAM.
    lut, flop = "5, 4, 0, 0, 0, 21845, 1, 0", "4, 5, 3, 0, 0, 0, 0"
    assert f"{{6, 2, 1, {lut}, 0, 1, {flop}, 0, 0, 0}}" in source


def _strange(netlist: Netlist) -> None:
    netlist["cells"]["c1"]["type"] = "MULT18X18D"


def _loop(netlist: Netlist) -> None:
    netlist["cells"]["c1"]["connections"]["B"] = [5]


def _drivers(netlist: Netlist) -> None:
    netlist["cells"]["c1"]["connections"]["Z"] = [4]


def _undriven(netlist: Netlist) -> None:
    netlist["cells"]["c1"]["connections"]["B"] = [6]


def _clocks(netlist: Netlist) -> None:
    netlist["cells"]["c0"]["connections"]["CLK"] = [5]


def _two_clocks(netlist: Netlist) -> None:
    netlist["cells"]["c2"] = _cell("$_DFF_P_", {}, C=3, D=4, Q=6)


def _gated(netlist: Netlist) -> None:
    netlist["cells"]["c1"]["connections"]["B"] = [2]


def _parameter(netlist: Netlist) -> None:
    netlist["cells"]["c0"]["parameters"] = {"LSRMODE": "PRLD"}


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_strange, "x has a cell MULT18X18D, unknown to the simulator"),
        (_loop, "x has a combinational loop"),
        (_drivers, "x has a net with two drivers"),
        (_undriven, "x has a net without a driver"),
        (_clocks, "x needs one clock, a port without loads in logic"),
        (_two_clocks, "x needs one clock, a port without loads in logic"),
        (_gated, "x needs one clock, a port without loads in logic"),
        (_parameter, "TRELLIS_FF c0 has LSRMODE 'PRLD', but the simulator supports LSR"),
    ],
)
def test_netlist_that_cannot_be_simulated(spoil: Callable[[Netlist], None], message: str) -> None:
    netlist = copy.deepcopy(TOGGLE)
    spoil(netlist)
    with pytest.raises(FailureError, match=message):
        Tables(netlist, "x")


def test_file_that_is_no_netlist(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(FailureError, match="is not a netlist of toggle"):
        read_module(tmp_path / "x.json", "toggle")


# ---- Copies -------------------------------------------------------------------------------------


def _values(words: Sequence[int] | Any) -> list[int]:
    """The number on a port in each copy."""
    return [
        sum((int(word) >> place & 1) << bit for bit, word in enumerate(words))
        for place in range(COPIES)
    ]


def _drive(copies: Copies, **ports: Sequence[int]) -> None:
    """Drive ports with a number in each copy."""
    for port, values in ports.items():
        words = [
            sum((value >> bit & 1) << place for place, value in enumerate(values))
            for bit in range(len(copies.ports[port]))
        ]
        copies.set(port, np.array(words, dtype=np.uint64))


def _random(some: random.Random, *limits: int) -> list[list[int]]:
    """For each limit a random number below the limit in each copy."""
    return [[some.randrange(limit) for _ in range(COPIES)] for limit in limits]


def test_a_glitch_and_the_counts_of_changes() -> None:
    """y = a XNOR NOT a stays 0; with a delay of one step y rises and falls again."""
    module = _module({"a": [2]}, {"y": [4]}, _lut(0x5555, 3, A=2), _lut(0x9999, 4, A=2, B=3))
    copies = Copies(module)
    a, inverted, y = (copies.net(bit) for bit in (2, 3, 4))
    copies.settle()
    copies.toggles[:] = 0
    copies.set("a", ONES)
    copies.settle()
    assert copies.get("y")[0] == ZERO
    assert [copies.toggles[net] for net in (a, inverted, y)] == [64, 64, 0]
    copies.set("a", np.uint64(0b1011))
    copies.ripple()
    assert copies.get("y")[0] == ZERO
    assert [copies.toggles[net] for net in (a, inverted, y)] == [125, 125, 122]


def test_a_part_of_a_cell_has_no_delay() -> None:
    """As above, but both LUTs belong to one cell: the output of the cell is constant."""
    inner, outer = _lut(0x5555, 3, A=2), _lut(0x9999, 4, A=2, B=3)
    inner["parameters"]["DELAY"] = "0"
    copies = Copies(_module({"a": [2]}, {"y": [4]}, inner, outer))
    copies.settle()
    copies.set("a", ONES)
    copies.ripple()
    assert copies.toggles[copies.net(4)] == 0


Pins = Mapping[str, int]  # a word for each pin


@pytest.mark.parametrize(
    ("cell", "enable", "clear", "preset", "asynchronous"),
    [
        (
            _cell("TRELLIS_FF", {"CEMUX": "CE"}, CLK=2, DI=3, CE=4, LSR=5, Q=7),
            lambda pins: pins["e"], lambda pins: pins["r"], lambda pins: 0, False,
        ),
        (
            _cell(
                "TRELLIS_FF",
                {"CEMUX": "INV", "LSRMUX": "INV", "SRMODE": "ASYNC", "REGSET": "SET"},
                CLK=2, DI=3, CE=4, LSR=5, Q=7,
            ),
            lambda pins: ~pins["e"], lambda pins: 0, lambda pins: ~pins["r"], True,
        ),
        (
            _cell("$_DFF_P_", {}, C=2, D=3, Q=7),
            lambda pins: -1, lambda pins: 0, lambda pins: 0, False,
        ),
        (
            _cell("$_DFF_PN0_", {}, C=2, D=3, R=5, Q=7),
            lambda pins: -1, lambda pins: ~pins["r"], lambda pins: 0, True,
        ),
        (
            _cell("$_DFF_PP1_", {}, C=2, D=3, R=5, Q=7),
            lambda pins: -1, lambda pins: 0, lambda pins: pins["r"], True,
        ),
        (
            _cell("$_DFFSR_PNP_", {}, C=2, D=3, S=6, R=5, Q=7),
            lambda pins: -1, lambda pins: pins["r"], lambda pins: ~pins["s"], True,
        ),
    ],
    ids=lambda item: item["type"] if isinstance(item, dict) else "",
)  # fmt: skip
def test_flip_flops(
    cell: Netlist,
    enable: Callable[[Pins], int],
    clear: Callable[[Pins], int],
    preset: Callable[[Pins], int],
    asynchronous: bool,
) -> None:
    """Random pins, many of which keep their values, beside a model of two lines."""
    inputs = {"d": [3], "e": [4], "r": [5], "s": [6]}
    copies = Copies(_module({"clk": [2], **inputs}, {"q": [7]}, cell))
    some = random.Random(1)
    state = int(copies.get("q")[0])
    assert state not in (0, int(ONES))  # nothing can rely on a value at the start
    pins = dict.fromkeys(inputs, 0)
    for _ in range(200):
        for pin in inputs:
            if some.random() < 0.3:
                pins[pin] = some.getrandbits(64)
            copies.set(pin, np.uint64(pins[pin]))
        copies.settle()
        if asynchronous:
            state = (state | preset(pins)) & ~clear(pins) & int(ONES)
        assert int(copies.get("q")[0]) == state
        copies.edge()
        taken = (pins["d"] & enable(pins)) | (state & ~enable(pins))
        state = (taken | preset(pins)) & ~clear(pins) & int(ONES)
        assert int(copies.get("q")[0]) == state


def test_an_asynchronous_reset_that_a_flip_flop_drives() -> None:
    """A reset of the first flip-flop resets the second flip-flop without a clock edge."""
    flops = [_cell("$_DFF_PN0_", {}, C=2, D="1", R=reset, Q=reset + 1) for reset in (3, 4)]
    copies = Copies(_module({"clk": [2], "rst": [3]}, {"q": [5]}, *flops))
    seen = []
    for reset in (ZERO, ONES, ONES, ONES, ZERO):
        copies.set("rst", reset)
        copies.settle()
        seen.append(copies.get("q")[0])
        copies.edge()
    assert seen == [ZERO, ZERO, ZERO, ONES, ZERO]


def test_a_memory() -> None:
    """16 words of four bits in each copy; a written word is read after the edge."""
    bits, place, where, out = (range(base, base + 4) for base in (10, 20, 30, 40))
    start = 0x0123456789ABCDEF
    parameters = {"WCKMUX": "WCK", "WREMUX": "WRE", "INITVAL": f"{start:064b}"}
    cell = _cell("TRELLIS_DPR16X4", parameters, WCK=2, WRE=3, DI=bits, WAD=place, RAD=where, DO=out)
    inputs = {"clk": [2], "write": [3], "to": place, "source": where, "data": bits}
    copies = Copies(_module(inputs, {"read": out}, cell))
    some = random.Random(1)
    memories = [[start >> 4 * n & 15 for n in range(16)] for _ in range(COPIES)]
    for _ in range(200):
        write, to, source, data = _random(some, 2, 16, 16, 16)
        _drive(copies, write=write, to=to, source=source, data=data)
        copies.settle()
        wanted = [memory[n] for memory, n in zip(memories, source, strict=True)]
        assert _values(copies.get("read")) == wanted
        copies.edge()
        copies.settle()
        for c, memory in enumerate(memories):
            if write[c]:
                memory[to[c]] = data[c]
        wanted = [memory[n] for memory, n in zip(memories, source, strict=True)]
        assert _values(copies.get("read")) == wanted


def _block(parameters: Mapping[str, str], **nets: Sequence[int | str]) -> Netlist:
    """A DP16KD with buses of single pins, and constants at the enable pins."""
    pins: dict[str, int | str] = {
        f"{name}{place}": bit for name, bits in nets.items() for place, bit in enumerate(bits)
    }
    enabled = dict.fromkeys(("CEA", "CEB", "OCEA", "OCEB"), "1")
    return _cell("DP16KD", parameters, CLKA=2, CLKB=2, **{**enabled, **pins})


def test_a_rom() -> None:
    """Two ports read 2048 words of nine bits; one port has an output register."""
    some = random.Random(1)
    rows = [some.getrandbits(320) for _ in range(64)]
    words = [rows[n // 32] >> (20 * (n % 32 // 2) + 9 * (n % 2)) & 0x1FF for n in range(2048)]
    parameters = {f"INITVAL_{n:02X}": f"{row:0320b}" for n, row in enumerate(rows)}
    parameters |= {"DATA_WIDTH_A": f"{9:b}", "DATA_WIDTH_B": f"{9:b}", "REGMODE_B": "OUTREG"}
    a, b, out_a, out_b = range(100, 111), range(120, 131), range(140, 149), range(150, 159)
    cell = _block(parameters, ADA=[*"000", *a], ADB=[*"000", *b], DOA=out_a, DOB=out_b)
    copies = Copies(_module({"clk": [2], "a": a, "b": b}, {"qa": out_a, "qb": out_b}, cell))
    late: list[int] = []
    for cycle in range(20):
        first, second = _random(some, 2048, 2048)
        _drive(copies, a=first, b=second)
        copies.settle()
        copies.edge()
        assert _values(copies.get("qa")) == [words[n] for n in first]
        assert not cycle or _values(copies.get("qb")) == late
        late = [words[n] for n in second]


def test_a_block_ram() -> None:
    """512 words of 36 bits in each copy; a read during the write of the word is unknown."""
    to, source, data, out = range(100, 109), range(110, 119), range(200, 236), range(300, 336)
    cell = _block(
        {"DATA_WIDTH_A": f"{36:b}", "DATA_WIDTH_B": f"{36:b}"},
        ADA=[*"11110", *to], ADB=[*"00000", *source],
        DIA=data[:18], DIB=data[18:], DOA=out[:18], DOB=out[18:],
    )  # fmt: skip
    cell["connections"] |= {"WEA": ["1"], "CEA": [3]}
    inputs = {"clk": [2], "write": [3], "to": to, "source": source, "data": data}
    copies = Copies(_module(inputs, {"read": out}, cell))
    some = random.Random(1)
    memories: list[dict[int, int]] = [{} for _ in range(COPIES)]
    compared = 0
    for _ in range(100):
        write, place, where, word = _random(some, 2, 8, 8, 1 << 36)
        _drive(copies, write=write, to=place, source=where, data=word)
        copies.settle()
        copies.edge()
        for c, read in enumerate(_values(copies.get("read"))):
            if where[c] in memories[c] and not (write[c] and place[c] == where[c]):
                assert read == memories[c][where[c]]
                compared += 1
            if write[c]:
                memories[c][place[c]] = word[c]
    assert compared > 2500
