# SPDX-License-Identifier: Apache-2.0
"""roundel_key_schedule in Icarus: the right round key for every block, in the right stage.

State space: see tb_roundel_key_schedule.sv. Parameter space: every schedule, with all modules
inside: roundel_key_on_the_fly, roundel_key_stored, roundel_key_systolic with
roundel_key_load_control and roundel_key_expander, roundel_key_pipelined. Every key size and
direction; rings of many turns, a few turns and one turn; no register per round, one, some and all;
round keys added in a round's first stage; one slot and several; all S-boxes, also the ROM with its
fixed latency.
"""

from collections.abc import Callable, Mapping

import pytest

ENCRYPT, DECRYPT, BOTH = range(3)
FLY, STORED, PIPELINED = range(3)
TABLE, ROM, TOWER = range(3)
FRONT_AND_BACK = 1 << 0 | 1 << 12  # before and after a round: one stage of logic
FRONT_AND_SUB_BYTES = 1 << 0 | 1 << 8


@pytest.mark.parametrize(
    ("schedule", "rounds", "stages", "key_bits", "direction", "slots", "more"),
    [
        (FLY, 1, 1, 128, ENCRYPT, 1, {}),
        (FLY, 1, 1, 128, DECRYPT, 1, {"Sbox": TABLE}),
        (FLY, 1, 1, 128, BOTH, 1, {}),
        (FLY, 1, 0, 192, ENCRYPT, 1, {}),
        (FLY, 1, 1, 192, DECRYPT, 1, {}),
        (FLY, 1, 1, 192, BOTH, 1, {"Sbox": TABLE}),
        (FLY, 1, 1, 256, ENCRYPT, 1, {}),
        (FLY, 1, 1, 256, DECRYPT, 1, {}),
        (FLY, 1, 0, 256, BOTH, 1, {}),
        (FLY, 1, 5, 128, ENCRYPT, 1, {}),
        (FLY, 1, 3, 256, BOTH, 1, {}),
        (STORED, 1, 1, 128, BOTH, 1, {"Sbox": TABLE}),
        (STORED, 1, 1, 192, ENCRYPT, 2, {}),
        (STORED, 1, 0, 256, DECRYPT, 4, {}),
        (STORED, 2, 1, 128, DECRYPT, 2, {}),
        (STORED, 3, 0, 192, BOTH, 4, {}),
        (STORED, 7, 1, 256, BOTH, 2, {}),
        (STORED, 10, 0, 128, ENCRYPT, 1, {}),
        (STORED, 10, 1, 128, ENCRYPT, 4, {}),
        (STORED, 12, 1, 192, DECRYPT, 1, {}),
        (STORED, 14, 1, 256, BOTH, 2, {}),
        (STORED, 1, 4, 128, ENCRYPT, 1, {}),
        (STORED, 1, 4, 128, BOTH, 4, {"Sbox": ROM}),
        (STORED, 1, 12, 192, DECRYPT, 1, {}),
        (STORED, 2, 3, 128, BOTH, 1, {}),
        (STORED, 2, 2, 128, DECRYPT, 4, {"RoundCuts": FRONT_AND_BACK}),
        (STORED, 3, 2, 192, BOTH, 4, {}),
        (STORED, 3, 3, 192, BOTH, 1, {}),
        (STORED, 5, 2, 128, ENCRYPT, 4, {"RoundCuts": FRONT_AND_SUB_BYTES}),
        (STORED, 7, 4, 256, DECRYPT, 4, {}),
        (STORED, 10, 4, 128, ENCRYPT, 1, {}),
        (STORED, 10, 8, 128, BOTH, 1, {}),
        (STORED, 10, 8, 128, ENCRYPT, 4, {}),
        (STORED, 12, 3, 192, DECRYPT, 1, {}),
        (STORED, 14, 5, 256, BOTH, 1, {}),
        (STORED, 14, 2, 256, ENCRYPT, 2, {}),
        (PIPELINED, 1, 0, 128, BOTH, 1, {}),
        (PIPELINED, 1, 4, 128, BOTH, 1, {"Sbox": ROM}),
        (PIPELINED, 2, 3, 128, DECRYPT, 1, {}),
        (PIPELINED, 2, 2, 192, BOTH, 1, {"RoundCuts": FRONT_AND_SUB_BYTES}),
        (PIPELINED, 5, 2, 128, ENCRYPT, 1, {"RoundCuts": FRONT_AND_BACK}),
        (PIPELINED, 10, 1, 128, DECRYPT, 1, {}),
        (PIPELINED, 10, 8, 128, ENCRYPT, 1, {}),
        (STORED, 10, 13, 128, BOTH, 1, {}),
        (PIPELINED, 3, 2, 192, DECRYPT, 1, {}),
        (PIPELINED, 14, 5, 256, DECRYPT, 1, {}),
        # The longest in Icarus.
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (
                (PIPELINED, 5, 0, 128, BOTH, 1, {"Sbox": TABLE}),
                (PIPELINED, 10, 12, 128, BOTH, 1, {}),
                (PIPELINED, 12, 3, 192, ENCRYPT, 1, {}),
                (PIPELINED, 7, 4, 256, BOTH, 1, {}),
            )
        ),
    ],
)
def test_gives_every_block_the_round_keys_of_its_key(
    schedule: int,
    rounds: int,
    stages: int,
    key_bits: int,
    direction: int,
    slots: int,
    more: Mapping[str, int],
    bench: Callable[[Mapping[str, int]], str],
) -> None:
    values = {
        "KeySchedule": schedule,
        "Rounds": rounds,
        "Stages": stages,
        "KeyBits": key_bits,
        "Direction": direction,
        "KeySlots": slots,
        "Sbox": TOWER,
        **more,
    }
    verdict, *numbers = bench(values).split()
    assert verdict == "PASS", numbers
    round_keys, keys, clears, zeroises = map(int, numbers)
    assert round_keys > 500
    assert keys > 6
    assert clears > 0
    assert zeroises > 1
