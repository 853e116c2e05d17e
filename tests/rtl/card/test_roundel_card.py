# SPDX-License-Identifier: Apache-2.0
"""roundel_card, through the driver and at its window, against OpenSSL.

With the modules inside: roundel_card_window, roundel_card_registers, roundel_card_input,
roundel_card_output, roundel_card_source, roundel_card_sink, roundel_request_packets,
roundel_request_results, roundel_command_boundary, roundel_upsizer, roundel_downsizer,
roundel_axil_bridge and the modules of roundel_axi.

State space: random packets of every mode, both directions, changing keys, many in flight, FIFOs
that fill and wrap; packets of several modes and key sizes behind each other; accesses of 8, 16 and
64 bytes; refused accesses; zeroise in the middle.
Parameter space: one, two and four lanes, FIFOs of 16 blocks and of 512.
"""

import random
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, load_config
from roundel.sim.driver import ACCESSES, Access, Card, Request, Result, library
from roundel.sim.simulated import Simulated
from roundel.verify.packet_campaigns import Shape
from roundel.verify.packet_exchange import Packet, draw

SMALL = {"InputBlocks": 16, "OutputBlocks": 16, "ResultBlocks": 16}
CARDS: dict[str, tuple[str, tuple[str, ...], Mapping[str, int]]] = {
    "gcm": ("gcm-1", ("Stages=1",), {}),
    "gcm-2-small": ("gcm-1", ("Lanes=2", "Rounds=2", "Stages=1", "KeyBits=192"), SMALL),
    "xts-4": ("xts-1", ("Lanes=4", "Rounds=1", "Stages=1"), SMALL),
    "ecb": ("ecb-1", ("Rounds=1", "Stages=1"), {}),
    "ctr-2": ("ctr-2", ("Rounds=2", "Stages=2", "KeyBits=256"), SMALL),
    "cbc": ("cbc-1", ("Rounds=2", "Stages=1"), SMALL),
    "modes": (
        "gcm-1",
        ("Modes=ecb+cbc+ctr+gcm+cfb", "KeySizes=128+256", "Rounds=7", "Stages=1"),
        SMALL,
    ),
    "modes-2": ("ctr-2", ("Modes=ecb+cbc+cfb", "Rounds=2", "Stages=2"), {}),
}

ERROR_KEY = -7
ERROR_COMMAND = -8
ERROR_LENGTH = -9
ERROR_TAG = -6

# Registers of the window.
CONTROL, STATUS, ERRORS = 0x010, 0x014, 0x018
KEY, KEY_COMMAND = 0x080, 0x028
CARD_STATUS, INPUT_TAIL, OUTPUT_HEAD, RESULT_HEAD, LEVELS, CARD_ERRORS = range(0x1010, 0x1040, 8)
RESULTS, INPUT, OUTPUT = 0x2000, 0x4000, 0x6000
OVERRUN, UNDERRUN, REFUSED = 1, 2, 4


def configuration(name: str) -> tuple[Config, Mapping[str, int]]:
    """A card's configuration, and the sizes of its FIFOs."""
    preset, changes, sizes = CARDS[name]
    return load_config(preset, changes), sizes


def request_of(packet: Packet, *, select: bool = False) -> Request:
    """A packet as a request; with `select` the request selects the mode."""
    return Request(
        packet.source,
        slot=packet.slot,
        decrypt=packet.decrypt,
        counter_32=packet.short,
        iv=packet.iv,
        aad=packet.aad,
        tag_bytes=packet.tag_bytes,
        tag=packet.given,
        mode=packet.mode if select else None,
    )


