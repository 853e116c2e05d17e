# SPDX-License-Identifier: Apache-2.0
"""The models that all parts of a paper's data file share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Generic, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from roundel.reproduce.quantities import QUANTITIES


def _known(name: str) -> str:
    if name not in QUANTITIES:
        raise ValueError(f"there is no quantity {name}; there are {', '.join(QUANTITIES)}")
    return name


QuantityName = Annotated[str, AfterValidator(_known)]


class Data(BaseModel):
    """A part of a data file; a key that the model does not have is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Implied(Data):
    """A figure that the paper does not print but that follows from the figures that it prints."""

    value: float
    origin: str = Field(alias="from")  # what the figure follows from


class Named(Data):
    """A row of a table."""

    row: str  # as the paper, or Roundel, calls the row


class Figures(Named):
    """A row with figures."""

    published: Mapping[QuantityName, float] = {}
    implied: Mapping[QuantityName, Implied] = {}
    cite: Mapping[QuantityName, str] = {}  # the place of a figure, if not the table's source
    note: str = ""

    @model_validator(mode="after")
    def _one_origin(self) -> Self:
        if set(self.published) & set(self.implied):
            raise ValueError(f"row {self.row} has a figure both published and implied")
        return self

    @property
    def implied_values(self) -> dict[str, float]:
        """The implied figures alone."""
        return {name: item.value for name, item in self.implied.items()}

    @property
    def figures(self) -> dict[str, float]:
        """Published and implied figures."""
        return {**self.published, **self.implied_values}

    def cited(self, source: str, by_quantity: Mapping[str, str] | None = None) -> dict[str, str]:
        """The place of each published figure, and the origin of each implied one.

        `source` is the table's place; `by_quantity` has the places of quantities elsewhere.
        """
        places = {**(by_quantity or {}), **self.cite}
        return {name: places.get(name, source) for name in self.published} | {
            name: f"implied: {item.origin}" for name, item in self.implied.items()
        }


RowType = TypeVar("RowType", bound=Named, covariant=True)


class TableOf(Data, Generic[RowType]):
    """Rows that stand in one table or figure."""

    table: str  # as the paper, or Roundel, calls the table
    source: str  # its place in the paper
    rows: list[RowType]


class Row(Figures):
    """One design of a paper."""

    preset: str | None = None  # what is measured beside the design, if anything is
    recipe: str = "balanced"  # how the preset is mapped to standard cells
    rebuilt: bool = True  # whether the preset rebuilds this very design
    beside: tuple[str, str] | None = None  # in our tables: table and row of the paper beside it

    @property
    def design(self) -> str:
        """The name of what is measured in standard cells: the preset and the recipe."""
        return f"{self.preset}, {self.recipe}"


class Table(TableOf[Row]):
    """A table of designs."""

    baseline: str | None = None  # the preset of the structure that ratios compare with
    columns: Sequence[QuantityName] = ()  # measured even where the paper publishes no figure
    cite: Mapping[QuantityName, str] = {}  # the place of a quantity's figures, if not `source`
    ours: bool = False  # whether the rows are our designs and not the paper's
    line: tuple[QuantityName, QuantityName] | None = None  # the second is linear in the first
    most: QuantityName | None = None  # the paper says that the first row has the most of this


def rows_of(tables: Iterable[TableOf[RowType]]) -> dict[tuple[str, str], RowType]:
    """All rows by the names of table and row."""
    return {(table.table, row.row): row for table in tables for row in table.rows}
