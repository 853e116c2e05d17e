# SPDX-License-Identifier: Apache-2.0
"""Whole designs: `roundel verify`, configuration by configuration.

`QUICK` is part of every test run. Over the axes key size, direction, structure (R, S, key schedule,
slots) and S-box it holds every pair of values but one: a tower S-box in all rounds at once, which
takes minutes to compile. Every structure also goes through the protocol stress, and the known
answers through a netlist of each front end.

The rest, marked `campaign`, is the whole product with all that verify does, netlists of both front
ends, and seeds that are new each time (a failure tells its seed).
"""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from roundel.config import Config
from roundel.verify import FRONTENDS, VerifyRecord, verify

KEY_BITS = (128, 192, 256)
DIRECTIONS = ("encrypt", "decrypt", "both")
SEED = 2

# (KeyBits, Direction, Rounds, Stages, KeySchedule, KeySlots, Sbox, stress)
QUICK = [
    (128, "encrypt", 1, 1, "on_the_fly", 1, "tower", False),
    (192, "decrypt", 1, 1, "on_the_fly", 1, "table", False),
    (256, "both", 1, 1, "on_the_fly", 1, "table", True),
    (192, "encrypt", 1, 0, "on_the_fly", 1, "table", True),
    (256, "decrypt", 1, 0, "on_the_fly", 1, "tower", False),
    (128, "both", 1, 0, "on_the_fly", 1, "table", False),
    (256, "encrypt", 1, 1, "stored", 2, "table", False),
    (128, "decrypt", 1, 1, "stored", 2, "tower", False),
    (192, "both", 1, 1, "stored", 2, "table", True),
    (128, "encrypt", 2, 1, "stored", 4, "table", False),
    (256, "decrypt", 2, 1, "stored", 4, "table", True),
    (192, "both", 2, 1, "stored", 4, "tower", False),
    (192, "encrypt", 4, 0, "stored", 1, "table", False),
    (128, "decrypt", 5, 0, "stored", 1, "table", True),
    (256, "both", 2, 0, "stored", 1, "tower", False),
    (128, "encrypt", 10, 1, "stored", 1, "table", True),
    (192, "decrypt", 12, 1, "stored", 1, "table", False),
    (256, "both", 14, 1, "stored", 1, "table", False),
]


def _config(values: tuple[int, str, int, int, str, int, str, bool]) -> Config:
    key_bits, direction, rounds, stages, schedule, slots, sbox, _ = values
    return Config(
        name="-".join(map(str, values[:-1])),
        KeyBits=key_bits,
        Direction=direction,
        Rounds=rounds,
        Stages=stages,
        KeySchedule=schedule,
        KeySlots=slots,
        Sbox=sbox,
    )


def _passed(record: VerifyRecord) -> None:
    failed = [
        f"{line.name}: {line.failed} of {line.vectors}; {'; '.join(line.failures)}"
        for line in record.campaigns
        if line.failed
    ]
    assert record.passed, f"seed {record.seed}: " + "\n".join(failed)
    assert all(line.vectors for line in record.campaigns)


@pytest.mark.parametrize("values", QUICK, ids=lambda values: _config(values).name)
def test_quick(values: tuple[int, str, int, int, str, int, str, bool]) -> None:
    campaigns = ["kat", "mmt", "random"] + ["stress"] * values[-1]
    record = verify(_config(values), campaigns=campaigns, seed=SEED)
    _passed(record)
    # AESAVS: one vector for each bit of key and block, and the files of boxes, ECB and CBC.
    key_bits, direction = values[:2]
    boxes = {128: 28, 192: 30, 256: 21}[key_bits]
    kat = sum(line.vectors for line in record.campaigns if line.name.startswith("kat/"))
    assert kat == 2 * (key_bits + 128 + boxes) * (2 if direction == "both" else 1)


def test_monte_carlo() -> None:
    record = verify(Config(name="mct", Sbox="table", Direction="both"), campaigns=["mct"])
    _passed(record)
    assert [line.vectors for line in record.campaigns] == [100] * 4


def test_quick_holds_every_pair_of_values() -> None:
    rows = [(values[0], values[1], _structure(values), values[6]) for values in QUICK]
    for left, right in combinations(range(4), 2):
        wanted = set(product({row[left] for row in rows}, {row[right] for row in rows}))
        wanted.discard(("all rounds, S=1, stored, one slot", "tower"))
        assert wanted == {(row[left], row[right]) for row in rows}
    assert {_structure(values) for values in QUICK if values[-1]} == {row[2] for row in rows}


def _structure(values: tuple[int, str, int, int, str, int, str, bool]) -> str:
    key_bits, _, rounds, stages, schedule, slots, _, _ = values
    place = {1: "one round", key_bits // 32 + 6: "all rounds"}.get(rounds, "some rounds")
    return f"{place}, S={stages}, {schedule}, {'one slot' if slots == 1 else 'slots'}"


def _every() -> Iterator[Config]:
    """Every key size, direction, structure and S-box; stored keys with one slot and with four."""
    for key_bits, direction, stages, sbox in product(
        KEY_BITS, DIRECTIONS, (0, 1), ("table", "tower")
    ):
        yield _config((key_bits, direction, 1, stages, "on_the_fly", 1, sbox, True))
        num_rounds = key_bits // 32 + 6
        slots = 4 if sbox == "table" else 1
        for rounds in range(1, num_rounds + 1):
            if num_rounds % rounds == 0:
                yield _config((key_bits, direction, rounds, stages, "stored", slots, sbox, True))


@pytest.mark.campaign
@pytest.mark.parametrize("config", list(_every()), ids=lambda config: config.name)
def test_every_configuration(config: Config) -> None:
    _passed(verify(config))


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_netlist(frontend: str) -> None:
    _passed(verify(_config(QUICK[0]), netlist=frontend, campaigns=["kat"], seed=SEED))


@pytest.mark.campaign
@pytest.mark.parametrize("frontend", FRONTENDS)
@pytest.mark.parametrize(
    "values",
    [QUICK[0], QUICK[2], QUICK[8], QUICK[10], QUICK[13]],
    ids=lambda values: _config(values).name,
)
def test_netlists(values: tuple[int, str, int, int, str, int, str, bool], frontend: str) -> None:
    _passed(verify(_config(values), netlist=frontend))
