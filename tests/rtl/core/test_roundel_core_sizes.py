# SPDX-License-Identifier: Apache-2.0
"""roundel_core with several key sizes in Icarus, under a bench in plain SystemVerilog.

The answers are those of FIPS-197 and SP 800-38A.

The modules of a set: roundel_key_stored_set and roundel_key_systolic_set with
roundel_key_set_window, roundel_key_set_step, roundel_reorder_buffer, roundel_bypass.

State space: see tb_roundel_core_sizes.sv. Parameter space: every set of key sizes; every key
schedule and direction; rings in which blocks of different sizes have different numbers of turns,
with and without overtaking; rings in which smaller keys bypass rounds, with one turn and several;
no register per round, one and several; one slot and several.
"""

from collections.abc import Callable, Mapping

import pytest

ENCRYPT, DECRYPT, BOTH = range(3)
FLY, STORED, PIPELINED = range(3)
TABLE, ROM, TOWER = range(3)
SETS = {(128, 192): 3, (128, 256): 5, (192, 256): 6, (128, 192, 256): 7}


@pytest.mark.parametrize(
    ("schedule", "sizes", "direction", "rounds", "stages", "slots"),
    [
        (STORED, (128, 192, 256), BOTH, 1, 1, 1),
        (STORED, (128, 192, 256), BOTH, 1, 1, 4),
        (STORED, (128, 256), ENCRYPT, 1, 0, 2),
        (STORED, (128, 192), DECRYPT, 1, 1, 2),
        (STORED, (192, 256), BOTH, 2, 0, 2),
        (STORED, (128, 192, 256), BOTH, 2, 1, 4),
        (STORED, (128, 192, 256), BOTH, 1, 4, 4),
        (STORED, (128, 192), DECRYPT, 1, 3, 1),
        (STORED, (128, 192, 256), ENCRYPT, 14, 1, 2),
        (STORED, (128, 256), BOTH, 7, 1, 2),
        (FLY, (128, 192, 256), ENCRYPT, 1, 1, 1),
        (FLY, (128, 192, 256), BOTH, 1, 1, 1),
        (FLY, (128, 192), DECRYPT, 1, 0, 1),
        (PIPELINED, (128, 192, 256), BOTH, 2, 2, 1),
        # The longest in Icarus.
        *(
            pytest.param(*values, marks=pytest.mark.campaign)
            for values in (
                (STORED, (128, 192, 256), BOTH, 14, 2, 2),
                (STORED, (128, 192, 256), DECRYPT, 14, 2, 1),
                (PIPELINED, (128, 192, 256), BOTH, 7, 2, 1),
            )
        ),
    ],
)
def test_blocks_of_all_sizes_give_the_published_answers(
    schedule: int,
    sizes: tuple[int, ...],
    direction: int,
    rounds: int,
    stages: int,
    slots: int,
    bench: Callable[[Mapping[str, int]], str],
) -> None:
    values = {
        "KeyBits": sizes[-1],
        "KeySizes": SETS[sizes],
        "KeySchedule": schedule,
        "Direction": direction,
        "Rounds": rounds,
        "Stages": stages,
        "KeySlots": slots,
    }
    verdict, *numbers = bench(values).split()
    assert verdict == "PASS", " ".join(numbers)
    results, keys = map(int, numbers)
    assert results > 200
    assert keys > 15
