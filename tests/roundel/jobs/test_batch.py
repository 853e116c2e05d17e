# SPDX-License-Identifier: Apache-2.0
"""A batch: the run and kept jobs, the cost of a failure, and the display.

State space: a new store; a store with all rows, some rows, failed rows, or a mapping with missing
runs; a failure of the first job, of a later job, and of the step that joins both; each reaction to
a failure; sources that change before and during a batch.
"""

import dataclasses
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import pytest

from roundel.base import programs
from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import Stage
from roundel.jobs import Cluster, Identity, Job, Outcome, Report, Result, Row, Session, Tally, Work

STORE = Path("results.sqlite")
SEEDS = (1, 2, 3)


class Bench:
    """Designs "a", "b" ... with a mapping and a run for each seed, without run time.

    Attributes:
        done: The labels of completed jobs.
        fail: Called with each label; raises to make the job fail.
        source: The contents of the identity.
        told: The messages to the display.
    """

    def __init__(self) -> None:
        self.done: list[str] = []
        self.fail: Callable[[str], None] = lambda label: None
        self.source = "as it was"
        self.told: list[Tally] = []

    def identify(self, job: Job) -> Identity:
        return (("the source", self.source),)

    def work(self, job: Job, report: Report) -> Outcome:
        report(Stage("working", 0.5))
        self.fail(job.label)
        self.done.append(job.label)
        return Outcome(f'"{job.label} of {job.config}"', {"netlist": job.label.encode()})

    def job(self, kind: str, label: str, seed: int = 0) -> Job:
        return Job(kind, label, self.work, self.identify, "nothing", "part", seed)

    def works(self, *designs: str) -> Iterator[Work]:
        for name in designs:
            then = [
                Work(f"{name}{seed}", self.job("route", f"{name} seed {seed}", seed), name,
                     {"Stages": 1}, 1000.0, complete=self.complete)
                for seed in SEEDS
            ]  # fmt: skip
            yield Work(name, self.job("map", name), name, {"Stages": 1}, 1000.0, False, then)

    def complete(self, work: Work, row: Row, result: Result) -> Work:
        self.fail(f"{work.job.label} is complete")
        config = f"{row.key}, {result.files['netlist']!r}"
        return dataclasses.replace(work, job=dataclasses.replace(work.job, config=config))

    def run(
        self,
        *designs: str,
        retry_failed: bool = False,
        on_failure: Literal["continue", "drop", "end"] = "continue",
        workers: int = 1,
    ) -> dict[str, Row]:
        """A command: loads the kept results, and runs incomplete designs."""
        self.done.clear()
        self.told.clear()
        with Session(STORE, cluster=Cluster(workers=workers), watcher=self.told.append) as session:
            batch = session.batch(retry_failed=retry_failed, on_failure=on_failure)
            runs = [f"{name}{seed}" for name in designs for seed in SEEDS]
            batch.load([*designs, *runs])
            batch.expect(runs)
            works = []
            for work in self.works(*designs):
                missing = [item for item in work.then if item.key not in batch.rows]
                if missing:
                    works.append(dataclasses.replace(work, then=missing))
            batch.run(works)
            last = self.told[-1]
            assert (batch.total, batch.done, batch.failed) == (last.total, last.done, last.failed)
            self.made, self.wall, self.cpu = batch.made, batch.wall, batch.cpu
            return batch.rows

    @property
    def count(self) -> tuple[int, int, int]:
        """Results requested, present, and impossible."""
        last = self.told[-1]
        return last.total, last.done, last.failed


@pytest.fixture
def bench() -> Bench:
    return Bench()


def failing(*labels: str) -> Callable[[str], None]:
    def fail(label: str) -> None:
        if label in labels:
            Path("tool.log").write_text("Info: soon dead\n")
            raise FailureError(f"{label} crashed.", Path("tool.log").absolute())

    return fail


def test_rows_of_a_batch(bench: Bench) -> None:
    rows = bench.run("a")
    assert bench.done == ["a", "a seed 1", "a seed 2", "a seed 3"]
    assert set(rows) == {"a", "a1", "a2", "a3"}
    assert bench.count == (3, 3, 0)
    assert (bench.made, bench.wall > 0) == (3, True)
    row = rows["a2"]
    assert (row.step, row.status, row.name, row.parameters) == (
        "route",
        "done",
        "a",
        '{"Stages":1}',
    )
    assert (row.target, row.seed, row.error, row.log) == ("part", 2, "", "")
    # The run was completed with the row and the files of its mapping.
    assert row.result == "\"a seed 2 of a, b'a'\""
    assert rows["a"].result == '"a of nothing"'
    assert row.host
    assert row.finished.endswith("+00:00")


