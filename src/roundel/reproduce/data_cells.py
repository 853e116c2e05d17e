# SPDX-License-Identifier: Apache-2.0
"""The part of a paper's data file that tells of designs in standard cells."""

from typing import Self

from pydantic import BaseModel, model_validator

from roundel.cells.recipes import RECIPES
from roundel.reproduce.data_base import CONFIG, QuantityName

__all__ = ["Cells", "CellsRow", "CellsTable", "Line", "Lines", "Other", "Others"]


class _Data(BaseModel):
    model_config = CONFIG


class CellsRow(_Data):
    """A design.

    Attributes:
        row: What the paper, or we, call it.
        preset: What is measured.
        recipe: How it is mapped.
        published: The figures, by quantity.
        beside: In a table of ours: table and row of the paper whose figures ours stand beside.
        note: What is to be known of it.
    """

    row: str
    preset: str
    recipe: str = "balanced"
    published: dict[QuantityName, float] = {}
    beside: tuple[str, str] | None = None
    note: str = ""

    @property
    def design(self) -> str:
        """What is measured, with how it is mapped."""
        return f"{self.preset}, {self.recipe}"


class CellsTable(_Data):
    """Designs that are told of by the same quantities.

    Attributes:
        table: What the paper, or we, call it.
        source: Where it stands in the paper.
        columns: Quantities that are measured even where nothing is published.
        ours: Whether its rows are our designs and not the paper's.
        rows: The designs.
    """

    table: str
    source: str
    columns: list[QuantityName] = []
    ours: bool = False
    rows: list[CellsRow]


class Line(_Data):
    """A line and the cores that it takes.

    Attributes:
        row: Its standard.
        rate_gbps: What it carries.
        cores: What the paper names; None if it names none.
    """

    row: str
    rate_gbps: float
    cores: int | None = None


class Lines(_Data):
    """How many cores lines take.

    Attributes:
        table: What the paper calls it.
        source: Where it stands.
        of: The table with a row for each number of cores.
        rows: The lines.
    """

    table: str
    source: str
    of: str
    rows: list[Line]


class Other(_Data):
    """Another's design, as the paper has it.

    Attributes:
        row: What and whose.
        gbps: Its throughput.
    """

    row: str
    gbps: float


class Others(_Data):
    """Others' designs that the paper compares with.

    Attributes:
        table: What the paper calls it.
        source: Where it stands.
        of: Table and row of the design that stands beside them.
        rows: The designs.
    """

    table: str
    source: str
    of: tuple[str, str]
    rows: list[Other]


class Cells(_Data):
    """Designs in standard cells.

    Attributes:
        tables: The paper's tables, and ours.
        lines: How many cores lines take.
        others: Others' designs.
    """

    tables: list[CellsTable]
    lines: Lines
    others: Others

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Every reference leads somewhere."""
        rows = {(table.table, row.row) for table in self.tables for row in table.rows}
        named = [row.beside for table in self.tables for row in table.rows if row.beside]
        for place in [*named, self.others.of]:
            if place not in rows:
                raise ValueError(f"{place} is no row")
        if self.lines.of not in {table.table for table in self.tables}:
            raise ValueError(f"{self.lines.of} is no table")
        for table in self.tables:
            for row in table.rows:
                if row.recipe not in RECIPES:
                    raise ValueError(f"row {row.row} has no recipe {row.recipe}")
        return self

    def row(self, table: str, row: str) -> CellsRow:
        """One row by the names of its table and its own."""
        return next(
            item
            for group in self.tables
            if group.table == table
            for item in group.rows
            if item.row == row
        )

    def designs(self) -> dict[str, CellsRow]:
        """What is measured, each once, by `CellsRow.design`."""
        return {row.design: row for table in self.tables for row in table.rows}
