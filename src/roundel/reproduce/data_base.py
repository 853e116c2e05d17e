# SPDX-License-Identifier: Apache-2.0
"""The models that all parts of a paper's data file share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Generic, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from roundel.reproduce.quantities import QUANTITIES


def _known(name: str) -> str:
    if name not in QUANTITIES:
        raise ValueError(f"there is no quantity {name}; the quantities are {', '.join(QUANTITIES)}")
    return name


QuantityName = Annotated[str, AfterValidator(_known)]


class Data(BaseModel):
    """A part of a data file; an unknown key is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Implied(Data):
    """A figure that the paper does not print, computed from printed figures."""

    value: float
    origin: str = Field(alias="from")  # the computation


class Named(Data):
    """A row of a table."""

    row: str  # the row's name in the paper or in Roundel


class Figures(Named):
    """A row with figures."""

    published: Mapping[QuantityName, float] = {}
    implied: Mapping[QuantityName, Implied] = {}
    cite: Mapping[QuantityName, str] = {}  # the location of a figure outside the table's source
    note: str = ""

    @model_validator(mode="after")
    def _one_origin(self) -> Self:
        if set(self.published) & set(self.implied):
            raise ValueError(f"row {self.row} has a figure both published and implied")
        return self

    @property
    def implied_values(self) -> dict[str, float]:
        """The implied figures only."""
        return {name: item.value for name, item in self.implied.items()}

    @property
    def figures(self) -> dict[str, float]:
        """Published and implied figures."""
        return {**self.published, **self.implied_values}

    def cited(self, source: str, by_quantity: Mapping[str, str] | None = None) -> dict[str, str]:
        """The location of each published figure, and the computation of each implied figure.

        `source` is the location of the table; `by_quantity` has the other locations of quantities.
        """
        locations = {**(by_quantity or {}), **self.cite}
        return {name: locations.get(name, source) for name in self.published} | {
            name: f"implied: {item.origin}" for name, item in self.implied.items()
        }


RowType = TypeVar("RowType", bound=Named, covariant=True)


class TableOf(Data, Generic[RowType]):
    """The rows of a table or figure."""

    table: str  # the table's name in the paper or in Roundel
    source: str  # the location in the paper
    rows: list[RowType]


class Row(Figures):
    """A design of a paper."""

    preset: str | None = None  # the measured preset; None: no measurement
    recipe: str = "balanced"  # the mapping recipe for standard cells
    rebuilt: bool = True  # whether the preset rebuilds the design
    beside: tuple[str, str] | None = None  # our tables: table and row of the compared paper design

    @property
    def design(self) -> str:
        """The name of the measured design in standard cells: the preset and the recipe."""
        return f"{self.preset}, {self.recipe}"


class Table(TableOf[Row]):
    """A table of designs."""

    baseline: str | None = None  # the preset of the structure for ratios
    columns: Sequence[QuantityName] = ()  # measured even without a published figure
    cite: Mapping[QuantityName, str] = {}  # the location of a quantity's figures outside `source`
    ours: bool = False  # whether the rows are our own designs
    line: tuple[QuantityName, QuantityName] | None = None  # the second is linear in the first
    most: QuantityName | None = None  # the quantity whose maximum the paper gives to the first row


def rows_of(tables: Iterable[TableOf[RowType]]) -> dict[tuple[str, str], RowType]:
    """All rows, by the names of table and row."""
    return {(table.table, row.row): row for table in tables for row in table.rows}
