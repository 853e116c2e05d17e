# SPDX-License-Identifier: Apache-2.0
"""Cocotb bench of `roundel_dma`; test_roundel_dma.py starts the bench.

When a record is written, the bench compares the record, the text and the memory around the text.
Every cycle is checked against the rules of AXI (dma_harness, dma_memory).

- ``registers``: each field of the RDL has the reset value and the access right of the RDL; an
  access to an unmapped address, a locked register or an illegal TAIL is refused without effect.
- ``packets``: random packets back to back, in rings of 1 to 64 places, with changing keys and
  random pauses on every channel.
- ``places``: every offset of source and target in a beat, in place and apart.
- ``lists``: lists of 1 to many pieces, also empty pieces, AAD and text cut anywhere; pieces longer
  than the packet.
- ``stuck``: a list whose pieces wait for each other.
- ``faults``: commands with errors: the text is dropped, and no other packet is affected.
- ``refused``: the bus refuses data, text, records and descriptors: the right request is flagged.
- ``moved``: the ring's address changes while descriptors are requested.
- ``interrupts``: each interrupt is pending, reaches the pin if enabled, and is cleared.
- ``secure_keys``: with SecureKeys a key is refused from a non-secure master, else never. Every
  write to KEY or KEY_COMMAND without all four strobes is refused. A write without a strobe to
  another register has the response and the error of roundel_axi.
- ``least_tags``: with KEY_COMMAND.least_tag a shorter tag has ERROR_COMMAND. Modes without
  tags: no effect.
- ``zeroise``, ``reset``: at any time under load: every burst ends, and no earlier packet continues.
"""

import itertools
from collections.abc import Callable
from typing import Any

import cocotb
from tests.rtl.top.design_modes import lacking
from tests.rtl.top.dma_harness import (
    AREA,
    BEAT,
    BURST,
    CIPHER,
    ENCRYPTING,
    KEY_BYTES,
    MAP,
    MODE,
    MODES,
    SECURE,
    SLOTS,
    TURNS,
    VALUES,
    Bench,
)
from tests.rtl.top.dma_requests import (
    ERROR_COMMAND,
    ERROR_KEY,
    PIECES,
    READ,
    RUN,
    WRITE,
    Piece,
    Request,
    trimmed,
)


async def ready(dut: Any, name: str, log: int = 4) -> Bench:
    """A bench with keys and rings."""
    bench = Bench(dut, name)
    await bench.reset()
    await bench.load_keys()
    await bench.start(log)
    return bench


async def restart(bench: Bench, log: int) -> None:
    """Zeroise and start again with other rings."""
    await bench.zeroise()
    bench.forgotten()
    await bench.load_keys()
    await bench.start(log)


async def snapshot(bench: Bench) -> dict[int, int]:
    """The values of all registers, by address."""
    found = {}
    for entry in MAP.values():
        for address in entry.addresses:
            good, found[address] = await bench.try_read(address)
            assert good, hex(address)
    return found


