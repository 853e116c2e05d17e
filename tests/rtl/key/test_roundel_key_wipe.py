# SPDX-License-Identifier: Apache-2.0
"""A reset and a zeroise overwrite each round key in block RAM, in Icarus.

State space: see tb_roundel_key_wipe.sv. Parameter space: rings of one turn and of several, each
direction, one key size and a set of sizes, 512 and 1,024 slots.
"""

from collections.abc import Callable, Mapping

import pytest

ENCRYPT, DECRYPT, BOTH = range(3)


@pytest.mark.parametrize(
    "values",
    [
        {"Direction": BOTH, "Rounds": 2, "Stages": 2},
        {"Direction": ENCRYPT, "Rounds": 1, "Stages": 3, "KeySlots": 1024},
        {"Direction": DECRYPT, "Rounds": 10, "Stages": 2},
        {"Direction": BOTH, "Rounds": 7, "Stages": 2, "KeyBits": 256, "KeySizes": 7},
    ],
    ids=lambda values: "-".join(f"{name}={value}" for name, value in values.items()),
)
def test_no_round_key_is_left(
    values: Mapping[str, int], bench: Callable[[Mapping[str, int]], str]
) -> None:
    verdict, *numbers = bench(values).split()
    assert verdict == "PASS", " ".join(numbers)
    assert int(numbers[0]) > 4000
