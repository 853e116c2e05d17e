# SPDX-License-Identifier: Apache-2.0
"""The part of a paper's data file that describes a soft processor with AES instructions."""

from collections.abc import Mapping, Sequence
from typing import Self

from pydantic import model_validator

from roundel.reproduce.data_base import Data, Figures, QuantityName, TableOf


class SoftRow(Figures):
    """An implementation of the paper."""

    published: dict[QuantityName, float]
    beside: Sequence[str] = ()  # the compared variants of our firmware; empty: cited only


class SoftTable(TableOf[SoftRow]):
    """Measurements of every host with every variant, beside the paper's rows."""

    columns: list[QuantityName]


class Promise(Data):
    """A bound of Roundel for a measured figure: at most, or at least."""

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

    hosts: dict[str, str]  # the mapping recipe of the systems, by processor of `roundel.soft`
    parameters: Mapping[str, dict[str, dict[str, int]]] = {}  # by host, unit and name
    variants: dict[str, str]  # labels in tables, by variant of our firmware
    plain: list[str]  # the variants in plain C
    tables: list[SoftTable]
    promises: Sequence[Promise] = ()

    @model_validator(mode="after")
    def _whole(self) -> Self:
        for table in self.tables:
            named = [name for row in table.rows for name in row.beside]
            if not set(named) <= set(self.variants) or len(set(named)) < len(named):
                raise ValueError(f"{table.table} has an unknown variant, or a variant in two rows")
            for row in table.rows:
                if not set(row.figures) <= set(table.columns):
                    raise ValueError(f"{table.table} has no column for a figure of row {row.row}")
        if not set(self.parameters) <= set(self.hosts):
            raise ValueError("a host with parameters is not measured")
        if not set(self.plain) <= set(self.variants):
            raise ValueError("a plain variant is unknown")
        columns = {name for table in self.tables for name in table.columns}
        for promise in self.promises:
            if promise.variant not in self.variants or not set(promise.hosts) <= set(self.hosts):
                raise ValueError(f"the promise of {promise.figure} has an unknown variant or host")
            if promise.figure not in columns:
                raise ValueError(f"the promise of {promise.figure} is in no table")
        return self

    def values(self, host: str, unit: str) -> dict[str, int]:
        """The parameters of a unit on a host."""
        return self.parameters.get(host, {}).get(unit, {})