@cocotb.test()
async def registers(dut: Any) -> None:
    bench = Bench(dut, "registers")
    await bench.reset()
    rng, first = bench.rng, await snapshot(bench)
    expected = {"beat_bytes": BEAT, "burst_bytes": BURST}
    for entry in MAP.values():
        value, known = first[entry.address], 0
        for field in entry.fields:
            shown = (value & field.mask) >> field.low
            wanted = field.reset if field.reset is not None else expected.get(field.name, 0)
            assert shown == wanted, (entry.name, field.name)
            known |= field.mask
        assert value & ~known == 0, entry.name
    assert set(expected) == {field.name for field in MAP["BUS"].fields}
    assert (await bench.try_read(CIPHER["ID"].address))[0]  # the registers of roundel_axi

    bench.pause(0.3)
    for entry in MAP.values():
        mask = sum(field.mask for field in entry.fields)
        if not entry.writable:
            assert not await bench.try_write(entry.address, rng.randbytes(4)), entry.name
            assert await bench.try_read(entry.address) == (True, first[entry.address])
        elif any(field.clears for field in entry.fields):
            assert await bench.try_write(entry.address, b"\xff" * 4)
            assert await bench.try_read(entry.address) == (True, 0)
        elif entry.name != "TAIL":  # tested below
            for value in (0xFFFFFFFF, rng.getrandbits(32), 0):
                await bench.write(entry.name, value)
                assert await bench.read(entry.name) == value & mask, entry.name
            assert not await bench.try_write(entry.address + 1, b"\xff"), "a byte of a register"
            assert await bench.read(entry.name) == 0
    await bench.write("ERRORS", 0x7F)

    mapped = {entry.address for entry in MAP.values()}
    before = await snapshot(bench)
    unmapped = [address for address in range(0x1000, 0x2000, 4) if address not in mapped]
    near = [address for address in unmapped if address < 0x1100]
    for address in near + rng.sample(unmapped, 20):
        assert await bench.try_read(address) == (False, 0), hex(address)
        assert not await bench.try_write(address, rng.randbytes(4)), hex(address)
    after = await snapshot(bench)
    assert after.pop(MAP["ERRORS"].address) == 0x40
    assert after.pop(MAP["IRQ_STATUS"].address) == 4
    assert {address: before[address] for address in after} == after
    await bench.write("ERRORS", 0x40)

    bench.pause(0)
    await bench.load_keys()
    await bench.start(3)
    await bench.go([bench.request(text=20) for _ in range(5)])
    before = await snapshot(bench)
    for name in ("RING_LOW", "RING_HIGH", "RECORDS_LOW", "RECORDS_HIGH", "SIZES"):
        await bench.refused(name, rng.getrandbits(32))
    assert await bench.read("ERRORS") == 0x40
    await bench.write("ERRORS", 0x40)
    for wrong in (bench.tail - 1, bench.tail + 9, bench.tail + 0x8000):
        await bench.refused("TAIL", wrong & 0xFFFF)
        assert await bench.read("ERRORS") == 0x20
        await bench.write("ERRORS", 0x20)
    after = await snapshot(bench)
    after[MAP["IRQ_STATUS"].address] = before[MAP["IRQ_STATUS"].address]
    assert after == before
    await bench.go([bench.request(text=20) for _ in range(5)])

    # A stopped ring fills completely.
    await bench.write("CONTROL", 0)
    end = bench.tail + 8
    await bench.write("TAIL", bench.tail)
    await bench.refused("TAIL", end + 1 & 0xFFFF)
    await bench.write("TAIL", end - 1 & 0xFFFF)
    await bench.refused("TAIL", end - 2 & 0xFFFF)
    await bench.write("TAIL", end & 0xFFFF)
    assert await bench.read("ERRORS") == 0x20
    assert await bench.read("TAIL") == end & 0xFFFF
    await bench.quiet()
    assert await bench.read("FETCHED") == bench.tail


@cocotb.test()
async def packets(dut: Any) -> None:
    bench = await ready(dut, "packets")
    for turn in range(TURNS):
        for log, share in ((6, 0.0), (0, 0.3), (2, 0.3), (4, 0.7), (5, 0.1)):
            if turn or log != 6:
                await restart(bench, log)
            bench.pause(share)
            for _ in range(3):
                await bench.go([bench.request() for _ in range(8)])
                await bench.load_key(bench.rng.randrange(SLOTS))
            bench.pause(0)
    await bench.finish()


@cocotb.test()
async def places(dut: Any) -> None:
    bench = await ready(dut, "places", log=5)
    for turn in range(TURNS):
        shift = bench.rng.randrange(BEAT) + turn
        for offset in range(BEAT):
            aad = bench.rng.choice((0, 0, 3, BEAT + 5))
            text = bench.rng.choice((17, BEAT, 2 * BEAT + 1, 3 * BEAT - 1))
            made = bench.request(text=text, aad=aad, pieces=0)
            if made.targets()[0].address & AREA // 2:
                area = made.pieces[0].address & -AREA
                made.pieces[0].address = area + offset
                made.pieces[1].address = area + AREA // 2 + (5 * offset + shift) % BEAT
                bench.fill(made, area)
            await bench.send(made)
            if len(bench.sent) - bench.done > 16:
                await bench.wait(bench.done + 8)
    # At a border of 4 KiB, and across the border.
    for near in (-33, -17, -16, -1, 0, 1, 30):
        made = bench.request(text=3 * BEAT, pieces=0)
        area = made.pieces[0].address & -AREA
        made.pieces[0].address = area + 4096 + near
        made.pieces[1].address = area + AREA // 2 + 4096 - near
        bench.fill(made, area)
        await bench.go([made])
    await bench.finish()


