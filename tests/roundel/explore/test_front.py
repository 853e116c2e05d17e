# SPDX-License-Identifier: Apache-2.0
"""The Pareto front against its definition, and the syntax of goals."""

import random

import pytest

from roundel.base.errors import InputError
from roundel.explore.front import DEFAULT_GOALS, METRICS, find_goals, pareto


def design(gbps: float, lut4: float, bram: float = 0) -> dict[str, float]:
    return {"gbps": gbps, "lut4": lut4, "bram": bram}


def test_more_gbps_and_fewer_luts_are_better() -> None:
    designs = [design(1, 100), design(2, 100), design(2, 90), design(3, 500), design(0.5, 90)]
    assert pareto([("part", item) for item in designs]) == {2, 3}


def test_equal_ones_are_all_on_it() -> None:
    assert pareto([("part", design(1, 100))] * 2) == {0, 1}


def test_a_goal_more_keeps_what_it_is_good_at() -> None:
    designs = [("part", design(2, 50, bram=8)), ("part", design(1, 100, bram=0))]
    assert pareto(designs) == {0, 1}
    assert pareto(designs, ["gbps", "lut4"]) == {0}


def test_parts_are_not_compared() -> None:
    assert pareto([("slow", design(1, 100)), ("fast", design(2, 100))]) == {0, 1}


def test_random_designs_obey_the_definition() -> None:
    chance = random.Random(1)
    designs = [
        ("part", design(chance.randint(1, 9), chance.randint(1, 9), chance.randint(0, 3)))
        for _ in range(200)
    ]

    def beats(one: dict[str, float], other: dict[str, float]) -> bool:
        no_worse = (
            one["gbps"] >= other["gbps"]
            and one["lut4"] <= other["lut4"]
            and one["bram"] <= other["bram"]
        )
        return no_worse and one != other

    best = pareto(designs)
    for place, (_, item) in enumerate(designs):
        assert (place in best) == (not any(beats(other, item) for _, other in designs))


def test_goals() -> None:
    assert find_goals("gbps, lut4,bram") == DEFAULT_GOALS
    assert find_goals("latency_ns") == ("latency_ns",)
    assert METRICS["latency_ns"].better == "less"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gbs", "did you mean gbps?"),
        ("", "no goal ''"),
        ("gbps,", "no goal ''"),
        ("ff,ff", "given twice"),
    ],
)
def test_goals_that_are_none(text: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        find_goals(text)
    assert words in str(caught.value)
