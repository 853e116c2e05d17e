# SPDX-License-Identifier: Apache-2.0
"""The bus of `roundel_card_axi` in the simulator: cocotbext-axi and a protocol checker.

`Bursts` drives the five channels directly, for bursts beyond an `AxiMaster`: WRAP, FIXED, strobes,
bursts forbidden by AXI4. `places` computes, from Arm IHI 0022 alone, the addresses of the beats of
a burst. card_host.py has a processor with an `AxiMaster`.
"""

import itertools
import json
import logging
import os
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.handle import HierarchyObject
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, with_timeout
from cocotbext.axi import AxiBus
from cocotbext.axi.axi_channels import (
    AxiARSource,
    AxiAWSource,
    AxiBSink,
    AxiRSink,
    AxiWSource,
)
from tests.rtl.top.design_modes import encrypting, first_mode, key_sizes, modes_of

PERIOD = 10  # ns
PATIENCE = 300_000  # ns, limit for a burst or an access

JOB: dict[str, Any] = json.loads(Path(os.environ["ROUNDEL_BENCH_JOB"]).read_text(encoding="utf-8"))
VALUES: dict[str, int] = JOB["parameters"]
MODES, ENCRYPTING = modes_of(VALUES), encrypting(VALUES)
MODE = first_mode(VALUES)
SLOTS, IDS = VALUES["KeySlots"], 1 << VALUES["IdBits"]
KEY_BYTES = VALUES["KeyBits"] // (4 if MODE == "xts" else 8)  # XTS: two keys
KEY_SIZES = key_sizes(VALUES)
INPUT_BLOCKS, OUTPUT_BLOCKS = VALUES["InputBlocks"], VALUES["OutputBlocks"]
RESULT_BLOCKS = VALUES["ResultBlocks"]

# The window.
CONTROL, STATUS, KEY_COMMAND, KEY = 0x010, 0x014, 0x028, 0x080
CARD_STATUS, INPUT_TAIL, OUTPUT_HEAD, RESULT_HEAD, LEVELS, CARD_ERRORS = range(0x1010, 0x1040, 8)
RESULTS, NOWHERE, INPUT, OUTPUT, END = 0x2000, 0x3000, 0x4000, 0x6000, 0x8000
OVERRUN, UNDERRUN, REFUSED = 1, 2, 4

FIXED, INCR, WRAP = 0, 1, 2
OKAY, SLVERR = 0, 2

# Payload of each channel, behind its prefix.
CHANNELS = {
    "aw": ("id", "addr", "len"),
    "w": (),
    "b": ("id", "resp"),
    "ar": ("id", "addr", "len"),
    "r": ("id", "data", "resp", "last"),
}
DRIVEN = ("b", "r")  # by the hardware


def places(address: int, beats: int, size: int, kind: int) -> list[tuple[int, int]]:
    """First and last byte of each beat of a burst (Arm IHI 0022, A3.4.1)."""
    step = 1 << size
    aligned = address // step * step
    begin = aligned // (step * beats) * (step * beats)
    found = []
    for number in range(beats):
        here = aligned + step * number
        if kind == FIXED:
            here = aligned
        elif kind == WRAP and here >= begin + step * beats:
            here -= step * beats
        first = address if number == 0 or kind == FIXED else here
        found.append((first, here + step - 1))
    return found


