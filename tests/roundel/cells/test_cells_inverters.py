# SPDX-License-Identifier: Apache-2.0
"""Inverters behind flip-flops with a complement output, and buffers behind gates."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from roundel.cells.cell import Cell, Gate
from roundel.cells.library import Library, load_library
from roundel.cells.netlist_edits import FAN_OUT, drop_inverters, insert_buffers


@pytest.fixture
def library(small: Callable[..., Path]) -> Library:
    """The small library, and a flip-flop with both outputs."""
    plain = load_library(small())
    gates = (
        Gate("$_DFF_P_", {"C": 1, "D": 2, "Q": 3}),
        Gate("$_BUF_", {"A": 3, "Y": 4}),
        Gate("$_NOT_", {"A": 3, "Y": 5}),
    )
    both = Cell("DFFQN", "register", 20.0, {"CK": 1, "D": 2}, {"Q": 4, "QN": 5}, gates)
    return replace(plain, cells={**plain.cells, "DFFQN": both})


def _module(*cells: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    items = {
        f"c{place}": {
            "type": kind,
            "port_directions": {},
            "connections": {pin: [net] for pin, net in pins.items()},
        }
        for place, (kind, pins) in enumerate(cells)
    }
    ports = {
        "clk_i": {"direction": "input", "bits": [2]},
        "y": {"direction": "output", "bits": [9]},
    }
    return {"ports": ports, "cells": items, "netnames": {"w": {"bits": [8]}}}


def test_a_complement_stands_in_for_all_inverters(library: Library) -> None:
    module = _module(
        ("DFFQN", {"CK": 2, "D": 4, "Q": 3}),
        ("INV", {"A": 3, "Y": 8}),
        ("INV", {"A": 3, "Y": 9}),
        ("ND2", {"A": 8, "B": 9, "Y": 4}),
    )
    assert drop_inverters(module, library) == 2
    flop, gate = module["cells"]["c0"], module["cells"]["c3"]
    (complement,) = flop["connections"]["QN"]
    assert flop["port_directions"]["QN"] == "output"
    assert flop["connections"]["Q"] == [3]
    assert gate["connections"] == {"A": [complement], "B": [complement], "Y": [4]}
    assert module["ports"]["y"]["bits"] == [complement]
    assert module["netnames"]["w"]["bits"] == [complement]
    assert sorted(module["cells"]) == ["c0", "c3"]


@pytest.mark.parametrize(
    "pins", [{"Q": 3, "QN": 7}, {"QN": 3}], ids=["it drives something", "of the complement"]
)
def test_a_complement_is_taken_once(library: Library, pins: dict[str, int]) -> None:
    """A used complement stays; an inverter behind a complement may become the output itself."""
    module = _module(("DFFQN", {"CK": 2, "D": 4, **pins}), ("INV", {"A": 3, "Y": 9}))
    assert drop_inverters(module, library) == ("Q" not in pins)
    assert module["cells"]["c0"]["connections"].get("QN") == [pins["QN"]]
    assert module["cells"]["c0"]["connections"]["Q"] == [3 if "Q" in pins else 9]


def test_other_flip_flops_keep_their_inverters(library: Library) -> None:
    module = _module(("DFF", {"CK": 2, "D": 4, "Q": 3}), ("INV", {"A": 3, "Y": 9}))
    assert drop_inverters(module, library) == 0
    assert sorted(module["cells"]) == ["c0", "c1"]


@pytest.mark.parametrize("everywhere", [False, True])
def test_gates_are_buffered_where_abc_does_not(library: Library, everywhere: bool) -> None:
    many = [("INV", {"A": 5, "Y": 100 + place}) for place in range(2 * FAN_OUT)]
    module = _module(("ND2", {"A": 3, "B": 4, "Y": 5}), *many)
    assert insert_buffers(module, library, everywhere) == (2 if everywhere else 0)
    readers = [
        item for item in module["cells"].values()
        if item["connections"]["A"] == [5]
    ]  # fmt: skip
    assert len(readers) == (2 if everywhere else 2 * FAN_OUT)
    driven = [item["connections"]["Y"] for item in module["cells"].values()]
    nets = {net for (net,) in driven}
    assert len(nets) == len(driven)  # one driver per net
    assert nets.isdisjoint({2, 3, 4})  # driven from outside