def test_only_files_that_a_later_job_reads_are_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []

    def keep(named: Mapping[str, bytes]) -> Mapping[str, bytes]:
        kept.extend(content.decode() for content in named.values())
        return named

    monkeypatch.setattr("roundel.jobs.batch.keep_files", keep)
    bench.run("a")
    assert kept == ["a"]


def test_what_the_store_has_is_not_run_again(bench: Bench) -> None:
    first = bench.run("a", "b")
    again = bench.run("a", "b")
    assert bench.done == []
    assert again == first
    assert (bench.count, bench.made, bench.wall) == ((6, 6, 0), 0, 0.0)
    bench.run("a", "c")
    assert bench.done == ["c", "c seed 1", "c seed 2", "c seed 3"]
    assert (bench.count, bench.made) == ((6, 6, 0), 3)


def test_a_run_that_was_ended_resumes(bench: Bench) -> None:
    def full(label: str) -> None:
        if label == "a seed 2":
            raise MachineError("no space.")

    bench.fail = full
    with pytest.raises(MachineError, match="no space"):
        bench.run("a")
    assert bench.done == ["a", "a seed 1"]
    bench.fail = lambda label: None
    rows = bench.run("a")
    # The mapping is requested again, because its files may be gone; the cache has the files.
    assert bench.done == ["a", "a seed 2", "a seed 3"]
    assert {row.status for row in rows.values()} == {"done"}
    assert (bench.count, bench.made) == ((3, 3, 0), 2)


def test_a_failure_ends_no_other_job(bench: Bench) -> None:
    bench.fail = failing("a seed 2")
    rows = bench.run("a", "b")
    assert len(bench.done) == 7
    assert (bench.count, bench.made) == ((6, 5, 1), 6)
    row = rows["a2"]
    assert (row.status, row.error, row.result) == ("failed", "a seed 2 crashed.", "")
    assert (row.log, row.log_path) == ("Info: soon dead\n", str(Path("tool.log").absolute()))
    assert bench.told[-1].failures == ("a seed 2: a seed 2 crashed.",)


def test_what_failed_is_run_again_only_when_asked(bench: Bench) -> None:
    bench.fail = failing("a seed 2")
    bench.run("a")
    bench.fail = lambda label: None
    rows = bench.run("a")
    assert bench.done == []
    assert rows["a2"].error == "a seed 2 crashed."
    assert bench.count == (3, 2, 1)
    assert bench.told[-1].failures == ()  # no failure in this run
    rows = bench.run("a", retry_failed=True)
    assert bench.done == ["a", "a seed 2"]
    assert (rows["a2"].status, rows["a2"].error) == ("done", "")
    assert bench.count == (3, 3, 0)
    assert bench.run("a")["a2"].status == "done"


def test_without_a_mapping_none_of_its_runs_can_be_had(bench: Bench) -> None:
    bench.fail = failing("a")
    rows = bench.run("a", "b")
    assert bench.done == ["b", "b seed 1", "b seed 2", "b seed 3"]
    assert rows["a"].status == "failed"
    assert not {"a1", "a2", "a3"} & set(rows)
    assert (bench.count, bench.made) == ((6, 3, 3), 6)


def test_a_mapping_that_fails_later_keeps_what_was_routed(bench: Bench) -> None:
    """The rows of the runs depend on the mapping's row; the missing run has the failure."""
    bench.fail = failing("a seed 2")
    bench.run("a")
    bench.fail = failing("a")
    rows = bench.run("a", retry_failed=True)
    assert bench.done == []
    assert {key: row.status for key, row in rows.items()} == {
        "a": "done", "a1": "done", "a2": "failed", "a3": "done",
    }  # fmt: skip
    assert (rows["a2"].step, rows["a2"].seed, rows["a2"].error) == ("route", 2, "a crashed.")
    assert bench.count == (3, 2, 1)
    bench.fail = lambda label: None
    assert bench.run("a", retry_failed=True)["a2"].status == "done"


def test_a_run_that_its_mapping_does_not_allow(bench: Bench) -> None:
    bench.fail = failing("a seed 2 is complete")
    rows = bench.run("a")
    assert bench.done == ["a", "a seed 1", "a seed 3"]
    assert rows["a2"].error == "a seed 2 is complete crashed."
    assert bench.count == (3, 2, 1)


def test_results_that_an_earlier_failure_prevents(bench: Bench) -> None:
    with Session(STORE) as session:
        batch = session.batch()
        batch.expect(["a1", "a2"])
        batch.failed += 2
        assert (batch.total, batch.done, batch.failed) == (2, 0, 2)