class Watch:
    """Checks every clock edge, and compares the responses with the requests.

    Attributes:
        cycle: The number of the present cycle.
        moved: The cycles with a transfer on each channel.
        broken: Violated rules.
    """

    def __init__(self, dut: Any) -> None:
        self._dut = dut
        self.cycle = 0
        self.moved: dict[str, list[int]] = {name: [] for name in CHANNELS}
        self.broken: list[str] = []
        self._pins = {
            name: [getattr(dut, f"s_axi_{name}{pin}") for pin in ("valid", "ready", *payload)]
            for name, payload in CHANNELS.items()
        }
        self.forget()
        cocotb.start_soon(self._run())

    def forget(self) -> None:
        """Nothing is under way."""
        self._waiting: dict[str, list[str]] = {}
        self._writes: deque[tuple[int, int]] = deque()  # ID and beats of writes without a response
        self._reads: deque[list[int]] = deque()  # ID and beats left
        self._words = 0  # taken on W, and not answered

    async def _run(self) -> None:
        while True:
            await FallingEdge(self._dut.aclk)  # signals are stable until the rising edge
            await ReadOnly()
            self.cycle += 1
            if not int(self._dut.aresetn.value):
                self.forget()
                for name in DRIVEN:
                    if str(self._pins[name][0].value) != "0":
                        self.broken.append(f"{name}valid is not 0 in a reset")
                continue
            for name, (valid, ready, *payload) in self._pins.items():
                offered = int(valid.value)
                before = self._waiting.pop(name, None)
                if not offered:
                    if before is not None:
                        self.broken.append(f"{name}valid falls before {name}ready")
                    continue
                shown = [str(pin.value) for pin in payload]
                if before not in (None, shown):
                    self.broken.append(f"{name}: {before} becomes {shown} before it is taken")
                if int(ready.value):
                    self.moved[name].append(self.cycle)
                    self._take(name, shown)
                elif name in DRIVEN:
                    self._waiting[name] = shown

    def _take(self, name: str, shown: Sequence[str]) -> None:
        if any(set(text) - {"0", "1"} for text in shown):
            self.broken.append(f"{name} has bits that are neither 0 nor 1")
            return
        values = [int(text, 2) for text in shown]
        if name == "aw":
            self._writes.append((values[0], values[2] + 1))
        elif name == "ar":
            self._reads.append([values[0], values[2] + 1])
        elif name == "w":
            self._words += 1
        elif name == "b":
            self._look_b(*values)
        else:
            self._look_r(values[0], values[2], values[3])

    def _look_b(self, number: int, response: int) -> None:
        if not self._writes:
            self.broken.append("a response without a write")
            return
        wanted, beats = self._writes.popleft()
        self._words -= beats
        if number != wanted or self._words < 0 or response not in (OKAY, SLVERR):
            self.broken.append(f"B: ID {number} for {wanted}, {response}, {self._words} words")

    def _look_r(self, number: int, response: int, last: int) -> None:
        if not self._reads:
            self.broken.append("data without a read")
            return
        self._reads[0][1] -= 1
        wanted, left = self._reads[0]
        if number != wanted or response not in (OKAY, SLVERR) or last != (left == 0):
            self.broken.append(f"R: ID {number} for {wanted}, {response}, last {last} of {left}")
        if left == 0:
            self._reads.popleft()

    @property
    def idle(self) -> bool:
        """Whether all requests have their responses."""
        return not self._writes and not self._reads


class Bench:
    """`roundel_card_axi` with a clock; the common part of `Host` and `Bursts`."""

    def __init__(self, dut: HierarchyObject, name: str) -> None:
        pins: Any = dut
        self.dut = pins
        logging.getLogger("cocotb.roundel_card_axi").setLevel(logging.ERROR)
        self.rng = random.Random(f"{JOB['seed']} {name}")
        Clock(pins.aclk, PERIOD, unit="ns").start()
        pins.aresetn.value = 0
        self.bus = AxiBus.from_prefix(dut, "s_axi")
        self.watch = Watch(pins)
        self.channels: tuple[Any, ...] = ()

    async def reset(self) -> None:
        """Assert the reset in the middle of a cycle, hold it, release it with the clock."""
        await RisingEdge(self.dut.aclk)
        await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 0
        await self.cycles(self.rng.randrange(2, 6))
        for channel in self.channels:
            channel.clear()
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)

    def pause(self, share: float) -> None:
        """Pause at random on every channel; 0 stops the pauses."""
        for channel in self.channels:
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

    async def finish(self) -> None:
        """Nothing is left, and no rule was broken."""
        self.pause(0)
        await self.cycles(60)
        assert self.watch.idle, "a burst has no response"
        assert not self.watch.broken, self.watch.broken[:3]


