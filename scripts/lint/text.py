# SPDX-License-Identifier: Apache-2.0
"""The rules for the text of RTL files and for the lists of files."""

import re
from collections.abc import Iterator
from pathlib import Path

from scripts.lint.tools import Library

from roundel.design.files import is_header

__all__ = ["reasons", "refusals", "text_faults"]

COLUMNS = 100
ROOT = Path(__file__).resolve().parents[2]


def text_faults(library: Library, tried: frozenset[str]) -> Iterator[str]:
    """The faults of the sources as text, and of the file lists.

    Args:
        library: The RTL.
        tried: The names of the errors caused by the impossible combinations, without prefix.
    """
    existing = sorted(
        path.relative_to(library.rtl).as_posix()
        for path in library.rtl.rglob("*.sv")
        if path not in library.vendors
    )
    listed = [*library.names, *library.tops]
    if duplicates := {name for name in listed if listed.count(name) > 1}:
        yield f"roundel.f lists {', '.join(sorted(duplicates))} more than once"
    for name in sorted(set(existing) ^ set(listed)):
        yield f"rtl/{name} {'is not in roundel.f' if name in existing else 'does not exist'}"
    uses = "\n".join(
        path.read_text(encoding="utf-8")
        for folder in ("tests", "formal")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".sv"}
    )
    yield from _vendor_faults(library)
    tops = [library.rtl / name for name in library.tops]
    for path in [*dict.fromkeys([*library.files, *tops]), *library.vendors]:
        if not path.exists():
            continue
        where = f"rtl/{path.relative_to(library.rtl).as_posix()}"
        content = path.read_text(encoding="utf-8")
        lines = content.splitlines()
        if lines[:1] != ["// SPDX-License-Identifier: Apache-2.0"]:
            yield f"{where}:1: the first line is not the SPDX line"
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS:
                yield f"{where}:{number}: {len(line)} columns, more than {COLUMNS}"
            if not line.isascii():
                yield f"{where}:{number}: not ASCII"
            if line != line.rstrip():
                yield f"{where}:{number}: trailing blanks"
        if is_header(path):
            continue
        kind = "package" if path.stem.endswith("_pkg") else "module"
        defined = re.findall(rf"^{kind} (?:automatic )?(\w+)", content, re.MULTILINE)
        if defined != [path.stem]:
            yield f"{where}: defines {', '.join(defined) or 'nothing'}, not {path.stem} alone"
        if lines[-1:] != [f"end{kind} : {path.stem}"]:
            yield f"{where}: the last line is not `end{kind} : {path.stem}`"
        if not re.search(rf"\b{path.stem}\b", uses):
            yield f"{where}: no test or proof names {path.stem}"
    errors = reasons(library)
    for message in sorted(errors ^ tried):
        yield (
            f"roundel_error_{message} is in the RTL, but no impossible combination causes it"
            if message in errors
            else f"roundel_error_{message} is expected, but missing in the RTL"
        )


def reasons(library: Library) -> set[str]:
    """The reasons of all undefined modules in the RTL, without the prefix roundel_error_."""
    bare = re.findall(r"\broundel_error_(\w+) u_error\b", _all_text(library))
    return {*bare, *refusals(library)}


def refusals(library: Library) -> set[str]:
    """The reasons of `ROUNDEL_REFUSE in the RTL, without the prefix roundel_error_."""
    return set(re.findall(r"`ROUNDEL_REFUSE\(\s*roundel_error_(\w+),", _all_text(library)))


def _vendor_faults(library: Library) -> Iterator[str]:
    """The faults of the vendors' file lists."""
    for vendor in sorted({path.parent.name for path in library.vendors}):
        own = {path.name for path in library.vendors if path.parent.name == vendor}
        for name in sorted(own - {path.name for path in library.files}):
            yield f"rtl/vendor/{vendor}/{name} replaces no file of roundel.f"
        wanted = [
            f"vendor/{vendor}/{Path(name).name}" if Path(name).name in own else name
            for name in library.names
        ]
        wanted = ["+incdir+include", *wanted] if library.headers else wanted
        path = library.rtl / f"roundel_{vendor}.f"
        if not path.is_file() or path.read_text(encoding="utf-8").split() != wanted:
            yield f"{path.name} is not roundel.f with the files of rtl/vendor/{vendor}"


def _all_text(library: Library) -> str:
    files = (path for path in library.files if path.exists() and not is_header(path))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)
