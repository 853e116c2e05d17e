# SPDX-License-Identifier: Apache-2.0
"""Cocotb bench of the zeroise of `roundel_card_axi`; test_roundel_card_axi.py starts the bench.

- ``behind``: data posted directly after a zeroise, without a wait, are present afterwards.
- ``told``: and so is the count of these data.
- ``port``: earlier read data are not on the bus.
"""

import struct
from collections.abc import Iterator
from typing import Any

import cocotb
from tests.rtl.top.bench_roundel_card_axi import FULL, load_key
from tests.rtl.top.card_harness import (
    CARD_ERRORS,
    CARD_STATUS,
    CONTROL,
    INCR,
    INPUT,
    INPUT_TAIL,
    KEY,
    KEY_COMMAND,
    MODE,
    OKAY,
    OUTPUT,
    RESULTS,
    STATUS,
    Burst,
    Bursts,
)
from tests.rtl.top.card_host import request

from roundel.verify.packet_exchange import Packet, draw


def good(bench: Bursts, key: bytes, text: int) -> Packet:
    """A random packet without an error."""
    while True:
        packet = draw(bench.rng, MODE, [key], 16, text=text)
        if packet.ok:
            return packet


def feeding(bench: Bursts, blocks: bytes, at: int = 0) -> Iterator[Burst]:
    """Blocks into the input's memory, in bursts of any length."""
    words = struct.unpack(f"<{len(blocks) // 8}Q", blocks)
    place = 0
    while place < len(words):
        n = min(bench.rng.choice((1, 2, 7, 16, 60)), len(words) - place)
        yield Burst(
            INPUT + 8 * (at + place), n, 3, INCR, 0, [(w, FULL) for w in words[place : place + n]]
        )
        place += n


async def outcome(bench: Bursts, packet: Packet) -> None:
    """The first result, and its text."""
    assert packet.target is not None
    while (await bench.read(CARD_STATUS) >> 48) < 2:
        pass
    assert await bench.read(RESULTS + 16) == 1 | len(packet.source) << 32, "result"
    n = -(-len(packet.target) // 8)
    burst = Burst(OUTPUT, n)
    await bench.go(burst)
    data = b"".join(word.to_bytes(8, "little") for word, _ in burst.found)
    assert data[: len(packet.target)] == packet.target, "text"


@cocotb.test()
async def behind(dut: Any) -> None:
    """Posted writes without a wait: CONTROL, the next packet's blocks, its key later."""
    bench = Bursts(dut, "behind")
    await bench.reset()
    for turn in range(24):
        share = (0, 0, 0.2, 0.5)[turn % 4]
        bench.pause(0)
        while await bench.read(STATUS, 2):
            pass
        old = await load_key(bench)
        key = bench.rng.randbytes(len(old))
        first = good(bench, old, 16 * 30)
        packet = good(bench, key, 16 * 22 + 8)
        blocks = request(first)
        await bench.go(*feeding(bench, blocks))
        assert await bench.write(INPUT_TAIL, len(blocks) // 16) == OKAY
        await bench.cycles(bench.rng.randrange(400))
        bench.pause(share)
        end = Burst(CONTROL, 1, 2, words=[(1, 0x0F)])
        reads = [Burst(OUTPUT, 50, number=n) for n in range(2)]
        behind = list(feeding(bench, request(packet)))
        await bench.go(end, *behind, *reads)
        assert all(burst.response == OKAY for burst in (end, *behind))
        bench.pause(0)
        words = struct.unpack(f"<{len(key) // 8}Q", key)
        while await bench.read(STATUS, 2):
            pass
        await bench.go(Burst(KEY, len(words), words=[(word, FULL) for word in words]))
        assert await bench.write(KEY_COMMAND, 1 << 8, 2) == OKAY
        assert await bench.read(CARD_ERRORS) == 0
        assert await bench.write(INPUT_TAIL, len(request(packet)) // 16) == OKAY
        await outcome(bench, packet)
        assert await bench.write(CONTROL, 1, 2) == OKAY
    await bench.finish()


@cocotb.test()
async def told(dut: Any) -> None:
    """Blocks and their count, behind a zeroise: a request without a key."""
    bench = Bursts(dut, "told")
    await bench.reset()
    for turn in range(8):
        bench.pause((0, 0.3)[turn % 2])
        old = await load_key(bench)
        packet = good(bench, old, 16 * 10)
        blocks = request(packet)
        tail = Burst(INPUT_TAIL, 1, 3, words=[(len(blocks) // 16, FULL)])
        end = Burst(CONTROL, 1, 2, words=[(1, 0x0F)])
        bursts = [end, *feeding(bench, blocks), tail]
        await bench.go(*bursts)
        assert all(burst.response == OKAY for burst in bursts)
        while (await bench.read(CARD_STATUS) >> 48) < 2:
            pass
        assert await bench.read(RESULTS + 16) & 0xFF == 2 << 4  # no key
        assert await bench.read(CARD_ERRORS) == 0
    await bench.finish()


@cocotb.test()
async def port(dut: Any) -> None:
    """RDATA shows no earlier read text."""
    bench = Bursts(dut, "port")
    await bench.reset()
    key = await load_key(bench)
    packet = good(bench, key, 16 * 4)
    blocks = request(packet)
    await bench.go(*feeding(bench, blocks))
    assert await bench.write(INPUT_TAIL, len(blocks) // 16) == OKAY
    while (await bench.read(CARD_STATUS) >> 48) < 2:
        pass
    for _ in range(5):
        burst = Burst(OUTPUT, 8)
        await bench.go(burst)
    text = [word for word, _ in burst.found]
    assert await bench.write(CONTROL, 1, 2) == OKAY
    await bench.cycles(3000)
    seen = int(dut.s_axi_rdata.value)
    assert seen not in text, "s_axi_rdata shows text after a zeroise"
