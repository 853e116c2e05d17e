# SPDX-License-Identifier: Apache-2.0
"""roundel_aes32 behind either bus.

State space: every byte value at every position of rs2 for each instruction, with random other bytes
and rs1; gaps and stalls on the CFU bus. Parameter space: test_roundel_aes32.py.
"""

import random
from typing import Any

import cocotb
from tests.rtl.soft.soft_harness import (
    JOB,
    LATENCY,
    OP,
    Cfu,
    Instruction,
    Pcpi,
    roundel_aes32,
    start,
)


def everything(rng: random.Random) -> list[Instruction]:
    """Every byte value at every position, in random order."""
    found = []
    for decrypt in range(2):
        for middle in range(2):
            for bs in range(4):
                for byte in range(256):
                    others = rng.getrandbits(32) & ~(0xFF << 8 * bs)
                    rs2 = others | byte << 8 * bs
                    found.append(roundel_aes32(decrypt, middle, bs, rng.getrandbits(32), rs2))
    rng.shuffle(found)
    return found


@cocotb.test()
async def every_byte(dut: Any) -> None:
    rng = random.Random(JOB["seed"])
    bus = await start(dut)
    taken = await bus.run(everything(rng), rng)
    if isinstance(bus, Pcpi):
        assert set(taken) == {LATENCY}


@cocotb.test()
async def one_every_cycle(dut: Any) -> None:
    rng = random.Random(JOB["seed"] + 1)
    bus = await start(dut)
    if isinstance(bus, Cfu):
        at = await bus.run(everything(rng)[:200], rng, rate=1)
        assert at == list(range(LATENCY + 1, LATENCY + 201))


@cocotb.test()
async def others_are_left_alone(dut: Any) -> None:
    """Encodings close to the instructions of the unit are not accepted."""
    rng = random.Random(JOB["seed"] + 2)
    bus = await start(dut)
    if not isinstance(bus, Pcpi):
        return
    ours = {0b10001, 0b10011, 0b10101, 0b10111}
    odd = [Instruction(0, five | bs << 5, 1, 2, None, OP)
           for five in range(32) for bs in (0, 3) if five not in ours]  # fmt: skip
    odd += [Instruction(three, 0b10001, 1, 2, None, OP) for three in range(1, 8)]
    odd += [Instruction(0, 0b10011, 1, 2, None, OP ^ 1 << bit) for bit in range(7)]
    await bus.run(odd, rng)
    await bus.run([roundel_aes32(1, 1, 2, 0x12345678, 0x9ABCDEF0)], rng)