def judge(packet: Packet, result: Result) -> None:
    """Compare the result of a packet with the expected result."""
    if not packet.ok:
        assert result.status == ERROR_TAG, packet.described()
        assert not any(result.data)
        return
    assert result.status == 0, packet.described()
    assert result.data == packet.target, packet.described()
    assert result.tag[: len(packet.tag)] == packet.tag, packet.described()


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("name", CARDS)
def test_packets_are_those_of_openssl(name: str, access: Access) -> None:
    config, sizes = configuration(name)
    shape, some = Shape.of(config), random.Random(f"{name} {access}")
    with Card.open(config, access=access, parameters=sizes) as card:
        keys = [shape.random_key(some) for _ in range(shape.slots)]
        for slot, key in enumerate(keys):
            card.load_key(key, slot)
        live: list[tuple[int, Packet]] = []
        for _ in range(150):
            if some.random() < 0.1:
                slot = some.randrange(len(keys))
                keys[slot] = shape.random_key(some)
                card.load_key(keys[slot], slot)
            mode = some.choice(shape.modes)
            packet = draw(some, mode, keys, 16, directions=shape.directions_of(mode))
            request = request_of(packet, select=len(shape.modes) > 1)
            ticket = card.submit(request)
            while ticket is None:
                first, sent = live.pop(0)
                judge(sent, card.wait(first))
                ticket = card.submit(request)
            live.append((ticket, packet))
        for ticket, packet in live:
            judge(packet, card.wait(ticket))


def test_a_packet_longer_than_the_queues_goes_through_them() -> None:
    config, sizes = configuration("gcm-2-small")
    some = random.Random(3)
    key, iv, data = some.randbytes(24), some.randbytes(12), some.randbytes(50_001)
    with Card.open(config, parameters=sizes) as card:
        card.load_key(key)
        ticket = card.submit(Request(data, iv=iv, tag_bytes=16))
        assert ticket is not None
        found = card.wait(ticket)
        assert found.data + found.tag == AESGCM(key).encrypt(iv, data, b"")


