# SPDX-License-Identifier: Apache-2.0
"""roundel_block_unit and roundel_block_keys behind either bus, against OpenSSL.

State space: consecutive keys of every size, blocks of both directions, results that are read once,
twice, masked or not at all; all legal instructions in random order and in every short order, back
to back and with waits; undefined encodings; CLEAR and reset in every cycle of an expansion and of a
block (Columns of 1 and 4: every third cycle); CLEAR and reset after part of a key or block;
the contents of all registers afterwards, except those of the S-boxes. Parameter space:
test_roundel_block_unit.py.
"""

import itertools
import operator
import random
from collections.abc import AsyncIterator
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge
from tests.rtl.soft.soft_harness import (
    BLOCK,
    CLEAR,
    COLUMNS,
    CUSTOM_0,
    DATA,
    JOB,
    KEY,
    LATENCY,
    READ,
    SIZES,
    BlockUnit,
    Cfu,
    Instruction,
    Pcpi,
    cipher,
    data_in,
    data_out,
    forget,
    key_in,
    settle,
    start,
)

EXPANSION = {128: 10, 192: 23, 256: 13}
if LATENCY == 2:
    EXPANSION = {128: 20, 192: 31, 256: 26}
WIPE = 16
NOISE = 0xFFFFFFFF  # on the bus during a clear
FIPS_197 = (  # appendix C
    ("000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"),
    ("000102030405060708090a0b0c0d0e0f1011121314151617", "dda97ca4864cdfe06eaf70a0ec0d7191"),
    (
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "8ea2b7ca516745bfeafc49904b496089",
    ),
)
FIPS_TEXT = bytes.fromhex("00112233445566778899aabbccddeeff")