@cocotb.test()
async def lists(dut: Any) -> None:
    bench = await ready(dut, "lists", log=3)
    for share in (0, 0.3):
        bench.pause(share)
        sizes = (1, 2, 4, 7, 12, RUN, 40)
        await bench.go([bench.request(pieces=count) for count in sizes * TURNS])
        # The largest lead of targets or of sources.
        for first in (False, True):
            made = bench.request(text=400, pieces=RUN - 1)
            made.pieces.sort(key=lambda piece: piece.target != first)
            await bench.go([made, bench.request()])
        for kind in (False, True):
            for more in (1, BEAT, 5000):
                await bench.go([too_long(bench, kind, more), bench.request()])
    assert await bench.field("ERRORS", "pieces")
    await bench.finish()


def too_long(bench: Bench, target: bool, more: int) -> Request:
    """A list with a too long last piece of a kind, or with a piece too many."""
    made = bench.request(text=90, pieces=3).fail(PIECES)
    own = [piece for piece in made.pieces if piece.target == target]
    if bench.rng.random() < 0.5:
        own[-1].size += more
    else:
        made.pieces.append(Piece(own[-1].address, more, target))
        if len(made.pieces) % 4 == 1:  # a complete packet takes no further descriptor
            made.pieces.insert(0, made.pieces.pop())
            made.pieces[0].size = 0
            made.pieces.append(made.pieces.pop(0))
            own[-1].size += 1
            made.pieces.pop()
    return made


@cocotb.test()
async def stuck(dut: Any) -> None:
    """A list whose pieces wait for each other halts the DMA with an error; the bus stays free."""
    bench = await ready(dut, "stuck", log=7)
    # All targets in front; or all sources, with more text than the DMA can hold.
    ways = [(True, 100 * RUN, 2 * RUN)] + [(False, 600 * BEAT, 300)] * (BEAT == 16)
    for target, text, pieces in ways:
        await bench.go([bench.request() for _ in range(3)])
        made = bench.request(text=text, aad=0, pieces=pieces)
        made.pieces.sort(key=lambda piece: piece.target != target)
        await bench.send(made)
        await bench.send(bench.request())
        await bench.cycles(3000)
        assert not await bench.field("STATUS", "halted")
        await bench.cycles(3000)
        assert await bench.field("STATUS", "halted")
        assert await bench.read("ERRORS") == 1 << 7
        assert await bench.field("IRQ_STATUS", "error")
        assert bench.done == 3
        bench.none_of_it()
        await bench.quiet()
        await bench.write("ERRORS", 1 << 7)
        await restart(bench, 7)
    await bench.go([bench.request(pieces=5)])
    await bench.finish()


@cocotb.test()
async def faults(dut: Any) -> None:
    bench = await ready(dut, "faults", log=5)
    empty = SLOTS - 1
    # A set: two in each of the six turns, all together.
    numbers = itertools.cycle([VALUES["Mode"] ^ 1] if len(MODES) == 1 else lacking(VALUES))
    for share in (0, 0.4):
        bench.pause(share)
        for pieces in (0, 3, 40):
            await bench.write("CIPHER.KEY_COMMAND", empty | 1 << 9)
            await bench.until("CIPHER.STATUS", "key_busy", 0)
            made = [bench.request(slot=0) for _ in range(6)]
            for place in (1, 3, 4):
                made[place] = bench.request(text=300, slot=empty, pieces=pieces)
                drop(bench, made[place], ERROR_KEY)
            for number in itertools.islice(numbers, 1 if len(MODES) == 1 else 2):
                wrong = bench.request(text=200, slot=0, pieces=pieces)
                if len(MODES) > 1 and "gcm" in MODES:  # a length of a long IV has no effect
                    wrong = bench.request(text=200, slot=0, pieces=pieces, mode="gcm", iv_bytes=60)
                wrong.words[0][1] = number
                made.append(drop(bench, wrong, ERROR_COMMAND))
                del wrong.words[1:]  # other modes have no further words
                if len(MODES) > 1:
                    made.append(bench.request(slot=0))
            for mode in MODES:
                if mode not in ENCRYPTING:
                    wrong = bench.request(text=200, slot=0, pieces=pieces, mode=mode)
                    wrong.words[0][0] &= ~1
                    made += [drop(bench, wrong, ERROR_COMMAND), bench.request(slot=0)]
            if MODE == "xts":
                made += [bench.request(text=size, slot=0) for size in (0, 1, 15, 16)]
            if MODE == "ecb":
                made += [bench.request(text=size, slot=0) for size in (1, 15, BEAT + 3)]
            made.append(bench.request(slot=0))
            await bench.go(made)
            await bench.load_key(empty)
            await bench.go([bench.request(slot=empty)])
    await bench.finish()


