# SPDX-License-Identifier: Apache-2.0
"""The tests of a mutant of a Python file.

The order: test files with the module's name, test files of the same package, other test files that
import the module; within these groups the nearest file first, then the shortest test.
"""

import functools
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from roundel.base import cache
from scripts import check, imports

__all__ = ["SECONDS", "Selection", "distances", "file_of", "key", "name"]

SECONDS = 40.0  # test time for each mutant, by tests/durations.json
_LEAST = 0.02  # minimum seconds of any test
_UNKNOWN = 1.0  # seconds of a test that is missing in durations.json
# The limit is CPU time, so a busy machine does not reach the limit earlier.
_STARTING, _PATIENCE = 20, 2
# Folders with files that tests read without an import.
_OTHERS = ("rtl", "sim", "sw", "formal", "src", "tests")
_DURATIONS = "tests/durations.json"  # selects tests, but changes no result


_SETTINGS = ("constraints.txt", "pyproject.toml")


def name(path: Path) -> str:
    """A file's path from the repository's root."""
    return path.relative_to(imports.ROOT).as_posix()


def distances(paths: Iterable[str]) -> dict[str, dict[str, int]]:
    """The number of imports from each test file to each file."""
    graph = {
        path: {*imports.imported(path), *imports.fixtures(path)} for path in imports.all_files()
    }
    return {
        path: {
            name(test): steps
            for test, steps in check.distances(graph, [imports.ROOT / path]).items()
            if test.name.startswith("test_")
        }
        for path in paths
    }


class Selection:
    """The tests of each file, within a time budget.

    Args:
        far: The distances of test files, by file.
        collected: The identifiers of all tests in these files.
        keys: For each test file, a digest of all inputs of its results.
        seconds: The budget for each file.

    Attributes:
        near: For each file, the tests of the same package, in the order of the run.
        far: For each file, the other tests.
        keys: The argument `keys`.
    """

    def __init__(
        self,
        far: Mapping[str, Mapping[str, int]],
        collected: Sequence[str],
        keys: Mapping[str, str],
        seconds: float = SECONDS,
    ) -> None:
        durations = imports.ROOT / _DURATIONS
        kept = json.loads(durations.read_text(encoding="utf-8")) if durations.is_file() else {}
        self._seconds: dict[str, float] = {
            test: max(_LEAST, kept.get(test, _UNKNOWN)) for test in collected
        }
        self.near: dict[str, list[str]] = {}
        self.far: dict[str, list[str]] = {}
        for path, distance in far.items():
            taken = self._within_budget(Path(path), distance, seconds)
            folder = _folder(Path(path))
            self.near[path] = [test for test in taken if Path(file_of(test)).parent == folder]
            self.far[path] = [test for test in taken if Path(file_of(test)).parent != folder]
        self.keys = keys

    def _within_budget(self, path: Path, far: Mapping[str, int], budget: float) -> list[str]:
        """The tests of one file, by the distances of test files."""

        def order(test: str) -> tuple[int, int, float, str]:
            file = Path(file_of(test))
            folder = file.parent == _folder(path)
            named = folder and file.stem.endswith(path.stem)
            return 2 - folder - named, far[str(file)], self._seconds[test], test

        taken: list[str] = []
        left = budget
        for test in sorted((test for test in self._seconds if file_of(test) in far), key=order):
            if self._seconds[test] <= left:
                left -= self._seconds[test]
                taken.append(test)
        return taken

    def limit(self, tests: Sequence[str]) -> int:
        """The CPU seconds for a run of some tests."""
        return round(_STARTING + _PATIENCE * sum(self._seconds[test] for test in tests))

    def all(self) -> list[str]:
        """The tests of all files, without repetitions."""
        taken = [*self.near.values(), *self.far.values()]
        return list(dict.fromkeys(test for tests in taken for test in tests))


def file_of(test: str) -> str:
    """The file of a test's identifier."""
    return test.partition("::")[0]


def _folder(path: Path) -> Path:
    """The folder of a module's own tests: `tests` mirrors `src`."""
    return Path("tests", *path.parent.parts[1:3])


def key(file: str) -> str:
    """A digest of all inputs of a test file's results."""
    others = [
        item
        for folder in _OTHERS
        for item in sorted((imports.ROOT / folder).rglob("*"))
        if "__pycache__" not in item.parts
        and item != imports.ROOT / _DURATIONS
        and not (folder in ("src", "tests") and item.suffix == ".py")
    ]
    python = sorted(imports.closure(imports.ROOT / file))
    files = [*python, *others, *(imports.ROOT / name for name in _SETTINGS)]
    return cache.digest(sys.version, file, *map(_digest, files))


@functools.cache
def _digest(path: Path) -> str:
    return cache.digest(path) if path.is_file() else ""
