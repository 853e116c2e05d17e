# SPDX-License-Identifier: Apache-2.0
"""aes_key_schedule in Icarus: every round key of the expansions that FIPS-197 publishes.

State space: see tb_aes_key_schedule.sv. Parameter space: every key size with every direction on
the fly; stored, every key size, direction and number of slots, in rings that turn Nr times, a few
times and once; both S-boxes.
"""

from collections.abc import Callable, Mapping

import pytest

from roundel import design
from roundel.config import Config


@pytest.mark.parametrize(
    ("key_bits", "direction", "rounds", "sbox", "schedule", "slots"),
    [
        (128, "encrypt", 1, "table", "on_the_fly", 1),
        (128, "decrypt", 1, "tower", "on_the_fly", 1),
        (128, "both", 1, "table", "on_the_fly", 1),
        (192, "encrypt", 1, "tower", "on_the_fly", 1),
        (192, "decrypt", 1, "table", "on_the_fly", 1),
        (192, "both", 1, "table", "on_the_fly", 1),
        (256, "encrypt", 1, "table", "on_the_fly", 1),
        (256, "decrypt", 1, "table", "on_the_fly", 1),
        (256, "both", 1, "tower", "on_the_fly", 1),
        (128, "both", 1, "table", "stored", 1),
        (192, "encrypt", 1, "table", "stored", 2),
        (256, "decrypt", 1, "tower", "stored", 4),
        (128, "decrypt", 2, "table", "stored", 2),
        (192, "both", 3, "table", "stored", 4),
        (256, "both", 7, "table", "stored", 2),
        (128, "encrypt", 10, "table", "stored", 4),
        (192, "decrypt", 12, "table", "stored", 1),
        (256, "both", 14, "table", "stored", 2),
    ],
)
def test_gives_the_published_round_keys(
    key_bits: int,
    direction: str,
    rounds: int,
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
        Sbox=sbox,
        KeySchedule=schedule,
        KeySlots=slots,
    )
    values = design.parameters(config)
    del values["Stages"]  # the ring's alone
    assert bench(values) == f"PASS {4 * min(slots, 2) + 6}"
