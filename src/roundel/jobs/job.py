# SPDX-License-Identifier: Apache-2.0
"""A job: one run of tools on one design, which any machine with the same sources can do.

The driver makes jobs and keeps their results; a worker executes them. Both may be one process, or
a worker may be a process on another node. A job is therefore plain data and names its function,
and all that a worker must have in common with the driver is in the job's identity.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundel.base import programs, tools
from roundel.base.errors import FailureError, KilledError, MachineError
from roundel.base.progress import Stage

Identity = tuple[tuple[str, str], ...]
"""What a result depends on: pairs of a name for people and a digest or version."""

Report = Callable[[Stage], None]
"""Called by a job's function with the stage that it has reached; ends the job by an exception when
nobody wants the result any more."""

_LOG = 1 << 16  # bytes of a failed job's log that its result holds, from the end


@dataclass(frozen=True)
class Outcome:
    """What a job's function returns."""

    figures: str  # the figures as JSON
    # Files that jobs after this one need, by name, for workers without the driver's disk.
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """A unit of work."""

    kind: str  # the sort of work, for example "map"; durations are estimated for each kind
    label: str  # the job's name for people
    # The function that does the work, at the top level of a module.
    work: "Callable[[Job, Report], Outcome]"
    # The function that computes the identity where it is called, without the tools.
    identify: "Callable[[Job], Identity]"
    config: Any  # what to work on: any frozen object that can be pickled
    target: str = ""  # the part or library; empty where the work has none
    seed: int = 0  # the seed; 0 where the work has none
    tools: tuple[str, ...] = ()  # names of the tools that take part
    identity: Identity = ()  # what the driver has, from `identity_of`
    # Files from jobs before this one, see `Outcome.files`.
    inputs: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    # Whether the job runs outside the driver's process, perhaps without its disk.
    remote: bool = False


@dataclass(frozen=True)
class Result:
    """What became of a job."""

    figures: str = ""  # the figures as JSON; empty unless the job succeeded
    error: str = ""  # why the job failed, one sentence; empty otherwise
    # Whether `error` is about the machine: a tool or worker was killed, and so was its repetition.
    # The store does not keep such a failure.
    lost: bool = False
    log: str = ""  # the end of the failed tool's log
    log_path: str = ""  # where the whole log is, on `host`
    # How the worker differs from the driver, where that kept the job from running.
    refused: str = ""
    seconds: float = 0.0  # from begin to end
    cpu_seconds: float = 0.0  # processor time, with that of the tools
    host: str = ""  # the machine that ran the job
    worker: str = ""  # the worker's address in a cluster; empty elsewhere
    tools: Mapping[str, str] = field(default_factory=dict)  # versions on that machine, by name
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # see `Outcome.files`


class StoppedError(Exception):
    """Ends a job whose result nobody wants any more."""


# By ticket; written by the thread of the job, read by others. Each access is indivisible.
_stages: dict[str, Stage] = {}
_stopped: set[str] = set()
_threads: dict[str, int] = {}


def identity_of(job: Job) -> Identity:
    """What the result of a job would depend on in this process."""
    versions = ((name, tools.find(name).stamp) for name in job.tools)
    return (*job.identify(job), *versions)


def difference(driver: Identity, worker: Identity) -> str:
    """How two identities differ, for people; empty where they are equal."""
    here = dict(worker)
    parts = [
        f"{name} is {here.get(name, 'missing')} there and {value} at the driver"
        for name, value in driver
        if here.get(name) != value
    ]
    return "; ".join(parts)


def stages() -> dict[str, Stage]:
    """The stages of the jobs that run in this process, by ticket."""
    return dict(_stages)


def stop(tickets: Iterable[str]) -> None:
    """End jobs of this process: their tools now, and the jobs at their next report."""
    _stopped.update(tickets)
    programs.end_running({_threads[item] for item in tickets if item in _threads})


def execute(job: Job, ticket: str = "") -> Result:
    """Do a job in this process.

    Returns:
        The result. A job whose tools fail has a result with `error`; a job whose identity differs
        from the driver's is not begun and has a result with `refused`. A job whose tool is killed
        from outside is done once more.

    Raises:
        MachineError: This machine failed and not the job: a full disk, a tool that does not start.
        InputError: What the user gave cannot be used.
    """
    began, cpu = time.monotonic(), _cpu()

    def report(stage: Stage) -> None:
        if ticket in _stopped:
            raise StoppedError
        _stages[ticket] = stage
        _threads[ticket] = threading.get_ident()

    def result(**parts: Any) -> Result:
        return Result(
            seconds=round(time.monotonic() - began, 3),
            cpu_seconds=round(_cpu() - cpu, 3),
            host=socket.gethostname(),
            **parts,
        )

    try:
        report(Stage("starting", 0.0))
        refused = _refusal(job)
        if refused:
            return result(refused=refused)
        versions = {name: tools.find(name).version for name in job.tools}
        try:
            outcome = job.work(job, report)
        except KilledError:
            report(Stage("starting again", 0.0))
            outcome = job.work(job, report)
        # The work may have read sources that were edited while it ran.
        refused = _refusal(job)
        if refused:
            return result(refused=refused)
        return result(figures=outcome.figures, files=outcome.files, tools=versions)
    except FailureError as error:
        lost = isinstance(error, KilledError)
        if isinstance(error, MachineError) and not lost:
            raise
        refused = _refusal(job)  # a failure during an edit says nothing about the design
        if refused:
            return result(refused=refused)
        log, path = _tail(error.log), str(error.log or "")
        return result(error=str(error), lost=lost, log=log, log_path=path)
    finally:
        _stages.pop(ticket, None)
        _threads.pop(ticket, None)
        _stopped.discard(ticket)


def _refusal(job: Job) -> str:
    """Why this process must not give a result of a job; empty where it may."""
    try:
        return difference(job.identity, identity_of(job))
    except MachineError:
        raise
    except FailureError as error:  # a tool or a source is missing here
        return str(error).rstrip(".")


def _cpu() -> float:
    """CPU seconds of this thread and of the programs that it has run."""
    return time.thread_time() + programs.cpu_seconds()


def _tail(log: Path | None) -> str:
    """The end of a log; empty where it cannot be read."""
    if log is None:
        return ""
    try:
        with log.open("rb") as handle:
            handle.seek(max(0, log.stat().st_size - _LOG))
            return handle.read().decode(errors="replace")
    except OSError:
        return ""
