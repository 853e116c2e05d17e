# SPDX-License-Identifier: Apache-2.0
"""The command `soft`: it parses, runs firmware, and prints what comes back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.base.errors import InputError
from roundel.cli.options import Json
from roundel.cli.tables import print_record

if TYPE_CHECKING:
    from roundel.soft.config import Setting

soft = typer.Typer(
    help="Run firmware on soft processors with AES instructions.",
    rich_markup_mode=None,
)


@soft.command()
def run(
    host: Annotated[str, typer.Option(metavar="HOST", help="The processor: picorv32 or vexriscv.")],
    unit: Annotated[
        str, typer.Option(metavar="UNIT", help="Its instructions: none, aes32 or block.")
    ] = "none",
    variant: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="bytes, one-table, four-tables, aes32, block, block-direct, or all that the host "
            "runs (default: the unit's; four-tables without a unit).",
        ),
    ] = None,
    key_bits: Annotated[
        str | None,
        typer.Option(
            metavar="N,N,...", help="Key sizes to count cycles for, in bits (default: 128,192,256)."
        ),
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="BYTES", help="Memory, a power of two from 4096.")
    ] = 65536,
    cycles: Annotated[
        int,
        typer.Option(metavar="N", min=1, help="The longest run of a program, in cycles."),
    ] = 200_000_000,
    sbox: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The unit's S-boxes: rom, tower, table or gates (default: rom)."
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
            help="Run this program: C with the variant's functions, or a linked ELF file.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Check AES firmware on a processor against published answers, and count its cycles."""
    from roundel.base.progress import Reporter
    from roundel.cli.soft_tables import print_soft
    from roundel.soft.config import Setting
    from roundel.soft.run import choose_variants, measure

    setting = Setting.choose(
        host, unit, sbox=sbox, latency=latency, columns=columns, memory_bytes=memory
    )
    if program is not None:
        if key_bits is not None:
            raise InputError("--key-bits has no effect on --program; leave it out.")
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
    """Run a user's program and pass on what it says; exit status 1 if its own is not 0."""
    from roundel.base.progress import Reporter
    from roundel.cli.soft_tables import print_program
    from roundel.soft.firmware import is_source
    from roundel.soft.run import choose_variants, run_own

    if variant == "all":
        raise InputError("a program runs with one variant; give --variant a name.")
    if variant is not None and not is_source(program):
        raise InputError(
            f"{program} does not end in .c and is taken as linked, with its own functions; leave "
            "--variant out."
        )
    chosen = choose_variants(setting, variant)[0]
    with Reporter() as progress:
        record = run_own(setting, chosen, program, cycles=cycles, progress=progress)
    print_record(record, print_program, as_json=json)
    if record.status != 0:
        raise typer.Exit(1)


def _sizes(text: str | None) -> list[int]:
    """Sizes of keys from the command line, each once, in order (default: all)."""
    if text is None:
        from roundel.soft.run import KEY_BITS

        return list(KEY_BITS)
    try:
        return sorted({int(item) for item in text.split(",")})
    except ValueError as error:
        raise InputError(
            f"--key-bits {text} are no sizes of keys; give some of 128,192,256."
        ) from error
