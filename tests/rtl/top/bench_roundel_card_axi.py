# SPDX-License-Identifier: Apache-2.0
"""Cocotb bench of `roundel_card_axi`; test_roundel_card_axi.py starts the bench.

- ``packets``: random packets through the FIFOs, in bursts of all lengths, sizes and IDs, several in
  flight; changing keys; random pauses on every channel.
- ``modes``: a command with a mode that the hardware lacks, or with the encryption of a chained mode
  in a set, has ERROR_COMMAND and no text; the next packets are right.
- ``bursts``: a packet written in INCR, WRAP and FIXED bursts in any order, with beats without a
  strobe; its text and surroundings, read in bursts of every kind, size and alignment, each beat
  compared; bursts forbidden by AXI4; beats behind the window.
- ``registers``: accesses of 32 and 64 bits, partial, unaligned, in bursts, and to unmapped
  registers.
- ``queues``: overrun and underrun are refused and change nothing.
- ``throughput``: cycles of bursts, of single beats, and of both kinds at once.
- ``stalls``: a stalled response blocks only its own channel.
- ``zeroise``: in the middle of bursts, which all end; ``reset``: in the middle of bursts, then
  everything has its initial value.
"""

import struct
from collections.abc import Iterator
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge
from scripts.derived.registers import registers as described
from tests.rtl.top.card_harness import (
    CARD_ERRORS,
    CARD_STATUS,
    CONTROL,
    ENCRYPTING,
    END,
    FIXED,
    IDS,
    INCR,
    INPUT,
    INPUT_BLOCKS,
    INPUT_TAIL,
    KEY,
    KEY_BYTES,
    KEY_COMMAND,
    KEY_SIZES,
    LEVELS,
    MODE,
    MODES,
    NOWHERE,
    OKAY,
    OUTPUT,
    OUTPUT_BLOCKS,
    OUTPUT_HEAD,
    OVERRUN,
    REFUSED,
    RESULT_BLOCKS,
    RESULT_HEAD,
    RESULTS,
    SLVERR,
    STATUS,
    UNDERRUN,
    VALUES,
    WRAP,
    Burst,
    Bursts,
    places,
)
from tests.rtl.top.card_host import Host, padded, request
from tests.rtl.top.design_modes import lacking

from roundel.verify.packet_exchange import draw

MAP = {entry.name: entry for entry in described()}
FULL = 0xFF


@cocotb.test()
async def packets(dut: Any) -> None:
    host = Host(dut, "packets")
    await host.reset()
    await host.load_keys()
    for share in (0, 0.3, 0.6):
        host.pause(share)
        for _ in range(3):
            await host.go([host.packet() for _ in range(6)])
            await host.load_key(host.rng.randrange(len(host.keys)))
    host.pause(0)
    await host.go([host.packet(text=16 * (INPUT_BLOCKS + OUTPUT_BLOCKS + 30) + 5)])
    assert await host.refused() == 0
    await host.finish()


@cocotb.test()
async def modes(dut: Any) -> None:
    host = Host(dut, "modes")
    await host.reset()
    await host.load_keys()
    for share in (0, 0.4):
        host.pause(share)
        for number in lacking(VALUES):
            await host.refuse(altered(host, 1, number))
            await host.go([host.packet()])
        for mode in set(MODES) - set(ENCRYPTING):
            await host.refuse(altered(host, 0, 0, mode))
            await host.go([host.packet() for _ in range(3)])
    assert await host.refused() == 0
    await host.finish()


def altered(host: Host, place: int, value: int, mode: str | None = None) -> bytes:
    """A packet with another byte in its command, of one word, also with the length of a long IV."""
    iv = host.rng.randbytes(60) if (mode or MODE) == "gcm" else None
    packet = draw(host.rng, mode or MODE, host.keys, 16, text=48, iv=iv, directions=("decrypt",))
    blocks = bytearray(request(packet))
    if iv is not None:
        del blocks[48:144]
    assert blocks[place] != value
    blocks[place] = value
    return bytes(blocks)


