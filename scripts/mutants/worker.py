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

_WAIT = 10  # times the CPU seconds: the limit for a run that waits without an end
_MEMORY = 8 << 30  # bytes of data of a process, more than any test needs
_MARK = "ROUNDEL_MUTANT"  # in the environment of all processes of a run
_PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line", "-p", "xdist.plugin"),
    *("-m", "not campaign and not notebook", "-p", "no:cacheprovider"),
)


@dataclass(frozen=True)
class Verdict:
    """What the tests say of a mutant.

    Attributes:
        detected: Whether a test failed, crashed or exceeded the time limit.
        by: The first test that failed; "time limit" or "crash"; empty for a survivor.
        seconds: How long the tests ran.
    """

    detected: bool
    by: str
    seconds: float


class Worker:
    """A copy of the tree and a view of the cache, in which the tests of one mutant run at a time.

    The view has links to the entries of the user's cache. What the tests of a mutant build stays in
    the view and is removed after each mutant: a wrong result reaches no other run.

    Args:
        folder: A folder that does not exist.
        other: A worker to copy the tree of, with compiled files; the work tree when None.
    """

    def __init__(self, folder: Path, other: "Worker | None" = None) -> None:
        self.tree, self._cache, self._scratch = (folder / name for name in ("tree", "cache", "tmp"))
        self._log, self._original = folder / "log", folder / "original"
        self._versions = 0  # how many mutants were written
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
            tests: Their identifiers, in the order of the run.
            cpu: CPU seconds that pytest, and each tool that it runs, may use. A run that waits ends
                after ten times as long.
            options: Further options of pytest.
            isolated: Whether to use the view of the cache, not the cache itself.

        Returns:
            What pytest printed.

        Raises:
            FailureError: A test failed; `log` is the output.
        """
        environment = {
            **{name: item for name, item in os.environ.items() if not name.startswith("PYTEST_")},
            "PYTHONPATH": str(self.tree / "src"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # they take half of the time of a start
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
        """Apply a mutant, run its tests to the first failure, and restore the file."""
        path = self.tree / mutant.path
        started = time.monotonic()
        by = ""
        shutil.copy2(path, self._original)
        path.write_text(mutant.text, encoding="utf-8")
        # Python recognises a compiled file by the seconds of its source's time, and its size.
        self._versions += 1
        os.utime(path, (self._versions, self._versions))
        try:
            for tests in (selection.near[mutant.path], selection.far[mutant.path]):
                by = by or self._first_failure(tests, selection.limit(tests))
        finally:
            shutil.copy2(self._original, path)
        return Verdict(bool(by), by, round(time.monotonic() - started, 1))

    def _first_failure(self, tests: Sequence[str], cpu: int) -> str:
        """The first test that fails; "time limit" or "crash"; empty when all pass."""
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
                # The system may have killed the run for another one's memory: it runs once more.
            else:
                break
        return ""

    def _see_cache(self) -> None:
        """Link to the entries of the cache, and remove what an earlier mutant left in the view."""
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
    """End the processes that tests left behind, such as those of a run over the time limit."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to another user
            if mark in path.read_bytes().split(b"\0"):
                os.kill(int(path.parent.name), signal.SIGKILL)
