# SPDX-License-Identifier: Apache-2.0
"""Files of text that are written whole or not at all."""

import os
import secrets
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from roundel.base.errors import InputError


def check_place(path: Path, option: str = "--html") -> None:
    """Refuse, by an InputError, a file that cannot be written; the file stays as it is."""
    try:
        target = _target(path)
        for place in (target, _draft(target)):
            there = place.exists()
            with place.open("a"):
                pass
            if not there:
                place.unlink()
    except OSError as error:
        raise InputError(
            f"cannot write {path} ({error.strerror}); give another place with {option}."
        ) from error


def check_outputs(outputs: Mapping[str, Path | None], inputs: Iterable[Path]) -> None:
    """Refuse, by an InputError, a file that cannot be written, or that is an input or named twice.

    `outputs` has the files by the options that name them; None for an option that is not given.
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


def _target(path: Path) -> Path:
    """The file that a name stands for."""
    if str(path.absolute()).startswith(("/dev/", "/proc/")):
        raise OSError(0, "it is a device")
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(0, "it is a directory")
    if target.exists() and not target.is_file():
        raise OSError(0, "it is no file")
    return target


def _draft(target: Path) -> Path:
    """Where a file is written before it has its name."""
    return target.parent / f".roundel-{secrets.token_hex(8)}"


def write_whole(path: Path, text: str) -> None:
    """Write a whole file of text, or raise an OSError and leave an older file as it was."""
    target = _target(path)
    draft = _draft(target)
    try:
        draft.write_text(text, encoding="utf-8")
        if target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
