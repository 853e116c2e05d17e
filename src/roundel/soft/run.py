# SPDX-License-Identifier: Apache-2.0
"""Running programs on a simulated system, and what the measuring one says."""

import os
import struct
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from roundel.base import tools
from roundel.base.errors import FailureError, InputError
from roundel.base.progress import Progress, null_progress
from roundel.soft import hosts
from roundel.soft.config import Setting
from roundel.soft.firmware import (
    COMPILER,
    VARIANTS,
    Firmware,
    Variant,
    build_firmware,
    find_variant,
    variants_of,
)
from roundel.soft.record import (
    BLOCKS,
    MODES,
    PARTS,
    CyclesRecord,
    ProgramRecord,
    SoftRecord,
    VariantRecord,
    WrongAnswer,
)
from roundel.soft.system import System

CYCLES = 200_000_000
"""The most clock cycles that a program may take (default)."""
KEY_BITS = (128, 192, 256)

_STEP = 2_000_000  # cycles between two moments at which a signal is handled
# Causes of a trap: the RISC-V privileged architecture, table of mcause.
_CAUSES = {
    0: "a misaligned jump",
    1: "instructions from where none are",
    2: "an illegal instruction",
    3: "a breakpoint",
    4: "a misaligned load",
    5: "a load from where nothing is",
    6: "a misaligned store",
    7: "a store to where nothing is",
    8: "a system call",
    11: "a system call",
}
_REFUSED = "an illegal instruction or a misaligned access"
_ILLEGAL = (2, -1)  # causes of an illegal instruction; PicoRV32 tells none
# funct7 of Zkne and Zknd without the number of the byte.
_RATIFIED = {0x11: "aes32esi", 0x13: "aes32esmi", 0x15: "aes32dsi", 0x17: "aes32dsmi"}


@dataclass(frozen=True)
class Outcome:
    """A program that ended by itself: its output, exit status, cycles from reset, and seconds."""

    console: str
    status: int
    cycles: int
    seconds: float


def run_program(
    system: System,
    firmware: Firmware,
    *,
    mailbox: bytes = b"",
    cycles: int = CYCLES,
    progress: Progress = null_progress,
    label: str = "the program",
) -> Outcome:
    """Load a program, reset the processor, and run until the program ends, at most `cycles`.

    Other programs may have run on the system before. `mailbox` is written to the program's symbol
    `mailbox` first. Messages call the program `label`.

    Raises:
        InputError: It does not fit in the memory, or has no mailbox of that size.
        FailureError: It trapped, accessed an address where nothing is, or did not end.
    """
    image = firmware.image
    system.load(0, image.memory)
    if mailbox:
        place = image.symbol("mailbox")
        if place.size < len(mailbox):
            raise InputError(f"the mailbox of {label} is too small for what is to be in it.")
        system.load(place.address, mailbox + bytes(place.size - len(mailbox)))
    system.reset()
    system.console()  # of the program before
    begun, text, done = time.perf_counter(), b"", 0
    while True:
        part = min(_STEP, cycles - done)
        stop = system.run(part)
        done += part
        text += system.console()
        if stop.state != "runs":
            break
        if done >= cycles:
            raise FailureError(
                f"{label} has not ended within {cycles:,} cycles and is at "
                f"{image.where(stop.place)}{_said(text)}; look for a loop there, or allow more "
                "with --cycles."
            )
        progress(f"running {label} on {system.name}: {done // 1_000_000} million cycles")
    seconds = time.perf_counter() - begun
    if stop.state == "trap":
        where = image.where(stop.place)
        ratified = _ratified(system, stop.place) if stop.value in _ILLEGAL else None
        if ratified:
            raise FailureError(
                f"{label} was stopped at {where} by an illegal instruction, {ratified} in the "
                f"ratified encoding (Zkne, Zknd){_said(text)}; on picorv32 give --unit aes32, and "
                "on vexriscv, which has aes32 in custom-0 encodings alone, take the functions of "
                "sw/firmware/aes_instructions.h."
            )
        raise FailureError(
            f"{label} was stopped at {where} by {_CAUSES.get(stop.value, _REFUSED)}{_said(text)}; "
            "look at the instruction there "
            f"({COMPILER.removesuffix('gcc')}objdump -d {firmware.path})."
        )
    if stop.state == "fault":
        raise FailureError(
            f"{label} reached for address {stop.value:#x}, where nothing is, at or before "
            f"{image.where(stop.place)}{_said(text)}; look at what it loads or stores there."
        )
    return Outcome(text.decode("utf-8", errors="replace"), stop.value, system.cycles, seconds)


def _ratified(system: System, place: int) -> str | None:
    """The name of an instruction that is aes32 as Zkne and Zknd encode it; None for another one."""
    try:
        word = int.from_bytes(system.store(place, 4), "little")
    except InputError:  # no instruction is there
        return None
    opcode, funct3, funct7 = word & 0x7F, word >> 12 & 7, word >> 25
    return _RATIFIED.get(funct7 & 0x1F) if (opcode, funct3) == (0x33, 0) else None


def _said(text: bytes) -> str:
    """A program's last words as part of a sentence."""
    lines = text.decode("utf-8", errors="replace").split("\n")
    told = [line for line in lines if line.strip()]
    return f', having said "{told[-1][:100]}"' if told else ""


