# SPDX-License-Identifier: Apache-2.0
"""The part of a paper's data file that describes a soft processor with AES instructions."""

from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import model_validator

from roundel.reproduce.data_base import Data, Figures, QuantityName, TableOf


class SoftRow(Figures):
    """An implementation of the paper."""

    published: dict[QuantityName, float]
    beside: Sequence[str] = ()  # the variants of our firmware to compare with; none: only cited


class SoftTable(TableOf[SoftRow]):
    """What is measured of every host with every variant, beside the paper's rows."""

    columns: list[QuantityName]


class Promise(Data):
    """A bound that Roundel sets itself for a measured figure: at most, or at least."""

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


class Soft(Data):
    """A soft processor with and without AES instructions."""

    hosts: dict[str, str]  # the recipe of the systems, by processor of `roundel.soft`
    parameters: Mapping[str, dict[str, dict[str, int]]] = {}  # by host, unit and name
    variants: dict[str, str]  # of our firmware, by the name that a table shows
    plain: list[str]  # the variants in plain C
    tables: list[SoftTable]
    promises: Sequence[Promise] = ()

    @model_validator(mode="after")
    def _whole(self) -> Self:
        """Every reference leads somewhere."""
        for table in self.tables:
            named = [name for row in table.rows for name in row.beside]
            if not set(named) <= set(self.variants) or len(set(named)) < len(named):
                raise ValueError(f"in {table.table} a variant is unknown, or stands in two rows")
            for row in table.rows:
                if not set(row.figures) <= set(table.columns):
                    raise ValueError(f"row {row.row} has a figure that {table.table} does not tell")
        if not set(self.parameters) <= set(self.hosts):
            raise ValueError("parameters are of a host that is not measured")
        if not set(self.plain) <= set(self.variants):
            raise ValueError("a plain variant is unknown")
        columns = {name for table in self.tables for name in table.columns}
        for promise in self.promises:
            if promise.variant not in self.variants or not set(promise.hosts) <= set(self.hosts):
                raise ValueError(f"the promise of {promise.figure} is of what is not measured")
            if promise.figure not in columns:
                raise ValueError(f"the promise of {promise.figure} is in no table")
        return self

    def values(self, host: str, unit: str) -> dict[str, int]:
        """The parameters of a unit on a host."""
        return self.parameters.get(host, {}).get(unit, {})
