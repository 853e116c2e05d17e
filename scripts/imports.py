# SPDX-License-Identifier: Apache-2.0
"""The Python files of the repository that a Python file imports, directly or indirectly."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

__all__ = ["ROOT", "all_files", "closure", "fixtures", "imported"]

ROOT = Path(__file__).resolve().parents[1]
_PLACES = {"roundel": ROOT / "src", "tests": ROOT, "scripts": ROOT, "formal": ROOT}


def all_files() -> list[Path]:
    """The Python files of the repository."""
    folders = (ROOT / name for name in ("src", "tests", "scripts", "formal"))
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]


def closure(path: Path) -> frozenset[Path]:
    """A file, all its imports, and the conftest.py files for this file."""
    found: set[Path] = set()
    waiting = [path.resolve()]
    while waiting:
        item = waiting.pop()
        if item not in found:
            found.add(item)
            waiting += imported(item)
            waiting += fixtures(item)
    return frozenset(found)


@functools.cache
def imported(path: Path) -> frozenset[Path]:
    """The files of the repository directly imported by a file.

    An import inside a function counts. A package's `__init__.py` counts if the import names the
    package itself.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        file for node in ast.walk(tree) for name in _names(node) for file in _files(name)
    )


def _names(node: ast.AST) -> Iterator[str]:
    """The dotted names in an import statement; contents of modules are removed later."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _files(name: str) -> Iterator[Path]:
    """The file of the longest prefix of a dotted name that is a module."""
    parts = name.split(".")
    if parts[0] not in _PLACES:
        return
    while parts:
        path = _PLACES[parts[0]].joinpath(*parts)
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                yield file
                return
        parts.pop()


def fixtures(path: Path) -> Iterator[Path]:
    """The conftest.py files that pytest loads for a file."""
    tests = ROOT / "tests"
    if tests in path.parents:
        for folder in path.parents:
            if (folder / "conftest.py").is_file():
                yield folder / "conftest.py"
            if folder == tests:
                return
