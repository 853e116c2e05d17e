# SPDX-License-Identifier: Apache-2.0
"""The part of a paper's data file that describes designs in standard cells."""

from collections.abc import Sequence
from typing import Self

from pydantic import model_validator

from roundel.cells.recipes import RECIPES
from roundel.reproduce.data_base import Data, Figures, Named, QuantityName, TableOf, rows_of


class CellsRow(Figures):
    """A design."""

    preset: str  # the configuration that is measured
    recipe: str = "balanced"
    beside: tuple[str, str] | None = None  # in our tables: table and row of the paper beside it

    @property
    def design(self) -> str:
        """The name of what is measured: the preset and the recipe."""
        return f"{self.preset}, {self.recipe}"


class CellsTable(TableOf[CellsRow]):
    """A table of designs."""

    columns: Sequence[QuantityName] = ()  # measured even where the paper publishes no figure
    ours: bool = False  # whether the rows are our designs and not the paper's


class Line(Named):
    """A communication line; its row names the standard."""

    rate_gbps: float
    cores: int | None = None  # that the paper names for the line


class Lines(TableOf[Line]):
    """How many cores lines need."""

    of: str  # the table with a row for each number of cores


class Other(Named):
    """Another author's design, as the paper quotes it."""

    gbps: float


class Others(TableOf[Other]):
    """Other authors' designs that the paper compares with."""

    of: tuple[str, str]  # table and row of the design beside them


class Cells(Data):
    """Designs in standard cells."""

    tables: list[CellsTable]
    lines: Lines
    others: Others

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Every reference leads somewhere."""
        rows = rows_of(self.tables)
        for place in [*(row.beside for row in rows.values()), self.others.of]:
            if place is not None and place not in rows:
                raise ValueError(f"{place} is no row")
        if self.lines.of not in {table.table for table in self.tables}:
            raise ValueError(f"{self.lines.of} is no table")
        for row in rows.values():
            if row.recipe not in RECIPES:
                raise ValueError(f"row {row.row} has no recipe {row.recipe}")
        return self

    def designs(self) -> dict[str, CellsRow]:
        """What is measured, each once, by `CellsRow.design`."""
        return {row.design: row for row in rows_of(self.tables).values()}
