# SPDX-License-Identifier: Apache-2.0
"""A paper's soft processor with and without AES instructions, beside ours: rows and findings.

Each table has a row for every variant of our firmware on every host. A row holds memory, logic,
cycles of each section, and times at the clock of the placed and routed system. The data names the
paper's implementation for a variant.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from roundel.reproduce.data_soft import Promise, Soft, SoftRow, SoftTable
from roundel.reproduce.notes import join, path_text
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import RowRecord
from roundel.reproduce.soft_record import (
    UNITS,
    PromiseRecord,
    SoftDesign,
    SoftProgram,
    SoftRecord,
    UnitName,
)
from roundel.soft.firmware import find_variant

FIRMWARE = "firmware"  # key of a failure that concerns all programs

Values = dict[str, float]

_KB = 1024
_BRAM_BYTES = 18 * 1024 / 8
_LOOP_BLOCKS = 64
_BITS = 128


@dataclass(frozen=True)
class SoftMeasured:
    """The results of the runs."""

    designs: Mapping[tuple[str, str], SoftDesign] = field(default_factory=dict)  # by host and unit
    programs: Mapping[tuple[str, str], SoftProgram] = field(default_factory=dict)  # host, variant
    # Errors, by a host (its package), the name of a design or program, or `FIRMWARE`.
    failures: Mapping[str, str] = field(default_factory=dict)


def unit_of(variant: str) -> UnitName:
    """The unit of a variant."""
    unit = find_variant(variant).unit
    return next(name for name in UNITS if name == unit)


def program_name(host: str, variant: str) -> str:
    """The name of a program in messages."""
    return f"{variant} on {host}"


def work_name(host: str, unit: str) -> str:
    """The name of a system in messages."""
    return host if unit == "none" else f"{host} with {unit}"


def figures(soft: Soft, host: str, variant: str, found: SoftMeasured) -> Values:
    """All figures of a variant on a host, by quantity."""
    unit = unit_of(variant)
    own = found.programs.get((host, variant))
    plain = [found.programs[host, name] for name in soft.plain if (host, name) in found.programs]
    beside = found.programs.get((host, _beside_plain(soft)))
    alone, design = found.designs.get((host, "none")), found.designs.get((host, unit))
    values: Values = {}
    if own is not None:
        values |= _memory(own, beside if variant not in soft.plain else None)
        values |= _sections(own)
        if len(plain) == len(soft.plain) and variant not in soft.plain:
            values["plain_ratio"] = min(map(_sum, plain)) / _sum(own)
    if design is not None:
        values |= {"luts": design.lut4, "ff": design.ff, "brams": design.bram}
        values["clock_mhz"] = design.fmax_mhz.median
    if unit == "none":
        values |= {"memory_kb": 0.0} if own is not None else {}
    elif design is not None and alone is not None:
        values |= {
            "unit_luts": design.lut4 - alone.lut4,
            "unit_ff": design.ff - alone.ff,
            "unit_rams": design.bram - alone.bram,
            "memory_kb": (design.bram - alone.bram) * _BRAM_BYTES / _KB,
            "clock_ratio": design.fmax_mhz.median / alone.fmax_mhz.median,
        }
    if {"code_kb", "memory_kb"} <= set(values):
        values["all_kb"] = sum(values[name] for name in ("code_kb", "tables_kb", "memory_kb"))
    if {"clock_mhz", "sum_cycles"} <= set(values):
        values["microseconds"] = values["sum_cycles"] / values["clock_mhz"]
        values["loop_mbps"] = _BITS * values["clock_mhz"] / values["loop_cycles"]
    if {"plain_ratio", "clock_ratio"} <= set(values):
        values["plain_time_ratio"] = values["plain_ratio"] * values["clock_ratio"]
    return {name: round(float(value), 4) for name, value in values.items()}


def _beside_plain(soft: Soft) -> str:
    """The plain variant that is compared with the paper's plain software."""
    named = [name for table in soft.tables for row in table.rows for name in row.beside]
    return next((name for name in named if name in soft.plain), "")


