# SPDX-License-Identifier: Apache-2.0
"""Netlists that the interpreter refuses, and a small one that it runs; whole designs are run by
test_whole_design.py and tests/roundel/cells/test_cells_packets.py.
"""

import copy
import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundel import design
from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.sim import interpreted

Netlist = dict[str, Any]


def _cell(kind: str, parameters: dict[str, str], **pins: int | str) -> Netlist:
    return {
        "type": kind,
        "parameters": parameters,
        "connections": {name: [bit] for name, bit in pins.items()},
    }


# A bit that toggles while it is enabled.
GOOD: Netlist = {
    "ports": {
        "clk_i": {"direction": "input", "bits": [2]},
        "enable_i": {"direction": "input", "bits": [3]},
        "bit_o": {"direction": "output", "bits": [4]},
    },
    "cells": {
        "flop": _cell("TRELLIS_FF", {"CEMUX": "CE"}, CLK=2, CE=3, LSR="0", DI=5, Q=4),
        "lut": _cell("LUT4", {"INIT": f"{0x5555:016b}"}, A=4, B="0", C="0", D="0", Z=5),
    },
}


def _write(netlist: Netlist, folder: Path) -> str:
    path = folder / "toggle.json"
    path.write_text(json.dumps({"modules": {"toggle": netlist}}))
    interpreted.write_model(path, "toggle", folder / "model", "Vtop")
    return (folder / "model" / "Vtop.cpp").read_text() + (folder / "model" / "Vtop.h").read_text()


def test_tables_of_a_netlist(tmp_path: Path) -> None:
    text = _write(GOOD, tmp_path)
    assert "{5, {4, 0, 0, 0}, 21845}" in text  # nets 0 and 1 are constants, 2 to 4 the ports'
    assert "{4, 5, 3, 0, 0, 0, 0, 0}" in text
    assert "CData enable_i;  // VL_IN(&enable_i,0,0)" in text


def _strange(netlist: Netlist) -> None:
    netlist["cells"]["lut"]["type"] = "MULT18X18D"


def _loop(netlist: Netlist) -> None:
    netlist["cells"]["lut"]["connections"]["B"] = [5]


def _drivers(netlist: Netlist) -> None:
    netlist["cells"]["lut"]["connections"]["Z"] = [4]


def _clocks(netlist: Netlist) -> None:
    netlist["cells"]["flop"]["connections"]["CLK"] = [5]


def _gated(netlist: Netlist) -> None:
    netlist["cells"]["lut"]["connections"]["B"] = [2]


def _parameter(netlist: Netlist) -> None:
    netlist["cells"]["flop"]["parameters"]["LSRMODE"] = "PRLD"


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_strange, "has a cell MULT18X18D, which the interpreter lacks"),
        (_loop, "has a combinational loop"),
        (_drivers, "has a net with two drivers"),
        (_clocks, "needs one clock, a port that no logic reads"),
        (_gated, "needs one clock, a port that no logic reads"),
        (_parameter, "TRELLIS_FF flop has LSRMODE 'PRLD'; the interpreter knows LSR"),
    ],
)
def test_netlist_that_cannot_be_run(
    spoil: Callable[[Netlist], None], message: str, tmp_path: Path
) -> None:
    netlist = copy.deepcopy(GOOD)
    spoil(netlist)
    with pytest.raises(FailureError, match=message):
        _write(netlist, tmp_path)