def drop(bench: Bench, made: Request, error: int) -> Request:
    """Expect an error without text: no byte of the target may be written."""
    made.fault(error)
    if len(made.pieces) > 2 * RUN:  # illegal for a packet with text: targets in front
        data, text = len(made.aad) + len(made.text), len(made.text)
        order = sorted(made.pieces, key=lambda piece: (piece.begin, not piece.target))
        made.pieces = trimmed(order, data, text)
    for address in made.image():
        bench.memory.allow(bench.memory.writable, address, 1, allowed=False)
    return made


@cocotb.test()
async def refused(dut: Any) -> None:
    bench = await ready(dut, "refused")
    memory = bench.memory
    for share in (0, 0.4):
        bench.pause(share)
        for _ in range(2 * TURNS):
            await bench.write("ERRORS", 0x7F)
            made = [bench.request(text=bench.rng.randrange(16, 700)) for _ in range(10)]
            if MODE == "ecb":
                made = [bench.request(text=16 * bench.rng.randrange(1, 40)) for _ in range(10)]
            some = bench.rng.sample(range(10), 4)
            for number in some[:2]:
                refuse(bench, made[number], memory.refuse_read, READ)
            for number in some[1:3]:
                refuse(bench, made[number], memory.refuse_write, WRITE)
            # A refused record has no effect on the request.
            lost = bench.records + 32 * ((len(bench.sent) + some[3]) % 16)
            memory.refuse_write.add(lost + bench.rng.randrange(32))
            await bench.go(made)
            await bench.quiet()  # the last record has its response
            assert await bench.read("ERRORS") == 0b1110
            assert await bench.read("DONE") == len(bench.sent)
            memory.refuse_read.clear()
            memory.refuse_write.clear()

        # A descriptor: earlier requests finish, later requests do not start.
        for further in (False, True):
            bench.pause(share)
            made = [bench.request(text=100, pieces=3 if further else 0) for _ in range(6)]
            await bench.go(made[:1])
            for one in made[1:4]:
                await bench.wait()
                await bench.send(one)
            await bench.wait()
            bad = made[4]
            place = bench.tail + (len(bad.descriptors()) - 1 if further else 0)
            memory.refuse_read.add(bench.ring + 64 * (place % 16) + bench.rng.randrange(64))
            await bench.send(bad)
            await bench.until("STATUS", "halted", 1)
            assert await bench.field("ERRORS", "descriptor")
            bench.pause(0)
            await bench.cycles(600)
            assert bench.done == len(bench.sent) - 1
            assert await bench.field("STATUS", "busy") == further
            bench.check()
            bench.none_of_it()
            memory.refuse_read.clear()
            await restart(bench, 4)
            assert not await bench.field("STATUS", "halted")
            await bench.go([bench.request() for _ in range(3)])
    await bench.finish()


def refuse(bench: Bench, made: Request, where: set[int], flag: int) -> None:
    """Refuse a byte of a source or of a target of a request."""
    choice = bench.rng.choice([piece for piece in made.pieces
                               if piece.size and piece.target == (flag == WRITE)])  # fmt: skip
    where.add(choice.address + bench.rng.randrange(choice.size))
    if not (made.flags & flag):
        made.fail(flag)
    if flag == WRITE:
        for address in where & made.image().keys():
            bench.memory.allow(bench.memory.writable, address, 1, allowed=False)


@cocotb.test()
async def moved(dut: Any) -> None:
    bench = await ready(dut, "moved", log=3)
    for _ in range(4 * TURNS):
        made = [bench.request(text=48, aad=0, pieces=0, iv_bytes=12) for _ in range(3)]
        before = bench.slave.counts["descriptors"]
        bench.slave.r.pause = True
        for one in made:
            await bench.send(one)
        while bench.slave.counts["descriptors"] < before + len(made):
            await bench.cycles(1)
        await bench.write("CONTROL", 0)
        await bench.write("RING_LOW", bench.ring & 0xFFFFFFFF ^ 64)
        bench.slave.r.pause = False
        await bench.wait()
        await bench.write("RING_LOW", bench.ring & 0xFFFFFFFF)
        await bench.write("CONTROL", 1)
    await bench.finish()


