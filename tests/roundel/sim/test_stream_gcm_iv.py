# SPDX-License-Identifier: Apache-2.0
"""roundel_stream with GCM and IVs of any length: roundel_gcm_iv and roundel_gcm_start_queue.

State space: IVs of 1 to 600 bytes among IVs of 12 bytes, back to back and with pauses on each side,
in both directions; keys that change, and keys that load at full rate meanwhile; commands
refused in front of their further words; zeroise and reset within an IV; the cost in cycles.
Parameter space: one lane with a block per cycle, with a long pipeline and with a short pipeline;
two lanes with rings of several turns; keys of all lengths.
"""

import random
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from tests.roundel.sim.test_stream import DESIGNS as COMMON
from tests.roundel.sim.test_stream import SLOTS, Packet, Traffic, read_results

from roundel.base.errors import InputError
from roundel.sim.stream import Command, Stream

DESIGNS = {
    **COMMON,
    "short": {"Rounds": 14, "Stages": 1, "KeySlots": SLOTS, "KeyBits": 256},
}
LENGTHS = [*range(1, 12), *range(13, 140), 239, 240, 241, 255, 256, 257, 599, 600]


def product(x: int, y: int) -> int:
    """Product in the field of SP 800-38D section 6.3, algorithm 1: the first bit is the highest."""
    z = 0
    for i in range(127, -1, -1):
        if x >> i & 1:
            z ^= y
        y = (y >> 1) ^ (0xE1 << 120 if y & 1 else 0)
    return z


def ghash(h: int, data: bytes) -> int:
    y = 0
    for begin in range(0, len(data), 16):
        y = product(y ^ int.from_bytes(data[begin : begin + 16]), h)
    return y


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 16)


