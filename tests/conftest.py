# SPDX-License-Identifier: Apache-2.0
"""What all tests share.

With ROUNDEL_NO_SKIP=1, as in continuous integration, a test that would be skipped fails: a missing
tool must not pass for a passed check.

Simulated devices are built with less optimisation than a user's: most of them simulate for seconds
and build for longer. `make campaign` builds them as users do.

Tests that share a module's fixture, such as a simulated device, form a group: one worker of
pytest-xdist runs them, and no other worker waits for the device. The groups
that take longest (`durations.json`) begin first, so that the workers end together.

A test that needs a process which runs beside it uses the fixture `start`.
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
UNKNOWN = 1.0  # seconds of a test that has not run


@functools.cache
def _shares(path: Path) -> bool:
    """Whether a test file has fixtures that many tests share, such as a simulated device."""
    return 'scope="module"' in path.read_text(encoding="utf-8")


def group_of(root: Path, nodeid: str) -> str:
    """The group of a test: itself, or its file and first parameter where the file shares fixtures.

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
    """In workers, put the groups first that take longest."""
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
