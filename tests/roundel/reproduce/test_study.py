# SPDX-License-Identifier: Apache-2.0
"""The study of one S-box: the measured cuts, the counts, and the best cuts."""

import pytest
from tests.roundel.reproduce.conftest import study_of

from roundel.fpga import flow
from roundel.reproduce.data import Best
from roundel.reproduce.rebuild import Measured, _study_rows
from roundel.reproduce.study import COPIES, SboxDesign, study_designs


def test_every_set_of_places_is_measured_once() -> None:
    sets = [cut.cuts for cut in study_designs()]
    assert len(sets) == len(set(sets)) == 2**5 + 1
    assert () in sets
    assert (2, 4, 6) in sets
    assert (2, 3, 4, 5, 6, 8) in sets
    assert len({cut.name for cut in study_designs()}) == len(sets)
    assert len({str(cut.values()) for cut in study_designs()}) == len(sets)


def test_a_point_is_the_median_per_sbox_with_the_register_behind_it() -> None:
    study = study_of(lambda cut: 200.0)
    (point,) = [point for point in study.points if point.cuts == [2, 4]]
    assert point.clock_mhz == 200.0  # of 200, 202 and 191
    assert point.per_seed == {"1": 200.0, "2": 202.0, "3": 191.0}
    assert point.delay_ns == 5.0
    assert point.stages == 3
    assert point.lut4_per_sbox == 48
    assert point.ff_per_sbox == 2 * 14 + 8
    assert point.mbps_per_slice == pytest.approx(8 * 200 / (48 / 2), abs=1e-3)
    (deep,) = [point for point in study.points if len(point.cuts) == 4 and 2 not in point.cuts]
    assert deep.mbps_per_slice == pytest.approx(8 * 200 / ((4 * 14 + 8) / 2), abs=1e-3)


def test_the_best_of_each_number_of_stages() -> None:
    def clock(cut: SboxDesign) -> float:
        return 300.0 if cut.cuts == (3, 5) else 100.0 + len(cut.cuts)

    study = study_of(clock)
    assert study.stages() == [1, 2, 3, 4, 5, 6, 7]
    assert study.best(3, "delay_lut").cuts == [3, 5]
    assert study.best(3, "mbps_per_slice").cuts == [3, 5]
    assert study.ranked("delay_lut")[0] == 3
    assert study.ranked("mbps_per_slice")[0] == 3


def test_most_throughput_per_area_is_not_the_shortest_delay() -> None:
    study = study_of(lambda cut: 100.0 * (1 + len(cut.cuts)))
    # 8 bits x clock / slices; 7 stages have the clock but 92 flip-flops for 48 LUT4.
    rates = {
        stages: study.best(stages, "mbps_per_slice").mbps_per_slice for stages in study.stages()
    }
    assert study.ranked("mbps_per_slice") == sorted(rates, key=lambda stages: -rates[stages])
    assert study.ranked("delay_lut") == [7, 6, 5, 4, 3, 2, 1]


def test_rank_and_rows_speak_of_the_same_points() -> None:
    """Two and three stages, each with a fast set of cuts and a small set."""
    study = study_of(lambda _: 200.0)
    two, three = study.points[1], study.points[8]
    assert (two.stages, three.stages) == (2, 3)
    told = {
        "fast two": two.model_copy(update={"delay_ns": 4.0, "lut4_per_sbox": 80.0}),
        "lean two": two.model_copy(update={"delay_ns": 5.0, "lut4_per_sbox": 50.0}),
        "fast three": three.model_copy(update={"delay_ns": 3.0, "lut4_per_sbox": 90.0}),
        "lean three": three.model_copy(update={"delay_ns": 6.0, "lut4_per_sbox": 48.0}),
    }
    study = study.model_copy(update={"points": list(told.values())})
    # By products: 250 and 270; the fastest of each, 320 and 270, would rank the other way.
    assert study.ranked("delay_lut") == [2, 3]
    best = Best(table="a", source="b", by="delay_lut", stages=[3])
    first, *others = _study_rows(best, Measured({}, {}, study))
    assert first.measured == {"best_stages": [2]}
    assert [row.measured["delay_ns"] for row in others if row.measured] == [5.0, 3.0]


def test_the_real_circuit_holds_the_cuts_it_is_told() -> None:
    plain, cut = (flow.prepare(SboxDesign(cuts)).core for cuts in ((), (3, 5)))
    assert plain.ff == 0
    assert 40 * COPIES <= plain.lut <= 80 * COPIES
    assert 16 * COPIES <= cut.ff <= 60 * COPIES
    assert cut.ff % COPIES == 0