def test_a_failure_may_end_the_batch(bench: Bench) -> None:
    bench.fail = failing("a seed 1")
    with pytest.raises(FailureError, match=r"^a seed 1 crashed\.$") as caught:
        bench.run("a", "b", on_failure="end")
    assert caught.value.log == Path("tool.log").absolute()
    assert len(bench.done) < 5
    done = list(bench.done)
    rows = bench.run("a", "b")
    assert not set(done) - {"a", "b"} & set(bench.done)  # the store has all completed jobs
    assert rows["a1"].status == "failed"


@pytest.mark.parametrize("label", ["a", "a seed 3 is complete"])
def test_each_sort_of_failure_may_end_the_batch(bench: Bench, label: str) -> None:
    bench.fail = failing(label)
    with pytest.raises(FailureError, match=f"{label} crashed"):
        bench.run("a", on_failure="end")
    assert "a seed 3" not in bench.done


def test_a_failure_may_drop_the_other_runs_of_its_design(bench: Bench) -> None:
    bench.fail = failing("a seed 1")
    rows = bench.run("a", "b", on_failure="drop")
    assert sorted(bench.done) == ["a", "b", "b seed 1", "b seed 2", "b seed 3"]
    assert not {"a2", "a3"} & set(rows)
    assert bench.count == (6, 3, 3)
    bench.fail = lambda label: None
    bench.run("a", "b", retry_failed=True)
    assert bench.done == ["a", "a seed 1", "a seed 2", "a seed 3"]


def test_a_tool_that_is_killed_is_run_once_more_and_its_failure_is_not_stored(bench: Bench) -> None:
    script = "echo run >> runs; kill -KILL $$"

    def killed(label: str) -> None:
        if label == "a seed 2":
            programs.run(["sh"], ["-c", script], cwd=Path.cwd(), log=Path("log"), timeout=60)

    bench.fail = killed
    rows = bench.run("a")
    assert Path("runs").read_text() == "run\nrun\n"
    assert (rows["a2"].status, bench.count) == ("failed", (3, 2, 1))
    assert "sh was killed" in bench.told[-1].failures[0]
    script = "exit 0"
    rows = bench.run("a")
    assert bench.done == ["a", "a seed 2"]
    assert (rows["a2"].status, bench.count) == ("done", (3, 3, 0))


def test_a_tool_that_is_killed_once_costs_no_result(bench: Bench) -> None:
    def killed(label: str) -> None:
        if label == "a seed 2" and not Path("runs").exists():
            script = "echo run > runs; kill -KILL $$"
            programs.run(["sh"], ["-c", script], cwd=Path.cwd(), log=Path("log"), timeout=60)

    bench.fail = killed
    assert {row.status for row in bench.run("a").values()} == {"done"}
    assert bench.told[-1].failures == ()


def test_the_estimate_goes_to_zero(bench: Bench) -> None:
    bench.fail = failing("b", "a seed 3")
    bench.run("a", "b", "c")
    left = [tally.left for tally in bench.told if tally.left is not None]
    assert len(left) == len(bench.told)
    assert left[0] > 3 * 1000 * 0.012
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0


def test_the_display_has_the_jobs_that_run(bench: Bench) -> None:
    bench.fail = lambda label: time.sleep(0.3)
    bench.run("a", workers=2)
    running = {
        (job.label, job.stage, job.fraction) for tally in bench.told for job in tally.running
    }
    assert ("a", "working", 0.5) in running
    assert max(len(tally.running) for tally in bench.told) == 2
    assert bench.told[-1].running == []


@pytest.mark.parametrize(
    ("when", "refused"),
    [("a seed 1", r"^6 jobs .* \(a seed 1: "), ("a seed 1 is complete", r"^4 jobs .* \(b: ")],
)
def test_jobs_are_not_run_when_the_sources_change(bench: Bench, when: str, refused: str) -> None:
    """The job that reads edited sources is refused, and so is each job after the edit."""

    def edit(label: str) -> None:
        if label == when:
            bench.source = "edited"

    bench.fail = edit
    with pytest.raises(
        MachineError,
        match=refused
        + r"the source is edited at the worker and as it was at the driver\); run the",
    ):
        bench.run("a", "b")
    assert (bench.told[-1].done, bench.told[-1].failed) == (0, 0)
    assert bench.told[-1].left == 0
    bench.source, bench.fail = "as it was", lambda label: None
    bench.run("a", "b")
    assert bench.count == (6, 6, 0)


def test_no_worker_starts_for_what_is_there(bench: Bench) -> None:
    bench.run("a")

    def none() -> None:
        pytest.fail("workers were started")

    with Session(STORE) as session:
        batch = dataclasses.replace(session.batch(), pool=none)  # type: ignore[arg-type]
        batch.load(["a1"])
        batch.expect(["a1"])
        batch.run([])
        assert batch.done == 1
