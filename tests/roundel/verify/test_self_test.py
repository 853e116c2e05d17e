# SPDX-License-Identifier: Apache-2.0
"""roundel_stream_tested: random packets after the self-test, during it, and around a new test.

State space: builds with one mode, with XTS, with a set of modes, with several lanes, and with
streams and two key sizes (vectors: roundel_self_test_pkg); pauses at all ports; a test on command
between packets, and with packets
in flight.
"""

import random
from collections.abc import Mapping, Sequence

import pytest
from scripts.derived import self_test

from roundel import design
from roundel.design import load_config
from roundel.sim.stream import Command, Stream
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import Exchange, draw

TOP = "roundel_stream_tested"
BUILDS = {
    "gcm": ["Mode=gcm", "Rounds=2", "Stages=3"],
    "ctr": ["Mode=ctr", "Lanes=4", "Rounds=10", "Stages=1"],
    "xts": ["Mode=xts", "KeySizes=128+256", "Rounds=14", "Stages=2"],
    "set": [
        "Modes=ecb+cbc+ctr+gcm+cfb+ofb+cmac+ccm", "Streams=8", "KeySizes=128+256", "Rounds=14",
        "Stages=3",
    ],
    "lanes": ["Modes=ecb+cbc+ctr+gcm+cfb", "Lanes=2", "Rounds=5", "Stages=2"],
}  # fmt: skip
PACKETS = 60
LIMIT = 20_000  # cycles of a test


def opened(options: Sequence[str]) -> tuple[Shape, Stream]:
    config = load_config("iterative", [*options, "KeySlots=4"])
    device = Stream.open(config.name, {**design.parameters(config), "UserBits": 16}, top=TOP)
    return Shape.of(config), device


def cycles_of_test(device: Stream) -> int:
    """Run until the tests end; the number of cycles."""
    start = device.cycles
    while device.testing:
        device.run_cycles(1)
        assert device.cycles - start < LIMIT
        assert device.read_result() is None
    assert not device.failed
    return device.cycles - start


def send(
    exchange: Exchange, shape: Shape, keys: Mapping[int, bytes], some: random.Random, count: int
) -> None:
    beat = exchange.device.beat_bytes
    for number in range(count):
        mode = some.choice(shape.modes)
        packet = draw(some, mode, keys, beat, directions=shape.directions_of(mode))
        exchange.send(shape.placed(packet, number % shape.streams))


@pytest.mark.parametrize("build", BUILDS)
def test_packets_around_tests(build: str) -> None:
    shape, device = opened(BUILDS[build])
    some = random.Random(build)
    with device:
        assert device.testing
        cycles = cycles_of_test(device)
        print(f"{build}: {cycles} cycles")
        exchange = Exchange(device)
        keys = {slot: shape.random_key(some) for slot in range(shape.slots)}
        for stalls in (0.0, 0.4):
            device.set_stalls(5, stalls, stalls)
            for slot, key in keys.items():
                device.load_key(key, slot)
            device.run()
            send(exchange, shape, keys, some, PACKETS)
            assert [item.fault for item in exchange.finish() if item.fault] == []
            # The test waits for the packets that are in flight; slot 0 has no key afterwards.
            others = {slot: key for slot, key in keys.items() if slot}
            send(exchange, shape, others, some, PACKETS)
            device.run_cycles(some.randrange(100, 400))
            device.test()
            assert device.testing
            assert [item.fault for item in exchange.finish() if item.fault] == []
            device.run_cycles(LIMIT)
            assert (device.testing, device.failed) == (False, False)
        # A zeroise starts the tests too; inputs wait for their end.
        device.set_stalls(5, 0.0, 0.0)
        device.zeroise()
        exchange.forget()
        assert device.testing
        for slot, key in keys.items():
            device.load_key(key, slot)
        device.keep_order(True)
        send(exchange, shape, keys, some, PACKETS)
        assert [item.fault for item in exchange.finish() if item.fault] == []


def test_the_slot_of_the_tests_is_empty() -> None:
    shape, device = opened(BUILDS["gcm"])
    with device:
        errors = []
        device.load_key(bytes(16), 0)
        device.load_key(bytes(16), 1)
        device.run()
        for _ in range(2):
            for slot in (0, 1):
                device.command(Command("gcm", False, slot, bytes(12)))
                device.write(bytes(16), last=True)
                device.run(results=1)
                result = device.read_result()
                assert result is not None
                errors.append(result.error)
            device.test()
            device.run_cycles(LIMIT)
        assert shape.slots > 1
        assert errors == [0, 0, 2, 0]


def test_vectors_of_sp_800_38a() -> None:
    """The first blocks of F.1.1, F.1.5, F.2.1, F.3.13, F.4.1 and F.5.5."""
    for mode, bits, block in (
        ("ecb", 128, "3ad77bb40d7a3660a89ecaf32466ef97"),
        ("ecb", 256, "f3eed1bdb5d2a03c064b5a7e3db181f8"),
        ("cbc", 128, "7649abac8119b246cee98e9b12e9197d"),
        ("cfb", 128, "3b3fd92eb72dad20333449f8e83cfb4a"),
        ("ofb", 128, "3b3fd92eb72dad20333449f8e83cfb4a"),
        ("ctr", 256, "601ec313775789a5b7a7f504bbf3d228"),
    ):
        assert self_test.ciphertext(mode, bits)[:16].hex() == block
