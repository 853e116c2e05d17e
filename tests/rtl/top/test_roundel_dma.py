# SPDX-License-Identifier: Apache-2.0
"""`roundel_dma` on its buses, with a memory of cocotbext-axi's channels, against OpenSSL.

With it the modules inside: roundel_dma_access, roundel_dma_registers, roundel_dma_requests,
roundel_dma_decode, roundel_dma_complete, roundel_dma_manager, roundel_dma_fetch, roundel_dma_read,
roundel_dma_beat_split, roundel_dma_bursts, roundel_dma_write, roundel_dma_text_cutter,
roundel_dma_align, roundel_dma_write_issue, roundel_dma_record_writer, roundel_dma_write_arbiter,
roundel_dma_write_response, roundel_byte_rotator, roundel_request_engine.

bench_roundel_dma.py lists the parts of the bench. The designs differ in AAD, tags and long IVs; in
beats as wide as a record, or wider than a descriptor; in the ratio of lanes to blocks of a beat; in
short texts that are dropped; in IDs, AxPROT, AxCACHE and secure keys; in the mode of each packet.
The design with AAD and a set of modes are part of every test run, the others of the campaign.
tests/roundel/test_dma_driver.py runs the other modes every time. bench_roundel_dma_bandwidth.py
measures the default burst.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

DESIGNS = {
    "gcm": {
        "Mode": 3,
        "Lanes": 1,
        "KeyBits": 128,
        "Rounds": 2,
        "BurstBytes": 256,
        "SecureKeys": 1,
        "AxiIdBits": 4,
        "DataId": 9,
        "ControlId": 6,
    },
    "ctr": {"Mode": 2, "Lanes": 2, "KeyBits": 256, "Rounds": 7, "BurstBytes": 512},
    "xts": {
        "Mode": 4,
        "Lanes": 1,
        "KeyBits": 256,
        "Rounds": 2,
        "BurstBytes": 64,
        "AxiProt": 5,
        "AxiCache": 15,
    },
    "ecb-16": {
        "Mode": 0,
        "Lanes": 16,
        "KeyBits": 128,
        "Rounds": 1,
        "BurstBytes": 4096,
        "ReadBeats": 98,
    },
    "gcm-4": {"Mode": 3, "Lanes": 4, "BusLanes": 2, "KeyBits": 128, "Rounds": 1, "BurstBytes": 64},
    "xts-4": {"Mode": 4, "Lanes": 4, "BusLanes": 2, "KeyBits": 128, "Rounds": 1, "BurstBytes": 64},
    "ecb-8": {"Mode": 0, "Lanes": 8, "KeyBits": 128, "Rounds": 1, "BurstBytes": 1024},
    "modes": {
        "Mode": 3,
        "Modes": 47,
        "Lanes": 1,
        "KeyBits": 256,
        "KeySizes": 5,
        "Rounds": 7,
        "BurstBytes": 256,
    },
    "modes-text": {
        "Mode": 2,
        "Modes": 7,
        "Lanes": 2,
        "KeyBits": 128,
        "Rounds": 1,
        "BurstBytes": 512,
    },
}
EVERY_TIME = ("gcm", "modes")
COMMON = {"KeySlots": 2, "Stages": 0, "ReadBeats": 82, "WriteBeats": 82, "ListTimeoutBits": 12}
PARTS = (
    *("registers", "packets", "places", "lists", "stuck", "faults"),
    *("refused", "moved", "interrupts", "secure_keys", "least_tags", "zeroise", "reset"),
)
MEMORY_PARTS = ("address_waits", "data_wait", "outside", "overlap", "ring")


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
    run_bench: Callable[..., dict[str, str]],
) -> dict[str, str]:
    """The failures of each part of the bench; all run in one simulation."""
    scratch = tmp_path_factory.mktemp(request.param)
    return run_bench(
        "bench_roundel_dma", "roundel_dma", {**COMMON, **DESIGNS[request.param]}, scratch
    )


@pytest.mark.parametrize("part", PARTS)
def test_part(outcomes: dict[str, str], part: str) -> None:
    assert not outcomes[part], outcomes[part]


@pytest.fixture(  # records of two beats, and of one
    scope="module", params=("gcm", pytest.param("ctr", marks=pytest.mark.campaign))
)
def memory_outcomes(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    run_bench: Callable[..., dict[str, str]],
) -> dict[str, str]:
    """The failures of the bench of the memory."""
    values = {**COMMON, **DESIGNS[request.param]}
    scratch = tmp_path_factory.mktemp(f"{request.param}_memory")
    return run_bench("bench_roundel_dma_memory", "roundel_dma", values, scratch)


@pytest.mark.parametrize("part", MEMORY_PARTS)
def test_part_about_the_memory(memory_outcomes: dict[str, str], part: str) -> None:
    assert set(memory_outcomes) == set(MEMORY_PARTS)
    assert not memory_outcomes[part], memory_outcomes[part]


# Each lane accepts a block per cycle, or per two cycles if a beat has half of the lanes.
BANDWIDTH = {
    8: {"Lanes": 8, "Rounds": 10, "AxiProt": 0, "AxiCache": 15},
    16: {"Lanes": 16, "Rounds": 5},
}


@pytest.mark.parametrize("lanes", [8, pytest.param(16, marks=pytest.mark.campaign)])
def test_default_burst_saturates_the_bus(
    lanes: int, tmp_path: Path, run_bench: Callable[..., dict[str, str]]
) -> None:
    values = {"Mode": 0, "Direction": 0, "KeyBits": 128, "KeySlots": 2, "Sbox": 0, "Stages": 0}
    values |= BANDWIDTH[lanes]
    wrong = run_bench("bench_roundel_dma_bandwidth", "roundel_dma", values, tmp_path)
    assert wrong == {"saturates": ""}


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("design", DESIGNS)
def test_more_seeds(
    design: str, seed: int, tmp_path: Path, run_bench: Callable[..., dict[str, str]]
) -> None:
    values = {**COMMON, **DESIGNS[design]}
    wrong = run_bench("bench_roundel_dma", "roundel_dma", values, tmp_path, seed=seed, turns=3)
    assert set(wrong) == set(PARTS)
    assert not any(wrong.values()), {part: text for part, text in wrong.items() if text}
