# SPDX-License-Identifier: Apache-2.0
"""The two buses of the custom instructions in simulation, and the expected results.

An `Instruction` has the fields on the bus and the expected result. `Pcpi` and `Cfu` execute
instructions one after another and check the rules of the bus.
"""

import json
import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

JOB: dict[str, Any] = json.loads(Path(os.environ["ROUNDEL_BENCH_JOB"]).read_text(encoding="utf-8"))
TOP: str = JOB["top"]
VALUES: dict[str, int] = JOB["parameters"]
COLUMNS = VALUES.get("Columns", 2)
LATENCY = VALUES.get("Latency", 1)

PERIOD = 10  # ns
PATIENCE = 200  # most cycles of an instruction
OP, CUSTOM_0 = 0b0110011, 0b0001011
AES32, BLOCK = 0, 1  # funct3
KEY, DATA, READ, CLEAR = 0, 1, 2, 3
SIZES = {128: 0, 192: 1, 256: 2}


@dataclass(frozen=True)
class Instruction:
    """An instruction: the fields on the bus, and the expected result.

    Attributes:
        result: The returned register; None if the bus must not accept the instruction.
    """

    funct3: int
    funct7: int
    rs1: int = 0
    rs2: int = 0
    result: int | None = 0
    opcode: int = CUSTOM_0


def sbox() -> bytes:
    """SubBytes of every byte, by arithmetic (FIPS-197 section 5.1.1)."""
    found = bytearray(256)
    for x in range(256):
        inverse = next((y for y in range(256) if times(x, y) == 1), 0)
        found[x] = 0x63
        for shift in range(5):
            found[x] ^= (inverse << shift | inverse >> (8 - shift)) & 0xFF
    return bytes(found)


def times(a: int, b: int) -> int:
    """A product in GF(2^8) (FIPS-197 section 4.2)."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= 0x11B
        b >>= 1
    return product


SBOX = sbox()
FUNCT5 = {(0, 0): 0b10001, (0, 1): 0b10011, (1, 0): 0b10101, (1, 1): 0b10111}


def roundel_aes32(decrypt: int, middle: int, bs: int, rs1: int, rs2: int) -> Instruction:
    """Compute one of aes32esi, aes32esmi, aes32dsi and aes32dsmi from the specification."""
    byte = rs2 >> (8 * bs) & 0xFF
    found = SBOX.index(byte) if decrypt else SBOX[byte]
    factors = ((14, 9, 13, 11) if decrypt else (2, 1, 1, 3)) if middle else (1, 0, 0, 0)
    word = sum(times(found, factor) << (8 * row) for row, factor in enumerate(factors))
    turned = (word << (8 * bs) | word >> (32 - 8 * bs)) & 0xFFFFFFFF if bs else word
    opcode = OP if TOP == "roundel_pcpi" else CUSTOM_0
    funct7 = bs << 5 | FUNCT5[decrypt, middle]
    return Instruction(AES32, funct7, rs1, rs2, rs1 ^ turned, opcode)


def words(data: bytes) -> list[int]:
    """The words loaded from bytes by RISC-V."""
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def key_in(key: bytes) -> list[Instruction]:
    """Instructions that load a complete key."""
    size = SIZES[8 * len(key)]
    parts = words(key)
    return [
        Instruction(BLOCK, KEY << 4 | size << 2 | pair, parts[2 * pair], parts[2 * pair + 1])
        for pair in range(len(parts) // 2)
    ]


def data_in(block: bytes, decrypt: bool) -> list[Instruction]:
    """Instructions that start a block."""
    parts = words(block)
    return [
        Instruction(BLOCK, DATA << 4 | decrypt << 1 | half, parts[2 * half], parts[2 * half + 1])
        for half in range(2)
    ]


def data_out(block: bytes, rng: random.Random) -> list[Instruction]:
    """Instructions that read a result, each word XOR an operand."""
    found = []
    for place, word in enumerate(words(block)):
        mask = rng.getrandbits(32)
        found.append(Instruction(BLOCK, READ << 4 | place, mask, rng.getrandbits(32), word ^ mask))
    return found


def forget() -> Instruction:
    """The instruction CLEAR."""
    return Instruction(BLOCK, CLEAR << 4)


def cipher(key: bytes, block: bytes, decrypt: bool) -> bytes:
    """The result of OpenSSL for a block."""
    whole = Cipher(algorithms.AES(key), modes.ECB())
    turn = whole.decryptor() if decrypt else whole.encryptor()
    return turn.update(block) + turn.finalize()


class BlockUnit:
    """A model of roundel_block_unit for any instructions in any order, from its head."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._parts: list[int] = []  # pairs of a key received in order
        self._size = 0
        self._key = b""  # the complete key
        self._begun: tuple[int, int, int] | None = None  # first half of a block: direction, words
        self._result = [0] * 4

    def ask(self, operation: int, option: int, rs1: int = 0, rs2: int = 0) -> Instruction:
        """An instruction with its expected result."""
        result = 0
        if operation == KEY:
            size, pair = option >> 2, option & 3
            if pair == 0:
                self._parts = [rs1, rs2]
            elif 2 * pair == len(self._parts) and size == self._size:
                self._parts += [rs1, rs2]
            else:
                self._parts = []
            self._size, self._key, self._begun = size, b"", None
            if len(self._parts) == 4 + 2 * size:
                self._key = _joined(self._parts)
        elif operation == DATA:
            decrypt, half = option >> 1 & 1, option & 1
            if half == 0:
                self._begun = (decrypt, rs1, rs2) if self._key else None
            else:
                fits = self._begun is not None and self._begun[0] == decrypt
                begun, self._begun = self._begun, None
                self._result = [0] * 4
                if fits and begun is not None:
                    block = _joined([*begun[1:], rs1, rs2])
                    self._result = words(cipher(self._key, block, bool(decrypt)))
        elif operation == READ:
            result = self._result[option] ^ rs1
        else:
            self._clear()
        return Instruction(BLOCK, operation << 4 | option, rs1, rs2, result)


