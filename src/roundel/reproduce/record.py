# SPDX-License-Identifier: Apache-2.0
"""The record of a paper's tables, measured beside published."""

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
    """One row: published figures, measured ones, and the second over the first.

    Attributes:
        table: The table.
        row: The design, or what else the row tells of.
        kind: "rebuilt" is a design of the paper from a preset of that name; "beside", one of ours
            set beside a design that the paper only cites; "ours", one of ours beside the paper's
            best; "study", a part of the paper's study; "system", a measurement of the paper's whole
            system, predicted; "software", one of software, with another one of this host; "soft",
            one of ours on a soft processor beside an implementation of the paper, or the paper's
            alone.
        preset: What was measured; None where nothing was, or for a study.
        published: By quantity, as the paper prints it.
        implied: By quantity, what follows from that by arithmetic.
        cited: By quantity, where a published figure stands and what an implied one follows from.
        measured: By quantity; None where measuring failed.
        ratio: Measured over published (or implied), by quantity; None where nothing was measured.
        note: What is to be known of it, with what was found on the way.
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
        """A row; `cited` is one place for all published figures, or places by quantity.

        By default the ratio of a figure is the measured value over the published or implied one.
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
        """A row about a design in one of a paper's tables, with its measured figures, if any."""
        places = rows_of(tables)
        told = places[row.beside] if row.beside else row
        origin = next(item for item in tables if item.table == (row.beside or (table.table,))[0])
        values: dict[str, float] | None = None
        if own is not None:
            # A quantity that one row has is measured for all rows of the table.
            beside = [places[item.beside] if item.beside else item for item in table.rows]
            wanted = {name for item in beside for name in item.figures} | {*table.columns}
            values = measure(wanted, own, baseline)
        return cls.of(
            table.table,
            row.row,
            "ours" if table.ours else "rebuilt" if row.rebuilt else "beside",
            told.published,
            told.cited(origin.source, origin.cite),
            values,
            implied=told.implied_values,
            preset=row.preset,
            note=note,
        )

    @property
    def quantities(self) -> list[str]:
        """The quantities of its figures."""
        return list(dict.fromkeys((*self.published, *self.implied, *(self.measured or ()))))


class Meaning(Part):
    """What a quantity is.

    Attributes:
        label: In tables, with its unit.
        better: "more", "less" or "either".
        measured: How it is measured.
        paper: What the paper means by it, where that is not plain; else empty.
    """

    label: str
    better: str
    measured: str
    paper: str


class ReproduceRecord(Record):
    """A paper's tables, rebuilt.

    Attributes:
        paper: Its name.
        title: Its title, authors and year.
        target: The part, or the library of cells, that was measured on.
        seeds: Of the placer; none in standard cells.
        rows: Every row of its tables.
        findings: What the rows say together: which is highest, what is linear, what predictions
            lack.
        quantities: What the quantities in the rows are.
        differences: What differs from the paper, and why.
        slips: What is wrong or unclear in the paper.
        study: The points of its study; None if it has none, or none was asked for.
        soft: What was measured of soft processors, and the bounds that Roundel sets itself for it;
            None if the paper has none.
        designs: The record of each preset that was measured on a part, by its name.
        cells: The record of each preset that was measured in standard cells, by its name and the
            recipe.
        failures: Why a preset has none, by its name; "study" for the study, "system" for the
            system; of soft processors, one's name, that of a system or a program, or "firmware".
        tools: Versions, by name.
        seconds: What all runs took when they were run, added up.
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
        """One row for each quantity of each row of the paper's tables; lists of numbers as text."""
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
    """What the quantities in rows are, in the order of `QUANTITIES`."""
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
    """A value that fits a cell of a table."""
    return ", ".join(map(str, value)) if isinstance(value, list) else value
