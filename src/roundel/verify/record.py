# SPDX-License-Identifier: Apache-2.0
"""The record of a verification, and the count of vectors that it is made of."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.design import Config

SHOWN = 5  # failures that are described in full


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


@dataclass
class Tally:
    """The count of one campaign."""

    name: str  # the campaign's name, with the file or mode that it tests
    seed: int | None = None  # the seed of its random choices; None if it makes none
    passed: int = 0  # vectors whose result was right
    failed: int = 0  # the other vectors
    # The first failures, each with the expected and the actual result. They show the data of random
    # messages, but only published keys.
    failures: list[str] = field(default_factory=list)

    def count(self, what: str, fault: str) -> None:
        """Count one vector; an empty fault means that it passed."""
        if not fault:
            self.passed += 1
            return
        self.failed += 1
        if len(self.failures) < SHOWN:
            self.failures.append(f"{what}: {fault}")

    def campaign(self) -> Campaign:
        """The line of the record."""
        return Campaign(vectors=self.passed + self.failed, **vars(self))


def difference(expected: bytes, got: bytes) -> str:
    """Where two byte strings begin to differ, with the block there; empty if they are the same."""
    for start in range(0, max(len(expected), len(got)), 16):
        wanted, found = (data[start : start + 16].hex() for data in (expected, got))
        if wanted != found:
            return f"from byte {start} on expected {wanted or 'nothing'}, got {found or 'nothing'}"
    return ""
