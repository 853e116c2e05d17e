# SPDX-License-Identifier: Apache-2.0
"""Cocotb bench of `roundel_dma` with unusual memories and unusual addresses.

A further part of bench_roundel_dma.py.

- ``address_waits``: a memory that takes an address after data of the same burst are offered.
- ``data_wait``: a memory that takes data after the address of the same burst.
- ``outside``: source, target and ring at addresses without memory: DECERR.
- ``overlap``: overlapping targets of two packets: the text of the later packet remains.
- ``ring``: text overwrites the ring: the packet's own descriptor, the next free place, and a
  descriptor that may be fetched already.
"""

from typing import Any

import cocotb
from cocotb.triggers import FallingEdge
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from tests.rtl.top.bench_roundel_dma import ready, restart, under_load
from tests.rtl.top.dma_harness import MODE, SIZE, TURNS, Bench
from tests.rtl.top.dma_requests import READ, WRITE, Request


async def one_waits(bench: Bench, channel: Any, *, address: bool) -> None:
    """Hold AW until W is offered for the same burst, or W until the address is accepted."""
    dut = bench.dut
    taken = ended = 0  # bursts with a taken address; with all data taken
    channel.pause = True
    while True:
        await FallingEdge(dut.aclk)
        offered = ended + int(dut.m_axi_wvalid.value)
        taken += int(dut.m_axi_awvalid.value) & int(dut.m_axi_awready.value)
        ended += (
            int(dut.m_axi_wvalid.value)
            & int(dut.m_axi_wready.value)
            & int(dut.m_axi_wlast.value)
        )  # fmt: skip
        channel.pause = taken >= offered if address else ended >= taken


async def in_order(bench: Bench, channel: Any, *, address: bool) -> None:
    """Send packets, and zeroise at any time, with a memory that waits."""
    task = cocotb.start_soon(one_waits(bench, channel, address=address))
    await bench.go([bench.request() for _ in range(8 * TURNS)])
    for _ in range(3 * TURNS):
        await under_load(bench)
        bench.pause(0)
        await restart(bench, 4)
        assert bench.slave.quiet, "the zeroise ended before a burst"
        await bench.go([bench.request() for _ in range(3)])
    task.cancel()
    await bench.finish()


@cocotb.test()
async def address_waits(dut: Any) -> None:
    bench = await ready(dut, "address_waits")
    await in_order(bench, bench.slave.aw, address=True)


@cocotb.test()
async def data_wait(dut: Any) -> None:
    bench = await ready(dut, "data_wait")
    await in_order(bench, bench.slave.w, address=False)


def image_of(bench: Bench, made: Request, image: dict[int, int | None]) -> None:
    """Set the expected content of a request's area."""
    area, before, _ = bench.images[id(made)]
    bench.images[id(made)] = (area, before, image)


@cocotb.test()
async def outside(dut: Any) -> None:
    bench = await ready(dut, "outside")
    memory, base = bench.memory, bench.memory.base
    for far in (base - 8192, base + SIZE + 4096):
        memory.refuse_read.update(range(far, far + 4096))
        memory.refuse_write.update(range(far, far + 4096))
        made = [bench.request(text=160, aad=0, pieces=0, iv_bytes=12) for _ in range(6)]
        for place, piece, flag in ((1, 0, READ), (3, 1, WRITE)):
            made[place].fail(flag).pieces[piece].address = far + bench.rng.randrange(300)
            wanted = dict.fromkeys(made[place].image()) if flag == READ else {}
            image_of(bench, made[place], wanted)
        await bench.write("ERRORS", 0x7F)
        await bench.go(made)
        assert await bench.read("ERRORS") == 0b110

        await bench.zeroise()
        bench.forgotten()
        await bench.write("RING_LOW", far & 0xFFFFFFFF)
        await bench.write("RING_HIGH", far >> 32)
        await bench.write("CONTROL", 1)
        await bench.write("TAIL", 3)
        await bench.until("STATUS", "halted", 1)
        assert await bench.field("ERRORS", "descriptor")
        await bench.cycles(600)
        assert await bench.read("DONE") == 0
        await restart(bench, 4)
        await bench.go([bench.request() for _ in range(3)])
    await bench.finish()


