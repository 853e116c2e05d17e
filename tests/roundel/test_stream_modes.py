# SPDX-License-Identifier: Apache-2.0
"""aes_stream with the modes that only cipher text: aes_ecb, aes_cbc, aes_ctr, against OpenSSL.

With them what they share: aes_mode_keys, aes_mode_lanes, aes_text_lanes and aes_ctr_front.

State space: packets of every small length, back to back and with pauses on each side, with keys
that change; counters that wrap; what is against the rules; zeroise. Parameter space: each mode, one
to four lanes, rings that turn and that do not, without a register in a round and with some.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.stream import Command, Result, Stream

SLOTS = 4
DESIGNS: dict[str, dict[str, int]] = {
    "ecb": {"Mode": 0, "Lanes": 2, "Rounds": 2, "Stages": 2, "Sbox": 0},
    "cbc": {"Mode": 1, "Direction": 1, "Lanes": 4, "Stages": 1, "KeyBits": 192},
    "ctr": {"Mode": 2, "Rounds": 10, "Stages": 0, "Sbox": 0},
    "ctr-turns": {"Mode": 2, "Lanes": 2, "KeyBits": 256, "Rounds": 7, "Stages": 2},
}


def short_counter(key: bytes, first: bytes, data: bytes) -> bytes:
    """CTR with a counter that wraps in its low 32 bits."""
    count = int.from_bytes(first[12:], "big")
    blocks = -(-len(data) // 16)
    counters = b"".join(
        first[:12] + ((count + i) % (1 << 32)).to_bytes(4, "big") for i in range(blocks)
    )
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    return bytes(a ^ b for a, b in zip(data, encryptor.update(counters), strict=False))


@dataclass(frozen=True)
class Packet:
    """A packet, and what is to come of it."""

    command: bytes
    source: bytes
    target: bytes


class Traffic:
    """Packets of a mode from a seed, through a device."""

    def __init__(self, device: Stream, mode: str, seed: int) -> None:
        self.device = device
        self.mode = mode
        self.random = random.Random(seed)
        self.keys = [self.random.randbytes(device.key_bytes) for _ in range(SLOTS)]
        for slot, key in enumerate(self.keys):
            device.load_key(key, slot)
        device.run()

    def packet(self, size: int | None = None, iv: bytes | None = None) -> Packet:
        """A random packet, of a given size and IV where they are given."""
        some = self.random
        beat = self.device.beat_bytes
        if size is None:
            size = some.choice([0, 16, beat, beat + 16, 16 * some.randrange(40)])
            if self.mode == "ctr":
                size += some.choice([0, 1, 15, some.randrange(100)])
        slot = some.randrange(SLOTS)
        iv = iv or some.randbytes(16)
        decrypt = some.random() < 0.5
        source = some.randbytes(size)
        cipher = algorithms.AES(self.keys[slot])
        short = False
        way: modes.ECB | modes.CBC | modes.CTR = modes.ECB()
        if self.mode == "cbc":
            way, decrypt = modes.CBC(iv), True
        elif self.mode == "ctr":
            way, short = modes.CTR(iv), some.random() < 0.5
        whole = Cipher(cipher, way)
        work = whole.decryptor() if decrypt else whole.encryptor()
        target = work.update(source) + work.finalize()
        if short:
            target = short_counter(self.keys[slot], iv, source)
        fields = Command(self.mode, decrypt, slot, b"" if self.mode == "ecb" else iv, tag_bytes=0)
        packed = bytearray(fields.packed())
        packed[0] |= short << 1
        return Packet(bytes(packed), source, target)

    def go(self, packets: list[Packet]) -> list[Result]:
        """Write packets, run until they are through, and compare all that came."""
        for number, packet in enumerate(packets):
            self.device.command(packet.command, number)
            self.device.write(packet.source, last=True, user=number)
        wanted = b"".join(packet.target for packet in packets)
        self.device.run(results=len(packets))
        text = self.device.read(len(wanted))
        while len(text) < len(wanted):
            self.device.run_cycles(100)
            text += self.device.read(len(wanted))
        assert text == wanted
        results = read_results(self.device, len(packets))
        seen = [(result.ok, result.error, result.tag, result.user) for result in results]
        assert seen == [(True, 0, bytes(16), number) for number in range(len(packets))]
        self.device.run_cycles(300)
        assert not self.device.read(1)
        assert self.device.read_result() is None
        return results


def read_results(device: Stream, count: int) -> list[Result]:
    results = [device.read_result() for _ in range(count)]
    assert all(results)
    return [result for result in results if result is not None]


@pytest.fixture(scope="module", params=DESIGNS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(name: str) -> Iterator[Stream]:
    with Stream.open(name, {"KeySlots": SLOTS, **DESIGNS[name]}) as opened:
        yield opened


@pytest.mark.parametrize(("idle", "stall"), [(0, 0), (0.3, 0.3), (0, 0.8), (0.8, 0)])
def test_packets_of_all_kinds_are_as_openssl_has_them(
    device: Stream, name: str, idle: float, stall: float
) -> None:
    traffic = Traffic(device, name[:3], 1)
    device.set_stalls(2, idle, stall)
    traffic.go([traffic.packet() for _ in range(150)])


def test_every_length_around_a_beat(device: Stream, name: str) -> None:
    traffic = Traffic(device, name[:3], 3)
    step = 1 if name.startswith("ctr") else 16
    traffic.go([traffic.packet(size) for size in range(0, 3 * device.beat_bytes, step)])


@pytest.mark.parametrize("name", ["ctr", "ctr-turns"], indirect=True)
def test_counters_wrap(device: Stream) -> None:
    traffic = Traffic(device, "ctr", 4)
    for low in (4, 8, 12, 16):
        first = bytes(16 - low) + b"\xff" * (low - 1) + b"\xf0"
        traffic.go([traffic.packet(700, first) for _ in range(6)])


def test_packets_follow_each_other_without_a_cycle_between(device: Stream, name: str) -> None:
    traffic = Traffic(device, name[:3], 5)
    design = DESIGNS[name]
    turns = (design.get("KeyBits", 128) // 32 + 6) // design.get("Rounds", 1)
    size = 12 * device.beat_bytes
    results = traffic.go([traffic.packet(size) for _ in range(60)])
    cycles = results[-1].cycle - results[-21].cycle
    assert abs(cycles - 20 * 12 * turns) <= (2 * turns if turns > 1 else 0)


@pytest.mark.parametrize("name", ["ecb", "cbc"], indirect=True)
def test_text_of_no_whole_blocks_is_an_error_of_that_packet_alone(
    device: Stream, name: str
) -> None:
    traffic = Traffic(device, name, 6)
    wrong = traffic.packet(16)
    device.command(wrong.command)
    device.write(bytes(33), last=True)
    good = traffic.packet(48)
    device.command(good.command)
    device.write(good.source, last=True)
    device.run(results=2)
    device.run_cycles(100)
    assert device.read(1000).endswith(good.target)
    bad, done = read_results(device, 2)
    assert (bad.ok, bad.error, done.ok, done.error) == (False, 5, True, 0)


@pytest.mark.parametrize("place", [0, 1, 3, 4])
def test_command_that_means_nothing_is_refused(device: Stream, name: str, place: int) -> None:
    traffic = Traffic(device, name[:3], 7)
    packed = bytearray(traffic.packet(16).command)
    packed[place] ^= 0x84  # a flag, another mode, bytes of a tag or of AAD that there is none of
    device.command(bytes(packed))
    device.write(bytes(64), last=True)
    device.run(results=1)
    device.run_cycles(100)
    assert not device.read(1)
    assert [result.error for result in read_results(device, 1)] == [1]
    traffic.go([traffic.packet() for _ in range(5)])


@pytest.mark.parametrize("name", ["cbc"], indirect=True)
def test_direction_without_hardware_is_refused(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 8)
    device.command(Command("cbc", False, 0, bytes(16), tag_bytes=0))
    device.write(bytes(64), last=True)
    device.run(results=1)
    assert [result.error for result in read_results(device, 1)] == [1]
    traffic.go([traffic.packet() for _ in range(5)])


def test_keys_change_between_packets(device: Stream, name: str) -> None:
    traffic = Traffic(device, name[:3], 9)
    for _ in range(6):
        traffic.go([traffic.packet() for _ in range(10)])
        slot = traffic.random.randrange(SLOTS)
        traffic.keys[slot] = traffic.random.randbytes(device.key_bytes)
        device.load_key(traffic.keys[slot], slot)
        device.run_cycles(3)


def test_zeroise_in_the_middle_of_a_packet(device: Stream, name: str) -> None:
    traffic = Traffic(device, name[:3], 10)
    for cycles in (0, 1, 2, 5, 20, 40, 100):
        packet = traffic.packet(500 * device.beat_bytes)
        device.command(packet.command)
        device.write(packet.source, last=True)
        device.run_cycles(cycles)
        device.zeroise()
        device.read(10**6)
        device.run_cycles(300)
        assert not device.read(1), "text of before came out"
        device.command(packet.command)
        device.write(bytes(16), last=True)
        device.run(results=1)
        assert [result.error for result in read_results(device, 1)] == [2]
        for slot, key in enumerate(traffic.keys):
            device.load_key(key, slot)
        device.run()
        traffic.go([traffic.packet() for _ in range(4)])
