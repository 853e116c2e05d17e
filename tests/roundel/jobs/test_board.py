# SPDX-License-Identifier: Apache-2.0
"""The progress board in a log and on a terminal."""

import io

import pytest

from roundel.jobs.board import Board, Running, Tally, silent


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    return now


def test_plain_lines_now_and_then_and_failures_at_once(clock: list[float]) -> None:
    stream = io.StringIO()
    with Board(stream) as board:
        for second in range(40):
            clock[0] = 100.0 + second / 2
            failed = second >= 10
            board(
                Tally(
                    total=24, done=second // 8, failed=int(failed), left=600 - second,
                    failures=["[a] died."] * failed,
                )
            )  # fmt: skip
    assert stream.getvalue().splitlines() == [
        "[   0.0 s] 0 of 24 runs done, 0 tools running, 10 min left",
        "[   5.0 s] failed: [a] died.",
        "[  10.0 s] 2 of 24 runs done, 0 tools running, 1 failed, 10 min left",
    ]


def test_an_estimate_that_has_run_out_says_so(clock: list[float]) -> None:
    stream = io.StringIO()
    with Board(stream) as board:
        for second in range(0, 111, 5):
            clock[0] = 100.0 + second
            running = [Running("a", "placing", 0.5, 1.0), Running("[b]", "routing", 0.9, second)]
            board(Tally(total=24, done=23, running=running, left=max(0.0, 15.0 - second)))
    lines = stream.getvalue().splitlines()
    assert len(lines) >= 10
    assert lines[1] == "[  10.0 s] 23 of 24 runs done, 2 tools running, 5 s left"
    assert lines[2] == (
        "[  20.0 s] 23 of 24 runs done, 2 tools running, longer than estimated: [b], routing, "
        "20 s so far"
    )
    assert not any(" 0 s left" in line for line in lines)
    assert Tally(total=1, done=1, left=0.0).head.endswith("0 tools running, 0 s left")


def test_terminal_has_a_line_for_each_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    running = [Running("outer, seed 1", "routing", 0.5, 12), Running("[b]", "placing", 0.1, 100)]
    with Board(stream) as board:
        board(Tally(total=24, done=7, failed=1, running=running, left=7300.0, failures=["x died."]))
    text = stream.getvalue()
    for words in (
        "7 of 24 runs done, 2 tools running, 1 failed, 2 h 02 min left",
        "failed: x died.",
        "routing  12 s   outer, seed 1",
        "placing  2 min  [b]",
    ):
        assert words in text
    assert text.rindex("\x1b[2K") > text.rindex("placing")  # the block is erased


def test_silent_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    silent(Tally(total=2, done=1, failures=["x died."]))
    assert capsys.readouterr() == ("", "")
