# SPDX-License-Identifier: Apache-2.0
"""`roundel_dma` in the simulator: registers by cocotbext-axi, memory by dma_memory.

Each request is compared when the record is written: then all text is in memory, every write has a
response, and no other byte has changed.
"""

import itertools
import json
import logging
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cocotb.clock import Clock
from cocotb.handle import HierarchyObject
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiProt, AxiResp
from cocotbext.axi.axil_channels import AxiLiteAWTransaction, AxiLiteWTransaction
from scripts.derived import registers
from tests.rtl.top.design_modes import WHOLE, encrypting, first_mode, key_sizes, modes_of
from tests.rtl.top.dma_memory import Memory, Slave
from tests.rtl.top.dma_requests import RUN, WRITE, Request, lay_out, packet

PERIOD = 10  # ns
PATIENCE = 400_000  # ns, limit for an access
CYCLES = 40_000  # limit for requests

JOB: dict[str, Any] = json.loads(Path(os.environ["ROUNDEL_BENCH_JOB"]).read_text(encoding="utf-8"))
VALUES: dict[str, int] = JOB["parameters"]
TURNS: int = JOB["turns"]  # of random parts
MODES, ENCRYPTING, MODE = modes_of(VALUES), encrypting(VALUES), first_mode(VALUES)
SLOTS = VALUES["KeySlots"]
KEY_BYTES = VALUES["KeyBits"] // (4 if MODE == "xts" else 8)  # XTS: two keys
KEY_SIZES = key_sizes(VALUES)
WORD = 16 * VALUES["Lanes"]
BEAT = 16 * (VALUES.get("BusLanes") or min(VALUES["Lanes"], 8))
BURST = VALUES.get("BurstBytes") or 16 * BEAT
IDS = (VALUES.get("DataId", 0), VALUES.get("ControlId", 1))
CACHE, PROT = VALUES.get("AxiCache", 3), VALUES.get("AxiProt", 2)  # 2: non-secure
SECURE = bool(VALUES.get("SecureKeys"))  # keys come from secure masters alone

CIPHER = {entry.name: entry for entry in registers.registers(registers.AXI)}
MAP = {entry.name: entry for entry in registers.registers(registers.DMA)}

