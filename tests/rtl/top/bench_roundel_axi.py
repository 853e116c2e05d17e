# SPDX-License-Identifier: Apache-2.0
"""Cocotb bench of `roundel_axi`; test_roundel_axi.py starts the bench.

- ``registers``: each field of the RDL has its reset value and its access right; an access to an
  unmapped address is refused and changes nothing; partial writes and unaligned addresses.
- ``keys``: every refused write; no register shows a key; a key waits for the packets of its slot,
  and leaves the registers at the handover.
- ``least_tags``: with KEY_COMMAND.least_tag a shorter tag has ERROR_COMMAND, and no other tag has
  an error; another slot and the next key of the slot have no limit. Modes without tags: no effect.
- ``packets``: random packets of all kinds back to back, GCM with commands of one to three words;
  changing keys, random pauses on every channel.
- ``faults``: each error of a packet, in result, ERRORS and counters; the next packet is right.
  Errors of a set of modes: every other number of a mode, encryption in a chained mode.
- ``counters``: equal to the counts of the checker at the ports.
- ``interrupts``: each interrupt is pending, reaches the pin if enabled, and is cleared.
- ``zeroise``: at any time under load: each packet is dropped completely or not at all.
- ``reset``: in the middle of a packet; afterwards everything has its initial value.
"""

from typing import Any

import cocotb
from tests.rtl.top.axi_harness import (
    BEAT_BYTES,
    ENCRYPTING,
    KEY_BYTES,
    KEY_SET,
    KEY_SIZES,
    MAP,
    MODE,
    MODE_SET,
    MODES,
    SLOTS,
    VALUES,
    Bench,
    Packet,
)
from tests.rtl.top.design_modes import NUMBERS, WHOLE, lacking

from roundel.sim.stream import Command

ERROR_COMMAND, ERROR_KEY, ERROR_AAD, ERROR_KEEP, ERROR_LENGTH = 1, 2, 3, 4, 5


async def snapshot(bench: Bench) -> dict[int, int]:
    """All readable values, by address."""
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
    rng = bench.rng
    first = await snapshot(bench)
    expected = {
        "mode": NUMBERS[MODE],
        "encrypt": int(MODE in ENCRYPTING),
        "decrypt": 1,
        "MODES.encrypt": sum(1 << NUMBERS[mode] for mode in ENCRYPTING),
        "MODES.decrypt": sum(1 << NUMBERS[mode] for mode in MODES),
        "counters": 1,
        "lanes": VALUES["Lanes"],
        "key_bits": VALUES["KeyBits"],
        "key_words": KEY_BYTES // 4,
        "key_sizes": sum(1 << n for n in KEY_SIZES),
        "key_slots": SLOTS,
        "iv_bytes": {"ecb": 0, "gcm": 12}.get(MODE, 16),
        "user_bits": VALUES["UserBits"],
        "packets": (VALUES["PacketDepth"] - 18) // 16,  # banks of 16, and 18 behind the banks
    }
    seen = set[str]()
    for entry in MAP.values():
        for address in entry.addresses:
            value, known = first[address], 0
            for field in entry.fields:
                shown = (value & field.mask) >> field.low
                if "r" not in field.access:
                    assert shown == 0, (entry.name, field.name)
                elif field.reset is not None:
                    assert shown == field.reset, (entry.name, field.name)
                elif entry.name in ("CIPHER", "STREAMS", "KEY_SLOTS", "MODES"):
                    name = f"MODES.{field.name}" if entry.name == "MODES" else field.name
                    assert shown == expected[name], name
                    seen.add(name)
                else:  # nothing has happened yet
                    assert shown == 0, (entry.name, field.name)
                known |= field.mask
            assert value & ~known == 0, entry.name
    assert seen == expected.keys()

    bench.pause(0.3)
    for entry in MAP.values():
        for address in entry.addresses:
            if not entry.writable:
                assert not await bench.try_write(address, rng.randbytes(4)), entry.name
                assert await bench.try_read(address) == (True, first[address])
            elif any(field.clears for field in entry.fields):
                assert await bench.try_write(address, b"\xff" * 4)
                assert await bench.try_read(address) == (True, 0)
            elif entry.name == "IRQ_ENABLE":
                await _partial(bench, address, sum(field.mask for field in entry.fields))
            # CONTROL, KEY and KEY_COMMAND are only written: tests of their own.
    assert await bench.read("ERRORS") == 0x200  # of the refused accesses behind
    await bench.write("ERRORS", 0x200)
    await bench.write("IRQ_STATUS", 0xF)

    mapped = {address for entry in MAP.values() for address in entry.addresses}
    before = await snapshot(bench)
    unmapped = [address for address in range(0, 0x1000, 4) if address not in mapped]
    near = [address for address in unmapped if address < 0x200]
    for address in near + rng.sample(unmapped, 40):
        assert await bench.try_read(address) == (False, 0), hex(address)
        assert not await bench.try_write(address, rng.randbytes(4)), hex(address)
    after = await snapshot(bench)
    assert await bench.field("ERRORS", "access") == 1
    assert after.pop(MAP["ERRORS"].address) == 0x200
    assert after.pop(MAP["IRQ_STATUS"].address) == 2
    assert {address: before[address] for address in after} == after

    # Write 1 to clear heeds the strobes: first the wrong byte, then the right byte.
    place = MAP["ERRORS"].address
    assert await bench.try_write(place, b"\xff")
    assert await bench.read("ERRORS") == 0x200
    assert await bench.try_write(place + 1, b"\xff")
    assert await bench.read("ERRORS") == 0
    # The low two bits of an address do not count.
    assert await bench.try_read(MAP["ID"].address + 1, 2) == (True, 0x5345)
    await bench.finish()


