# SPDX-License-Identifier: Apache-2.0
"""A passed bench is not run again; a failed bench is, and any bench on request."""

from pathlib import Path

import pytest
from tests.kept import kept


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path))
    monkeypatch.delenv("ROUNDEL_FRESH", raising=False)


class Bench:
    """Returns its results in turn, and counts its runs."""

    def __init__(self, *results: str) -> None:
        self._results = list(results)
        self.runs = 0

    def __call__(self) -> str:
        self.runs += 1
        return self._results.pop(0)


def ask(bench: Bench, key: str = "k") -> str:
    return kept(key, lambda result: result == "PASS", bench)


def test_a_pass_is_kept_for_its_key_alone() -> None:
    bench = Bench("PASS", "PASS")
    assert [ask(bench), ask(bench)] == ["PASS", "PASS"]
    assert bench.runs == 1
    ask(bench, "other")
    assert bench.runs == 2


def test_a_failure_is_never_kept() -> None:
    bench = Bench("FAIL 1", "FAIL 2", "PASS")
    assert [ask(bench), ask(bench), ask(bench), ask(bench)] == ["FAIL 1", "FAIL 2", "PASS", "PASS"]


def test_a_fresh_run_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("PASS", "FAIL", "PASS")
    assert ask(bench) == "PASS"
    with monkeypatch.context() as patch:
        patch.setenv("ROUNDEL_FRESH", "1")
        assert ask(bench) == "FAIL"
    assert ask(bench) == "PASS"
    assert bench.runs == 2
