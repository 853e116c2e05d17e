# SPDX-License-Identifier: Apache-2.0
"""Do the tests detect mistakes? Automatic changes of the RTL, and the verdicts of our checks.

    python scripts/mutate.py [--mutants N] [--seed S] [--jobs N] [--json] [--keep-survivors DIR]

Verdicts are kept by the content of RTL and checks, so an interrupted run continues with the next
mutant. The status is 0 if the checks detect at least nine in ten mutants. The changes and checks
are described in docs/explanation/verification.md.
"""

import argparse
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.mutants import checks, equal, model, shapes

from roundel.base import programs
from roundel.base.errors import FailureError, InputError, RoundelError
from roundel.base.progress import Progress, Reporter, null_progress
from roundel.cli import tables

__all__ = ["MUTANTS", "NEEDED", "Judged", "Outcome", "Survivor", "Tally", "campaign", "tallies"]

MUTANTS = 270  # nine configurations with 30 each
NEEDED = 0.9  # share of the mutants that must be noticed


@dataclass(frozen=True)
class Judged:
    """A mutant and its result."""

    shape: str  # name of the configuration
    mutant: model.Mutant  # the change
    verdict: checks.Verdict  # the result of the checks


@dataclass(frozen=True)
class Survivor:
    """An undetected mutant."""

    shape: str  # name of the configuration
    number: int  # the mutant's number in the configuration
    module: str  # the changed module
    change: str  # mode and position
    lines: tuple[str, ...]  # source lines
    equal: bool | None  # whether the circuits are proven equal (None: unknown)
    explanation: str  # the result in words
    place: Path  # the directory of both circuits and the logs of the comparison


@dataclass(frozen=True)
class Tally:
    """Mutants of one kind."""

    name: str  # the common property
    mutants: int  # the number of mutants
    killed: int  # the number of detected mutants


@dataclass(frozen=True)
class Outcome:
    """A whole campaign."""

    judged: tuple[Judged, ...]  # all mutants
    survivors: tuple[Survivor, ...]  # the undetected mutants
    seconds: float  # the duration, without kept results

    @property
    def killed(self) -> int:
        """The number of detected mutants."""
        return sum(item.verdict.killed for item in self.judged)

    @property
    def share(self) -> float:
        """The share of detected mutants."""
        return self.killed / len(self.judged)


def campaign(
    designs: Sequence[shapes.Shape],
    count: int,
    seed: int,
    jobs: int,
    progress: Progress = null_progress,
) -> Outcome:
    """Make `count` mutants of the designs, check them, and compare the survivors."""
    started = time.monotonic()
    pool = ThreadPoolExecutor(jobs)
    try:
        sizes = [
            count // len(designs) + (index < count % len(designs)) for index in range(len(designs))
        ]
        builds = [
            pool.submit(_prepare, shape, size, seed)
            for shape, size in zip(designs, sizes, strict=True)
        ]
        runs: dict[Future[checks.Verdict], model.Model] = {}
        models = []
        progress(f"compiling {len(designs)} designs", 0.0)
        for built in as_completed(builds):
            simulation = built.result()
            models.append(simulation.model)
            progress(f"compiled {len(models)} of {len(designs)} designs", 0.0)
            for mutant in range(len(simulation.model.mutants) + 1):
                run = pool.submit(checks.check, simulation, mutant)
                runs[run] = simulation.model
        judged = _judge(runs, count, progress)
        survivors = _compare(models, judged, pool, progress)
    finally:
        pool.shutdown(cancel_futures=True)
    return Outcome(tuple(judged), tuple(survivors), round(time.monotonic() - started, 1))


def _prepare(shape: shapes.Shape, count: int, seed: int) -> checks.Simulation:
    """Choose mutants and compile the simulations."""
    return checks.simulation(model.build(shape, count, seed))


def _judge(
    runs: dict["Future[checks.Verdict]", model.Model], count: int, progress: Progress
) -> list[Judged]:
    """Wait for the verdicts; sorted by shapes and numbers."""
    judged: list[Judged] = []
    for done in as_completed(runs):
        verdict, item = done.result(), runs[done]
        if verdict.number == 0:
            if verdict.killed:
                raise FailureError(
                    f"{item.shape.name} fails the check {verdict.killer} unchanged: "
                    f"{verdict.detail}; correct this first."
                )
            continue
        judged.append(Judged(item.shape.name, item.mutants[verdict.number - 1], verdict))
        alive = sum(not other.verdict.killed for other in judged)
        progress(f"{len(judged)} of {count} mutants, {alive} not detected", len(judged) / count)
    return sorted(judged, key=lambda item: (item.shape, item.mutant.number))


