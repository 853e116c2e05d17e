# SPDX-License-Identifier: Apache-2.0
"""Netlists of a few cells in the simulator: values, reset, glitches, and what cannot be run."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from roundel.base.errors import FailureError
from roundel.cells.library import load_library
from roundel.cells.simulator import Simulator

ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
ZERO = np.uint64(0)
Open = Callable[..., Simulator]


@pytest.fixture
def simulate(small: Callable[..., Path], tmp_path: Path) -> Open:
    """A simulator of cells, each a type with its nets by pin, behind inputs and outputs."""

    def open_it(
        inputs: Mapping[str, int], outputs: Mapping[str, int], *cells: tuple[str, dict[str, Any]]
    ) -> Simulator:
        ports = {name: {"direction": "input", "bits": [net]} for name, net in inputs.items()}
        ports |= {name: {"direction": "output", "bits": [net]} for name, net in outputs.items()}
        items = {
            f"c{place}": {"type": kind, "connections": {pin: [net] for pin, net in pins.items()}}
            for place, (kind, pins) in enumerate(cells)
        }
        path = tmp_path / "top.json"
        path.write_text(json.dumps({"modules": {"top": {"ports": ports, "cells": items}}}))
        return Simulator(path, "top", load_library(small()))

    return open_it


@pytest.mark.parametrize(
    ("kind", "truth"),
    [
        ("ND2", [1, 1, 1, 0]), ("NR2", [1, 0, 0, 0]), ("AN2", [0, 0, 0, 1]),
        ("XOR2", [0, 1, 1, 0]), ("XNR2", [1, 0, 0, 1]),
    ],
)  # fmt: skip
def test_every_input(simulate: Open, kind: str, truth: list[int]) -> None:
    sim = simulate({"a": 2, "b": 3}, {"y": 4}, (kind, {"A": 2, "B": 3, "Y": 4}))
    sim.set("a", np.array([[0b1010]], dtype=np.uint64))
    sim.set("b", np.array([[0b1100]], dtype=np.uint64))
    sim.settle()
    found = int(sim.get("y")[0][0])
    assert [found >> place & 1 for place in range(4)] == truth


def test_constants_and_open_pins(simulate: Open) -> None:
    sim = simulate({}, {"y": 4}, ("ND2", {"A": "1", "B": "1", "Y": 4}), ("INV", {"A": 4}))
    sim.settle()
    assert int(sim.get("y")[0][0]) == 0


def test_a_counter_and_its_reset(simulate: Open) -> None:
    """Two bits that count; a copy whose reset is held stays at zero."""
    sim = simulate(
        {"clk_i": 2, "rst": 3},
        {"q0": 4, "q1": 5},
        ("DFFR", {"CK": 2, "RN": 3, "D": 6, "Q": 4}),
        ("DFFR", {"CK": 2, "RN": 3, "D": 7, "Q": 5}),
        ("INV", {"A": 4, "Y": 6}),
        ("XOR2", {"A": 4, "B": 5, "Y": 7}),
    )
    sim.set("rst", ZERO)
    sim.settle()
    assert [int(sim.get(port)[0][0]) for port in ("q0", "q1")] == [0, 0]
    sim.set("rst", ONES ^ np.uint64(1))  # copy 0 stays in reset
    for count in range(9):
        sim.settle()
        seen = [int(sim.get(port)[0][0]) for port in ("q0", "q1")]
        assert [value >> 5 & 1 for value in seen] == [count & 1, count >> 1 & 1]
        assert [value & 1 for value in seen] == [0, 0]
        sim.edge()


def test_a_glitch(simulate: Open) -> None:
    """a XOR a, one of them an inverter and a step later: a change of a shows for two steps."""
    sim = simulate(
        {"a": 2}, {"y": 4}, ("INV", {"A": 2, "Y": 3}), ("XNR2", {"A": 2, "B": 3, "Y": 4})
    )
    sim.settle()
    before = int(sim.get("y")[0][0])
    sim.set("a", ONES)
    net = sim.ports["y"][0]
    steps = [int(step[net]) for step in sim.ripple()]
    assert (before, int(sim.get("y")[0][0])) == (0, 0)
    assert steps == [0, 64, 64]  # there and back in all 64 copies


def test_registers_start_anyhow(simulate: Open) -> None:
    """So that nothing can rely on zeros."""
    sim = simulate({"clk_i": 2, "d": 3}, {"q": 4}, ("DFF", {"CK": 2, "D": 3, "Q": 4}))
    sim.settle()
    assert int(sim.get("q")[0][0]) not in (0, int(ONES))


def test_what_cannot_be_run(simulate: Open) -> None:
    with pytest.raises(FailureError, match="loop of cells"):
        simulate({}, {"y": 4}, ("INV", {"A": 4, "Y": 5}), ("INV", {"A": 5, "Y": 4}))
    with pytest.raises(FailureError, match="a net that nothing drives"):
        simulate({}, {"y": 4}, ("INV", {"A": 9, "Y": 4}))
    for kind in ("LATCH", "unknown"):
        with pytest.raises(FailureError, match="cannot be run"):
            simulate({"d": 2}, {"y": 4}, (kind, {"D": 2, "Q": 4}))
