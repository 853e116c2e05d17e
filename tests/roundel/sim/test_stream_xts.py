# SPDX-License-Identifier: Apache-2.0
"""roundel_stream with XTS, through its streams, against OpenSSL.

With the modules inside: roundel_xts, roundel_xts_keys, roundel_xts_join, roundel_xts_tweak,
roundel_xts_front, roundel_xts_back, roundel_xts_steal, roundel_xts_order and roundel_stream_fifo.

State space: packets of every small length and some large lengths, both directions, back to back and
with pauses on each side; keys that change while packets run; illegal packets; zeroise and reset in
the middle; the cycles of packets. Parameter space: each key size, one to four lanes, rings of one
turn and of several turns, without decryption, without block RAM.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.sim.stream import Command, Result, Stream

SLOTS = 4
DESIGNS: dict[str, dict[str, int]] = {
    "one": {"Rounds": 10, "Stages": 6},
    "two": {"Lanes": 2, "Rounds": 10, "Stages": 1},
    "four-turns": {"Lanes": 4, "KeyBits": 192, "Rounds": 2, "Stages": 2},
    "encrypt-turns": {"Direction": 0, "KeyBits": 256, "Rounds": 1, "Stages": 1, "BlockRam": 0},
}
LARGE = {"two-256": {"Lanes": 2, "KeyBits": 256, "Rounds": 14, "Stages": 1}}  # a minute to build
ALL = {**DESIGNS, **LARGE}
EACH = [*DESIGNS, *(pytest.param(name, marks=pytest.mark.campaign) for name in LARGE)]
STRAIGHT = ["one", "two"]


def times_x(tweak: bytes) -> bytes:
    """IEEE 1619-2018 section 5.2."""
    number = int.from_bytes(tweak, "little") << 1
    return (number ^ (number >> 128) * ((1 << 128) | 0x87)).to_bytes(16, "little")


def xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def slow_xts(key: bytes, tweak: bytes, data: bytes, decrypt: bool) -> bytes:
    """XTS from ECB, for the key size missing in OpenSSL."""
    half = len(key) // 2
    cipher = Cipher(algorithms.AES(key[:half]), modes.ECB())
    block = (cipher.decryptor() if decrypt else cipher.encryptor()).update
    masks = [Cipher(algorithms.AES(key[half:]), modes.ECB()).encryptor().update(tweak)]
    while len(masks) < len(data) // 16 + 1:
        masks.append(times_x(masks[-1]))
    whole, rest = divmod(len(data), 16)
    order = list(range(whole))
    if rest and decrypt:
        order[-1] = whole
    out = [
        xor(block(xor(data[16 * i : 16 * i + 16], masks[k])), masks[k]) for i, k in enumerate(order)
    ]
    if rest:
        stolen, mask = out[-1], masks[whole - 1 if decrypt else whole]
        out[-1] = xor(block(xor(data[16 * whole :] + stolen[rest:], mask)), mask)
        out.append(stolen[:rest])
    return b"".join(out)


def xts(key: bytes, tweak: bytes, data: bytes, decrypt: bool) -> bytes:
    """The result of a data unit."""
    if len(key) == 48:
        return slow_xts(key, tweak, data, decrypt)
    cipher = Cipher(algorithms.AES(key), modes.XTS(tweak))
    work = cipher.decryptor() if decrypt else cipher.encryptor()
    return work.update(data) + work.finalize()


@dataclass(frozen=True)
class Packet:
    """A packet, and the expected result."""

    command: Command
    source: bytes
    target: bytes


class Traffic:
    """Packets from a seed, through a device."""

    def __init__(self, device: Stream, name: str, seed: int) -> None:
        self.device = device
        self.random = random.Random(seed)
        self.decrypts = ALL[name].get("Direction", 2) != 0
        device.keep_beats(True)
        self.keys = [self.random.randbytes(device.key_bytes) for _ in range(SLOTS)]
        self.load_keys()

    def load_keys(self) -> None:
        for slot, key in enumerate(self.keys):
            self.device.load_key(key, slot)
        self.device.run()

    def packet(self, size: int | None = None) -> Packet:
        """A random packet, of a random size by default."""
        some = self.random
        if size is None:
            size = 16 + some.choice([0, 1, 15, 16, 17, some.randrange(100), some.randrange(600)])
        slot, decrypt, tweak = some.randrange(SLOTS), some.random() < 0.5, some.randbytes(16)
        decrypt = decrypt and self.decrypts
        source = some.randbytes(size)
        command = Command("xts", decrypt, slot, tweak, tag_bytes=0)
        return Packet(command, source, xts(self.keys[slot], tweak, source, decrypt))

    def write(self, packet: Packet, number: int) -> None:
        """Each beat has a different number beside the data."""
        self.device.command(packet.command, number)
        size = self.device.beat_bytes
        for place in range(0, len(packet.source), size):
            last = place + size >= len(packet.source)
            user = (257 * number + place // size) & 0xFFFF
            self.device.write(packet.source[place : place + size], last=last, user=user)

    def expect(self, packets: Sequence[Packet], first: int = 0) -> list[Result]:
        """Run until all packets are finished, and compare the results."""
        wanted = b"".join(packet.target for packet in packets)
        self.device.run(results=len(packets))
        text = self.device.read(len(wanted))
        for _ in range(1000):
            if len(text) == len(wanted):
                break
            self.device.run_cycles(100)
            text += self.device.read(len(wanted) - len(text))
        assert text == wanted
        self.compare_frames(packets, first)
        results = read_results(self.device, len(packets))
        seen = [(result.ok, result.error, result.tag, result.user) for result in results]
        assert seen == [(True, 0, bytes(16), first + n) for n in range(len(packets))]
        self.device.run_cycles(300)
        assert not self.device.read(1)
        assert self.device.read_result() is None
        return results

    def compare_frames(self, packets: Sequence[Packet], first: int) -> None:
        """Each packet's text has separate beats, all full except the last, with the side data."""
        size = self.device.beat_bytes
        for number, packet in enumerate(packets, first):
            for place in range(0, len(packet.target), size):
                left = len(packet.target) - place
                beat = self.device.read_beat()
                assert beat is not None
                assert beat.keep == (1 << min(left, size)) - 1
                assert beat.last == (left <= size)
                assert beat.user == (257 * number + place // size) & 0xFFFF

    def go(self, packets: Sequence[Packet]) -> list[Result]:
        for number, packet in enumerate(packets):
            self.write(packet, number)
        return self.expect(packets)


def read_results(device: Stream, count: int) -> list[Result]:
    results = [device.read_result() for _ in range(count)]
    assert all(results)
    return [result for result in results if result is not None]


@pytest.fixture(scope="module", params=EACH)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(name: str) -> Iterator[Stream]:
    with Stream.open(name, {"Mode": 4, "KeySlots": SLOTS, **ALL[name]}) as opened:
        yield opened


def test_slow_reference_is_that_of_openssl() -> None:
    some = random.Random(0)
    for size in range(16, 70):
        key, tweak, data = some.randbytes(32), some.randbytes(16), some.randbytes(size)
        for decrypt in (False, True):
            assert slow_xts(key, tweak, data, decrypt) == xts(key, tweak, data, decrypt)


@pytest.mark.parametrize(("idle", "stall"), [(0, 0), (0.3, 0.3), (0, 0.8), (0.8, 0)])
def test_packets_of_all_kinds_are_as_openssl_has_them(
    device: Stream, name: str, idle: float, stall: float
) -> None:
    traffic = Traffic(device, name, 1)
    device.set_stalls(2, idle, stall)
    traffic.go([traffic.packet() for _ in range(250)])


def test_every_small_length(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 3)
    for _ in range(2):
        traffic.go([traffic.packet(size) for size in range(16, 180)])


def test_large_packets(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 4)
    traffic.go([traffic.packet(size) for size in (512, 4096, 511, 513, 4095, 4097, 520, 10007)])


@pytest.mark.parametrize("size", [16, 17, 31, 32, 33, 48, 49, 64, 65, 100, 512, 520, 4096])
def test_packet_takes_a_cycle_beside_its_beats(device: Stream, name: str, size: int) -> None:
    traffic = Traffic(device, name, 5)
    design = ALL[name]
    turns = (design.get("KeyBits", 128) // 32 + 6) // design.get("Rounds", 1)
    # From the middle: the tweaks of the last packets are encrypted while others are at the lanes.
    count, first, last = (600, 150, 450) if size < 500 else (160, 30, 80)
    results = traffic.go([traffic.packet(size) for _ in range(count)])
    beats = -(-size // device.beat_bytes)
    inside = size % device.beat_bytes > 16 and size % 16 > 0  # steals from a block of its own word
    wanted = (last - first) * (beats + 1 + inside) * turns
    # Tweaks and stolen blocks come in bunches, and where rings turn, words do.
    bunch = 8 + (wanted // 50 if size < 500 else 0)
    bunch += 0 if turns == 1 else design["Rounds"] * design["Stages"] * turns
    assert abs(results[last].cycle - results[first].cycle - wanted) <= bunch


def test_pauses_in_the_middle_of_packets(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 6)
    packets = [traffic.packet() for _ in range(60)]
    for number, packet in enumerate(packets):
        traffic.write(packet, number)
        if traffic.random.random() < 0.4:
            device.run(waiting=traffic.random.randrange(4))
            device.run_cycles(traffic.random.randrange(150))
    traffic.expect(packets)


def test_keys_change_between_packets(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 7)
    packets: list[Packet] = []
    for _ in range(12):
        for _ in range(traffic.random.randrange(1, 12)):
            packets.append(traffic.packet())
            traffic.write(packets[-1], len(packets) - 1)
        # A key is for commands accepted after its arrival: all of these are accepted first.
        device.run()
        slot = traffic.random.randrange(SLOTS)
        traffic.keys[slot] = traffic.random.randbytes(device.key_bytes)
        device.load_key(traffic.keys[slot], slot)
        device.run_cycles(3)
    traffic.expect(packets)


def refused(device: Stream, error: int, cycles: int = 600) -> None:
    """The packet in flight has this error and gives no text."""
    device.run(results=1)
    device.run_cycles(cycles)
    assert not device.read(1)
    assert device.read_beat() is None
    seen = [(result.ok, result.error, result.tag) for result in read_results(device, 1)]
    assert seen == [(False, error, bytes(16))]


def test_key_with_equal_halves_is_refused(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 19)
    packet = traffic.packet(50)
    slot, half = packet.command.slot, device.key_bytes // 2
    for bit in (0, 7, 8 * half - 1, None):
        first = traffic.random.randbytes(half)
        second = bytearray(first)
        if bit is not None:  # a different bit makes two different keys
            second[bit // 8] ^= 1 << bit % 8
        device.load_key(first + bytes(second), slot)
        device.run()
        device.run_cycles(400)
        device.command(packet.command)
        device.write(packet.source, last=True)
        if bit is None:
            refused(device, 2)
        else:
            device.run(results=1)
            device.run_cycles(600)
            assert [result.error for result in read_results(device, 1)] == [0]
            device.read(1000)
            while device.read_beat() is not None:
                pass
    device.load_key(traffic.keys[slot], slot)
    device.run()
    traffic.go([packet, *(traffic.packet() for _ in range(5))])


@pytest.mark.parametrize("size", [0, 1, 8, 15])
def test_packet_shorter_than_a_block_is_dropped(device: Stream, name: str, size: int) -> None:
    traffic = Traffic(device, name, 8)
    device.command(traffic.packet(16).command)
    device.write(bytes(size), last=True)
    refused(device, 5)
    traffic.go([traffic.packet() for _ in range(5)])


def test_short_packets_between_others(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 9)
    good: list[tuple[int, Packet]] = []
    wanted: list[tuple[bool, int]] = []
    for number in range(120):
        packet = traffic.packet()
        if traffic.random.random() < 0.5:
            device.command(packet.command, number)
            device.write(packet.source[: traffic.random.randrange(16)], last=True)
            wanted.append((False, 5))
        else:
            traffic.write(packet, number)
            good.append((number, packet))
            wanted.append((True, 0))
    device.run(results=120)
    device.run_cycles(1000)
    assert device.read(10**6) == b"".join(packet.target for _, packet in good)
    for number, packet in good:
        traffic.compare_frames([packet], number)
    assert device.read_beat() is None
    results = read_results(device, 120)
    assert [(result.ok, result.error) for result in results] == wanted
    assert [result.user for result in results] == list(range(120))


@pytest.mark.parametrize("keep", [0x7FFF, 0xFFFD, 0x8000, 0])
@pytest.mark.parametrize("tail", [5, 16])
def test_null_bytes_in_the_middle_are_an_error_of_that_packet_alone(
    device: Stream, name: str, keep: int, tail: int
) -> None:
    traffic = Traffic(device, name, 10)
    good = traffic.packet(100)
    device.command(good.command)
    for _ in range(2):
        device.write_beat(bytes(16), keep, last=False)
    device.write(bytes(tail), last=True)
    traffic.write(good, 7)
    device.run(results=2)
    device.run_cycles(600)
    assert device.read(10000).endswith(good.target)
    bad, done = read_results(device, 2)
    assert (bad.ok, bad.error, done.ok, done.error, done.user) == (False, 4, True, 0, 7)


def test_empty_beat_may_end_a_packet(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 11)
    packets = [traffic.packet(3 * device.beat_bytes), traffic.packet(40)]
    device.command(packets[0].command, 0)
    device.write(packets[0].source, last=False)
    device.write(b"", last=True)
    traffic.write(packets[1], 1)
    device.run(results=2)
    device.run_cycles(600)
    assert device.read(10000) == b"".join(packet.target for packet in packets)
    assert [(r.ok, r.error) for r in read_results(device, 2)] == [(True, 0), (True, 0)]


@pytest.mark.parametrize("place", [0, 1, 3, 4])
def test_command_that_means_nothing_is_refused(device: Stream, name: str, place: int) -> None:
    traffic = Traffic(device, name, 12)
    packed = bytearray(traffic.packet(16).command.packed())
    packed[place] ^= 0x84  # a flag, another mode, bytes of an absent tag or AAD
    device.command(bytes(packed))
    device.write(bytes(64), last=True)
    refused(device, 1)
    traffic.go([traffic.packet() for _ in range(5)])


def test_refused_command_does_not_reach_the_packet_in_front(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 18)
    packets = [traffic.packet(100) for _ in range(6)]
    wrong = bytearray(packets[0].command.packed())
    wrong[4:8] = (70).to_bytes(4, "little")  # AAD, absent in XTS
    for number, packet in enumerate(packets):
        traffic.write(packet, number)
        device.command(bytes(wrong), number)
        device.write(bytes(32), last=True)
    device.run(results=12)
    device.run_cycles(600)
    results = read_results(device, 12)
    assert [(result.ok, result.error) for result in results] == [(True, 0), (False, 1)] * 6
    assert device.read(1000) == b"".join(packet.target for packet in packets)


@pytest.mark.parametrize("name", ["encrypt-turns"], indirect=True)
def test_direction_without_hardware_is_refused(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 13)
    device.command(Command("xts", True, 0, bytes(16), tag_bytes=0))
    device.write(bytes(64), last=True)
    refused(device, 1)
    traffic.go([traffic.packet() for _ in range(5)])


def test_slot_that_is_forgotten_has_no_key(device: Stream, name: str) -> None:
    traffic = Traffic(device, name, 14)
    packet = traffic.packet(50)
    slot = packet.command.slot
    device.clear_key(slot)
    device.run()
    device.run_cycles(400)
    device.command(packet.command)
    device.write(packet.source, last=True)
    refused(device, 2)
    device.load_key(traffic.keys[slot], slot)
    device.run()
    traffic.go([packet, *(traffic.packet() for _ in range(5))])


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["two"], indirect=True)
@pytest.mark.parametrize("over", [0, 1])
def test_no_more_blocks_than_the_standard_allows(device: Stream, name: str, over: int) -> None:
    traffic = Traffic(device, name, 16)
    # OpenSSL has the same limit: the block beyond the limit is not compared.
    packet, good = traffic.packet(16 * (1 << 20)), traffic.packet(100)
    device.command(packet.command)
    device.write(packet.source + bytes(16 * over), last=True)
    traffic.write(good, 1)
    device.run(results=2)
    device.run_cycles(600)
    text = device.read(1 << 25)
    assert text.startswith(packet.target)
    assert text.endswith(good.target)
    assert len(text) == len(packet.target) + 16 * over + 100
    long, done = read_results(device, 2)
    assert (long.ok, long.error) == ((False, 5) if over else (True, 0))
    assert (done.ok, done.error, done.user) == (True, 0, 1)


@pytest.mark.parametrize("way", ["zeroise", "reset"])
def test_all_is_forgotten_in_the_middle_of_packets(device: Stream, name: str, way: str) -> None:
    traffic = Traffic(device, name, 15)
    for cycles in (0, 1, 2, 5, 20, 60, 90, 130, 170, 230, 300):
        packets = [traffic.packet() for _ in range(30)]
        for packet in packets:
            device.command(packet.command)
            device.write(packet.source, last=True)
        device.run_cycles(cycles)
        getattr(device, way)()
        device.read(10**6)
        while device.read_beat() is not None or device.read_result() is not None:
            pass
        device.run_cycles(600)
        assert not device.read(1), "text from before the clear came out"
        device.command(packets[0].command)
        device.write(bytes(16), last=True)
        refused(device, 2)
        traffic.load_keys()
        traffic.go([traffic.packet() for _ in range(6)])