async def _partial(bench: Bench, address: int, mask: int) -> None:
    """Write some bytes of a register that can be read back."""
    model = bytearray(4)
    for _ in range(12):
        start = bench.rng.randrange(4)
        data = bench.rng.randbytes(bench.rng.randrange(1, 5 - start))
        assert await bench.try_write(address + start, data)
        model[start : start + len(data)] = data
        kept = int.from_bytes(model, "little") & mask
        assert await bench.try_read(address) == (True, kept)
    assert await bench.try_write(address, bytes(4))


@cocotb.test()
async def keys(dut: Any) -> None:
    bench = Bench(dut, "keys")
    await bench.reset()
    base, command = MAP["KEY"].address, MAP["KEY_COMMAND"].address

    async def refused(address: int, data: bytes) -> None:
        assert not await bench.try_write(address, data)
        assert await bench.field("ERRORS", "key_access") == 1
        await bench.write("ERRORS", 1 << 8)
        assert await bench.read("ERRORS") == 0

    largest = max(KEY_SIZES) << 10
    load = (1 << 8 | largest).to_bytes(4, "little")
    await refused(command, load)  # no word is written
    key = bench.rng.randbytes(KEY_BYTES)
    await bench.write_key(key[:-4])
    await refused(command, load)  # one word is missing
    await refused(base + KEY_BYTES - 4, key[-4:-1])  # three bytes of the last word
    await refused(command, load)
    await bench.write_key(key)
    if KEY_BYTES < 64:
        await refused(base + KEY_BYTES, bytes(4))
    wrong = [n << 10 | 1 << 8 for n in range(4) if n not in KEY_SIZES] if KEY_SET else []
    for value in (0, largest | 3 << 8, largest | SLOTS | 1 << 8, 255 | 1 << 9, *wrong):
        await refused(command, value.to_bytes(4, "little"))
    await refused(command, load[:2])
    for address in (base, base + 4, command):
        for strobes in range(15):
            assert not await bench.try_strobes(address, load, strobes), (hex(address), strobes)
            assert await bench.read("ERRORS") == 1 << 8
            await bench.write("ERRORS", 1 << 8)

    # The key is in the hardware; no address shows a part of the key.
    assert int(dut.key.value) == int.from_bytes(key, "big")
    words = {int.from_bytes(key[n : n + 4], "little") for n in range(0, KEY_BYTES, 4)}
    for address in range(0, 0x200, 4):
        assert (await bench.try_read(address))[1] not in words, hex(address)
    await bench.write("ERRORS", 0x200)
    assert await bench.try_write(command, load)
    bench.keys[0] = key
    await bench.until("STATUS", "key_busy", 0)
    assert int(dut.key.value) == 0
    await refused(command, load)  # the key is gone
    await bench.write_key(key)
    await bench.write("CONTROL", 1)
    await bench.until("STATUS", "zeroising", 0)
    assert int(dut.key.value) == 0
    await refused(command, load)

    await bench.load_keys()
    await bench.until_ready((1 << SLOTS) - 1)
    slow, old = bench.packet(text=90, slot=0), bench.keys[0]
    await bench.send_until(slow, 1)
    await bench.load_key(0)
    assert bench.keys[0] != old
    await bench.cycles(200)
    assert await bench.field("STATUS", "key_busy") == 1
    await refused(base, bytes(4))
    await refused(command, (1 | 1 << 8 | largest).to_bytes(4, "little"))
    assert await bench.read("SLOT_READY") & 1 == 0
    after = bench.packet(slot=0)
    bench.send(after)
    bench.source.pause = False
    await bench.expect(slow)
    await bench.expect(after)
    await bench.until("STATUS", "key_busy", 0)
    await bench.go([bench.packet(slot=0) for _ in range(3)])

    await bench.clear_key(1)
    await bench.until("STATUS", "key_busy", 0)
    await bench.until_ready((1 << SLOTS) - 1 & ~2)
    bench.keys[1] = bytes(range(KEY_BYTES))
    lost = bench.packet(slot=1)
    bench.send(lost)
    await bench.expect_result(fault(lost, ERROR_KEY))
    await bench.go([bench.packet(slot=0)])
    await bench.finish()


