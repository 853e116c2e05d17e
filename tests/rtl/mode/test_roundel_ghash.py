# SPDX-License-Identifier: Apache-2.0
"""roundel_ghash in Icarus, against the standard's definition; see tb_roundel_ghash.sv for the state
space.

Parameter space: one to three lanes; the best registers in the multiplier, and all. Icarus takes
some milliseconds a cycle here: what is random at length is in tests/roundel/test_stream.py.
"""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize(("lanes", "cuts", "basis"), [(1, 0xD7, 16), (2, 0xFF, 64), (3, 0xD7, 64)])
def test_hashes_as_the_standard_defines(
    lanes: int, cuts: int, basis: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    said = bench({"Lanes": lanes, "Cuts": cuts, "Basis": basis, "Packets": 12}).split()
    assert said[:2] == ["PASS", "12"]
    assert int(said[2]) > 128 * 128 // basis - 1
