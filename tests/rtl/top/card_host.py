# SPDX-License-Identifier: Apache-2.0
"""A processor that sends packets through `roundel_card_axi` by an `AxiMaster` (card_harness.py)."""

import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from cocotb.handle import HierarchyObject
from cocotb.triggers import gather, with_timeout
from cocotbext.axi import AxiMaster, AxiResp
from tests.rtl.top.card_harness import (
    CARD_ERRORS,
    CARD_STATUS,
    ENCRYPTING,
    INPUT,
    INPUT_BLOCKS,
    INPUT_TAIL,
    KEY,
    KEY_BYTES,
    KEY_COMMAND,
    KEY_SIZES,
    MODE,
    MODES,
    OUTPUT,
    OUTPUT_BLOCKS,
    OUTPUT_HEAD,
    PATIENCE,
    RESULT_BLOCKS,
    RESULT_HEAD,
    RESULTS,
    SLOTS,
    STATUS,
    Bench,
)
from tests.rtl.top.design_modes import WHOLE

from roundel.verify.packet_exchange import BOTH, Packet, draw

ERROR_COMMAND = 1


class Host(Bench):
    """A processor that puts packets through the card.

    Attributes:
        keys: The key of each slot.
    """

    def __init__(self, dut: HierarchyObject, name: str) -> None:
        super().__init__(dut, name)
        self.master = AxiMaster(self.bus, self.dut.aclk, self.dut.aresetn, reset_active_level=False)
        write, read = self.master.write_if, self.master.read_if
        self.channels = (
            *(write.aw_channel, write.w_channel, write.b_channel),
            *(read.ar_channel, read.r_channel),
        )
        self.keys: list[bytes] = []
        self.forget()

    def forget(self) -> None:
        """All counts are 0."""
        self.tail = self.head = self.result_head = 0

    async def try_write(self, address: int, data: bytes, size: int = 3) -> bool:
        """Write; return whether the response was OKAY, else SLVERR."""
        done = await with_timeout(self.master.write(address, data, size=size), PATIENCE, "ns")
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return bool(done.resp == AxiResp.OKAY)

    async def try_read(self, address: int, count: int, size: int = 3) -> tuple[bool, bytes]:
        """Read; return whether the response was OKAY, and the data."""
        done = await with_timeout(self.master.read(address, count, size=size), PATIENCE, "ns")
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return done.resp == AxiResp.OKAY, bytes(done.data)

    async def write(self, address: int, value: int, count: int = 8) -> None:
        """Write a register of 8 bytes, or of 4."""
        size = 3 if count == 8 else 2
        assert await self.try_write(address, value.to_bytes(count, "little"), size), hex(address)

    async def read(self, address: int, count: int = 8) -> int:
        """Read a register of 8 bytes, or of 4."""
        good, found = await self.try_read(address, count, 3 if count == 8 else 2)
        assert good, hex(address)
        return int.from_bytes(found, "little")

    async def counts(self) -> tuple[int, int, int, int]:
        """Head and tail of the input, tails of output and results."""
        found = await self.read(CARD_STATUS)
        return (found & 0xFFFF, found >> 16 & 0xFFFF, found >> 32 & 0xFFFF, found >> 48)

    async def refused(self) -> int:
        """Read the card's ERRORS and clear the errors."""
        found = await self.read(CARD_ERRORS)
        await self.write(CARD_ERRORS, found)
        return found

    async def load_key(self, slot: int) -> None:
        """Load a new key; the key may wait for packets of its slot."""
        while await self.read(STATUS, 4) & 1:
            pass
        bits = self.rng.choice(KEY_SIZES) if len(KEY_SIZES) > 1 else KEY_SIZES[0]
        key = self.rng.randbytes(16 + 8 * bits if len(KEY_SIZES) > 1 else KEY_BYTES)
        size = self.rng.choice((2, 3))
        assert await self.try_write(KEY, key, size)
        await self.write(KEY_COMMAND, slot | 1 << 8 | bits << 10, 4)
        self.keys[slot:] = [key, *self.keys[slot + 1 :]]

    async def load_keys(self) -> None:
        self.keys = [b""] * SLOTS
        for slot in range(SLOTS):
            await self.load_key(slot)

    def packet(self, text: int | None = None) -> Packet:
        """A random packet for the present keys."""
        mode = self.rng.choice(MODES) if len(MODES) > 1 else MODE
        size = text // 16 * 16 if text is not None and mode in WHOLE else text
        directions = BOTH if mode in ENCRYPTING else ("decrypt",)
        return draw(self.rng, mode, self.keys, 16, text=size, directions=directions)

    async def refuse(self, blocks: bytes) -> None:
        """Put a packet whose command must be refused, and compare its result."""
        await self.put(blocks)
        await self.write(INPUT_TAIL, self.tail & 0xFFFF)
        while (await self.counts())[3] - self.result_head & 0xFFFF < 2:
            pass
        result = await self.get(RESULTS, RESULT_BLOCKS, self.result_head, 2)
        assert result == bytes([*bytes(16), ERROR_COMMAND << 4, *bytes(15)])
        self.result_head += 2
        await self.write(RESULT_HEAD, self.result_head & 0xFFFF)
        assert (await self.counts())[2] == self.head & 0xFFFF, "text of a refused packet"

    async def put(self, blocks: bytes) -> None:
        """Write blocks to the input's next places, in pieces and in any order."""
        jobs = []
        for begin, data in self._ring(INPUT, INPUT_BLOCKS, self.tail, blocks):
            cuts = sorted(self.rng.sample(range(8, len(data), 8), min(3, len(data) // 8 - 1)))
            for first, last in itertools.pairwise((0, *cuts, len(data))):
                jobs.append(self.try_write(begin + first, data[first:last]))
        self.rng.shuffle(jobs)
        assert all(await gather(*jobs))
        self.tail += len(blocks) // 16

    async def get(self, base: int, size: int, head: int, blocks: int) -> bytes:
        """Read blocks behind a head, in pieces of any size from any address."""
        jobs = []
        for begin, data in self._ring(base, size, head, bytes(16 * blocks)):
            cuts = sorted(self.rng.sample(range(1, len(data)), 3))
            for first, last in itertools.pairwise((0, *cuts, len(data))):
                size_of_beats = self.rng.choice((0, 1, 2, 3, 3))
                jobs.append(self.try_read(begin + first, last - first, size_of_beats))
        found = await gather(*jobs)
        assert all(good for good, _ in found)
        return b"".join(part for _, part in found)

    @staticmethod
    def _ring(base: int, size: int, count: int, blocks: bytes) -> Iterator[tuple[int, bytes]]:
        """Blocks in a ring: parts without a wrap, with their addresses."""
        place, end = 16 * (count % size), 16 * size
        yield base + place, blocks[: end - place]
        if len(blocks) > end - place:
            yield base, blocks[end - place :]

    async def go(self, packets: Sequence[Packet]) -> None:
        """Put packets through the FIFOs, and compare the results."""
        rest = b"".join(map(request, packets))
        waiting, text = deque(packets), b""
        while waiting:
            input_head, _, output_tail, result_tail = await self.counts()
            room = INPUT_BLOCKS - (self.tail - input_head & 0xFFFF)
            part, rest = rest[: 16 * room], rest[16 * room :]
            level, results = (
                output_tail - self.head & 0xFFFF,
                result_tail - self.result_head & 0xFFFE,
            )
            jobs: list[Any] = [self.put(part)] if part else []
            if level:
                jobs.append(self.get(OUTPUT, OUTPUT_BLOCKS, self.head, level))
            if results:
                jobs.append(self.get(RESULTS, RESULT_BLOCKS, self.result_head, results))
            found = deque(item for item in await gather(*jobs) if item is not None)
            if part:
                await self.write(INPUT_TAIL, self.tail & 0xFFFF)
            if level:
                text += found.popleft()
                self.head += level
                await self.write(OUTPUT_HEAD, self.head & 0xFFFF)
            if results:
                self.result_head += results
                await self.write(RESULT_HEAD, self.result_head & 0xFFFF)
                for begin in range(0, 16 * results, 32):
                    text = compare(waiting.popleft(), found[0][begin : begin + 32], text)
        assert not text
        assert not rest


def request(packet: Packet) -> bytes:
    """A packet in the format of the card."""
    raw = bytearray(packet.command())
    raw[12:16] = len(packet.source).to_bytes(4, "little")
    return bytes(raw) + padded(packet.aad) + padded(packet.source)


def padded(data: bytes) -> bytes:
    """Data to whole blocks."""
    return data + bytes(-len(data) % 16)


def compare(packet: Packet, result: bytes, text: bytes) -> bytes:
    """Compare the result of a packet; return the text behind its own text."""
    size = len(packet.source)
    assert int.from_bytes(result[20:24], "little") == size
    assert result[16] == int(packet.ok)
    if packet.ok:
        assert packet.target is not None
        assert text[:size] == packet.target
        assert result[: len(packet.tag)] == packet.tag
    return text[len(padded(packet.source)) :]
