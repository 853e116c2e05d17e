# SPDX-License-Identifier: Apache-2.0
"""roundel_key_systolic in Icarus: a withdrawn key leaves nothing behind.

State space: see tb_roundel_key_systolic.sv. Parameter space: few and many stages, each direction,
each key size. test_roundel_key_schedule tests accepted keys.
"""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize(
    ("key_bits", "stages", "direction"),
    [(128, 2, 0), (128, 3, 1), (128, 4, 0), (128, 5, 2), (128, 7, 0), (192, 4, 0), (256, 4, 2)],
)
def test_forgets_a_withdrawn_key(
    key_bits: int, stages: int, direction: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    values = {"KeyBits": key_bits, "Stages": stages, "Direction": direction}
    assert bench(values).startswith("PASS ")
