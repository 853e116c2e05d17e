# SPDX-License-Identifier: Apache-2.0
"""Netlists that the interpreter refuses; test_whole_design.py runs those that it takes."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundel import interpreted
from roundel.errors import FailureError

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
