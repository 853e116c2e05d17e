# SPDX-License-Identifier: Apache-2.0
"""`roundel_axi` on its buses, driven by cocotbext-axi, against OpenSSL.

With the modules inside, besides roundel_stream: roundel_packet_isolator; roundel_axil_registers
with roundel_axil_port, roundel_axil_keys, roundel_stream_events, roundel_event_counters and
roundel_event_counter. bench_roundel_axi.py lists the parts of the bench. The modes cover the
differences at the ports: AAD and tags, beats of several lanes, keys of two parts, keys of several
sizes, several modes. The mode with AAD, a set of key sizes, and all modes with two key sizes are
part of every test run, the others of the campaign. The sets with GCM, with CTR and with neither
differ in the mode that CIPHER shows.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

DESIGNS = {
    "ctr": {"Mode": 2, "Lanes": 2, "KeyBits": 256, "KeySlots": 4, "UserBits": 8},
    "gcm": {"Mode": 3, "Lanes": 1, "KeyBits": 128, "KeySlots": 2, "UserBits": 40},
    "xts": {"Mode": 4, "Lanes": 1, "KeyBits": 256, "KeySlots": 2, "UserBits": 32},
    "ctr-sizes": {
        "Mode": 2, "Lanes": 1, "KeyBits": 256, "KeySizes": 7, "KeySlots": 2, "UserBits": 32,
        "Rounds": 7,
    },
    "xts-sizes": {
        "Mode": 4, "Lanes": 1, "KeyBits": 256, "KeySizes": 5, "KeySlots": 2, "UserBits": 32,
        "Rounds": 7,
    },
    "modes": {
        "Mode": 3, "Modes": 47, "Lanes": 1, "KeyBits": 256, "KeySizes": 5, "KeySlots": 4,
        "UserBits": 32, "Rounds": 7,
    },
    "modes-text": {
        "Mode": 2, "Modes": 7, "Lanes": 2, "KeyBits": 128, "KeySlots": 2, "UserBits": 8,
    },
    "modes-backward": {
        "Mode": 2, "Modes": 34, "Lanes": 1, "KeyBits": 192, "KeySlots": 2, "UserBits": 8,
    },
}  # fmt: skip
EVERY_TIME = ("gcm", "ctr-sizes", "modes")
COMMON = {"PacketDepth": 50}
PARTS = (
    *("registers", "keys", "least_tags", "packets", "faults"),
    *("counters", "interrupts", "zeroise", "reset"),
)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(name, marks=() if name in EVERY_TIME else pytest.mark.campaign)
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
    return run_bench(
        "bench_roundel_axi", "roundel_axi", {**DESIGNS[request.param], **COMMON}, scratch
    )


@pytest.mark.parametrize("part", PARTS)
def test_part(outcomes: dict[str, str], part: str) -> None:
    assert not outcomes[part], outcomes[part]