def test_what_fails_disturbs_no_other() -> None:
    """An empty slot, an illegal length for XTS, and packets around both."""
    config, sizes = configuration("xts-4")
    some = random.Random(5)
    keys = [some.randbytes(32)]
    with Card.open(config, parameters=sizes) as card:
        card.load_key(keys[0])
        good = [draw(some, "xts", keys, 16) for _ in range(4)]
        bad = [
            (Request(bytes(64), slot=2, iv=bytes(16)), ERROR_KEY),
            (Request(bytes(15), iv=bytes(16)), ERROR_LENGTH),
            (Request(b"", iv=bytes(16)), ERROR_LENGTH),
        ]
        tickets = []
        for packet, (request, _) in zip(good, [*bad, bad[0]], strict=True):
            tickets += [card.submit(request_of(packet)), card.submit(request)]
        for place, ticket in enumerate(tickets):
            assert ticket is not None
            result = card.wait(ticket)
            if place % 2 == 0:
                judge(good[place // 2], result)
            else:
                assert result.status == [*bad, bad[0]][place // 2][1]
                assert not any(result.data)


@pytest.mark.parametrize("name", ["modes", "modes-2"])
def test_the_driver_finds_the_modes_and_key_sizes(name: str) -> None:
    """A request without a mode has the mode of the facts."""
    config, sizes = configuration(name)
    numbers = {mode: design.choices("Mode")[mode] for mode in design.modes(config)}
    some = random.Random(7)
    with Card.open(config, parameters=sizes) as card:
        facts = card.facts
        forwards = [mode for mode in numbers if mode not in ("cbc", "cfb")]
        assert facts.decrypt_modes == sum(1 << number for number in numbers.values())
        assert facts.encrypt_modes == sum(1 << numbers[mode] for mode in forwards)
        assert facts.mode == numbers["gcm" if "gcm" in numbers else "ecb"]
        assert (facts.encrypts, facts.decrypts) == (True, True)
        assert facts.key_sizes == sum(1 << size // 64 - 2 for size in design.key_sizes(config))
        key = some.randbytes(facts.key_bytes)
        card.load_key(key)
        packet = draw(some, "gcm" if "gcm" in numbers else "ecb", [key], 16, text=48, right=True)
        ticket = card.submit(request_of(packet))
        assert ticket is not None
        judge(packet, card.wait(ticket))


def test_a_missing_mode_disturbs_no_other() -> None:
    """The driver refuses a mode that the device lacks; the hardware refuses a direction."""
    config, sizes = configuration("modes-2")
    some = random.Random(8)
    key = some.randbytes(16)
    with Card.open(config, parameters=sizes) as card:
        card.load_key(key)
        for mode in ("ecb", "cbc", "cfb", "cbc"):
            packet = draw(some, mode, [key], 16, text=64, directions=("decrypt",))
            good = card.submit(request_of(packet, select=True))
            bad = card.submit(Request(bytes(32), iv=bytes(16), mode="cfb"))
            for missing in ("ctr", "xts"):
                with pytest.raises(InputError, match="out of range"):
                    card.submit(Request(bytes(32), iv=bytes(16), mode=missing))
            with pytest.raises(InputError, match="out of range"):
                card.submit(Request(bytes(32), iv=bytes(60), tag_bytes=16, mode="gcm"))
            with pytest.raises(InputError, match="does not know the mode 'ofb'"):
                card.submit(Request(bytes(32), iv=bytes(16), mode="ofb"))
            assert good is not None
            assert bad is not None
            judge(packet, card.wait(good))
            result = card.wait(bad)
            assert (result.status, any(result.data)) == (ERROR_COMMAND, False)


def test_a_card_has_no_streams() -> None:
    config = load_config("gcm-1", ["Modes=cbc+ctr", "Streams=8"])
    with pytest.raises(InputError, match="has streams, and roundel_card has none"):
        Card.open(config)


def test_a_zeroise_ends_what_is_under_way() -> None:
    config, sizes = configuration("gcm-2-small")
    with Card.open(config, parameters=sizes) as card:
        card.load_key(bytes(24))
        tickets = [card.submit(Request(bytes(5000), iv=bytes(12), tag_bytes=16)) for _ in range(5)]
        card.zeroise()
        for ticket in tickets:
            assert ticket is not None
            result = card.wait(ticket)
            assert (result.status, any(result.data)) == (-10, False)
        ticket = card.submit(Request(bytes(20), iv=bytes(12), tag_bytes=16))
        assert ticket is not None
        assert card.wait(ticket).status == ERROR_KEY
        card.load_key(bytes(24))
        ticket = card.submit(Request(bytes(20), iv=bytes(12), tag_bytes=16))
        assert ticket is not None
        found = card.wait(ticket)
        assert found.data + found.tag == AESGCM(bytes(24)).encrypt(bytes(12), bytes(20), b"")


class Window(Simulated):
    """The window of a simulated card, access by access."""

    HARNESS = "roundel_card"
    PREFIX = "roundel_card_"

    def write(self, address: int, data: bytes) -> None:
        self._call("write", address, self._ffi.from_buffer("uint8_t[]", data), len(data))

    def write64(self, address: int, value: int) -> None:
        """One access of 64 bits."""
        self.write(address, struct.pack("<Q", value))

    def read(self, address: int, size: int = 8) -> bytes:
        """One access.

        Raises:
            FailureError: The card refuses it.
        """
        found = bytearray(size)
        buffer = self._ffi.from_buffer("uint8_t[]", found, require_writable=True)
        self._call("read", address, buffer, size)
        return bytes(found)

    def read64(self, address: int) -> int:
        """One access of 64 bits."""
        return int(struct.unpack("<Q", self.read(address))[0])

    def refused(self) -> int:
        """The card's ERRORS, then cleared."""
        found = self.read64(CARD_ERRORS)
        self.write64(CARD_ERRORS, found)
        return found

    def counts(self) -> list[int]:
        """Head and tail of the input, tails of output and results."""
        return list(struct.unpack("<4H", self.read(CARD_STATUS)))


@pytest.fixture
def window() -> Iterator[Window]:
    """The window of a card with FIFOs of 16 blocks, with a key of zeros in slot 0."""
    config, _ = configuration("gcm")
    path: Path = library.card_library(config, SMALL)
    with Window("the card", path) as found:
        found.write(KEY, bytes(8))
        found.write(KEY + 8, bytes(8))
        found.write(KEY_COMMAND, struct.pack("<I", 1 << 8))
        yield found


def request(size: int, iv: bytes = bytes(12)) -> bytes:
    """A request to encrypt, without its data."""
    return struct.pack("<4BIII", 0, 3, 0, 16, 0, 0, size) + iv.ljust(16, b"\0") + bytes(16)


def put(window: Window, count: int, blocks: bytes) -> int:
    """Write blocks behind a count, and return the next count."""
    for begin in range(0, len(blocks), 8):
        window.write(INPUT + (16 * count + begin) % 256, blocks[begin : begin + 8])
    return count + len(blocks) // 16


def test_the_window_says_what_it_is(window: Window) -> None:
    assert window.read(0, 4) == b"AES\0"
    assert window.read(0x1000) == b"CARD" + struct.pack("<HH", 0, 1)
    assert struct.unpack("<4H", window.read(0x1008)) == (16, 16, 16, 0)
    assert struct.unpack("<4H", window.read(LEVELS)) == (16, 0, 0, 0b101010)
    assert window.refused() == 0


def test_halves_of_a_block_come_in_any_order(window: Window) -> None:
    data = bytes(range(32))
    blocks = request(32) + data
    for begin in random.Random(1).sample(range(0, len(blocks), 8), len(blocks) // 8):
        window.write(INPUT + begin, blocks[begin : begin + 8])
    window.write64(INPUT_TAIL, len(blocks) // 16)
    while window.counts()[3] < 2:
        pass
    assert window.counts() == [5, 5, 2, 2]
    text = b"".join(window.read(OUTPUT + 8 * place) for place in range(4))
    tag = window.read(RESULTS) + window.read(RESULTS + 8)
    assert text + tag == AESGCM(bytes(16)).encrypt(bytes(12), data, b"")
    assert struct.unpack("<BxxxIQ", window.read(RESULTS + 16) + window.read(RESULTS + 24)) == (
        1, 32, 0,
    )  # fmt: skip
    # Reading changes nothing; released blocks and missing blocks read as zero.
    assert window.read(OUTPUT) == text[:8]
    assert window.read(OUTPUT + 32) == bytes(8)
    window.write64(OUTPUT_HEAD, 1)
    assert window.read(OUTPUT) == bytes(8)
    assert window.read(OUTPUT + 16) == text[16:24]
    window.write64(RESULT_HEAD, 2)
    assert window.read(RESULTS) == bytes(8)
    assert window.refused() == 0


def test_overrun_and_underrun_are_refused(window: Window) -> None:
    good = request(16) + b"a" * 16
    tail = put(window, 0, good)
    for wrong in (17, 0xFFFF, 0x8000):
        window.write64(INPUT_TAIL, wrong)
        assert window.refused() == OVERRUN
    window.write64(INPUT_TAIL, tail)
    for wrong in (2, 0xFFFF):
        while window.counts()[2] < 1:
            pass
        window.write64(OUTPUT_HEAD, wrong)
        assert window.refused() == UNDERRUN
        window.write64(RESULT_HEAD, 4)
        assert window.refused() == UNDERRUN
    assert window.counts()[2:] == [1, 2]
    text = window.read(OUTPUT) + window.read(OUTPUT + 8)
    assert text == AESGCM(bytes(16)).encrypt(bytes(12), b"a" * 16, b"")[:16]


def test_a_full_input_takes_nothing_more(window: Window) -> None:
    """The output and all FIFOs in front are full; then all results are right."""
    data = random.Random(2).randbytes(16 * 4000)
    want = AESGCM(bytes(16)).encrypt(bytes(12), data, b"")
    blocks, sent, tail, head, found = request(len(data)) + data, 0, 0, 0, b""
    stuck = 0
    while stuck < 50 and sent < len(blocks):
        room = struct.unpack("<4H", window.read(LEVELS))[0]
        part = blocks[sent : sent + 16 * room]
        tail = put(window, tail, part)
        window.write64(INPUT_TAIL, tail & 0xFFFF)
        sent += len(part)
        stuck = 0 if part else stuck + 1
    assert stuck == 50
    assert window.refused() == 0
    before = window.counts()
    window.write(INPUT + 16 * (tail % 16), b"x" * 8)
    assert window.refused() == OVERRUN
    window.write64(INPUT_TAIL, (tail + 1) & 0xFFFF)
    assert window.refused() == OVERRUN
    assert window.counts() == before
    while len(found) < len(data):
        level = struct.unpack("<4H", window.read(LEVELS))[1]
        for place in range(head, head + level):
            found += window.read(OUTPUT + 16 * (place % 16))
            found += window.read(OUTPUT + 16 * (place % 16) + 8)
        head += level
        window.write64(OUTPUT_HEAD, head & 0xFFFF)
        room = struct.unpack("<4H", window.read(LEVELS))[0]
        part = blocks[sent : sent + 16 * room]
        tail = put(window, tail, part)
        window.write64(INPUT_TAIL, tail & 0xFFFF)
        sent += len(part)
    assert found == want[:-16]
    while window.counts()[3] < 2:
        pass
    assert window.read(RESULTS) + window.read(RESULTS + 8) == want[-16:]
    assert window.refused() == 0


@pytest.mark.parametrize(
    ("address", "size", "write"),
    [
        (INPUT, 8, False),  # never readable
        (OUTPUT, 8, True),
        (RESULTS, 8, True),
        (INPUT, 4, True),  # half a word
        (INPUT + 256, 8, True),  # behind a queue of 16 blocks
        (OUTPUT + 256, 8, False),
        (RESULTS + 256, 8, False),
        (0x3000, 8, False),
        (0x1040, 8, False),
        (0x1010, 8, True),  # a read-only register
        (0x1008, 8, True),
    ],
)
def test_what_is_not_there_is_refused(
    window: Window, address: int, size: int, *, write: bool
) -> None:
    if write:
        window.write(address, b"\xff" * size)
    else:
        with pytest.raises(FailureError, match="refused a read"):
            window.read(address, size)
    assert window.refused() == REFUSED
    assert window.counts() == [0, 0, 0, 0]


def test_registers_of_32_bits_go_by_themselves(window: Window) -> None:
    """An unselected half is unchanged, and a missing half refuses the access."""
    assert window.read(0x008, 4) == window.read(0x008)[:4]
    assert window.read(0x00C, 4) == window.read(0x008)[4:]
    window.read(ERRORS, 4)
    assert window.read(ERRORS, 4) == bytes(4)
    with pytest.raises(FailureError, match="refused a read"):
        window.read(ERRORS)
    assert window.read(ERRORS, 4) == struct.pack("<I", 1 << 9)


def test_zeroise_overwrites_the_queues(window: Window) -> None:
    """Blocks written earlier are zeros to a later tail."""
    tail = put(window, 0, request(16) + b"secretsecretsecr")
    window.write(CONTROL, struct.pack("<I", 1))
    assert window.counts() == [0, 0, 0, 0]  # waits until all is forgotten
    assert window.read(STATUS, 4) == bytes(4)
    window.write64(INPUT_TAIL, tail)
    while window.counts()[3] < 2:
        pass
    # A request of zeros is no command of GCM: dropped, and the block behind begins another.
    assert window.read(RESULTS + 16)[0] == 0x10
    assert window.counts() == [4, 4, 0, 2]
