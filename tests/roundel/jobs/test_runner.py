# SPDX-License-Identifier: Apache-2.0
"""Many jobs at once: nobody idles, the longest come first, and an end is an end."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from roundel.explore.crew import Crew, Job

from roundel.base.errors import FailureError, MachineError
from roundel.base.stages import Stage

Watch = Callable[[Stage], None]


def job(way: float, work: Callable[[Watch], Any], then: Iterable[Job] = ()) -> Job:
    return Job("kind", f"job {way}", way, way, work, lambda job, outcome: then)


def test_nobody_idles() -> None:
    """24 points as a sweep has them: a short job each, and when it is done a longer one."""
    busy: list[float] = []

    def work(seconds: float, then: Iterable[Job] = ()) -> Job:
        def asleep(watch: Watch) -> None:
            began = time.monotonic()
            time.sleep(seconds)
            busy.append(time.monotonic() - began)

        return job(seconds, asleep, then)

    spans = [0.03 + 0.01 * (number % 7) for number in range(24)]
    began = time.monotonic()
    Crew(2, lambda: None).work_off([work(span / 3, [work(span)]) for span in spans])
    assert len(busy) == 48
    assert sum(busy) / (2 * (time.monotonic() - began)) >= 0.9


def test_no_more_run_than_there_are_workers() -> None:
    guard, running, most = threading.Lock(), 0, 0

    def work(watch: Watch) -> None:
        nonlocal running, most
        with guard:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with guard:
            running -= 1

    Crew(3, lambda: None).work_off([job(1, work) for _ in range(12)])
    assert most == 3


def test_the_longest_way_begins_first() -> None:
    order: list[float] = []

    def noting(way: float, then: Iterable[Job] = ()) -> Job:
        return job(way, lambda watch: order.append(way), then)

    Crew(1, lambda: None).work_off([noting(1), noting(5, [noting(4), noting(0.5)]), noting(3)])
    assert order == [5, 4, 3, 1, 0.5]


def test_a_failure_is_an_outcome() -> None:
    error = FailureError("it died.")
    seen: list[object] = []

    def fails(watch: Watch) -> None:
        raise error

    def settle(job: Job, outcome: Any) -> list[Job]:
        seen.append(outcome)
        return []

    Crew(2, lambda: None).work_off(
        [Job("kind", "", 1, 1, fails, settle), Job("kind", "", 1, 2, lambda watch: 7, settle)]
    )
    assert sorted(map(str, seen)) == ["7", "it died."]


@pytest.mark.parametrize("error", [MachineError("full."), ValueError("a defect")])
def test_anything_else_ends_all(error: Exception) -> None:
    ended = threading.Event()

    def long(watch: Watch) -> None:
        try:
            while True:
                watch(Stage("working", 0.5))
                time.sleep(0.01)
        finally:
            ended.set()

    def fails(watch: Watch) -> None:
        time.sleep(0.05)
        raise error

    started = time.monotonic()
    with pytest.raises(type(error), match=str(error)):
        Crew(2, lambda: None).work_off([job(2, long), job(1, fails), job(0.5, long)])
    assert ended.is_set()
    assert time.monotonic() - started < 5


def test_what_is_done_when_another_breaks_is_settled() -> None:
    both, seen = threading.Barrier(2), list[Any]()

    def well(watch: Watch) -> int:
        both.wait()
        return 1

    def breaks(watch: Watch) -> None:
        both.wait()
        raise MachineError("full.")

    def tick() -> None:
        time.sleep(0.2)  # both end before the crew looks

    def settle(job: Job, outcome: Any) -> list[Job]:
        seen.append(outcome)
        return []

    with pytest.raises(MachineError):
        Crew(2, tick).work_off(
            [Job("kind", "", 1, 2, breaks, settle), Job("kind", "", 1, 1, well, settle)]
        )
    assert seen == [1]


def test_stages_are_seen() -> None:
    seen: set[str] = set()

    def work(watch: Watch) -> None:
        watch(Stage("placing", 0.25))
        time.sleep(0.4)

    crew = Crew(1, lambda: seen.update(item.stage.name for item in crew.running.values()))
    crew.work_off([job(1, work)])
    assert "placing" in seen
