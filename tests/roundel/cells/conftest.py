# SPDX-License-Identifier: Apache-2.0
"""Libraries for the tests of standard cells."""

from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from tests.roundel.cells.small import liberty

from roundel.base.errors import FailureError
from roundel.cells import library


@pytest.fixture
def small(tmp_path: Path) -> Callable[..., Path]:
    """Writes the small library, with its options; returns the file."""

    def write(
        without: Collection[str] = (),
        *,
        wire_load: bool = False,
        load: float | None = None,
        slew: float | None = None,
    ) -> Path:
        path = tmp_path / "small.lib"
        text = liberty(without, wire_load=wire_load, load=load, slew=slew)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def osu() -> library.Library:
    """OSU 0.18 um from Debian; skips without the package."""
    try:
        return library.find_library("cells")
    except FailureError as missing:
        pytest.skip(str(missing))
