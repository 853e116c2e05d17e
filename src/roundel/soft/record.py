# SPDX-License-Identifier: Apache-2.0
"""The record of firmware on a soft processor: checked answers, cycles and code sizes."""

from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row

PARTS: dict[str, str] = {
    "encrypt_key": "key setup for encryption",
    "encrypt_block": "encryption of a block",
    "decrypt_key": "key setup for decryption",
    "decrypt_block": "decryption of a block",
    "sum": "the four parts above, back to back",
}
"""The parts of a single measurement, with their meaning."""
MODES = ("ecb_encrypt", "ecb_decrypt", "cbc_encrypt", "cbc_decrypt", "ctr")
"""The modes that are measured in a call for `BLOCKS` blocks."""
BLOCKS = 64


class CyclesRecord(Part):
    """Clock cycles for a key size.

    Attributes:
        key_bits: 128, 192 or 256.
        parts: Cycles of a whole call, by part: `PARTS` and `MODES`. Caches are warm: each part ran
            before the measurement.
        per_block: Cycles per block in a call for `BLOCKS` blocks, by mode.
    """

    key_bits: int
    parts: dict[str, int]
    per_block: dict[str, float]


class WrongAnswer(Part):
    """A published answer that the program missed.

    Attributes:
        name: The computation.
        expected: The published answer, in hexadecimal digits.
        got: The program's answer, in hexadecimal digits.
    """

    name: str
    expected: str
    got: str


class VariantRecord(Part):
    """A variant of the firmware.

    Attributes:
        variant: The variant's name.
        constant_time: No time depends on keys or data on this host, according to `aes.h`.
        cycles: Cycles for each requested key size; empty after a wrong answer.
        code_bytes: Code for keys and single blocks, both directions, all key sizes.
        table_bytes: Constants and variables for `code_bytes`.
        all_code_bytes: Code with the modes of operation.
        all_table_bytes: Constants and variables for `all_code_bytes`.
        only_128_code_bytes: Code for keys and single blocks of AES-128 only.
        only_128_table_bytes: Constants and variables for `only_128_code_bytes`.
        image_bytes: The whole program with its known answers, without zero-initialised data.
        answers: Published answers that the program matched.
        wrong: Published answers that the program missed.
        simulated_cycles: Cycles of the whole program.
        seconds: Time of the simulation.
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
    """The results of firmware on a system.

    Attributes:
        host: The processor.
        unit: "none", "aes32" or "block".
        parameters: The unit's parameters: "Sbox", "Latency", and "Columns" for block.
        memory_bytes: The size of the memory.
        variants: The variants, in the order of execution.
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
        """A row for each variant and key size; cycles for each part."""
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
        parameters: The unit's parameters: "Sbox", "Latency", and "Columns" for block.
        memory_bytes: The size of the memory.
        program: The file name; bytes outside UTF-8 are hexadecimal escapes.
        console: The output of the program.
        status: The exit status of the program.
        cycles: Clock cycles from the reset to the end of the program.
        seconds: Time of the simulation.
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
        """A single row for the program."""
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
