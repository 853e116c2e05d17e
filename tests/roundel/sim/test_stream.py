# SPDX-License-Identifier: Apache-2.0
"""roundel_stream with GCM, through its streams, against OpenSSL.

With the modules inside: roundel_skid_buffer, roundel_packet_source, roundel_packet_beats,
roundel_command_front_gcm, roundel_command_decision, roundel_command_check, roundel_byte_mask,
roundel_packet_framer, roundel_key_guard, roundel_packet_sink and roundel_stream_mode; roundel_gcm,
roundel_gcm_front, roundel_gcm_counters, roundel_gcm_tag, roundel_ghash_keys and roundel_lanes.

State space: packets of every small length of AAD and text, both directions, right and wrong tags of
every length, back to back and with pauses on each side; keys that change while packets run; illegal
packets; zeroise and reset in the middle of a packet. Parameter space: one lane with a block per
cycle, and two lanes with rings of several turns.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel import design
from roundel.base.errors import FailureError, InputError
from roundel.sim.stream import ERRORS, Command, Result, Stream

SLOTS = 4
DESIGNS = {
    "one": {"Rounds": 10, "Stages": 8, "KeySlots": SLOTS},
    "two": {"Lanes": 2, "Rounds": 3, "Stages": 1, "KeySlots": SLOTS, "KeyBits": 192},
}


@dataclass(frozen=True)
class Packet:
    """A packet, and the expected result."""

    command: Command
    aad: bytes
    source: bytes
    target: bytes
    ok: bool
    tag: bytes


class Traffic:
    """Packets from a seed, through a device."""

    def __init__(self, device: Stream, seed: int) -> None:
        self.device = device
        self.random = random.Random(seed)
        device.keep_beats(True)
        self.keys = [self.random.randbytes(device.key_bytes) for _ in range(SLOTS)]
        for slot, key in enumerate(self.keys):
            device.load_key(key, slot)
        device.run()

    def iv(self) -> bytes:
        """The IV of the next packet."""
        return self.random.randbytes(12)

    def seal(self, key: bytes, iv: bytes, plain: bytes, extra: bytes) -> bytes:
        """The ciphertext and its tag, by OpenSSL."""
        return AESGCM(key).encrypt(iv, plain, extra)

    def packet(self, text: int | None = None, aad: int | None = None) -> Packet:
        """A random packet, of a random size by default."""
        some = self.random
        beat = self.device.beat_bytes
        sizes = [0, 1, 15, 16, 17, beat, beat + 1, some.randrange(8 * beat), some.randrange(600)]
        text = some.choice(sizes) if text is None else text
        aad = some.choice([0, 0, *sizes]) if aad is None else aad
        slot, decrypt, iv = some.randrange(SLOTS), some.random() < 0.5, self.iv()
        extra, plain = some.randbytes(aad), some.randbytes(text)
        sealed = self.seal(self.keys[slot], iv, plain, extra)
        cipher, tag = sealed[:-16], sealed[-16:]
        compared = some.choice((4, 8, 12, 13, 14, 15, 16))
        given, ok = tag, True
        if decrypt and some.random() < 0.3:
            wrong = bytearray(tag)
            wrong[some.randrange(compared)] ^= 1 << some.randrange(8)
            given, ok = bytes(wrong), False
        if decrypt and ok:  # bytes without a comparison do not count
            given = given[:compared] + some.randbytes(16 - compared)
        command = Command("gcm", decrypt, slot, iv, aad, compared, given if decrypt else b"")
        source, target = (cipher, plain) if decrypt else (plain, cipher)
        return Packet(command, extra, source, target, ok, tag if ok else bytes(16))

    def write(self, packet: Packet, number: int) -> None:
        """Write a packet; a packet without text ends in one of two legal forms."""
        self.device.command(packet.command, number)
        ends = not packet.source and bool(packet.aad) and self.random.random() < 0.5
        if packet.aad:
            self.device.write(packet.aad, last=ends, user=number)
        if not ends:
            self.device.write(packet.source, last=True, user=number)

    def expect(self, packets: list[Packet]) -> list[Result]:
        """Run until all packets are finished, and compare the results."""
        wanted = b"".join(packet.target for packet in packets)
        self.device.run(results=len(packets))
        text = self.device.read(len(wanted))
        while len(text) < len(wanted):
            self.device.run_cycles(100)
            text += self.device.read(len(wanted))
        assert text == wanted
        self.compare_frames(packets)
        results = read_results(self.device, len(packets))
        for number, (packet, result) in enumerate(zip(packets, results, strict=True)):
            seen = (result.ok, result.error, result.tag, result.user)
            assert seen == (packet.ok, 0, packet.tag, number)
        self.device.run_cycles(300)
        assert not self.device.read(1)
        assert self.device.read_result() is None
        return results

    def compare_frames(self, packets: list[Packet]) -> None:
        """Each packet's text has separate beats, all full except the last."""
        size = self.device.beat_bytes
        for packet in packets:
            left = len(packet.target)
            while left:
                beat = self.device.read_beat()
                assert beat is not None
                assert beat.keep.bit_count() == min(left, size)
                left -= min(left, size)
                assert beat.last == (left == 0)

    def go(self, packets: list[Packet]) -> list[Result]:
        for number, packet in enumerate(packets):
            self.write(packet, number)
        return self.expect(packets)


