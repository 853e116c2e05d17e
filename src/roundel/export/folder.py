# SPDX-License-Identifier: Apache-2.0
"""The exported folder: written as a whole or not at all, with a manifest of its files.

The manifest holds the digest of each written file and of its own other entries. A later export into
the same folder replaces and deletes only files whose digest is still the one in the manifest: all
other files belong to the user.
"""

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from roundel.base.errors import FailureError, InputError

MANIFEST = "manifest.json"

_FULL = (errno.ENOSPC, errno.EDQUOT)


def digest(data: bytes) -> str:
    """The digest of a file in the manifest."""
    return hashlib.sha256(data).hexdigest()


def check_folder(folder: Path, *, force: bool) -> None:
    """Refuse a path that is not usable as the output folder; nothing is written.

    Raises:
        InputError: The folder is not empty and `force` is false; or the path is a file, a link, or
            below a file.
    """
    try:
        if folder.is_symlink():
            raise InputError(f"{folder} is a link; give the directory itself with -o.")
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder} is not a directory; give another directory with -o.")
        above = next(path for path in folder.absolute().parents if os.path.lexists(path))
        if not above.is_dir():
            raise InputError(f"{above} is not a directory; give another directory with -o.")
        filled = folder.is_dir() and any(folder.iterdir())
    except OSError as error:
        raise InputError(f"cannot read {folder} ({error.strerror}); change -o.") from error
    if filled and not force:
        raise InputError(
            f"{folder} is not empty; give another directory with -o, or --force to replace the "
            "files of an earlier export."
        )


def write_folder(
    folder: Path, files: Mapping[str, bytes], record: Mapping[str, Any], *, force: bool = False
) -> None:
    """Write the files and the manifest; after an error or an interrupt the folder is as before.

    Args:
        folder: The directory; see `check_folder`.
        files: The contents by path in the folder, with slashes.
        record: Further entries of the manifest.
        force: Replace the unchanged files of an earlier export in the folder.

    Raises:
        InputError: A user's file has the path of a new file, or the disk refuses a write.
        FailureError: After an error, the disk also refused to move the old files back.
    """
    listed = {name: digest(data) for name, data in sorted(files.items())}
    entries = {**record, "files": listed}
    manifest = json.dumps({**entries, "digest": _own_digest(entries)}, indent=2) + "\n"
    whole = {**files, MANIFEST: manifest.encode()}
    place = folder.resolve()  # `.` has its parent outside
    draft = place.parent / f".roundel-{secrets.token_hex(8)}"
    made = [path for path in place.parents if not path.exists()]
    try:
        for name, data in whole.items():
            path = draft / "new" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        with _locked(place.parent):
            check_folder(folder, force=force)
            old = _own_files(folder)
            _check_free(folder, whole, old)
            if folder.is_dir():  # keeps its owner and its mode
                _merge(folder, draft, list(whole), old)
            else:
                (draft / "new").rename(place)
    except OSError as error:
        space = "Free some space, or give" if error.errno in _FULL else "Give"
        raise InputError(
            f"cannot write {folder} ({error.strerror}); nothing was changed. {space} another "
            "directory with -o."
        ) from error
    finally:
        if not (draft / "old").exists():
            shutil.rmtree(draft, ignore_errors=True)
        for path in made:  # only empty ones
            with contextlib.suppress(OSError):
                path.rmdir()


def _own_digest(entries: Mapping[str, Any]) -> str:
    """The digest of the other entries of a manifest."""
    return digest(json.dumps(entries, sort_keys=True).encode())


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """Let one export at a time change the folders of a directory."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _own_files(folder: Path) -> set[str]:
    """The unchanged files of an earlier export, and its manifest, if unchanged."""
    try:
        entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        listed = dict(entries["files"]) if entries.get("schema", "").startswith("roundel.") else {}
        own = entries.pop("digest")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()
    found = {MANIFEST} if listed and own == _own_digest(entries) else set()
    for name, value in listed.items():
        parts = PurePosixPath(name).parts
        path = folder / name
        if ".." in parts or PurePosixPath(name).is_absolute() or _through_link(folder, name):
            continue  # an edited manifest must not reach files outside of the folder
        with contextlib.suppress(OSError):
            if path.is_file() and digest(path.read_bytes()) == value:
                found.add(name)
    return found


def _through_link(folder: Path, name: str) -> bool:
    path = folder / name
    return any(item.is_symlink() for item in (path, *path.parents) if folder in item.parents)


def _check_free(folder: Path, names: Iterable[str], old: set[str]) -> None:
    """Refuse files of a user, and links, in the places of new files."""
    taken: dict[Path, None] = {}
    for path in (folder / name for name in names if name not in old):
        above = [item for item in path.parents if folder in item.parents]
        blocked = [
            item for item in above if item.is_symlink() or (item.exists() and not item.is_dir())
        ]
        if blocked or os.path.lexists(path):
            taken[(blocked or [path])[0]] = None
    if taken:
        listed = ", ".join(str(path.relative_to(folder)) for path in taken)
        raise InputError(
            f"{folder} has entries in the places of new files that are not unchanged files of an "
            f"earlier export: {listed}; move these entries away, or give another directory with -o."
        )


def _merge(folder: Path, draft: Path, new: list[str], old: set[str]) -> None:
    """Replace and delete the files of an earlier export; undo all after an error or an interrupt.

    The directory `old` of the draft exists only while the folder lacks its old files.
    """
    obsolete = sorted(old - set(new))
    saved: list[str] = []
    placed: list[str] = []
    try:
        for name in [*(name for name in new if name in old), *obsolete]:
            backup = draft / "old" / name
            backup.parent.mkdir(parents=True, exist_ok=True)
            saved.append(name)
            (folder / name).rename(backup)
        for name in new:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            placed.append(name)
            (draft / "new" / name).rename(folder / name)
    except BaseException:
        _undo(folder, draft, saved, placed)
        _remove_empty(folder, new)
        raise
    shutil.rmtree(draft / "old", ignore_errors=True)
    _remove_empty(folder, obsolete)


def _undo(folder: Path, draft: Path, saved: list[str], placed: list[str]) -> None:
    """Move the old files back, and delete the new ones; the last file of a list may not be moved.

    Raises:
        FailureError: The disk refuses.
    """
    try:
        for name in placed:
            if not (draft / "new" / name).exists():
                (folder / name).unlink()
        for name in saved:
            if (draft / "old" / name).exists():
                (draft / "old" / name).rename(folder / name)
    except OSError as error:
        raise FailureError(
            f"cannot write {folder}, and cannot move its old files back ({error.strerror}); the "
            f"old files are in {draft / 'old'}."
        ) from error
    shutil.rmtree(draft / "old", ignore_errors=True)


def _remove_empty(folder: Path, names: list[str]) -> None:
    """Remove the directories of removed files, if the directories are empty."""
    for name in names:
        for above in PurePosixPath(name).parents:
            if above.parts:
                with contextlib.suppress(OSError):
                    (folder / above).rmdir()
