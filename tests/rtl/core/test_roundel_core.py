# SPDX-License-Identifier: Apache-2.0
"""roundel_core and roundel_compact in Icarus, under a bench in plain SystemVerilog.

The answers are those of FIPS-197 and SP 800-38A.

State space: see tb_roundel_core.sv. Parameter space: every pair of (key size, direction), every
kind of structure, key schedule and queue: a pair of registers, one memory, banks for 12, 16 and
more blocks in flight, and none; the whole product is left to tests/campaign.
"""

from collections.abc import Callable, Mapping

import pytest

from roundel import design
from roundel.design import Config

CONFIGS = [
    (128, "encrypt", 1, 1, "table", "on_the_fly", 1),
    (128, "decrypt", 1, 1, "table", "on_the_fly", 1),
    (128, "both", 1, 0, "table", "on_the_fly", 1),
    (192, "encrypt", 1, 0, "table", "on_the_fly", 1),
    (192, "decrypt", 1, 1, "table", "on_the_fly", 1),
    (192, "both", 1, 1, "table", "on_the_fly", 1),
    (256, "encrypt", 1, 1, "table", "on_the_fly", 1),
    (256, "decrypt", 1, 1, "table", "on_the_fly", 1),
    (256, "both", 1, 1, "table", "on_the_fly", 1),
    (128, "both", 1, 1, "table", "stored", 2),
    (128, "encrypt", 2, 1, "table", "stored", 4),
    (128, "encrypt", 2, 3, "tower", "stored", 2),
    (128, "encrypt", 1, 4, "rom", "stored", 1),
]

# Many rounds, and S-boxes of gates in rings of one register: longest in Icarus.
LARGE = [
    (192, "both", 1, 1, "tower", "on_the_fly", 1),
    (256, "encrypt", 1, 1, "tower", "on_the_fly", 1),
    (192, "both", 3, 1, "table", "stored", 1),
    (256, "decrypt", 2, 0, "table", "stored", 2),
    (128, "encrypt", 5, 0, "table", "stored", 1),
    (256, "both", 7, 1, "table", "stored", 1),
    (128, "encrypt", 10, 1, "table", "stored", 2),
    (192, "decrypt", 12, 1, "table", "stored", 1),
]

MORE = [
    {"Stages": 12, "KeySchedule": "stored"},
    {"Stages": 13, "KeySchedule": "stored", "Direction": "both", "KeySlots": 2},
    {"Rounds": 2, "Stages": 8, "KeySchedule": "stored"},
    {"Rounds": 5, "Stages": 8, "KeySchedule": "stored", "Sbox": "rom"},
    {"Rounds": 10, "Stages": 4, "KeySchedule": "stored", "Sbox": "rom", "Backpressure": 0},
    {"Stages": 1, "Sbox": "table", "Backpressure": 0},
    {"Rounds": 2, "Stages": 3, "KeySchedule": "pipelined", "Sbox": "gates", "Backpressure": 0},
    {"Stages": 2, "RoundCuts": 0x1001, "KeySchedule": "on_the_fly", "Sbox": "table"},
]

COMPACT = [
    {"Compact": 1, "Backpressure": 0, "Sbox": "table"},
    {"Compact": 1, "Backpressure": 1, "Sbox": "tower", "KeyBits": 192},
    {"Compact": 1, "Backpressure": 1, "Sbox": "table", "KeyBits": 256},
]

LEAST = 100  # results of the bench's bursts, stalls and zeroises, whatever the configuration


@pytest.mark.parametrize(
    "values",
    [*CONFIGS, *(pytest.param(values, marks=pytest.mark.campaign) for values in LARGE)],
    ids=lambda values: "-".join(map(str, values)),
)
def test_gives_the_published_answers(
    values: tuple[int, str, int, int, str, str, int], bench: Callable[[Mapping[str, int]], str]
) -> None:
    key_bits, direction, rounds, stages, sbox, schedule, slots = values
    config = Config(
        name="bench",
        KeyBits=key_bits,
        Direction=direction,
        Rounds=rounds,
        Stages=stages,
        Sbox=sbox,
        KeySchedule=schedule,
        KeySlots=slots,
    )
    _passes(config, bench)


@pytest.mark.parametrize("values", MORE, ids=lambda v: "-".join(f"{k}={v[k]}" for k in v))
def test_long_rings_and_cores_without_a_queue(
    values: Mapping[str, int | str], bench: Callable[[Mapping[str, int]], str]
) -> None:
    _passes(Config.model_validate({"name": "bench", **values}), bench)


@pytest.mark.parametrize("values", COMPACT, ids=lambda v: "-".join(f"{k}={v[k]}" for k in v))
def test_the_compact_core(
    values: Mapping[str, int | str], bench: Callable[[Mapping[str, int]], str]
) -> None:
    _passes(Config.model_validate({"name": "bench", **values}), bench, Compact=1)


def _passes(config: Config, bench: Callable[[Mapping[str, int]], str], **other: int) -> None:
    verdict, *rest = bench({**design.parameters(config), **other}).split()
    assert verdict == "PASS", " ".join(rest)
    assert int(rest[0]) >= LEAST
