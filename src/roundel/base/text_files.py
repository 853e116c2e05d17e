# SPDX-License-Identifier: Apache-2.0
"""Text files: a file is written as a whole, or the older file stays."""

import os
import secrets
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from roundel.base.errors import InputError


def check_place(path: Path, option: str = "--html") -> None:
    """InputError if a file cannot be written; an existing file stays unchanged."""
    try:
        target = _target(path)
        for place in (target, _draft(target)):
            existed = place.exists()
            with place.open("a"):
                pass
            if not existed:
                place.unlink()
    except OSError as error:
        raise InputError(
            f"cannot write {path} ({error.strerror}); give another file with {option}."
        ) from error


def check_outputs(outputs: Mapping[str, Path | None], inputs: Iterable[Path]) -> None:
    """InputError if an output cannot be written, is also an input, or is named twice.

    `outputs` maps each option to a file, or to None without the option.
    """
    taken = {os.path.realpath(path): "an input of this command" for path in inputs}
    for option, path in outputs.items():
        if path is not None:
            place = os.path.realpath(path)
            if place in taken:
                raise InputError(
                    f"{option} {path} is also {taken[place]}; give another file with {option}."
                )
            taken[place] = f"the file of {option}"
            check_place(path, option)


def check_absent(path: Path, *, force: bool) -> None:
    """InputError if a file exists that may only be overwritten with `force`."""
    if path.exists() and not force:
        raise InputError(f"{path} exists; give another file name, or --force to overwrite it.")


def _target(path: Path) -> Path:
    """The regular file behind a name and its symbolic links, or an OSError."""
    if str(path.absolute()).startswith(("/dev/", "/proc/")):
        raise OSError(0, "a device")
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(0, "a directory")
    if target.exists() and not target.is_file():
        raise OSError(0, "not a regular file")
    return target


def _draft(target: Path) -> Path:
    """A name beside the target for the unfinished file."""
    return target.parent / f".roundel-{secrets.token_hex(8)}"


def write_whole(path: Path, text: str) -> None:
    """Write a text file as a whole; after an OSError the older file is unchanged."""
    target = _target(path)
    draft = _draft(target)
    try:
        draft.write_text(text, encoding="utf-8")
        if target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