def read_results(device: Stream, count: int) -> list[Result]:
    results = [device.read_result() for _ in range(count)]
    assert all(results)
    return [result for result in results if result is not None]


@pytest.fixture(scope="module", params=DESIGNS)
def design_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def device(design_name: str) -> Iterator[Stream]:
    with Stream.open(design_name, DESIGNS[design_name]) as opened:
        yield opened


@pytest.mark.parametrize(("idle", "stall"), [(0, 0), (0.3, 0.3), (0, 0.8), (0.8, 0)])
def test_packets_of_all_kinds_are_as_openssl_has_them(
    device: Stream, idle: float, stall: float
) -> None:
    traffic = Traffic(device, 1)
    device.set_stalls(2, idle, stall)
    traffic.go([traffic.packet() for _ in range(150)])


def test_every_length_around_a_beat(device: Stream) -> None:
    traffic = Traffic(device, 3)
    most = 2 * device.beat_bytes + 2
    traffic.go([traffic.packet(text, 0) for text in range(most)])
    traffic.go([traffic.packet(0, aad) for aad in range(most)])
    traffic.go([traffic.packet(most - aad, aad) for aad in range(most)])


def test_counter_wraps_in_its_32_bits(device: Stream) -> None:
    # The counters of the first 2**16 blocks carry from one half of the adder to the other.
    traffic = Traffic(device, 4)
    traffic.go([traffic.packet(16 * 65536 + 100, 0)])


