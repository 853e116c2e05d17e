# SPDX-License-Identifier: Apache-2.0
"""Netlists of cells in the simulator: every cell computes its function in the library.

State space: all cells of the small library and of OSU 0.18 um, every value of the inputs, constant
and unconnected pins, and flip-flops with a set, a reset or both.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from roundel.base.errors import FailureError
from roundel.cells.cell import Cell, Gate, Net, compute
from roundel.cells.library import Library, load_library
from roundel.cells.lut_netlist import lut_netlist
from roundel.sim.copies import Copies

ONES = 0xFFFFFFFFFFFFFFFF
# Bit n of the number of a copy: all values of six inputs.
COLUMNS = [sum(1 << copy for copy in range(64) if copy >> n & 1) for n in range(6)]


# Rows 000 to 111 of A, B and S; A is the lowest bit. The names are from Yosys' manual.
TABLES = {
    "$_BUF_": "01010101",
    "$_NOT_": "10101010",
    "$_AND_": "00010001",
    "$_NAND_": "11101110",
    "$_OR_": "01110111",
    "$_NOR_": "10001000",
    "$_XOR_": "01100110",
    "$_XNOR_": "10011001",
    "$_ANDNOT_": "01000100",
    "$_ORNOT_": "11011101",
    "$_MUX_": "01010011",
}


@pytest.mark.parametrize(("kind", "table"), TABLES.items())
def test_each_gate_has_its_truth_table(kind: str, table: str) -> None:
    pins = "A" if kind in ("$_BUF_", "$_NOT_") else "ABS" if kind == "$_MUX_" else "AB"
    gate = Gate(kind, {**{pin: pin for pin in pins}, "Y": "Y"})
    rows: dict[Net, int] = {"A": 0b10101010, "B": 0b11001100, "S": 0b11110000}
    assert compute(gate, rows, 0xFF) == int(table[::-1], 2)
    words = {net: np.uint64(value) for net, value in rows.items()}
    assert compute(gate, words, np.uint64(0xFF)) == int(table[::-1], 2)


def _one(cell: Cell, library: Library, tied: Mapping[str, str] | None = None) -> Copies:
    """A netlist of one cell; each pin is a port or tied to a constant."""
    bits = {pin: 2 + place for place, pin in enumerate([*cell.inputs, *cell.outputs])}
    ports = {
        pin: {"direction": "input" if pin in cell.inputs else "output", "bits": [bit]}
        for pin, bit in bits.items()
    }
    pins = {pin: [(tied or {}).get(pin, bit)] for pin, bit in bits.items()}
    module = {"ports": ports, "cells": {"c": {"type": cell.name, "connections": pins}}}
    return Copies(lut_netlist(module, library))


def _check(cell: Cell, library: Library) -> None:
    """All values of a cell's inputs."""
    copies = _one(cell, library)
    values: dict[Net, int] = {"0": 0, "1": ONES}
    for column, (pin, net) in zip(COLUMNS, cell.inputs.items(), strict=False):
        copies.set(pin, np.uint64(column))
        values[net] = column
    copies.settle()
    for gate in cell.gates:
        values[gate.target] = compute(gate, values, ONES)
    for pin, net in cell.outputs.items():
        assert int(copies.get(pin)[0]) == values[net], cell.name


def test_every_cell(small: Callable[..., Path], osu: Library) -> None:
    for library, least in ((load_library(small()), 9), (osu, 20)):
        cells = [cell for cell in library.cells.values() if cell.kind == "logic"]
        assert len(cells) >= least
        for cell in cells:
            _check(cell, library)


def test_a_cell_of_many_inputs(osu: Library) -> None:
    """The gates are LUTs, and only the output has a delay: no glitch appears between the gates."""
    gates = (
        Gate("$_AND_", {"A": 1, "B": 2, "Y": 6}), Gate("$_OR_", {"A": 3, "B": 4, "Y": 7}),
        Gate("$_NOT_", {"A": 7, "Y": 8}), Gate("$_MUX_", {"A": 6, "B": 8, "S": 5, "Y": 9}),
        Gate("$_ANDNOT_", {"A": 9, "B": 7, "Y": 10}),
    )  # fmt: skip
    inputs: dict[str, Net] = {pin: 1 + place for place, pin in enumerate("ABCDE")}
    cell = Cell("WIDE", "logic", 1.0, inputs, {"Y": 9, "Z": 10}, gates)
    library = replace(osu, cells={**osu.cells, "WIDE": cell})
    _check(cell, library)
    copies = _one(cell, library)
    copies.settle()
    copies.toggles[:] = 0
    for pin, word in zip("ABCDE", COLUMNS, strict=False):
        copies.set(pin, np.uint64(word))
    before = int(copies.get("Y")[0])
    copies.ripple()
    changed = (before ^ int(copies.get("Y")[0])).bit_count()
    assert changed
    assert copies.toggles[copies.ports["Y"][0]] == changed


def test_constant_and_open_pins(osu: Library) -> None:
    module = {
        "ports": {"y": {"direction": "output", "bits": [2]}},
        "cells": {
            "c0": {"type": "NAND2X1", "connections": {"A": ["1"], "B": ["1"], "Y": [3]}},
            "c1": {"type": "OR2X1", "connections": {"A": [3], "Y": [2]}},
            "c2": {"type": "INVX1", "connections": {"A": [2]}},
        },
    }
    copies = Copies(lut_netlist(module, osu))
    copies.settle()
    assert int(copies.get("y")[0]) == 0


@pytest.mark.parametrize(
    ("tied", "wanted"),
    [
        ({}, [ONES, 0, ONES, 0, 0xFF]),
        ({"S": "1"}, [0xF0, 0, 0xF0, 0, 0xFF]),
        ({"R": "1"}, [ONES, 0xF0, ONES, ONES, 0xFF]),
    ],
)
def test_a_set_and_a_reset(osu: Library, tied: dict[str, str], wanted: list[int]) -> None:
    """Both are active at 0; the library gives the reset priority."""
    copies = _one(osu.cells["DFFSR"], osu, tied)
    steps = [(0, 1, 0xF0), (1, 0, 0xF0), (0, 1, 0xF0), (0, 0, 0xF0), (1, 1, 0xFF)]
    found = []
    for preset, reset, data in steps:
        for pin, word in (("S", ONES * preset), ("R", ONES * reset), ("D", data)):
            copies.set(pin, np.uint64(word))
        copies.settle()
        copies.edge()
        copies.settle()
        found.append(int(copies.get("Q")[0]))
    assert found == wanted


def test_cells_that_cannot_be_simulated(osu: Library) -> None:
    inverter = osu.cells["INVX1"]
    for cells in ({}, {"OTHER": replace(inverter, kind="other")}):
        library = replace(osu, cells={**osu.cells, **cells})
        with pytest.raises(FailureError, match="OTHER, a cell of unknown function"):
            _one(replace(inverter, name="OTHER"), library)
