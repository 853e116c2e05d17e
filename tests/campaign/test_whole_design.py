# SPDX-License-Identifier: Apache-2.0
"""Whole designs: `roundel verify`, configuration by configuration.

`QUICK` is part of every test run. The axes are key size, direction, rounds in hardware (one, some,
all), registers per round (0, 1, 2 to 4, 5 to 9), key schedule (stored: one slot and more), S-box
and output queue. `QUICK` has every legal pair of values except a tower S-box in all rounds at once,
which takes minutes to compile. `STRESS` runs the protocol stress for every key schedule, in slow
rings (0 and 1 registers) and in fast rings: every schedule once in every test run, in rings of both
kinds, and the rest in the campaign. Netlists of each front end give the known answers.

Tests marked `campaign` run many more combinations with all checks of verify, netlists of both front
ends, and new random seeds (a failure prints its seed).
"""

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from roundel import design, fpga
from roundel.base.progress import null_progress
from roundel.design import Config, make_config, presets
from roundel.sim.stream import Stream
from roundel.verify import FRONTENDS, VerifyRecord, packet_campaigns, packet_stress, verify
from roundel.verify.packet_exchange import BOTH

KEY_BITS = (128, 192, 256)
DIRECTIONS = ("encrypt", "decrypt", "both")
SEED = 2

Values = tuple[int, str, int, int, str, int, str, int]

# (KeyBits, Direction, Rounds, Stages, KeySchedule, KeySlots, Sbox, Backpressure)
QUICK: list[Values] = [
    (128, "encrypt", 1, 0, "on_the_fly", 1, "table", 1),
    (256, "encrypt", 1, 1, "on_the_fly", 1, "gates", 0),
    (192, "both", 1, 3, "on_the_fly", 1, "rom", 0),
    (256, "decrypt", 1, 2, "on_the_fly", 1, "tower", 0),
    (192, "decrypt", 1, 7, "on_the_fly", 1, "gates", 1),
    (192, "decrypt", 3, 1, "stored", 1, "table", 1),
    (256, "encrypt", 2, 0, "stored", 1, "tower", 1),
    (128, "both", 5, 0, "stored", 1, "gates", 0),
    (256, "decrypt", 1, 3, "stored", 1, "rom", 0),
    (192, "both", 12, 5, "stored", 1, "rom", 1),
    (192, "both", 1, 1, "stored", 2, "table", 1),
    (128, "decrypt", 10, 1, "stored", 2, "table", 0),
    (256, "encrypt", 14, 0, "stored", 4, "gates", 1),
    (192, "decrypt", 1, 4, "stored", 4, "gates", 0),
    (256, "both", 1, 5, "stored", 2, "table", 1),
    (128, "decrypt", 1, 9, "stored", 2, "tower", 0),
    (192, "encrypt", 2, 6, "stored", 4, "rom", 0),
    (192, "decrypt", 1, 0, "pipelined", 1, "table", 0),
    (192, "both", 1, 1, "pipelined", 1, "tower", 0),
    (128, "encrypt", 2, 3, "pipelined", 1, "rom", 1),
    (256, "encrypt", 14, 2, "pipelined", 1, "table", 0),
    (192, "encrypt", 1, 8, "pipelined", 1, "gates", 0),
]

# The first STRESSED are part of every test run: small cores, of each schedule.
STRESSED = 4
STRESS: list[Values] = [
    (128, "encrypt", 1, 0, "on_the_fly", 1, "table", 1),
    (128, "encrypt", 1, 4, "stored", 1, "rom", 1),
    (128, "both", 1, 1, "stored", 2, "table", 1),
    (128, "encrypt", 2, 3, "pipelined", 1, "rom", 1),
    (192, "both", 1, 3, "on_the_fly", 1, "rom", 0),
    (256, "encrypt", 2, 0, "stored", 1, "tower", 1),
    (256, "decrypt", 1, 3, "stored", 1, "rom", 0),
    (192, "both", 1, 1, "stored", 2, "table", 1),
    (192, "encrypt", 2, 6, "stored", 4, "rom", 0),
    (192, "decrypt", 1, 0, "pipelined", 1, "table", 0),
]

# The first two, each with one front end, are part of every test run.
NETLISTS: list[Values] = [
    (128, "encrypt", 1, 1, "on_the_fly", 1, "tower", 1),
    (128, "encrypt", 1, 4, "stored", 1, "rom", 1),
    (192, "decrypt", 1, 1, "pipelined", 1, "gates", 0),
    (192, "decrypt", 1, 1, "pipelined", 1, "table", 0),
    (128, "encrypt", 2, 3, "stored", 1, "tower", 1),
    (256, "both", 1, 1, "on_the_fly", 1, "table", 1),
    (192, "both", 1, 1, "stored", 2, "table", 1),
    (256, "decrypt", 2, 1, "stored", 4, "table", 1),
    (128, "decrypt", 5, 0, "stored", 1, "gates", 0),
]


