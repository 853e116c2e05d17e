# SPDX-License-Identifier: Apache-2.0
"""roundel_byte_count in Icarus, for words of one lane and of two."""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize("rest_bits", [4, 5])
def test_counts_the_bytes_of_a_packet(
    rest_bits: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    assert bench({"WordBytesBits": rest_bits}) == "PASS"
