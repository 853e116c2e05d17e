# SPDX-License-Identifier: Apache-2.0
"""An AXI4-Lite memory behind a bridge, for the benches of the bridges."""

import itertools
import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteSlaveRead, AxiLiteSlaveWrite

WORDS = 64
REFUSED = 0x80  # the accesses from this address on return SLVERR


@dataclass(frozen=True)
class Access:
    """An access of the host."""

    write: bool
    address: int  # in bytes, a multiple of 4
    data: int = 0
    strobes: int = 15
    prot: int = 0


@dataclass
class Model:
    """The expected content of the memory."""

    words: dict[int, int] = field(default_factory=dict)

    def answer(self, access: Access) -> tuple[int, bool]:
        """The data of a read, and whether the memory refuses the access."""
        if access.address >= REFUSED:
            # cocotbext-axi accepts a write without a strobe at any address.
            return 0, not access.write or access.strobes != 0
        old = self.words.get(access.address, 0)
        if not access.write:
            return old, False
        mask = sum(0xFF << 8 * byte for byte in range(4) if access.strobes >> byte & 1)
        self.words[access.address] = (old & ~mask) | (access.data & mask)
        return 0, False


class _Target:
    """The content of the memory."""

    def __init__(self) -> None:
        self._content = bytearray(4 * WORDS)

    async def read(self, address: int, length: int) -> bytes:
        if address >= REFUSED:
            raise ValueError("refused")
        return bytes(self._content[address : address + length])

    async def write(self, address: int, data: bytes) -> None:
        if address >= REFUSED:
            raise ValueError("refused")
        self._content[address : address + len(data)] = data


def _pauses(seed: int) -> Iterator[bool]:
    rng = random.Random(seed)
    while True:
        yield from itertools.repeat(rng.random() < 0.4, rng.randrange(1, 5))


class Memory:
    """The memory at the ports m_axil of a bridge.

    Attributes:
        seen: Direction (a write: True) and attributes of each access, in order.
    """

    def __init__(self, dut: Any, clock: Any, reset: Any, seed: int | None) -> None:
        """Attach the memory; with a seed its channels pause at random."""
        logging.getLogger(f"cocotb.{dut._name}").setLevel(logging.CRITICAL)
        self.seen: list[tuple[bool, int]] = []
        target = _Target()
        bus = AxiLiteBus.from_prefix(dut, "m_axil")
        common = (clock, reset, target, False)
        self._write = AxiLiteSlaveWrite(bus.write, *common)
        self._read = AxiLiteSlaveRead(bus.read, *common)
        channels = (
            self._write.aw_channel, self._write.w_channel, self._write.b_channel,
            self._read.ar_channel, self._read.r_channel,
        )  # fmt: skip
        if seed is not None:
            for number, channel in enumerate(channels):
                channel.set_pause_generator(_pauses(seed + number))
        cocotb.start_soon(self._watch(dut, clock))

    async def _watch(self, dut: Any, clock: Any) -> None:
        channels = (
            (True, dut.m_axil_awvalid, dut.m_axil_awready, dut.m_axil_awprot),
            (False, dut.m_axil_arvalid, dut.m_axil_arready, dut.m_axil_arprot),
        )
        while True:
            await RisingEdge(clock)
            for write, valid, ready, prot in channels:
                if int(valid.value) and int(ready.value):
                    self.seen.append((write, int(prot.value)))


def accesses(seed: int, count: int) -> list[Access]:
    """Random accesses; some are refused."""
    rng = random.Random(seed)
    return [
        Access(
            rng.random() < 0.5,
            4 * rng.randrange(40),
            rng.getrandbits(32),
            rng.randrange(16),
            rng.randrange(8),
        )
        for _ in range(count)
    ]
