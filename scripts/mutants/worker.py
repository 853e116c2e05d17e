# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of a mutant of a Python file, in a copy of the tree."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.mutants import nearest, sites

from roundel.base import cache, programs
from roundel.base.errors import FailureError, KilledError, MachineError
from scripts import imports

__all__ = ["FAILED", "Verdict", "Worker"]

FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)  # in the output of pytest

_WAIT = 10  # factor on the CPU seconds for a run that waits
_MEMORY = 8 << 30  # limit of a process's data in bytes, above the need of any test
_MARK = "ROUNDEL_MUTANT"  # in the environment of all processes of a run
_PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line", "-p", "xdist.plugin"),
    *("-m", "not campaign and not notebook", "-p", "no:cacheprovider"),
)


@dataclass(frozen=True)
class Verdict:
    """The result of the tests of a mutant.

    Attributes:
        detected: Whether a test failed, crashed or exceeded the time limit.
        by: The first failing test; "time limit" or "crash"; empty for a survivor.
        seconds: The duration of the tests.
    """

    detected: bool
    by: str
    seconds: float


class Worker:
    """A copy of the tree and a view of the cache, for the tests of one mutant at a time.

    The view has links to the entries of the user's cache. Files built by the tests of a mutant stay
    in the view and are removed after each mutant, so a wrong result cannot reach another run.

    Args:
        folder: A folder that does not exist.
        other: A worker whose tree is copied, with compiled files; None: the work tree.
    """

    def __init__(self, folder: Path, other: "Worker | None" = None) -> None:
        self.tree, self._cache, self._scratch = (folder / name for name in ("tree", "cache", "tmp"))
        self._log, self._original = folder / "log", folder / "original"
        self._versions = 0  # number of written mutants
        if other is not None:
            shutil.copytree(other.tree, self.tree)
            return
        command = ["git", "ls-files", "-zco", "--exclude-standard"]
        listed = subprocess.run(
            command, cwd=imports.ROOT, capture_output=True, text=True, check=True
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (imports.ROOT / name).is_file():
                (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(imports.ROOT / name, self.tree / name)

    def test(self, tests: Sequence[str], cpu: int, *options: str, isolated: bool) -> str:
        """Run tests in the copy.

        Args:
            tests: The identifiers, in the order of the run.
            cpu: The limit of CPU seconds of pytest, and of each tool. A waiting run ends after ten
                times this limit.
            options: Further options of pytest.
            isolated: Whether to use the view of the cache instead of the cache.

        Returns:
            The output of pytest.

        Raises:
            FailureError: A test failed; `log` is the output.
        """
        environment = {
            **{name: item for name, item in os.environ.items() if not name.startswith("PYTEST_")},
            "PYTHONPATH": str(self.tree / "src"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # plugins take half of the start time
            "ROUNDEL_OPTIMISE": "1",
            "TMPDIR": str(self._scratch),
            _MARK: str(self.tree),
        }
        if isolated:
            self._see_cache()
            environment[cache.ENVIRONMENT] = str(self._cache)
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir(parents=True)
        listed = self._scratch / "tests"
        listed.write_text("\n".join(tests), encoding="utf-8")
        try:
            programs.run(
                ["prlimit", f"--cpu={cpu}:{cpu + 5}", f"--data={_MEMORY}", *_PYTEST],
                [*options, f"@{listed}"],
                cwd=self.tree,
                log=self._log,
                timeout=_WAIT * cpu,
                env=environment,
            )
        except FailureError as error:
            if programs.stopping() or isinstance(error, MachineError):
                raise
            raise FailureError(str(error), self._log) from error
        finally:
            _end_marked(f"{_MARK}={self.tree}".encode())
        return self._log.read_text(encoding="utf-8", errors="replace")

    def judge(self, mutant: sites.Mutant, selection: nearest.Selection) -> Verdict:
        """Apply a mutant, run its tests up to the first failure, and restore the file."""
        path = self.tree / mutant.path
        started = time.monotonic()
        by = ""
        shutil.copy2(path, self._original)
        path.write_text(mutant.text, encoding="utf-8")
        # Python identifies a compiled file by the time in seconds and the size of its source.
        self._versions += 1
        os.utime(path, (self._versions, self._versions))
        try:
            for tests in (selection.near[mutant.path], selection.far[mutant.path]):
                by = by or self._first_failure(tests, selection.limit(tests))
        finally:
            shutil.copy2(self._original, path)
        return Verdict(bool(by), by, round(time.monotonic() - started, 1))

    def _first_failure(self, tests: Sequence[str], cpu: int) -> str:
        """The first failing test; "time limit" or "crash"; empty if all tests pass."""
        if not tests:
            return ""
        for last in (False, True):
            started, before = time.monotonic(), programs.cpu_seconds()
            try:
                self.test(tests, cpu, "-x", isolated=True)
            except FailureError as error:
                if error.log is None:
                    raise
                named = FAILED.search(error.log.read_text(encoding="utf-8", errors="replace"))
                if named:
                    return named.group(1)
                used = programs.cpu_seconds() - before
                if used >= 0.9 * cpu or time.monotonic() - started >= _WAIT * cpu:
                    return "time limit"
                if last or not isinstance(error, KilledError):
                    return "crash"
                # The system may have killed the run because of another run's memory: it runs again.
            else:
                break
        return ""

    def _see_cache(self) -> None:
        """Link to the entries of the cache, and remove the files of an earlier mutant."""
        root = cache.cache_root()
        missing = {f"{path.parent.name}/{path.name}" for path in root.glob("[!.]*/[!.]*")}
        self._cache.mkdir(parents=True, exist_ok=True)
        for kind in os.scandir(self._cache):
            folder = kind.is_dir(follow_symlinks=False)
            for entry in os.scandir(kind) if folder else (kind,):
                path = Path(entry)
                name = path.relative_to(self._cache).as_posix()
                if path.is_symlink() and path.readlink() == root / name:
                    missing.discard(name)
                elif path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()
        for name in missing:
            (self._cache / name).parent.mkdir(exist_ok=True)
            (self._cache / name).symlink_to(root / name)


def _end_marked(mark: bytes) -> None:
    """End the remaining processes of tests, for example of a run over the time limit."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # the process has ended, or belongs to another user
            if mark in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)
