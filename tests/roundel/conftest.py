# SPDX-License-Identifier: Apache-2.0
"""Debian's programs for the tests that need these; the data and the programs of each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.cli.schema_command import any_record_schema, record_schema


@pytest.fixture
def sta() -> None:
    """Skips where OpenSTA is not installed."""
    try:
        tools.find("sta")
    except FailureError as missing:
        pytest.skip(str(missing))


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path) -> Iterator[None]:
    """A data directory for each test, because commands keep results in a store there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path.with_name(f"{tmp_path.name}-data")))
        yield


@pytest.fixture(autouse=True)
def _end_programs() -> Iterator[None]:
    """End the programs that threads of a failed test still run."""
    yield
    for process in list(programs._running):
        programs._kill(process)


@pytest.fixture
def valid_record() -> Callable[[Any], None]:
    """Validates the --json output of a command against the schemas of records."""

    def validate(record: Any) -> None:
        name = record.get("schema")
        jsonschema.validate(record, record_schema(name) if name else any_record_schema())

    return validate
