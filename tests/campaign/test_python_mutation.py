# SPDX-License-Identifier: Apache-2.0
"""A test of the tests: automatic mistakes in the Python code must be found.

`python scripts/mutate_python.py` does the same and prints tables
(docs/explanation/verification.md).
"""

import os

import pytest

from scripts import mutate_python


@pytest.mark.campaign
def test_eighty_five_percent_of_mutants_are_detected() -> None:
    others = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))  # busy with other campaigns
    jobs = max(1, (os.cpu_count() or 1) // others)
    outcome = mutate_python.campaign(mutate_python.files(), mutate_python.MUTANTS, 1, jobs)
    left = "\n".join(
        f"{item.mutant.path}:{item.mutant.line}\n{item.mutant.diff}" for item in outcome.survivors
    )
    print(f"{outcome.share:.1%} of {len(outcome.judged)} detected; survivors:\n{left}")
    assert len(outcome.judged) == mutate_python.MUTANTS
    assert outcome.share >= mutate_python.NEEDED, f"{outcome.share:.1%}; survivors:\n{left}"