SIZE = 1 << 20
AREA = 1 << 15  # of a request
AREAS = range(2, SIZE // AREA)  # the first two have the rings


class Bench:
    """A top with both buses.

    Attributes:
        keys: The key of each slot; None for an empty slot.
        sent: Requests in order, since the last zeroise.
        done: Number of requests with a record.
        images: For each request without a record: area, content, and expected text.
    """

    def __init__(self, dut: HierarchyObject, name: str) -> None:
        pins: Any = dut
        self.dut = pins
        for log in ("roundel_dma", "roundel_dma.m_axi", "roundel_dma.s_axil"):
            logging.getLogger(f"cocotb.{log}").setLevel(
                logging.ERROR
            )  # without messages about resets
        self.rng = random.Random(f"{JOB['seed']} {name}")
        self.keys: list[bytes | None] = [None] * SLOTS
        Clock(pins.aclk, PERIOD, unit="ns").start()
        pins.aresetn.value = 0
        # The memory crosses a border of 32 bits, so all bits of an address matter.
        high = self.rng.randrange(1, 1 << 31) << 32
        self.memory = Memory(high - (SIZE // 2), SIZE)
        self.slave = Slave(pins, self.memory, self.rng, BURST, IDS, (CACHE, PROT))
        self.slave.on_record = self._compare
        self.master = AxiLiteMaster(
            AxiLiteBus.from_prefix(dut, "s_axil"), pins.aclk, pins.aresetn, reset_active_level=False
        )
        self.log = 4
        self.ring = self.records = 0
        self.tail = 0
        self.sent: list[Request] = []
        self.done = 0
        self.images: dict[int, tuple[int, bytes, dict[int, int | None]]] = {}
        self._areas: Iterator[int] = itertools.cycle(AREAS)

    # ---- Time -----------------------------------------------------------------------------------

    async def cycles(self, count: int) -> None:
        for _ in range(count):
            await RisingEdge(self.dut.aclk)

    async def reset(self) -> None:
        """Assert the reset in the middle of a cycle, hold it, release it with the clock.

        The memory of unfinished requests is checked after the reset has stopped every burst.
        """
        await RisingEdge(self.dut.aclk)
        await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 0
        self.slave.restart()
        for _ in range(self.rng.randrange(2, 6)):
            await RisingEdge(self.dut.aclk)
        self.slave.restart()
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)
        self.none_of_it()
        self.forgotten()
        await self.until("STATUS", "zeroising", 0)

    def pause(self, share: float) -> None:
        """Pause at random on every channel; 0 ends the pauses."""
        self.slave.share = share
        write, read = self.master.write_if, self.master.read_if
        for channel in (
            *self.slave.channels,
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
        """Random pauses, most of them longer than a cycle."""
        rng = random.Random(seed)
        while True:
            paused = rng.random() < share
            yield from itertools.repeat(paused, rng.randrange(1, 8))

    # ---- Registers ------------------------------------------------------------------------------

    async def try_write(self, address: int, data: bytes, *, secure: bool = SECURE) -> bool:
        """Write bytes; True for the response OKAY, False for SLVERR."""
        prot = AxiProt.PRIVILEGED if secure else AxiProt.NONSECURE
        done = await with_timeout(self.master.write(address, data, prot=prot), PATIENCE, "ns")
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return bool(done.resp == AxiResp.OKAY)

    async def try_strobes(
        self, address: int, data: bytes, strobes: int, *, secure: bool = SECURE
    ) -> bool:
        """Write a word with any strobes, also none; True for the response OKAY."""
        prot = AxiProt.PRIVILEGED if secure else AxiProt.NONSECURE
        write = self.master.write_if
        await write.aw_channel.send(AxiLiteAWTransaction(awaddr=address, awprot=prot))
        await write.w_channel.send(
            AxiLiteWTransaction(wdata=int.from_bytes(data, "little"), wstrb=strobes)
        )
        answer = await with_timeout(write.b_channel.recv(), PATIENCE, "ns")
        return bool(AxiResp(int(answer.bresp)) == AxiResp.OKAY)

    async def try_read(self, address: int, size: int = 4) -> tuple[bool, int]:
        """Read; True for the response OKAY, and the data."""
        done = await with_timeout(self.master.read(address, size), PATIENCE, "ns")
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return done.resp == AxiResp.OKAY, int.from_bytes(done.data, "little")

    @staticmethod
    def entry(name: str) -> registers.Register:
        """A register: CIPHER.NAME of roundel_axi, or NAME of the rings."""
        space, _, own = name.rpartition(".")
        return (CIPHER if space else MAP)[own]

    async def write(self, name: str, value: int) -> None:
        address = self.entry(name).address
        assert await self.try_write(address, value.to_bytes(4, "little")), name

    async def refused(self, name: str, value: int) -> None:
        address = self.entry(name).address
        assert not await self.try_write(address, value.to_bytes(4, "little")), name

    async def read(self, name: str) -> int:
        good, value = await self.try_read(self.entry(name).address)
        assert good, name
        return value

    async def field(self, register: str, name: str) -> int:
        entry = next(entry for entry in self.entry(register).fields if entry.name == name)
        return (await self.read(register) & entry.mask) >> entry.low

    async def until(self, register: str, name: str, value: int) -> None:
        """Read a field until a value appears."""
        for _ in range(1000):
            if await self.field(register, name) == value:
                return
        raise AssertionError(f"{register}.{name} does not become {value}")

    # ---- Keys and rings -------------------------------------------------------------------------

    async def load_key(self, slot: int, least_tag: int = 0) -> None:
        bits = self.rng.choice(KEY_SIZES) if len(KEY_SIZES) > 1 else KEY_SIZES[0]
        key = self.rng.randbytes(16 + 8 * bits if len(KEY_SIZES) > 1 else KEY_BYTES)
        self.keys[slot] = key
        for word in range(len(key) // 4):
            address = CIPHER["KEY"].addresses[word]
            assert await self.try_write(address, key[4 * word : 4 * word + 4])
        await self.write("CIPHER.KEY_COMMAND", slot | 1 << 8 | bits << 10 | least_tag << 16)
        await self.until("CIPHER.STATUS", "key_busy", 0)

    async def load_keys(self) -> None:
        for slot in range(SLOTS):
            await self.load_key(slot)

    async def start(self, log: int) -> None:
        """Set rings of 2^log places at random addresses, and run."""
        assert not await self.read("CONTROL")
        memory, areas = self.memory, AREA // 2
        memory.forbid_all()
        self.log = log
        self.ring = memory.base + 64 * self.rng.randrange((areas >> 6) - (1 << log) + 1)
        room = (areas >> 5) - (1 << log) + 1
        self.records = memory.base + AREA + 32 * self.rng.randrange(room)
        memory.allow(memory.readable, self.ring, 64 << log)
        begin = self.records - memory.base
        memory.writable[begin : begin + (32 << log)] = b"\2" * (32 << log)
        for name, address in (("RING", self.ring), ("RECORDS", self.records)):
            await self.write(f"{name}_LOW", address & 0xFFFFFFFF)
            await self.write(f"{name}_HIGH", address >> 32)
        await self.write("SIZES", log)
        await self.write("CONTROL", 1)

    def forgotten(self) -> None:
        """Drop keys and requests, and reset the counts."""
        self.keys = [None] * SLOTS
        self.tail = self.done = 0
        self.sent.clear()
        self.images.clear()
        self.slave.records.clear()

    async def zeroise(self) -> None:
        await self.write("CIPHER.CONTROL", 1)
        await self.until("STATUS", "zeroising", 0)

    # ---- Requests -------------------------------------------------------------------------------

    def request(self, text: int | None = None, slot: int | None = None, aad: int | None = None,
                *, pieces: int | None = None, iv_bytes: int = 0, mode: str | None = None,
                ) -> Request:  # fmt: skip
        """A random request for the present keys, in a separate area of memory.

        With a set of modes, a given number of bytes of text becomes whole blocks if necessary.
        """
        some = self.rng
        mode = mode or (some.choice(MODES) if len(MODES) > 1 else MODE)
        if text is not None and len(MODES) > 1 and mode in WHOLE:
            text = max(text // 16 * 16, 16)
        sizes = (
            0,
            1,
            15,
            16,
            17,
            BEAT - 1,
            BEAT + 1,
            WORD + 1,
            200,
            BURST + 3,
            some.randrange(1500),
        )
        size = some.choice(sizes) if text is None else text
        slot = some.randrange(SLOTS) if slot is None else slot
        first = some.choice((0, 0, 1, 16, 20, 70)) if aad is None else aad
        key = self.keys[slot]
        assert key is not None
        made = packet(mode, some, key, slot, first, size, iv_bytes, encrypts=mode in ENCRYPTING)
        if pieces is None:
            pieces = some.choice((0, 0, 0, 1, 2, 3, 5, 9))
        self.place(made, pieces)
        return made

    def place(self, made: Request, pieces: int) -> None:
        """Lay out a request in a separate area with random content."""
        area = self.memory.base + AREA * next(self._areas)
        place = self.rng.random() < 0.3
        lay_out(self.rng, made, area, AREA, WORD, pieces=pieces, place=place)
        self.memory.write(area, self.rng.randbytes(AREA))
        self.fill(made, area)

    def fill(self, made: Request, area: int) -> None:
        """Write the data of a request to memory, and set the permissions."""
        memory, data = self.memory, made.aad + made.text
        memory.allow(memory.readable, area, AREA, allowed=False)
        memory.allow(memory.writable, area, AREA, allowed=False)
        for piece in made.sources():
            part, data = data[: piece.size], data[piece.size :]
            memory.write(piece.address, part)
            memory.allow(memory.readable, piece.address, len(part))
        image = made.image()
        if made.written:
            for address in image:
                memory.allow(memory.writable, address, 1)
        self.images[id(made)] = (area, memory.read(area, AREA), image)

    async def send(self, made: Request) -> None:
        """Write the descriptors of a request to the ring, as room permits, and write TAIL."""
        made.number = len(self.sent)
        self.sent.append(made)
        places = 1 << self.log
        left = made.descriptors()
        for _ in range(CYCLES // 100):
            room = places - (self.tail - await self.read("FETCHED") & 0xFFFF)
            some = self.rng.randrange(1, room + 1) if room else 0
            for raw in left[:some]:
                self.memory.write(self.ring + 64 * (self.tail % places), raw)
                self.tail = self.tail + 1 & 0xFFFF
            left = left[some:]
            if some:
                await self.write("TAIL", self.tail)
            if not left:
                return
            await self.cycles(50)
        raise AssertionError(f"FETCHED does not go on: request {made.number}")

    async def wait(self, count: int | None = None) -> None:
        """Wait until a number of requests is done, by default all."""
        count = len(self.sent) if count is None else count
        before, left = self.done, CYCLES
        while self.done < count:
            assert left > 0, f"request {self.done} of {count} has no record"
            await self.cycles(20)
            left = CYCLES if self.done != before else left - 20
            before = self.done
            self.check()

    async def go(self, requests: Sequence[Request]) -> None:
        """Send requests, and wait for the records."""
        for made in requests:
            await self.send(made)
            if len(self.sent) - self.done >= (1 << self.log):
                await self.wait(len(self.sent) - (1 << self.log) + 1)
        await self.wait()

    # ---- Outcomes -------------------------------------------------------------------------------

    def _compare(self, address: int, record: bytes) -> None:
        """Compare a record and all memory of the request."""
        wrong = self._faults(address, record)
        self.slave.broken += [f"request {self.done}: {text}" for text in wrong]
        self.done += 1

    def _faults(self, address: int, record: bytes) -> Iterator[str]:
        if self.done >= len(self.sent):
            yield f"a record without a request: {record.hex()}"
            return
        made = self.sent[self.done]
        if address != self.records + 32 * (self.done % (1 << self.log)):
            yield f"its record is at {address:x}"
        size = len(made.target) if made.written else 0
        wanted = made.tag + bytes((made.ok | made.error << 4, made.flags, 0, 0))
        wanted += size.to_bytes(4, "little") + (self.done + 1).to_bytes(4, "little") + bytes(4)
        if record != wanted:
            yield f"its record is {record.hex()}, not {wanted.hex()}"
        area, before, image = self.images.pop(id(made))
        for burst in self.slave.unanswered:
            if area <= burst.address < area + AREA:
                yield "its record is written before its text"
        yield from self.beside(area, before, image if made.written else {}, made)

    def beside(
        self, area: int, before: bytes, image: dict[int, int | None], made: Request
    ) -> Iterator[str]:
        """Wrong bytes in an area."""
        now, wanted = bytearray(self.memory.read(area, AREA)), bytearray(before)
        refused = self.memory.refuse_write if made.flags & WRITE else set()
        for address, byte in image.items():
            if address not in refused:
                wanted[address - area] = now[address - area] if byte is None else byte
        if now != wanted:
            first = next(n for n in range(AREA) if now[n] != wanted[n])
            yield f"memory is wrong from {area + first:x} on, {len(made.text)} bytes of text"

    def none_of_it(self) -> None:
        """Check the memory of unfinished requests: unchanged, or bytes of the text."""
        for made in self.sent[self.done :]:
            area, before, image = self.images.pop(id(made))
            now = self.memory.read(area, AREA)
            for n in (n for n in range(AREA) if now[n] != before[n]):
                assert image.get(area + n, -1) in (now[n], None), f"{area + n:x} of {made.number}"

    def check(self) -> None:
        assert not self.slave.broken, self.slave.broken[:3]

    async def quiet(self) -> None:
        """Wait for an idle bus, and check that the bus stays idle."""
        for _ in range(100):
            await self.cycles(20)
            if self.slave.quiet:
                break
        else:
            raise AssertionError("a burst did not end")
        before = dict(self.slave.counts)
        await self.cycles(300)
        assert self.slave.counts == before, "the bus is busy without a request"
        self.check()

    async def finish(self) -> None:
        self.pause(0)
        assert self.done == len(self.sent)
        await self.quiet()
        assert not await self.read("STATUS")
        assert await self.read("DONE") == self.done & 0xFFFFFFFF


assert RUN < 18  # the FIFOs hold more pieces