def test_a_packet_costs_one_cycle_more_than_its_beats(device: Stream, design_name: str) -> None:
    traffic = Traffic(device, 5)
    turns = 12 // 3 if design_name == "two" else 1
    for size in (40, 64, 576, 1500):
        results = traffic.go([traffic.packet(size, 0) for _ in range(60)])
        cycles = results[-1].cycle - results[-21].cycle
        packet = turns * (-(-size // device.beat_bytes) + 1)
        # At most 32 packets are in flight (PacketDepth): three beats per packet leave a short pause
        # after 32 packets. A ring with several turns accepts three words in a row, then none for
        # nine cycles.
        assert abs(cycles - 20 * packet) <= (12 if turns > 1 else packet)


def test_keys_change_while_packets_run(device: Stream) -> None:
    traffic = Traffic(device, 6)
    packets = []
    for number in range(60):
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


def test_a_new_key_costs_packets_of_other_slots_next_to_nothing(device: Stream) -> None:
    traffic = Traffic(device, 7)
    packets: list[Packet] = []
    while len(packets) < 200:
        packet = traffic.packet(256, 0)
        if packet.command.slot != 3:
            packets.append(packet)
    quiet = traffic.go(packets)
    device.load_key(bytes(device.key_bytes), 3)
    busy = traffic.go(packets)
    turns = 4 if device.beat_bytes == 32 else 1
    delay = (busy[-1].cycle - busy[0].cycle) - (quiet[-1].cycle - quiet[0].cycle)
    # The zero block, and a product for each power.
    assert delay <= turns * (1 + 9 * device.beat_bytes // 16)


def test_refused_packets_do_not_take_the_tags_of_others(device: Stream) -> None:
    # A long tail, a refusal of one beat, and a packet whose tag follows the first tag at once.
    traffic = Traffic(device, 15)
    good = []
    for number in range(60):
        long = traffic.packet(160 + 16 * (number % 8), 0)
        short = traffic.packet(0, 0)
        traffic.write(long, 2 * number)
        for _ in range(1 + number % 3):
            device.command(Command("xts", False, 0, bytes(12)), 0xFFFF)
            device.write(bytes(16), last=True)
        traffic.write(short, 2 * number + 1)
        good += [long, short]
    refused = sum(1 + number % 3 for number in range(60))
    device.run(results=len(good) + refused)
    results = read_results(device, len(good) + refused)
    assert sum(result.user == 0xFFFF for result in results) == refused
    seen = [(r.ok, r.error, r.tag, r.user) for r in results if r.user != 0xFFFF]
    assert seen == [(p.ok, 0, p.tag, number) for number, p in enumerate(good)]


def test_a_key_that_loads_at_full_rate_changes_no_tag(device: Stream) -> None:
    traffic = Traffic(device, 16)
    for _ in range(3):
        packets: list[Packet] = []
        while len(packets) < 8:
            packet = traffic.packet(9000, 0)
            if packet.command.slot != 3:
                packets.append(packet)
        for number, packet in enumerate(packets):
            traffic.write(packet, number)
        device.load_key(traffic.keys[3], 3)
        traffic.expect(packets)


def test_slot_without_a_key_is_refused(device: Stream) -> None:
    traffic = Traffic(device, 8)
    device.clear_key(2)
    device.run_cycles(500)
    good = [traffic.packet(20, 0) for _ in range(3)]
    good = [packet for packet in good if packet.command.slot != 2]
    for number, packet in enumerate(good):
        device.command(Command("gcm", False, 2, bytes(12)), 99)
        device.write(bytes(100), last=True)
        traffic.write(packet, number)
    device.run(results=2 * len(good))
    assert device.read(1000) == b"".join(packet.target for packet in good)
    results = read_results(device, 2 * len(good))
    assert [result.error for result in results] == [2, 0] * len(good)
    assert all(result.tag == bytes(16) and not result.ok for result in results[::2])
    assert ERRORS[2] == "the key slot is empty"


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "xts"},
        {"slot": 200},
        *({"tag_bytes": size} for size in (0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 17, 20, 36, 255)),
    ],
    ids=str,
)
def test_command_that_means_nothing_is_refused(device: Stream, wrong: dict[str, object]) -> None:
    traffic = Traffic(device, 9)
    good = traffic.packet(50, 10)
    values: dict[str, object] = {"iv": bytes(12), **wrong}
    device.command(Command(**values), 7)  # type: ignore[arg-type]
    device.write(bytes(70), last=True)
    traffic.write(good, 0)
    device.run(results=2)
    assert device.read(1000) == good.target
    refused, done = read_results(device, 2)
    assert (refused.ok, refused.error, refused.tag, refused.user) == (False, 1, bytes(16), 7)
    assert (done.ok, done.error, done.tag) == (good.ok, 0, good.tag)