def choose_variants(setting: Setting, name: str | None) -> list[Variant]:
    """The variants that a name stands for on a system.

    "all" stands for every variant that runs there, None for the variant of the system's unit, or
    for "four-tables" without a unit. InputError: No such variant exists, or runs there.
    """
    able = variants_of(setting.unit)
    if name == "all":
        return able
    if name is None:
        own = {"none": "four-tables"}.get(setting.unit, setting.unit)
        return [VARIANTS[own]]
    variant = find_variant(name)
    if variant not in able:
        raise InputError(
            f"variant {name} needs unit {variant.unit} and this system has "
            f"{'no unit' if setting.unit == 'none' else f'unit {setting.unit}'}; give --unit "
            f"{variant.unit}, or choose {', '.join(item.name for item in able)}."
        )
    return [variant]


def measure(
    setting: Setting,
    variants: Sequence[Variant],
    *,
    key_bits: Sequence[int] = KEY_BITS,
    cycles: int = CYCLES,
    progress: Progress = null_progress,
) -> SoftRecord:
    """Check variants against published answers on a system, and count their cycles.

    Cycles are counted for `key_bits`, answers are checked for all key sizes. `cycles` limits each
    variant's program.

    Raises:
        InputError: There is no such key size, or a program does not fit in the memory.
        FailureError: A tool or a package is missing, or a program did not end by itself or printed
            an unknown line.
    """
    for bits in key_bits:
        if bits not in KEY_BITS:
            raise InputError(f"a key of {bits} bits is none of AES; give 128, 192 or 256.")
    programs = [
        build_firmware(setting.host, variant, "bench", setting.memory_bytes, progress)
        for variant in variants
    ]
    found = []
    with setting.open(progress) as system:
        for variant, firmware in zip(variants, programs, strict=True):
            label = f"bench with {variant.name}"
            asked = key_bits[0] if len(key_bits) == 1 else 0
            outcome = run_program(
                system, firmware, mailbox=struct.pack("<I", asked), cycles=cycles,
                progress=progress, label=label,
            )  # fmt: skip
            found.append(_record(variant, firmware, outcome, key_bits, label))
    return SoftRecord(
        **setting.described(),
        variants=found,
        passed=not any(item.wrong for item in found),
        tools={
            setting.host.package: hosts.installed(setting.host.package) or "",
            COMPILER: tools.find(COMPILER).version,
            "verilator": tools.find("verilator").version,
        },
    )


def run_own(
    setting: Setting,
    variant: Variant,
    program: Path,
    *,
    cycles: int = CYCLES,
    progress: Progress = null_progress,
) -> ProgramRecord:
    """Run a user's program on a system, for at most `cycles`.

    The program is a source in C (`*.c`), which is linked with a variant, or a linked program (ELF).

    Raises:
        InputError: There is no such file, it cannot be read, or does not fit in the memory.
        FailureError: A tool or a package is missing or fails, or the program did not end by itself.
    """
    firmware = build_firmware(setting.host, variant, program, setting.memory_bytes, progress)
    with setting.open(progress) as system:
        outcome = run_program(
            system, firmware, cycles=cycles, progress=progress, label=program.name
        )
    return ProgramRecord(
        **setting.described(),
        program=os.fsencode(program).decode("utf-8", errors="backslashreplace"),
        console=outcome.console,
        status=outcome.status,
        cycles=outcome.cycles,
        seconds=outcome.seconds,
    )


def _record(
    variant: Variant, firmware: Firmware, outcome: Outcome, key_bits: Sequence[int], label: str
) -> VariantRecord:
    """The record of a variant, from what the measuring program printed."""
    parts: dict[int, dict[str, int]] = {bits: {} for bits in key_bits}
    wrong, answers = [], None
    for line in outcome.console.splitlines():
        match line.split():
            case ["cycles", bits, part, number]:
                if int(bits) in parts:
                    parts[int(bits)][part] = int(number)
            case ["fail", name, "expected", expected, "got", got]:
                wrong.append(WrongAnswer(name=name, expected=expected, got=got))
            case ["pass", number]:
                answers = int(number)
            case _:
                raise FailureError(f'{label} said "{line[:100]}", which means nothing here.')
    if answers is None or (outcome.status == 0) == bool(wrong):
        raise FailureError(
            f"{label} ended with status {outcome.status} after {len(wrong)} wrong answers and "
            f"{'without' if answers is None else 'with'} its last line; it is not right."
        )
    wanted = {*PARTS, *MODES}
    if not wrong and any(set(item) != wanted for item in parts.values()):
        raise FailureError(f"{label} has not told the cycles of every part; it is not right.")
    sizes, constant_time = firmware.sizes, firmware.constant_time
    assert sizes is not None  # noqa: S101 (a program of ours has both)
    assert constant_time is not None  # noqa: S101
    return VariantRecord(
        variant=variant.name,
        constant_time=constant_time,
        cycles=[
            CyclesRecord(
                key_bits=bits,
                parts=found,
                per_block={mode: found[mode] / BLOCKS for mode in MODES},
            )
            for bits, found in parts.items()
            if found
        ],
        **asdict(sizes),
        image_bytes=len(firmware.image.memory),
        answers=answers,
        wrong=wrong,
        simulated_cycles=outcome.cycles,
        seconds=outcome.seconds,
    )
