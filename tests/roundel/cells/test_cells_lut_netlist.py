# SPDX-License-Identifier: Apache-2.0
"""Netlists of cells as tables: every cell does there what its library says.

State space: all cells of the small library and of OSU 0.18 um, every value of their inputs, pins
that are constant or not connected, and flip-flops with a set, a reset or both.
"""

import itertools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from roundel.base.errors import FailureError
from roundel.cells.gates import Net, compute
from roundel.cells.library import Cell, Library, load_library
from roundel.cells.lut_netlist import write_lowered


def _one(
    cell: Cell, library: Library, tmp_path: Path, tied: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """A netlist of one cell, lowered; its pins are ports."""
    bits = {pin: 2 + place for place, pin in enumerate([*cell.inputs, *cell.outputs])}
    ways = {**dict.fromkeys(cell.inputs, "input"), **dict.fromkeys(cell.outputs, "output")}
    module = {
        "ports": {pin: {"direction": ways[pin], "bits": [bit]} for pin, bit in bits.items()},
        "cells": {
            "c": {
                "type": cell.name,
                "connections": {pin: [(tied or {}).get(pin, bit)] for pin, bit in bits.items()},
            }
        },
    }
    path = tmp_path / "in.json"
    path.write_text(json.dumps({"modules": {"top": module}}))
    write_lowered(path, "top", library, tmp_path / "out.json")
    found: dict[str, Any] = json.loads((tmp_path / "out.json").read_text())["modules"]["top"]
    return found


def _values(module: Mapping[str, Any], inputs: Mapping[str, int]) -> dict[Any, int]:
    """What the tables make of inputs."""
    values: dict[Any, int] = {"0": 0, "1": 1}
    values |= {module["ports"][pin]["bits"][0]: value for pin, value in inputs.items()}
    left = [item for item in module["cells"].values() if item["type"] == "LUT4"]
    while left:
        item = next(i for i in left if all(i["connections"].get(p, ["0"])[0] in values
                                           for p in "ABCD"))  # fmt: skip
        row = sum(
            values[item["connections"].get(pin, ["0"])[0]] << n for n, pin in enumerate("ABCD")
        )
        values[item["connections"]["Z"][0]] = int(item["parameters"]["INIT"], 2) >> row & 1
        left.remove(item)
    return values


def _wanted(cell: Cell, inputs: Mapping[str, int]) -> dict[str, int]:
    """What the library says."""
    values: dict[Net, int] = {"0": 0, "1": 1}
    values |= {net: inputs[pin] for pin, net in cell.inputs.items()}
    for gate in cell.gates:
        values[gate.target] = compute(gate, values, 1)
    return {pin: values[net] for pin, net in cell.outputs.items()}


def _check(library: Library, tmp_path: Path) -> int:
    count = 0
    for cell in library.cells.values():
        if cell.kind != "logic":
            continue
        module = _one(cell, library, tmp_path)
        for row in itertools.product((0, 1), repeat=len(cell.inputs)):
            inputs = dict(zip(cell.inputs, row, strict=True))
            found = _values(module, inputs)
            got = {pin: found[module["ports"][pin]["bits"][0]] for pin in cell.outputs}
            assert got == _wanted(cell, inputs), (cell.name, inputs)
        count += 1
    return count


def test_every_cell(small: Callable[..., Path], osu: Library, tmp_path: Path) -> None:
    assert _check(load_library(small()), tmp_path) == 9
    assert _check(osu, tmp_path) > 20


def _flops(module: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [item for item in module["cells"].values() if item["type"] == "TRELLIS_FF"]


def test_flip_flops(small: Callable[..., Path], tmp_path: Path) -> None:
    library = load_library(small())
    plain = _one(library.cells["DFF"], library, tmp_path)
    (flop,) = _flops(plain)
    assert flop["connections"]["LSR"] == ["0"]
    assert flop["connections"]["CLK"] == plain["ports"]["CK"]["bits"]
    assert flop["connections"]["DI"] == plain["ports"]["D"]["bits"]
    cleared = _one(library.cells["DFFR"], library, tmp_path)
    (flop,) = _flops(cleared)
    assert (flop["parameters"]["SRMODE"], flop["parameters"]["REGSET"]) == ("ASYNC", "RESET")
    # Its output is a net of its own that a LUT passes on; so the values below are of its inputs.
    state = flop["connections"]["Q"][0]
    for reset in (0, 1):
        cleared["ports"]["state"] = {"bits": [state]}
        values = _values(cleared, {"RN": reset, "CK": 0, "D": 0, "state": 1})
        level = values[flop["connections"]["LSR"][0]]
        assert level != reset if flop["parameters"]["LSRMUX"] == "LSR" else level == reset


def test_a_set_and_a_reset(osu: Library, tmp_path: Path) -> None:
    cell = osu.cells["DFFSR"]
    (flop,) = _flops(_one(cell, osu, tmp_path, {"S": "1"}))
    assert flop["parameters"]["REGSET"] == "RESET"
    (flop,) = _flops(_one(cell, osu, tmp_path, {"R": "1"}))
    assert flop["parameters"]["REGSET"] == "SET"
    (flop,) = _flops(_one(cell, osu, tmp_path, {"R": "1", "S": "1"}))
    assert flop["connections"]["LSR"] == ["0"]
    with pytest.raises(FailureError, match="a set and a reset that are both used"):
        _one(cell, osu, tmp_path)


def test_cells_that_cannot_be_run(small: Callable[..., Path], tmp_path: Path) -> None:
    library = load_library(small())
    with pytest.raises(FailureError, match="a cell LATCH that cannot be run"):
        _one(library.cells["LATCH"], library, tmp_path)