# ---- Bursts -------------------------------------------------------------------------------------


async def load_key(bench: Bursts) -> bytes:
    """A new key in slot 0."""
    key = bench.rng.randbytes(KEY_BYTES)
    words = struct.unpack(f"<{KEY_BYTES // 8}Q", key)
    await bench.go(Burst(KEY, len(words), words=[(word, FULL) for word in words]))
    assert await bench.write(KEY_COMMAND, 1 << 8 | max(KEY_SIZES) << 10, 2) == OKAY
    while await bench.read(STATUS, 2) & 1:
        pass
    return key


def covering(bench: Bursts, words: dict[int, int]) -> Iterator[Burst]:
    """Bursts that write words, each word finally right; omitted words follow at the end."""
    some, left = bench.rng, dict(words)
    late: dict[int, int] = {}
    while left:
        address = min(left)
        number, choice = some.randrange(IDS), some.random()
        beats = some.choice((2, 4, 8, 16))
        block = range(address, address + 8 * beats, 8)
        if choice < 0.4 and address % (8 * beats) == 0 and all(place in left for place in block):
            start = some.choice(block)
            order = [address + (start - address + 8 * n) % (8 * beats) for n in range(beats)]
            yield Burst(start, beats, 3, WRAP, number, [(left.pop(at), FULL) for at in order])
        elif choice < 0.5:
            data = [(some.getrandbits(64), FULL) for _ in range(some.randrange(4))]
            data.append((left.pop(address), FULL))
            yield Burst(address, len(data), 3, FIXED, number, data)
        else:
            # Begins in the previous word, without a write to that word.
            data, at = [(some.getrandbits(64), 0)], address
            while at in left and len(data) < 40 and some.random() < 0.95:
                word = left.pop(at)
                if some.random() < 0.15:
                    late[at] = word
                data.append((word, 0 if at in late else FULL))
                at += 8
            yield Burst(address - some.randrange(1, 9), len(data), 3, INCR, number, data)
    if late:
        yield from covering(bench, late)


def nothing(bench: Bursts) -> Burst:
    """A burst of any kind to the FIFOs, without a written byte."""
    some = bench.rng
    size, kind = some.randrange(4), some.choice((FIXED, INCR, WRAP))
    beats = some.choice((2, 4, 8, 16))
    address = some.randrange(RESULTS, OUTPUT + 0x1000) >> size << size
    words = []
    for first, last in places(address, beats, size, kind):
        lanes = (1 << last % 8 + 1) - (1 << first % 8)
        words.append((some.getrandbits(64), some.getrandbits(8) & ~lanes & FULL))
    return Burst(address, beats, size, kind, some.randrange(IDS), words)


def wrong(bench: Bursts) -> Burst:
    """A burst, refused as a whole or in part, that changes nothing."""
    some, number = bench.rng, bench.rng.randrange(IDS)
    data = [(some.getrandbits(64), FULL) for _ in range(16)]
    match some.randrange(7):
        case 0:
            return Burst(INPUT, 7, 3, 3, number, data[:7])  # unknown type
        case 1:
            return Burst(INPUT, 5, some.randrange(4, 8), INCR, number, data[:5])  # 16 bytes
        case 2:
            return Burst(INPUT, 3, 3, WRAP, number, data[:3])
        case 3:
            return Burst(INPUT + 4, 4, 3, WRAP, number, data[:4])
        case 4:
            return Burst(some.choice((RESULTS, NOWHERE, OUTPUT)), 9, 3, INCR, number, data[:9])
        case 5:
            return Burst(END - 16, 9, 3, INCR, number, [(1, FULL)] * 9)
        case _:
            size = some.randrange(3)  # parts of words
            return Burst(INPUT + some.randrange(64), 5, size, INCR, number, data[:5])


