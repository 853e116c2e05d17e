# SPDX-License-Identifier: Apache-2.0
"""What is run on the simulated packet engine, and what counts as right.

The packets follow one another as fast as the hardware takes them, each with a key of its own; the
answers come from NIST, RFC 3686, Wycheproof and OpenSSL.
"""

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from roundel import design
from roundel.base.errors import FailureError
from roundel.base.progress import Progress
from roundel.design import Config
from roundel.sim.stream import Command, Stream
from roundel.verify import monte_carlo, vectors
from roundel.verify.monte_carlo import MonteCarlo
from roundel.verify.packet_exchange import BOTH, Exchange, Packet, draw
from roundel.verify.record import Tally

PACKETS = 600  # packets of the random campaign
SETTLE = 300  # cycles after which a device without input is empty
_ONE_WAY = ("ecb", "cbc", "xts")  # modes that run the cipher of the packet's direction
_BATCH = 240  # published packets, and
_LOOK = 100  # random ones, that are written before what came of them is read
_PAUSES = ((0.0, 0.0), (0.3, 0.3), (0.0, 0.8), (0.8, 0.0))  # in front, behind


@dataclass(frozen=True)
class Shape:
    """What a campaign must know of an engine."""

    mode: str  # "ecb", "cbc", "ctr", "gcm" or "xts"
    key_bits: int  # bits of the cipher's key
    directions: tuple[str, ...]  # "encrypt", "decrypt" or both
    slots: int  # of keys
    streams: int = 1  # streams of packets, side by side

    @classmethod
    def of(cls, config: Config) -> Self:
        """That of a configuration with a mode."""
        whole = config.Direction == "both" or config.Mode not in _ONE_WAY
        directions = BOTH if whole else (config.Direction,)
        streams = config.Streams if design.top_of(config) == design.INTERLEAVED else 1
        return cls(config.Mode, config.KeyBits, directions, config.KeySlots, streams)

    def can_test(self, test: MonteCarlo) -> bool:
        """Whether the engine can do a published Monte Carlo test."""
        same = (test.mode, 8 * len(test.key)) == (self.mode, self.key_bits)
        return same and test.direction in self.directions

    def fits(self, packet: Packet) -> bool:
        """Whether the engine can do a packet."""
        return BOTH[packet.decrypt] in self.directions

    def has_answers(self, kind: str) -> bool:
        """Whether the engine can do a published packet of a kind, "kat" or "mmt"."""
        found = [file for file in vectors.files(self.mode, self.key_bits) if file.kind == kind]
        return any(self.fits(packet) for file in found for packet in file.packets)


def compare(
    shape: Shape,
    run: Callable[[Sequence[Packet]], Sequence[str]],
    kind: str,
    progress: Progress,
    *,
    selected: bool = False,
    most: int | None = None,
) -> Iterator[Tally]:
    """Every published packet of a kind ("kat" or "mmt") that the hardware can do, file by file.

    `run` gives the fault of each packet. `selected` takes one packet of each group with equal
    lengths and direction. `most` limits the packets of a file; they are spread over the file.
    """
    for file in vectors.files(shape.mode, shape.key_bits):
        if file.kind != kind:
            continue
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
    """`compare` on an engine. Switch its stalls off first."""
    run = functools.partial(_through, shape, device)
    return compare(shape, run, kind, progress, selected=selected, most=most)


def random_packets(
    shape: Shape, device: Stream, seed: int, progress: Progress, packets: int = PACKETS
) -> Iterator[Tally]:
    """Random packets back to back: keys, slots, IVs, lengths and directions change between them.

    Keys are replaced while packets of other slots run. Each batch has its own pauses and, in an
    engine with many streams, its own choice of one, several or all of them.
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
                # Beats of packets that wait for the key must not stand in front of older ones.
                exchange.send_together(together, some)
                together = []
                keys[slot] = some.randbytes(device.key_bytes)
                device.load_key(keys[slot], slot)
            packet = draw(some, shape.mode, keys, device.beat_bytes, directions=shape.directions)
            if shape.streams > 1:
                packet = replace(packet, stream=some.choice(streams))
                together.append(packet)
            else:
                exchange.send(packet, end=some.choice(("text", "aad")))
            batch.append(packet)
        exchange.send_together(together, some)
        faults = _faults(exchange)
        for number, (packet, fault) in enumerate(zip(batch, faults, strict=True), start):
            tally.count(f"packet {number} of seed {seed} ({packet.described()})", fault)
        if any(faults):
            # What the hardware is in then is not known.
            restart(device)
            keys.clear()
    device.set_stalls(0, 0.0, 0.0)
    device.keep_order(False)
    yield tally


def _some_streams(shape: Shape, some: random.Random) -> list[int]:
    """Streams of a batch: one, a few, or all."""
    if shape.streams == 1:
        return [0]
    count = min(some.choice((1, 2, 5, shape.streams)), shape.streams)
    return some.sample(range(shape.streams), count)


def monte_carlo_tests(shape: Shape, device: Stream, progress: Progress) -> Iterator[Tally]:
    """The published Monte Carlo tests of the engine's mode, in full: packets of one block."""
    device.keep_beats(False)  # or the device keeps a hundred thousand beats that nobody reads
    device.choose(0)

    def load(test: MonteCarlo, key: bytes) -> monte_carlo.Step:
        device.load_key(key)
        device.run()

        def step(chain: bytes, block: bytes) -> bytes:
            """A packet of one block under the key in slot 0."""
            decrypt = test.direction == "decrypt"
            device.command(Command(test.mode, decrypt, 0, chain, tag_bytes=0))
            device.write(block, last=True)
            device.run(results=1)
            result = device.read_result()
            text = device.read(16)
            if result is None or not result.ok or len(text) != 16:
                raise FailureError(
                    f"a packet of one block came to {result}, with {len(text)} bytes"
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
            exchange.send(replace(packet, slot=slot, stream=stream))
    faults = _faults(exchange)
    device.keep_order(False)
    return faults


def _faults(exchange: Exchange) -> list[str]:
    """The fault of each packet; if the hardware fails, all have that failure."""
    count = exchange.pending
    try:
        return [outcome.fault for outcome in exchange.finish()]
    except FailureError as error:
        restart(exchange.device)
        return [str(error)] * count


def restart(device: Stream) -> None:
    """Reset the device, and drop what it was doing."""
    device.reset()
    device.run_cycles(SETTLE)
    Exchange(device).forget()
