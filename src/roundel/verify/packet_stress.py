# SPDX-License-Identifier: Apache-2.0
"""Protocol stress of the packet engine: uses of the ports that are unusual or not allowed.

Every part runs until its first fault. A seed determines all random choices.

- ``stalls``: packets while each port is nearly blocked in turn, and all ports at once;
- ``errors``: commands and packets that violate the protocol, between valid packets;
- ``keys``: keys that are replaced and cleared while packets of any slot are in flight;
- ``zeroise`` and ``reset``: at every distance from packets in flight. No old data is output, no
  slot has a key, and the next packets are right;
- ``timing``: two runs of packets with the same lengths and other keys, data, IVs and tags take the
  same cycles for each word.

The output of a stalled port must not change; the harness checks this rule in every cycle.
"""

import functools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from roundel import design
from roundel.base.errors import FailureError
from roundel.base.modes import is_chained
from roundel.base.progress import Progress
from roundel.sim.stream import Stream
from roundel.verify.packet_campaigns import SETTLE, Shape, restart
from roundel.verify.packet_exchange import WITHOUT_NULL, Exchange, Packet, draw
from roundel.verify.record import Tally

PARTS = ("stalls", "errors", "keys", "zeroise", "reset", "timing")

# Probabilities at input and output.
_PAUSES = ((0.0, 0.97), (0.97, 0.0), (0.5, 0.5), (0.9, 0.9), (0.0, 0.5))
_DISTANCES = (*range(24), 30, 40, 50, 70, 100, 150, 250)  # cycles from packets to zeroise
_COMMAND, _KEY, _AAD, _KEEP, _LENGTH = 1, 2, 3, 4, 5  # of roundel.sim.stream.ERRORS
_COMMAND_BYTES = 48
_WRONG_TAGS = (0, 1, 2, 3, 17, 31, 255)


class _Fault(Exception):  # noqa: N818 - describes the hardware's fault
    """A fault of the hardware."""


def stress(shape: Shape, device: Stream, seed: int, progress: Progress) -> Iterator[Tally]:
    """All parts, each after a reset."""
    for index, part in enumerate(PARTS):
        progress(f"protocol stress: {part}", index / len(PARTS))
        run = _Part(shape, device, seed, part)
        try:
            getattr(run, part)()
        except (_Fault, FailureError) as fault:
            run.tally.count(f"{part} of seed {seed}, after {run.tally.passed} packets", str(fault))
        device.keep_order(False)
        device.set_stalls(0, 0.0, 0.0)
        restart(device)
        yield run.tally