def fault(packet: Packet, error: int) -> Packet:
    """The same packet, with this error as the result."""
    packet.ok, packet.error, packet.tag = False, error, bytes(16)
    return packet


def with_tag(bench: Bench, slot: int, size: int) -> Packet:
    """A correct packet whose command has a tag of this many bytes."""
    while True:
        made = bench.packet(text=40, slot=slot, mode="gcm")
        assert isinstance(made.command, Command)
        if made.ok and made.command.tag_bytes == 16:
            raw = bytearray(made.command.packed())
            raw[3] = size
            made.command = bytes(raw)
            return made


@cocotb.test()
async def least_tags(dut: Any) -> None:
    bench = Bench(dut, "least_tags")
    await bench.reset()
    await bench.load_keys()
    if MODES != ["gcm"]:  # the field has no effect
        await bench.load_key(0, least_tag=16)
        await bench.until("STATUS", "key_busy", 0)
        others = [mode for mode in MODES if mode != "gcm"]
        await bench.go([bench.packet(slot=0, mode=mode) for _ in range(8) for mode in others])
    for least in (16, 13, 12, 0) if "gcm" in MODES else ():
        await bench.load_key(0, least_tag=least)
        await bench.until("STATUS", "key_busy", 0)
        for size in (12, 13, 15, 16):
            for _ in range(3):
                checked = with_tag(bench, 0, size)
                bench.send(checked)
                if size < least:
                    await bench.expect_result(fault(checked, ERROR_COMMAND))
                else:
                    await bench.expect(checked)
            await bench.go([with_tag(bench, 1, 12)])
    await bench.finish()


@cocotb.test()
async def packets(dut: Any) -> None:
    bench = Bench(dut, "packets")
    await bench.reset()
    await bench.load_keys()
    for share in (0, 0.3, 0.7):
        bench.pause(share)
        for _ in range(4):
            sent = [bench.packet() for _ in range(8)]
            for packet in sent:
                bench.send(packet)
            await bench.handed_over()
            # The key waits for these packets, and the next packets use the key.
            await bench.load_key(bench.rng.randrange(SLOTS))
            for packet in sent:
                await bench.expect(packet)
            await bench.until("STATUS", "key_busy", 0)
    await bench.finish()


def altered(packet: Packet, place: int, value: int) -> Packet:
    """The same packet, refused for this byte in the first word of its command."""
    assert isinstance(packet.command, Command)
    raw = bytearray(packet.command.packed()[:48])  # other modes have no further words
    raw[place] = value
    packet.command = bytes(raw)
    return fault(packet, ERROR_COMMAND)


