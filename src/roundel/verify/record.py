# SPDX-License-Identifier: Apache-2.0
"""The record of a verification."""

from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.design import Config


class Campaign(Part):
    """One line of the account.

    Attributes:
        name: "kat/FILE" and "mmt/FILE" (published vectors), "mct/TEST" (Monte Carlo), "random/MODE
            DIRECTION" (messages against OpenSSL; of packets, "random/MODE"), "stress/PART"
            (protocol).
        vectors: How many were run: vectors, keys of a Monte Carlo test, messages or packets, or,
            under stress, results that came out and were compared.
        passed: How many of them were right.
        failed: The others; a broken rule of the protocol counts as one.
        seed: What the random choices followed from; None where there are none.
        failures: The first few failures, each with what was expected and what came instead.
    """

    name: str
    vectors: int
    passed: int
    failed: int
    seed: int | None
    failures: list[str] = Field(default_factory=list)


class VerifyRecord(Record):
    """What was verified, and whether it held.

    Attributes:
        schema_: "roundel.verify/1"; "schema" in JSON.
        config: The configuration's name and its parameters.
        netlist: The front end whose mapped netlist was run, or None for the RTL.
        seed: 64 bits that all random choices follow from; the same seed repeats them.
        campaigns: The account, in the order in which it was run.
        passed: Nothing failed.
        tools: Versions of the simulators and of the vectors, by name.
        seconds: What it took when it was run; a record from the cache keeps it.
        cached: Whether the record comes from the cache: nothing that it depends on has changed.
    """

    schema_: Literal["roundel.verify/1"] = Field(default="roundel.verify/1", alias="schema")
    config: Config
    netlist: str | None
    seed: int
    campaigns: list[Campaign]
    passed: bool
    tools: dict[str, str]
    seconds: float
    cached: bool = False

    def to_rows(self) -> list[Row]:
        """One row for each campaign."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "netlist": self.netlist,
                "campaign": item.name,
                **item.model_dump(include={"vectors", "passed", "failed", "seed"}),
            }
            for item in self.campaigns
        ]
