# SPDX-License-Identifier: Apache-2.0
"""The buses of `roundel_axi` in the simulator: cocotbext-axi and a protocol checker.

cocotbext-axi's sinks do not check the stability of a stalled transfer; `Watch` does, for every
channel driven by the hardware. `Watch` also counts the events at the ports independently.
"""

import itertools
import json
import logging
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.handle import HierarchyObject
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, with_timeout
from cocotbext.axi import (
    AxiLiteBus,
    AxiLiteMaster,
    AxiResp,
    AxiStreamBus,
    AxiStreamFrame,
    AxiStreamSink,
    AxiStreamSource,
)
from cocotbext.axi.axil_channels import AxiLiteAWTransaction, AxiLiteWTransaction
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from scripts.derived.registers import registers
from tests.rtl.top.design_modes import (
    NUMBERS,
    WHOLE,
    encrypting,
    first_mode,
    key_sizes,
    modes_of,
)

from roundel.sim.stream import Command
from roundel.verify import reference

PERIOD = 10  # ns
PATIENCE = 400_000  # ns, limit for a packet or an access

JOB: dict[str, Any] = json.loads(Path(os.environ["ROUNDEL_BENCH_JOB"]).read_text(encoding="utf-8"))
VALUES: dict[str, int] = JOB["parameters"]
MODE_SET = VALUES.get("Modes", 0)
MODES, ENCRYPTING = modes_of(VALUES), encrypting(VALUES)
MODE = first_mode(VALUES)
SLOTS = VALUES["KeySlots"]
HALVES = 2 if MODE == "xts" else 1  # XTS: two keys
KEY_BYTES = VALUES["KeyBits"] // 8 * HALVES
KEY_SET = VALUES.get("KeySizes", 0)
KEY_SIZES = key_sizes(VALUES)
LEAST = 16 if MODE == "xts" else 0  # bytes of text
BEAT_BYTES, USER_BITS = 16 * VALUES["Lanes"], VALUES["UserBits"]
IV_BYTES = (12, 12, 12, 8, 16, 17, 60)  # GCM: the last two in commands of two and three words

MAP = {entry.name: entry for entry in registers()}

# Payload of each channel driven by the hardware.
CHANNELS = {
    "m_axis_t": ("data", "keep", "last", "user"),
    "m_axis_result_t": ("data", "last"),
    "s_axil_b": ("resp",),
    "s_axil_r": ("data", "resp"),
}


class Watch:
    """Checks every clock edge.

    Attributes:
        counts: The expected values of the counters, by the names of their registers.
        broken: Violated rules.
    """

    def __init__(self, dut: Any) -> None:
        self._dut = dut
        self._waiting: dict[str, tuple[str, ...]] = {}
        self.counts = dict.fromkeys(
            ("BEATS_IN", "BEATS_OUT", "BYTES_OUT", "STALLED_IN", "STALLED_OUT", "PACKETS"), 0
        )
        self.broken: list[str] = []
        self.commands = 0  # taken
        self.packets = 0  # packets with an accepted beat
        self.closed_at = (0, 0)  # these two, at the start of the last zeroise
        self._within, self._closed = False, False
        self._further = 0  # words of the command still missing
        cocotb.start_soon(self._run())

    async def _run(self) -> None:
        while True:
            await FallingEdge(self._dut.aclk)  # signals are stable until the rising edge
            await ReadOnly()
            if not int(self._dut.aresetn.value):
                self._waiting, self._within, self._further = {}, False, 0
                for channel in CHANNELS:
                    if str(self._pin(channel, "valid")) != "0":
                        self.broken.append(f"{channel}valid is not 0 in a reset")
                continue
            for channel, payload in CHANNELS.items():
                self._look(channel, payload)
            self._count()

    def _pin(self, channel: str, name: str) -> Any:
        return getattr(self._dut, channel + name).value

    def _look(self, channel: str, payload: tuple[str, ...]) -> None:
        shown = tuple(str(self._pin(channel, name)) for name in payload)
        before = self._waiting.pop(channel, None)
        if before is not None:
            if not int(self._pin(channel, "valid")):
                self.broken.append(f"{channel}valid falls before {channel}ready")
            elif before != shown:
                self.broken.append(f"{channel}*: {before} becomes {shown} before it is taken")
        if int(self._pin(channel, "valid")):
            if any(set(text) - {"0", "1"} for text in shown):
                self.broken.append(f"{channel}* has bits that are neither 0 nor 1")
            if not int(self._pin(channel, "ready")):
                self._waiting[channel] = shown

    def _count(self) -> None:
        counts, dut = self.counts, self._dut
        if int(dut.closed.value) and not self._closed:
            self.closed_at = (self.commands, self.packets)
        self._closed = bool(int(dut.closed.value))
        if int(dut.s_axis_command_tvalid.value) and int(dut.s_axis_command_tready.value):
            self._count_command(int(dut.s_axis_command_tdata.value))
        if int(dut.s_axis_tvalid.value):
            taken = int(dut.s_axis_tready.value)
            counts["BEATS_IN" if taken else "STALLED_IN"] += 1
            if taken:
                self.packets += not self._within
                self._within = not int(dut.s_axis_tlast.value)
        if int(self._dut.m_axis_tvalid.value):
            if int(self._dut.m_axis_tready.value):
                counts["BEATS_OUT"] += 1
                counts["BYTES_OUT"] += int(self._dut.m_axis_tkeep.value).bit_count()
            else:
                counts["STALLED_OUT"] += 1
        if int(self._dut.m_axis_result_tvalid.value) and int(self._dut.m_axis_result_tready.value):
            counts["PACKETS"] += 1

    def _count_command(self, word: int) -> None:
        """Count an accepted command word; a long IV of GCM has further words."""
        if self._further:
            self._further -= 1
            return
        self.commands += 1
        if "gcm" in MODES and word >> 8 & 0xFF == NUMBERS["gcm"]:
            self._further = ((word >> 64 & 0xFFFFFFFF) + 15) // 32  # 16 bytes, then 32 a word


