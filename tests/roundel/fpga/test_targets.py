# SPDX-License-Identifier: Apache-2.0
"""Targets: the legal names, and the error for all others."""

import pytest

from roundel.base.errors import InputError
from roundel.fpga import ECP5, find_target, targets


def test_there_are_three_sizes_in_three_speeds() -> None:
    names = [target.name for target in targets() if target.family == ECP5]
    assert names == [
        f"ecp5-{size}-{speed}" for size in ("25k", "45k", "85k") for speed in (6, 7, 8)
    ]


def test_sizes_are_those_of_the_family_data_sheet() -> None:
    """ECP5 family data sheet (FPGA-DS-02012): 24, 44 and 84 thousand LUTs; 56, 108, 208 RAMs."""
    sizes = {target.name: (target.lut, target.ff, target.bram) for target in targets()}
    assert {sizes[f"ecp5-25k-{speed}"] for speed in (6, 7, 8)} == {(24288, 24288, 56)}
    assert {sizes[f"ecp5-45k-{speed}"] for speed in (6, 7, 8)} == {(43848, 43848, 108)}
    assert {sizes[f"ecp5-85k-{speed}"] for speed in (6, 7, 8)} == {(83640, 83640, 208)}


def test_options_name_device_package_and_speed() -> None:
    assert find_target("ecp5-45k-7").options() == [
        "--45k", "--package", "CABGA381", "--speed", "7",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["", "ecp5", "ecp5-85k", "ecp5-85k-9", "ECP5-85K-8", "ice40"])
def test_an_unknown_name_lists_those_that_exist(name: str) -> None:
    with pytest.raises(InputError) as caught:
        find_target(name)
    text = str(caught.value)
    assert repr(name) in text
    assert all(target.name in text for target in targets())
    assert text.endswith(".")