def test_file_that_is_no_netlist(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    with pytest.raises(FailureError, match="is no netlist of toggle"):
        interpreted.write_model(tmp_path / "x.json", "toggle", tmp_path, "Vtop")


# ---- What it runs -------------------------------------------------------------------------------

# What of Verilator's header the interpreter needs.
_VERILATED = """\
#pragma once
#include <cstddef>
#include <cstdint>
using CData = uint8_t; using SData = uint16_t; using IData = uint32_t; using QData = uint64_t;
template <std::size_t N> struct VlWide {
  uint32_t words[N];
  uint32_t &operator[](std::size_t i) { return words[i]; }
  const uint32_t &operator[](std::size_t i) const { return words[i]; }
};
class VerilatedContext {};
"""

_MAIN = """\
#include <cstdio>
#include "Vtop.h"
int main() {
  VerilatedContext context;
  Vtop top(&context, "top");
  unsigned write, to, from, data, clear;
  while (std::scanf("%u %u %u %u %u", &write, &to, &from, &data, &clear) == 5) {
    top.write_i = write; top.to_i = to; top.from_i = from; top.data_i = data; top.clear_i = clear;
    top.clk_i = 0;
    top.eval();
    const unsigned before = top.read_o;
    top.clk_i = 1;
    top.eval();
    std::printf("%u %u %u\\n", before, unsigned(top.read_o), unsigned(top.count_o));
  }
}
"""


def _memory() -> Netlist:
    """A memory of 16 words of four bits, and a bit that toggles unless it is cleared."""
    to, source, data, out = ([base + bit for bit in range(4)] for base in (10, 20, 30, 40))
    ports = {
        "clk_i": ("input", [2]),
        "write_i": ("input", [3]),
        "clear_i": ("input", [4]),
        "to_i": ("input", to),
        "from_i": ("input", source),
        "data_i": ("input", data),
        "read_o": ("output", out),
        "count_o": ("output", [50]),
    }
    memory = {
        "type": "TRELLIS_DPR16X4",
        "parameters": {"WCKMUX": "WCK", "WREMUX": "WRE", "INITVAL": f"{0x0123456789ABCDEF:064b}"},
        "connections": {
            "WCK": [2], "WRE": [3], "WAD": to, "RAD": source, "DI": data, "DO": out,
        },
    }  # fmt: skip
    return {
        "ports": {name: {"direction": way, "bits": bits} for name, (way, bits) in ports.items()},
        "cells": {
            "memory": memory,
            "flop": _cell(
                "TRELLIS_FF", {"SRMODE": "ASYNC", "REGSET": "RESET"}, CLK=2, LSR=4, DI=51, Q=50
            ),
            "lut": _cell("LUT4", {"INIT": f"{0x5555:016b}"}, A=50, B="0", C="0", D="0", Z=51),
        },
    }


def test_a_memory_and_a_flip_flop_run(tmp_path: Path) -> None:
    """Against a model of a few lines: what is written is read, in the cycle behind the edge."""
    path = tmp_path / "top.json"
    path.write_text(json.dumps({"modules": {"top": _memory()}}))
    interpreted.write_model(path, "top", tmp_path, "Vtop")
    (tmp_path / "verilated.h").write_text(_VERILATED)
    (tmp_path / "main.cpp").write_text(_MAIN)
    words = ["-std=c++17", "-I.", f"-I{design.sim_root()}", "main.cpp", "Vtop.cpp", "-o", "run"]
    programs.run(tools.find("g++"), words, cwd=tmp_path, log=tmp_path / "log", timeout=60.0)
    some = random.Random(1)
    steps = [
        [some.getrandbits(1), *(some.randrange(16) for _ in range(3)), int(some.random() < 0.1)]
        for _ in range(2000)
    ]
    given = "\n".join(" ".join(map(str, step)) for step in steps)
    ran = subprocess.run(
        ["./run"], cwd=tmp_path, input=given, capture_output=True, text=True, check=True
    )
    memory = [0x0123456789ABCDEF >> 4 * place & 15 for place in range(16)]
    bit = 0
    wanted = []
    for write, to, source, data, clear in steps:
        before = memory[source]
        if write:
            memory[to] = data
        bit = 0 if clear else 1 - bit
        wanted.append([before, memory[source], bit])
    assert [list(map(int, line.split())) for line in ran.stdout.splitlines()] == wanted
