# SPDX-License-Identifier: Apache-2.0
"""The spread of clocks by seed: from the rows of the family with several seeds."""

import re
from dataclasses import replace

import numpy as np
import pytest
from tests.roundel.choose.sample_designs import OTHER, PART, designs, row

from roundel.characterised import Designs, Row, load_designs
from roundel.choose.answer import choose
from roundel.choose.need import Need
from roundel.choose.seeds import spread_of


def store(*clocks: tuple[float, ...]) -> Designs:
    """A store with a design for each tuple of clocks, one clock for each seed."""
    rows = [
        row(PART, {"KeySlots": slots}).model_copy(
            update={"mhz": {str(seed): mhz for seed, mhz in enumerate(own, 101)}}
        )
        for slots, own in enumerate(clocks, 2)
    ]
    return replace(designs(), rows=tuple(rows), candidates=())


def note(found: Designs, target: str = PART) -> str:
    (text,) = [text for text in choose(found, Need(target=target)).notes if "one seed" in text]
    return text


def test_the_spread_compares_other_seeds_with_the_first() -> None:
    """Nine of ten other seeds are at most 4 % slower, and the slowest is 20 % slower."""
    pairs = [(100.0, 96.0), *[(100.0, 100.0 + n) for n in range(8)], (100.0, 80.0)]
    found = spread_of(store(*pairs, (50.0,)), PART)
    assert found is not None
    assert found == pytest.approx((10, 0.04, 0.2))


def test_faster_seeds_are_no_negative_spread() -> None:
    assert spread_of(store((100.0, 110.0)), PART) == (1, 0.0, 0.0)


def test_a_design_with_one_seed_has_the_spread_in_a_note() -> None:
    text = note(store((100.0, 80.0, 90.0), (300.0,)))
    assert "In this family, 90 % of 2 further seeds are at most 20.0 % slower" in text
    assert "the slowest is 20.0 % slower" in text
    assert note(store((100.0, 80.0, 90.0), (300.0,)), OTHER) == text
    assert "No design of the family has several seeds" in note(store((100.0,), (300.0,)))
    three = choose(store((100.0, 80.0, 90.0)), Need(target=PART)).notes
    assert not any("one seed" in text for text in three)


@pytest.mark.parametrize("target", ["ecp5-85k-8", "ice40-hx8k"])
def test_the_stated_spread_of_the_store_holds(target: str) -> None:
    known = load_designs()
    text = note(known, target)
    number = r"([\d.]+) %"
    usual, worst = map(float, re.findall(rf"at most {number} slower.*slowest is {number}", text)[0])
    rows: list[Row] = [item for item in known.rows if item.target == target and len(item.mhz) > 1]
    slower = [
        100 * (1 - mhz / item.mhz["101"])
        for item in rows
        for seed, mhz in item.mhz.items()
        if seed != "101"
    ]
    assert float(np.mean(np.array(slower) <= usual + 0.05)) >= 0.9
    assert max(slower) == pytest.approx(worst, abs=0.06)
