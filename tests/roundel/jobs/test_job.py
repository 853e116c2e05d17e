# SPDX-License-Identifier: Apache-2.0
"""One job: refused if the sources differ, its log after a failure, and its end on request.

State space: an identity that is equal, differs before the job, or changes during the job; a missing
tool; a failure with a short, a long, a missing and an empty log; each sort of error; a job stopped
before its start and during its run.
"""

import dataclasses
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError, MachineError
from roundel.base.progress import Stage
from roundel.jobs import job as jobs
from roundel.jobs.job import Job, Outcome, Report, StoppedError, difference, execute, identity_of

SOURCE = Path("source.v")


@pytest.fixture(autouse=True)
def _source(place: Path) -> None:
    SOURCE.write_text("as it was")


def identify(job: Job) -> jobs.Identity:
    try:
        return (("the RTL", SOURCE.read_text()),)
    except OSError as error:
        raise FailureError("cannot read source.v.") from error


def made(does: Callable[[Report], object] = lambda report: None, *names: str) -> Job:
    def work(job: Job, report: Report) -> Outcome:
        does(report)
        return Outcome("[7]", {"netlist": b"text"})

    job = Job("route", "mine", work, identify, None, tools=names)
    return dataclasses.replace(job, identity=identity_of(job))


def test_the_result_of_a_job() -> None:
    result = execute(made(lambda report: time.sleep(0.05), "yosys"))
    assert (result.figures, result.error, result.refused) == ("[7]", "", "")
    assert result.files == {"netlist": b"text"}
    assert result.tools == {"yosys": tools.find("yosys").version}
    assert 0.05 <= result.seconds < 10
    assert result.host == os.uname().nodename


def test_processor_time_is_that_of_the_job_and_its_tools() -> None:
    def burn(report: Report) -> None:
        script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; sleep 0.3"
        programs.run(["sh"], ["-c", script], cwd=Path.cwd(), log=Path("log"), timeout=60)
        ends = time.thread_time() + 0.1
        while time.thread_time() < ends:
            pass

    result = execute(made(burn))
    assert 0.15 < result.cpu_seconds < result.seconds - 0.2
    assert execute(made(lambda report: time.sleep(0.1))).cpu_seconds < 0.05


def test_a_job_of_other_sources_is_not_begun() -> None:
    job = made(lambda report: pytest.fail("the job was started"))
    SOURCE.write_text("edited")
    result = execute(job)
    assert result.refused == "the RTL is edited at the worker and as it was at the driver"
    assert result.figures == ""


def test_sources_that_change_during_the_job() -> None:
    result = execute(made(lambda report: SOURCE.write_text("edited")))
    assert result.refused == "the RTL is edited at the worker and as it was at the driver"
    assert (result.figures, result.files) == ("", {})


@pytest.mark.parametrize("begun", [True, False])
def test_a_source_that_is_gone_is_no_failure_of_the_job(begun: bool) -> None:
    job = made(lambda report: SOURCE.unlink())
    if not begun:
        SOURCE.unlink()
    result = execute(job)
    assert (result.refused, result.error, result.figures) == ("cannot read source.v", "", "")


def test_a_tool_that_is_missing_on_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    job = made(lambda report: pytest.fail("the job was started"), "yosys")
    monkeypatch.setenv("ROUNDEL_TOOLS", "native")
    monkeypatch.setenv("PATH", "/nowhere")
    result = execute(job)
    assert "yosys" in result.refused
    assert "is not on PATH" in result.refused
    assert result.error == ""


def test_another_version_of_a_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    job, real = made(lambda report: None, "yosys"), tools.find
    assert [name for name, _ in job.identity] == ["the RTL", "yosys"]
    newer = dataclasses.replace(real("yosys"), version_line="99")
    monkeypatch.setattr(tools, "find", lambda name: newer)
    assert execute(job).refused.startswith("yosys is ")


def test_a_difference_names_all_that_differs() -> None:
    driver = (("a", "1"), ("b", "2"), ("c", "3"))
    assert difference(driver, driver) == ""
    assert difference(driver, (("a", "1"), ("b", "9"))) == (
        "b is 9 at the worker and 2 at the driver; c is missing at the worker and 3 at the driver"
    )


@pytest.mark.parametrize("size", [10, 1 << 18])
def test_the_end_of_a_log(size: int) -> None:
    def fails(report: Report) -> None:
        Path("tool.log").write_text("\N{EURO SIGN}" * size + "\nERROR: it died\n")
        raise FailureError("the tool failed.", Path("tool.log"))

    result = execute(made(fails))
    assert (result.error, result.log_path) == ("the tool failed.", "tool.log")
    assert result.log.endswith("\N{EURO SIGN}\nERROR: it died\n")
    assert len(result.log.encode()) <= (1 << 16) + 10
    assert (len(result.log) == size + 16) == (size == 10)
    assert result.figures == ""


@pytest.mark.parametrize("log", [None, Path("gone.log")])
def test_a_failure_without_a_log(log: Path | None) -> None:
    def fails(report: Report) -> None:
        raise FailureError("the tool failed.", log)

    result = execute(made(fails))
    assert (result.error, result.log) == ("the tool failed.", "")
    assert result.log_path == (str(log) if log else "")


@pytest.mark.parametrize(
    "error", [MachineError("full."), InputError("no such part."), ValueError("a defect")]
)
def test_other_errors_are_no_result(error: Exception) -> None:
    def fails(report: Report) -> None:
        raise error

    with pytest.raises(type(error), match=str(error)):
        execute(made(fails), "mine")
    assert jobs.stages() == {}


def test_stages_by_ticket() -> None:
    seen: list[dict[str, Stage]] = []

    def work(report: Report) -> None:
        seen.append(jobs.stages())
        report(Stage("placing", 0.5))
        seen.append(jobs.stages())

    execute(made(work), "one")
    assert seen == [{"one": Stage("starting", 0.0)}, {"one": Stage("placing", 0.5)}]
    assert jobs.stages() == {}


def test_a_stop_ends_the_job_of_its_ticket_alone() -> None:
    ended: list[str] = []
    both = threading.Barrier(3)

    def work(report: Report) -> None:
        both.wait()
        for _ in range(100):
            report(Stage("placing", 0.5))
            time.sleep(0.01)

    def run(ticket: str) -> None:
        try:
            execute(made(work), ticket)
            ended.append(f"{ticket} was done")
        except StoppedError:
            ended.append(f"{ticket} was stopped")

    threads = [threading.Thread(target=run, args=[ticket]) for ticket in ("one", "two")]
    for thread in threads:
        thread.start()
    both.wait()
    jobs.stop(["one"])
    for thread in threads:
        thread.join()
    assert ended == ["one was stopped", "two was done"]
    assert execute(made(), "one").figures == "[7]"  # a stop ends one attempt


def test_a_stop_before_the_job_begins() -> None:
    jobs.stop(["one"])
    with pytest.raises(StoppedError):
        execute(made(lambda report: pytest.fail("the job was started")), "one")
    assert execute(made(), "one").figures == "[7]"
