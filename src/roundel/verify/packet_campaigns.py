# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a simulated packet engine, and their expected results.

Packets follow at the full rate of the hardware, each with its own key. The expected results come
from NIST, RFC 3686, Wycheproof and OpenSSL.
"""

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from roundel import design
from roundel.base.errors import FailureError
from roundel.base.modes import is_chained
from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim.stream import Command, Stream
from roundel.verify import monte_carlo, vectors
from roundel.verify.monte_carlo import MonteCarlo
from roundel.verify.packet_exchange import BOTH, Exchange, Packet, draw
from roundel.verify.record import Tally

PACKETS = 600  # packets of the random campaign
SETTLE = 300  # cycles after which a device without input is empty
_ONE_WAY = ("ecb", "cbc", "xts")  # modes whose cipher direction is the packet's direction
_BATCH = 240  # published packets between two reads of the results
_LOOK = 100  # random packets between two reads of the results
_PAUSES = ((0.0, 0.0), (0.3, 0.3), (0.0, 0.8), (0.8, 0.0))  # probabilities at input and output


@dataclass(frozen=True)
class Shape:
    """The abilities of an engine for a campaign."""

    mode: str  # "ecb", "cbc", "ctr", "gcm" or "xts", or a set as "ctr+gcm"
    key_sizes: tuple[int, ...]  # bits of the cipher's key
    directions: tuple[str, ...]  # "encrypt", "decrypt" or both; with a set: of ECB
    slots: int  # key slots
    streams: int = 1  # streams of chained packets

    @classmethod
    def of(cls, config: Config) -> Self:
        """The shape of a configuration with a mode."""
        mode = "+".join(design.modes(config))
        whole = config.Direction == "both" or not set(design.modes(config)) & set(_ONE_WAY)
        directions = BOTH if whole else (config.Direction,)
        sizes = design.key_sizes(config)
        return cls(mode, sizes, directions, config.KeySlots, config.Streams)

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the set, or the only mode."""
        return tuple(self.mode.split("+"))

    def directions_of(self, mode: str) -> tuple[str, ...]:
        """The directions of packets of a mode. In a set without streams, CBC and CFB decrypt."""
        if len(self.modes) > 1 and self.streams == 1 and mode in ("cbc", "cfb"):
            return ("decrypt",)
        return self.directions if len(self.modes) == 1 or mode == "ecb" else BOTH

    def placed(self, packet: Packet, stream: int) -> Packet:
        """A packet on one of the streams; in a set, an ordinary packet has its own number."""
        if self.streams == 1:
            return packet
        return replace(packet, stream=stream if packet.chained else self.streams)

    def stream_of(self, command: bytes) -> int:
        """The stream of a packet with a command, which may be wrong."""
        if self.streams == 1:
            return 0
        names = {number: name for name, number in design.choices("Mode").items()}
        mode = names.get(command[1], "")
        chained = len(self.modes) == 1 or is_chained(mode, bool(command[0] & 1))
        return command[8] % self.streams if chained else self.streams

    def random_key(self, some: random.Random) -> bytes:
        """A random key of a random size; the two keys of XTS, of equal size."""
        halves = 2 if "xts" in self.modes else 1
        return some.randbytes(halves * some.choice(self.key_sizes) // 8)

    def files(self, kind: str) -> list[vectors.PacketFile]:
        """The files of published packets of a kind, "kat" or "mmt", for each key size."""
        found = (
            file
            for mode in self.modes
            for bits in self.key_sizes
            for file in vectors.files(mode, bits)
        )
        return [file for file in found if file.kind == kind]

    def can_test(self, test: MonteCarlo) -> bool:
        """Whether the engine supports a published Monte Carlo test."""
        same = test.mode in self.modes and 8 * len(test.key) in self.key_sizes
        return same and test.direction in self.directions_of(test.mode)

    def fits(self, packet: Packet) -> bool:
        """Whether the engine supports a packet."""
        return BOTH[packet.decrypt] in self.directions_of(packet.mode)

    def has_answers(self, kind: str) -> bool:
        """Whether the engine supports a published packet of a kind, "kat" or "mmt"."""
        return any(self.fits(packet) for file in self.files(kind) for packet in file.packets)


def compare(
    shape: Shape,
    run: Callable[[Sequence[Packet]], Sequence[str]],
    kind: str,
    progress: Progress,
    *,
    selected: bool = False,
    most: int | None = None,
) -> Iterator[Tally]:
    """All published packets of a kind ("kat" or "mmt") for the hardware, file by file.

    `run` returns the fault of each packet. `selected` takes a packet of each group with equal
    lengths and direction. `most` limits the packets of a file, at equal distances in the file.
    """
    for file in shape.files(kind):
        tally = Tally(f"{kind}/{file.name}")
        packets = list(filter(shape.fits, file.selected() if selected else file.packets))
        packets = packets[:: -(-len(packets) // most)] if most and packets else packets
        for start in range(0, len(packets), _BATCH):
            progress(f"vectors of {file.name}", start / len(packets))
            batch = packets[start : start + _BATCH]
            for packet, fault in zip(batch, run(batch), strict=True):
                tally.count(f"{packet.what}, published key {packet.key.hex()}", fault)
        if packets:
            yield tally


def known_answers(
    shape: Shape,
    device: Stream,
    kind: str,
    progress: Progress,
    *,
    selected: bool = False,
    most: int | None = None,
) -> Iterator[Tally]:
    """`compare` on an engine; the caller disables the stalls first."""
    run = functools.partial(_through, shape, device)
    return compare(shape, run, kind, progress, selected=selected, most=most)


def random_packets(
    shape: Shape, device: Stream, seed: int, progress: Progress, packets: int = PACKETS
) -> Iterator[Tally]:
    """Random packets back to back: keys, slots, IVs, lengths and directions change.

    Keys are replaced while packets of other slots run. Each batch has its own pauses. In an engine
    with several streams, each batch uses a random choice of streams.
    """
    tally = Tally(f"random/{shape.mode}", seed)
    some = random.Random(f"{seed} {shape.mode} packets")  # noqa: S311 - must repeat
    keys: dict[int, bytes] = {}
    device.keep_order(True)
    for start in range(0, packets, _LOOK):
        progress(f"random {shape.mode.upper()} packets", start / packets)
        device.set_stalls(some.getrandbits(64), *some.choice(_PAUSES))
        exchange = Exchange(device)
        batch: list[Packet] = []
        together: list[Packet] = []
        streams = _some_streams(shape, some)
        for _ in range(min(_LOOK, packets - start)):
            slot = some.randrange(shape.slots)
            if slot not in keys or some.random() < 0.1:
                # Beats that wait for the new key must not block beats of older packets.
                exchange.send_together(together, some)
                together = []
                keys[slot] = shape.random_key(some)
                device.load_key(keys[slot], slot)
            mode = some.choice(shape.modes)
            directions = shape.directions_of(mode)
            packet = draw(some, mode, keys, device.beat_bytes, directions=directions)
            if shape.streams > 1:
                packet = shape.placed(packet, some.choice(streams))
                together.append(packet)
            else:
                exchange.send(packet, end=some.choice(("text", "aad")))
            batch.append(packet)
        exchange.send_together(together, some)
        faults = _faults(exchange)
        for number, (packet, fault) in enumerate(zip(batch, faults, strict=True), start):
            tally.count(f"packet {number} of seed {seed} ({packet.described()})", fault)
        if any(faults):
            # After a fault, the state of the hardware is unknown.
            restart(device)
            keys.clear()
    device.set_stalls(0, 0.0, 0.0)
    device.keep_order(False)
    yield tally


def _some_streams(shape: Shape, some: random.Random) -> list[int]:
    if shape.streams == 1:
        return [0]
    count = min(some.choice((1, 2, 5, shape.streams)), shape.streams)
    return some.sample(range(shape.streams), count)


def monte_carlo_tests(shape: Shape, device: Stream, progress: Progress) -> Iterator[Tally]:
    """All published Monte Carlo tests of the engine's mode, with packets of a single block."""
    device.keep_beats(False)  # the test does not read the hundred thousand beats

    def load(test: MonteCarlo, key: bytes) -> monte_carlo.Step:
        device.load_key(key)
        device.run()
        decrypt = test.direction == "decrypt"
        device.choose(shape.stream_of(Command(test.mode, decrypt, iv=bytes(16)).packed()))

        def step(chain: bytes, block: bytes) -> bytes:
            """A packet of a single block with the key in slot 0."""
            device.command(Command(test.mode, decrypt, 0, chain, tag_bytes=0))
            device.write(block, last=True)
            device.run(results=1)
            result = device.read_result()
            text = device.read(16)
            if result is None or not result.ok or len(text) != 16:
                raise FailureError(
                    f"a packet of a single block gave {result}, with {len(text)} bytes"
                )
            return text

        return step

    return monte_carlo.campaign(shape.can_test, load, device.reset, progress)


def _through(shape: Shape, device: Stream, packets: Sequence[Packet]) -> list[str]:
    """The faults of packets through the engine; packets of all slots are in flight together."""
    exchange = Exchange(device)
    device.keep_order(True)
    held: dict[int, bytes] = {}
    for start in range(0, len(packets), shape.slots):
        group = packets[start : start + shape.slots]
        for slot, packet in enumerate(group):
            if held.get(slot) != packet.key:
                device.load_key(packet.key, slot)
            held[slot] = packet.key
        for slot, packet in enumerate(group):
            stream = (start + slot) % shape.streams
            exchange.send(shape.placed(replace(packet, slot=slot), stream))
    faults = _faults(exchange)
    device.keep_order(False)
    return faults


def _faults(exchange: Exchange) -> list[str]:
    """The fault of each packet; a failure of the hardware is the fault of all packets."""
    count = exchange.pending
    try:
        return [outcome.fault for outcome in exchange.finish()]
    except FailureError as error:
        restart(exchange.device)
        return [str(error)] * count


def restart(device: Stream) -> None:
    """Reset the device and discard its outputs."""
    device.reset()
    device.run_cycles(SETTLE)
    Exchange(device).forget()