def block_cycles(bits: int) -> int:
    """Cycles from the second DATA of a block to its result."""
    return (bits // 32 + 6) * (4 // COLUMNS + LATENCY - 1)


def traffic(rng: random.Random, turns: int) -> list[Instruction]:
    """Random keys, blocks and reads, with other instructions in between."""
    found: list[Instruction] = []
    result = bytes(16)
    for _ in range(turns):
        key = rng.randbytes(rng.choice((16, 24, 32)))
        if rng.random() < 0.2:  # an incomplete key
            found += key_in(rng.randbytes(32))[: rng.randrange(1, 4)]
        if rng.random() < 0.2:
            found += [*data_out(result, rng), forget(), *data_out(bytes(16), rng)]
            found += [*data_in(rng.randbytes(16), rng.random() < 0.5), *data_out(bytes(16), rng)]
            result = bytes(16)
        found += key_in(key)
        if rng.random() < 0.5:
            found += data_out(result, rng)
        for _ in range(rng.randrange(5)):
            block, decrypt = rng.randbytes(16), rng.random() < 0.5
            found += data_in(block, decrypt)
            result = cipher(key, block, decrypt)
            for _ in range(rng.randrange(3)):
                read = data_out(result, rng)
                rng.shuffle(read)
                found += read[: rng.randrange(1, 5)]
        if rng.random() < 0.5:  # otherwise a key follows directly after a block
            found += data_out(result, rng)
    return [*found, *data_out(result, rng)]


@cocotb.test()
async def known_answers(dut: Any) -> None:
    rng = random.Random(JOB["seed"])
    bus = await start(dut)
    for key, sealed in FIPS_197:
        opened = bytes.fromhex(sealed)
        await bus.run(
            [
                *key_in(bytes.fromhex(key)),
                *(*data_in(FIPS_TEXT, False), *data_out(opened, rng)),
                *(*data_in(opened, True), *data_out(FIPS_TEXT, rng)),
            ],
            rng,
        )


@cocotb.test()
async def random_traffic(dut: Any) -> None:
    rng = random.Random(JOB["seed"] + 1)
    bus = await start(dut)
    await bus.run(traffic(rng, 60 * JOB["turns"]), rng)


def disorder(rng: random.Random, count: int) -> list[Instruction]:
    """Legal instructions in random order, with their expected results."""
    unit = BlockUnit()
    found: list[Instruction] = []

    def ask(operation: int, option: int) -> None:
        found.append(unit.ask(operation, option, rng.getrandbits(32), rng.getrandbits(32)))

    while len(found) < count:
        turn = rng.random()
        if turn < 0.25:  # a key, or some of its pairs
            size = rng.randrange(3)
            pairs = list(range(size + 2))
            if rng.random() < 0.4:
                pairs = rng.sample(pairs, rng.randrange(1, len(pairs) + 1))
            for pair in pairs:
                ask(KEY, size << 2 | pair)
        elif turn < 0.6:  # a block
            decrypt = rng.randrange(2)
            ask(DATA, decrypt << 1)
            ask(DATA, decrypt << 1 | 1)
        elif turn < 0.75:  # half a block
            ask(DATA, rng.randrange(4))
        elif turn < 0.98:
            for word in range(4):
                ask(READ, word)
        else:
            ask(CLEAR, 0)
    return found


@cocotb.test()
async def any_order(dut: Any) -> None:
    """Words of two keys or two blocks are never mixed."""
    rng = random.Random(JOB["seed"] + 6)
    bus = await start(dut)
    asked = disorder(rng, 1000 * JOB["turns"])
    await bus.run(asked[: len(asked) // 2], rng)
    await hurry(bus, asked[len(asked) // 2 :], rng)


async def hurry(bus: Pcpi | Cfu, asked: list[Instruction], rng: random.Random) -> None:
    """Execute instructions at the highest rate of a core."""
    await (bus.run(asked, rng, gaps=(1,)) if isinstance(bus, Pcpi) else bus.run(asked, rng, rate=1))


Asked = tuple[int, int]  # operation, option
WHOLE: dict[int, list[Asked]] = {
    size: [(KEY, size << 2 | pair) for pair in range(size + 2)] for size in range(3)
}
READS: list[Asked] = [(READ, word) for word in range(4)]
FIRST, SECOND = (DATA, 0), (DATA, 1)


@cocotb.test()
async def never_another_key(dut: Any) -> None:
    """The shortest programs that could reveal parts of the previous key."""
    rng = random.Random(JOB["seed"] + 7)
    bus = await start(dut)
    unit = BlockUnit()
    whole, first, second, reads = WHOLE, FIRST, SECOND, READS
    ways = [
        [first, *whole[0], second],  # half a block, another key, the other half
        [whole[0][0], second, *whole[0], second],
        [whole[0][0], first, second, first, *whole[0], second],
        [first, (DATA, 3)],  # halves of two directions
        [(KEY, 1), first, second],  # the last pair alone
        [(KEY, 5), first, second],
        [(KEY, 11), first, second],
        [(KEY, 8), (KEY, 9), (KEY, 1), first, second],  # pairs of two sizes
        [(KEY, 0), first, second],  # the first pair alone
        [(KEY, 0), (KEY, 9), (KEY, 10), (KEY, 11), first, second],
        [(KEY, 0), (CLEAR, 0), (KEY, 1), first, second],
        [first, (KEY, 0), second],  # a pair within a block
        [(KEY, 0), second, (KEY, 1), first, second],  # halves between the pairs of one key
        [(KEY, 0), (DATA, 2), (DATA, 3), (KEY, 1), first, second],
        [second, *whole[0], first, second],  # half a block, and a key at once
        [second, first, second],  # a block after a half without a started block
        [(DATA, 3), (DATA, 2), (DATA, 3)],
        [*[second] * 13, first, second],
    ]
    for size, way in itertools.product(range(3), ways):
        asked = [*whole[size], first, second, *reads, *way, *reads]
        given = [unit.ask(*item, rng.getrandbits(32), rng.getrandbits(32)) for item in asked]
        await bus.run(given, rng)
        given = [unit.ask(*item, rng.getrandbits(32), rng.getrandbits(32)) for item in asked]
        await hurry(bus, given, rng)


@cocotb.test()
async def every_short_order(dut: Any) -> None:
    """With any instructions between a key and a block, the result is correct or zero."""
    rng = random.Random(JOB["seed"] + 8)
    bus = await start(dut)
    unit = BlockUnit()
    letters: list[list[Asked]] = [[(DATA, option)] for option in range(4)]
    letters += [[(KEY, 0)], [(KEY, 1)], WHOLE[0], [FIRST, SECOND]]
    orders = [order for length in (1, 2, 3) for order in itertools.product(letters, repeat=length)]
    chosen = orders if JOB["turns"] > 1 else [*orders[:72], *rng.sample(orders[72:], 72)]
    for order in chosen:
        way = rng.randrange(2)
        asked = [*WHOLE[0], *(item for part in order for item in part), *READS]
        asked += [(DATA, way << 1), (DATA, way << 1 | 1), *READS]
        given = [unit.ask(*item, rng.getrandbits(32), rng.getrandbits(32)) for item in asked]
        await hurry(bus, given, rng)


@cocotb.test()
async def cycles(dut: Any) -> None:
    """Instructions take the cycles of the head of roundel_block_unit, for any data."""
    rng = random.Random(JOB["seed"] + 2)
    bus = await start(dut)
    await settle(dut, WIPE + 2)
    await RisingEdge(dut.clk_i)
    pair = 1 if COLUMNS == 1 else 0  # the two words of a DATA take two cycles
    for bits in SIZES:
        key = rng.randbytes(bits // 8)
        given, before = key_in(key), None
        # Cycles of the expansion or block, and cycles of each instruction.
        behind, own = [0] * (bits // 64), [0] * (bits // 64)
        for decrypt in (False, False, True, True, False):
            block = rng.randbytes(16)
            given += [*data_in(block, decrypt), *data_out(cipher(key, block, decrypt), rng)]
            # A change of direction during an expansion costs no cycle.
            turned = before is not None and decrypt != before
            behind += [EXPANSION[bits] if before is None else 0, 0, block_cycles(bits), 0, 0, 0]
            own += [turned + pair, pair, 0, 0, 0, 0]
            before = decrypt
        if isinstance(bus, Pcpi):
            taken = await bus.run(given, rng, gaps=(1,))
            # The core has a cycle between two instructions.
            assert taken == [
                max(0, wait - 1) + more for wait, more in zip(behind, own, strict=True)
            ]
        else:
            at = await bus.run(given, rng, rate=1)
            waited = itertools.accumulate(map(operator.add, behind, own))
            assert at == [place + 2 + wait for place, wait in enumerate(waited)]


def kept(dut: Any) -> dict[str, int]:
    """The data left in the unit, by register."""
    unit = dut.gen_block.u_block
    keys = unit.u_keys
    found = {"result": int(unit.result_q.value), "last word": int(keys.last_q.value)}
    found |= {"pair": int(keys.pair_o.value), "round key": int(keys.key_o.value)}
    part = unit.gen_round if COLUMNS == 4 else unit.gen_part
    for name in ("half_q",) if COLUMNS == 4 else ("next_q", "rest_q"):
        found[name] = int(getattr(part, name).value)
    for bank in range(2):
        memory = keys.gen_bank[bank].u_round_keys.words_q
        for place in range(16):
            found[f"bank {bank} place {place}"] = int(memory[place].value)
    return found


@cocotb.test(skip=JOB["netlist"])  # registers of a netlist have other names
async def forgets(dut: Any) -> None:
    """CLEAR at any time does not wait and leaves no data, and the next key works."""
    rng = random.Random(JOB["seed"] + 3)
    bus = await start(dut)
    async for name in interruptions(dut, bus, rng):
        clear = Instruction(BLOCK, forget().funct7)
        if isinstance(bus, Pcpi):
            assert await bus.run([clear], rng, gaps=(0,)) == [0], f"CLEAR waits {name}"
        else:
            assert await bus.run([clear], rng, rate=1) == [2], f"CLEAR waits {name}"
        await wipe(dut, bus)
        left = [register for register, value in kept(dut).items() if value]
        assert not left, f"{name} CLEAR left {', '.join(left)}"
        await RisingEdge(dut.clk_i)
        await bus.run(
            [*data_out(bytes(16), rng), *data_in(bytes(16), False), *data_out(bytes(16), rng)], rng
        )
    await bus.run(traffic(rng, 3), rng)


@cocotb.test(skip=JOB["netlist"])
async def reset_forgets(dut: Any) -> None:
    rng = random.Random(JOB["seed"] + 4)
    bus = await start(dut)
    async for name in interruptions(dut, bus, rng):
        dut.rst_ni.value = 0
        bus.quiet(0)
        await settle(dut, 2)
        await RisingEdge(dut.clk_i)
        dut.rst_ni.value = 1
        if isinstance(bus, Cfu):
            unasked = (int(dut.gen_block.rs1_q.value), int(dut.gen_block.rs2_q.value))
            assert unasked == (0, 0), f"{name} reset left operands"
        await wipe(dut, bus)
        # Outside an expansion last_q follows the operands on the bus.
        left = [what for what, value in kept(dut).items() if value and what != "last word"]
        assert not left, f"{name} reset left {', '.join(left)}"
        await RisingEdge(dut.clk_i)
        await bus.run(
            [*data_out(bytes(16), rng), *data_in(bytes(16), False), *data_out(bytes(16), rng)], rng
        )
    await bus.run(traffic(rng, 3), rng)


async def wipe(dut: Any, bus: Pcpi | Cfu) -> None:
    """Wait for the end of the clear, with other values on the bus."""
    bus.quiet(NOISE)
    for _ in range(WIPE + 1):
        await RisingEdge(dut.clk_i)
    bus.quiet(0)
    await settle(dut, 2)


async def interruptions(dut: Any, bus: Pcpi | Cfu, rng: random.Random) -> AsyncIterator[str]:
    """Name each activity for an interruption by CLEAR or reset, one after another.

    Every cycle of an expansion and of a block, with Columns of 1 and 4 every third cycle.
    """
    step = 1 if COLUMNS == 2 else 3
    await bus.run(key_in(rng.randbytes(32))[:3], rng)
    yield "a part of a key,"
    await bus.run([*key_in(rng.randbytes(16)), *data_in(rng.randbytes(16), False)[:1]], rng)
    yield "half a block,"
    for bits, words in SIZES.items():
        for delay in range(1, EXPANSION[bits] + 3, step):
            await bus.run(key_in(rng.randbytes(bits // 8)), rng)
            for _ in range(delay):
                await RisingEdge(dut.clk_i)
            yield f"{delay} cycles after a key of {bits} bits"
        for delay in range(1, block_cycles(bits) + 3, step if words != 1 else 5):
            key, decrypt = rng.randbytes(bits // 8), bool(delay & 1)
            await bus.run([*key_in(key), *data_in(rng.randbytes(16), decrypt)], rng)
            for _ in range(delay):
                await RisingEdge(dut.clk_i)
            yield f"{delay} cycles after a block with {bits} bits began,"


@cocotb.test()
async def what_means_nothing(dut: Any) -> None:
    """An undefined encoding: PicoRV32 traps; the CFU bus answers zero without an effect."""
    rng = random.Random(JOB["seed"] + 5)
    bus = await start(dut)
    key, block = rng.randbytes(16), rng.randbytes(16)
    sealed = cipher(key, block, False)
    legal = {KEY << 4 | size << 2 | pair for size in range(3) for pair in range(size + 2)}
    legal |= {DATA << 4 | option for option in range(4)} | {READ << 4 | word for word in range(4)}
    legal.add(forget().funct7)
    answer = None if isinstance(bus, Pcpi) else 0
    odd = [Instruction(BLOCK, funct7, 7, 9, answer) for funct7 in range(128) if funct7 not in legal]
    odd += [Instruction(three, READ << 4, 7, 9, answer) for three in range(8) if three != BLOCK]
    if isinstance(bus, Pcpi):  # the CFU bus has no opcode
        odd += [
            Instruction(BLOCK, READ << 4, 7, 9, None, opcode)
            for opcode in range(3, 128, 4)
            if opcode != CUSTOM_0
        ]
    await bus.run([*key_in(key), *data_in(block, False)], rng)
    await bus.run(odd, rng)
    await bus.run(
        [*data_out(sealed, rng), *data_in(sealed, True), *data_out(block, rng)],
        rng,
    )
