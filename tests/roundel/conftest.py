# SPDX-License-Identifier: Apache-2.0
"""What Debian alone has, for tests that need it; and the end of the programs of each test."""

from collections.abc import Iterator

import pytest

from roundel.base import programs, tools
from roundel.base.errors import FailureError


@pytest.fixture
def sta() -> None:
    """Skips where OpenSTA is not installed."""
    try:
        tools.find("sta")
    except FailureError as missing:
        pytest.skip(str(missing))


@pytest.fixture(autouse=True)
def _end_programs() -> Iterator[None]:
    """End the programs that threads of a failed test still run."""
    yield
    for process in list(programs._running):
        programs._kill(process)
