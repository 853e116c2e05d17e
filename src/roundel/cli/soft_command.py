# SPDX-License-Identifier: Apache-2.0
"""The command `soft`: it runs firmware on a soft processor and prints the results."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.base.errors import InputError
from roundel.cli.options import Json
from roundel.cli.tables import print_record, print_table

if TYPE_CHECKING:
    from roundel.soft.config import Setting
    from roundel.soft.record import ProgramRecord, SoftRecord

soft = typer.Typer(
    help="Run firmware on soft processors with AES instructions.",
    rich_markup_mode=None,
)


@soft.command()
def run(
    host: Annotated[str, typer.Option(metavar="HOST", help="The processor: picorv32 or vexriscv.")],
    unit: Annotated[
        str, typer.Option(metavar="UNIT", help="AES instructions: none, aes32 or block.")
    ] = "none",
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="bytes, one-table, four-tables, aes32, block, block-direct, or all (default: the "
            "variant of the unit; four-tables without a unit).",
        ),
    ] = None,
    key_bits: Annotated[
        str | None,
        typer.Option(
            metavar="N,N,...", help="Key sizes to measure, in bits (default: 128,192,256)."
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="BYTES", help="Memory size, a power of two from 4096.")
    ] = 65536,
    cycles: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="Limit for the cycles of a program."),
    ] = 200_000_000,
    sbox: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="S-boxes of the unit: rom, tower, table or gates (default: rom)."
        ),
    ] = None,
    latency: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Latency of the S-boxes in cycles: aes32 0 or 1, block 1 or 2 (default: 1).",
        ),
    ] = None,
    columns: Annotated[
        int | None,
        typer.Option(metavar="N", help="block: columns per cycle, 1, 2 or 4 (default: 2)."),
    ] = None,
    program: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Run this program: C code that calls the variant's functions, or a linked ELF "
            "file.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check AES firmware on a processor with published test vectors, and count the cycles."""
    from roundel.base.progress import Reporter
    from roundel.soft.config import Setting
    from roundel.soft.run import choose_variants, measure

    setting = Setting.choose(
        host, unit, sbox=sbox, latency=latency, columns=columns, memory_bytes=memory
    )
    if program is not None:
        if key_bits is not None:
            raise InputError("--key-bits has no effect with --program; omit --key-bits.")
        _run_program(setting, program, variant, cycles, json)
        return
    chosen, sizes = choose_variants(setting, variant), _sizes(key_bits)
    with Reporter() as progress:
        record = measure(setting, chosen, key_bits=sizes, cycles=cycles, progress=progress)
    print_record(record, print_soft, as_json=json)
    if not record.passed:
        raise typer.Exit(1)


def _run_program(
    setting: "Setting", program: Path, variant: str | None, cycles: int, json: bool
) -> None:
    """Run a user's program and print its output; exit status 1 if its own status is not 0."""
    from roundel.base.progress import Reporter
    from roundel.soft.firmware import is_source
    from roundel.soft.run import choose_variants, run_own

    if variant == "all":
        raise InputError("--program needs one variant; give --variant a name other than all.")
    if variant is not None and not is_source(program):
        raise InputError(
            f"{program} does not end in .c, and a linked program brings its own AES functions; "
            "omit --variant."
        )
    chosen = choose_variants(setting, variant)[0]
    with Reporter() as progress:
        record = run_own(setting, chosen, program, cycles=cycles, progress=progress)
    print_record(record, print_program, as_json=json)
    if record.status != 0:
        raise typer.Exit(1)


def _sizes(text: str | None) -> list[int]:
    """Key sizes from the command line, sorted and without duplicates (default: all)."""
    if text is None:
        from roundel.soft.run import KEY_BITS

        return list(KEY_BITS)
    try:
        return sorted({int(item) for item in text.split(",")})
    except ValueError as error:
        raise InputError(
            f"--key-bits {text} is not a list of key sizes; give sizes out of 128,192,256."
        ) from error


def print_soft(record: "SoftRecord") -> None:
    """Print the cycles of each part, cycles per block in a loop, code sizes, and the verdict."""
    from roundel.soft.record import BLOCKS, MODES, PARTS

    system = _system(record)
    rows = [
        [
            item.variant,
            "yes" if item.constant_time else "no",
            str(found.key_bits),
            *(f"{found.parts[part]:,}" for part in PARTS),
        ]
        for item in record.variants
        for found in item.cycles
    ]
    heads = ["variant", "constant time", "key", *(part.replace("_", " ") for part in PARTS)]
    if rows:
        print_table(f"Cycles per call, {system}", heads, rows, numbers=6)
        sys.stdout.write(
            "constant time: no execution time depends on keys or data on this host\n"
            "sum: the four parts before it, back to back; caches are warm\n\n"
        )
    rows = [
        [item.variant, str(found.key_bits), *(f"{found.per_block[mode]:,.1f}" for mode in MODES)]
        for item in record.variants
        for found in item.cycles
    ]
    heads = [mode.replace("_", " ") for mode in MODES]
    if rows:
        print_table(
            f"Cycles per block, in calls with {BLOCKS} blocks", ["variant", "key", *heads], rows,
            numbers=6,
        )  # fmt: skip
        sys.stdout.write("\n")
    rows = [
        [
            item.variant,
            *(f"{size:,}" for size in (item.code_bytes, item.table_bytes)),
            *(f"{size:,}" for size in (item.all_code_bytes, item.all_table_bytes)),
            *(f"{size:,}" for size in (item.only_128_code_bytes, item.only_128_table_bytes)),
        ]
        for item in record.variants
    ]
    heads = ["code", "tables", "code with modes", "tables with modes"]
    heads += ["code, AES-128 only", "tables, AES-128 only"]
    print_table("Bytes: keys and blocks, both directions", ["variant", *heads], rows, numbers=6)
    for item in record.variants:
        for answer in item.wrong:
            sys.stdout.write(
                f"{item.variant}: {answer.name}: expected {answer.expected}, got {answer.got}\n"
            )
    met = sum(item.answers for item in record.variants)
    cycles = sum(item.simulated_cycles for item in record.variants)
    seconds = sum(item.seconds for item in record.variants)
    wrong = sum(len(item.wrong) for item in record.variants)
    verdict = "passed" if record.passed else f"FAILED: {wrong} wrong answers"
    sys.stdout.write(
        f"\n{verdict}, {met} published answers matched; {cycles:,} cycles simulated in "
        f"{seconds:.1f} s ({cycles / max(seconds, 1e-9) / 1e6:.1f} million cycles per second)\n"
    )


def print_program(record: "ProgramRecord") -> None:
    """Print a program's output, then its exit status.

    Characters outside the encoding of standard output are printed as hexadecimal escapes.
    """
    text = record.console
    _write(text if text.endswith("\n") or not text else text + "\n")
    _write(
        f"{record.program} on {_system(record)}: exit status {record.status} after "
        f"{record.cycles:,} cycles, simulated in {record.seconds:.1f} s\n"
    )


def _write(text: str) -> None:
    """Write to standard output with any encoding."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, errors="backslashreplace").decode(encoding))


def _system(record: "SoftRecord | ProgramRecord") -> str:
    unit = "no unit" if record.unit == "none" else f"unit {record.unit}"
    own = "".join(f", {name} {value}" for name, value in record.parameters.items())
    return f"{record.host} with {unit}{own}"