def _config(values: Values) -> Config:
    key_bits, direction, rounds, stages, schedule, slots, sbox, queue = values
    return Config(
        name="-".join(map(str, values)),
        KeyBits=key_bits,
        Direction=direction,
        Rounds=rounds,
        Stages=stages,
        KeySchedule=schedule,
        KeySlots=slots,
        Sbox=sbox,
        Backpressure=queue,
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
def test_quick(values: Values) -> None:
    record = verify(_config(values), campaigns=["kat", "mmt", "random"], seed=SEED)
    _passed(record)
    # AESAVS: one vector for each bit of key and block, and the files of boxes, ECB and CBC. SP
    # 800-38A: CTR in both directions with both widths of the counter.
    key_bits, direction = values[:2]
    boxes = {128: 28, 192: 30, 256: 21}[key_bits]
    kat = sum(line.vectors for line in record.campaigns if line.name.startswith("kat/"))
    aesavs = 2 * (key_bits + 128 + boxes) * (2 if direction == "both" else 1)
    assert kat == aesavs + (0 if direction == "decrypt" else 4)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(values, marks=[] if number < STRESSED else [pytest.mark.campaign])
        for number, values in enumerate(STRESS)
    ],
    ids=lambda values: _config(values).name,
)
def test_stress(values: Values) -> None:
    _passed(verify(_config(values), campaigns=["stress"], seed=SEED))


@pytest.mark.parametrize(
    "values",
    [
        {"Sbox": "table"},
        pytest.param({"KeyBits": 192, "Backpressure": 0}, marks=pytest.mark.campaign),
        pytest.param({"KeyBits": 256, "Sbox": "gates"}, marks=pytest.mark.campaign),
    ],
    ids=lambda values: "-".join(map(str, values.values())),
)
def test_the_compact_core(values: dict[str, int | str]) -> None:
    campaigns = ["kat", "mmt", "random", "stress"]
    config = make_config("compact", {"Compact": 1, **values})
    _passed(verify(config, campaigns=campaigns, seed=SEED))


def test_monte_carlo() -> None:
    record = verify(Config(name="mct", Sbox="table", Direction="both"), campaigns=["mct"])
    _passed(record)
    assert [line.vectors for line in record.campaigns] == [100] * 4


