# SPDX-License-Identifier: Apache-2.0
"""Estimates: larger designs take longer, and measured times count."""

import pytest

from roundel.design import make_config
from roundel.fpga.flow import ConfigDesign
from roundel.jobs.batch import Estimate


def test_more_rounds_take_longer() -> None:
    sizes = [
        ConfigDesign.of(make_config("one", {"Rounds": rounds})).size for rounds in (1, 2, 5, 10)
    ]
    estimate = Estimate()
    times = [estimate.seconds("map", size) for size in sizes]
    assert times == sorted(set(times))


def test_the_first_values_have_the_right_order_of_magnitude() -> None:
    """A design of 10,000 cells takes each tool between 10 seconds and 5 minutes."""
    estimate = Estimate()
    for kind in ("map", "route", "cells", "verify", "program"):
        assert 10 <= estimate.seconds(kind, 10_000.0) <= 300, kind


def test_measurements_take_over() -> None:
    estimate = Estimate()
    for _ in range(20):
        estimate.learn("route", 1000.0, 50.0)
    assert estimate.seconds("route", 2000.0) == pytest.approx(100, rel=0.25)


def test_what_came_from_the_cache_says_nothing() -> None:
    estimate = Estimate()
    before = estimate.seconds("route", 1000.0)
    for _ in range(20):
        estimate.learn("route", 1000.0, 0.01)
    assert estimate.seconds("route", 1000.0) == before
