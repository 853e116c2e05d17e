# SPDX-License-Identifier: Apache-2.0
"""Programs on a simulated system, and the results of the measuring program."""

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
"""The default limit for the clock cycles of a program."""
KEY_BITS = (128, 192, 256)

_STEP = 2_000_000  # cycles between two checks for signals
# Causes of a trap: the RISC-V privileged architecture, table of mcause.
_CAUSES = {
    0: "a misaligned jump",
    1: "a fetch from an unmapped address",
    2: "an illegal instruction",
    3: "a breakpoint",
    4: "a misaligned load",
    5: "a load from an unmapped address",
    6: "a misaligned store",
    7: "a store to an unmapped address",
    8: "a system call",
    11: "a system call",
}
_REFUSED = "an illegal instruction or a misaligned access"
_ILLEGAL = (2, -1)  # causes of an illegal instruction; PicoRV32 has no cause register
# funct7 of Zkne and Zknd without the byte number.
_RATIFIED = {0x11: "aes32esi", 0x13: "aes32esmi", 0x15: "aes32dsi", 0x17: "aes32dsmi"}


@dataclass(frozen=True)
class Outcome:
    """The end of a program: console output, exit status, cycles from reset, and seconds."""

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
    """Load a program, reset the processor, and run the program for at most `cycles`.

    The system may have run other programs before. `mailbox` is written to the program's symbol
    `mailbox` before the reset. Messages call the program `label`.

    Raises:
        InputError: The program does not fit in the memory, or has no mailbox of sufficient size.
        FailureError: The program trapped, accessed an unmapped address, or did not end.
    """
    image = firmware.image
    system.load(0, image.memory)
    if mailbox:
        symbol = image.symbol("mailbox")
        if symbol.size < len(mailbox):
            raise InputError(f"the mailbox of {label} needs at least {len(mailbox)} bytes.")
        system.load(symbol.address, mailbox + bytes(symbol.size - len(mailbox)))
    system.reset()
    system.console()  # discard the output of the program before
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
                f"{label} did not end within {cycles:,} cycles; its address is "
                f"{image.where(stop.place)}{_last_line(text)}; look for a loop there, or raise the "
                "limit of cycles."
            )
        progress(f"running {label} on {system.name}: {done // 1_000_000} million cycles")
    seconds = time.perf_counter() - begun
    if stop.state == "trap":
        where = image.where(stop.place)
        ratified = _ratified(system, stop.place) if stop.value in _ILLEGAL else None
        if ratified:
            raise FailureError(
                f"{label} stopped at {where} on an illegal instruction, {ratified} in the "
                f"ratified encoding (Zkne, Zknd){_last_line(text)}; on picorv32 choose the unit "
                "aes32; on vexriscv, whose aes32 has custom-0 encodings, call the functions of "
                "sw/firmware/aes_instructions.h."
            )
        raise FailureError(
            f"{label} stopped at {where} on {_CAUSES.get(stop.value, _REFUSED)}{_last_line(text)}; "
            "look at the instruction at this address "
            f"({COMPILER.removesuffix('gcc')}objdump -d {firmware.path})."
        )
    if stop.state == "fault":
        raise FailureError(
            f"{label} accessed the unmapped address {stop.value:#x} at or before "
            f"{image.where(stop.place)}{_last_line(text)}; check the loads and stores there."
        )
    return Outcome(text.decode("utf-8", errors="replace"), stop.value, system.cycles, seconds)


def _ratified(system: System, place: int) -> str | None:
    """The name of an aes32 instruction in the encoding of Zkne and Zknd; None for another word."""
    try:
        word = int.from_bytes(system.store(place, 4), "little")
    except InputError:  # the address has no memory
        return None
    opcode, funct3, funct7 = word & 0x7F, word >> 12 & 7, word >> 25
    return _RATIFIED.get(funct7 & 0x1F) if (opcode, funct3) == (0x33, 0) else None


def _last_line(text: bytes) -> str:
    lines = text.decode("utf-8", errors="replace").split("\n")
    filled = [line for line in lines if line.strip()]
    return f', after the output "{filled[-1][:100]}"' if filled else ""


def choose_variants(setting: Setting, name: str | None) -> list[Variant]:
    """The variants for a name on a system.

    "all" selects every variant that runs on the system. None selects the variant of the system's
    unit, or "four-tables" without a unit. InputError for an unknown or unsuitable variant.
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
            f"variant {name} needs unit {variant.unit}, but this system has "
            f"{'no unit' if setting.unit == 'none' else f'unit {setting.unit}'}; choose the unit "
            f"{variant.unit}, or the variant {', '.join(item.name for item in able)}."
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
    """Check variants with published answers on a system, and count their cycles.

    Cycles are counted for `key_bits`; answers are checked for all key sizes. `cycles` limits the
    program of each variant.

    Raises:
        InputError: A key size does not exist, or a program does not fit in the memory.
        FailureError: A tool or a package is missing, or a program did not end or printed an unknown
            line.
    """
    for bits in key_bits:
        if bits not in KEY_BITS:
            raise InputError(f"AES has no {bits}-bit key; use 128, 192 or 256.")
    programs = [
        build_firmware(setting.host, variant, "bench", setting.memory_bytes, progress)
        for variant in variants
    ]
    found = []
    with setting.open(progress) as system:
        for variant, firmware in zip(variants, programs, strict=True):
            label = f"bench with {variant.name}"
            selected = key_bits[0] if len(key_bits) == 1 else 0
            outcome = run_program(
                system, firmware, mailbox=struct.pack("<I", selected), cycles=cycles,
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

    The program is a C source (`*.c`), which is linked with a variant, or a linked program (ELF).

    Raises:
        InputError: The file is missing, cannot be read, or does not fit in the memory.
        FailureError: A tool or a package is missing or fails, or the program did not end.
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
                raise FailureError(f'{label} printed the unknown line "{line[:100]}"; report this.')
    if answers is None or (outcome.status == 0) == bool(wrong):
        raise FailureError(
            f"{label} ended with status {outcome.status} after {len(wrong)} wrong answers and "
            f"{'without' if answers is None else 'with'} its last line; report this contradiction."
        )
    wanted = {*PARTS, *MODES}
    if not wrong and any(set(item) != wanted for item in parts.values()):
        raise FailureError(f"{label} did not print the cycles of every part; report this.")
    sizes, constant_time = firmware.sizes, firmware.constant_time
    assert sizes is not None  # noqa: S101 (Roundel's programs have both)
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
