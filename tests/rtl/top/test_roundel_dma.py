# SPDX-License-Identifier: Apache-2.0
"""`roundel_dma` on its buses, with a memory of cocotbext-axi's channels, against OpenSSL.

With it what it is made of: roundel_dma_bursts, roundel_dma_fetch, roundel_dma_decode,
roundel_dma_read, roundel_dma_write, roundel_dma_complete, roundel_dma_registers,
roundel_byte_rotator, roundel_request_engine. bench_roundel_dma.py says what its parts cover. The
designs stand for what differs: AAD, tags and long IVs; beats as wide as a record, or wider than a
descriptor; lanes that are more than a beat has blocks; short texts that are dropped. That of AAD is
part of every test run, the others of the campaign; tests/roundel/test_dma_driver.py has the other
modes every time.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

DESIGNS = {
    "gcm": {"Mode": 3, "Lanes": 1, "KeyBits": 128, "Rounds": 2, "BurstBytes": 256},
    "ctr": {"Mode": 2, "Lanes": 2, "KeyBits": 256, "Rounds": 7, "BurstBytes": 512},
    "xts": {"Mode": 4, "Lanes": 1, "KeyBits": 256, "Rounds": 2, "BurstBytes": 64},
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
}
EVERY_TIME = ("gcm",)
COMMON = {"KeySlots": 2, "Stages": 0, "ReadBeats": 82, "WriteBeats": 82, "ListTimeoutBits": 12}
PARTS = (
    *("registers", "packets", "places", "lists", "stuck", "faults"),
    *("refused", "moved", "interrupts", "zeroise", "reset"),
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
    """What was wrong with each part of the bench; they run in one simulation."""
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
    """The same of what is about the memory."""
    values = {**COMMON, **DESIGNS[request.param]}
    scratch = tmp_path_factory.mktemp(f"{request.param}_memory")
    return run_bench("bench_roundel_dma_memory", "roundel_dma", values, scratch)


@pytest.mark.parametrize("part", MEMORY_PARTS)
def test_part_about_the_memory(memory_outcomes: dict[str, str], part: str) -> None:
    assert set(memory_outcomes) == set(MEMORY_PARTS)
    assert not memory_outcomes[part], memory_outcomes[part]


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
