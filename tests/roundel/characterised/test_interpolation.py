# SPDX-License-Identifier: Apache-2.0
"""Estimates of invented designs whose figures are known."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.roundel.choose.sample_designs import CORE, LIBRARY, PART, STREAM, designs

from roundel.characterised.gaussian import Process, features
from roundel.characterised.interpolation import (
    Group,
    GroupName,
    groups_of,
    left_out_errors,
    name_of,
)

STORE = designs()
BLOCKS = GroupName("core", "none", "tower", 1)
GCM = GroupName("stream", "gcm", "tower", 1)


def group(name: GroupName = BLOCKS) -> Group:
    return groups_of(STORE, PART)[name]


def test_rows_that_were_left_out_are_estimated() -> None:
    own = [error for error in left_out_errors(STORE) if error.target == PART]
    medians = {error.figure: error.median for error in own if error.group == BLOCKS}
    assert medians["lut"] < 0.05
    assert medians["mhz"] < 0.08
    assert medians["ff"] < 0.1


def test_a_design_between_two_rows_has_figures_between() -> None:
    known = group()
    fields = {**CORE, "Rounds": 10, "Stages": 3}
    assert known.spans(fields, "nested")
    estimate = known.estimate([(fields, "nested")])
    mhz = 100 * 2.8**0.7  # the rule of the invented designs
    assert estimate["lut"][0] == pytest.approx(11400, rel=0.03)
    assert estimate["mhz"][0] == pytest.approx(mhz, rel=0.05)


def test_a_packet_engine_is_the_block_engine_and_an_offset() -> None:
    """The invented engines of GCM have 11,100 LUTs more, and the clock of the block engine."""
    fields = {**STREAM, "Rounds": 10, "Stages": 3}
    known = group(GCM)
    assert known.spans(fields, "nested")
    estimate = known.estimate([(fields, "nested")])
    assert estimate["lut"][0] == pytest.approx(22500, rel=0.03)
    assert estimate["mhz"][0] == pytest.approx(100 * 2.8**0.7, rel=0.05)


def test_the_left_out_error_is_the_error_of_a_process_without_the_row() -> None:
    rows = [row for row in STORE.rows if row.target == PART and row.top == "core"]
    points = [features(STORE.fields(row), row.recipe) for row in rows]
    values = np.log([float(row.lut or 0) for row in rows])
    whole = Process(points, {"lut": values})
    for place in (0, 17, len(rows) - 1):
        keep = [index for index in range(len(rows)) if index != place]
        others = Process([points[index] for index in keep], {"lut": values[keep]})
        # The closed form keeps the mean of all rows.
        weights = others._inverse("lut") @ (values[keep] - values.mean())
        cross = others._covariance([points[place]], others.points)
        guess = math.exp(values.mean() + (cross @ weights)[0])
        assert whole.left_out["lut"][place] == pytest.approx(guess, rel=1e-6)


def test_the_left_out_estimate_of_a_packet_engine_is_that_of_a_store_without_the_row() -> None:
    known = group(GCM)
    for place in (0, 5, len(known.rows) - 1):
        row = known.rows[place]
        others = replace(STORE, rows=tuple(item for item in STORE.rows if item is not row))
        near = groups_of(others, PART)[GCM].estimate([(STORE.fields(row), row.recipe)])
        for figure, value in near.items():
            assert known.left_out[figure][place] == pytest.approx(value[0], rel=1e-6)


def test_the_allowance_of_few_rows_is_unknown() -> None:
    """Nine errors are the fewest with a tenth error that is smaller with a chance of 90 %."""
    name = name_of("stream", {**STREAM, "Mode": "ctr"})
    own = [row for row in STORE.rows if row.target == PART and row.config.get("Mode") == "ctr"]
    for count in (8, 9):
        rows = [row for row in STORE.rows if row not in own[count:]]
        some = groups_of(replace(STORE, rows=tuple(rows)), PART)[name]
        assert some.within_reach.sum() == count
        assert all(math.isinf(value) == (count == 8) for value in some.allowances.values())
        assert some.reliable == (count == 9)
        if count == 9:
            assert some.allowances["lut"] == max(some.errors["lut"])


@pytest.mark.parametrize(
    "change", [{"Stages": 9}, {"KeySlots": 64}, {"Sbox": "table"}, {"Direction": "both"}]
)
def test_no_estimate_lies_outside_the_measured_designs(change: dict[str, int | str]) -> None:
    assert not group().spans({**CORE, **change}, "nested")


def test_few_rows_have_no_estimate() -> None:
    small = replace(STORE, rows=STORE.rows[:11])
    assert not groups_of(small, PART)
    assert groups_of(STORE, LIBRARY)