def bad_packets(bench: Bench) -> list[Packet]:
    """A packet of each error."""
    made = [altered(bench.packet(text=20), 1, VALUES["Mode"] ^ 1)] if not MODE_SET else []
    if MODE_SET:
        made += [altered(bench.packet(text=20), 1, number) for number in lacking(VALUES)]
        for mode in MODES:
            if mode not in ENCRYPTING:
                made.append(altered(bench.packet(text=32, mode=mode), 0, 0))
            if mode in WHOLE:
                partial = bench.packet(text=32, mode=mode)
                partial.beats[-1][1][15:] = [0] * (BEAT_BYTES - 15)
                made.append(fault(partial, ERROR_LENGTH))
    hole = bench.packet(text=40)
    hole.beats[-1][1][0] = 0
    made.append(fault(hole, ERROR_KEEP))
    if "gcm" in MODES:
        short = bench.packet(text=40, mode="gcm")
        assert isinstance(short.command, Command)
        size = short.command.aad_bytes + 7
        raw = bytearray(short.command.packed())
        raw[4:8] = size.to_bytes(4, "little")
        short.command = bytes(raw)
        made.append(fault(short, ERROR_AAD))
    if MODE == "xts":
        short = bench.packet(text=16)
        short.beats = [(short.text, [1] * 15 + [0] * (BEAT_BYTES - 15))]
        made.append(fault(short, ERROR_LENGTH))
    return made


@cocotb.test()
async def faults(dut: Any) -> None:
    bench = Bench(dut, "faults")
    await bench.reset()
    await bench.load_keys()
    for share in (0, 0.4):
        bench.pause(share)
        for bad in bad_packets(bench):
            await bench.write("ERRORS", 0x3FF)
            bench.send(bad)
            await bench.expect_result(bad)
            if bad.error in (ERROR_KEEP, ERROR_AAD) or (bad.error == ERROR_LENGTH and MODE_SET):
                await bench.sink.recv()  # text leaves at once
            await bench.cycles(10)
            assert await bench.read("ERRORS") == 1 << bad.error
            await bench.go([bench.packet()])
    for kind in range(5):
        assert await bench.read("PACKET_ERRORS", kind) == bench.errors[kind + 1]
    assert sum(bench.errors) > 3
    await bench.finish()


@cocotb.test()
async def counters(dut: Any) -> None:
    bench = Bench(dut, "counters")
    await bench.reset()
    await bench.load_keys()
    await bench.go([bench.packet()])
    for share in (0.5, 0.2):
        bench.pause(0)
        await bench.cycles(20)
        await bench.write("CONTROL", 2)
        before, tags = dict(bench.watch.counts), bench.tags_wrong
        assert await bench.read("PACKETS") == 0
        bench.pause(share)
        await bench.go([bench.packet() for _ in range(20)])
        await bench.cycles(20)
        gained = {name: bench.watch.counts[name] - count for name, count in before.items()}
        assert await bench.read("PACKETS") == gained.pop("PACKETS") == 20
        assert await bench.read("TAG_FAILURES") == bench.tags_wrong - tags
        for name, count in gained.items():
            assert await bench.read_wide(name) == count, name
            assert count > 0, name
    await bench.finish()


@cocotb.test()
async def interrupts(dut: Any) -> None:
    bench = Bench(dut, "interrupts")
    await bench.reset()

    async def packet() -> None:
        await bench.go([bench.packet()])

    async def error() -> None:
        assert await bench.try_read(0xFFC) == (False, 0)

    async def key() -> None:
        await bench.load_key(0)
        await bench.until("STATUS", "key_busy", 0)

    async def zeroised() -> None:
        await bench.write("CONTROL", 1)
        await bench.until("STATUS", "zeroising", 0)

    causes = {"key": key, "packet": packet, "error": error, "zeroised": zeroised}
    assert set(causes) == {field.name for field in MAP["IRQ_STATUS"].fields}
    await bench.load_keys()
    for name, cause in causes.items():
        bit = next(field for field in MAP["IRQ_STATUS"].fields if field.name == name).mask
        for enabled in (0, 0xF & ~bit, bit):
            await bench.write("IRQ_STATUS", 0xF)
            await bench.write("ERRORS", 0x3FF)
            await bench.write("IRQ_ENABLE", enabled)
            assert not int(dut.irq.value)
            await cause()
            await bench.cycles(10)
            pending = await bench.read("IRQ_STATUS")
            assert pending & bit
            assert bool(int(dut.irq.value)) == bool(pending & enabled)
            await bench.write("IRQ_STATUS", 0xF & ~bit)
            assert await bench.read("IRQ_STATUS") == bit
            assert bool(int(dut.irq.value)) == (enabled == bit)
            await bench.write("IRQ_STATUS", bit)
            assert not int(dut.irq.value)
    await bench.finish()


