# SPDX-License-Identifier: Apache-2.0
"""Netlists of packet engines: right netlists, one with a wrong cell, and the record."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from roundel.base.errors import FailureError
from roundel.base.progress import null_progress
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells, map_cells
from roundel.cells.packet_vectors import run_packets
from roundel.cells.recipes import find_recipe
from roundel.design import make_config
from roundel.fpga.mapping import Circuit

ENGINE = make_config(
    "engine",
    {
        "Mode": "ecb",
        "Direction": "encrypt",
        "Sbox": "gates",
        "KeySchedule": "stored",
        "KeySlots": 1,
        "BlockRam": 0,
    },
)


@pytest.fixture
def engine(osu: Library) -> MappedCells:
    """The smallest engine; kept by content, so mapped once."""
    return map_cells(Circuit.core(ENGINE), osu, find_recipe("area"), 900.0)


def test_a_packet_engine(osu: Library, engine: MappedCells) -> None:
    assert engine.memory_bits > 1000
    assert engine.registers > engine.memory_bits
    assert run_packets(ENGINE, engine, osu, null_progress) > 60


def test_a_wrong_cell_is_noticed(osu: Library, engine: MappedCells, tmp_path: Path) -> None:
    whole = json.loads(engine.json.read_text())
    cells = whole["modules"][engine.top]["cells"]
    exclusive = [item for item in cells.values() if item["type"] == "XNOR2X1"]
    exclusive[len(exclusive) // 2]["type"] = "XOR2X1"
    (tmp_path / engine.json.name).write_text(json.dumps(whole))
    wrong = replace(engine, directory=tmp_path)
    with pytest.raises(FailureError, match="the netlist of engine is wrong"):
        run_packets(ENGINE, wrong, osu, null_progress)
