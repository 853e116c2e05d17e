# SPDX-License-Identifier: Apache-2.0
"""roundel_stream_interleaved, CBC encryption of many streams at once, against OpenSSL.

With the modules inside: roundel_interleaved_commands, roundel_interleaved_beats,
roundel_interleaved_admission, roundel_interleaved_sink, roundel_slot_usage, roundel_keep_decoder,
roundel_chain, roundel_chain_ready_queue, roundel_chain_ready, roundel_lut_ram and
roundel_memory_clear.

State space: streams with beats in any alternation, from one stream to all, packets of every small
length, keys that change, pauses on each side; illegal packets; zeroise and reset in the middle of
packets. Parameter space: a ring with a block per cycle and a ring of several turns, one slot,
several and 512, few streams and many, every key size.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cryptography_vectors
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from roundel.sim.stream import Beat, Command, Result, Stream

TOP = "roundel_stream_interleaved"
DESIGNS: dict[str, dict[str, int]] = {
    "deep": {"Streams": 128, "Rounds": 10, "Stages": 6, "Sbox": 1, "KeySlots": 4},
    "turns": {"Streams": 16, "Depth": 8, "KeyBits": 256, "Rounds": 2, "Stages": 3, "KeySlots": 4},
    "small": {"Streams": 2, "Depth": 2, "KeyBits": 192, "KeySlots": 1, "PacketDepth": 18},
    "many": {"Streams": 32, "Depth": 8, "Rounds": 10, "Stages": 2, "Sbox": 0, "KeySlots": 512},
}
TURNS = {"deep": 1, "turns": 7, "small": 12, "many": 1}  # of a block through the ring
SLOTS = {name: values["KeySlots"] for name, values in DESIGNS.items()}


@dataclass(frozen=True)
class Packet:
    """A packet of a stream, and the expected result."""

    command: Command
    source: bytes
    target: bytes
    error: int = 0


class Traffic:
    """Packets of many streams from a seed, through a device."""

    def __init__(self, device: Stream, seed: int) -> None:
        self.device = device
        self.random = random.Random(seed)
        self.slots = SLOTS[device.name]
        self.keys = [self.random.randbytes(device.key_bytes) for _ in range(self.slots)]
        self.load()

    def load(self) -> None:
        for slot, key in enumerate(self.keys):
            self.device.load_key(key, slot)
        self.device.run()

    def packet(self, stream: int, blocks: int | None = None) -> Packet:
        """A random packet of a stream, of a random size by default."""
        some = self.random
        if blocks is None:
            blocks = some.choice([0, 1, 1, 2, 3, 4, 5, some.randrange(20)])
        slot, iv, source = (
            some.randrange(self.slots),
            some.randbytes(16),
            some.randbytes(16 * blocks),
        )
        work = Cipher(algorithms.AES(self.keys[slot]), modes.CBC(iv)).encryptor()
        command = Command("cbc", False, slot, iv, tag_bytes=0, stream=stream)
        return Packet(command, source, work.update(source) + work.finalize())

    def write(self, packets: list[Packet], burst: int = 1) -> None:
        """Write packets: streams at random, up to `burst` beats of one in a row.

        First beats go in the order of their commands.
        """
        queues: dict[int, list[tuple[int, Packet]]] = {}
        for number, packet in enumerate(packets):
            queues.setdefault(packet.command.stream, []).append((number, packet))
        beats: dict[int, list[tuple[bytes, bool, int | None]]] = {}
        for stream, queue in queues.items():
            beats[stream] = []
            for number, packet in queue:
                parts = [packet.source[i : i + 16] for i in range(0, len(packet.source), 16)] or [
                    b""
                ]
                for i, part in enumerate(parts):
                    first = number if i == 0 else None
                    beats[stream].append((part, i == len(parts) - 1, first))
        left = [stream for stream in beats if beats[stream]]
        while left:
            place = self.random.randrange(len(left))
            stream = left[place]
            self.device.choose(stream)
            for _ in range(self.random.randint(1, burst)):
                part, last, first = beats[stream].pop(0)
                if first is not None:
                    self.device.command(packets[first].command, first)
                self.device.write(part, last=last, user=stream)
                if not beats[stream]:
                    left[place] = left[-1]
                    left.pop()
                    break

    def expect(self, packets: list[Packet]) -> list[Result]:
        """Run until all packets are finished, and compare the results."""
        self.device.run(results=len(packets))
        self.device.run_cycles(300)
        for stream in range(self.device.streams):
            wanted = b"".join(p.target for p in packets if p.command.stream == stream)
            self.device.choose(stream)
            assert self.device.read(len(wanted) + 1) == wanted, f"stream {stream}"
        results = read_results(self.device, len(packets))
        for stream in range(self.device.streams):
            wanted_numbers = [i for i, p in enumerate(packets) if p.command.stream == stream]
            assert [r.user for r in results if r.stream == stream] == wanted_numbers
        for result in results:
            error = packets[result.user].error
            assert (result.ok, result.error) == (error == 0, error)
        assert self.device.read_result() is None
        return results

    def go(self, packets: list[Packet], burst: int = 1) -> list[Result]:
        self.write(packets, burst)
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
    with Stream.open(design_name, DESIGNS[design_name], top=TOP) as opened:
        yield opened


@pytest.mark.parametrize(("idle", "stall"), [(0, 0), (0.3, 0.3), (0, 0.8), (0.8, 0)])
@pytest.mark.parametrize("burst", [1, 9])
def test_packets_of_many_streams_are_as_openssl_has_them(
    device: Stream, idle: float, stall: float, burst: int
) -> None:
    traffic = Traffic(device, 1)
    device.set_stalls(2, idle, stall)
    for active in (1, 2, 5, device.streams):
        streams = traffic.random.sample(range(device.streams), min(active, device.streams))
        traffic.go([traffic.packet(traffic.random.choice(streams)) for _ in range(150)], burst)


def loop_cycles(name: str) -> int:
    """Cycles from a block to the next block of the stream (head of roundel_stream_interleaved)."""
    values = DESIGNS[name]
    rounds = values.get("KeyBits", 128) // 32 + 6
    block_ram = 2 if values["KeySlots"] > 256 else 0  # cycles in front of the ring
    ring = rounds * values.get("Stages", 1) + block_ram
    return ring + 2 + 4 + (3 if TURNS[name] > 1 else 0)


def test_one_stream_takes_its_latency_a_block(device: Stream, design_name: str) -> None:
    traffic = Traffic(device, 3)
    device.keep_beats(True)
    for sizes in ([40], [1, 2, 3] * 8, [1] * 30):
        traffic.go([traffic.packet(1, size) for size in sizes])
        cycles = [beat.cycle for beat in read_beats(device)]
        steps = {after - before for before, after in pairwise(cycles)}
        assert steps == {loop_cycles(design_name)}


def test_enough_streams_in_turn_take_all_that_the_ring_can(
    device: Stream, design_name: str
) -> None:
    traffic = Traffic(device, 4)
    device.keep_beats(True)
    turns = TURNS[design_name]
    enough = -(-loop_cycles(design_name) // turns)
    for active in {min(number, device.streams) for number in (enough, enough + 8, 256)}:
        packets = [traffic.packet(stream, 100) for stream in range(active)]
        rotate(traffic, packets, shuffle=False)
        traffic.expect(packets)
        cycles = [beat.cycle for beat in read_beats(device)]
        first, last = 20 * active, 80 * active
        # A ring with several turns accepts one ring of blocks in a row, then none.
        assert abs(cycles[last] - cycles[first] - (last - first) * turns) <= 6 * (turns - 1)


@pytest.mark.parametrize("name", ["deep", "turns"])
def test_streams_need_not_come_in_turn(name: str) -> None:
    with Stream.open(name, DESIGNS[name], top=TOP) as device:
        traffic = Traffic(device, 17)
        device.keep_beats(True)
        packets = [traffic.packet(stream, 100) for stream in range(device.streams)]
        rotate(traffic, packets, shuffle=True)
        traffic.expect(packets)
        cycles = [beat.cycle for beat in read_beats(device)]
        first, last = 20 * device.streams, 80 * device.streams
        assert cycles[last] - cycles[first] <= 1.02 * (last - first) * TURNS[name]


def rotate(traffic: Traffic, packets: list[Packet], *, shuffle: bool) -> None:
    """Write packets of equal length, one per stream: the first block of each, then the next."""
    device = traffic.device
    for number, packet in enumerate(packets):
        device.command(packet.command, number)
    order = list(packets)
    for i in range(0, len(packets[0].source), 16):
        for packet in order:
            device.choose(packet.command.stream)
            last = i + 16 == len(packet.source)
            device.write(packet.source[i : i + 16], last=last, user=packet.command.stream)
        if shuffle:
            traffic.random.shuffle(order)


def read_beats(device: Stream) -> list[Beat]:
    beats = []
    while beat := device.read_beat():
        beats.append(beat)
    return beats


def test_short_packets_of_many_streams_follow_each_other() -> None:
    # A command takes three cycles: packets of three blocks and more leave no gap.
    with Stream.open("deep", DESIGNS["deep"], top=TOP) as device:
        traffic = Traffic(device, 5)
        packets = [traffic.packet(stream, 3) for _ in range(6) for stream in range(128)]
        for number, packet in enumerate(packets):
            device.command(packet.command, number)
            device.choose(packet.command.stream)
            device.write(packet.source, last=True, user=packet.command.stream)
        results = traffic.expect(packets)
        taken = results[-1].cycle - results[200].cycle
        assert taken <= 3 * (len(results) - 201) * 1.05


def test_keys_change_while_packets_run(device: Stream) -> None:
    traffic = Traffic(device, 6)
    packets = []
    for number in range(60):
        packet = traffic.packet(traffic.random.randrange(device.streams))
        packets.append(packet)
        device.command(packet.command, number)
        device.choose(packet.command.stream)
        device.write(packet.source, last=True, user=packet.command.stream)
        if number % 7 == 3:
            # Accepted packets have the old key; later packets of this slot wait.
            device.run(waiting=0)
            slot = traffic.random.randrange(traffic.slots)
            traffic.keys[slot] = traffic.random.randbytes(device.key_bytes)
            device.load_key(traffic.keys[slot], slot)
            device.run_cycles(3)
    traffic.expect(packets)


def test_a_key_waits_for_the_packets_of_its_own_slot_alone() -> None:
    for name in ("deep", "turns"):
        with Stream.open(name, DESIGNS[name], top=TOP) as device:
            traffic = Traffic(device, 7)
            held = [with_slot(traffic, stream, 4, stream % 2) for stream in range(8)]
            for number, packet in enumerate(held):
                device.command(packet.command, number)
                device.choose(packet.command.stream)
                device.write(packet.source[:32], last=False)
            device.run()
            # All packets are unfinished. Slot 2 has no packet, slot 1 four.
            traffic.keys[2] = traffic.random.randbytes(device.key_bytes)
            device.load_key(traffic.keys[2], 2)
            device.run()
            device.load_key(traffic.random.randbytes(device.key_bytes), 1)
            device.run_cycles(2000)
            assert device.keys_waiting == 1
            more = with_slot(traffic, 9, 5, 2)
            for packet in [p for p in held if p.command.slot == 1]:
                device.choose(packet.command.stream)
                device.write(packet.source[32:], last=True)
            device.run(results=4)
            assert device.keys_waiting == 0
            for packet in [p for p in held if p.command.slot == 0]:
                device.choose(packet.command.stream)
                device.write(packet.source[32:], last=True)
            device.command(more.command, 8)
            device.choose(9)
            device.write(more.source, last=True)
            traffic.expect([*held, more])


def with_slot(traffic: Traffic, stream: int, blocks: int, slot: int) -> Packet:
    while (packet := traffic.packet(stream, blocks)).command.slot != slot:
        pass
    return packet


def test_a_beat_waits_for_its_command_and_a_third_command_for_a_place(device: Stream) -> None:
    traffic = Traffic(device, 8)
    first, *more = [traffic.packet(1, 2) for _ in range(4)]
    device.choose(1)
    device.write(first.source, last=True)
    device.run_cycles(500)
    assert not device.read(1)
    device.command(first.command, 0)
    device.run(results=1)
    # Two are held; the third waits until the first packet has come in.
    for number, packet in enumerate(more, 1):
        device.command(packet.command, number)
    device.run_cycles(200)
    for packet in more:
        device.write(packet.source, last=True)
    traffic.expect([first, *more])


def test_command_that_means_nothing_is_refused(device: Stream) -> None:
    traffic = Traffic(device, 9)
    good = Command("cbc", False, 0, bytes(16), tag_bytes=0, stream=1)
    wrong: list[dict[str, object]] = [
        {"mode": "ecb"},
        {"decrypt": True},
        {"slot": traffic.slots},
        {"aad_bytes": 1},
        {"tag_bytes": 16},
        {"stream": 1 + device.streams},
    ]
    packets = []
    for values in wrong:
        size = 16 * traffic.random.randrange(4)
        packets.append(Packet(replace(good, **values), bytes(size), b"", 1))  # type: ignore[arg-type]
        packets.append(traffic.packet(1, 2))
    for number, packet in enumerate(packets):
        device.command(packet.command, number)
        device.choose(1)
        device.write(packet.source, last=True)
    device.run(results=len(packets))
    device.run_cycles(300)
    assert device.read(10000) == b"".join(packet.target for packet in packets)
    results = read_results(device, len(packets))
    assert [r.error for r in results] == [1, 0] * len(wrong)
    assert [r.user for r in results] == [*range(len(packets))]
    assert all(r.stream == 1 and r.ok == (r.error == 0) for r in results)


def test_slot_without_a_key_is_refused(device: Stream) -> None:
    traffic = Traffic(device, 10)
    slot = traffic.slots - 1
    device.clear_key(slot)
    device.run()
    device.run_cycles(10)
    packets = []
    for _ in range(40):
        packet = traffic.packet(traffic.random.randrange(device.streams))
        refused = packet.command.slot == slot
        packets.append(replace(packet, target=b"", error=2) if refused else packet)
    traffic.go(packets)


def test_text_that_is_not_whole_blocks(device: Stream) -> None:
    traffic = Traffic(device, 11)
    for size in (1, 15, 17, 47):
        packet = traffic.packet(0, 3)
        device.command(packet.command, 0)
        device.choose(0)
        device.write(packet.source[:size], last=True)
        good = traffic.packet(0, 3)
        device.command(good.command, 1)
        device.write(good.source, last=True)
        device.run(results=2)
        device.run_cycles(100)
        text = device.read(1000)
        whole = size // 16 * 16
        assert (text[:whole], text[size:]) == (packet.target[:whole], good.target)
        assert [r.error for r in read_results(device, 2)] == [5, 0]


def test_holes_in_tkeep_are_an_error_of_that_packet_alone(device: Stream) -> None:
    traffic = Traffic(device, 12)
    full = 0xFFFF
    for keeps in (
        [0b1011],
        [full & ~1],
        [full, 0b0111, full],
        [0b1, full],
        [0, full],
        [full, 0, 1],
    ):
        device.choose(1)
        device.command(traffic.packet(1, 0).command, 0)
        for number, keep in enumerate(keeps):
            device.write_beat(bytes(16), keep, last=number == len(keeps) - 1)
        others = [traffic.packet(stream, 2) for stream in (0, 1)]
        for number, packet in enumerate(others):
            device.command(packet.command, 1 + number)
            device.choose(packet.command.stream)
            device.write(packet.source, last=True)
        device.run(results=3)
        device.run_cycles(100)
        for packet in others:
            device.choose(packet.command.stream)
            assert device.read(1000).endswith(packet.target)
        results = sorted(read_results(device, 3), key=lambda result: result.user)
        assert [result.error for result in results] == [4, 0, 0]


def test_a_null_beat_may_end_a_packet(device: Stream) -> None:
    traffic = Traffic(device, 13)
    device.keep_beats(True)
    packet = traffic.packet(1, 3)
    device.command(packet.command, 7)
    device.choose(1)
    device.write(packet.source, last=False, user=3)
    device.write(b"", last=True, user=4)
    device.run(results=1)
    device.run_cycles(100)
    assert device.read(1000) == packet.target
    (result,) = read_results(device, 1)
    assert (result.ok, result.error, result.user, result.stream) == (True, 0, 7, 1)
    seen = [(beat.keep, beat.last, beat.user, beat.stream) for beat in read_beats(device)]
    assert seen == [(0xFFFF, False, 3, 1)] * 3 + [(0, True, 4, 1)]


@pytest.mark.parametrize("way", ["zeroise", "reset"])
def test_zeroise_in_the_middle_of_packets(device: Stream, way: str) -> None:
    traffic = Traffic(device, 14)
    for cycles in (0, 1, 2, 5, 20, 40, 60, 100, 101, 102, 103):
        traffic.write([traffic.packet(stream, 20) for stream in range(device.streams)])
        device.run_cycles(cycles)
        getattr(device, way)()
        for stream in range(device.streams):
            device.choose(stream)
            device.read(10**6)
        while device.read_result():
            pass
        device.run_cycles(1000)
        # No text is left, nor a result, nor a key.
        assert device.read_result() is None
        refused = traffic.packet(0, 2)
        traffic.go([replace(refused, target=b"", error=2)])
        traffic.load()
        streams = [traffic.random.randrange(device.streams) for _ in range(20)]
        traffic.go([traffic.packet(stream) for stream in streams])


def test_the_same_seed_gives_the_same_run(design_name: str) -> None:
    runs = []
    for _ in range(2):
        with Stream.open(design_name, DESIGNS[design_name], top=TOP) as device:
            traffic = Traffic(device, 15)
            device.set_stalls(16, 0.4, 0.4)
            runs.append(traffic.go([traffic.packet(i % device.streams) for i in range(50)], 3))
    assert runs[0] == runs[1]


@pytest.mark.parametrize("name", DESIGNS)
def test_multiblock_messages_of_nist(name: str) -> None:
    # AESAVS section 6.4: ten messages of one to ten blocks, each with its own key and IV.
    bits = DESIGNS[name].get("KeyBits", 128)
    path = f"ciphers/AES/CBC/CBCMMT{bits}.rsp"
    with cryptography_vectors.open_vector_file(path, "r") as file:
        text = file.read().partition("[ENCRYPT]")[2].partition("[DECRYPT]")[0]
    fields = [
        {key: bytes.fromhex(value) for key, value in re.findall(r"(KEY|IV|\w+TEXT) = (\w+)", part)}
        for part in text.split("COUNT = ")[1:]
    ]
    assert len(fields) == 10
    slots = SLOTS[name]
    with Stream.open(name, DESIGNS[name], top=TOP) as device:
        for number, vector in enumerate(fields):
            slot, stream = number % slots, number % device.streams
            device.load_key(vector["KEY"], slot)
            device.run()
            device.command(Command("cbc", False, slot, vector["IV"], tag_bytes=0, stream=stream))
            device.choose(stream)
            device.write(vector["PLAINTEXT"], last=True)
            device.run()
        device.run(results=10)
        device.run_cycles(100)
        assert all(result.ok for result in read_results(device, 10))
        for stream in range(min(10, device.streams)):
            wanted = fields[stream :: device.streams]
            device.choose(stream)
            assert device.read(10**6) == b"".join(vector["CIPHERTEXT"] for vector in wanted)