def _memory(own: SoftProgram, plain: SoftProgram | None) -> Values:
    values = {"code_kb": own.code_bytes / _KB, "tables_kb": own.table_bytes / _KB}
    if plain is not None:
        ours = own.code_bytes + own.table_bytes
        values["program_ratio"] = (plain.code_bytes + plain.table_bytes) / ours
    return values


def _sum(program: SoftProgram) -> int:
    return program.cycles["128"]["sum"]


def _sections(program: SoftProgram) -> Values:
    short, long = program.cycles["128"], program.cycles["256"]
    values: Values = {
        "key_round_cycles": short["encrypt_key"] / 10,
        "inv_key_round_cycles": short["decrypt_key"] / 10,
        "sum_cycles": short["sum"],
        "loop_cycles": short["ecb_encrypt"] / _LOOP_BLOCKS,
    }
    for part, prefix in (("encrypt_block", ""), ("decrypt_block", "inv_")):
        cycles = (long[part] - short[part]) / 4
        values[f"{prefix}round_cycles"] = cycles
        values[f"{prefix}last_cycles"] = short[part] - 9 * cycles
    return values


def soft_rows(soft: Soft, found: SoftMeasured) -> list[RowRecord]:
    """All rows of each table: the paper's rows without a counterpart, then our rows by host."""
    rows = []
    for table in soft.tables:
        cited = "Cited only: no design is measured for comparison"
        rows += [
            _row(table, row, row.row, {}, join(row.note, cited))
            for row in table.rows
            if not row.beside
        ]
        for host in soft.hosts:
            for variant, label in soft.variants.items():
                paper_row = next((row for row in table.rows if variant in row.beside), None)
                note = _note(table, paper_row, host, variant, found)
                values = figures(soft, host, variant, found)
                rows.append(_row(table, paper_row, f"{host}, {label}", values, note))
    return rows


def _row(
    table: SoftTable, paper_row: SoftRow | None, name: str, values: Values, note: str
) -> RowRecord:
    """A row of a table: measured figures, and the figures of the compared paper row, if any."""
    return RowRecord.of(
        table.table,
        name,
        "soft",
        paper_row.published if paper_row else {},
        paper_row.cited(table.source) if paper_row else {},
        {key: values[key] for key in table.columns if key in values} or None,
        implied=paper_row.implied_values if paper_row else {},
        note=note,
    )


def _note(
    table: SoftTable, paper_row: SoftRow | None, host: str, variant: str, found: SoftMeasured
) -> str:
    """The compared paper row, the slowest path, and the failed measurements of a row."""
    unit = unit_of(variant)
    beside = f'Compared with the paper\'s "{paper_row.row}"' if paper_row is not None else ""
    design = found.designs.get((host, unit))
    path = ""
    if design is not None and "clock_mhz" in table.columns:
        path = path_text(design.critical_path)
    lost = [
        f"Not measured: {found.failures[name]}"
        for name in (host, FIRMWARE, work_name(host, unit), program_name(host, variant))
        if name in found.failures
    ]
    paper_note = paper_row.note if paper_row is not None else ""
    return join(beside, paper_note, path, *dict.fromkeys(lost))


def soft_record(soft: Soft, found: SoftMeasured) -> SoftRecord:
    """The record, with every promise."""
    return SoftRecord(
        designs=list(found.designs.values()),
        programs=list(found.programs.values()),
        promises=[
            _promise(promise, host, figures(soft, host, promise.variant, found))
            for promise in soft.promises
            for host in promise.hosts
        ],
    )


def _promise(promise: Promise, host: str, values: Values) -> PromiseRecord:
    value = values.get(promise.figure)
    kind: Literal["most", "least"] = "most" if promise.most is not None else "least"
    bound = promise.most if promise.most is not None else promise.least
    assert bound is not None  # noqa: S101 (the data has exactly one of both)
    kept = None if value is None else value <= bound if kind == "most" else value >= bound
    return PromiseRecord(
        host=host,
        variant=promise.variant,
        figure=promise.figure,
        bound=bound,
        kind=kind,
        measured=value,
        kept=kept,
    )


