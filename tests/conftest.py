# SPDX-License-Identifier: Apache-2.0
"""What all tests share.

With ROUNDEL_NO_SKIP=1, as in continuous integration, a test that would be skipped fails: a missing
tool must not pass for a passed check.

Simulated devices are built with less optimisation than a user's: most of them simulate for seconds
and build for longer. `make campaign` builds them as users do.
"""

import os
from collections.abc import Generator
from typing import TypeVar

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
