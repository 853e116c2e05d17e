# SPDX-License-Identifier: Apache-2.0
"""Memory behind the AXI4 port of `roundel_dma`, on the channels of cocotbext-axi, with AXI's rules.

Responses with different IDs come in any order, and read beats of different IDs are interleaved, as
AXI4 allows. Each byte has a permission to read and to write; `broken` lists other accesses.
"""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge
from cocotbext.axi import AxiResp
from cocotbext.axi.axi_channels import (
    AxiARSink,
    AxiAWSink,
    AxiBSource,
    AxiReadBus,
    AxiRSource,
    AxiWriteBus,
    AxiWSink,
)

DATA, OWN = 0, 1  # kinds of bursts: data and text; descriptors and records
BORDER = 4096  # Arm IHI 0022, A3.4.1: no burst crosses the border
UNDER_WAY = 4  # bursts in flight

# Payload of each channel driven by the hardware.
CHANNELS = {
    "m_axi_ar": ("id", "addr", "len", "size", "burst", "cache", "prot"),
    "m_axi_aw": ("id", "addr", "len", "size", "burst", "cache", "prot"),
    "m_axi_w": ("data", "strb", "last"),
    "s_axil_b": ("resp",),
    "s_axil_r": ("data", "resp"),
}


@dataclass
class Burst:
    """An accepted burst: address of the first beat, number of beats, kind."""

    address: int
    beats: int
    own: int
    at: int = 0  # the next beat


@dataclass
class Memory:
    """Bytes from `base` on, with permissions.

    Attributes:
        readable: For each byte: a read is legal.
        writable: For each byte: 1: text may be written, 2: a record may be written.
        refuse_read: Bytes, also outside of the memory, at which a read has SLVERR or DECERR.
        refuse_write: The same for writes; a refused write has no effect.
    """

    base: int
    size: int
    data: bytearray = field(init=False)
    readable: bytearray = field(init=False)
    writable: bytearray = field(init=False)
    refuse_read: set[int] = field(default_factory=set)
    refuse_write: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.data = bytearray(self.size)
        self.readable = bytearray(self.size)
        self.writable = bytearray(self.size)

    def read(self, address: int, count: int) -> bytes:
        begin = address - self.base
        return bytes(self.data[begin : begin + count])

    def write(self, address: int, data: bytes) -> None:
        begin = address - self.base
        assert 0 <= begin <= self.size - len(data)
        self.data[begin : begin + len(data)] = data

    def allow(self, mask: bytearray, address: int, count: int, allowed: bool = True) -> None:
        begin = address - self.base
        mask[begin : begin + count] = bytes([allowed]) * count

    def forbid_all(self) -> None:
        """Remove all permissions."""
        self.readable = bytearray(self.size)
        self.writable = bytearray(self.size)


