# SPDX-License-Identifier: Apache-2.0
"""A job: one run of tools on one design, on any machine with the same sources.

The driver makes jobs and keeps their results; a worker executes jobs. Driver and worker may be one
process, or the worker may be a process on another node. A job is therefore plain data and names
its function. The job's identity contains everything that worker and driver must have in common.
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
"""The inputs of a result: pairs of a readable name and a digest or version."""

Report = Callable[[Stage], None]
"""Called by a job's function with its present stage; ends the job by an exception if the result is
no longer needed."""

_LOG = 1 << 16  # bytes of the end of a failed job's log in its result


@dataclass(frozen=True)
class Outcome:
    """The return value of a job's function."""

    figures: str  # the figures as JSON
    # Files for later jobs by name, for workers without access to the driver's disk.
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """A unit of work."""

    kind: str  # the type of work, for example "map"; durations are estimated for each kind
    label: str  # the job's name in messages
    # The function that does the work, at the top level of a module.
    work: "Callable[[Job, Report], Outcome]"
    # The function for the identity in the calling process, without the tools.
    identify: "Callable[[Job], Identity]"
    config: Any  # the object of the work, frozen and picklable
    target: str = ""  # the part or library; empty without a target
    seed: int = 0  # the seed; 0 without a seed
    tools: tuple[str, ...] = ()  # names of the used tools
    identity: Identity = ()  # the driver's identity, from `identity_of`
    # Files from earlier jobs, see `Outcome.files`.
    inputs: Mapping[str, bytes] = field(default_factory=dict, repr=False, hash=False)
    # Whether the job runs outside the driver's process, possibly without its disk.
    remote: bool = False


@dataclass(frozen=True)
class Result:
    """The result of a job."""

    figures: str = ""  # the figures as JSON; empty after a failure
    error: str = ""  # the reason of a failure in one sentence; otherwise empty
    # Whether `error` is a failure of the machine: a tool or worker was killed twice. The store does
    # not keep this failure.
    lost: bool = False
    log: str = ""  # the end of the failed tool's log
    log_path: str = ""  # the path of the complete log on `host`
    # The difference between worker and driver, if it prevented the job.
    refused: str = ""
    seconds: float = 0.0  # from start to end
    cpu_seconds: float = 0.0  # processor time, including the tools
    host: str = ""  # the machine that ran the job
    worker: str = ""  # the worker's address in a cluster; otherwise empty
    tools: Mapping[str, str] = field(default_factory=dict)  # versions on that machine, by name
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # see `Outcome.files`


class StoppedError(Exception):
    """Ends a job whose result is no longer needed."""


# By ticket; written by the thread of the job, read by other threads. Each access is atomic.
_stages: dict[str, Stage] = {}
_stopped: set[str] = set()
_threads: dict[str, int] = {}


def identity_of(job: Job) -> Identity:
    """The inputs of a job's result in this process."""
    versions = ((name, tools.find(name).stamp) for name in job.tools)
    return (*job.identify(job), *versions)


def difference(driver: Identity, worker: Identity) -> str:
    """The difference between two identities in words; empty for equal identities."""
    here = dict(worker)
    parts = [
        f"{name} is {here.get(name, 'missing')} at the worker and {value} at the driver"
        for name, value in driver
        if here.get(name) != value
    ]
    return "; ".join(parts)


def stages() -> dict[str, Stage]:
    """The stages of the running jobs of this process, by ticket."""
    return dict(_stages)


def stop(tickets: Iterable[str]) -> None:
    """End jobs of this process: their tools immediately, the jobs at their next report."""
    _stopped.update(tickets)
    programs.end_running({_threads[item] for item in tickets if item in _threads})


def execute(job: Job, ticket: str = "") -> Result:
    """Execute a job in this process.

    Returns:
        The result. A job with failing tools has a result with `error`. A job with another identity
        than the driver's is not started and has a result with `refused`. A job with a tool killed
        from outside is repeated once.

    Raises:
        MachineError: This machine failed, not the job: a full disk, a tool that does not start.
        InputError: The user's input is unusable.
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
        # The work may have read sources that were edited meanwhile.
        refused = _refusal(job)
        if refused:
            return result(refused=refused)
        return result(figures=outcome.figures, files=outcome.files, tools=versions)
    except FailureError as error:
        lost = isinstance(error, KilledError)
        if isinstance(error, MachineError) and not lost:
            raise
        refused = _refusal(job)  # a failure during an edit does not depend on the design
        if refused:
            return result(refused=refused)
        log, path = _tail(error.log), str(error.log or "")
        return result(error=str(error), lost=lost, log=log, log_path=path)
    finally:
        _stages.pop(ticket, None)
        _threads.pop(ticket, None)
        _stopped.discard(ticket)


def _refusal(job: Job) -> str:
    """The reason why this process must not return a result of a job; empty without a reason."""
    try:
        return difference(job.identity, identity_of(job))
    except MachineError:
        raise
    except FailureError as error:  # this machine lacks a tool or a source
        return str(error).rstrip(".")


def _cpu() -> float:
    """CPU seconds of this thread and of its programs."""
    return time.thread_time() + programs.cpu_seconds()


def _tail(log: Path | None) -> str:
    """The end of a log; empty for an unreadable log."""
    if log is None:
        return ""
    try:
        with log.open("rb") as handle:
            handle.seek(max(0, log.stat().st_size - _LOG))
            return handle.read().decode(errors="replace")
    except OSError:
        return ""