class _Part:
    """A part: valid and invalid packets through the engine, and the engine's keys."""

    def __init__(self, shape: Shape, device: Stream, seed: int, name: str) -> None:
        self.shape = shape
        self.device = device
        self.tally = Tally(f"stress/{name}", seed)
        self.some = random.Random(f"{seed} {shape.mode} {name}")  # noqa: S311 - must repeat
        self.held: dict[int, bytes] = {}  # keys by slot
        self.exchange = Exchange(device)
        device.keep_order(True)

    def stalls(self) -> None:
        self._load_all()
        for idle, stall in _PAUSES:
            self.device.set_stalls(self.some.getrandbits(64), idle, stall)
            for _ in range(40):
                self._send()
            self._finish()

    def errors(self) -> None:
        self._load_all()
        faults = list(_faults(self.shape))
        for turn in range(6):
            if turn % 2:
                self.device.set_stalls(self.some.getrandbits(64), 0.3, 0.3)
            self.some.shuffle(faults)
            for fault in faults:
                # One packet, several packets, or none in a row.
                for _ in range(self.some.choice((1, 1, 1, 2, 4))):
                    fault(self)
                for _ in range(self.some.choice((0, 1, 1, 2))):
                    self._send()
            self._send()
            self._finish()

    def keys(self) -> None:
        for _ in range(6):
            self.device.set_stalls(self.some.getrandbits(64), *self.some.choice(_PAUSES[2:]))
            for _ in range(50):
                slot = self.some.randrange(self.shape.slots)
                chance = self.some.random()
                if chance < 0.25:
                    self._load(slot)
                elif chance < 0.35:
                    self.device.clear_key(slot)
                    self.held.pop(slot, None)
                if slot in self.held:
                    self._send(slot)
                else:
                    self.send_refused(self.command(slot), _KEY)
            self._finish()

    def zeroise(self) -> None:
        self._forgotten(self.device.zeroise)

    def reset(self) -> None:
        self._forgotten(self.device.reset)

    def timing(self) -> None:
        lengths = [self._draw([self._key()]) for _ in range(60)]
        runs = []
        for _ in range(2):
            restart(self.device)
            start = self.device.cycles
            self._load_all()
            for number, like in enumerate(lengths):
                slot = number % self.shape.slots
                drawn = draw(
                    self.some,
                    like.mode,
                    {slot: self.held[slot]},
                    self.device.beat_bytes,
                    text=len(like.source),
                    aad=len(like.aad),
                    iv=self.some.randbytes(len(like.iv)),
                    directions=("decrypt" if like.decrypt else "encrypt",),
                )
                self.exchange.send(replace(drawn, stream=like.stream))
            runs.append([cycle - start for cycle in self._finish()])
        if runs[0] != runs[1]:
            index = next(n for n, pair in enumerate(zip(*runs, strict=True)) if len(set(pair)) > 1)
            raise _Fault(
                f"with other keys and data, output {index} is in cycle {runs[1][index]}, not in "
                f"cycle {runs[0][index]}"
            )

    def _draw(self, keys: Sequence[bytes] | Mapping[int, bytes], mode: str | None = None) -> Packet:
        """A random packet, by default of a random mode."""
        shape = self.shape
        beat = self.device.beat_bytes
        if mode is None:
            mode = self.some.choice(shape.modes)
        packet = draw(self.some, mode, keys, beat, directions=shape.directions_of(mode))
        return shape.placed(packet, self.some.randrange(shape.streams))

    def _send(self, slot: int | None = None) -> None:
        packet = self._draw(self.held if slot is None else {slot: self.held[slot]})
        ends = ["text", "aad"]
        if packet.mode not in WITHOUT_NULL and len(packet.source) % self.device.beat_bytes == 0:
            ends.append("null")
        self.exchange.send(packet, end=self.some.choice(ends))

    def _key(self) -> bytes:
        return self.shape.random_key(self.some)

    def _load(self, slot: int) -> None:
        self.held[slot] = self._key()
        self.device.load_key(self.held[slot], slot)

    def _load_all(self) -> None:
        for slot in range(self.shape.slots):
            self._load(slot)

    def command(self, slot: int | None = None, mode: str | None = None) -> bytearray:
        """A valid command, by default for a slot with a key and of a random mode."""
        if slot is None:
            slot = self.some.choice(sorted(self.held))
        # A single word: a changed byte must not turn further words into commands.
        while len(packed := self._draw({slot: self._key()}, mode).command()) > _COMMAND_BYTES:
            pass
        return bytearray(packed)

    def send_refused(self, command: bytearray, error: int) -> None:
        """Write a packet of random length that the engine must drop."""
        text = bytes(self.some.choice((0, 1, 16, 100, self.some.randrange(400))))
        self.send_wrong(
            command, error, 0, lambda user: self.device.write(text, last=True, user=user)
        )

    def send_wrong(
        self, command: bytearray, error: int, size: int, write: Callable[[int], None]
    ) -> None:
        """`Exchange.send_wrong` on the stream of the command."""
        stream = self.shape.stream_of(bytes(command))
        self.exchange.send_wrong(bytes(command), error, size, write, stream)

    def _finish(self) -> list[int]:
        """Run and compare all packets; returns the cycles of their text and results."""
        cycles = []
        for number, outcome in enumerate(self.exchange.finish()):
            if outcome.fault:
                raise _Fault(f"packet {number} of the batch: {outcome.fault}")
            self.tally.passed += 1
            cycles += [beat.cycle for beat in outcome.beats]
            cycles += [outcome.result.cycle] if outcome.result else []
        return cycles

    def _forgotten(self, forget: Callable[[], None]) -> None:
        for distance in _DISTANCES:
            self.device.set_stalls(self.some.getrandbits(64), 0.0, self.some.choice((0.0, 0.5)))
            self._load_all()
            for _ in range(self.some.randrange(6)):
                self._send()
            self._finish()
            for _ in range(self.some.randrange(1, 6)):
                self._send()
            if self.some.random() < 0.3:
                self._load(self.some.randrange(self.shape.slots))
            self.device.run_cycles(distance)
            forget()
            self.exchange.forget()
            self.device.run_cycles(SETTLE)
            if self.device.read_result() or self.device.read_beat():
                raise _Fault(f"old data was output, {distance} cycles after the start of a packet")
            self.held.clear()
            for slot in range(self.shape.slots):
                self.send_refused(self.command(slot), _KEY)
            self._finish()


_Wrong = Callable[[_Part], None]


