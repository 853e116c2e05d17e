# SPDX-License-Identifier: Apache-2.0
"""The record of a paper's tables: measured and published figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Self

from pydantic import Field

from roundel.base import record
from roundel.base.record import Part, Record
from roundel.cells.record import CellsRecord
from roundel.fpga.record import SynthRecord
from roundel.reproduce.data import Paper
from roundel.reproduce.data_base import Row, Table, rows_of
from roundel.reproduce.quantities import QUANTITIES, measure
from roundel.reproduce.soft_record import SoftRecord
from roundel.reproduce.study import StudyRecord

Value = float | list[int]
Kind = Literal["rebuilt", "beside", "ours", "study", "system", "software", "soft"]


class RowRecord(Part):
    """A row: published figures, measured figures, and their ratio.

    Attributes:
        table: The table.
        row: The design or other subject of the row.
        kind: "rebuilt": a design of the paper, rebuilt by a preset. "beside": a design that the
            paper cites, compared with our design. "ours": our design, compared with the paper's
            best. "study": a part of the paper's study. "system": a predicted measurement of the
            paper's whole system. "software": the paper's software, compared with software on this
            host. "soft": an implementation of the paper, with or without our counterpart on a soft
            processor.
        preset: The measured preset; None without a measurement, or for a study.
        published: By quantity, the printed figures of the paper.
        implied: By quantity, figures that are computed from published figures.
        cited: By quantity, the location of a published figure, and the computation of an implied
            figure.
        measured: By quantity; None after a failure.
        ratio: Measured divided by published (or implied), by quantity; None without a measurement.
        note: Remarks from the data and from the measurement.
    """

    table: str
    row: str
    kind: Kind
    preset: str | None
    published: dict[str, Value]
    implied: dict[str, float]
    cited: dict[str, str]
    measured: dict[str, Value] | None
    ratio: dict[str, float] | None
    note: str

    @classmethod
    def of(
        cls,
        table: str,
        row: str,
        kind: Kind,
        published: Mapping[str, Value],
        cited: str | Mapping[str, str],
        measured: Mapping[str, Value] | None,
        *,
        implied: Mapping[str, float] | None = None,
        ratio: Mapping[str, float] | None = None,
        preset: str | None = None,
        note: str = "",
    ) -> Self:
        """A row; `cited` is a location for all published figures, or locations by quantity.

        By default the ratio is the measured value divided by the published or implied value.
        Lists, zeros and figures without a counterpart have no ratio.
        """
        if ratio is None and measured is not None:
            bases = {**published, **(implied or {})}
            pairs = {name: (value, bases.get(name)) for name, value in measured.items()}
            ratio = {
                name: round(value / base, 4)
                for name, (value, base) in pairs.items()
                if base and not isinstance(base, list) and not isinstance(value, list)
            }
        return cls(
            table=table,
            row=row,
            kind=kind,
            preset=preset,
            published=dict(published),
            implied=dict(implied or {}),
            cited=dict.fromkeys(published, cited) if isinstance(cited, str) else dict(cited),
            measured=dict(measured) if measured is not None else None,
            ratio=dict(ratio) if ratio is not None else None,
            note=note,
        )

    @classmethod
    def of_design(
        cls,
        tables: Sequence[Table],
        table: Table,
        row: Row,
        own: SynthRecord | CellsRecord | None,
        note: str,
        baseline: SynthRecord | None = None,
    ) -> Self:
        """A row for a design in a table of a paper, with measured figures if available."""
        known = rows_of(tables)
        paper_row = known[row.beside] if row.beside else row
        origin = next(item for item in tables if item.table == (row.beside or (table.table,))[0])
        values: dict[str, float] | None = None
        if own is not None:
            # A quantity of a single row is measured for all rows of the table.
            beside = [known[item.beside] if item.beside else item for item in table.rows]
            wanted = {name for item in beside for name in item.figures} | {*table.columns}
            values = measure(wanted, own, baseline)
        return cls.of(
            table.table,
            row.row,
            "ours" if table.ours else "rebuilt" if row.rebuilt else "beside",
            paper_row.published,
            paper_row.cited(origin.source, origin.cite),
            values,
            implied=paper_row.implied_values,
            preset=row.preset,
            note=note,
        )

    @property
    def quantities(self) -> list[str]:
        """The quantities of the row's figures."""
        return list(dict.fromkeys((*self.published, *self.implied, *(self.measured or ()))))


class Meaning(Part):
    """The meaning of a quantity.

    Attributes:
        label: The column head, with the unit.
        better: "more", "less" or "either".
        measured: The measurement method.
        paper: The paper's meaning of an unclear quantity; otherwise empty.
    """

    label: str
    better: str
    measured: str
    paper: str


class ReproduceRecord(Record):
    """A paper's rebuilt tables.

    Attributes:
        paper: The paper's name.
        title: The paper's title, authors and year.
        target: The measured part or library of cells.
        seeds: The placer's seeds; empty for standard cells.
        rows: All rows of the tables.
        findings: Findings over all rows: highest figures, linear relations, omissions of
            predictions.
        quantities: The meaning of the quantities in the rows.
        differences: Differences from the paper, and their reasons.
        slips: Errors and unclear statements in the paper.
        study: The points of the study; None without a study or a request.
        soft: Measurements of soft processors, with Roundel's bounds; None if the paper has no soft
            processor.
        designs: The record of each preset that was measured on a part, by name.
        cells: The record of each preset that was measured in standard cells, by name and recipe.
        failures: The error of each failed preset, by name; "study" for the study, "system" for the
            system; for soft processors the name of a processor, system or program, or "firmware".
        tools: Versions, by name.
        seconds: The sum of the times of all runs.
    """

    schema_: Literal["roundel.reproduce/1"] = Field(default="roundel.reproduce/1", alias="schema")
    paper: str
    title: str
    target: str
    seeds: list[int]
    rows: list[RowRecord]
    findings: list[str] = Field(default_factory=list)
    quantities: dict[str, Meaning]
    differences: list[str]
    slips: list[str]
    study: StudyRecord | None
    soft: SoftRecord | None = None
    designs: dict[str, SynthRecord]
    cells: dict[str, CellsRecord] = Field(default_factory=dict)
    failures: dict[str, str]
    tools: dict[str, str]
    seconds: float

    def to_rows(self) -> list[record.Row]:
        """A row for each quantity of each row of the paper's tables; lists of numbers as text."""
        return [
            {
                "paper": self.paper,
                "table": row.table,
                "row": row.row,
                "kind": row.kind,
                "preset": row.preset,
                "quantity": self.quantities[name].label,
                "published": _cell(row.published.get(name, row.implied.get(name))),
                "measured": _cell((row.measured or {}).get(name)),
                "ratio": (row.ratio or {}).get(name),
            }
            for row in self.rows
            for name in row.quantities
        ]


def quantities_of(rows: Iterable[RowRecord]) -> list[str]:
    """The quantities of all figures in rows, in the order of `QUANTITIES`."""
    found = {name for row in rows for name in row.quantities}
    return [name for name in QUANTITIES if name in found]


def meanings(paper: Paper, rows: Iterable[RowRecord]) -> dict[str, Meaning]:
    """The meanings of the quantities in rows, in the order of `QUANTITIES`."""
    return {
        name: Meaning(
            label=QUANTITIES[name].label,
            better=QUANTITIES[name].better,
            measured=QUANTITIES[name].meaning,
            paper=paper.means.get(name, ""),
        )
        for name in quantities_of(rows)
    }


def _cell(value: Value | None) -> str | float | None:
    return ", ".join(map(str, value)) if isinstance(value, list) else value
