# SPDX-License-Identifier: Apache-2.0
"""The count of one campaign's vectors, and how a wrong result is described."""

from dataclasses import dataclass, field

from roundel.verify.record import Campaign

SHOWN = 5  # failures that are described in full


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
