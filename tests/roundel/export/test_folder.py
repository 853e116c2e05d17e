# SPDX-License-Identifier: Apache-2.0
"""The folder is written as a whole or not at all, and files of the user stay."""

import json
from pathlib import Path

import pytest

from roundel.base.errors import FailureError, InputError
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


def test_an_empty_folder_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "aes").mkdir()
    (tmp_path / "aes").chmod(0o2770)
    node = (tmp_path / "aes").stat().st_ino
    folder.write_folder(tmp_path / "aes", {"a/b": b"a"}, RECORD)
    found = (tmp_path / "aes").stat()
    assert (found.st_ino, found.st_mode & 0o7777) == (node, 0o2770)


def test_the_current_folder_is_usable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "aes").mkdir()
    monkeypatch.chdir(tmp_path / "aes")
    folder.check_folder(Path(), force=False)
    folder.write_folder(Path(), {"a": b"a"}, RECORD)
    assert names(tmp_path / "aes") == {"a": "a"}
    assert [path.name for path in tmp_path.iterdir()] == ["aes"]


def test_a_filled_folder_needs_force(place: Path) -> None:
    with pytest.raises(InputError, match="is not empty; give another directory with -o, or --fo"):
        folder.check_folder(place, force=False)
    folder.check_folder(place, force=True)


def test_a_later_export_replaces_its_own_files(place: Path) -> None:
    (place / "mine.txt").write_text("mine")
    (place / "rtl" / "mine.sv").write_text("mine")
    with pytest.raises(InputError, match="is not empty"):
        folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD)
    folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD, force=True)
    assert names(place) == {"rtl/a.sv": "new", "rtl/mine.sv": "mine", "mine.txt": "mine"}
    assert not (place / "rtl" / "sub").exists()
    assert [path.name for path in place.parent.iterdir()] == ["aes"]


def test_a_changed_file_is_neither_deleted_nor_replaced(place: Path) -> None:
    (place / "c").write_text("edited")
    folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD, force=True)
    assert names(place) == {"rtl/a.sv": "new", "c": "edited"}
    (place / "rtl" / "a.sv").write_text("edited")
    with pytest.raises(InputError, match=r"earlier export: c, rtl/a\.sv; move"):
        folder.write_folder(
            place, dict.fromkeys(("c", "rtl/a.sv", "d"), b"new"), RECORD, force=True
        )
    assert names(place) == {"rtl/a.sv": "edited", "c": "edited"}


@pytest.mark.parametrize("name", ["c/file", "rtl", "free/../rtl/a.sv"])
def test_a_file_of_the_user_is_not_replaced(tmp_path: Path, name: str) -> None:
    place = tmp_path / "aes"
    (place / "rtl").mkdir(parents=True)
    (place / "free").mkdir()
    (place / "c").write_text("mine")
    (place / "rtl" / "a.sv").write_text("mine")
    with pytest.raises(InputError, match="move these entries away"):
        folder.write_folder(place, {name: b"new"}, RECORD, force=True)
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
    with pytest.raises(InputError, match="earlier export: rtl;"):
        folder.write_folder(place, {"rtl/a.sv": b"new"}, RECORD, force=True)
    folder.write_folder(place, {"d": b"d"}, RECORD, force=True)
    assert (outside / "a.sv").read_text() == "a"


def test_an_edited_manifest_deletes_nothing_outside(place: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    manifest = json.loads((place / folder.MANIFEST).read_text())
    manifest["files"] |= {"../outside": folder.digest(b"x"), "/etc/hostname": "0"}
    del manifest["digest"]
    manifest["digest"] = folder._own_digest(manifest)
    (place / folder.MANIFEST).write_text(json.dumps(manifest))
    folder.write_folder(place, {"d": b"d"}, RECORD, force=True)
    assert (tmp_path / "outside").read_text() == "x"


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other/1", "files": {"c": "0"}}', "\xff"])
def test_a_strange_manifest_belongs_to_the_user(place: Path, text: str) -> None:
    (place / folder.MANIFEST).write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"earlier export: manifest\.json"):
        folder.write_folder(place, {"d": b"d"}, RECORD, force=True)
    assert set(names(place)) == {"rtl/a.sv", "rtl/sub/b.sv", "c"}