def test_a_key_sets_the_least_length_of_its_tags(device: Stream) -> None:
    traffic = Traffic(device, 17)
    text, sizes = bytes(40), (4, 8, 12, 13, 14, 15, 16)
    for least in (0, 4, 5, 8, 12, 14, 16):
        key = traffic.random.randbytes(device.key_bytes)
        device.load_key(key, 1, least_tag=least)
        device.run()
        device.run_cycles(3)
        sealed = AESGCM(key).encrypt(bytes(12), text, b"")
        for slot in (0, 1):  # slot 0 has a key without a limit
            for size in sizes:
                device.command(Command("gcm", False, slot, bytes(12), tag_bytes=size), size)
                device.write(text, last=True)
        device.run(results=2 * len(sizes))
        results = read_results(device, 2 * len(sizes))
        assert [r.error for r in results[:7]] == [0] * 7
        assert [r.error for r in results[7:]] == [int(size < least) for size in sizes]
        for result in results[7:]:
            assert result.tag == (sealed[-16:] if result.ok else bytes(16))
        device.run_cycles(300)
        device.read(10**6)


def test_a_new_least_length_is_for_later_commands(device: Stream) -> None:
    traffic = Traffic(device, 18)
    device.keep_order(True)
    for _ in range(20):
        old, new = traffic.random.choice([(0, 16), (16, 0)])
        device.load_key(bytes(device.key_bytes), 2, least_tag=old)
        device.command(Command("gcm", False, 2, bytes(12), tag_bytes=12), 1)
        device.load_key(bytes(device.key_bytes), 2, least_tag=new)
        device.command(Command("gcm", False, 2, bytes(12), tag_bytes=12), 2)
        device.write(bytes(16), last=True)
        device.write(bytes(16), last=True)
        device.run(results=2)
        seen = [result.error for result in read_results(device, 2)]
        assert seen == [int(old > 12), int(new > 12)]


def test_aad_of_another_length_than_its_command_says(device: Stream) -> None:
    traffic = Traffic(device, 10)
    beat = device.beat_bytes
    cases = [(beat + 1, beat, True), (5, 6, False), (5, 4, False), (beat, 0, True)]
    for said, given, last in cases:
        device.command(Command("gcm", False, 0, bytes(12), said))
        device.write(bytes(given), last=last)
        if not last:
            device.write(bytes(33), last=True)
        good = traffic.packet()
        traffic.write(good, 1)
        device.run(results=2)
        device.run_cycles(100)
        text = device.read(10000)
        assert text.endswith(good.target)
        bad, done = read_results(device, 2)
        assert (bad.ok, bad.error, bad.tag) == (False, 3, bytes(16))
        assert (done.ok, done.error, done.tag) == (good.ok, 0, good.tag)


def test_holes_in_tkeep_are_an_error_of_that_packet_alone(device: Stream) -> None:
    traffic = Traffic(device, 11)
    full = (1 << device.beat_bytes) - 1
    for keeps in ([0b1011], [full & ~1], [full, 0b0111, full], [0b1, full]):
        device.command(Command("gcm", False, 1, bytes(12)))
        for number, keep in enumerate(keeps):
            device.write_beat(bytes(16), keep, last=number == len(keeps) - 1)
        good = traffic.packet()
        traffic.write(good, 1)
        device.run(results=2)
        device.run_cycles(100)
        assert device.read(10000).endswith(good.target)
        bad, done = read_results(device, 2)
        assert (bad.ok, bad.error, bad.tag) == (False, 4, bytes(16))
        assert (done.ok, done.error, done.tag) == (good.ok, 0, good.tag)


