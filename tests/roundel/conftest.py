# SPDX-License-Identifier: Apache-2.0
"""What Debian alone has, for tests that need it; the data and the programs of each test."""

from collections.abc import Iterator
from pathlib import Path

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
def _own_data(tmp_path: Path) -> Iterator[None]:
    """A data directory for each test, as commands keep results in a store there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path.with_name(f"{tmp_path.name}-data")))
        yield


@pytest.fixture(autouse=True)
def _end_programs() -> Iterator[None]:
    """End the programs that threads of a failed test still run."""
    yield
    for process in list(programs._running):
        programs._kill(process)
