# SPDX-License-Identifier: Apache-2.0
"""roundel_key_stored_bank in Icarus: the round keys of one hardware round, turn by turn.

State space: see tb_roundel_key_stored_bank.sv. Parameter space: rounds of some rings, forwards and
backwards as roundel_key_stored sets them, with one slot and with several; rings that turn often,
once and not at all.
"""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize(
    ("turns", "rounds", "hardware_round", "backward", "slots"),
    [
        (5, 2, 0, 0, 1),
        (5, 2, 1, 1, 4),
        (7, 2, 1, 0, 2),
        (7, 2, 0, 1, 1),
        (3, 4, 2, 0, 4),
        (3, 4, 3, 1, 2),
        (2, 5, 4, 0, 1),
        (2, 5, 4, 1, 4),
        (1, 10, 0, 0, 2),
        (1, 10, 9, 1, 1),
        (1, 14, 13, 0, 1),
        (1, 14, 0, 1, 4),
    ],
)
def test_gives_the_key_of_every_turn(
    turns: int,
    rounds: int,
    hardware_round: int,
    backward: int,
    slots: int,
    bench: Callable[[Mapping[str, int]], str],
) -> None:
    last = turns * rounds
    first = last - 1 - hardware_round if backward else hardware_round + 1
    values = {
        "NumTurns": turns,
        "Rounds": rounds,
        "FirstIndex": first,
        "Descending": backward,
        "KeySlots": slots,
    }
    edges = 2 * 2 * slots * (last + 1)  # of the second and third load
    assert bench(values) == f"PASS {edges * slots * turns}"
