# SPDX-License-Identifier: Apache-2.0
"""roundel_axil_cdc in Icarus, between clocks of unrelated periods.

State space: see tb_roundel_axil_cdc.sv. Parameter space: the processor slower, faster and by a hair
faster than the registers, up to nine times; 2 and 3 stages of the synchronisers.
"""

from collections.abc import Callable, Mapping

import pytest

TRANSFERS = 430  # of the bench


@pytest.mark.parametrize(
    ("near", "far", "stages"),
    [
        (3500, 5300, 2),
        (5300, 3500, 3),
        (3500, 3501, 2),
        (5000, 5000, 2),
        (1000, 9100, 2),
        (9100, 1000, 3),
    ],
)
def test_every_transfer_crosses_once(
    near: int, far: int, stages: int, bench: Callable[[Mapping[str, int]], str]
) -> None:
    parameters = {"NearHalf": near, "FarHalf": far, "Stages": stages}
    assert bench(parameters) == f"PASS {TRANSFERS}"