def soft_findings(soft: Soft, found: SoftMeasured, promises: list[PromiseRecord]) -> list[str]:
    """Findings over all rows, and the verdict on the bounds."""
    texts = []
    for host in soft.hosts:
        for variant, label in soft.variants.items():
            if variant in soft.plain:
                continue
            values = figures(soft, host, variant, found)
            name = f"{host}, {label}"
            texts += _against_plain(soft, name, variant, values)
            texts += _against_paper(soft, name, variant, values)
            texts += _clock(name, values)
    return [*texts, *_promises(promises)]


def _of_paper(soft: Soft, variant: str, quantity: str) -> float | None:
    rows = (row for table in soft.tables for row in table.rows if variant in row.beside)
    return next((row.figures[quantity] for row in rows if quantity in row.figures), None)


def _against_plain(soft: Soft, name: str, variant: str, values: Values) -> list[str]:
    """The gain of a variant in cycles, time and memory, beside the paper's gain."""
    found = []
    for quantity, words in (
        ("plain_ratio", "fewer cycles than the fastest plain C on the host"),
        ("plain_time_ratio", "less time than the fastest plain C, each at its own clock"),
        ("program_ratio", "less code and tables than the paper's counterpart in plain C"),
    ):
        if quantity in values:
            published = _of_paper(soft, variant, quantity)
            there = "" if published is None else f" ({published:.2f} x in the paper)"
            found.append(f"{values[quantity]:.2f} x {words}{there}")
    return [f"{name}: {', '.join(found)}."] if found else []


def _against_paper(soft: Soft, name: str, variant: str, values: Values) -> list[str]:
    found = []
    for quantity, unit in (("sum_cycles", "cycles"), ("microseconds", "us")):
        published = _of_paper(soft, variant, quantity)
        if published is None or quantity not in values:
            continue
        here = f"{number(quantity, values[quantity])} {unit}"
        ratio = published / values[quantity]
        word = f"{ratio:.2f} x less" if ratio >= 1 else f"{1 / ratio:.2f} x more"
        found.append(f"{here}, {word} than the paper's {number(quantity, published)}")
    return [f"{name}, the sum: {'; '.join(found)}."] if found else []


def _clock(name: str, values: Values) -> list[str]:
    if "clock_ratio" not in values:
        return []
    rams = values["unit_rams"]
    unit = (
        f"{values['unit_luts']:,.0f} LUT4, {values['unit_ff']:,.0f} flip-flops and {rams:.0f} "
        f"block RAM{'' if rams == 1 else 's'}"
    )
    clock = f"{values['clock_mhz']:.1f} MHz, {values['clock_ratio']:.3f} x the host without a unit"
    return [f"{name}: clock {clock}; the unit adds {unit}."]


def _promises(promises: list[PromiseRecord]) -> list[str]:
    """The number of kept bounds, and each missed bound."""
    measured = [item for item in promises if item.kept is not None]
    if not measured:
        return []
    kept = sum(bool(item.kept) for item in measured)
    left = len(promises) - len(measured)
    text = f"{kept} of {len(measured)} bounds of Roundel are kept"
    found = [f"{text}; {left} were not measured." if left else f"{text}."]
    return found + [f"Not kept: {promise_text(item)}." for item in measured if not item.kept]


def promise_text(item: PromiseRecord) -> str:
    """A bound and its figure, on a single line."""
    label = QUANTITIES[item.figure].label
    value = "not measured" if item.measured is None else number(item.figure, item.measured)
    word = "at most" if item.kind == "most" else "at least"
    bound = number(item.figure, item.bound)
    return f"{item.host}, {item.variant}: {label} {value}, {word} {bound}"
