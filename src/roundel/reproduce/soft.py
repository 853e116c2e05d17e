# SPDX-License-Identifier: Apache-2.0
"""A paper's soft processor with and without instructions for AES, beside ours: rows and findings.

Every variant of our firmware on every host is a row of each table: what it takes of memory and
logic, what each section takes of cycles, and what follows in time at the clock of the placed and
routed system. Beside a variant stands the implementation of the paper that its data names.
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

FIRMWARE = "firmware"  # among the failures: what no program could be built without

Values = dict[str, float]

_KB = 1024
_BRAM_BYTES = 18 * 1024 / 8
_LOOP_BLOCKS = 64
_BITS = 128


@dataclass(frozen=True)
class SoftMeasured:
    """What came out of the runs."""

    designs: Mapping[tuple[str, str], SoftDesign] = field(default_factory=dict)  # by host and unit
    programs: Mapping[tuple[str, str], SoftProgram] = field(default_factory=dict)  # host, variant
    # Why one is missing: by a host (its package), the name of a design or program, or `FIRMWARE`.
    failures: Mapping[str, str] = field(default_factory=dict)


def unit_of(variant: str) -> UnitName:
    """The unit that a variant needs."""
    unit = find_variant(variant).unit
    return next(name for name in UNITS if name == unit)


def program_name(host: str, variant: str) -> str:
    """The name of a program in messages."""
    return f"{variant} on {host}"


def work_name(host: str, unit: str) -> str:
    """The name of a system in messages."""
    return host if unit == "none" else f"{host} with {unit}"


def figures(soft: Soft, host: str, variant: str, found: SoftMeasured) -> Values:
    """All that is known of a variant on a host, by quantity."""
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
    """The plain variant that stands beside the paper's plain software."""
    named = [name for table in soft.tables for row in table.rows for name in row.beside]
    return next((name for name in named if name in soft.plain), "")


def _memory(own: SoftProgram, plain: SoftProgram | None) -> Values:
    """What a program takes of memory, and against that in plain C."""
    values = {"code_kb": own.code_bytes / _KB, "tables_kb": own.table_bytes / _KB}
    if plain is not None:
        ours = own.code_bytes + own.table_bytes
        values["program_ratio"] = (plain.code_bytes + plain.table_bytes) / ours
    return values


def _sum(program: SoftProgram) -> int:
    return program.cycles["128"]["sum"]


def _sections(program: SoftProgram) -> Values:
    """The paper's sections, from whole functions."""
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
    """Every row: of each table the paper's that nothing stands beside, then ours host by host."""
    rows = []
    for table in soft.tables:
        cited = "Cited only: nothing is measured beside it"
        rows += [
            _row(table, row, row.row, {}, join(row.note, cited))
            for row in table.rows
            if not row.beside
        ]
        for host in soft.hosts:
            for variant, label in soft.variants.items():
                told = next((row for row in table.rows if variant in row.beside), None)
                note = _note(table, told, host, variant, found)
                values = figures(soft, host, variant, found)
                rows.append(_row(table, told, f"{host}, {label}", values, note))
    return rows


def _row(table: SoftTable, told: SoftRow | None, name: str, values: Values, note: str) -> RowRecord:
    """A row of a table: measured figures, and those of the paper's row beside them, if any."""
    return RowRecord.of(
        table.table,
        name,
        "soft",
        told.published if told else {},
        told.cited(table.source) if told else {},
        {key: values[key] for key in table.columns if key in values} or None,
        implied=told.implied_values if told else {},
        note=note,
    )