def _faults(shape: Shape) -> Iterator[_Wrong]:
    """Protocol violations, each as a packet; the head of the top lists the rules."""
    numbers = design.choices("Mode")
    other = sorted(set(range(256)) - {numbers[mode] for mode in shape.modes})
    yield _byte(shape.modes[0], 1, other)
    for mode in shape.modes:
        yield _byte(mode, 2, range(shape.slots, 256))
        if mode == "gcm":
            yield _byte(mode, 3, _WRONG_TAGS)
            yield _wrong_aad
        elif mode == "ccm":
            yield _byte(mode, 3, (*_WRONG_TAGS, 5, 7, 15))
            yield _byte(mode, 4, [value for value in range(256) if value % 16])
            yield _byte(mode, 9, (*range(7), *range(14, 256)))
            for index in (10, 11):
                yield _byte(mode, index, range(1, 256))
            yield _too_long
            yield _wrong_blocks
        else:
            if mode == "cmac":
                yield _byte(mode, 3, _WRONG_TAGS)
            for index in range(4 if mode == "cmac" else 3, 8):  # tag_bytes and aad_bytes
                yield _byte(mode, index, range(1, 256))
            chained = shape.streams > 1 and is_chained(mode, decrypt=False)
            for index in range(9 if chained else 8, 12):  # iv_bytes
                yield _byte(mode, index, range(1, 256))
        for index in range(12, 16) if mode != "ccm" else ():
            yield _byte(mode, index, range(1, 256))
        yield functools.partial(_unused_flag, mode=mode)
        if len(shape.directions_of(mode)) == 1:
            yield functools.partial(_other_direction, mode=mode)
        yield functools.partial(_hole, mode=mode)
        if mode in ("ecb", "cbc", "xts", "ccm"):
            yield functools.partial(_wrong_length, mode=mode)


def _byte(mode: str, index: int, values: Sequence[int]) -> _Wrong:
    """A command of a mode with a byte of `values`."""

    def wrong(part: _Part) -> None:
        command = part.command(mode=mode)
        command[index] = part.some.choice(values)
        part.send_refused(command, _COMMAND)

    return wrong


def _unused_flag(part: _Part, mode: str) -> None:
    command = part.command(mode=mode)
    lowest = 2 if mode == "ctr" else 1  # the lowest flag without a meaning
    command[0] |= 1 << part.some.randrange(lowest, 8)
    part.send_refused(command, _COMMAND)


def _other_direction(part: _Part, mode: str) -> None:
    command = part.command(mode=mode)
    command[0] ^= 1
    part.send_refused(command, _COMMAND)


def _wrong_aad(part: _Part) -> None:
    beat = part.device.beat_bytes
    # Bytes in the command, bytes written, and whether they end the packet.
    stated, written, last = part.some.choice(
        ((beat + 1, beat, True), (5, 6, False), (5, 4, False), (3 * beat, 2 * beat, True),
         (beat, 0, True), (beat + 3, beat + 5, True))
    )  # fmt: skip
    command = part.command(mode="gcm")
    command[4:8] = stated.to_bytes(4, "little")
    text = 0 if last else part.some.randrange(1, 100)

    def write(user: int) -> None:
        part.device.write(bytes(written), last=last, user=user)
        if not last:
            part.device.write(bytes(text), last=True, user=user)

    part.send_wrong(command, _AAD, written + text, write)


def _too_long(part: _Part) -> None:
    """A length of CCM that does not fit the bytes that the nonce leaves."""
    command = part.command(mode="ccm")
    command[9], index = part.some.choice(((13, 14), (13, 15), (12, 15)))
    command[index] = part.some.randrange(1, 256)
    part.send_refused(command, _COMMAND)


def _wrong_blocks(part: _Part) -> None:
    """AAD of CCM with another number of blocks than the command, or with a partial block."""
    stated, written = part.some.choice(((32, 16), (48, 32), (16, 10), (32, 31), (1024, 16)))
    command = part.command(mode="ccm")
    command[4:8] = stated.to_bytes(4, "little")
    part.send_wrong(
        command, _AAD, 0, lambda user: part.device.write(bytes(written), last=True, user=user)
    )


def _hole(part: _Part, mode: str) -> None:
    """Null bytes before other bytes, in a beat or in the middle of the packet."""
    full = (1 << min(part.device.beat_bytes, 64)) - 1
    holes = [[0b1011], [full & ~1], [full, 0b0111, full], [0b1, full], [0, full]]
    if mode in WITHOUT_NULL:
        holes.append([full, 0])
    keeps = part.some.choice(holes)
    command = part.command(mode=mode)
    command[4:8] = bytes(4)

    def write(user: int) -> None:
        for index, keep in enumerate(keeps):
            last = index == len(keeps) - 1
            part.device.write_beat(bytes(part.device.beat_bytes), keep, last=last, user=user)

    part.send_wrong(command, _KEEP, len(keeps) * part.device.beat_bytes, write)


def _wrong_length(part: _Part, mode: str) -> None:
    size = part.some.randrange(16)
    if mode in ("ecb", "cbc"):
        size = 16 * part.some.randrange(20) + part.some.randrange(1, 16)
    command, text = part.command(mode=mode), bytes(size)
    if mode == "ccm":
        # More or less text than the command has, also by whole blocks.
        command[4:8] = bytes(4)
        size = 16 * part.some.randrange(4) + part.some.randrange(1, 17)
        other = part.some.choice([size - 1, size + 1, size + 16, size % 16, size + 256])
        command[12:16] = other.to_bytes(4, "little")
        text = bytes(size + 16 * (other == size))
    output = 0 if mode == "xts" else len(text)
    part.send_wrong(
        command, _LENGTH, output, lambda user: part.device.write(text, last=True, user=user)
    )
