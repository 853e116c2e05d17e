# SPDX-License-Identifier: Apache-2.0
"""roundel_slot_flags in Icarus, against a vector.

State space: see tb_roundel_slot_flags.sv. Parameter space: registers with one slot and several, RAM
with few slots and many, one query and several.
"""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize(
    ("slots", "queries", "ram"), [(1, 2, 0), (4, 1, 0), (256, 2, 0), (4, 3, 1), (1024, 2, 1)]
)
def test_each_flag_is_the_last_written_one(
    slots: int, queries: int, ram: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    verdict, *numbers = bench({"KeySlots": slots, "Queries": queries, "InRam": ram}).split()
    assert verdict == "PASS", " ".join(numbers)
    assert int(numbers[0]) > 4000
