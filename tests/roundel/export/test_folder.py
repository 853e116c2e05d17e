# SPDX-License-Identifier: Apache-2.0
"""The folder is written as a whole or not at all, and files of the user stay."""

import json
from pathlib import Path

import pytest

from roundel.base.errors import InputError
from roundel.export import folder

RECORD = {"schema": "roundel.export/1"}


def names(place: Path) -> dict[str, str]:
    return {
        path.relative_to(place).as_posix(): path.read_text()
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.name != folder.MANIFEST
    }


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of an earlier export."""
    found = tmp_path / "aes"
    folder.write_folder(found, {"rtl/a.sv": b"a", "rtl/sub/b.sv": b"b", "c": b"c"}, RECORD)
    return found


def test_a_new_folder_has_a_manifest(place: Path) -> None:
    assert names(place) == {"rtl/a.sv": "a", "rtl/sub/b.sv": "b", "c": "c"}
    listed = json.loads((place / folder.MANIFEST).read_text())["files"]
    assert listed == {name: folder.digest(text.encode()) for name, text in names(place).items()}
    assert [path.name for path in place.parent.iterdir()] == ["aes"]


def test_an_empty_folder_is_usable(tmp_path: Path) -> None:
    (tmp_path / "aes").mkdir()
    folder.check_folder(tmp_path / "aes", force=False)
    folder.write_folder(tmp_path / "aes", {"a": b"a"}, RECORD)
    assert names(tmp_path / "aes") == {"a": "a"}


def test_a_filled_folder_needs_force(place: Path) -> None:
    with pytest.raises(InputError, match="is not empty; give another directory with -o, or --fo"):
        folder.check_folder(place, force=False)
    folder.check_folder(place, force=True)


def test_a_later_export_replaces_its_own_files(place: Path) -> None:
    (place / "mine.txt").write_text("mine")
    (place / "rtl" / "mine.sv").write_text("mine")
    folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD)
    assert names(place) == {"rtl/a.sv": "new", "rtl/mine.sv": "mine", "mine.txt": "mine"}
    assert not (place / "rtl" / "sub").exists()
    assert [path.name for path in place.parent.iterdir()] == ["aes"]


def test_a_changed_file_is_neither_deleted_nor_replaced(place: Path) -> None:
    (place / "c").write_text("edited")
    folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD)
    assert names(place) == {"rtl/a.sv": "new", "c": "edited"}
    (place / "rtl" / "a.sv").write_text("edited")
    with pytest.raises(InputError, match=r"rtl/a\.sv exists and is not an unchanged file"):
        folder.write_folder(place, {"rtl/a.sv": b"newer", "d": b"d"}, RECORD)
    assert names(place) == {"rtl/a.sv": "edited", "c": "edited"}


@pytest.mark.parametrize("name", ["c/file", "rtl", "free/../rtl/a.sv"])
def test_a_file_of_the_user_is_not_replaced(tmp_path: Path, name: str) -> None:
    place = tmp_path / "aes"
    (place / "rtl").mkdir(parents=True)
    (place / "free").mkdir()
    (place / "c").write_text("mine")
    (place / "rtl" / "a.sv").write_text("mine")
    with pytest.raises(InputError, match="move it away"):
        folder.write_folder(place, {name: b"new"}, RECORD)
    assert names(place) == {"c": "mine", "rtl/a.sv": "mine"}


def test_a_link_does_not_lead_out_of_the_folder(place: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.sv").write_text("a")
    for path in ((place / "rtl" / "a.sv"), (place / "rtl" / "sub" / "b.sv")):
        path.unlink()
    (place / "rtl" / "sub").rmdir()
    (place / "rtl").rmdir()
    (place / "rtl").symlink_to(outside)
    with pytest.raises(InputError, match="rtl exists"):
        folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD)
    folder.write_folder(place, {"d": b"d"}, RECORD)
    assert (outside / "a.sv").read_text() == "a"


def test_an_edited_manifest_deletes_nothing_outside(place: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    manifest = json.loads((place / folder.MANIFEST).read_text())
    manifest["files"] |= {"../outside": folder.digest(b"x"), "/etc/hostname": "0"}
    (place / folder.MANIFEST).write_text(json.dumps(manifest))
    folder.write_folder(place, {"d": b"d"}, RECORD)
    assert (tmp_path / "outside").read_text() == "x"


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other/1", "files": {"c": "0"}}', "\xff"])
def test_a_strange_manifest_belongs_to_the_user(place: Path, text: str) -> None:
    (place / folder.MANIFEST).write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"manifest\.json exists"):
        folder.write_folder(place, {"d": b"d"}, RECORD)
    assert set(names(place)) == {"rtl/a.sv", "rtl/sub/b.sv", "c"}


@pytest.mark.parametrize("broken", range(1, 8))
def test_an_error_changes_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    """The disk refuses the nth of seven renames: four files are saved, three are placed."""
    before = names(place)
    manifest = (place / folder.MANIFEST).read_text()
    real, count = Path.rename, 0

    def rename(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == broken:
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", rename)
    new = {"rtl/a.sv": b"new", "new/e": b"e"}
    with pytest.raises(InputError, match="nothing was changed"):
        folder.write_folder(place, new, RECORD)
    monkeypatch.undo()
    assert names(place) == before
    assert (place / folder.MANIFEST).read_text() == manifest
    assert not (place / "new").exists()
    assert [path.name for path in place.parent.iterdir()] == ["aes"]


def test_a_full_disk_leaves_no_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_bytes(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    with pytest.raises(InputError, match="No space left on device"):
        folder.write_folder(tmp_path / "aes", {"a": b"a"}, RECORD)
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)
    for name, said in (
        ("file", "is not a directory"), ("link", "is not a directory"),
        ("missing/aes", "there is no directory"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=said):
            folder.check_folder(tmp_path / name, force=True)


def test_an_unreadable_folder(tmp_path: Path) -> None:
    """No user can read a folder with so long a name."""
    with pytest.raises(InputError, match="cannot read"):
        folder.check_folder(tmp_path / ("a" * 300), force=True)
