# SPDX-License-Identifier: Apache-2.0
"""Do the tests detect mistakes in the Python code? Automatic changes, and the tests' verdicts.

    python scripts/mutate_python.py [--mutants N] [--seed S] [--jobs N] [--only PATH] [--json]

The status is 0 if the tests detect at least 85 % of the mutants. Verdicts are kept by the content
of the mutant and its tests, so an interrupted run can continue.
docs/explanation/verification.md describes the choice of mutants and tests.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.mutants import nearest, sites
from scripts.mutants.worker import FAILED, Verdict, Worker

from roundel.base import cache, programs
from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.base.progress import Progress, Reporter, null_progress
from roundel.cli import tables
from scripts import imports

__all__ = ["MUTANTS", "NEEDED", "Judged", "Outcome", "campaign", "files"]

MUTANTS = 200
NEEDED = 0.85  # minimum share of detected mutants
PACKAGES = ("explore", "fpga", "cells", "jobs")

_BASELINE_LIMIT = 3600  # seconds of CPU time
# Its time limits for a browser fail on a busy machine.
_LEFT_OUT = {"tests/roundel/test_pages.py"}
_KIND = "python-mutants"  # of results in the cache


@dataclass(frozen=True)
class Judged:
    """A mutant and its verdict."""

    mutant: sites.Mutant
    verdict: Verdict


@dataclass(frozen=True)
class Outcome:
    """A whole campaign.

    Attributes:
        judged: Every mutant with its verdict, in the order of the files.
        seconds: The duration of the campaign, without kept verdicts.
    """

    judged: tuple[Judged, ...]
    seconds: float

    @property
    def survivors(self) -> list[Judged]:
        """The undetected mutants."""
        return [item for item in self.judged if not item.verdict.detected]

    @property
    def share(self) -> float:
        """The share of detected mutants."""
        return 1 - len(self.survivors) / len(self.judged)

    def tallies(self) -> list[dict[str, object]]:
        """By package: the number of mutants, of detected mutants, and of time limits."""
        found = []
        for name in sorted({item.mutant.package for item in self.judged}):
            verdicts = [item.verdict for item in self.judged if item.mutant.package == name]
            found.append(
                {
                    "package": name,
                    "mutants": len(verdicts),
                    "detected": sum(item.detected for item in verdicts),
                    "timed_out": sum(item.by == "time limit" for item in verdicts),
                }
            )
        return found


def campaign(
    paths: Sequence[str],
    count: int,
    seed: int,
    jobs: int,
    progress: Progress = null_progress,
    seconds: float = nearest.SECONDS,
) -> Outcome:
    """Draw mutants, run their tests, and count.

    Args:
        paths: The files to change, relative to the repository's root.
        count: The total number of mutants.
        seed: The seed of the choice of mutants.
        jobs: The number of parallel mutants.
        progress: Receives the present step.
        seconds: The test time for each mutant, by tests/durations.json.

    Raises:
        FailureError: A tool failed, or a test fails without any change.
        InputError: These files have no mutant, or no test imports a mutated file.
    """
    started = time.monotonic()
    progress("drawing mutants")
    texts = {path: (imports.ROOT / path).read_text(encoding="utf-8") for path in paths}
    mutants = sites.draw(texts, count, seed)
    if not mutants:
        raise InputError("these files have no mutants; choose other files.")
    with tempfile.TemporaryDirectory(prefix="roundel-") as folder, ThreadPoolExecutor(jobs) as pool:
        idle: SimpleQueue[Worker] = SimpleQueue()
        first = Worker(Path(folder) / "0")
        selection = _select(sorted({mutant.path for mutant in mutants}), first, seconds)
        _run_unchanged(first, selection, progress)
        idle.put(first)
        for number in range(1, jobs):
            idle.put(Worker(Path(folder) / str(number), first))

        def judge(mutant: sites.Mutant) -> Judged:
            verdict = _kept(mutant, selection)
            if verdict is None:
                worker = idle.get()
                try:
                    verdict = worker.judge(mutant, selection)
                finally:
                    idle.put(worker)
                _keep(_key(mutant, selection, nearest.file_of(verdict.by)), asdict(verdict))
            return Judged(mutant, verdict)

        judged = {}
        try:
            # In a random order, so that the verdicts of an unfinished run are a fair sample.
            order = random.Random(seed).sample(mutants, len(mutants))  # noqa: S311
            runs = {pool.submit(judge, mutant): mutant for mutant in order}
            for done in as_completed(runs):
                judged[runs[done]] = done.result()
                alive = sum(not item.verdict.detected for item in judged.values())
                progress(
                    f"{len(judged)} of {len(mutants)} mutants, {alive} not detected",
                    len(judged) / len(mutants),
                )
        finally:
            pool.shutdown(cancel_futures=True)
    ordered = tuple(judged[mutant] for mutant in mutants)
    return Outcome(ordered, round(time.monotonic() - started, 1))


def _select(paths: Sequence[str], worker: Worker, seconds: float) -> nearest.Selection:
    """The tests of some files, within a time limit for each file."""
    far = nearest.distances(paths)
    files = sorted({file for found in far.values() for file in found} - _LEFT_OUT)
    if not files:
        raise InputError("no test imports a mutated file; choose other files.")
    keys = {file: nearest.key(file) for file in files}
    key = cache.digest("collected", *keys.values())
    record = _found(key)
    if record is None:
        listed = worker.test(files, _BASELINE_LIMIT, "--collect-only", isolated=False)
        record = {"tests": [line for line in listed.splitlines() if "::" in line]}
        _keep(key, record)
    return nearest.Selection(far, record["tests"], keys, seconds)


def _run_unchanged(worker: Worker, selection: nearest.Selection, progress: Progress) -> None:
    """Run the selected tests without a change; they fill the cache and must pass."""
    tests: defaultdict[str, list[str]] = defaultdict(list)
    for test in selection.all():
        tests[nearest.file_of(test)].append(test)
    keys = {file: cache.digest("unchanged", selection.keys[file], *tests[file]) for file in tests}
    new = [file for file in tests if _found(keys[file]) is None]
    if not new:
        return
    chosen = [test for file in new for test in tests[file]]
    progress(f"running {len(chosen)} tests without a change")
    failed: list[str] = []
    try:
        worker.test(chosen, _BASELINE_LIMIT, isolated=False)
    except FailureError as error:
        if error.log is None:
            raise
        failed = FAILED.findall(error.log.read_text(encoding="utf-8", errors="replace"))
        if not failed:
            raise
    files = set(map(nearest.file_of, failed))
    for file in new:
        if file not in files:
            _keep(keys[file], {"tests": len(tests[file])})
    if failed:
        raise FailureError(f"{' '.join(failed)} failed without a change; correct this first.")


def _kept(mutant: sites.Mutant, selection: nearest.Selection) -> Verdict | None:
    """The verdict of an earlier run with the same inputs.

    A detected mutant depends on the file of the failing test, and a survivor on all test files.
    """
    tests = [*selection.near[mutant.path], *selection.far[mutant.path]]
    for file in ("", *dict.fromkeys(map(nearest.file_of, tests))):
        record = _found(_key(mutant, selection, file))
        if record is not None:
            return Verdict(**record)
    return None


def _key(mutant: sites.Mutant, selection: nearest.Selection, file: str) -> str:
    """The key of a verdict that depends on one test file, or on all test files."""
    if file in selection.keys:
        return cache.digest("verdict", mutant.path, mutant.text, selection.keys[file])
    tests = [*selection.near[mutant.path], *selection.far[mutant.path]]
    keys = [selection.keys[file] for file in sorted({nearest.file_of(test) for test in tests})]
    return cache.digest("verdict", mutant.path, mutant.text, *keys, *tests)


def _found(key: str) -> dict[str, Any] | None:
    path = cache.cache_root() / _KIND / key / "result.json"
    if not path.is_file():
        return None
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return record


def _keep(key: str, record: Mapping[str, object]) -> None:
    def write(draft: Path) -> None:
        (draft / "result.json").write_text(json.dumps(record), encoding="utf-8")

    cache.entry(_KIND, key, write)


def _show(outcome: Outcome) -> None:
    """Print the tables and the survivors."""
    rows = [[str(cell) for cell in tally.values()] for tally in outcome.tallies()]
    tables.print_table(
        "By package", ["package", "mutants", "detected", "over the time limit"], rows, numbers=3
    )
    for item in outcome.survivors:
        mutant = item.mutant
        print(f"\nnot detected: {mutant.path}:{mutant.line} ({mutant.operator})\n{mutant.diff}")
    print(
        f"\n{len(outcome.judged) - len(outcome.survivors)} of {len(outcome.judged)} mutants "
        f"detected ({outcome.share:.1%}) in {outcome.seconds:.0f} s"
    )


def _record(outcome: Outcome, seed: int) -> dict[str, object]:
    """The campaign in machine-readable form."""
    return {
        "schema": "roundel/python-mutation/1",
        "seed": seed,
        "mutants": len(outcome.judged),
        "detected": len(outcome.judged) - len(outcome.survivors),
        "seconds": outcome.seconds,
        "by_package": outcome.tallies(),
        "verdicts": [
            {
                "path": item.mutant.path,
                "line": item.mutant.line,
                "operator": item.mutant.operator,
                "diff": item.mutant.diff,
                **asdict(item.verdict),
            }
            for item in outcome.judged
        ],
    }


def files() -> list[str]:
    """The mutated files of a campaign, relative to the repository's root."""
    folders = (imports.ROOT / "src" / "roundel" / name for name in PACKAGES)
    return [nearest.name(path) for folder in folders for path in sorted(folder.rglob("*.py"))]


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign; 0 if the tests detect enough mutants."""
    parser = argparse.ArgumentParser(description="Test the tests with mutants of the Python code.")
    parser.add_argument(
        "--mutants", type=int, default=MUTANTS, metavar="N", help=f"default: {MUTANTS}"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="chooses the mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument(
        "--seconds", type=float, default=nearest.SECONDS, metavar="N",
        help="test time for each mutant, by stored durations",
    )  # fmt: skip
    parser.add_argument(
        "--only", metavar="TEXT", default="", help="only files with this text in the path"
    )
    parser.add_argument("--json", action="store_true", help="print a record instead of tables")
    options = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, programs.end_all)
    try:
        chosen = [path for path in files() if options.only in path]
        if not chosen or options.mutants < 1 or options.jobs < 1:
            raise InputError("give at least one file, one mutant and one job.")
        with Reporter() as reporter:
            outcome = campaign(
                chosen, options.mutants, options.seed, options.jobs, reporter, options.seconds
            )
    except RoundelError as error:
        sys.stderr.write(f"mutate_python.py: error: {error}\n")
        return error.exit_status
    if options.json:
        print(json.dumps(_record(outcome, options.seed), indent=2))
    else:
        _show(outcome)
    return 0 if outcome.share >= NEEDED else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
