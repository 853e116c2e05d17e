# SPDX-License-Identifier: Apache-2.0
"""roundel_stream_interleaved: a zeroise leaves no text, chain or IV in its memories.

State space: a zeroise 0 to 89 cycles after the first command of packets that fill all streams. The
search in registers covers `roundel_core` alone (SECURITY.md).
"""

from collections.abc import Callable, Mapping


def test_nothing_is_left(bench: Callable[[Mapping[str, int]], str]) -> None:
    verdict, *rest = bench({"Turns": 60}).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) > 20  # turns in which every memory had contents
