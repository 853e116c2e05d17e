# SPDX-License-Identifier: Apache-2.0
"""The record of a configuration and what follows from it."""

from dataclasses import asdict
from typing import Literal, Self

from pydantic import Field

from roundel.base.record import Record, Row
from roundel.design.config import Config
from roundel.design.derived import Facts, facts, ports
from roundel.design.elaborate import Port


class ShowRecord(Record):
    """A configuration and what follows from it.

    Attributes:
        schema_: "roundel.show/1"; "schema" in JSON.
        config: The configuration's name and its parameters.
        facts: What the elaborated design says: latency, cycles per block, blocks in flight.
        ports: The ports of the top, in order.
    """

    schema_: Literal["roundel.show/1"] = Field(default="roundel.show/1", alias="schema")
    config: Config
    facts: Facts
    ports: list[Port]

    @classmethod
    def of(cls, config: Config) -> Self:
        """The record of a configuration."""
        return cls(config=config, facts=facts(config), ports=ports(config))

    def to_rows(self) -> list[Row]:
        """One row: the parameters and the facts, without the ports."""
        return [{"config": self.config.name, **self.config.fields(), **asdict(self.facts)}]
