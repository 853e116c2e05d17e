# SPDX-License-Identifier: Apache-2.0
"""A folder of its own for each test of jobs."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with cache and user data below it."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path
