# SPDX-License-Identifier: Apache-2.0
"""The record of firmware on a soft processor: whether it is right, its cycles, its bytes."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.record import Record, Row

__all__ = [
    "BLOCKS",
    "MODES",
    "PARTS",
    "CyclesRecord",
    "ProgramRecord",
    "SoftRecord",
    "VariantRecord",
    "WrongAnswer",
]

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


class CyclesRecord(BaseModel):
    """Clock cycles under keys of one size."""

    model_config = ConfigDict(frozen=True)

    key_bits: int  # 128, 192 or 256
    # Cycles of a whole call, by part: `PARTS` and `MODES`. What the caches can hold is in them:
    # each part was run once before.
    parts: dict[str, int]
    per_block: dict[str, float]  # cycles of a block in a call for many, by mode


class WrongAnswer(BaseModel):
    """A published answer that was not met."""

    model_config = ConfigDict(frozen=True)

    name: str  # what was computed
    expected: str  # in hexadecimal digits
    got: str  # in hexadecimal digits


class VariantRecord(BaseModel):
    """One variant of the firmware."""

    model_config = ConfigDict(frozen=True)

    variant: str  # its name
    constant_time: bool  # no time depends on keys or data on this host, as `aes.h` tells
    # For each size of keys that was asked for; none if an answer is wrong.
    cycles: list[CyclesRecord]
    code_bytes: int  # of keys and single blocks, both ways, all sizes of keys
    table_bytes: int  # of the constants and variables that these need
    all_code_bytes: int  # with the modes of operation
    all_table_bytes: int  # with the modes of operation
    only_128_code_bytes: int  # of keys and single blocks of AES-128 alone
    only_128_table_bytes: int  # that these need
    image_bytes: int  # of the program with its known answers, without zero-initialised data
    answers: int  # published answers that were met
    wrong: list[WrongAnswer]  # published answers that were not met
    simulated_cycles: int  # of the whole program
    seconds: float  # of the simulation


class SoftRecord(Record):
    """What firmware does on a system."""

    schema_: Literal["roundel.soft/1"] = Field(default="roundel.soft/1", alias="schema")
    host: str  # the name of the processor
    unit: str  # "none", "aes32" or "block"
    parameters: dict[str, str | int]  # of the unit: "Sbox", "Latency", and "Columns" of block
    memory_bytes: int
    variants: list[VariantRecord]  # in the order in which they were run
    passed: bool  # no answer is wrong
    # Versions of the processor's package, the compiler and the simulator, by name.
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
    """A user's program on a system."""

    schema_: Literal["roundel.program/1"] = Field(default="roundel.program/1", alias="schema")
    host: str  # the name of the processor
    unit: str  # "none", "aes32" or "block"
    parameters: dict[str, str | int]  # of the unit: "Sbox", "Latency", and "Columns" of block
    memory_bytes: int
    program: str  # its file, as it was named, with bytes that are no text in hexadecimal digits
    console: str  # what it wrote
    status: int  # its exit status
    cycles: int  # clock cycles from the reset to its end
    seconds: float  # of the simulation

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