def gcm(key: bytes, iv: bytes, plain: bytes, extra: bytes) -> bytes:
    """SP 800-38D section 7.1 on a block cipher, for the IVs that OpenSSL does not accept."""
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    h = int.from_bytes(encryptor.update(bytes(16)))
    start = ghash(h, padded(iv) + (8 * len(iv)).to_bytes(16)).to_bytes(16)
    if len(iv) == 12:
        start = iv + (1).to_bytes(4)
    count = int.from_bytes(start[12:])
    blocks = 1 + -(-len(plain) // 16)
    counters = [start[:12] + ((count + i) % (1 << 32)).to_bytes(4) for i in range(blocks)]
    stream = encryptor.update(b"".join(counters))
    cipher = bytes(a ^ b for a, b in zip(plain, stream[16:], strict=False))
    lengths = (8 * len(extra)).to_bytes(8) + (8 * len(cipher)).to_bytes(8)
    tag = ghash(h, padded(extra) + padded(cipher) + lengths)
    return cipher + (tag ^ int.from_bytes(stream[:16])).to_bytes(16)


class IvTraffic(Traffic):
    """Packets with IVs of given lengths, or of random lengths, a quarter of 12 bytes."""

    lengths: list[int] | None = None

    def iv(self) -> bytes:
        if self.lengths:
            return self.random.randbytes(self.random.choice(self.lengths))
        some = self.random.choice([12, self.random.choice(LENGTHS), self.random.randrange(1, 62)])
        return self.random.randbytes(some)

    def seal(self, key: bytes, iv: bytes, plain: bytes, extra: bytes) -> bytes:
        if 8 <= len(iv) <= 128:
            return super().seal(key, iv, plain, extra)
        return gcm(key, iv, plain, extra)


@pytest.fixture(scope="module", params=DESIGNS)
def design_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(design_name: str) -> Iterator[Stream]:
    with Stream.open(design_name, DESIGNS[design_name]) as opened:
        yield opened


def test_the_reference_is_openssl_where_that_can_do_it() -> None:
    some = random.Random(1)
    for size in (8, 11, 12, 13, 16, 17, 60, 64, 127, 128):
        key, iv = some.randbytes(16), some.randbytes(size)
        plain, extra = some.randbytes(some.randrange(100)), some.randbytes(some.randrange(50))
        assert gcm(key, iv, plain, extra) == AESGCM(key).encrypt(iv, plain, extra)


# The test cases of McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B, with
# IVs of 8 bytes (5, 11, 17) and of 60 bytes (6, 12, 18). Keys are the first bytes of a key of 32
# bytes.
KEY = bytes.fromhex("feffe9928665731c6d6a8f9467308308") * 2
PLAIN = bytes.fromhex(
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
)
EXTRA = bytes.fromhex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
SHORT_IV = bytes.fromhex("cafebabefacedbad")
LONG_IV = bytes.fromhex(
    "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728"
    "c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b"
)
TAGS = {
    16: ("3612d2e79e3b0785561be14aaca2fccb", "619cc5aefffe0bfa462af43c1699d050"),
    24: ("65dcc57fcf623a24094fcca40d3533f8", "dcf566ff291c25bbb8568fc3d376a6d9"),
    32: ("3a337dbf46a792c45e454913fe2ea8f2", "a44a8266ee1c8eb0c8b5d4cf5ae9f19a"),
}


def test_test_cases_of_the_specification(device: Stream) -> None:
    key = KEY[: device.key_bytes]
    device.load_key(key)
    for iv, tag in zip((SHORT_IV, LONG_IV), TAGS[device.key_bytes], strict=True):
        cipher = AESGCM(key).encrypt(iv, PLAIN, EXTRA)[:-16]
        for decrypt in (False, True):
            right = bytes.fromhex(tag)
            command = Command("gcm", decrypt, 0, iv, len(EXTRA), 16, right if decrypt else b"")
            device.command(command)
            device.write(EXTRA, last=False)
            device.write(cipher if decrypt else PLAIN, last=True)
            device.run(results=1)
            device.run_cycles(100)
            assert device.read(1000) == (PLAIN if decrypt else cipher)
            (result,) = read_results(device, 1)
            assert (result.ok, result.tag) == (True, right)


@pytest.mark.parametrize(("idle", "stall"), [(0, 0), (0.3, 0.3), (0, 0.8), (0.8, 0)])
def test_ivs_of_all_lengths_among_packets_of_all_kinds(
    device: Stream, idle: float, stall: float
) -> None:
    traffic = IvTraffic(device, 1)
    device.set_stalls(2, idle, stall)
    traffic.go([traffic.packet() for _ in range(120)])


def test_every_length_once_back_to_back(device: Stream) -> None:
    traffic = IvTraffic(device, 3)
    packets = []
    for length in LENGTHS:
        traffic.lengths = [length]
        packets.append(traffic.packet(length % 40, length % 3))
    traffic.go(packets)


def test_a_very_long_iv(device: Stream) -> None:
    traffic = IvTraffic(device, 4)
    packets = []
    for length in (4099, 12, 65535, 16, 70000):
        traffic.lengths = [length]
        packets.append(traffic.packet(100, 10))
    traffic.go(packets)


def iv_cycles(length: int, turns: int) -> int:
    """The cost of an IV: its blocks, its length, and a cycle for each word after the second.

    In a ring with several turns the further words are always in time.
    """
    if length == 12:
        return 0
    late = max(0, -(-(length - 16) // 32) - 1) if turns == 1 else 0
    return -(-length // 16) + 1 + late


def test_an_iv_costs_its_blocks_and_one_for_its_length(device: Stream, design_name: str) -> None:
    traffic = IvTraffic(device, 5)
    turns = 12 // 3 if design_name == "two" else 1
    cases = [(128, [16]), (64, [12]), (576, [60]), (576, [16, 12]), (1500, [128, 1, 12, 60])]
    for size, lengths in cases[:2] if design_name == "short" else cases:
        packets = []
        for number in range(80):
            traffic.lengths = [lengths[number % len(lengths)]]
            packets.append(traffic.packet(size, 0))
        results = traffic.go(packets)
        cycles = results[-17].cycle - results[-57].cycle
        ivs = [iv_cycles(length, turns) for length in lengths]
        words = -(-size // device.beat_bytes) + 1
        wanted = 40 * turns * words + 40 // len(lengths) * turns * sum(ivs)
        # In rings with several turns, 40 packets end at any position of a turn; an IV may miss a
        # turn.
        assert abs(cycles - wanted) <= (80 if turns > 1 else 0)


@pytest.mark.parametrize(("size", "most"), [(16, 302), (60, 488)])
def test_commands_with_ivs_keep_their_rate(
    device: Stream, design_name: str, size: int, most: int
) -> None:
    """Packets of four blocks, shorter than their commands: the commands limit the rate."""
    traffic = IvTraffic(device, 6)
    traffic.lengths = [size]
    results = traffic.go([traffic.packet(64, 0) for _ in range(80)])
    turns = 12 // 3 if design_name == "two" else 1
    assert results[-17].cycle - results[-57].cycle <= most * turns


def test_keys_change_while_ivs_are_hashed(device: Stream) -> None:
    traffic = IvTraffic(device, 6)
    packets = []
    for number in range(90):
        packet = traffic.packet()
        packets.append(packet)
        traffic.write(packet, number)
        if number % 7 == 3:
            # Accepted packets have the old key; later packets of this slot wait.
            device.run(waiting=0)
            slot = traffic.random.randrange(SLOTS)
            traffic.keys[slot] = traffic.random.randbytes(device.key_bytes)
            device.load_key(traffic.keys[slot], slot)
            device.run_cycles(3)
    traffic.expect(packets)


@pytest.mark.parametrize("cycles", range(0, 40, 3))
def test_a_key_that_comes_between_the_words_of_a_command(device: Stream, cycles: int) -> None:
    # The key is for the next command at any time; packets ahead delay its acceptance.
    traffic = IvTraffic(device, 7)
    traffic.lengths = [200]
    packets: list[Packet] = []
    while len(packets) < 4:
        packet = traffic.packet(200, 0)
        if packet.command.slot == 1 and not packet.command.decrypt:
            packets.append(packet)
    for number, packet in enumerate(packets):
        device.command(packet.command, number)
    device.run_cycles(cycles)
    device.load_key(bytes(device.key_bytes), 1)
    device.run_cycles(1)
    # The key is for commands that begin after the accepted words.
    waiting = device.commands_waiting
    assert waiting
    for number, packet in enumerate(packets):
        device.write(packet.source, last=True, user=number)
    device.run(results=4)
    tags = [result.tag for result in read_results(device, 4)]
    words = 1 + -(-(200 - 16) // 32)
    taken = -(-(4 * words - waiting) // words)
    for number, (packet, tag) in enumerate(zip(packets, tags, strict=True)):
        assert (tag == packet.tag) == (number < taken)


def test_keys_and_ivs_at_full_rate_change_no_tag(device: Stream) -> None:
    # Products for a key delay words of GHASH. The recovery follows one pipeline latency later.
    traffic = IvTraffic(device, 8)
    for lengths, size in (([13, 60, 128], 300), ([1, 8, 16], 40), ([128], 9000), ([12, 600], 16)):
        traffic.lengths = lengths
        packets: list[Packet] = []
        while len(packets) < (12 if size > 1000 else 150):
            packet = traffic.packet(size, 0)
            if packet.command.slot != 3:
                packets.append(packet)
        for number, packet in enumerate(packets):
            traffic.write(packet, number)
        for _ in range(8):
            device.load_key(traffic.random.randbytes(device.key_bytes), 3)
        device.load_key(traffic.keys[3], 3)
        traffic.expect(packets)


@pytest.mark.parametrize("wrong", [{"slot": 200}, {"tag_bytes": 3}, {"slot": 2}], ids=str)
def test_words_of_a_refused_command_are_dropped(device: Stream, wrong: dict[str, int]) -> None:
    traffic = IvTraffic(device, 9)
    device.clear_key(2)
    device.run_cycles(500)
    some = random.Random(10)
    for length in (13, 16, 17, 48, 49, 80, 81, 300):
        good = traffic.packet(50, 10)
        while good.command.slot == 2:
            good = traffic.packet(50, 10)
        device.command(Command(iv=b"\xff" * length, **wrong), 7)  # type: ignore[arg-type]
        device.write(bytes(some.randrange(70)), last=True)
        traffic.write(good, 0)
        device.run(results=2)
        device.run_cycles(100)
        assert device.read(1000) == good.target
        refused, done = read_results(device, 2)
        error = 2 if wrong == {"slot": 2} else 1
        assert (refused.ok, refused.error, refused.user) == (False, error, 7)
        assert refused.tag == bytes(16)
        assert (done.ok, done.error, done.tag) == (good.ok, 0, good.tag)


def test_a_command_of_another_mode_has_no_further_words(device: Stream) -> None:
    traffic = IvTraffic(device, 11)
    good = traffic.packet(50, 10)
    packed = bytearray(Command("ctr", iv=bytes(16), tag_bytes=0).packed())
    packed[8:12] = (1000).to_bytes(4, "little")
    device.command(bytes(packed), 7)
    device.write(bytes(70), last=True)
    traffic.write(good, 0)
    device.run(results=2)
    assert device.read(1000) == good.target
    refused, done = read_results(device, 2)
    assert (refused.ok, refused.error) == (False, 1)
    assert (done.ok, done.error, done.tag) == (good.ok, 0, good.tag)


@pytest.mark.parametrize("way", ["zeroise", "reset"])
def test_zeroise_in_the_midst_of_an_iv(device: Stream, way: str) -> None:
    traffic = IvTraffic(device, 12)
    for cycles in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 17, 30, 60, 90, 110, 130, 150):
        for _ in range(4):
            device.command(Command(iv=bytes(100)))
            device.write(bytes(100), last=True)
        device.run_cycles(cycles)
        getattr(device, way)()
        device.read(10**6)
        device.run_cycles(300)
        assert not device.read(1), "text from before the clear came out"
        while device.read_beat():
            pass
        while device.read_result():
            pass
        for slot, key in enumerate(traffic.keys):
            device.load_key(key, slot)
        device.run()
        traffic.go([traffic.packet() for _ in range(4)])


def test_an_iv_of_gcm_is_not_empty() -> None:
    with pytest.raises(InputError):
        Command(iv=b"").packed()
    with pytest.raises(InputError):
        Command("ctr", iv=bytes(17)).packed()
    assert Command(iv=bytes(12)).packed()[8:16] == bytes(8)
    for size, words in ((1, 1), (16, 1), (17, 2), (48, 2), (49, 3)):
        assert len(Command(iv=bytes(size)).packed()) == 48 * words
