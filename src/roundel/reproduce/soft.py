# SPDX-License-Identifier: Apache-2.0
"""A paper's soft processor with and without instructions for AES, beside ours: rows and promises.

Every variant of our firmware on every host is a row of each table: what it takes of memory and
logic, what each section takes of cycles, and what follows in time at the clock of the placed and
routed system. Beside a variant stands the implementation of the paper that its data names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from roundel.reproduce.data_soft import Promise, Soft, SoftRow, SoftTable
from roundel.reproduce.notes import join, path_text
from roundel.reproduce.record import RowRecord
from roundel.reproduce.soft_record import PromiseRecord, SoftDesign, SoftProgram, SoftRecord

__all__ = [
    "FIRMWARE", "SoftMeasured", "figures", "program_name", "soft_record", "soft_rows", "work_name",
]  # fmt: skip

FIRMWARE = "firmware"  # among the failures: what no program could be built without

Values = dict[str, float]

_KB = 1024
_BRAM_BYTES = 18 * 1024 / 8
_LOOP_BLOCKS = 64
_BITS = 128


@dataclass(frozen=True)
class SoftMeasured:
    """What came out of the runs.

    Attributes:
        designs: By host and unit.
        programs: By host and variant.
        failures: Why one is missing: of a host (its package), of a design or a program by its
            name, and `FIRMWARE`.
    """

    designs: Mapping[tuple[str, str], SoftDesign] = field(default_factory=dict)
    programs: Mapping[tuple[str, str], SoftProgram] = field(default_factory=dict)
    failures: Mapping[str, str] = field(default_factory=dict)


def program_name(host: str, variant: str) -> str:
    """What messages call a program."""
    return f"{variant} on {host}"


def figures(soft: Soft, host: str, variant: str, unit: str, found: SoftMeasured) -> Values:
    """All that is known of a variant on a host, by quantity.

    Args:
        soft: The paper's part; it says which variants are plain C.
        host: The host.
        variant: The variant.
        unit: The unit that it needs.
        found: What was measured.
    """
    own = found.programs.get((host, variant))
    plain = [
        found.programs[host, name] for name in soft.plain if (host, name) in found.programs
    ]  # fmt: skip
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


def soft_rows(soft: Soft, units: Mapping[str, str], found: SoftMeasured) -> list[RowRecord]:
    """Every row: of each table the paper's that nothing stands beside, then ours host by host.

    Args:
        soft: The paper's part.
        units: The unit that each variant needs.
        found: What was measured.
    """
    rows = []
    for table in soft.tables:
        rows += [_cited(table, row) for row in table.rows if not row.beside]
        for host in soft.hosts:
            for variant, label in soft.variants.items():
                values = figures(soft, host, variant, units[variant], found)
                told = next((row for row in table.rows if variant in row.beside), None)
                rows.append(
                    _own(table, told, f"{host}, {label}", values).model_copy(
                        update={"note": _note(table, told, host, variant, units[variant], found)}
                    )
                )
    return rows


def _cited(table: SoftTable, row: SoftRow) -> RowRecord:
    return _own(table, row, row.row, None).model_copy(
        update={"note": join(row.note, "Cited only: nothing is measured beside it")}
    )


def _own(table: SoftTable, told: SoftRow | None, name: str, values: Values | None) -> RowRecord:
    """A row of a table without its note."""
    measured = {key: values[key] for key in table.columns if key in values} if values else {}
    published = dict(told.published) if told is not None else {}
    implied = {key: item.value for key, item in told.implied.items()} if told is not None else {}
    both = {**published, **implied}
    cited = {}
    if told is not None:
        cited = {key: told.cite.get(key, table.source) for key in published}
        cited |= {key: f"implied: {item.origin}" for key, item in told.implied.items()}
    return RowRecord(
        table=table.table,
        row=name,
        kind="soft",
        preset=None,
        published=dict(published),
        implied=implied,
        cited=cited,
        measured=dict(measured) or None,
        ratio={
            key: round(value / both[key], 4) for key, value in measured.items() if both.get(key)
        } if measured else None,
        note="",
    )  # fmt: skip


def _note(
    table: SoftTable,
    told: SoftRow | None,
    host: str,
    variant: str,
    unit: str,
    found: SoftMeasured,
) -> str:
    """What a row stands beside, what limits its clock, and what could not be measured."""
    beside = f'Beside the paper\'s "{told.row}"' if told is not None else ""
    design = found.designs.get((host, unit))
    path = ""
    if design is not None and "clock_mhz" in table.columns:
        path = path_text(design.critical_path)
    lost = [
        f"Not measured: {found.failures[name]}"
        for name in (
            host, FIRMWARE, work_name(host, unit), program_name(host, variant)
        )
        if name in found.failures
    ]  # fmt: skip
    return join(beside, told.note if told is not None else "", path, *dict.fromkeys(lost))


def work_name(host: str, unit: str) -> str:
    """What messages call a system."""
    return host if unit == "none" else f"{host} with {unit}"


def soft_record(soft: Soft, units: Mapping[str, str], found: SoftMeasured) -> SoftRecord:
    """The record, with every promise."""
    return SoftRecord(
        designs=list(found.designs.values()),
        programs=list(found.programs.values()),
        promises=[
            _promise(promise, host, figures(soft, host, promise.variant, unit, found))
            for promise in soft.promises
            for host in promise.hosts
            for unit in [units[promise.variant]]
        ],
    )


def _promise(promise: Promise, host: str, values: Values) -> PromiseRecord:
    value = values.get(promise.figure)
    bound = promise.most if promise.most is not None else promise.least
    assert bound is not None  # noqa: S101 (the data has one of both)
    kept = None
    if value is not None:
        kept = value <= bound if promise.most is not None else value >= bound
    return PromiseRecord(
        host=host,
        variant=promise.variant,
        figure=promise.figure,
        bound=bound,
        kind="most" if promise.most is not None else "least",
        measured=value,
        kept=kept,
    )
