# SPDX-License-Identifier: Apache-2.0
"""The bandwidth of the buses of `roundel_dma`, with its default parameters.

- ``saturates``: packets of 15 KiB back to back, with a memory that never pauses. Both data channels
  carry a beat in at least 95 % of the cycles between their first and their last beat.
"""

from typing import Any

import cocotb
from cocotb.triggers import FallingEdge
from tests.rtl.top.bench_roundel_dma import ready
from tests.rtl.top.dma_harness import BEAT, Bench
from tests.rtl.top.dma_requests import Request

PACKETS = 12
TEXT = 15 << 10  # bytes of a packet
LEAST = 0.95  # of the cycles


class Channel:
    """Counts the beats of a channel, and the cycles from the first beat to the last."""

    def __init__(self, dut: Any, name: str) -> None:
        self._valid = getattr(dut, f"m_axi_{name}valid")
        self._ready = getattr(dut, f"m_axi_{name}ready")
        self.beats = self.first = self.last = 0

    def look(self, cycle: int) -> None:
        if int(self._valid.value) and int(self._ready.value):
            if not self.beats:
                self.first = cycle
            self.last = cycle
            self.beats += 1

    @property
    def share(self) -> float:
        return self.beats / (self.last - self.first + 1)


async def count(bench: Bench, channels: list[Channel]) -> None:
    cycle = 0
    while True:
        await FallingEdge(bench.dut.aclk)
        cycle += 1
        for channel in channels:
            channel.look(cycle)


@cocotb.test()
async def saturates(dut: Any) -> None:
    bench = await ready(dut, "saturates")
    for channel in bench.slave.channels:
        channel.queue_occupancy_limit = 64
    made: list[Request] = []
    while len(made) < PACKETS:  # the hardware only encrypts
        item = bench.request(text=TEXT, aad=0, pieces=0)
        if not item.words[0][0] & 1:
            made.append(item)
    for item in made:
        area = item.pieces[0].address & -64
        item.pieces[0].address = area
        item.pieces[1].address &= -64
        bench.fill(item, bench.images[id(item)][0])
    # The ring is filled before the DMA runs.
    await bench.write("CONTROL", 0)
    channels = [Channel(dut, name) for name in ("r", "w")]
    for item in made:
        await bench.send(item)
    task = cocotb.start_soon(count(bench, channels))
    await bench.write("CONTROL", 1)
    await bench.wait()
    task.cancel()
    await bench.finish()
    for name, channel in zip(("R", "W"), channels, strict=True):
        assert channel.beats >= PACKETS * TEXT // BEAT
        cocotb.log.warning("%s carries a beat in %.4f of the cycles", name, channel.share)
        assert channel.share >= LEAST, f"{name}: {channel.share:.3f}"
