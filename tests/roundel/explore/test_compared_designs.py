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
    record = compare(first, second)
    figures = {item.figure: item for item in record.figures}
    assert (record.a, record.b, record.kind) == ("iterative", "iterative-table", "roundel.synth/1")
    lut4 = figures["lut4"]
    assert (lut4.change, lut4.percent, lut4.better, lut4.beyond) == (1000, 50.0, "a", True)
    assert (figures["gbps"].better, figures["gbps"].beyond) == ("equal", False)
    assert figures["bram"].percent is None  # none against none
    assert not record.equal
    assert compare(first, second, tolerance=50).equal


def test_more_throughput_and_less_area_are_better() -> None:
    config = load_config("iterative")
    first = synth_record(config)
    second = first.model_copy(update={"gbps": 2.56, "lut4": 1000})
    for pair, best in (((first, second), "b"), ((second, first), "a")):
        figures = {item.figure: item.better for item in compare(*pair).figures}
        assert {figures[name] for name in ("gbps", "lut4")} == {best}


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
    [lut4] = [item for item in record.figures if item.figure.endswith(".lut4")]
    assert lut4.figure == "points[iterative, ecp5-85k-8].synth.lut4"
    assert (lut4.percent, lut4.better) == (-50.0, "b")
    assert any(name.startswith("points[iterative-256, ") for name in record.only_b)
    assert any(name.startswith("points[iterative-table, ") for name in record.only_a)
    rows = record.to_rows()
    assert {row["figure"]: row["percent"] for row in rows}[lut4.figure] == -50.0


def test_what_has_nothing_in_common_is_refused(tmp_path: Path) -> None:
    config = load_config("iterative")
    placed = synth_record(config)
    with pytest.raises(
        InputError, match=r"iterative is a roundel.synth/1 and iterative is a roundel"
    ):
        compare(placed, cells_record(config, []))
    done = point(1, placed, config)
    sweeps = [explore_record([done], tmp_path), explore_record([], tmp_path)]
    with pytest.raises(InputError, match="give two records of one schema"):
        compare(placed, sweeps[0])