class Disk:
    """Counts renames, and breaks some of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], broken: range):
        self.count = 0
        real = Path.rename

        def rename(path: Path, target: Path) -> Path:
            self.count += 1
            if self.count in broken:
                raise error(28, "No space left on device")
            return real(path, target)

        monkeypatch.setattr(Path, "rename", rename)


NEW = {"rtl/a.sv": b"new", "new/e": b"e"}


@pytest.mark.parametrize("broken", range(1, 8))
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_an_error_changes_nothing(
    place: Path, monkeypatch: pytest.MonkeyPatch, broken: int, error: type[BaseException]
) -> None:
    """The nth of seven renames breaks: four files are saved, three are placed."""
    before = names(place)
    manifest = (place / folder.MANIFEST).read_text()
    disk = Disk(monkeypatch, error, range(broken, broken + 1))
    with pytest.raises((InputError, KeyboardInterrupt)) as raised:
        folder.write_folder(place, NEW, RECORD, force=True)
    monkeypatch.undo()
    assert disk.count >= broken
    if error is OSError:
        assert "nothing was changed. Free some space, or give" in str(raised.value)
    assert names(place) == before
    assert (place / folder.MANIFEST).read_text() == manifest
    assert not (place / "new").exists()
    assert [path.name for path in place.parent.iterdir()] == ["aes"]


@pytest.mark.parametrize("broken", range(2, 8))
def test_old_files_are_kept_if_the_disk_refuses_to_move_them_back(
    place: Path, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    before = names(place)
    Disk(monkeypatch, OSError, range(broken, 100))
    with pytest.raises(FailureError, match="the old files are in ") as raised:
        folder.write_folder(place, NEW, RECORD, force=True)
    monkeypatch.undo()
    kept = Path(str(raised.value).rpartition(" in ")[2].removesuffix("."))
    assert {**names(place), **names(kept)} == before


def test_an_edited_manifest_is_not_replaced(place: Path) -> None:
    manifest = json.loads((place / folder.MANIFEST).read_text())
    (place / folder.MANIFEST).write_text(json.dumps({**manifest, "note": "mine"}))
    with pytest.raises(InputError, match=r"earlier export: .*manifest\.json"):
        folder.write_folder(place, {"c": b"new"}, RECORD, force=True)
    assert names(place)["c"] == "c"


def test_an_error_leaves_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "aes").mkdir()
    Disk(monkeypatch, OSError, range(1, 2))
    with pytest.raises(InputError, match="nothing was changed"):
        folder.write_folder(tmp_path / "aes", {"a": b"a"}, RECORD)
    assert [path.name for path in tmp_path.iterdir()] == ["aes"]


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
        ("file", "is not a directory"), ("link", "is a link"),
        ("file/sub/aes", "file is not a directory"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=said):
            folder.check_folder(tmp_path / name, force=True)


def test_missing_directories_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a" / "b" / "aes"
    folder.check_folder(place, force=False)
    assert not (tmp_path / "a").exists()
    with monkeypatch.context() as patch:
        Disk(patch, OSError, range(1, 2))
        with pytest.raises(InputError, match="nothing was changed"):
            folder.write_folder(place, {"c": b"c"}, RECORD)
    assert list(tmp_path.iterdir()) == []
    folder.write_folder(place, {"c": b"c"}, RECORD)
    assert names(place) == {"c": "c"}


def test_an_unreadable_folder(tmp_path: Path) -> None:
    """No user can read a folder with so long a name."""
    with pytest.raises(InputError, match="cannot read"):
        folder.check_folder(tmp_path / ("a" * 300), force=True)
