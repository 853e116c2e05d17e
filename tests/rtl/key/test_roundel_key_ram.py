# SPDX-License-Identifier: Apache-2.0
"""roundel_key_ram in Icarus: a write changes one word, after its edge.

State space: see tb_roundel_key_ram.sv. Parameter space: the register, the smallest memory and the
one of a ring with one round.
"""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize("words", [1, 2, 16])
def test_keeps_what_is_written(words: int, bench: Callable[[Mapping[str, int]], str]) -> None:
    cycles = 20 * words + 100
    reads = words**2 + 2 * words * (cycles - words)
    assert bench({"Words": words}) == f"PASS {reads}"
