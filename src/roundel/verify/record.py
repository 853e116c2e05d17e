# SPDX-License-Identifier: Apache-2.0
"""The record of a verification."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from roundel.base.record import Record, Row
from roundel.design import Config

__all__ = ["Campaign", "VerifyRecord"]


class Campaign(BaseModel):
    """One line of the account."""

    model_config = ConfigDict(frozen=True)

    # "kat/FILE" and "mmt/FILE" (published vectors), "mct/TEST" (Monte Carlo), "random/MODE
    # DIRECTION" (messages against OpenSSL; of packets, "random/MODE"), "stress/PART" (protocol).
    name: str
    # How many were run: vectors, keys of a Monte Carlo test, messages or packets, or, under stress,
    # results that came out and were compared.
    vectors: int
    passed: int  # how many of them were right
    failed: int  # the others; a broken rule of the protocol counts as one
    seed: int | None  # what the random choices followed from; None where there are none
    # The first few failures, each with what was expected and what came instead.
    failures: list[str] = []


class VerifyRecord(Record):
    """What was verified, and whether it held."""

    schema_: Literal["roundel.verify/1"] = Field(default="roundel.verify/1", alias="schema")
    config: Config  # the configuration's name and its parameters
    netlist: str | None  # the front end whose mapped netlist was run, or None for the RTL
    seed: int  # 64 bits that all random choices follow from; the same seed repeats them
    campaigns: list[Campaign]  # the account, in the order in which it was run
    passed: bool  # nothing failed
    tools: dict[str, str]  # versions of the simulators and of the vectors, by name
    seconds: float  # what it took when it was run; a record from the cache keeps it
    # Whether the record comes from the cache: nothing that it depends on has changed.
    cached: bool = False

    def to_rows(self) -> list[Row]:
        """One row for each campaign."""
        return [
            {
                "config": self.config.name,
                **self.config.fields(),
                "netlist": self.netlist,
                "campaign": item.name,
                "vectors": item.vectors,
                "passed": item.passed,
                "failed": item.failed,
                "seed": item.seed,
            }
            for item in self.campaigns
        ]