@cocotb.test()
async def interrupts(dut: Any) -> None:
    bench = await ready(dut, "interrupts")

    async def done() -> None:
        await bench.go([bench.request(text=16, pieces=0)])

    async def reached() -> None:
        at = len(bench.sent) + 3
        await bench.write("IRQ_AT", at)
        for _ in range(2):
            await done()
            await bench.cycles(10)
            assert not await bench.read("IRQ_STATUS") & 2
        await done()
        await bench.write("IRQ_AT", 0)

    async def error() -> None:
        assert await bench.try_read(0x1FFC) == (False, 0)

    causes: dict[str, Callable[[], Any]] = {"done": done, "reached": reached, "error": error}
    assert set(causes) == {field.name for field in MAP["IRQ_STATUS"].fields}
    for name, cause in causes.items():
        bit = next(field for field in MAP["IRQ_STATUS"].fields if field.name == name).mask
        for enabled in (0, 7 & ~bit, bit):
            await bench.write("IRQ_ENABLE", 0)
            await bench.write("IRQ_STATUS", 7)
            await bench.write("ERRORS", 0x7F)
            assert not int(dut.irq.value)
            await cause()
            await bench.cycles(20)
            pending = await bench.read("IRQ_STATUS")
            assert pending & bit
            await bench.write("IRQ_ENABLE", enabled)
            await bench.cycles(4)
            assert bool(int(dut.irq.value)) == bool(pending & enabled), name
            await bench.write("IRQ_STATUS", 7 & ~bit)
            assert await bench.read("IRQ_STATUS") == bit
            await bench.cycles(4)
            assert bool(int(dut.irq.value)) == (enabled == bit)
            await bench.write("IRQ_STATUS", bit)
            await bench.cycles(4)
            assert not int(dut.irq.value)
    # The interrupts of roundel_axi use the same pin.
    await bench.write("CIPHER.IRQ_STATUS", 0xF)
    await bench.write("CIPHER.IRQ_ENABLE", 1)
    await done()
    await bench.cycles(10)
    assert int(dut.irq.value)
    await bench.write("CIPHER.IRQ_STATUS", 0xF)
    await bench.cycles(4)
    assert not int(dut.irq.value)
    await bench.finish()


@cocotb.test()
async def secure_keys(dut: Any) -> None:
    bench = await ready(dut, "secure_keys")
    key, command = CIPHER["KEY"], CIPHER["KEY_COMMAND"]
    access = next(field for field in CIPHER["ERRORS"].fields if field.name == "key_access").mask
    await bench.write("CIPHER.ERRORS", access)
    words = KEY_BYTES // 4
    for address in key.addresses[:words]:
        data = bench.rng.randbytes(4)
        assert await bench.try_write(address, data, secure=False) != SECURE, hex(address)
        assert bool(await bench.read("CIPHER.ERRORS") & access) == SECURE
        await bench.write("CIPHER.ERRORS", access)
    load = (0 | 1 << 8).to_bytes(4, "little")
    clear = (0 | 1 << 9).to_bytes(4, "little")
    for secure in (False, True):
        for address in (*key.addresses[:2], command.address):
            for strobes in range(16 if SECURE and not secure else 15):
                wrong = hex(address), strobes, secure
                assert not await bench.try_strobes(address, clear, strobes, secure=secure), wrong
                assert await bench.read("CIPHER.ERRORS") == access, wrong
                await bench.write("CIPHER.ERRORS", access)
    assert await bench.try_strobes(CIPHER["CONTROL"].address, b"\xff" * 4, 0)
    assert await bench.read("CIPHER.ERRORS") == 0
    other = next(field for field in CIPHER["ERRORS"].fields if field.name == "access").mask
    for address in (CIPHER["ID"].address, CIPHER["VERSION"].address, 0xFF8, 0xFFC):
        assert not await bench.try_strobes(address, bytes(4), 0), hex(address)
        assert await bench.read("CIPHER.ERRORS") == other, hex(address)
        await bench.write("CIPHER.ERRORS", other)
    if SECURE:
        # KEY received no word, and slot 0 keeps its key.
        assert not await bench.try_write(command.address, load)
        assert not await bench.try_write(command.address, clear, secure=False)
        assert await bench.read("CIPHER.SLOT_READY") & 1
        await bench.go([bench.request(slot=0) for _ in range(3)])
        # A secure master loads a key; a non-secure master may do everything else.
        await bench.load_key(0)
        await bench.write("IRQ_ENABLE", 0)
        for name in ("IRQ_ENABLE", "IRQ_AT", "CIPHER.IRQ_ENABLE"):
            address = bench.entry(name).address
            assert await bench.try_write(address, bytes(4), secure=False), name
    else:
        assert await bench.try_write(command.address, clear, secure=False)
        await bench.until("CIPHER.STATUS", "key_busy", 0)
        assert not await bench.read("CIPHER.SLOT_READY") & 1
        await bench.load_key(0)
    await bench.go([bench.request(slot=0) for _ in range(3)])
    await bench.finish()


