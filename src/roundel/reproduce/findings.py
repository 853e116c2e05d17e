# SPDX-License-Identifier: Apache-2.0
"""Findings over the rows of a table: the highest figure, and linear relations."""

import statistics
from collections.abc import Mapping, Sequence

from roundel.fpga.record import SynthRecord
from roundel.reproduce.data import Paper
from roundel.reproduce.data_base import Table
from roundel.reproduce.quantities import QUANTITIES, number
from roundel.reproduce.record import RowRecord

_KEY_CYCLE = {"mbps": "mbps_key_cycle"}  # with the paper's extra cycle for the first key


def core_findings(
    paper: Paper, rows: Sequence[RowRecord], designs: Mapping[str, SynthRecord] | None = None
) -> list[str]:
    """A paper's claims about its tables, checked with measured figures.

    `designs` has the records of the measured presets.
    """
    found = []
    for table in paper.tables:
        own = [row for row in rows if row.table == table.table and row.measured is not None]
        if len(own) < len(table.rows) and (table.line or table.most):
            found.append(
                f"Table {table.table}: {len(table.rows) - len(own)} of {len(table.rows)} rows were "
                "not measured; the following findings cover the other rows."
            )
        if table.line is not None:
            found += _line(table.line, own)
        if table.most is not None:
            found += _most(table, table.most, own, designs or {})
    return found


def _values(rows: Sequence[RowRecord], name: str) -> list[float]:
    values = [(row.measured or {})[name] for row in rows]
    return [value for value in values if not isinstance(value, list)]


def _line(names: tuple[str, str], rows: Sequence[RowRecord]) -> list[str]:
    """The regression line of two figures, and the deviation of each row."""
    across, up = (_values(rows, name) for name in names)
    if len(set(across)) < 3:
        return []
    slope, base = statistics.linear_regression(across, up)
    share = statistics.correlation(across, up) ** 2 if len(set(up)) > 1 else 1.0
    off = [
        f"{row.row} {100 * (value / (base + slope * x) - 1):+.1f} %"
        for row, x, value in zip(rows, across, up, strict=True)
    ]
    first, second = (QUANTITIES[name].label for name in names)
    return [
        f"Linear: {second} = {base:,.0f} + {slope:,.0f} x {first}, R^2 = {share:.4f}; deviation "
        f"from the line: {', '.join(off)}."
    ]


def _rounds(
    rows: Sequence[RowRecord], clocks: Sequence[float], designs: Mapping[str, SynthRecord]
) -> str:
    """The time of a round in each row, and the composition of the slowest paths."""
    degrees = _values(rows, "degree")
    times = ", ".join(
        f"{1000 / clock / degree:.2f}" for clock, degree in zip(clocks, degrees, strict=True)
    )
    text = f"A round takes {times} ns, including its share of the logic used once per cycle"
    paths = [
        designs[row.preset].critical_path
        for row in rows
        if row.preset is not None and row.preset in designs
    ]
    if len(paths) < len(rows):
        return f"{text}."
    levels = ", ".join(str(path.levels) for path in paths)
    wires = ", ".join(
        f"{path.routing_ns / degree:.2f}" for path, degree in zip(paths, degrees, strict=True)
    )
    return (
        f"{text}: the slowest paths have {levels} levels of logic, and {wires} ns of wires per "
        "round."
    )


def _most(
    table: Table, name: str, rows: Sequence[RowRecord], designs: Mapping[str, SynthRecord]
) -> list[str]:
    """Whether the first row has the highest figure, as in the paper; otherwise the reasons."""
    if len(rows) < 2 or rows[0].row != table.rows[0].row:
        return []
    values = _values(rows, name)
    figures = ", ".join(
        f"{row.row} {number(name, value)}" for row, value in zip(rows, values, strict=True)
    )
    label = QUANTITIES[name].label
    if values[0] == max(values):
        return [f"The highest is {rows[0].row}, as in the paper ({label}: {figures})."]
    best = rows[values.index(max(values))]
    found = [f"The highest is {best.row}, not {rows[0].row} as in the paper ({label}: {figures})."]
    clocks, cycles = _values(rows, "clock_mhz"), _values(rows, "cycles_per_block")
    found.append(
        f"Reason: the clocks relative to {rows[0].row} are "
        + ", ".join(f"{clock / clocks[0]:.3f}" for clock in clocks)
        + ", the cycles per block "
        + ", ".join(f"{cycle / cycles[0]:.3f}" for cycle in cycles)
        + ": the clock of the highest falls less than its cycles."
    )
    if all("degree" in (row.measured or {}) for row in rows):
        found.append(_rounds(rows, clocks, designs))
    other = _KEY_CYCLE.get(name)
    if other is not None:
        again = _values(rows, other)
        figures = ", ".join(
            f"{row.row} {number(other, value)}" for row, value in zip(rows, again, strict=True)
        )
        verdict = "then highest too" if again[0] == max(again) else "then not the highest either"
        found.append(
            f"The paper's cores need a further cycle per block for AddRoundKey: {figures}; "
            f"{rows[0].row} is {verdict}."
        )
    return found
