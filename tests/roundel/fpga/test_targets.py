# SPDX-License-Identifier: Apache-2.0
"""Targets: the names that exist and the error for those that do not."""

import pytest

from roundel.base.errors import InputError
from roundel.fpga import find_target, targets


def test_there_are_three_sizes_in_three_speeds() -> None:
    names = [target.name for target in targets()]
    assert names == [
        f"ecp5-{size}-{speed}" for size in ("25k", "45k", "85k") for speed in (6, 7, 8)
    ]


def test_a_larger_part_has_more_of_everything() -> None:
    small, medium, large = (find_target(f"ecp5-{size}-8") for size in ("25k", "45k", "85k"))
    for few, many in ((small, medium), (medium, large)):
        assert few.lut4 < many.lut4
        assert few.ff < many.ff
        assert few.bram < many.bram


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