def _note(
    table: SoftTable, told: SoftRow | None, host: str, variant: str, found: SoftMeasured
) -> str:
    """What a row stands beside, what limits its clock, and what could not be measured."""
    unit = unit_of(variant)
    beside = f'Beside the paper\'s "{told.row}"' if told is not None else ""
    design = found.designs.get((host, unit))
    path = ""
    if design is not None and "clock_mhz" in table.columns:
        path = path_text(design.critical_path)
    lost = [
        f"Not measured: {found.failures[name]}"
        for name in (host, FIRMWARE, work_name(host, unit), program_name(host, variant))
        if name in found.failures
    ]
    return join(beside, told.note if told is not None else "", path, *dict.fromkeys(lost))


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
    assert bound is not None  # noqa: S101 (the data has one of both)
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
    """What the rows say together, and which bounds are kept."""
    told = []
    for host in soft.hosts:
        for variant, label in soft.variants.items():
            if variant in soft.plain:
                continue
            values = figures(soft, host, variant, found)
            name = f"{host}, {label}"
            told += _against_plain(soft, name, variant, values)
            told += _against_paper(soft, name, variant, values)
            told += _clock(name, values)
    return [*told, *_promises(promises)]


def _of_paper(soft: Soft, variant: str, quantity: str) -> float | None:
    """The paper's figure, published or implied, beside which a variant stands."""
    rows = (row for table in soft.tables for row in table.rows if variant in row.beside)
    return next((row.figures[quantity] for row in rows if quantity in row.figures), None)


def _against_plain(soft: Soft, name: str, variant: str, values: Values) -> list[str]:
    """Its gain in cycles, in time and in memory, beside the paper's."""
    found = []
    for quantity, words in (
        ("plain_ratio", "fewer cycles than plain C at its fastest on that host"),
        ("plain_time_ratio", "less time than that, each at its own clock"),
        ("program_ratio", "less code and tables than the plain C beside the paper's"),
    ):
        if quantity in values:
            told = _of_paper(soft, variant, quantity)
            there = "" if told is None else f" ({told:.2f} x in the paper)"
            found.append(f"{values[quantity]:.2f} x {words}{there}")
    return [f"{name}: {', '.join(found)}."] if found else []


def _against_paper(soft: Soft, name: str, variant: str, values: Values) -> list[str]:
    """Whole functions of ours beside the paper's sections."""
    found = []
    for quantity, unit in (("sum_cycles", "cycles"), ("microseconds", "us")):
        told = _of_paper(soft, variant, quantity)
        if told is None or quantity not in values:
            continue
        here = f"{number(quantity, values[quantity])} {unit}"
        ratio = told / values[quantity]
        word = f"{ratio:.2f} x less" if ratio >= 1 else f"{1 / ratio:.2f} x more"
        found.append(f"{here} where the paper has {number(quantity, told)}, {word}")
    return [f"{name}, the sum: {'; '.join(found)}."] if found else []


def _clock(name: str, values: Values) -> list[str]:
    """What the unit costs."""
    if "clock_ratio" not in values:
        return []
    rams = values["unit_rams"]
    unit = (
        f"{values['unit_luts']:,.0f} LUT4, {values['unit_ff']:,.0f} flip-flops and {rams:.0f} "
        f"block RAM{'' if rams == 1 else 's'}"
    )
    clock = f"{values['clock_mhz']:.1f} MHz, {values['clock_ratio']:.3f} of the host alone"
    return [f"{name}: clock {clock}; the unit adds {unit}."]


def _promises(promises: list[PromiseRecord]) -> list[str]:
    """How many bounds are kept, and each that is not."""
    measured = [item for item in promises if item.kept is not None]
    if not measured:
        return []
    kept = sum(bool(item.kept) for item in measured)
    left = len(promises) - len(measured)
    text = f"Of {len(measured)} bounds that Roundel sets itself {kept} are kept"
    found = [f"{text}; {left} were not measured." if left else f"{text}."]
    return found + [f"Not kept: {promise_text(item)}." for item in measured if not item.kept]


def promise_text(item: PromiseRecord) -> str:
    """A bound and its figure on one line."""
    label = QUANTITIES[item.figure].label
    value = "not measured" if item.measured is None else number(item.figure, item.measured)
    word = "at most" if item.kind == "most" else "at least"
    bound = number(item.figure, item.bound)
    return f"{item.host}, {item.variant}: {label} {value}, {word} {bound}"
