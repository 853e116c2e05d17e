# SPDX-License-Identifier: Apache-2.0
"""The record of a paper's tables, measured beside published."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.record import Record, Row
from roundel.cells.record import CellsRecord
from roundel.fpga.record import SynthRecord
from roundel.reproduce.data import Paper
from roundel.reproduce.quantities import QUANTITIES
from roundel.reproduce.soft_record import SoftRecord
from roundel.reproduce.study import StudyRecord

__all__ = ["Kind", "Meaning", "ReproduceRecord", "RowRecord", "Value", "meanings"]

Value = float | list[int]
Kind = Literal["rebuilt", "beside", "ours", "study", "system", "software", "soft"]


class RowRecord(BaseModel):
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

    model_config = ConfigDict(frozen=True)

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


class Meaning(BaseModel):
    """What a quantity is.

    Attributes:
        label: In tables, with its unit.
        better: "more", "less" or "either".
        measured: How it is measured.
        paper: What the paper means by it, where that is not plain; else empty.
    """

    model_config = ConfigDict(frozen=True)

    label: str
    better: str
    measured: str
    paper: str


class ReproduceRecord(Record):
    """A paper's tables, rebuilt.

    Attributes:
        schema_: "roundel.reproduce/1"; "schema" in JSON.
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

    def to_rows(self) -> list[Row]:
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
            for name in dict.fromkeys((*row.published, *row.implied, *(row.measured or ())))
        ]


def meanings(paper: Paper, rows: Sequence[RowRecord]) -> dict[str, Meaning]:
    """What the quantities are that rows tell of, in the order in which quantities are listed."""
    told = {name for row in rows for name in (*row.published, *row.implied, *(row.measured or ()))}
    return {
        name: Meaning(
            label=item.label,
            better=item.better,
            measured=item.meaning,
            paper=paper.means.get(name, ""),
        )
        for name, item in QUANTITIES.items()
        if name in told
    }


def _cell(value: Value | None) -> str | float | None:
    """A value that fits a cell of a table."""
    return ", ".join(map(str, value)) if isinstance(value, list) else value
