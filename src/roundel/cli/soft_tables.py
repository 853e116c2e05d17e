# SPDX-License-Identifier: Apache-2.0
"""The record of firmware on a soft processor as tables for people."""

import sys

from roundel.cli.tables import print_table
from roundel.soft.record import BLOCKS, MODES, PARTS, ProgramRecord, SoftRecord


def print_soft(record: SoftRecord) -> None:
    """Print cycles by part, cycles of a block in a loop, bytes, and whether all is right."""
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
        print_table(f"Cycles of a call, {system}", heads, rows, numbers=6)
        sys.stdout.write(
            "constant time: no time depends on keys or data on this host\n"
            "sum: the four before it in one, back to back; caches are warm\n\n"
        )
    rows = [
        [item.variant, str(found.key_bits), *(f"{found.per_block[mode]:,.1f}" for mode in MODES)]
        for item in record.variants
        for found in item.cycles
    ]
    heads = [mode.replace("_", " ") for mode in MODES]
    if rows:
        print_table(
            f"Cycles per block, in calls for {BLOCKS} blocks", ["variant", "key", *heads], rows,
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
    heads += ["code, AES-128 alone", "tables, AES-128 alone"]
    print_table("Bytes: keys and blocks, both ways", ["variant", *heads], rows, numbers=6)
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
        f"\n{verdict}, {met} published answers met; {cycles:,} cycles simulated in {seconds:.1f} s "
        f"({cycles / max(seconds, 1e-9) / 1e6:.1f} million a second)\n"
    )


def print_program(record: ProgramRecord) -> None:
    """Print what a program wrote, as it wrote it, then its end.

    What standard output has no signs for stands there in hexadecimal digits.
    """
    text = record.console
    _write(text if text.endswith("\n") or not text else text + "\n")
    _write(
        f"{record.program} on {_system(record)}: exit status {record.status} after "
        f"{record.cycles:,} cycles, simulated in {record.seconds:.1f} s\n"
    )


def _write(text: str) -> None:
    """Write to standard output, in whatever encoding it is."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, errors="backslashreplace").decode(encoding))


def _system(record: SoftRecord | ProgramRecord) -> str:
    unit = "no unit" if record.unit == "none" else f"unit {record.unit}"
    own = "".join(f", {name} {value}" for name, value in record.parameters.items())
    return f"{record.host} with {unit}{own}"
