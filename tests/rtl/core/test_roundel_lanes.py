# SPDX-License-Identifier: Apache-2.0
"""roundel_lanes in Icarus: order, position and cycle of every block, against one roundel_engine for
each lane.

State space: see tb_roundel_lanes.sv. Parameter space: one to four lanes; every key size and
direction; one round in hardware and more; lanes with another S-box; one slot and more. A ring that
does not turn is too large for Icarus here: the lanes of tests/roundel/test_stream_xts.py have one.
"""

from collections.abc import Callable, Mapping

import pytest

from roundel import design

SBOX = design.choices("Sbox")
DIRECTION = design.choices("Direction")


@pytest.mark.parametrize(
    ("lanes", "key_bits", "direction", "rounds", "stages", "others", "sbox", "slots"),
    [
        (1, 128, "encrypt", 1, 1, 0, "table", 2),
        (2, 192, "both", 2, 1, 0, "table", 1),
        (3, 256, "decrypt", 1, 2, 2, "tower", 2),
        (4, 128, "both", 1, 3, 1, "rom", 2),
    ],
)
def test_gives_what_engines_give(
    lanes: int,
    key_bits: int,
    direction: str,
    rounds: int,
    stages: int,
    others: int,
    sbox: str,
    slots: int,
    bench: Callable[[Mapping[str, int]], str],
) -> None:
    values = {
        "Lanes": lanes,
        "KeyBits": key_bits,
        "Direction": DIRECTION[direction],
        "Rounds": rounds,
        "Stages": stages,
        "SecondSboxLanes": others,
        "SecondSbox": SBOX[sbox],
        "KeySlots": slots,
        "Sbox": SBOX["table"],
    }
    assert bench(values) == "PASS 40 words or more"
