# SPDX-License-Identifier: Apache-2.0
"""roundel_event_counter: exact in every cycle with carries between the halves, in both widths."""

from collections.abc import Callable, Mapping

import pytest


@pytest.mark.parametrize("wide", [0, 1])
def test_counts(bench: Callable[[Mapping[str, int]], str], wide: int) -> None:
    assert bench({"HasHighHalf": wide}) == "PASS"
