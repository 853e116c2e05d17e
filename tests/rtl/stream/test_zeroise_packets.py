# SPDX-License-Identifier: Apache-2.0
"""roundel_stream with GCM: a zeroise or a reset leaves no text, tag, J0 or product in memories.

State space: zeroise or reset 100 to 299 cycles after the first command of packets of random length,
with IVs of 12 and 28 bytes and stalls at the outputs. The port of beats meanwhile is zero.
"""

from collections.abc import Callable, Mapping


def test_nothing_is_left(bench: Callable[[Mapping[str, int]], str]) -> None:
    verdict, *rest = bench({"Turns": 10}).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) > 2  # turns in which every memory had contents
