# SPDX-License-Identifier: Apache-2.0
"""Vectors applied to a netlist of cells, with a circuit that records its pins."""

from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self, cast

import numpy as np
import pytest

from roundel.base.errors import FailureError
from roundel.base.progress import Progress, null_progress
from roundel.cells import packet_vectors, vectors
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells
from roundel.design import make_config
from roundel.verify.record import Tally

CONFIG = make_config("one", {})
MAPPED = cast(MappedCells, SimpleNamespace(json=Path("n.json"), top="n", directory=Path("there")))
LIBRARY = cast(Library, SimpleNamespace())


class Pins:
    """A circuit that accepts keys and blocks, and never returns a result."""

    def __init__(self, *_: object) -> None:
        inputs = ("clk_i", "rst_ni", "key_valid_i", "key_i", "in_valid_i", "in_decrypt_i")
        others = ("in_block_i", "clear_i", "key_ready_o", "out_valid_o", "in_ready_o")
        self.ports = {name: [0] for name in (*inputs, *others)}
        self.driven: dict[str, list[bool]] = defaultdict(list)
        self.reset: list[bool] = []  # in each cycle whether the reset is off

    def set(self, port: str, words: Any) -> None:
        self.driven[port].append(bool(np.any(words)))

    def get(self, port: str) -> Any:
        high = port in {"key_ready_o", "in_ready_o"}
        return np.array([0xFFFFFFFFFFFFFFFF if high else 0], dtype=np.uint64)

    def settle(self) -> None:
        pass

    def edge(self) -> None:
        self.reset.append(self.driven["rst_ni"][-1])


def test_all_inputs_but_the_clock_are_zero_during_reset() -> None:
    pins = Pins()
    vectors.BlockFeeder(CONFIG, cast(Any, pins))
    assert "clk_i" not in pins.driven
    assert not any(name.endswith("_o") for name in pins.driven)
    assert pins.driven.pop("rst_ni") == [False, True]
    others = ("key_valid_i", "key_i", "in_valid_i", "in_decrypt_i", "in_block_i", "clear_i")
    assert pins.driven == {name: [False] for name in others}
    assert not any(pins.reset)


def test_a_netlist_without_results_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "Copies", Pins)
    monkeypatch.setattr(vectors, "read_module", lambda *_: {})
    monkeypatch.setattr(vectors, "lut_netlist", lambda *_: {})
    with pytest.raises(FailureError, match="0 of 4 words came out"):
        vectors.run_vectors(CONFIG, MAPPED, LIBRARY)


def _packets(monkeypatch: pytest.MonkeyPatch, *tallies: Tally) -> int:
    """Run packets; each of three campaigns reports the same."""

    class Device:
        @classmethod
        def open(cls, *_: object, **__: object) -> "Device":
            return cls()

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def forget(self) -> None:
            pass

    def campaign(*_: object, **__: object) -> list[Tally]:
        return list(tallies)

    monkeypatch.setattr(packet_vectors, "Stream", Device)
    monkeypatch.setattr(packet_vectors, "Exchange", lambda device: device)
    monkeypatch.setattr(packet_vectors, "read_module", lambda *_: {})
    monkeypatch.setattr(packet_vectors, "lut_netlist", lambda *_: {})
    monkeypatch.setattr(packet_vectors, "known_answers", campaign)
    monkeypatch.setattr(packet_vectors, "random_packets", campaign)
    config = make_config("engine", {"Mode": "ecb", "KeySchedule": "stored", "KeySlots": 1})
    progress: Progress = null_progress
    return packet_vectors.run_packets(config, MAPPED, LIBRARY, progress)


def test_packets_of_all_campaigns_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _packets(monkeypatch, Tally("a", passed=2), Tally("b", passed=5)) == 3 * 7


def test_one_wrong_packet_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Tally("b", passed=4, failed=1, failures=["packet 5 differs."])
    with pytest.raises(FailureError, match="the netlist of engine is wrong .packet 5 differs"):
        _packets(monkeypatch, Tally("a", passed=2), wrong)