def _axes(values: Values) -> tuple[int | str, ...]:
    """A row's value on each axis."""
    key_bits, direction, rounds, stages, schedule, slots, sbox, queue = values
    place = {1: "one", key_bits // 32 + 6: "all"}.get(rounds, "some")
    registers = ("0", "1", "2 to 4", "5 to 9")[min(stages, 2) + (stages > 4)]
    schedule = f"{schedule}, slots" if slots > 1 else schedule
    return key_bits, direction, place, registers, schedule, sbox, queue


def test_quick_holds_every_pair_of_values() -> None:
    rows = [_axes(values) for values in QUICK]
    impossible = {
        ("some", "on_the_fly"), ("all", "on_the_fly"), ("all", "tower"),
        ("0", "rom"), ("1", "rom"),
    }  # fmt: skip
    for left, right in combinations(range(7), 2):
        wanted = set(product({row[left] for row in rows}, {row[right] for row in rows}))
        assert wanted - impossible == {(row[left], row[right]) for row in rows}
    sizes = [len({row[axis] for row in rows}) for axis in range(7)]
    assert sizes == [len(KEY_BITS), len(DIRECTIONS), 3, 4, 4, len(design.choices("Sbox")), 2]


def test_stress_holds_every_schedule() -> None:
    schedules = {_axes(values)[4] for values in QUICK}
    rings = [(values[3] < 2, _axes(values)[4]) for values in STRESS]
    assert set(rings) == set(product((True, False), schedules))
    assert {schedule for _, schedule in rings[:STRESSED]} == schedules
    assert {slow for slow, _ in rings[:STRESSED]} == {True, False}


def _every() -> Iterator[Values]:
    """Every key size, direction, S-box and number of registers; the rest takes turns."""
    schedules = (("stored", 1), ("pipelined", 1), ("stored", 4), ("on_the_fly", 1), ("stored", 2))
    number = 0
    for key_bits, direction, sbox, stages in product(
        KEY_BITS, DIRECTIONS, design.choices("Sbox"), range(13)
    ):
        if sbox == "rom" and stages < 3:
            continue
        number += 1
        schedule, slots = schedules[number % 5]
        num_rounds = key_bits // 32 + 6
        divisors = [rounds for rounds in range(1, num_rounds + 1) if num_rounds % rounds == 0]
        rounds = 1 if schedule == "on_the_fly" else divisors[number // 5 % len(divisors)]
        queue = int(number % 3 > 0)
        yield key_bits, direction, rounds, stages, schedule, slots, sbox, queue


def test_every_configuration_is_possible() -> None:
    rows = list(_every())
    assert all(design.objection(_config(values)) is None for values in rows[::7])
    for left, right in combinations((0, 1, 3, 4, 6, 7), 2):
        pairs = {(values[left], values[right]) for values in rows}
        wanted = set(product({row[left] for row in rows}, {row[right] for row in rows}))
        assert wanted - {(stages, "rom") for stages in range(3)} == pairs


@pytest.mark.campaign
@pytest.mark.parametrize("values", list(_every()), ids=lambda values: _config(values).name)
def test_every_configuration(values: Values) -> None:
    _passed(verify(_config(values)))


@pytest.mark.parametrize(
    ("values", "frontend"),
    list(zip(NETLISTS[:2], ("verilog", "slang"), strict=True)),
    ids=lambda item: item if isinstance(item, str) else _config(item).name,
)
def test_netlist(values: Values, frontend: str) -> None:
    _passed(verify(_config(values), netlist=frontend, campaigns=["kat"], seed=SEED))


@pytest.mark.campaign
@pytest.mark.parametrize("frontend", FRONTENDS)
@pytest.mark.parametrize("values", NETLISTS, ids=lambda values: _config(values).name)
def test_netlists(values: Values, frontend: str) -> None:
    _passed(verify(_config(values), netlist=frontend))


# The first configuration, with a front end and some packets, is part of every test run. GHASH of
# the first GCM configuration has one register.
_SMALL: dict[str, int | str] = {"Rounds": 1, "Stages": 1, "Sbox": "table", "KeySlots": 2}
PACKET_NETLISTS: list[dict[str, int | str]] = [
    {"Mode": "ctr", **_SMALL},
    {"Mode": "gcm", "GhashCuts": 1 << 6, **_SMALL},
    {"Mode": "xts", **_SMALL},
    {"Mode": "gcm", "KeyBits": 256, "Rounds": 2, "Stages": 3, "Lanes": 2, "KeySlots": 4},
    {"Mode": "xts", "KeyBits": 256, "Rounds": 2, "Stages": 2, "KeySlots": 2, "BlockRam": 0},
    {"Mode": "ctr", "KeyBits": 192, "Rounds": 3, "Stages": 4, "Sbox": "rom", "Lanes": 2},
    {"Mode": "ecb", "Rounds": 1, "Stages": 2, "Lanes": 2, "Sbox": "gates"},
    {"Mode": "cbc", "Direction": "decrypt", "Rounds": 2, "Stages": 1},
]


def _packets(values: dict[str, int | str]) -> Config:
    return make_config("-".join(map(str, values.values())), values)


@pytest.mark.parametrize("values", PACKET_NETLISTS[:1], ids=lambda values: _packets(values).name)
def test_packet_netlist(values: dict[str, int | str]) -> None:
    """Random packets, right and wrong, with pauses and changing keys; published packets; stress."""
    config = _packets(values)
    shape = packet_campaigns.Shape.of(config)
    assert shape.directions == BOTH
    netlist = fpga.netlist(config)
    with Stream.open(config.name, design.parameters(config), netlist=netlist) as device:
        (tally,) = packet_campaigns.random_packets(shape, device, SEED, null_progress, packets=150)
        assert (tally.passed, tally.failures) == (150, [])
        for file in (*shape.files("kat"), *shape.files("mmt")):
            some = file.packets[:: max(1, len(file.packets) // 12)]
            assert not any(packet_campaigns._through(shape, device, some)), file.name
        assert not any(t.failures for t in packet_stress.stress(shape, device, SEED, null_progress))


@pytest.mark.campaign
@pytest.mark.parametrize("frontend", FRONTENDS)
@pytest.mark.parametrize("values", PACKET_NETLISTS, ids=lambda values: _packets(values).name)
def test_packet_netlists(values: dict[str, int | str], frontend: str) -> None:
    _passed(verify(_packets(values), netlist=frontend))


@pytest.mark.campaign
@pytest.mark.parametrize(
    "config",
    [
        item.config
        for item in (*presets(), *presets(papers=True))
        if item.config.Mode != design.NO_MODE
    ],
    ids=lambda config: config.name,
)
def test_every_preset_with_a_mode(config: Config) -> None:
    record = verify(config)
    _passed(record)
    parts = {line.name.partition("/")[0] for line in record.campaigns}
    assert {"random", "stress"} <= parts
    assert parts & {"kat", "mmt"} or (config.Mode, config.KeyBits) == ("xts", 192)
