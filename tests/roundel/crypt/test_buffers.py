# SPDX-License-Identifier: Apache-2.0
"""Memory of the devices: its location, and its contents after the end."""

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from roundel.base.errors import FailureError, InputError
from roundel.crypt import buffers
from roundel.crypt.buffers import Spaces


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffers, "MEMORY", 1000)


@pytest.mark.parametrize("size", [0, 1, 1000, 1001, 3 * 2**18 + 5])
def test_what_is_given_back_is_wiped(tmp_path: Path, size: int) -> None:
    with Spaces() as spaces:
        space = spaces.take(size, tmp_path / "out")
        assert len(space.view) == size
        assert not any(space.view)
        space.view[:] = b"x" * size
        spaces.give_back(space)
        assert not any(space.view)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_given_back_is_wiped(tmp_path: Path) -> None:
    views = []
    with Spaces() as spaces:
        for size in (10, 5000):
            views.append(spaces.take(size, tmp_path / "out").view)
            views[-1][:] = b"x" * size
    assert not any(any(view) for view in views)


def test_a_file_has_its_place_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is allocated on the disk; otherwise a full disk would end the process."""
    made: list[int] = []
    real = tempfile.TemporaryFile

    def watched(**more: Any) -> Any:
        file = real(**more)
        made.append(os.dup(file.fileno()))
        return file

    monkeypatch.setattr(tempfile, "TemporaryFile", watched)
    with Spaces() as spaces:
        spaces.take(1000, tmp_path / "out")
        assert made == []
        spaces.take(1 << 20, tmp_path / "out")
        (number,) = made
        status = os.fstat(number)
        assert status.st_size == 1 << 20
        assert 512 * status.st_blocks >= 1 << 20
        assert status.st_nlink == 0
    os.close(number)


def test_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Spaces() as spaces:
        with pytest.raises(InputError, match="cannot write .*out .No such file or directory"):
            spaces.take(2000, tmp_path / "gone" / "out")
        monkeypatch.setattr(buffers, "MEMORY", 1 << 62)
        with pytest.raises(FailureError, match="writing .*out failed .Cannot allocate memory"):
            spaces.take(1 << 60, tmp_path / "out")