def test_a_null_beat_may_end_a_packet(device: Stream) -> None:
    traffic = Traffic(device, 12)
    good = traffic.packet(3 * device.beat_bytes, 7)
    device.command(good.command, 0)
    device.write(good.aad, last=False)
    device.write(good.source, last=False)
    device.write(b"", last=True)
    device.run(results=1)
    device.run_cycles(200)
    assert device.read(1000) == good.target
    (result,) = read_results(device, 1)
    assert (result.ok, result.error, result.tag) == (good.ok, 0, good.tag)
    beats = [device.read_beat() for _ in range(4)]
    assert [beat.last for beat in beats if beat] == [False, False, False, True]
    assert beats[3] is not None
    assert beats[3].keep == 0


def test_what_goes_beside_a_beat_comes_out_beside_it(device: Stream) -> None:
    traffic = Traffic(device, 13)
    device.command(Command("gcm", False, 0, bytes(12)))
    for user in range(20):
        device.write(bytes(device.beat_bytes), last=user == 19, user=1000 + user)
    device.run(results=1)
    device.run_cycles(100)
    assert [beat.user for _ in range(20) if (beat := device.read_beat())] == [*range(1000, 1020)]
    assert traffic.keys


@pytest.mark.parametrize("way", ["zeroise", "reset"])
def test_zeroise_in_the_middle_of_a_packet(device: Stream, way: str) -> None:
    traffic = Traffic(device, 14)
    for cycles in (0, 1, 2, 5, 20, 40, 60, 100):
        device.command(Command("gcm", False, 0, bytes(12)))
        device.write(bytes(500 * device.beat_bytes), last=True)
        device.run_cycles(cycles)
        getattr(device, way)()
        device.read(10**6)
        device.run_cycles(300)
        assert not device.read(1), "text from before the clear came out"
        while device.read_beat():
            pass
        # No key is left.
        device.command(Command("gcm", False, 0, bytes(12)))
        device.write(bytes(16), last=True)
        device.run(results=1)
        (result,) = read_results(device, 1)
        assert result.error == 2
        for slot, key in enumerate(traffic.keys):
            device.load_key(key, slot)
        device.run()
        traffic.go([traffic.packet() for _ in range(4)])


@pytest.mark.parametrize("way", ["zeroise", "reset"])
def test_ports_are_offered_as_a_clear_ends(device: Stream, way: str) -> None:
    # A refused packet, keys and a good packet, starting in any cycle.
    traffic = Traffic(device, 15)

    def refused(cycles: int) -> int:
        """Offer a packet some cycles after the start of a clear; return its further wait."""
        getattr(device, way)()
        device.run_cycles(cycles)
        device.command(Command("gcm", False, 0, bytes(12)))
        device.write(traffic.random.randbytes(3 * device.beat_bytes), last=True)
        waited = 0
        while device.commands_waiting and waited < 1000:
            device.run_cycles(1)
            waited += 1
        device.run(results=1)
        assert read_results(device, 1)[0].error == 2
        return waited

    last = refused(0)
    for cycles in range(max(last - 9, 0), last + 2):
        refused(cycles)
        for slot, key in enumerate(traffic.keys):
            device.load_key(key, slot)
        device.run()
        getattr(device, way)()
        device.run_cycles(cycles)
        packet = traffic.packet(3 * device.beat_bytes)
        device.load_key(traffic.keys[packet.command.slot], packet.command.slot)
        device.run_cycles(2)  # a command accepted in the cycle of a key uses the old key
        traffic.go([packet])


def test_command_that_does_not_fit_its_fields() -> None:
    for wrong in ({"mode": "cfb"}, {"slot": 256}, {"aad_bytes": 1 << 32}, {"tag": bytes(17)}):
        with pytest.raises(InputError):
            Command(**wrong).packed()


def test_lanes_that_do_not_make_a_beat() -> None:
    with pytest.raises(FailureError, match="verilator failed"):
        Stream.open("three", {"Lanes": 3, "Rounds": 1, "Stages": 1})
    assert design.choices("Mode") == {"ecb": 0, "cbc": 1, "ctr": 2, "gcm": 3, "xts": 4}
