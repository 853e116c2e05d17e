# SPDX-License-Identifier: Apache-2.0
"""aes_block and aes_block_keys behind either bus, against OpenSSL.

State space: keys of every size one after another, blocks of both directions, results read or left,
read twice, masked; keys that are not whole; encodings that mean nothing; CLEAR and reset at every
cycle of an expansion and of a block; what is left in every register then. Parameter space:
test_aes_block.py.
"""

import itertools
import operator
import random
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge
from tests.rtl.soft.soft_harness import (
    BLOCK,
    COLUMNS,
    DATA,
    JOB,
    KEY,
    LATENCY,
    READ,
    SIZES,
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

EXPANSION = {128: 11, 192: 24, 256: 14}
if LATENCY == 2:
    EXPANSION = {128: 21, 192: 32, 256: 27}
WIPE = 16
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
    """Keys, blocks and results, with all that a program may do in between."""
    found: list[Instruction] = []
    result = bytes(16)
    for _ in range(turns):
        key = rng.randbytes(rng.choice((16, 24, 32)))
        if rng.random() < 0.2:  # one that is not whole
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
        if rng.random() < 0.5:  # else a key comes right behind a block
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


@cocotb.test()
async def cycles(dut: Any) -> None:
    """As the head says, whatever the data is."""
    rng = random.Random(JOB["seed"] + 2)
    bus = await start(dut)
    await settle(dut, WIPE + 2)
    await RisingEdge(dut.clk_i)
    pair = 1 if COLUMNS == 1 else 0  # two words come in one by one
    for bits in SIZES:
        key = rng.randbytes(bits // 8)
        given, before = key_in(key), None
        # What goes on behind the core's back, and what an instruction takes by itself.
        behind, own = [0] * (bits // 64), [0] * (bits // 64)
        for decrypt in (False, False, True, True, False):
            block = rng.randbytes(16)
            given += [*data_in(block, decrypt), *data_out(cipher(key, block, decrypt), rng)]
            # A direction is turned while a key is expanded.
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
    """What is left of data in the unit, by register."""
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


@cocotb.test(skip=JOB["netlist"])  # whose registers have other names
async def forgets(dut: Any) -> None:
    """CLEAR at any time leaves nothing, and the next key is right."""
    rng = random.Random(JOB["seed"] + 3)
    bus = await start(dut)
    key, block = rng.randbytes(32), rng.randbytes(16)
    longest = max(EXPANSION.values()) + block_cycles(256) + 8
    for delay in range(0, longest, 1 if COLUMNS > 1 else 3):
        begun = cocotb.start_soon(bus.run([*key_in(key), *data_in(block, bool(delay & 1))], rng))
        await begun
        await settle(dut, delay % (block_cycles(256) + 3))
        await RisingEdge(dut.clk_i)
        await bus.run([Instruction(BLOCK, forget().funct7)], rng)
        bus.quiet()
        await settle(dut, WIPE + 3)
        left = {name: value for name, value in kept(dut).items() if value}
        assert not left, f"{delay} cycles after a block began CLEAR left {', '.join(left)}"
        await RisingEdge(dut.clk_i)
        await bus.run(data_out(bytes(16), rng), rng)
    await bus.run(traffic(rng, 3), rng)


@cocotb.test(skip=JOB["netlist"])
async def reset_forgets(dut: Any) -> None:
    rng = random.Random(JOB["seed"] + 4)
    bus = await start(dut)
    await bus.run([*key_in(rng.randbytes(32)), *data_in(rng.randbytes(16), False)], rng)
    dut.rst_ni.value = 0
    bus.quiet()
    await settle(dut, 2)
    await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await settle(dut, WIPE + 3)
    left = {name: value for name, value in kept(dut).items() if value and name != "last word"}
    assert not left, f"reset left {', '.join(left)}"
    await RisingEdge(dut.clk_i)
    await bus.run(traffic(rng, 3), rng)


@cocotb.test()
async def what_means_nothing(dut: Any) -> None:
    """PicoRV32 traps; the CFU bus is answered with zero, and nothing comes of it."""
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
    await bus.run([*key_in(key), *data_in(block, False)], rng)
    await bus.run(odd, rng)
    await bus.run(
        [*data_out(sealed, rng), *data_in(sealed, True), *data_out(block, rng)],
        rng,
    )
