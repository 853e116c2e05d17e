# SPDX-License-Identifier: Apache-2.0
"""roundel_engine in Icarus: FIPS-197 appendix C, exact latency, cycles per block, zeroise.

State space: see tb_roundel_engine.sv. Parameter space: every key size, direction, S-box and key
schedule; 0 to 13 registers a round, at the best places and at others; rings that turn Nr times, a
few times and once; one slot and more.
"""

from collections.abc import Callable, Mapping

import pytest

from roundel import design
from roundel.design import Config


@pytest.mark.parametrize(
    ("key_bits", "direction", "rounds", "stages", "cuts", "sbox", "schedule", "slots"),
    [
        (128, "encrypt", 1, 1, 0, "tower", "on_the_fly", 1),
        (192, "decrypt", 1, 0, 0, "table", "on_the_fly", 1),
        (256, "both", 1, 1, 0, "table", "on_the_fly", 1),
        (128, "both", 1, 1, 0, "table", "stored", 2),
        (192, "encrypt", 4, 0, 0, "table", "stored", 4),
        (256, "decrypt", 2, 1, 0, "table", "stored", 1),
        (192, "decrypt", 3, 0, 0, "table", "stored", 2),
        (128, "encrypt", 10, 1, 0, "table", "stored", 2),
        (128, "encrypt", 1, 2, 0, "gates", "stored", 1),
        (192, "both", 2, 3, 0b0100000010001, "table", "stored", 4),
        (256, "both", 1, 4, 0, "rom", "stored", 2),
        (128, "decrypt", 1, 9, 0, "tower", "on_the_fly", 1),
        (128, "encrypt", 5, 2, 0b1000000000001, "table", "pipelined", 1),
        (192, "decrypt", 1, 0, 0, "table", "pipelined", 1),
        (256, "encrypt", 1, 12, 0, "rom", "pipelined", 1),
        (128, "both", 2, 5, 0, "table", "pipelined", 1),
        (128, "both", 1, 13, 0, "tower", "stored", 1),
    ],
)
def test_gives_the_published_answers_in_time(
    key_bits: int,
    direction: str,
    rounds: int,
    stages: int,
    cuts: int,
    sbox: str,
    schedule: str,
    slots: int,
    bench: Callable[[Mapping[str, int]], str],
) -> None:
    config = Config(
        name="bench",
        KeyBits=key_bits,
        Direction=direction,
        Rounds=rounds,
        Stages=stages,
        RoundCuts=cuts,
        Sbox=sbox,
        KeySchedule=schedule,
        KeySlots=slots,
    )
    blocks = (rounds * stages if stages else 1) + 4
    runs = 4 if direction == "both" else 3
    # One result of another slot, and one in the cycle of a zeroise that acts a cycle late.
    more = 7 + (slots > 1) + (stages >= 2)
    values = design.parameters(config)
    del values["Backpressure"]  # the engine has none
    assert bench(values) == f"PASS {runs * blocks + more}"
