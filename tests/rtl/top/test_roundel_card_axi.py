# SPDX-License-Identifier: Apache-2.0
"""`roundel_card_axi` on its bus, driven by cocotbext-axi, against OpenSSL.

With roundel_axi_window and roundel_axi_burst_address; bench_roundel_card_axi.py lists the parts of
the bench. test_roundel_card.py tests the modules behind the window, so one mode is enough here; the
campaign has others. A set of modes with two key sizes is part of every test run.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

DESIGNS = {
    "ctr": {"Mode": 2, "Lanes": 1, "KeyBits": 128, "IdBits": 3},
    "gcm": {"Mode": 3, "Lanes": 1, "KeyBits": 192, "IdBits": 4},
    "xts": {"Mode": 4, "Lanes": 2, "KeyBits": 256, "IdBits": 1},
    "modes": {
        "Mode": 3, "Modes": 47, "Lanes": 1, "KeyBits": 256, "KeySizes": 5, "Rounds": 7, "IdBits": 3,
    },
}  # fmt: skip
EVERY_TIME = ("ctr", "modes")
COMMON = {
    "KeySlots": 2,
    "PacketDepth": 50,
    "Counters": 0,
    "InputBlocks": 128,
    "OutputBlocks": 128,
    "ResultBlocks": 32,
}
PARTS = (
    *("packets", "modes", "bursts", "registers", "queues"),
    *("throughput", "stalls", "zeroise", "reset"),
)
FORGETTING = ("behind", "told", "port")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=[] if name in EVERY_TIME else [pytest.mark.campaign])
        for name in DESIGNS
    ],
)
def outcomes(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    run_bench: Callable[[str, str, Mapping[str, int], Path], dict[str, str]],
) -> dict[str, str]:
    """The failures of each part of the bench; all run in one simulation."""
    scratch = tmp_path_factory.mktemp(request.param)
    values = {**DESIGNS[request.param], **COMMON}
    return run_bench("bench_roundel_card_axi", "roundel_card_axi", values, scratch)


@pytest.fixture(scope="module")
def forgetting(
    tmp_path_factory: pytest.TempPathFactory,
    run_bench: Callable[[str, str, Mapping[str, int], Path], dict[str, str]],
) -> dict[str, str]:
    """The failures of the bench of a zeroise on a busy bus."""
    scratch = tmp_path_factory.mktemp("forgetting")
    values = {**DESIGNS["ctr"], **COMMON}
    return run_bench("bench_roundel_card_zeroise", "roundel_card_axi", values, scratch)


@pytest.mark.parametrize("part", FORGETTING)
def test_forgetting(forgetting: dict[str, str], part: str) -> None:
    assert not forgetting[part], forgetting[part]


@pytest.mark.parametrize("part", PARTS)
def test_part(outcomes: dict[str, str], part: str) -> None:
    assert not outcomes[part], outcomes[part]
