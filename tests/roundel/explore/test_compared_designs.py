# SPDX-License-Identifier: Apache-2.0
"""Two results side by side."""

from pathlib import Path

import pytest
from tests.roundel.python.conftest import cells_record, explore_record, point, synth_record

from roundel.base.errors import InputError
from roundel.design import load_config
from roundel.explore.compare import compare


def test_two_designs() -> None:
    first = synth_record(load_config("iterative"), lut4=2000)
    second = synth_record(load_config("iterative-table"), lut4=3000)
    [pair] = compare(first, second).points
    assert (pair.first, pair.second) == ("iterative", "iterative-table")
    assert pair.figures["lut4"].ratio == 1.5
    assert pair.figures["lut4"].better == "first"
    assert pair.figures["gbps"].better == "equal"
    assert pair.figures["bram"].ratio is None  # none against none


def test_more_throughput_and_less_area_are_better() -> None:
    config = load_config("iterative")
    first = synth_record(config)
    second = first.model_copy(update={"gbps": 2.56, "lut4": 1000})
    [pair] = compare(first, second).points
    assert {pair.figures[name].better for name in ("gbps", "lut4")} == {"second"}
    [back] = compare(second, first).points
    assert {back.figures[name].better for name in ("gbps", "lut4")} == {"first"}


def test_two_sweeps_pair_points_by_parameters_and_target(tmp_path: Path) -> None:
    config = load_config("iterative")
    same = config.model_copy(update={"name": "another-name"})
    table, wide = load_config("iterative-table"), load_config("iterative-256")
    first = explore_record(
        [point(1, synth_record(config), config), point(2, synth_record(table), table)], tmp_path
    )
    second = explore_record(
        [point(1, synth_record(same, lut4=1000), same), point(2, synth_record(wide), wide),
         point(3, None, table)], tmp_path
    )  # fmt: skip
    record = compare(first, second)
    assert [(item.first, item.second) for item in record.points] == [("iterative", "another-name")]
    assert (record.only_first, record.only_second) == (["iterative-table"], ["iterative-256"])
    rows = record.to_rows()
    assert {row["figure"]: row["ratio"] for row in rows}["lut4"] == 0.5


def test_what_has_nothing_in_common_is_refused(tmp_path: Path) -> None:
    config = load_config("iterative")
    placed = synth_record(config)
    with pytest.raises(InputError, match="no figure in common"):
        compare(placed, cells_record(config, []))
    with pytest.raises(InputError, match="does not compare with a sweep"):
        compare(placed, explore_record([point(1, placed, config)], tmp_path))
