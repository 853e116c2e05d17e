# SPDX-License-Identifier: Apache-2.0
"""Estimates of invented designs whose figures are known."""

import math

import numpy as np
import pytest
from tests.roundel.choose.sample_designs import CORE, LIBRARY, PART, designs

from roundel.characterised.interpolation import Model, left_out_errors, model_of

STORE = designs()


def model() -> Model:
    found = model_of(STORE, PART)
    assert found is not None
    return found[0]


def test_rows_that_were_left_out_are_estimated() -> None:
    medians = {(t, f): median for t, f, _, median, _ in left_out_errors(STORE)}
    assert medians[PART, "lut"] < 0.05
    assert medians[PART, "mhz"] < 0.08
    assert medians[PART, "ff"] < 0.1


def test_a_design_between_two_rows_has_figures_between() -> None:
    known = model()
    point = known.point({**CORE, "Rounds": 10, "Stages": 3}, "nested")
    assert known.spans(point)
    estimate = known.estimate([point])
    mhz = 100 * 2.8**0.7  # the rule of the invented designs
    assert estimate["lut"][0] == pytest.approx(11400, rel=0.03)
    assert estimate["mhz"][0] == pytest.approx(mhz, rel=0.05)


def test_the_left_out_error_is_the_error_of_a_model_without_the_row() -> None:
    rows = [row for row in STORE.rows if row.target == PART]
    whole = Model.of(STORE, rows)
    reached = np.flatnonzero(whole.within_reach)
    # The closed form keeps the mean of all rows.
    mean = whole.values["lut"].mean()
    for index in (0, 17, len(reached) - 1):
        place = int(reached[index])
        others = Model.of(STORE, [*rows[:place], *rows[place + 1 :]])
        weights = others._inverse("lut") @ (others.values["lut"] - mean)
        cross = others._covariance([whole.points[place]], others.points)
        guess = math.exp(mean + (cross @ weights)[0])
        lut = rows[place].lut
        assert lut is not None
        assert abs(guess / lut - 1) == pytest.approx(whole.errors["lut"][index], rel=1e-6)


@pytest.mark.parametrize(
    "change", [{"Stages": 9}, {"KeySlots": 64}, {"Sbox": "table"}, {"Direction": "both"}]
)
def test_no_estimate_lies_outside_the_measured_designs(change: dict[str, int | str]) -> None:
    known = model()
    assert not known.spans(known.point({**CORE, **change}, "nested"))


def test_few_rows_have_no_estimate() -> None:
    small = STORE.__class__(STORE.head, STORE.rows[:11], STORE.packets)
    assert model_of(small, PART) is None
    assert model_of(STORE, LIBRARY) is not None