@cocotb.test()
async def zeroise(dut: Any) -> None:
    bench = Bench(dut, "zeroise")
    await bench.reset()
    cut = 0
    for turn in range(16):
        bench.pause(0)
        await bench.load_keys()
        await bench.go([bench.packet()])
        start = (bench.watch.commands, bench.watch.packets)
        sent = [bench.packet(text=bench.rng.choice((0, 20, 100, 200))) for _ in range(14)]
        bench.pause(bench.rng.choice((0.2, 0.5, 0.8)))
        if turn % 4 == 1:  # far more commands than packets, and the other way round
            bench.source.set_pause_generator(iter([True] * 400))
        elif turn % 4 == 2:
            bench.commands.set_pause_generator(iter([True] * 400))
        elif turn % 4 == 3:
            bench.sink.set_pause_generator(iter([True] * 900))
        for packet in sent:
            bench.send(packet)
        await bench.cycles(bench.rng.randrange(20, 700))
        await bench.write("CONTROL", 1)
        await bench.until("STATUS", "zeroising", 0)
        assert await bench.read("SLOT_READY") == 0
        begun = max(now - then for now, then in zip(bench.watch.closed_at, start, strict=True))
        bench.pause(0.2)
        await bench.handed_over()
        bench.pause(0)
        await bench.cycles(300)
        cut += await _check_cut(bench, sent, begun)
        assert not bench.watch.broken, bench.watch.broken[:3]
        bench.keys = [None] * SLOTS
    assert cut > 2, "no packet was cut at the output"
    await bench.load_keys()
    await bench.go([bench.packet() for _ in range(5)])
    await bench.finish()


async def _check_cut(bench: Bench, sent: list[Packet], begun: int) -> bool:
    """Check the results of packets cut by a zeroise; return whether the output was cut."""
    results = [bytes(bench.results.recv_nowait().tdata) for _ in range(bench.results.count())]
    done = len(results) - (len(sent) - begun)
    assert 0 <= done <= begun, (len(results), len(sent), begun)
    for raw, packet in zip(results[:done], sent[:done], strict=True):
        bench.compare_result(raw, packet)
    for raw, packet in zip(results[done:], sent[begun:], strict=True):
        bench.compare_result(raw, fault(packet, ERROR_KEY))
    frames = [bytes(bench.sink.recv_nowait().tdata) for _ in range(bench.sink.count())]
    texts = [packet.target for packet in sent[:begun] if packet.target]
    assert len(frames) <= len(texts)
    cut = False
    for number, (frame, text) in enumerate(zip(frames, texts, strict=False)):
        if frame != text:
            assert number == len(frames) - 1
            assert text.startswith(frame)
            cut = True
    return cut


@cocotb.test()
async def reset(dut: Any) -> None:
    bench = Bench(dut, "reset")
    await bench.reset()
    first = await snapshot(bench)
    for _ in range(8):
        await bench.load_keys()
        await bench.go([bench.packet() for _ in range(3)])
        bench.pause(0.4)
        for _ in range(10):
            bench.send(bench.packet(text=120))
        await bench.write("IRQ_ENABLE", 0xF)
        assert await bench.try_read(0xFFC) == (False, 0)
        await bench.write_key(bench.rng.randbytes(KEY_BYTES))
        await bench.cycles(bench.rng.randrange(1, 400))
        bench.pause(0)
        await bench.reset()
        assert int(dut.key.value) == 0
        assert await snapshot(bench) == first
    await bench.load_keys()
    await bench.go([bench.packet() for _ in range(5)])
    await bench.finish()