def _compare(
    models: Sequence[model.Model],
    judged: Sequence[Judged],
    pool: ThreadPoolExecutor,
    progress: Progress,
) -> list[Survivor]:
    """The comparison of each undetected mutant."""
    by_name = {item.shape.name: item for item in models}
    left = [item for item in judged if not item.verdict.killed]
    progress(f"comparing {len(left)} mutants with the design")
    found = [pool.submit(equal.compare, by_name[item.shape], item.mutant) for item in left]
    survivors = []
    for number, (item, future) in enumerate(zip(left, found, strict=True)):
        progress(f"comparing {len(left)} mutants with the design", number / len(left))
        comparison, place = future.result()
        survivors.append(
            Survivor(
                item.shape,
                item.mutant.number,
                item.mutant.module,
                f"{item.mutant.mode} {item.mutant.where}",
                item.mutant.lines,
                comparison.equal,
                comparison.explanation,
                place,
            )
        )
    return survivors


def tallies(judged: Sequence[Judged], kind: str) -> list[Tally]:
    """Count mutants by "shape", "module", "mode" or "killer" (the detecting check)."""
    names = [
        {
            "shape": item.shape,
            "module": item.mutant.module,
            "mode": item.mutant.mode,
            "killer": item.verdict.killer.partition(" ")[0] or "none",
        }[kind]
        for item in judged
    ]
    return [
        Tally(
            name,
            names.count(name),
            sum(
                item.verdict.killed
                for item, other in zip(judged, names, strict=True)
                if other == name
            ),
        )
        for name in sorted(set(names))
    ]


def _show(outcome: Outcome) -> None:
    """Print the tables."""
    for kind in ("shape", "module", "mode", "killer"):
        rows = [
            [
                tally.name,
                str(tally.mutants),
                str(tally.killed),
                f"{tally.killed / tally.mutants:.0%}",
            ]
            for tally in tallies(outcome.judged, kind)
        ]
        tables.print_table(f"By {kind}", [kind, "mutants", "detected", "share"], rows, numbers=3)
    rows = [
        [f"{item.shape}:{item.number}", item.change, " ".join(item.lines), item.explanation]
        for item in outcome.survivors
    ]
    if rows:
        tables.print_table("Not detected", ["mutant", "change", "lines", "compared"], rows)
    print(
        f"{outcome.killed} of {len(outcome.judged)} mutants detected ({outcome.share:.1%}), "
        f"{sum(item.equal is True for item in outcome.survivors)} of the others proven equal, "
        f"in {outcome.seconds:.0f} s"
    )


def _keep(outcome: Outcome, directory: Path) -> None:
    """Copy the circuits of the survivors and the logs of their comparison."""
    for item in outcome.survivors:
        folder = directory / f"{item.shape}-{item.number}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(item.place, folder)
        text = f"{item.change}\n{' '.join(item.lines)}\n{item.explanation}\n"
        (folder / "mutant.txt").write_text(text, encoding="utf-8")


def _record(outcome: Outcome) -> dict[str, object]:
    """The campaign in machine-readable form."""
    return {
        "schema": "roundel/mutation/1",
        "mutants": len(outcome.judged),
        "killed": outcome.killed,
        "seconds": outcome.seconds,
        **{
            f"by_{kind}": [asdict(tally) for tally in tallies(outcome.judged, kind)]
            for kind in ("shape", "module", "mode", "killer")
        },
        "survivors": [
            {**asdict(item), "place": str(item.place), "lines": list(item.lines)}
            for item in outcome.survivors
        ],
    }


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign; 0 if enough mutants are detected."""
    parser = argparse.ArgumentParser(description="Test the checks with mutants of the RTL.")
    parser.add_argument(
        "--mutants", type=int, default=MUTANTS, metavar="N", help=f"default: {MUTANTS}"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="chooses the mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--shape", action="append", metavar="NAME", help="only this configuration")
    parser.add_argument("--json", action="store_true", help="print a record instead of tables")
    parser.add_argument(
        "--keep-survivors", type=Path, metavar="DIR", help="copy the circuits of survivors"
    )
    options = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, programs.end_all)
    try:
        chosen = shapes.select(options.shape or [])
        if options.mutants < len(chosen) or options.jobs < 1:
            raise InputError("give at least one mutant for each configuration, and one job.")
        with Reporter() as reporter:
            outcome = campaign(chosen, options.mutants, options.seed, options.jobs, reporter)
        if options.keep_survivors:
            _keep(outcome, options.keep_survivors)
    except RoundelError as error:
        sys.stderr.write(f"mutate.py: error: {error}\n")
        return error.exit_status
    if options.json:
        print(json.dumps(_record(outcome), indent=2))
    else:
        _show(outcome)
    return 0 if outcome.share >= NEEDED else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
