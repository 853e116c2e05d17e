# SPDX-License-Identifier: Apache-2.0
"""Runs from Python: the flows receive the user's arguments."""

from pathlib import Path
from typing import Any

import pytest
from tests.roundel.explore.conftest import StandIn

import roundel
from roundel import cells, fpga
from roundel.verify import flow as verification


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandIn:
    made = StandIn()
    made.install(monkeypatch.setattr)
    return made


SPACE = {"base": "iterative", "axes": {"Stages": [1, 2, 3]}, "seeds": [1]}


def test_a_space_can_be_a_dictionary(stand_in: StandIn, tmp_path: Path) -> None:
    with roundel.Session(tmp_path / "results.sqlite") as session:
        record = roundel.explore(SPACE, session=session, goals=["mhz"])
    assert [item.config.Stages for item in record.points] == [1, 2, 3]
    assert record.goals == ["mhz"]
    assert record.to_frame()["lut4"].tolist() == [2000, 3000, 4000]
    assert len(stand_in.routed) == 3
    with roundel.Session(tmp_path / "results.sqlite") as session:
        again = roundel.explore({**SPACE, "seeds": [1, 2]}, session=session)
    assert (again.runs, again.runs_made, len(stand_in.routed)) == (6, 3, 6)


def test_a_space_can_be_a_file_or_a_shipped_one(stand_in: StandIn, tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text("base: iterative\naxes: {Stages: 1..2}\nseeds: 1\n")
    assert len(roundel.explore(file).points) == 2
    assert (tmp_path / "data" / "roundel" / "explore" / "own.sqlite").is_file()
    assert len(roundel.explore("quick").points) == 4
    assert len(stand_in.mapped) == 6


def test_a_wrong_space_is_an_input_error() -> None:
    with pytest.raises(roundel.InputError, match="no key 'axis'.*axes"):
        roundel.explore({"axis": {"Stages": [1]}})


def test_messages_name_arguments_of_python(tmp_path: Path) -> None:
    with pytest.raises(roundel.InputError, match="give either workers N or adapt MIN:MAX"):
        roundel.cluster("slurm")
    space = {"base": "iterative", "axes": {"Stages": [0, 1, 2]}}
    with pytest.raises(roundel.InputError, match="limit=None") as caught:
        roundel.explore(space, limit=1)
    assert "--" not in str(caught.value)
    path = tmp_path / "mine.yaml"
    path.write_text("Stages: 2\n")
    with pytest.raises(roundel.InputError, match=r"or add Stages=1\.$"):
        roundel.load(path, Compact=1)
    with pytest.raises(roundel.InputError, match=r"or add Stages=1\.$"):
        roundel.load(roundel.load(path), Compact=1)


def test_a_design_is_placed_with_the_seeds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken: list[Any] = []

    def synth(*arguments: Any, **named: Any) -> None:
        taken.append((arguments, named))

    monkeypatch.setattr(fpga, "synth", synth)
    with roundel.Session(tmp_path / "results.sqlite") as session:
        roundel.synth(
            "iterative", target="ecp5-25k-6", seeds=(4, 5), recipe="wide", session=session
        )
    [(values, named)] = taken
    assert values == (roundel.load("iterative"), "ecp5-25k-6", (4, 5), session)
    assert named["recipe"] == "wide"
    with pytest.raises(roundel.InputError, match=r"call roundel\.synth_cells"):
        roundel.synth("iterative", target="cells")


def test_cells_are_mapped_with_power(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []

    def synth(*arguments: Any, **named: Any) -> None:
        taken.append((arguments, named))

    monkeypatch.setattr(cells, "synth", synth)
    roundel.synth_cells("cells-outer", target="cells:a.lib", power=True, output="out")
    [((config, target, _), named)] = taken
    assert (config.name, target, named["output"]) == ("cells-outer", "cells:a.lib", Path("out"))
    assert named["power"] == cells.activities(config)


def test_records_of_one_schema_are_compared() -> None:
    record = roundel.compare(roundel.show("iterative"), roundel.show("outer"), tolerance=5)
    latency = next(item for item in record.figures if item.figure == "facts.blocks_in_flight")
    assert (latency.a, latency.b, latency.beyond) == (1, 10, True)


def test_a_verification_takes_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []

    def verify(*arguments: Any, **named: Any) -> None:
        taken.append((arguments, named))

    monkeypatch.setattr(verification, "verify", verify)
    roundel.verify("iterative", campaigns=["kat"], seed=7)
    roundel.verify("iterative", campaigns="kat", seed=7)
    first, second = taken
    assert (second[1]["campaigns"], first[1]["campaigns"]) == (("kat",), ["kat"])
    ((config,), named) = first
    assert config == roundel.load("iterative")
    assert (named["campaigns"], named["seed"], named["netlist"]) == (["kat"], 7, None)
