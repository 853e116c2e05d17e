# SPDX-License-Identifier: Apache-2.0
"""The part of a paper's data file that describes designs in standard cells."""

from typing import Self

from pydantic import model_validator

from roundel.cells.recipes import RECIPES
from roundel.reproduce.data_base import Data, Named, Row, Table, TableOf, rows_of


class Line(Named):
    """A communication line; its row names the standard."""

    rate_gbps: float
    cores: int | None = None  # the paper's number of cores for the line


class Lines(TableOf[Line]):
    """The number of cores for communication lines."""

    of: str  # the table with a row for each number of cores


class Other(Named):
    """Another author's design, as quoted in the paper."""

    gbps: float


class Others(TableOf[Other]):
    """Other authors' designs in the paper's comparison."""

    of: tuple[str, str]  # table and row of our compared design


class Cells(Data):
    """Designs in standard cells."""

    tables: list[Table]
    lines: Lines
    others: Others

    @model_validator(mode="after")
    def _whole(self) -> Self:
        rows = rows_of(self.tables)
        for named in [*(row.beside for row in rows.values()), self.others.of]:
            if named is not None and named not in rows:
                raise ValueError(f"{named} is not a row")
        if self.lines.of not in {table.table for table in self.tables}:
            raise ValueError(f"{self.lines.of} is not a table")
        for row in rows.values():
            if row.preset is None:
                raise ValueError(f"row {row.row} has no preset")
            if row.recipe not in RECIPES or not row.rebuilt:
                raise ValueError(f"row {row.row} has no recipe {row.recipe}, or is not rebuilt")
        if any(table.model_fields_set & {"baseline", "line", "most"} for table in self.tables):
            raise ValueError("standard cells have no baseline, line or most")
        return self

    def designs(self) -> dict[str, Row]:
        """The measured designs without duplicates, by `Row.design`."""
        return {row.design: row for row in rows_of(self.tables).values()}
