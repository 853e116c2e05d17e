# SPDX-License-Identifier: Apache-2.0
"""Many jobs at once: no worker idles, the longest come first, and an end is an end."""

import dataclasses
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from tests.roundel.jobs import sample_jobs

from roundel.base.errors import FailureError, MachineError
from roundel.base.progress import Stage
from roundel.jobs.job import Job, Outcome, Report, Result, execute
from roundel.jobs.pool import LocalPool
from roundel.jobs.runner import Runner, Step

Does = Callable[[Report], object]


def step(
    remaining: float,
    does: Does = lambda report: None,
    then: Iterable[Step] = (),
    settle: Callable[[Step, Result], Iterable[Step]] | None = None,
    group: str = "",
) -> Step:
    """A step controlled by the test; the figures are the returned value."""

    def work(job: Job, report: Report) -> Outcome:
        del job
        return Outcome(str(does(report)))

    job = Job("route", f"job {remaining}", work, lambda _: (), None)
    return Step(job, remaining, remaining, settle or (lambda step, result: then), group=group)


@pytest.fixture
def pool() -> Iterator[Callable[[int], LocalPool]]:
    """Makes pools that end with the test."""
    made: list[LocalPool] = []

    def make(workers: int) -> LocalPool:
        made.append(LocalPool(workers))
        return made[-1]

    yield make
    for item in made:
        item.close()


Pools = Callable[[int], LocalPool]


def no_tick(news: Sequence[str]) -> None:
    assert not news


def test_nobody_idles(pool: Pools) -> None:
    """24 points, as in a sweep: a short job each, then a longer job."""
    busy: list[float] = []

    def sleeps(seconds: float, then: Iterable[Step] = ()) -> Step:
        def asleep(report: Report) -> None:
            began = time.monotonic()
            time.sleep(seconds)
            busy.append(time.monotonic() - began)

        return step(seconds, asleep, then)

    spans = [0.03 + 0.01 * (number % 7) for number in range(24)]
    began = time.monotonic()
    Runner(pool(2), no_tick).run(sleeps(span / 3, [sleeps(span)]) for span in spans)
    assert len(busy) == 48
    assert sum(busy) / (2 * (time.monotonic() - began)) >= 0.9


def test_a_refused_job_is_not_repeated_on_one_machine(pool: Pools) -> None:
    """A worker of a cluster may differ from the driver, and another worker may take the job."""
    runs, results = [], []

    def settle(step: Step, result: Result) -> Iterable[Step]:
        results.append(result.refused)
        return ()

    item = step(1.0, lambda report: runs.append(1), settle=settle)
    job = dataclasses.replace(item.job, identity=(("the source", "another"),))
    Runner(pool(1), no_tick).run([dataclasses.replace(item, job=job)])
    assert runs == []
    (refused,) = results
    assert "the source" in refused


def test_a_waiting_job_has_done_nothing() -> None:
    assert step(1.0).stage.fraction == 0.0
    assert step(1.0).stage.name == "waiting"


def test_no_more_run_than_there_are_workers(pool: Pools) -> None:
    guard, running, most = threading.Lock(), 0, 0
    begun = 0

    def work(report: Report) -> None:
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with guard:
            running -= 1

    def tick(news: Sequence[str]) -> None:
        nonlocal begun
        begun = max(begun, len(runner.running))

    runner = Runner(pool(3), tick)
    assert runner.workers == 3
    runner.run(step(1, work) for _ in range(12))
    assert most == begun == 3


def test_as_many_more_are_submitted_as_the_pool_asks_for(pool: Pools) -> None:
    made, begun = pool(2), 0
    made.ahead = 3

    def tick(news: Sequence[str]) -> None:
        nonlocal begun
        begun = max(begun, len(runner.running))

    runner = Runner(made, tick)
    runner.run(step(1, lambda report: time.sleep(0.01)) for _ in range(12))
    assert begun == 5


def test_the_longest_chain_begins_first(pool: Pools) -> None:
    order: list[float] = []

    def noting(remaining: float, then: Iterable[Step] = ()) -> Step:
        return step(remaining, lambda report: order.append(remaining), then)

    Runner(pool(1), no_tick).run([noting(1), noting(5, [noting(4), noting(0.5)]), noting(3)])
    assert order == [5, 4, 3, 1, 0.5]


def test_a_failure_is_a_result(pool: Pools) -> None:
    seen: list[str] = []

    def fails(report: Report) -> None:
        raise FailureError("it died.")

    def settle(step: Step, result: Result) -> list[Step]:
        seen.append(result.error or result.figures)
        return []

    Runner(pool(2), no_tick).run(
        [step(1, fails, settle=settle), step(2, lambda report: 7, settle=settle)]
    )
    assert sorted(seen) == ["7", "it died."]


@pytest.mark.parametrize("error", [MachineError("full."), ValueError("a defect")])
def test_anything_else_ends_all(pool: Pools, error: Exception) -> None:
    ended = threading.Event()

    def long(report: Report) -> None:
        try:
            while True:
                report(Stage("working", 0.5))
                time.sleep(0.01)
        finally:
            ended.set()

    def fails(report: Report) -> None:
        time.sleep(0.05)
        raise error

    started = time.monotonic()
    made = pool(2)
    with pytest.raises(type(error), match=str(error)):
        Runner(made, no_tick).run([step(2, long), step(1, fails), step(0.5, long)])
    made.close()
    assert ended.is_set()
    assert time.monotonic() - started < 5
    assert made.stages() == {}