def _joined(parts: Iterable[int]) -> bytes:
    return b"".join(part.to_bytes(4, "little") for part in parts)


class Pcpi:
    """The core's side of PCPI, as in PicoRV32."""

    def __init__(self, dut: Any) -> None:
        self._dut = dut
        dut.pcpi_valid_i.value = 0

    def quiet(self, value: int) -> None:
        """Replace the last operands on the bus, driven by the core, by a value."""
        self._dut.pcpi_rs1_i.value = value
        self._dut.pcpi_rs2_i.value = value

    async def run(
        self,
        instructions: Iterable[Instruction],
        rng: random.Random,
        gaps: Sequence[int] = (1, 1, 2, 5),
    ) -> list[int]:
        """Execute instructions; return the cycles of each from `pcpi_valid`."""
        dut, taken = self._dut, []
        for item in instructions:
            rd, rs1, rs2 = (rng.randrange(32) for _ in range(3))
            insn = item.funct7 << 25 | rs2 << 20 | rs1 << 15 | item.funct3 << 12 | rd << 7
            dut.pcpi_insn_i.value = insn | item.opcode
            dut.pcpi_rs1_i.value = item.rs1
            dut.pcpi_rs2_i.value = item.rs2
            dut.pcpi_valid_i.value = 1
            cycles = 0
            while True:
                await FallingEdge(dut.clk_i)
                ready, wait = int(dut.pcpi_ready_o.value), int(dut.pcpi_wait_o.value)
                assert int(dut.pcpi_wr_o.value) == ready
                if item.result is None:
                    assert not ready, f"{item} was taken"
                    assert not wait, f"{item} was taken"
                    if cycles == 20:
                        break
                else:
                    assert wait, f"{item} was given up after {cycles} cycles"
                if ready:
                    found = int(dut.pcpi_rd_o.value)
                    assert found == item.result, f"{item} gave {found:08x}"
                    break
                cycles += 1
                assert cycles < PATIENCE, f"{item} does not end"
            await RisingEdge(dut.clk_i)
            dut.pcpi_valid_i.value = 0
            for _ in range(rng.choice(gaps)):  # the core fetches the next instruction
                await FallingEdge(dut.clk_i)
                quiet = [dut.pcpi_wr_o, dut.pcpi_wait_o, dut.pcpi_ready_o]
                assert not any(int(output.value) for output in quiet), f"{item} goes on"
                await RisingEdge(dut.clk_i)
            taken.append(cycles)
        return taken


class Cfu:
    """The core's side of the CFU bus, as in VexRiscv."""

    def __init__(self, dut: Any) -> None:
        self._dut = dut
        dut.cmd_valid_i.value = 0
        dut.rsp_ready_i.value = 0

    def quiet(self, value: int) -> None:
        """Replace the last operands on the bus, driven by the core, by a value."""
        self._dut.cmd_inputs_0_i.value = value
        self._dut.cmd_inputs_1_i.value = value

    async def run(
        self, instructions: Sequence[Instruction], rng: random.Random, rate: float = 0.7
    ) -> list[int]:
        """Execute instructions, with commands and responses at a rate of the cycles.

        Returns:
            The cycle, from the first command on, of each response.
        """
        dut = self._dut
        commands, responses = list(instructions), list(instructions)
        offered, at, cycle, waited, waiting = False, [], 0, 0, None
        while responses:
            if not offered and commands and rng.random() < rate:
                item = commands[0]
                dut.cmd_function_id_i.value = item.funct7 << 3 | item.funct3
                dut.cmd_inputs_0_i.value = item.rs1
                dut.cmd_inputs_1_i.value = item.rs2
                dut.cmd_valid_i.value = 1
                offered = True
            dut.rsp_ready_i.value = int(rng.random() < rate)
            await FallingEdge(dut.clk_i)
            cmd = offered and int(dut.cmd_ready_o.value)
            valid, ready = int(dut.rsp_valid_o.value), int(dut.rsp_ready_i.value)
            seen = int(dut.rsp_outputs_0_o.value) if valid else None
            assert waiting is None or seen == waiting, "a stalled response changes"
            if valid:
                item = responses[0]
                asked = len(responses) > len(commands) or (LATENCY == 0 and offered)
                assert asked, "a response without a command"
                assert seen == item.result, f"{item} gave {seen:08x}"
            waiting = seen if valid and not ready else None
            waited = 0 if valid and ready else waited + 1
            assert waited < PATIENCE, f"{responses[0]} does not end"
            await RisingEdge(dut.clk_i)
            cycle += 1
            if cmd:
                commands.pop(0)
                offered = False
                dut.cmd_valid_i.value = 0
            if valid and ready:
                responses.pop(0)
                at.append(cycle)
        dut.rsp_ready_i.value = 0
        return at


async def start(dut: Any) -> Pcpi | Cfu:
    """The bus of a unit after a reset."""
    Clock(dut.clk_i, PERIOD, unit="ns").start()
    dut.rst_ni.value = 0
    bus = Pcpi(dut) if TOP == "roundel_pcpi" else Cfu(dut)
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
    return bus


async def settle(dut: Any, cycles: int) -> None:
    """Wait for some cycles, then sample."""
    for _ in range(cycles):
        await RisingEdge(dut.clk_i)
    await ReadOnly()