class Slave:
    """The subordinate on the bus.

    Attributes:
        broken: Violations of the rules.
        records: Address and 32 bytes of each record, in order.
        on_record: Called with each record.
        unanswered: Bursts of text without a response.
        counts: Bursts by kind.
        share: Probability of a pause before each step.
    """

    def __init__(
        self,
        dut: Any,
        memory: Memory,
        rng: random.Random,
        burst_bytes: int,
        ids: tuple[int, int],
        attributes: tuple[int, int],
    ) -> None:
        """Connect to m_axi of a top.

        Args:
            dut: The top.
            memory: The bytes.
            rng: Source of random numbers.
            burst_bytes: Bytes of the longest burst.
            ids: The IDs of data and text, and of descriptors and records.
            attributes: AxCACHE and AxPROT.
        """
        common = {"reset_active_level": False}
        read, write = (bus.from_prefix(dut, "m_axi") for bus in (AxiReadBus, AxiWriteBus))
        self.ar = AxiARSink(read.ar, dut.aclk, dut.aresetn, **common)
        self.r = AxiRSource(read.r, dut.aclk, dut.aresetn, **common)
        self.aw = AxiAWSink(write.aw, dut.aclk, dut.aresetn, **common)
        self.w = AxiWSink(write.w, dut.aclk, dut.aresetn, **common)
        self.b = AxiBSource(write.b, dut.aclk, dut.aresetn, **common)
        self.channels = (self.ar, self.r, self.aw, self.w, self.b)
        for channel in self.channels:
            channel.queue_occupancy_limit = 2
        self._dut, self._memory, self._rng = dut, memory, rng
        self._bytes = len(dut.m_axi_wstrb)
        self._burst_bytes = burst_bytes
        self._ids, self._attributes = ids, attributes
        self.broken: list[str] = []
        self.records: list[tuple[int, bytes]] = []
        self.on_record: Callable[[int, bytes], None] = lambda _address, _record: None
        self.unanswered: list[Burst] = []
        self.counts = {"reads": 0, "descriptors": 0, "writes": 0, "records": 0}
        self.share = 0.0
        self._reads: tuple[deque[Burst], ...] = (deque(), deque())
        self._writing: Burst | None = None
        self._answers: tuple[deque[tuple[Burst, bool]], ...] = (deque(), deque())
        self._waiting: dict[str, tuple[int, ...]] = {}
        self._pins = {
            name: (
                getattr(dut, f"{name}valid"),
                getattr(dut, f"{name}ready"),
                tuple(getattr(dut, name + part) for part in payload),
            )
            for name, payload in CHANNELS.items()
        }
        self._running = [cocotb.start_soon(part) for part in self._parts()]
        cocotb.start_soon(self._watch())

    def _parts(self) -> tuple[Any, ...]:
        return (self._take_reads(), self._answer_reads(), self._take_writes(), self._answer())

    @property
    def quiet(self) -> bool:
        """True without bursts in flight."""
        idle = not any(self._reads) and not any(self._answers) and self._writing is None
        return idle and all(not channel.count() for channel in self.channels) and not self._waiting

    def restart(self) -> None:
        """Drop all bursts, as a reset of the bus does."""
        for task in self._running:
            task.cancel()
        for channel in self.channels:
            channel.clear()
        for reads, answers in zip(self._reads, self._answers, strict=True):
            reads.clear()
            answers.clear()
        self._writing = None
        self.unanswered.clear()
        self._running = [cocotb.start_soon(part) for part in self._parts()]

    # ---- The rules of a channel -----------------------------------------------------------------

    async def _watch(self) -> None:
        """Check that a stalled channel is stable."""
        reset = self._dut.aresetn
        while True:
            await FallingEdge(self._dut.aclk)  # values are stable until the rising edge
            await ReadOnly()
            if not int(reset.value):
                self._waiting = {}
                for name, (valid, _, _) in self._pins.items():
                    if int(valid.value):
                        self.broken.append(f"{name}valid is not 0 in a reset")
                continue
            for name, (valid, ready, payload) in self._pins.items():
                before = self._waiting.pop(name, None)
                if int(valid.value):
                    if before is not None or not int(ready.value):
                        shown = tuple(int(pin.value) for pin in payload)
                        if before not in (None, shown):
                            self.broken.append(f"{name}* changes before it is taken")
                        if not int(ready.value):
                            self._waiting[name] = shown
                elif before is not None:
                    self.broken.append(f"{name}valid falls before {name}ready")

    def _burst(self, kind: str, item: Any) -> Burst:
        """Check a burst against the rules."""
        address, beats, number = (int(getattr(item, kind + name)) for name in ("addr", "len", "id"))
        beats += 1
        if number not in self._ids:
            self.broken.append(f"{kind}: the ID {number} is none of {self._ids}")
        own = int(number == self._ids[OWN])
        fixed = tuple(int(getattr(item, kind + name)) for name in ("size", "burst"))
        if fixed != (self._bytes.bit_length() - 1, 1):
            self.broken.append(f"{kind}: size, burst are {fixed}")
        found = tuple(int(getattr(item, kind + name)) for name in ("cache", "prot"))
        if found != self._attributes:
            self.broken.append(f"{kind}: cache, prot are {found}, not {self._attributes}")
        first = address - address % self._bytes
        last = first + beats * self._bytes - 1
        if first // BORDER != last // BORDER:
            self.broken.append(f"{kind}: {beats} beats at {address:x} cross a border of 4 KiB")
        if beats * self._bytes > max(self._burst_bytes, 64):
            self.broken.append(f"{kind}: {beats} beats are more than BurstBytes")
        return Burst(first, beats, own)

    async def _pause(self) -> None:
        while self._rng.random() < self.share:
            await RisingEdge(self._dut.aclk)

    # ---- Reads ----------------------------------------------------------------------------------

    async def _take_reads(self) -> None:
        while True:
            burst = self._burst("ar", await self.ar.recv())
            self.counts["descriptors" if burst.own else "reads"] += 1
            while sum(map(len, self._reads)) >= UNDER_WAY:
                await RisingEdge(self._dut.aclk)
            self._reads[burst.own].append(burst)

    async def _answer_reads(self) -> None:
        memory = self._memory
        while True:
            ready = [queue for queue in self._reads if queue]
            if not ready:
                await RisingEdge(self._dut.aclk)
                continue
            await self._pause()
            queue = self._rng.choice(ready)
            burst = queue[0]
            address = burst.address + self._bytes * burst.at
            place = address - memory.base
            item = self.r._transaction_obj()
            item.rid, item.rresp = self._ids[burst.own], AxiResp.OKAY
            outside = not 0 <= place < memory.size and address in memory.refuse_read
            if not outside and not any(memory.readable[place : place + self._bytes]):
                self.broken.append(f"an illegal read of {address:x}")
            item.rdata = int.from_bytes(memory.read(address, self._bytes), "little")
            if not memory.refuse_read.isdisjoint(range(address, address + self._bytes)):
                item.rresp = self._rng.choice((AxiResp.SLVERR, AxiResp.DECERR))
            burst.at += 1
            item.rlast = burst.at == burst.beats
            await self.r.send(item)
            if item.rlast:
                queue.popleft()

    # ---- Writes ---------------------------------------------------------------------------------

    async def _take_writes(self) -> None:
        while True:
            burst = self._burst("aw", await self.aw.recv())
            self._writing = burst
            self.counts["records" if burst.own else "writes"] += 1
            if not burst.own:
                self.unanswered.append(burst)
            refused, record = False, b""
            for beat in range(burst.beats):
                item = await self.w.recv()
                if int(item.wlast) != (beat == burst.beats - 1):
                    self.broken.append(f"wlast is wrong in beat {beat} of {burst}")
                address = burst.address + self._bytes * beat
                refused |= self._write(burst, address, int(item.wdata), int(item.wstrb))
                record += self._strobed(int(item.wdata), int(item.wstrb))
            if burst.own and len(record) < 32 and not int(self._dut.clear_q.value):
                self.broken.append(f"a record of {len(record)} bytes without a zeroise")
            elif burst.own and len(record) == 32:
                start = burst.address + (record_offset(int(item.wstrb)) if burst.beats == 1 else 0)
                self.records.append((start, record))
                self.on_record(start, record)
            while sum(map(len, self._answers)) >= UNDER_WAY:
                await RisingEdge(self._dut.aclk)
            self._answers[burst.own].append((burst, refused))
            self._writing = None

    def _strobed(self, data: int, strobe: int) -> bytes:
        raw = data.to_bytes(self._bytes, "little")
        return bytes(raw[n] for n in range(self._bytes) if strobe >> n & 1)

    def _write(self, burst: Burst, address: int, data: int, strobe: int) -> bool:
        """Write a beat; True if the beat is refused."""
        memory, refused = self._memory, False
        raw = data.to_bytes(self._bytes, "little")
        for lane in range(self._bytes):
            if strobe >> lane & 1:
                byte = address + lane
                place = byte - memory.base
                if byte in memory.refuse_write:
                    refused = True
                    continue
                if not 0 <= place < memory.size or not memory.writable[place]:
                    self.broken.append(f"an illegal write to {byte:x}")
                    continue
                if not burst.own and memory.writable[place] == 2:
                    self.broken.append(f"a write of text to {byte:x}, in the ring of records")
                memory.data[place] = raw[lane]
        return refused

    async def _answer(self) -> None:
        while True:
            ready = [queue for queue in self._answers if queue]
            if not ready:
                await RisingEdge(self._dut.aclk)
                continue
            await self._pause()
            queue = self._rng.choice(ready)
            burst, refused = queue[0]
            item = self.b._transaction_obj()
            item.bid = self._ids[burst.own]
            item.bresp = AxiResp.OKAY
            if refused:
                item.bresp = self._rng.choice((AxiResp.SLVERR, AxiResp.DECERR))
            if not burst.own:
                self.unanswered.remove(burst)
            await self.b.send(item)
            queue.popleft()


def record_offset(strobe: int) -> int:
    """Index of the first strobed byte of a beat."""
    return (strobe & -strobe).bit_length() - 1
