# SPDX-License-Identifier: Apache-2.0
"""The figures of a paper about a soft processor with and without instructions for AES, as data."""

from typing import Self

from pydantic import BaseModel, model_validator

from roundel.reproduce.data_base import CONFIG, Implied, QuantityName

__all__ = ["Promise", "Soft", "SoftRow", "SoftTable"]


class _Data(BaseModel):
    model_config = CONFIG


class SoftRow(_Data):
    """An implementation of the paper.

    Attributes:
        row: What the paper calls it.
        published: The figures, by quantity.
        implied: Figures that follow from these.
        cite: Where a figure stands, if elsewhere than its table says.
        beside: The variants of our firmware that stand beside it, on every host; none if it is only
            cited.
        note: What is to be known of it.
    """

    row: str
    published: dict[QuantityName, float]
    implied: dict[QuantityName, Implied] = {}
    cite: dict[QuantityName, str] = {}
    beside: list[str] = []
    note: str = ""


class SoftTable(_Data):
    """What is told of every host with every variant.

    Attributes:
        table: What the paper, or we, call it.
        source: Where its figures stand.
        columns: What is measured.
        rows: The paper's.
    """

    table: str
    source: str
    columns: list[QuantityName]
    rows: list[SoftRow]


class Promise(_Data):
    """A bound that Roundel sets itself for a measured figure.

    Attributes:
        figure: The quantity.
        variant: Of which variant.
        hosts: On which hosts.
        most: It is to be this at most;
        least: or this at least.
    """

    figure: QuantityName
    variant: str
    hosts: list[str]
    most: float | None = None
    least: float | None = None

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if (self.most is None) == (self.least is None):
            raise ValueError("a promise has most or least")
        return self


class Soft(_Data):
    """All of it.

    Attributes:
        hosts: The processors that are measured, by the names of `roundel.soft`, and how all systems
            of each are mapped; see `roundel.fpga.recipes`.
        parameters: Of units, where they are not to be as the RTL has them: by host, unit and the
            parameter's name.
        variants: Of our firmware, by the name that a table shows.
        plain: Those of them in plain C.
        tables: The tables.
        promises: The bounds.
    """

    hosts: dict[str, str]
    parameters: dict[str, dict[str, dict[str, int]]] = {}
    variants: dict[str, str]
    plain: list[str]
    tables: list[SoftTable]
    promises: list[Promise] = []

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Every reference leads somewhere."""
        columns = {name for table in self.tables for name in table.columns}
        for table in self.tables:
            named = [name for row in table.rows for name in row.beside]
            lost = [name for name in named if name not in self.variants]
            if lost or len(set(named)) < len(named):
                raise ValueError(f"in {table.table} a variant is unknown, or stands in two rows")
            for row in table.rows:
                if set(row.published) & set(row.implied):
                    raise ValueError(f"row {row.row} has a figure both published and implied")
                if not {*row.published, *row.implied} <= set(table.columns):
                    raise ValueError(f"row {row.row} has a figure that {table.table} does not tell")
        if not set(self.parameters) <= set(self.hosts):
            raise ValueError("parameters are of a host that is not measured")
        if not set(self.plain) <= set(self.variants):
            raise ValueError("a plain variant is unknown")
        for promise in self.promises:
            if promise.variant not in self.variants or not set(promise.hosts) <= set(self.hosts):
                raise ValueError(f"the promise of {promise.figure} is of what is not measured")
            if promise.figure not in columns:
                raise ValueError(f"the promise of {promise.figure} is in no table")
        return self

    def values(self, host: str, unit: str) -> dict[str, int]:
        """The parameters of a unit on a host."""
        return self.parameters.get(host, {}).get(unit, {})