@cocotb.test()
async def least_tags(dut: Any) -> None:
    bench = await ready(dut, "least_tags")
    if MODES != ["gcm"]:  # the field has no effect
        await bench.load_key(0, least_tag=16)
        for mode in (mode for mode in MODES if mode != "gcm"):
            await bench.go([bench.request(slot=0, mode=mode) for _ in range(8)])
    for least in (16, 12) if "gcm" in MODES else ():
        await bench.load_key(0, least_tag=least)
        made: list[Request] = []
        while len(made) < 8:
            checked = bench.request(text=40, slot=0, mode="gcm")
            if checked.ok and checked.words[0][3] == 16:
                made.append(checked)
        for checked in made[::2]:
            checked.words[0][3] = 12
            if least > 12:
                drop(bench, checked, ERROR_COMMAND)
        await bench.go([*made, bench.request(slot=1)])
    await bench.finish()


async def under_load(bench: Bench) -> None:
    """Send requests and stop at a random cycle."""
    bench.pause(bench.rng.choice((0.0, 0.2, 0.5, 0.8)))
    for _ in range(bench.rng.randrange(2, 7)):
        await bench.send(bench.request(text=bench.rng.choice((64, 300, 1500)), pieces=bench.rng.choice((0, 3))))  # noqa: E501  # fmt: skip
    await bench.cycles(bench.rng.randrange(200))


@cocotb.test()
async def zeroise(dut: Any) -> None:
    bench = await ready(dut, "zeroise", log=5)
    cut = 0
    for turn in range(8 * TURNS):
        await under_load(bench)
        if turn % 4 == 3:  # no response for a while
            for channel in bench.slave.channels:
                channel.set_pause_generator(iter([True] * 500 + [False]))
        await bench.zeroise()
        bench.check()
        cut += bench.done < len(bench.sent)
        assert bench.slave.quiet, "the zeroise ended before a burst"
        write = dut.u_manager.u_write
        for name in ("word_q", "joined_q", "beat_q"):
            assert not int(getattr(write.u_align, name).value), f"{name} is not forgotten"
        assert not int(write.u_record.record_q.value), "the record is not cleared"
        bench.none_of_it()
        bench.memory.forbid_all()
        await bench.quiet()
        assert await bench.read("CIPHER.SLOT_READY") == 0
        for name in ("CONTROL", "STATUS", "TAIL", "FETCHED", "DONE"):
            assert await bench.read(name) == 0, name
        bench.pause(0)
        bench.forgotten()
        await bench.load_keys()
        await bench.start(5)
        await bench.go([bench.request() for _ in range(3)])
    assert cut > 3, "no request was in flight"
    # A zeroise refuses doorbells.
    assert await bench.try_write(CIPHER["CONTROL"].address, (1).to_bytes(4, "little"))
    await bench.refused("TAIL", 0)
    await bench.refused("CONTROL", 1)
    await bench.until("STATUS", "zeroising", 0)
    bench.forgotten()
    await bench.finish()


@cocotb.test()
async def reset(dut: Any) -> None:
    bench = Bench(dut, "reset")
    await bench.reset()
    first = await snapshot(bench)
    for _ in range(5 * TURNS):
        await bench.load_keys()
        await bench.start(5)
        await bench.go([bench.request()])
        await bench.write("IRQ_ENABLE", 7)
        await under_load(bench)
        bench.pause(0)
        bench.check()
        await bench.reset()
        bench.memory.forbid_all()
        await bench.quiet()
        assert await snapshot(bench) == first
    await bench.load_keys()
    await bench.start(2)
    await bench.go([bench.request() for _ in range(5)])
    await bench.finish()
