# SPDX-License-Identifier: Apache-2.0
"""aes_engine in Icarus: FIPS-197 appendix C, exact latency, cycles per block, zeroise.

State space: see tb_aes_engine.sv. Parameter space: every key size, direction, S-box, key schedule
and number of registers a round; rings that turn Nr times, a few times and once; one slot and more.
"""

from collections.abc import Callable, Mapping

import pytest

from roundel import design
from roundel.config import Config


@pytest.mark.parametrize(
    ("key_bits", "direction", "rounds", "stages", "sbox", "schedule", "slots"),
    [
        (128, "encrypt", 1, 1, "tower", "on_the_fly", 1),
        (192, "decrypt", 1, 0, "table", "on_the_fly", 1),
        (256, "both", 1, 1, "table", "on_the_fly", 1),
        (128, "both", 1, 1, "table", "stored", 2),
        (192, "encrypt", 4, 0, "table", "stored", 4),
        (256, "decrypt", 2, 1, "table", "stored", 1),
        (192, "decrypt", 3, 0, "table", "stored", 2),
        (128, "encrypt", 10, 1, "table", "stored", 2),
    ],
)
def test_gives_the_published_answers_in_time(
    key_bits: int,
    direction: str,
    rounds: int,
    stages: int,
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
        Sbox=sbox,
        KeySchedule=schedule,
        KeySlots=slots,
    )
    blocks = (rounds if stages else 1) + 4
    runs = 4 if direction == "both" else 3
    assert bench(design.parameters(config)) == f"PASS {runs * blocks + 5}"
