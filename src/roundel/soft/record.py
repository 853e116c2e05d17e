# SPDX-License-Identifier: Apache-2.0
"""The record of firmware on a soft processor: whether it is right, its cycles, its bytes."""

from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row

PARTS: dict[str, str] = {
    "encrypt_key": "a key set up to encrypt",
    "encrypt_block": "a block encrypted",
    "decrypt_key": "a key set up to decrypt",
    "decrypt_block": "a block decrypted",
    "sum": "these four, back to back",
}
"""What is measured once, in words."""
MODES = ("ecb_encrypt", "ecb_decrypt", "cbc_encrypt", "cbc_decrypt", "ctr")
"""What is measured as one call for `BLOCKS` blocks."""
BLOCKS = 64


class CyclesRecord(Part):
    """Clock cycles under keys of one size.

    Attributes:
        key_bits: 128, 192 or 256.
        parts: Cycles of a whole call, by part: `PARTS` and `MODES`. What the caches can hold is in
            them: each part was run once before.
        per_block: Cycles of a block in a call for many, by mode.
    """

    key_bits: int
    parts: dict[str, int]
    per_block: dict[str, float]


class WrongAnswer(Part):
    """A published answer that was not met.

    Attributes:
        name: What was computed.
        expected: In hexadecimal digits.
        got: Likewise.
    """

    name: str
    expected: str
    got: str


class VariantRecord(Part):
    """One variant of the firmware.

    Attributes:
        variant: Its name.
        constant_time: No time depends on keys or data on this host, as `aes.h` tells.
        cycles: For each size of keys that was asked for; none if an answer is wrong.
        code_bytes: Of keys and single blocks, both ways, all sizes of keys.
        table_bytes: Of the constants and variables that these need.
        all_code_bytes: With the modes of operation.
        all_table_bytes: Likewise.
        only_128_code_bytes: Of keys and single blocks of AES-128 alone.
        only_128_table_bytes: Likewise.
        image_bytes: Of the whole program with its known answers, without what begins as zeros.
        answers: Published answers that were met.
        wrong: Those that were not.
        simulated_cycles: Of the whole program.
        seconds: Of the simulation.
    """

    variant: str
    constant_time: bool
    cycles: list[CyclesRecord]
    code_bytes: int
    table_bytes: int
    all_code_bytes: int
    all_table_bytes: int
    only_128_code_bytes: int
    only_128_table_bytes: int
    image_bytes: int
    answers: int
    wrong: list[WrongAnswer]
    simulated_cycles: int
    seconds: float


class SoftRecord(Record):
    """What firmware does on a system.

    Attributes:
        host: The processor.
        unit: "none", "aes32" or "block".
        parameters: Of the unit: "Sbox", "Latency", and "Columns" of block.
        memory_bytes: Of memory.
        variants: In the order in which they were run.
        passed: No answer is wrong.
        tools: Versions of the processor's package, the compiler and the simulator, by name.
    """

    schema_: Literal["roundel.soft/1"] = Field(default="roundel.soft/1", alias="schema")
    host: str
    unit: str
    parameters: dict[str, str | int]
    memory_bytes: int
    variants: list[VariantRecord]
    passed: bool
    tools: dict[str, str]

    def to_rows(self) -> list[Row]:
        """One row for each variant and size of keys; cycles for each part."""
        return [
            {
                "host": self.host,
                "unit": self.unit,
                **self.parameters,
                "variant": variant.variant,
                "constant_time": variant.constant_time,
                "code_bytes": variant.code_bytes,
                "table_bytes": variant.table_bytes,
                "key_bits": item.key_bits,
                **{f"{part}_cycles": cycles for part, cycles in item.parts.items()},
                **{f"{mode}_cycles_per_block": cycles for mode, cycles in item.per_block.items()},
            }
            for variant in self.variants
            for item in variant.cycles
        ]


class ProgramRecord(Record):
    """A user's program on a system.

    Attributes:
        host: The processor.
        unit: "none", "aes32" or "block".
        parameters: Of the unit: "Sbox", "Latency", and "Columns" of block.
        memory_bytes: Of memory.
        program: Its file, as it was named, with bytes that are no text in hexadecimal digits.
        console: What it wrote.
        status: Its exit status.
        cycles: Clock cycles from the reset to its end.
        seconds: Of the simulation.
    """

    schema_: Literal["roundel.program/1"] = Field(default="roundel.program/1", alias="schema")
    host: str
    unit: str
    parameters: dict[str, str | int]
    memory_bytes: int
    program: str
    console: str
    status: int
    cycles: int
    seconds: float

    def to_rows(self) -> list[Row]:
        """One row: the program."""
        return [
            {
                "host": self.host,
                "unit": self.unit,
                **self.parameters,
                "program": self.program,
                "status": self.status,
                "cycles": self.cycles,
            }
        ]
