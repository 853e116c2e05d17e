# SPDX-License-Identifier: Apache-2.0
"""The rate of packets of 64 bytes, each with another slot, key size, mode and direction.

The packets follow each other without gaps, and chained packets take the streams in turn. Cycles do
not depend on the placer, so the rates are exact for the seed.
"""

import random
from collections.abc import Sequence

import pytest

from roundel import design
from roundel.design import load_config
from roundel.sim.stream import Command, Stream
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import Exchange, draw

PACKETS = 3000
SKIPPED = 5  # the first and the last fifth of the results do not count
TEXT = 64  # bytes
BACKLOG = 1000  # chained packets
SET = "ecb+cbc+ctr+gcm+cfb+ofb+cmac"  # a block passes the ring once
ENGINE = [
    f"Modes={SET}+ccm", "Streams=64", "KeySizes=128+256", "Rounds=14", "Stages=3", "KeySlots=64",
]  # fmt: skip


@pytest.fixture(scope="module")
def engine() -> design.Config:
    return load_config("iterative", ENGINE)


# GCM takes a fifth cycle for the four blocks of a packet: the most is 4 / (4 + share of GCM). A
# packet of CCM passes the ring ten times: twice for each block, for B0 and for the tag. 64 streams
# are too few to fill the ring with half of the packets so long: 128 * 4 / (2 * 10 * 67) is 0.38 for
# CCM alone.
@pytest.mark.parametrize(
    ("modes", "least"),
    [
        (("gcm", "ctr"), 0.88),
        (("ctr", "cmac"), 0.99),
        (("ctr", "ccm"), 0.46),
        (tuple(SET.split("+")), 0.96),
    ],
)
def test_blocks_per_cycle(engine: design.Config, modes: Sequence[str], least: float) -> None:
    shape, some = Shape.of(engine), random.Random(27)
    keys = {slot: shape.random_key(some) for slot in range(shape.slots)}
    with Stream.open(engine.name, design.parameters(engine)) as device:
        for slot, key in keys.items():
            device.load_key(key, slot)
        device.run()
        device.run_cycles(3000)
        exchange = Exchange(device)
        for number in range(PACKETS):
            mode = some.choice(modes)
            iv = some.randbytes(12) if mode == "gcm" else None
            packet = draw(
                some, mode, keys, 16, text=TEXT, aad=0, iv=iv,
                directions=shape.directions_of(mode), right=True,
            )  # fmt: skip
            exchange.send(shape.placed(packet, number % shape.streams))
        outcomes = exchange.finish()
    assert [outcome.fault for outcome in outcomes if outcome.fault] == []
    cycles = sorted(outcome.result.cycle for outcome in outcomes if outcome.result)
    part = cycles[PACKETS // SKIPPED : -PACKETS // SKIPPED]
    rate = TEXT // 16 * (len(part) - 1) / (part[-1] - part[0])
    assert least <= rate <= 1.001


def test_a_backlog_of_chained_packets_delays_an_ordinary_packet_little() -> None:
    """Blocks of both kinds enter the ring in turn, also in a ring that takes a block each cycle."""
    engine = load_config(
        "iterative", ["Modes=ecb+cbc+ctr", "Streams=64", "Rounds=10", "Stages=2", "KeySlots=4"]
    )
    shape, some = Shape.of(engine), random.Random(28)
    keys = {slot: shape.random_key(some) for slot in range(shape.slots)}
    with Stream.open(engine.name, design.parameters(engine)) as device:
        for slot, key in keys.items():
            device.load_key(key, slot)
        device.run()
        exchange = Exchange(device)
        for number in range(BACKLOG):
            modes = ["cbc", "ecb"] if number == 2 * shape.streams else ["cbc"]
            for mode in modes:
                packet = draw(
                    some, mode, keys, 16, text=TEXT, aad=0, iv=None, directions=("encrypt",),
                    right=True,
                )  # fmt: skip
                exchange.send(shape.placed(packet, number % shape.streams))
        outcomes = exchange.finish()
    assert [outcome.fault for outcome in outcomes if outcome.fault] == []
    results = [outcome.result for outcome in outcomes if outcome.result]
    (own,) = [result for result in results if result.stream == shape.streams]
    sooner = sum(result.cycle < own.cycle for result in results)
    assert sooner < 4 * shape.streams


def test_a_packet_of_another_slot_does_not_stop_a_key_after_a_reset() -> None:
    """With many slots the flags of the slots are cleared first: the packet ends before the key."""
    engine = load_config("iterative", ["Mode=ctr", "Stages=2", "KeySlots=512"])
    with Stream.open(engine.name, design.parameters(engine)) as device:
        device.keep_order(True)
        device.load_key(bytes(16), 511)
        for slot in (1, 511):
            device.command(Command("ctr", False, slot, bytes(16), tag_bytes=0))
            device.write(bytes(16), last=True)
        device.run(results=2)
        results = [device.read_result() for _ in range(2)]
        assert [result.error for result in results if result] == [2, 0]


def test_a_key_can_require_long_tags() -> None:
    """A shorter tag has ERROR_COMMAND; chained modes without a tag have no limit."""
    engine = load_config("iterative", ["Modes=ctr+cbc+cmac+ccm", "Streams=8", "KeySlots=4"])
    with Stream.open(engine.name, design.parameters(engine)) as device:
        device.load_key(bytes(16), 0, least_tag=12)
        device.load_key(bytes(16), 1)
        device.run()
        errors = []
        for slot, mode, size in [
            (0, "cmac", 16), (0, "cmac", 12), (0, "cmac", 11), (0, "cmac", 4), (1, "cmac", 4),
            (1, "cmac", 3), (0, "cbc", 0), (0, "ccm", 12), (0, "ccm", 10), (1, "ccm", 4),
        ]:  # fmt: skip
            iv = bytes({"cmac": 0, "cbc": 16, "ccm": 12}[mode])
            text = 16 if mode == "ccm" else 0
            device.command(Command(mode, False, slot, iv, tag_bytes=size, text_bytes=text))
            device.choose(0)
            device.write(bytes(16), last=True)
            device.run(results=1)
            result = device.read_result()
            assert result is not None
            errors.append(result.error)
        assert errors == [0, 0, 1, 1, 0, 1, 0, 0, 1, 0]
