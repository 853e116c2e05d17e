# SPDX-License-Identifier: Apache-2.0
"""Cycles per packet between the measured sizes."""

import pytest

from roundel.characterised import PacketRate
from roundel.characterised.packets import packet_cycles

RATE = PacketRate(
    structure={}, cycles={16: 10.0, 64: 13.0, 128: 21.0}, aad_bytes=0, rtl="r", commit="c"
)


@pytest.mark.parametrize(
    ("size", "lanes", "cycles"),
    [
        (1, 1, 10.0),
        (16, 1, 10.0),
        (17, 1, 11.0),
        (32, 1, 11.0),
        (33, 1, 12.0),
        (64, 1, 13.0),
        (96, 1, 17.0),
        (256, 1, 37.0),
        (65, 4, 21.0),
        (48, 4, 13.0),
    ],
)
def test_cycles_are_linear_in_beats(size: int, lanes: int, cycles: float) -> None:
    assert packet_cycles(RATE, size, lanes) == pytest.approx(cycles)
