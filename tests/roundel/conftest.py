# SPDX-License-Identifier: Apache-2.0
"""What Debian alone has, for tests that need it."""

import pytest

from roundel.base import tools
from roundel.base.errors import FailureError


@pytest.fixture
def sta() -> None:
    """Skips where OpenSTA is not installed."""
    try:
        tools.find("sta")
    except FailureError as missing:
        pytest.skip(str(missing))