def readings(bench: Bursts, count: int) -> Iterator[Burst]:
    """Bursts of every kind that read FIFOs and their surroundings."""
    some = bench.rng
    for _ in range(count):
        size, kind = some.choice((0, 1, 2, 3, 3, 3)), some.choice((FIXED, INCR, INCR, WRAP))
        base = some.choice((RESULTS, NOWHERE, INPUT, OUTPUT, OUTPUT, OUTPUT, END - 0x100))
        address = min(base + some.randrange(0x140), END - 1)
        beats = some.choice((1, 2, 3, some.randrange(1, 60)))
        if kind == WRAP:
            beats, address = some.choice((2, 4, 8, 16)), address >> size << size
        yield Burst(address, beats, size, kind, some.randrange(IDS))
    yield Burst(OUTPUT, 256, 3, INCR, some.randrange(IDS))


def check_reading(burst: Burst, known: dict[int, int]) -> None:
    """Compare the data of a burst with the contents of the FIFOs."""
    queues = (
        range(OUTPUT, OUTPUT + 16 * OUTPUT_BLOCKS),
        range(RESULTS, RESULTS + 16 * RESULT_BLOCKS),
    )
    where = places(burst.address, burst.beats, burst.size, burst.kind)
    for (first, last), (data, response) in zip(where, burst.found, strict=True):
        there = any(first in queue for queue in queues)
        assert response == (OKAY if there else SLVERR), hex(first)
        word = known.get(first // 8 * 8, 0) if there else 0
        mask = (1 << 8 * (last % 8 + 1)) - (1 << 8 * (first % 8))
        assert data & mask == word & mask, (hex(burst.address), hex(first))


@cocotb.test()
async def bursts(dut: Any) -> None:
    bench = Bursts(dut, "bursts")
    await bench.reset()
    key = await load_key(bench)
    tail = head = result_head = 0
    for share in (0, 0.2, 0.5):
        for _ in range(4):
            bench.pause(share)
            packet = draw(bench.rng, MODE, [key], 16, text=16 * 22 + 8)
            while not packet.ok:
                packet = draw(bench.rng, MODE, [key], 16, text=16 * 22 + 8)
            blocks = request(packet)
            at = 16 * tail
            words = {
                INPUT + (at + 8 * place) % (16 * INPUT_BLOCKS): word
                for place, word in enumerate(struct.unpack(f"<{len(blocks) // 8}Q", blocks))
            }
            written = list(covering(bench, words))
            await bench.go(*written, *(nothing(bench) for _ in range(4)))
            assert all(burst.response == OKAY for burst in written)
            refused = [wrong(bench) for _ in range(6)]
            await bench.go(*refused, *(idle := [nothing(bench) for _ in range(4)]))
            assert all(burst.response == SLVERR for burst in refused)
            assert all(burst.response == OKAY for burst in idle)
            assert await bench.write(CARD_ERRORS, REFUSED) == OKAY
            tail += len(blocks) // 16
            assert await bench.write(INPUT_TAIL, tail & 0xFFFF) == OKAY
            while (await bench.read(CARD_STATUS) >> 48) - result_head & 0xFFFF < 2:
                pass
            assert packet.target is not None
            known = {
                OUTPUT + (16 * head + 8 * place) % (16 * OUTPUT_BLOCKS): word
                for place, word in enumerate(
                    struct.unpack(f"<{len(packet.target) // 8}Q", packet.target)
                )
            }
            for place in range(0, 32, 8):
                where = RESULTS + (16 * result_head + place) % (16 * RESULT_BLOCKS)
                known[where] = await bench.read(where)
            assert known[where - 8] == 1 | len(packet.source) << 32
            reads = list(readings(bench, 25))
            await bench.go(*reads)
            for burst in reads:
                check_reading(burst, known)
            assert await bench.write(CARD_ERRORS, REFUSED) == OKAY
            assert await bench.read(CARD_ERRORS) == 0
            head += len(padded(packet.target)) // 16
            result_head += 2
            assert await bench.write(OUTPUT_HEAD, head & 0xFFFF) == OKAY
            assert await bench.write(RESULT_HEAD, result_head & 0xFFFF) == OKAY
    await bench.finish()


# ---- Registers ----------------------------------------------------------------------------------


@cocotb.test()
async def registers(dut: Any) -> None:
    host = Host(dut, "registers")
    await host.reset()
    some, enable = host.rng, MAP["IRQ_ENABLE"].address
    mask = sum(field.mask for field in MAP["IRQ_ENABLE"].fields)
    names = await host.try_read(0, 4, 2)
    assert names == (True, b"AES\0")
    whole = (await host.try_read(0, 16, 2))[1]
    assert await host.try_read(0, 16) == (True, whole)
    assert await host.try_read(1, 2, 0) == (True, whole[1:3])
    host.pause(0.3)
    for _ in range(20):
        begin = some.randrange(15)
        count = some.randrange(1, 16 - begin)
        size = some.randrange(4)
        assert await host.try_read(begin, count, size) == (True, whole[begin : begin + count])
    assert await host.try_read(0x1000, 4, 2) == (True, b"CARD")
    # Bytes of a register that can be read back.
    model = bytearray(4)
    for _ in range(12):
        start = some.randrange(4)
        data = some.randbytes(some.randrange(1, 5 - start))
        assert await host.try_write(enable + start, data, some.randrange(3))
        model[start : start + len(data)] = data
        wanted = int.from_bytes(model, "little") & mask
        assert await host.read(enable, 4) == wanted
    # A burst has the worst response of its beats; the other beats take effect.
    host.pause(0)
    await host.write(enable, 0, 4)
    mapped = {address for entry in MAP.values() for address in entry.addresses}
    assert enable - 8 not in mapped
    beyond = next(address for address in range(enable, 0x200, 4) if address not in mapped)
    assert not await host.try_write(enable, struct.pack("<III", mask, 0, 1), 2)
    assert await host.read(enable, 4) == mask
    assert not await host.try_write(enable - 8, struct.pack("<III", 1, 0, mask - 1), 2)
    assert await host.read(enable, 4) == mask - 1
    assert not (await host.try_read(enable, beyond + 4 - enable, 2))[0]
    await host.write(enable, mask, 4)
    assert not (await host.try_read(0xFF8, 4, 2))[0]
    assert not await host.try_write(0xFF8, bytes(8))
    assert int(dut.irq.value)  # ERRORS.access is pending, and enabled
    await host.write(enable, 0, 4)
    assert not int(dut.irq.value)
    await host.finish()


# ---- Queues -------------------------------------------------------------------------------------


@cocotb.test()
async def queues(dut: Any) -> None:
    host = Host(dut, "queues")
    await host.reset()
    await host.load_keys()
    tail = (INPUT_BLOCKS + 1).to_bytes(8, "little")
    assert not await host.try_write(INPUT_TAIL, tail)
    assert await host.refused() == OVERRUN
    assert not await host.try_write(OUTPUT_HEAD, (1).to_bytes(8, "little"))
    assert await host.refused() == UNDERRUN
    assert not await host.try_write(RESULT_HEAD, (2).to_bytes(8, "little"))
    assert await host.refused() == UNDERRUN
    # Both queues full: the input takes nothing more, and nothing is lost.
    packet = host.packet(text=16 * (INPUT_BLOCKS + OUTPUT_BLOCKS + 200))
    while not packet.ok:
        packet = host.packet(text=len(packet.source))
    rest, stuck = request(packet), 0
    while stuck < 3:
        room = await host.read(LEVELS) & 0xFFFF
        part, rest = rest[: 16 * room], rest[16 * room :]
        stuck = 0 if part else stuck + 1
        if part:
            await host.put(part)
            await host.write(INPUT_TAIL, host.tail & 0xFFFF)
        await host.cycles(200)
    assert rest
    before = await host.counts()
    assert before[0] != 0
    assert before[2] == OUTPUT_BLOCKS
    # A burst without a free entry, and a burst with read-only beats.
    place = INPUT + 16 * (host.tail % INPUT_BLOCKS)
    assert not await host.try_write(place, bytes(16))
    assert await host.refused() == OVERRUN
    assert not await host.try_write(OUTPUT, bytes(64))
    assert await host.refused() == REFUSED
    assert await host.counts() == before
    text = b""
    while len(text) < len(packet.source):
        _, _, output, _ = await host.counts()
        level = output - host.head & 0xFFFF
        if level:
            text += await host.get(OUTPUT, OUTPUT_BLOCKS, host.head, level)
            host.head += level
            await host.write(OUTPUT_HEAD, host.head & 0xFFFF)
        room = await host.read(LEVELS) & 0xFFFF
        part, rest = rest[: 16 * room], rest[16 * room :]
        if part:
            await host.put(part)
            await host.write(INPUT_TAIL, host.tail & 0xFFFF)
    assert text == packet.target
    assert await host.refused() == 0
    await host.finish()


# ---- Time ---------------------------------------------------------------------------------------

WORDS = 128  # beats of the measured bursts
READ_LATENCY = 11  # cycles from an address to the first data
WRITE_LATENCY = 11  # from the last data to the answer


def spread(cycles: list[int]) -> int:
    """Cycles from the first to the last."""
    return cycles[-1] - cycles[0] + 1


def some_words(bench: Bursts, count: int) -> list[tuple[int, int]]:
    return [(bench.rng.getrandbits(64), FULL) for _ in range(count)]


@cocotb.test()
async def throughput(dut: Any) -> None:
    bench = Bursts(dut, "throughput")
    await bench.reset()
    await bench.cycles(900)  # until the queues are clear
    moved = bench.watch.moved

    async def measured(*given: Burst) -> dict[str, list[int]]:
        for cycles in moved.values():
            cycles.clear()
        await bench.go(*given)
        for burst in given:
            assert burst.response in (None, OKAY)
            assert all(response == OKAY for _, response in burst.found)
        return {name: list(cycles) for name, cycles in moved.items()}

    # One access: latencies.
    seen = await measured(Burst(OUTPUT, 1))
    assert seen["r"][0] - seen["ar"][0] == READ_LATENCY
    seen = await measured(Burst(INPUT, 1, words=some_words(bench, 1)))
    assert seen["b"][0] - seen["w"][0] == WRITE_LATENCY
    # Long bursts, and beats each of which is a burst: one per cycle, with no gap between bursts.
    seen = await measured(*(Burst(OUTPUT, WORDS, number=n % IDS) for n in range(4)))
    assert spread(seen["r"]) == 4 * WORDS
    seen = await measured(*(Burst(OUTPUT + 8 * n, 1) for n in range(WORDS)))
    assert spread(seen["r"]) == WORDS
    written = [Burst(INPUT, WORDS, words=some_words(bench, WORDS)) for _ in range(4)]
    seen = await measured(*written)
    assert spread(seen["w"][2:]) == 4 * WORDS - 2  # two wait until their burst is under way
    written = [Burst(INPUT + 8 * n, 1, words=some_words(bench, 1)) for n in range(WORDS)]
    seen = await measured(*written)
    assert spread(seen["b"]) == WORDS
    # Both at once: each has half.
    read = [Burst(OUTPUT, WORDS) for _ in range(4)]
    written = [Burst(INPUT, WORDS, words=some_words(bench, WORDS)) for _ in range(4)]
    seen = await measured(*read, *written)
    first = max(seen["r"][0], seen["w"][20])
    last = min(seen["r"][-1], seen["w"][-1])
    assert last - first > 7 * WORDS  # of 8: neither waits for the other to end
    shares = [sum(first <= cycle < last for cycle in seen[name]) for name in ("r", "w")]
    assert abs(shares[0] - shares[1]) <= 2
    assert sum(shares) >= last - first - 1
    await bench.finish()


@cocotb.test()
async def stalls(dut: Any) -> None:
    bench = Bursts(dut, "stalls")
    await bench.reset()
    await bench.cycles(900)
    watch = bench.watch
    # Without a ready on B: writes finally stop, and reads continue.
    bench.b.pause = True
    written = [Burst(INPUT + 8 * n, 1, words=some_words(bench, 1)) for n in range(60)]
    bench.give(written)
    await bench.cycles(100)
    taken = len(watch.moved["aw"])
    assert 16 <= taken < 60
    read = [Burst(OUTPUT, 256) for _ in range(2)]
    await bench.go(*read)
    bench.b.pause = False
    await bench.take(written)
    # Without a ready on R: reads stop, and writes continue.
    bench.r.pause = True
    read = [Burst(OUTPUT, 1) for n in range(60)]
    bench.give(read)
    await bench.cycles(100)
    written = [Burst(INPUT, 256, words=some_words(bench, 256)) for n in range(2)]
    await bench.go(*written)
    assert all(burst.response == OKAY for burst in written)
    bench.r.pause = False
    await bench.take(read)
    # No data for a write: reads continue; and data before their address.
    bench.w.pause = True
    late = Burst(INPUT, 4, words=some_words(bench, 4))
    bench.give([late])
    await bench.go(Burst(OUTPUT, 64))
    bench.w.pause = False
    await bench.take([late])
    bench.aw.pause = True
    bench.give([late])
    await bench.go(Burst(OUTPUT, 64))
    bench.aw.pause = False
    await bench.take([late])
    await bench.finish()


# ---- Forgetting ---------------------------------------------------------------------------------


@cocotb.test()
async def zeroise(dut: Any) -> None:
    bench = Bursts(dut, "zeroise")
    await bench.reset()
    for share in (0, 0.4):
        bench.pause(0)
        await load_key(bench)
        blocks = bytes(16 * INPUT_BLOCKS)
        words = some_words(bench, len(blocks) // 8)
        bench.pause(share)
        before = [Burst(INPUT, 64, words=words[64 * n : 64 * n + 64]) for n in range(2)]
        end = Burst(CONTROL, 1, 2, words=[(1, 0x0F)])
        behind = [Burst(INPUT, 40, words=some_words(bench, 40)), nothing(bench)]
        read = [Burst(OUTPUT, 100, number=n % IDS) for n in range(4)]
        everything = [*before, end, *behind, *read]
        await bench.go(*everything)
        assert all(burst.response in (None, OKAY) for burst in everything)
        for burst in read:
            assert all(response == OKAY for _, response in burst.found)
        # After the zeroise only later writes are visible.
        bench.pause(0)
        assert await bench.read(CARD_STATUS) == 0
        assert await bench.read(STATUS, 2) == 0
        assert await bench.read(MAP["SLOT_READY"].address, 2) == 0
        assert await bench.read(OUTPUT) == 0
    await bench.finish()


@cocotb.test()
async def reset(dut: Any) -> None:
    host = Host(dut, "reset")
    await host.reset()
    first = (await host.try_read(0x1000, 0x38), await host.try_read(0, 16))
    for _ in range(4):
        await host.load_keys()
        await host.go([host.packet() for _ in range(2)])
        host.pause(0.4)
        for number in range(6):
            data = host.rng.randbytes(512)
            host.master.init_write(INPUT + 512 * (number % 4), data, awid=number % IDS)
            host.master.init_read(OUTPUT, 700, arid=number % IDS)
        await host.cycles(host.rng.randrange(20, 300))
        host.pause(0)
        await host.reset()
        host.forget()
        await RisingEdge(dut.aclk)
        assert (await host.try_read(0x1000, 0x38), await host.try_read(0, 16)) == first
        assert await host.read(MAP["SLOT_READY"].address, 4) == 0
    await host.load_keys()
    await host.go([host.packet() for _ in range(3)])
    await host.finish()
