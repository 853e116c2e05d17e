# SPDX-License-Identifier: Apache-2.0
"""Packet engines with more than 256 key slots, against OpenSSL.

With roundel_key_guard, roundel_mode_keys, roundel_ghash_keys and roundel_ghash where one bit per
slot and the powers of H are in RAM.

State space: packets of random slots; keys that change between packets and while packets of other
slots run; a slot without a key; commands with a slot that does not exist; zeroise. Parameter space:
CTR, GCM and CBC encryption; rings of one turn and of several.
"""

import random
from collections.abc import Iterator

import pytest
from tests.roundel.sim.traffic import Traffic

from roundel.sim.stream import Command, Stream

SLOTS = 1024
FEW = 8  # slots with traffic in most tests, because a key of GCM takes about 500 cycles
DESIGNS: dict[str, dict[str, int]] = {
    "ctr": {"Mode": 2, "Rounds": 5, "Stages": 2},
    "ctr-one-turn": {"Mode": 2, "Rounds": 10, "Stages": 2, "Sbox": 0},
    "gcm": {"Mode": 3, "Rounds": 5, "Stages": 3, "Lanes": 2},
}


@pytest.fixture(scope="module", params=DESIGNS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(name: str) -> Iterator[Stream]:
    with Stream.open(name, {"KeySlots": SLOTS, **DESIGNS[name]}) as opened:
        opened.set_watchdog(100 * SLOTS)
        yield opened


def mode_of(name: str) -> str:
    return name[:3]


def test_packets_of_all_slots(device: Stream, name: str) -> None:
    traffic = Traffic(device, mode_of(name), 1, SLOTS)
    device.set_stalls(2, 0.1, 0.1)
    traffic.go([traffic.packet() for _ in range(400)])


def test_keys_change_between_packets(device: Stream, name: str) -> None:
    """Keys and commands in order; a key often replaces the key of a slot with packets in flight."""
    traffic = Traffic(device, mode_of(name), 2, FEW)
    device.keep_order(True)
    for _ in range(20):
        for _ in range(8):
            traffic.send(traffic.packet())
            if traffic.random.random() < 0.4:
                traffic.replace_key()
        traffic.finish()


def test_a_slot_without_a_key(device: Stream, name: str) -> None:
    """Error 2 without a key; a cleared slot is empty again; other slots keep their keys."""
    traffic = Traffic(device, mode_of(name), 3, FEW)
    for slot in (3, 255, 256, 511, 1023):
        device.load_key(traffic.keys[0], slot)
        device.clear_key(slot)
        device.run()
        packet = traffic.packet(48, aad=0)
        while packet.slot == slot:
            packet = traffic.packet(48, aad=0)
        command = bytearray(packet.command())
        command[0] = command[0] & 0x87 | slot >> 8 << 3
        command[2] = slot & 255
        traffic.send_wrong(bytes(command), 2, bytes(48), comes=0)
        traffic.go([packet])
        if slot < FEW:
            device.load_key(traffic.keys[slot], slot)
            device.run()
        traffic.go([traffic.packet() for _ in range(5)])


@pytest.mark.parametrize("slot", [SLOTS, 2048, 4095])
def test_a_slot_that_does_not_exist(device: Stream, name: str, slot: int) -> None:
    """The number modulo the slots must not select another slot's key."""
    device.load_key(bytes(device.key_bytes), slot % SLOTS)
    device.run()
    mode = mode_of(name)
    traffic = Traffic(device, mode, 4, 1)
    packet = traffic.packet(48, aad=0)
    command = bytearray(packet.command())
    command[0] = command[0] & 0x87 | slot >> 8 << 3
    command[2] = slot & 255
    traffic.send_wrong(bytes(command), 1, bytes(48), comes=0)
    traffic.go([traffic.packet()])


def test_zeroise_in_the_middle_of_a_packet(device: Stream, name: str) -> None:
    traffic = Traffic(device, mode_of(name), 5, FEW)
    for cycles in (0, 7, 300):
        packet = traffic.packet(500 * device.beat_bytes, aad=0)
        traffic.send(packet)
        device.run_cycles(cycles)
        device.zeroise()
        traffic.exchange.forget()
        device.run_cycles(300)
        assert device.read_beat() is None, "text from before the clear came out"
        traffic.send_wrong(packet.command(), 2, bytes(16), comes=0)
        traffic.finish()
        traffic.load_all()
        traffic.go([traffic.packet() for _ in range(50)])


def test_loads_delay_no_packet_of_another_slot(device: Stream, name: str) -> None:
    """The cycles of results with and without loads of another slot. Packets have 8 words.

    GCM uses a cycle of the lanes for the zero block of a key and at most one for each power of H.
    """
    choose = random.Random(7)
    key, other = choose.randbytes(device.key_bytes), choose.randbytes(device.key_bytes)
    times = list[list[int]]()
    loads = 0
    for reloads in (False, True):
        traffic = Traffic(device, mode_of(name), 8, 1)
        device.load_key(other, 777)
        device.run()
        traffic.keys[0] = key
        device.load_key(key, 0)
        device.run()
        for _ in range(400):
            iv = bytes(12 if name == "gcm" else 16)
            traffic.send(traffic.packet(8 * device.beat_bytes, aad=0, iv=iv))
            if reloads and choose.random() < 0.2:
                device.load_key(other, 777)
                loads += 1
        results = traffic.finish()
        times.append([result.cycle - results[0].cycle for result in results])
    assert loads > 20
    powers = 2 * 11
    delay = times[1][-1] - times[0][-1]
    print(name, "delay of the last packet in cycles:", delay, "loads:", loads)
    if name == "gcm":
        assert delay <= loads * (1 + powers)
    else:
        assert times[0] == times[1]


def test_command_of_many_slots() -> None:
    """Bits 8 to 11 of the slot are bits 3 to 6 of byte 0."""
    head = Command("ctr", False, 0xABC, bytes(16), tag_bytes=0).packed()
    assert (head[0], head[2]) == (0xA << 3, 0xBC)
