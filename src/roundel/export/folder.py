# SPDX-License-Identifier: Apache-2.0
"""The exported folder: written as a whole or not at all, with a manifest of its files.

The manifest holds the digest of each written file. A later export into the same folder replaces and
deletes only files whose digest is still the one in the manifest: all other files belong to the
user.
"""

import contextlib
import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from roundel.base.errors import InputError

MANIFEST = "manifest.json"


def digest(data: bytes) -> str:
    """The digest of a file in the manifest."""
    return hashlib.sha256(data).hexdigest()


def check_folder(folder: Path, *, force: bool) -> None:
    """Refuse a place that cannot become the folder; nothing is written.

    Raises:
        InputError: The folder is not empty and `force` is false; or it is a file, or the directory
            above does not exist.
    """
    try:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise InputError(f"{folder} is not a directory; give another directory with -o.")
        if not folder.parent.is_dir():
            raise InputError(f"there is no directory {folder.parent}; create it, or change -o.")
        filled = folder.is_dir() and any(folder.iterdir())
    except OSError as error:
        raise InputError(f"cannot read {folder} ({error.strerror}); change -o.") from error
    if filled and not force:
        raise InputError(
            f"{folder} is not empty; give another directory with -o, or --force to replace the "
            "files of an earlier export."
        )


def write_folder(folder: Path, files: Mapping[str, bytes], record: Mapping[str, Any]) -> None:
    """Write the files and the manifest; after an error the folder is as before.

    Args:
        folder: The directory; it may exist with `check_folder`.
        files: The contents by path in the folder, with slashes.
        record: Further entries of the manifest.

    Raises:
        InputError: A file of the user is in the place of a new file, or the disk refuses.
    """
    listed = {name: digest(data) for name, data in sorted(files.items())}
    manifest = json.dumps({**record, "files": listed}, indent=2) + "\n"
    whole = {**files, MANIFEST: manifest.encode()}
    old = _own_files(folder)
    for name in whole:
        _check_free(folder, name, old)
    draft = folder.parent / f".roundel-{secrets.token_hex(8)}"
    try:
        try:
            for name, data in whole.items():
                path = draft / "new" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            if folder.is_dir() and any(folder.iterdir()):
                _merge(folder, draft, list(whole), sorted(old - whole.keys()))
            else:
                with contextlib.suppress(FileNotFoundError):
                    folder.rmdir()
                (draft / "new").rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise InputError(
            f"cannot write {folder} ({error.strerror}); nothing was changed. Free some space, or "
            "give another directory with -o."
        ) from error


def _own_files(folder: Path) -> set[str]:
    """The unchanged files of an earlier export, and its manifest."""
    try:
        entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        listed = dict(entries["files"]) if entries.get("schema", "").startswith("roundel.") else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()
    found = {MANIFEST} if listed else set()
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


def _check_free(folder: Path, name: str, old: set[str]) -> None:
    path = folder / name
    above = [item for item in path.parents if folder in item.parents]
    blocked = [item for item in above if item.is_symlink() or (item.exists() and not item.is_dir())]
    if name not in old and (os.path.lexists(path) or blocked):
        raise InputError(
            f"{(blocked or [path])[0]} exists and is not an unchanged file of an earlier export; "
            "move it away, or give another directory with -o."
        )


def _merge(folder: Path, draft: Path, new: list[str], gone: list[str]) -> None:
    """Replace and delete files of an earlier export; undo all after an OSError."""
    saved: list[str] = []
    placed: list[str] = []
    try:
        for name in [*new, *gone]:
            if (folder / name).is_file():
                backup = draft / "old" / name
                backup.parent.mkdir(parents=True, exist_ok=True)
                (folder / name).rename(backup)
                saved.append(name)
        for name in new:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / "new" / name).rename(folder / name)
            placed.append(name)
    except OSError:
        for name in placed:
            (folder / name).unlink()
        for name in saved:
            (draft / "old" / name).rename(folder / name)
        _remove_empty(folder, new)
        raise
    _remove_empty(folder, gone)


def _remove_empty(folder: Path, names: list[str]) -> None:
    """Remove directories of files that are gone, if the directories are empty."""
    for name in names:
        for above in PurePosixPath(name).parents:
            if above.parts:
                with contextlib.suppress(OSError):
                    (folder / above).rmdir()
