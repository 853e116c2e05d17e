# SPDX-License-Identifier: Apache-2.0
"""roundel_fifo in Icarus, under a bench in plain SystemVerilog, against a list.

State space: see tb_roundel_fifo.sv. Parameter space: the pair, memories of the least, a middle and
the most words, with and without registers, and one, two and eight banks in front, or block RAM.
"""

from collections.abc import Callable, Mapping

import pytest

LEAST = 1000  # words of the bench's bursts, whatever the depth


@pytest.mark.parametrize(
    ("depth", "registered"),
    [(2, 0), (4, 0), (4, 1), (7, 0), (9, 1), (18, 0), (18, 1), (34, 1), (50, 1), (146, 1)],
)
def test_is_a_list(depth: int, registered: int, bench: Callable[[Mapping[str, int]], str]) -> None:
    verdict, *rest = bench({"Depth": depth, "Registered": registered}).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) >= LEAST


@pytest.mark.parametrize("blank", [0, 1])
@pytest.mark.parametrize("depth", [34, 50, 146, 274])
def test_is_a_list_in_block_ram(
    depth: int, blank: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    """The front is a roundel_fifo_block_ram, all zero after a clear."""
    parameters = {"Depth": depth, "Registered": 1, "BlockRam": 1, "InputZeroWhenBusy": blank}
    verdict, *rest = bench(parameters).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) >= LEAST
