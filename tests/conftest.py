# SPDX-License-Identifier: Apache-2.0
"""Fixtures and hooks of all tests.

With ROUNDEL_NO_SKIP=1, as in continuous integration, a skipped test fails: a missing tool must not
look like a passed check. Simulated devices are built with less optimisation than for users: most
simulate for seconds and build for longer. `make campaign` builds devices as users do.

Tests with a common module fixture, for example a simulated device, form a group: one worker of
pytest-xdist runs the group, and no other worker waits for the device. The longest groups
(`durations.json`) begin first, so the workers end together.

A test that takes longer than `timeout` (pyproject.toml) fails, except in campaigns. A test with a
background process uses the fixture `start`.
"""

import contextlib
import functools
import json
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest
from xdist.scheduler import LoadScopeScheduling

os.environ.setdefault("ROUNDEL_OPTIMISE", "1")

AnyReport = TypeVar("AnyReport", pytest.TestReport, pytest.CollectReport)


def _refuse_skip(report: AnyReport) -> AnyReport:
    if os.environ.get("ROUNDEL_NO_SKIP") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"would be skipped, which ROUNDEL_NO_SKIP forbids: {reason}"
    return report


DURATIONS = Path(__file__).with_name("durations.json")  # seconds by test, of pytest-split
UNKNOWN = 1.0  # seconds of a test without a recorded time


@functools.cache
def _shares(path: Path) -> bool:
    """Whether a test file has fixtures for many tests, for example a simulated device."""
    return 'scope="module"' in path.read_text(encoding="utf-8")


def group_of(root: Path, nodeid: str) -> str:
    """The group of a test: the test itself, or with shared fixtures its file and first parameter.

    pytest puts the parameters of a module's fixtures before those of the test.
    """
    path, _, test = nodeid.partition("::")
    if not _shares(root / path):
        return nodeid
    return f"{path}[{test.partition('[')[2].partition('-')[0].rstrip(']')}]"


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # without types
    """Gives each group to one worker, in the order of collection."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(self.config.rootpath, nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Groups:
    """Share the tests among workers by groups."""
    config.option.loadscopereorder = False
    return Groups(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remove the time limit of campaigns; in workers, put the longest groups first."""
    for item in items:
        if item.get_closest_marker("campaign"):
            item.add_marker(pytest.mark.timeout(0))
    if not hasattr(config, "workerinput"):
        return
    kept = json.loads(DURATIONS.read_text(encoding="utf-8")) if DURATIONS.is_file() else {}
    groups = {item: group_of(config.rootpath, item.nodeid) for item in items}
    whole: defaultdict[str, float] = defaultdict(float)
    for item, group in groups.items():
        whole[group] += kept.get(item.nodeid, UNKNOWN)
    items.sort(key=lambda item: -whole[groups[item]])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _refuse_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _refuse_skip((yield))


class Start(Protocol):
    """Starts a process for a test; see the fixture `start`."""

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
    """Starts processes with default signal handlers.

    `nohup make test` and a background job of a script ignore signals, and every process inherits
    this. At the end of the test all started processes and their descendants are stopped.
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
        process.__exit__(None, None, None)  # close the pipes and wait for the process


def _marked(variable: bytes) -> list[int]:
    """The numbers of the processes with a variable in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # the process has ended, or belongs to another user
            if variable in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
    return found