@pytest.mark.parametrize("breaks_itself", [True, False])
def test_what_is_done_when_another_breaks_is_settled(pool: Pools, breaks_itself: bool) -> None:
    """With an exception of a job, and with an exception of `settle` for a failed job."""
    both, seen = threading.Barrier(2), list[str]()

    def well(report: Report) -> int:
        both.wait()
        return 1

    def breaks(report: Report) -> None:
        both.wait()
        raise MachineError("full.") if breaks_itself else FailureError("full.")

    def tick(news: Sequence[str]) -> None:
        time.sleep(0.2)  # both end before the runner looks

    def settle(step: Step, result: Result) -> list[Step]:
        if result.error:
            raise FailureError(result.error)
        seen.append(result.figures)
        return []

    with pytest.raises(FailureError, match="full"):
        Runner(pool(2), tick).run([step(2, breaks, settle=settle), step(1, well, settle=settle)])
    assert seen == ["1"]


def test_jobs_of_a_later_run_are_not_those_that_were_stopped(pool: Pools) -> None:
    def breaks(report: Report) -> None:
        raise MachineError("full.")

    for _ in range(3):
        with pytest.raises(MachineError):
            Runner(pool(4), lambda news: time.sleep(0.1)).run(step(1, breaks) for _ in range(4))
    done: list[int] = []
    Runner(pool(1), no_tick).run(step(1, lambda report: done.append(1)) for _ in range(8))
    assert len(done) == 8


def test_stages_are_seen(pool: Pools) -> None:
    seen: set[str] = set()

    def work(report: Report) -> None:
        report(Stage("placing", 0.25))
        time.sleep(0.4)

    def tick(news: Sequence[str]) -> None:
        seen.update(item.stage.name for item in runner.running.values())

    runner = Runner(pool(1), tick)
    runner.run([step(1, work)])
    assert "placing" in seen


def test_a_group_that_is_dropped_does_not_begin(pool: Pools) -> None:
    order: list[str] = []

    def noting(remaining: float, group: str) -> Step:
        return step(remaining, lambda report: order.append(group), group=group)

    def settle(first: Step, result: Result) -> list[Step]:
        order.append(f"dropped {runner.drop('a')}")
        return []

    runner = Runner(pool(1), no_tick)
    runner.run([step(9, settle=settle), noting(4, "a"), noting(3, "b"), noting(2, "a"),
                noting(1, "")])  # fmt: skip
    assert order == ["dropped 2", "b", ""]


class Picky:
    """Two workers; the first refuses every job, as in a cluster."""

    workers, ahead, remote = 1, 0, True

    def __init__(self, left: int) -> None:
        self.jobs: list[Job] = []
        self.tickets: list[str] = []
        self._left = left

    def submit(self, job: Job, ticket: str) -> "Future[Result]":
        self.jobs.append(job)
        self.tickets.append(ticket)
        done: Future[Result] = Future()
        done.set_result(Result(refused="yosys is 1 there") if len(self.jobs) == 1 else Result("7"))
        return done

    def stages(self) -> Mapping[str, Stage]:
        return {}

    def news(self) -> Sequence[str]:
        return ["one refused"] if len(self.jobs) == 1 else []

    def elsewhere(self, result: Result) -> bool:
        self._left -= 1
        if self._left < 0:
            raise MachineError("every worker refused.")
        return self._left > 0

    def stop(self, tickets: Iterable[str]) -> None: ...

    def close(self) -> None: ...


def test_a_job_that_a_worker_refuses_goes_to_another() -> None:
    seen: list[Result] = []
    news: list[str] = []

    def settle(step: Step, result: Result) -> list[Step]:
        seen.append(result)
        return []

    pool = Picky(2)
    Runner(pool, news.extend).run([step(1, settle=settle)])
    assert seen == [Result("7")]
    assert news == ["one refused"]
    assert len(set(pool.tickets)) == 2
    assert all(job.remote for job in pool.jobs)
    # With only one machine the refusal is the result.
    seen.clear()
    Runner(Picky(1), lambda news: None).run([step(1, settle=settle)])
    assert [result.refused for result in seen] == ["yosys is 1 there"]
    with pytest.raises(MachineError, match="every worker refused"):
        Runner(Picky(0), lambda news: None).run([step(1, settle=settle)])


def test_jobs_and_results_go_to_other_processes() -> None:
    """A job can be pickled, and so can its result, with a failure and with files."""
    good = sample_jobs.job("good", seed=3, inputs={"netlist": b"\x00" * 100})
    bad = sample_jobs.job("bad", sample_jobs.Order(fails=True))
    stale = sample_jobs.job("stale", identity=(("the variable", "what no process has"),))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as others:
        futures = [others.submit(execute, job) for job in (good, bad, stale)]
        done, failed, refused = (future.result(60) for future in futures)
    assert done.figures == '"good"'
    assert done.files["host"].decode() == done.host != ""
    assert failed.error == "the tool crashed."
    assert refused.refused == "the variable is  at the worker and what no process has at the driver"