@dataclass
class Burst:
    """A burst to send, and its responses.

    Attributes:
        words: Of a write: data and strobes of each beat.
        found: Of a read: data and response of each beat.
        response: Of a write: the response on B.
    """

    address: int
    beats: int
    size: int = 3
    kind: int = INCR
    number: int = 0  # ID
    words: list[tuple[int, int]] = field(default_factory=list)
    found: list[tuple[int, int]] = field(default_factory=list)
    response: int | None = None


class Bursts(Bench):
    """The five channels."""

    def __init__(self, dut: HierarchyObject, name: str) -> None:
        super().__init__(dut, name)
        common = (self.dut.aclk, self.dut.aresetn, False)
        write, read = self.bus.write, self.bus.read
        self.aw, self.w = AxiAWSource(write.aw, *common), AxiWSource(write.w, *common)
        self.b, self.r = AxiBSink(write.b, *common), AxiRSink(read.r, *common)
        self.ar = AxiARSource(read.ar, *common)
        self.channels = (self.aw, self.w, self.b, self.ar, self.r)

    def give(self, bursts: Sequence[Burst]) -> None:
        """Send bursts back to back: bursts with words are writes, the others reads."""
        for burst in bursts:
            if burst.words:
                assert len(burst.words) == burst.beats
                self.aw.send_nowait(self._address(self.aw, "aw", burst))
                for left, (data, strobe) in zip(
                    reversed(range(burst.beats)), burst.words, strict=True
                ):
                    word = self.w._transaction_obj()
                    word.wdata, word.wstrb, word.wlast = data, strobe, left == 0
                    self.w.send_nowait(word)
            else:
                self.ar.send_nowait(self._address(self.ar, "ar", burst))

    def _address(self, channel: Any, prefix: str, burst: Burst) -> Any:
        made = channel._transaction_obj()
        values = {
            "id": burst.number,
            "addr": burst.address,
            "len": burst.beats - 1,
            "size": burst.size,
            "burst": burst.kind,
            "lock": self.rng.getrandbits(1),
            "cache": self.rng.getrandbits(4),
            "prot": self.rng.getrandbits(3),
            "qos": self.rng.getrandbits(4),
        }
        for name, value in values.items():
            setattr(made, prefix + name, value)
        return made

    async def take(self, bursts: Sequence[Burst]) -> None:
        """Receive the responses of sent bursts."""
        for burst in bursts:
            if burst.words:
                answer = await with_timeout(self.b.recv(), PATIENCE, "ns")
                assert int(answer.bid) == burst.number
                burst.response = int(answer.bresp)
            else:
                for left in reversed(range(burst.beats)):
                    beat = await with_timeout(self.r.recv(), PATIENCE, "ns")
                    assert int(beat.rid) == burst.number
                    assert int(beat.rlast) == (left == 0)
                    burst.found.append((int(beat.rdata), int(beat.rresp)))

    async def go(self, *bursts: Burst) -> None:
        """Send bursts back to back, and take their answers."""
        self.give(bursts)
        await self.take(bursts)

    async def write(self, address: int, value: int, size: int = 3) -> int:
        """One access; return the response on B."""
        lanes = ((1 << (1 << size)) - 1) << address % 8
        burst = Burst(address, 1, size, words=[(value << 8 * (address % 8), lanes)])
        await self.go(burst)
        assert burst.response is not None
        return burst.response

    async def read(self, address: int, size: int = 3) -> int:
        """One read with the response OKAY; return its bytes."""
        burst = Burst(address, 1, size)
        await self.go(burst)
        [(data, response)] = burst.found
        assert response == OKAY, hex(address)
        return data >> 8 * (address % 8) & (1 << (8 << size)) - 1