def any_record(bench: Bench) -> list[bytes]:
    """Collect further records without a comparison."""
    found: list[bytes] = []

    def note(_address: int, record: bytes) -> None:
        found.append(record)
        bench.done += 1

    bench.slave.on_record = note
    return found


@cocotb.test()
async def overlap(dut: Any) -> None:
    bench = await ready(dut, "overlap")
    memory, records = bench.memory, any_record(bench)
    for share in (0.0, 0.4):
        for shift in (0, 1, 100, -70, 299):
            bench.pause(share)
            first, second = (bench.request(text=300, pieces=0) for _ in range(2))
            second.pieces[1].address = first.pieces[1].address + shift
            wanted = first.image() | second.image()
            for address in wanted:
                memory.allow(memory.writable, address, 1)
            await bench.go([first, second])
            assert [record[16] & 1 for record in records[-2:]] == [first.ok, second.ok]
            assert not any(record[17] for record in records[-2:])
            for address, byte in wanted.items():
                assert byte is None or memory.read(address, 1) == bytes([byte]), hex(address)
    await bench.finish()


def gives(bench: Bench, text: bytes) -> Request:
    """A packet with this text as its result."""
    while True:
        made = bench.request(text=len(text), aad=0, pieces=0, iv_bytes=12)
        if made.ok and not made.words[0][0] & 1:
            break
    pairs = zip(text, made.text, made.target, strict=True)
    made.text, made.target = bytes(a ^ b ^ c for a, b, c in pairs), text
    if MODE == "gcm":
        key = bench.keys[made.words[0][2]]
        assert key is not None
        sealed = AESGCM(key).encrypt(bytes(made.words[0][16:28]), made.text, b"")
        assert sealed[:-16] == text
        made.tag = sealed[-16:]
    bench.fill(made, bench.images[id(made)][0])
    return made


@cocotb.test()
async def ring(dut: Any) -> None:
    bench = await ready(dut, "ring", log=2)
    memory = bench.memory
    memory.allow(memory.writable, bench.ring, 64 << bench.log)

    def place(number: int) -> int:
        return bench.ring + 64 * (number % (1 << bench.log))

    for turn in range(6):  # across the end of the ring
        follower = bench.request(text=100, pieces=0, iv_bytes=12)
        [raw] = follower.descriptors()
        for made, where in ((gives(bench, raw), 0), (gives(bench, raw), 1)):
            made.pieces[1].address = place(bench.tail + where)
            image_of(bench, made, {})
            await bench.go([made])
        assert memory.read(place(bench.tail), 64) == raw, turn
        follower.number = len(bench.sent)
        bench.sent.append(follower)
        bench.tail = bench.tail + 1 & 0xFFFF
        await bench.write("TAIL", bench.tail)
        await bench.wait()

    # A counted descriptor is executed as before or as overwritten, and the DMA does not hang.
    records = any_record(bench)
    for _ in range(6):
        before = len(records)
        made = gives(bench, b"\xff" * 8 + bytes(56))  # no command of any mode
        made.pieces[1].address = place(bench.tail + 1)
        rest = [bench.request(text=64, pieces=0, iv_bytes=12) for _ in range(3)]
        await bench.go([made, *rest])
        one, two, *others = records[before:]
        assert one[16] == 1
        assert len(others) == 2
        assert two[16] in (rest[0].ok, 0x10), two.hex()
        assert [record[16] for record in others] == [later.ok for later in rest[1:]]
    await bench.finish()
    bench.slave.on_record = lambda _address, _record: None
    await restart(bench, 4)
