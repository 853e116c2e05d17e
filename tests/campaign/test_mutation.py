# SPDX-License-Identifier: Apache-2.0
"""A test of the tests: automatic mistakes in the RTL must be found.

`python scripts/mutate.py` does the same and prints tables (docs/explanation/verification.md).
"""

import os

import pytest
from scripts.mutants import shapes

from scripts import mutate


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("designs", "count", "needed"),
    [
        ("SHAPES", mutate.MUTANTS, mutate.NEEDED),
        # The benches and proofs of the DMA are not among the checks.
        ("ROOMS", 120, 0.85),
    ],
)
def test_most_mutants_are_detected(designs: str, count: int, needed: float) -> None:
    outcome = mutate.campaign(getattr(shapes, designs), count, 1, os.cpu_count() or 1)
    left = "\n".join(
        f"{item.shape}:{item.number} {item.change} in {' '.join(item.lines)}: {item.explanation}"
        for item in outcome.survivors
    )
    print(f"{outcome.killed} of {len(outcome.judged)} noticed; not noticed:\n{left}")
    assert len(outcome.judged) == count
    assert outcome.share >= needed, f"{outcome.share:.1%}; not noticed:\n{left}"