@dataclass
class Packet:
    """A packet to send, and the expected result."""

    command: Command | bytes
    aad: bytes
    text: bytes
    target: bytes
    ok: bool = True
    error: int = 0
    tag: bytes = bytes(16)
    user: int = 0
    beats: list[tuple[bytes, list[int]]] = field(default_factory=list)


class Bench:
    """`roundel_axi` with its buses.

    Attributes:
        keys: The key of each slot; None without a key.
    """

    def __init__(self, dut: HierarchyObject, name: str) -> None:
        pins: Any = dut
        self.dut = pins
        logging.getLogger("cocotb.roundel_axi").setLevel(logging.ERROR)  # resets are no surprise
        self.rng = random.Random(f"{JOB['seed']} {name}")
        self.keys: list[bytes | None] = [None] * SLOTS
        self.tags_wrong = 0
        self.errors = [0] * 6
        Clock(pins.aclk, PERIOD, unit="ns").start()
        pins.aresetn.value = 0
        common = (pins.aclk, pins.aresetn)
        low = {"reset_active_level": False}
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), *common, **low)
        self.commands = AxiStreamSource(
            AxiStreamBus.from_prefix(dut, "s_axis_command"), *common, **low
        )
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), *common, **low)
        self.results = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis_result"), *common, **low)
        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), *common, **low)
        self.watch = Watch(pins)

    async def reset(self) -> None:
        """Assert the reset in the middle of a cycle, hold it, release it with the clock."""
        await RisingEdge(self.dut.aclk)
        await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 0
        for _ in range(self.rng.randrange(2, 6)):
            await RisingEdge(self.dut.aclk)
        for channel in (self.source, self.commands, self.sink, self.results):
            channel.clear()
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)
        self.keys = [None] * SLOTS

    def pause(self, share: float) -> None:
        """Pause at random on every channel; 0 stops the pauses."""
        write, read = self.master.write_if, self.master.read_if
        for channel in (
            *(self.source, self.commands, self.sink, self.results),
            *(write.aw_channel, write.w_channel, write.b_channel),
            *(read.ar_channel, read.r_channel),
        ):
            if share:
                channel.set_pause_generator(self._pauses(self.rng.getrandbits(64), share))
            else:
                channel.clear_pause_generator()
                channel.pause = False

    @staticmethod
    def _pauses(seed: int, share: float) -> Iterator[bool]:
        """Pauses in bursts: most stalls are longer than a cycle."""
        rng = random.Random(seed)
        while True:
            paused = rng.random() < share
            yield from itertools.repeat(paused, rng.randrange(1, 8))

    async def cycles(self, count: int) -> None:
        for _ in range(count):
            await RisingEdge(self.dut.aclk)

    # ---- Registers ------------------------------------------------------------------------------

    async def try_write(self, address: int, data: bytes) -> bool:
        """Write bytes; return whether the response was OKAY, else SLVERR."""
        done = await with_timeout(self.master.write(address, data), PATIENCE, "ns")
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return bool(done.resp == AxiResp.OKAY)

    async def try_strobes(self, address: int, data: bytes, strobes: int) -> bool:
        """Write a word with any strobes, also none; return whether the response was OKAY."""
        write = self.master.write_if
        await write.aw_channel.send(AxiLiteAWTransaction(awaddr=address))
        await write.w_channel.send(
            AxiLiteWTransaction(wdata=int.from_bytes(data, "little"), wstrb=strobes)
        )
        answer = await with_timeout(write.b_channel.recv(), PATIENCE, "ns")
        return bool(AxiResp(int(answer.bresp)) == AxiResp.OKAY)

    async def try_read(self, address: int, size: int = 4) -> tuple[bool, int]:
        """Read; return whether the response was OKAY, and the data."""
        done = await with_timeout(self.master.read(address, size), PATIENCE, "ns")
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return done.resp == AxiResp.OKAY, int.from_bytes(done.data, "little")

    async def write(self, name: str, value: int, index: int = 0) -> None:
        address = MAP[name].addresses[index]
        assert await self.try_write(address, value.to_bytes(4, "little")), name

    async def read(self, name: str, index: int = 0) -> int:
        good, value = await self.try_read(MAP[name].addresses[index])
        assert good, name
        return value

    async def read_wide(self, name: str) -> int:
        return await self.read(f"{name}_LOW") | await self.read(f"{name}_HIGH") << 32

    async def field(self, register: str, name: str) -> int:
        entry = next(entry for entry in MAP[register].fields if entry.name == name)
        return (await self.read(register) & entry.mask) >> entry.low

    async def until(self, register: str, name: str, value: int) -> None:
        """Read a field until the field has a value."""
        for _ in range(1000):
            if await self.field(register, name) == value:
                return
        raise AssertionError(f"{register}.{name} does not become {value}")

    async def until_ready(self, slots: int) -> None:
        """Wait until these slots have a key, and no others."""
        for _ in range(1000):
            if await self.read("SLOT_READY") == slots:
                return
        raise AssertionError(f"SLOT_READY does not become {slots:x}")

    # ---- Keys -----------------------------------------------------------------------------------

    async def write_key(self, key: bytes) -> None:
        """Write the words of a key, in any order; a smaller key has the first words of a half."""
        words, apart = len(key) // 4 // HALVES, KEY_BYTES // 4 // HALVES
        places = [half * apart + word for half in range(HALVES) for word in range(words)]
        pairs = list(enumerate(places))
        self.rng.shuffle(pairs)
        for word, place in pairs:
            assert await self.try_write(MAP["KEY"].addresses[place], key[4 * word : 4 * word + 4])

    async def load_key(self, slot: int, key: bytes | None = None, least_tag: int = 0) -> None:
        """Load a key after the previous key; the key may wait for packets."""
        await self.until("STATUS", "key_busy", 0)
        key = key or self.rng.randbytes((16 + 8 * self.rng.choice(KEY_SIZES)) * HALVES)
        self.keys[slot] = key
        await self.write_key(key)
        size = len(key) // HALVES // 8 - 2
        await self.write("KEY_COMMAND", slot | 1 << 8 | size << 10 | least_tag << 16)

    async def load_keys(self) -> None:
        for slot in range(SLOTS):
            await self.load_key(slot)
        await self.until("STATUS", "key_busy", 0)

    async def clear_key(self, slot: int) -> None:
        await self.until("STATUS", "key_busy", 0)
        self.keys[slot] = None
        await self.write("KEY_COMMAND", slot | 1 << 9)

    # ---- Packets --------------------------------------------------------------------------------

    def packet(
        self, text: int | None = None, slot: int | None = None, mode: str | None = None
    ) -> Packet:
        """A random packet for the present keys, right or with a wrong tag."""
        some = self.rng
        mode = mode or (some.choice(MODES) if len(MODES) > 1 else MODE)
        sizes = (0, 1, 15, 16, 17, BEAT_BYTES, BEAT_BYTES + 1, some.randrange(150))
        size = max(LEAST, some.choice(sizes) if text is None else text)
        size -= size % 16 if mode in WHOLE else 0
        slot = some.randrange(SLOTS) if slot is None else slot
        user = some.getrandbits(USER_BITS)
        key, plain = self.keys[slot], some.randbytes(size)
        assert key is not None
        if mode != "gcm":
            iv = some.randbytes(16 if mode != "ecb" else 0)
            decrypt = mode not in ENCRYPTING or some.random() < 0.5
            cipher = reference.cipher(mode, False, key, iv, plain)
            command = Command(mode, decrypt, slot, iv, tag_bytes=0)
            source, target = (cipher, plain) if decrypt else (plain, cipher)
            made = Packet(command, b"", source, target, user=user)
        else:
            made = self._sealed(key, slot, plain, user)
        made.beats = self._beats(made.aad) + self._beats(made.text)
        made.beats = made.beats or self._beats(b"", empty=True)
        return made

    def _sealed(self, key: bytes, slot: int, plain: bytes, user: int) -> Packet:
        some = self.rng
        iv = some.randbytes(some.choice(IV_BYTES))
        aad = some.randbytes(some.choice((0, 0, 1, 16, 20, 40)))
        sealed = AESGCM(key).encrypt(iv, plain, aad)
        cipher, tag = sealed[:-16], sealed[-16:]
        if some.random() < 0.5:
            command = Command("gcm", False, slot, iv, len(aad), 16)
            return Packet(command, aad, plain, cipher, tag=tag, user=user)
        compared = some.randrange(12, 17)
        ok = some.random() < 0.7
        given = bytearray(tag)
        if not ok:
            given[some.randrange(compared)] ^= 1 << some.randrange(8)
        command = Command("gcm", True, slot, iv, len(aad), compared, bytes(given))
        shown = tag if ok else bytes(16)
        return Packet(command, aad, cipher, plain, ok=ok, tag=shown, user=user)

    def _beats(self, data: bytes, *, empty: bool = False) -> list[tuple[bytes, list[int]]]:
        """Beats of data with their byte enables; random values in disabled bytes."""
        beats = []
        for start in range(0, len(data) or int(empty), BEAT_BYTES):
            part = data[start : start + BEAT_BYTES]
            rest = BEAT_BYTES - len(part)
            beats.append((part + self.rng.randbytes(rest), [1] * len(part) + [0] * rest))
        return beats

    def send_command(self, packet: Packet) -> None:
        raw = packet.command if isinstance(packet.command, bytes) else packet.command.packed()
        self.commands.send_nowait(AxiStreamFrame(raw, tuser=packet.user))

    def send_beats(self, packet: Packet) -> None:
        data = b"".join(beat for beat, _ in packet.beats)
        keep = list(itertools.chain.from_iterable(keep for _, keep in packet.beats))
        self.source.send_nowait(AxiStreamFrame(data, tkeep=keep, tuser=packet.user))

    def send(self, packet: Packet) -> None:
        self.send_command(packet)
        self.send_beats(packet)

    async def expect(self, packet: Packet, *, text: bool = True) -> None:
        """Receive a packet's text and result, and compare both."""
        if packet.target and text:
            frame = await with_timeout(self.sink.recv(), PATIENCE, "ns")
            assert bytes(frame.tdata) == packet.target
            assert frame.tuser == packet.user
        await self.expect_result(packet)

    async def expect_result(self, packet: Packet) -> None:
        frame = await with_timeout(self.results.recv(), PATIENCE, "ns")
        self.compare_result(bytes(frame.tdata), packet)

    def compare_result(self, raw: bytes, packet: Packet) -> None:
        status = packet.ok | packet.error << 4
        words = len(raw) - 20
        assert raw[16:20] == status.to_bytes(4, "little")
        assert raw[:16] == packet.tag
        assert raw[20:] == packet.user.to_bytes(words, "little")
        if packet.error:
            self.errors[packet.error] += 1
        elif not packet.ok:
            self.tags_wrong += 1

    async def send_until(self, packet: Packet, beats: int) -> None:
        """Send a packet, and stop its data after some beats."""
        end = self.watch.counts["BEATS_IN"] + beats
        self.source.pause = True
        self.send(packet)
        await self.cycles(3)
        self.source.pause = False
        while self.watch.counts["BEATS_IN"] + int(self.dut.s_axis_tvalid.value) < end:
            await FallingEdge(self.dut.aclk)
        self.source.pause = True
        await self.cycles(20)
        assert self.watch.counts["BEATS_IN"] == end

    async def go(self, packets: list[Packet]) -> None:
        """Send packets back to back, and compare the results."""
        for packet in packets:
            self.send(packet)
        for packet in packets:
            await self.expect(packet)

    async def handed_over(self) -> None:
        """Until the sources have handed all over."""
        await with_timeout(self.commands.wait(), PATIENCE, "ns")
        await with_timeout(self.source.wait(), PATIENCE, "ns")

    async def finish(self) -> None:
        """Nothing more comes, and no rule was broken."""
        self.pause(0)
        await self.cycles(400)
        assert self.sink.empty(), "text without a packet"
        assert self.results.empty(), "a result without a packet"
        assert not self.watch.broken, self.watch.broken[:3]
