# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog files named by a file, and the proofs affected by a change of the RTL."""

import re
from collections.abc import Iterable
from pathlib import Path

from scripts.imports import ROOT

__all__ = ["all_files", "proofs_of", "references"]

_SUFFIXES = (".sv", ".svh")  # of modules and packages, and of headers
_FOLDERS = ("rtl", "formal", "tests", "fusesoc")


def all_files() -> list[Path]:
    """The SystemVerilog files of the repository, each named after its module."""
    return [
        path
        for folder in _FOLDERS
        for path in sorted((ROOT / folder).rglob("*.sv*"))
        if path.suffix in _SUFFIXES
    ]


def references(files: Iterable[Path]) -> dict[Path, set[Path]]:
    """The SystemVerilog files of the modules named in each file.

    Python files outside tests/rtl are skipped: they name modules only in descriptions. A test uses
    the bench of the same name in its folder.
    """
    known: dict[str, list[Path]] = {}
    for path in all_files():
        known.setdefault(path.stem, []).append(
            path
        )  # a vendor's file has the name of a general file
    found = {}
    for path in files:
        if path.suffix in _SUFFIXES or ROOT / "tests" / "rtl" in path.parents:
            text = path.read_text(encoding="utf-8")
            if path.suffix in _SUFFIXES:
                text = re.sub(r"//.*", "", text)
            words = set(re.findall(r"\w+", text))
            words.add(path.stem.replace("test_", "tb_", 1))
            found[path] = {other for word in words & known.keys() for other in known[word]} - {path}
    return found


def proofs_of(files: Iterable[Path]) -> frozenset[str]:
    """The names of the short proofs whose designs contain a changed file."""
    rtl = {path for path in files if path.suffix in _SUFFIXES}
    if not rtl:
        return frozenset()
    from formal import run

    return frozenset(proof.name for proof in run.select([]) if rtl & set(run.sources(proof)))
