# SPDX-License-Identifier: Apache-2.0
"""Spaces over several FPGA families, and families that are mapped only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.roundel.explore.conftest import sweep
from tests.roundel.explore.test_sweep import configs

from roundel.base.errors import FailureError, InputError
from roundel.cli.explore_command import csv_text, print_explore
from roundel.explore import Space, load_space
from roundel.explore.page import page

if TYPE_CHECKING:
    from tests.roundel.explore.conftest import StandIn

STORE = Path("results.sqlite")


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_each_family_maps_once(stand_in: StandIn) -> None:
    targets = ("ecp5-85k-8", "ice40-hx8k", "ecp5-25k-6", "machxo3-6900")
    record = sweep(Space.of("mine", configs(0), targets, (1,)), STORE)
    assert len(stand_in.mapped) == 3
    assert [(p.target, p.recipe, p.status) for p in record.points] == [
        ("ecp5-85k-8", "nested", "done"),
        ("ice40-hx8k", "nested", "done"),
        ("ecp5-25k-6", "nested", "done"),
        ("machxo3-6900", "nested", "done"),
    ]
    families = [p.synth.family for p in record.points if p.synth]
    assert families == ["ecp5", "ice40", "ecp5", "machxo3"]
    assert set(record.tools) == {"yosys", "nextpnr-ecp5", "nextpnr-ice40", "nextpnr-machxo2"}
    sweep(Space.of("mine", configs(0), targets, (1,)), STORE)
    assert len(stand_in.mapped) == 3  # the store has all results


def test_families_that_are_mapped_only(
    stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    space = Space.of("mine", configs(0, 1), ("xc7", "cyclonev"))
    record = sweep(space, STORE)
    assert (record.kind, record.seeds, record.runs, record.runs_done) == ("mapped", [], 4, 4)
    assert stand_in.routed == []
    assert len(stand_in.mapped) == 4
    assert set(record.tools) == {"yosys"}
    found = [p.mapped for p in record.points]
    assert all(item and "not placed" in item.note for item in found)
    assert [(item.lut_kind, item.lut) for item in found if item] == [
        ("LUT6", 1000), ("ALUT", 1000), ("LUT6", 2000), ("ALUT", 2000),
    ]  # fmt: skip
    # Both configurations have the same throughput for each clock; the smaller is superior.
    assert [p.front for p in record.points] == [True, True, False, False]
    print_explore(record)
    table = capsys.readouterr().out
    assert "not placed" in table
    assert "MHz" not in table
    assert "bits_per_cycle" in csv_text(record).splitlines()[0]
    assert "fmax" not in csv_text(record)
    assert "not placed and not routed" in page(record)
    assert sweep(space, STORE).runs_made == 0


def test_a_failed_mapping_is_a_failed_point(stand_in: StandIn) -> None:
    def fail(name: str, target: str, seed: int) -> None:
        raise FailureError(f"{name} does not map.")

    stand_in.fail = fail
    record = sweep(Space.of("mine", configs(0), ("xc7",)), STORE)
    (point,) = record.points
    assert (point.status, point.failures[0].step, record.kind) == ("failed", "map", "mapped")


@pytest.mark.parametrize(
    ("targets", "seeds", "text"),
    [
        (("xc7", "ecp5-85k-8"), None, "xc7 is mapped only and ecp5-85k-8 is placed"),
        (("xc7",), (1,), "xc7 is mapped only, so seeds have no effect"),
        (("ice40-hx8k", "cells"), None, "ice40-hx8k is an FPGA among standard cells"),
    ],
)
def test_kinds_of_targets_do_not_mix(
    targets: tuple[str, ...], seeds: tuple[int, ...] | None, text: str
) -> None:
    with pytest.raises(InputError, match=text):
        Space.of("mine", configs(0), targets, seeds)


def test_targets_that_are_mapped_only_replace_the_seeds_of_a_space() -> None:
    name = "characterised-families"
    assert load_space(name).seeds == (101,)
    assert load_space(name, ["ice40-hx8k"]).seeds == (101,)
    assert load_space(name, ["xc7", "cyclonev"]).seeds == ()
    with pytest.raises(InputError, match="xc7 is mapped only and ecp5-85k-8 is placed"):
        load_space(name, ["xc7", "ecp5-85k-8"])


def test_a_recipe_must_exist_in_each_family() -> None:
    with pytest.raises(InputError, match="'wide' for Lattice iCE40"):
        Space.of("mine", configs(0), ("ecp5-85k-8", "ice40-hx8k"), (1,), ("wide",))
