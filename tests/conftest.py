# SPDX-License-Identifier: Apache-2.0
"""What all tests share.

With ROUNDEL_NO_SKIP=1, as in continuous integration, a test that would be skipped fails: a missing
tool must not pass for a passed check.

Simulated devices are built with less optimisation than a user's: most of them simulate for seconds
and build for longer. `make campaign` builds them as users do.

A test that needs a process which runs beside it uses the fixture `start`.
"""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

os.environ.setdefault("ROUNDEL_OPTIMISE", "1")

AnyReport = TypeVar("AnyReport", pytest.TestReport, pytest.CollectReport)


def _refuse_skip(report: AnyReport) -> AnyReport:
    if os.environ.get("ROUNDEL_NO_SKIP") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"would be skipped, which ROUNDEL_NO_SKIP forbids: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _refuse_skip((yield))


class Start(Protocol):
    """Starts a process; a test takes it from the fixture `start`."""

    def __call__(
        self,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> "subprocess.Popen[str]": ...


_MARK = "ROUNDEL_TEST_PROCESS"


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts processes whose signals all have their defaults.

    `nohup make test` and a job in the background of a script ignore signals, and every process
    inherits this. When the test is over, all processes that it started end, with all that these
    started in turn.
    """
    mark = secrets.token_hex(16)
    started: list[subprocess.Popen[str]] = []
    program = shutil.which("env")
    assert program is not None

    def begin(
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [program, "--default-signal", *command],
            env={**(os.environ if env is None else env), _MARK: mark},
            stdout=stdout,
            stderr=stderr,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for _ in range(500):
        left = _marked(f"{_MARK}={mark}".encode())
        for number in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        if not left:
            break
        time.sleep(0.01)
    for process in started:
        process.kill()
        process.__exit__(None, None, None)  # closes its pipes and waits for it


def _marked(variable: bytes) -> list[int]:
    """The numbers of the processes that have a variable in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to another user
            if variable in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
    return found
