# SPDX-License-Identifier: Apache-2.0
"""The record of a verification, and the count of its vectors."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from roundel.base.record import Part, Record, Row
from roundel.design import Config

SHOWN = 5  # failures with a full description


class Campaign(Part):
    """A campaign of a verification.

    Attributes:
        name: "kat/FILE" and "mmt/FILE" (published vectors), "mct/TEST" (Monte Carlo), "random/MODE
            DIRECTION" (messages against OpenSSL; for packets "random/MODE"), "stress/PART"
            (protocol).
        vectors: The number of vectors, keys of a Monte Carlo test, messages or packets; for stress,
            the number of compared results.
        passed: The number of right vectors.
        failed: The number of wrong vectors; a violated protocol rule counts as a vector.
        seed: The seed of the random choices; None without random choices.
        failures: The first failures, each with the expected and the actual result.
    """

    name: str
    vectors: int
    passed: int
    failed: int
    seed: int | None
    failures: list[str] = Field(default_factory=list)


class VerifyRecord(Record):
    """The result of a verification.

    Attributes:
        config: The configuration's name and its parameters.
        netlist: The front end of the simulated netlist, or None for the RTL.
        seed: 64 bits that determine all random choices; the same seed repeats the choices.
        campaigns: The campaigns, in the order of execution.
        passed: No vector failed.
        tools: Versions of the simulators and of the vectors, by name.
        seconds: Time of the verification; a record from the cache has the original time.
        cached: Whether the record comes from the cache, because all inputs are unchanged.
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
        """A row for each campaign."""
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
    """The count of a campaign."""

    name: str  # the campaign's name, with the file or mode
    seed: int | None = None  # the seed of the random choices; None without random choices
    passed: int = 0  # vectors with a right result
    failed: int = 0  # the other vectors
    # The first failures, each with the expected and the actual result. The failures show the data
    # of random messages, but only published keys.
    failures: list[str] = field(default_factory=list)

    def count(self, label: str, fault: str) -> None:
        """Count a vector; an empty fault means success."""
        if not fault:
            self.passed += 1
            return
        self.failed += 1
        if len(self.failures) < SHOWN:
            self.failures.append(f"{label}: {fault}")

    def campaign(self) -> Campaign:
        """The campaign for the record."""
        return Campaign(vectors=self.passed + self.failed, **vars(self))


def difference(expected: bytes, got: bytes) -> str:
    """The first differing block of two byte strings; empty for equal strings."""
    for start in range(0, max(len(expected), len(got)), 16):
        wanted, found = (data[start : start + 16].hex() for data in (expected, got))
        if wanted != found:
            return f"from byte {start} on expected {wanted or 'nothing'}, got {found or 'nothing'}"
    return ""
