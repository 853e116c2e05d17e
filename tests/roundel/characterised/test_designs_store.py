# SPDX-License-Identifier: Apache-2.0
"""Stores that cannot be read: each has one sentence."""

import json
import shutil
from pathlib import Path

import pytest

from roundel.base.errors import InputError
from roundel.characterised import DATA, load_designs


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "designs")
    return tmp_path / "designs"


def change_head(directory: Path, **values: object) -> None:
    path = directory / "head.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


def test_a_copy_can_be_read(copy: Path) -> None:
    assert vars(load_designs(copy)) == vars(load_designs())


def test_a_store_of_another_version_is_refused(copy: Path) -> None:
    change_head(copy, schema="roundel.characterised/99")
    with pytest.raises(InputError, match=r"characterised/99.*reads 'roundel.characterised/1'"):
        load_designs(copy)


def test_a_directory_without_designs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no characterised designs"):
        load_designs(tmp_path)


def test_a_damaged_line_is_named(copy: Path) -> None:
    path = copy / "ecp5.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1][:40], *lines[2:]]))
    with pytest.raises(InputError, match=r"ecp5\.jsonl, line 2"):
        load_designs(copy)
    row = json.loads(lines[0])
    del row["ff"]
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(InputError, match="line 1.*ff: field required"):
        load_designs(copy)


@pytest.mark.parametrize(
    ("name", "field", "known", "unknown"),
    [
        ("ecp5.jsonl", "top", "core", "other"),
        ("ecp5.jsonl", "target", "ecp5-85k-8", "ecp5-9k"),
        ("candidates.jsonl", "top", "core", "other"),
    ],
)
def test_an_unknown_name_is_refused(
    copy: Path, name: str, field: str, known: str, unknown: str
) -> None:
    path = copy / name
    path.write_text(path.read_text().replace(f'"{field}":"{known}"', f'"{field}":"{unknown}"', 1))
    with pytest.raises(InputError, match=f"unknown {field} '{unknown}'"):
        load_designs(copy)


@pytest.mark.parametrize("name", ["ecp5.jsonl", "packets.jsonl", "candidates.jsonl", "head.json"])
def test_a_file_of_another_encoding_is_refused(copy: Path, name: str) -> None:
    path = copy / name
    path.write_bytes(path.read_bytes() + b"\xff\n")
    with pytest.raises(InputError, match=f"{name} is not (UTF-8|JSON)"):
        load_designs(copy)


def test_an_unreadable_file_is_named(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = Path.read_text

    def refuse(path: Path, *words: str, **options: str) -> str:
        if path.name == "packets.jsonl":
            raise PermissionError(13, "Permission denied")
        return read(path, *words, **options)

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(InputError, match=r"packets\.jsonl cannot be read \(Permission denied\)"):
        load_designs(copy)
