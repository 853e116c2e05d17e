# SPDX-License-Identifier: Apache-2.0
"""roundel_zero_gate in Icarus, as a register and as logic."""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize("registered", [0, 1])
def test_gives_data_or_zero(registered: int, bench: Callable[[Mapping[str, int]], str]) -> None:
    assert bench({"Registered": registered}) == "PASS"
