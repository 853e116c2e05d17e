# SPDX-License-Identifier: Apache-2.0
"""Progress in a log and on a terminal."""

import io

import pytest

from roundel.base.progress import Reporter, null_progress


class Clock:
    """A clock set by the test."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("roundel.base.progress.time.monotonic", clock)
    return clock


def test_plain_lines_where_there_is_no_terminal(clock: Clock) -> None:
    stream = io.StringIO()
    with Reporter(stream) as report:
        report("building [the] device")
        clock.now += 12.25
        report("encrypting", 0.5)
    assert stream.getvalue() == "[   0.0 s] building [the] device\n[  12.2 s] encrypting (50%)\n"


def test_one_message_is_not_repeated_too_often(clock: Clock) -> None:
    stream = io.StringIO()
    with Reporter(stream, interval=5.0) as report:
        for step in range(100):
            report("encrypting", step / 100)
            clock.now += 0.1
    times = [float(line[1:8]) for line in stream.getvalue().splitlines()]
    assert times == pytest.approx([0.0, 5.0], abs=0.15)


def test_messages_that_change_all_the_time_do_not_fill_a_log(clock: Clock) -> None:
    stream = io.StringIO()
    with Reporter(stream) as report:
        for step in range(100):
            report(f"step {step}")
            clock.now += 0.1
    assert 4 <= len(stream.getvalue().splitlines()) <= 6


def test_long_lines_stay_lines(clock: Clock) -> None:
    stream = io.StringIO()
    with Reporter(stream) as report:
        report("x" * 500)
    assert len(stream.getvalue().splitlines()) == 1
    assert clock.now == 100.0


def test_terminal_gets_a_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    with Reporter(stream) as report:
        report("placing", 0.25)
        report("routing")
    assert "routing" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")  # the line is erased


def test_null_progress_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    null_progress("anything", 0.1)
    assert capsys.readouterr() == ("", "")
