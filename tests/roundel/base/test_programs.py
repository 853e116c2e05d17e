# SPDX-License-Identifier: Apache-2.0
"""Running programs: every possible end of a run, and the measured CPU time."""

import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from roundel.base import programs
from roundel.base.errors import FailureError, KilledError


def test_run_keeps_all_output(tmp_path: Path) -> None:
    log = tmp_path / "log"
    programs.run(["sh"], ["-c", "echo out; echo err >&2; pwd"], cwd=tmp_path, log=log, timeout=20)
    assert log.read_text().splitlines() == ["out", "err", str(tmp_path)]


def test_run_gives_the_environment(tmp_path: Path) -> None:
    log = tmp_path / "log"
    programs.run(
        ["/bin/sh"], ["-c", "echo $X"], cwd=tmp_path, log=log, timeout=20, env={"X": "there"}
    )
    assert log.read_text() == "there\n"


def test_run_has_no_input(tmp_path: Path) -> None:
    programs.run(["cat"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'ERROR: no such net'; echo bye; exit 3",
         'sh failed with status 3: "ERROR: no such net"'),
        ("echo first; echo last; exit 1", 'sh failed with status 1: "last"'),
        ("exit 1", "sh failed with status 1 and printed nothing"),
        ("echo hm; kill -SEGV $$", 'sh crashed (signal 11, Segmentation fault): "hm"'),
        ("yes | head -c 100000; echo '%Error: x'; exit 1",
         'sh failed with status 1: "%Error: x"'),
    ],
)  # fmt: skip
def test_run_tells_what_happened(tmp_path: Path, script: str, message: str) -> None:
    log = tmp_path / "log"
    with pytest.raises(FailureError) as caught:
        programs.run(["sh"], ["-c", script], cwd=tmp_path, log=log, timeout=20)
    assert str(caught.value) == f"{message}; see {log}."


def test_run_of_a_missing_program(tmp_path: Path) -> None:
    with pytest.raises(FailureError, match="nowhere cannot be started .*roundel doctor"):
        programs.run(["/nowhere"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


def gone(number: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def wait_for(what: Path) -> str:
    """The text of a file, as soon as another process has written the file."""
    for _ in range(1000):
        if what.exists() and what.read_text().endswith("\n"):
            return what.read_text()
        time.sleep(0.02)
    raise AssertionError(f"{what} never came")


def assert_gone(number: int) -> None:
    for _ in range(500):
        if gone(number):
            return
        time.sleep(0.02)
    raise AssertionError(f"process {number} still runs")


def test_run_over_time_ends_all_that_it_started(tmp_path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(FailureError, match=r"sh was stopped after 2 s"):
        programs.run(
            ["sh"],
            ["-c", "sleep 300 & echo $! > child; wait"],
            cwd=tmp_path,
            log=tmp_path / "log",
            timeout=2,
        )
    assert time.monotonic() - started < 60
    assert_gone(int((tmp_path / "child").read_text()))


def test_interrupt_ends_the_tools_of_every_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_stopped", [])
    failures: list[str] = []

    def work() -> None:
        try:
            programs.run(
                ["sh"],
                ["-c", "sleep 300 & echo $! > child; wait"],
                cwd=tmp_path,
                log=tmp_path / "log",
                timeout=300,
            )
        except FailureError as error:
            failures.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    child = int(wait_for(tmp_path / "child"))
    with pytest.raises(KeyboardInterrupt):
        programs.end_all(signal.SIGINT, None)
    thread.join(60)
    assert not thread.is_alive()
    assert_gone(child)
    assert "signal 9" in failures[0]
    with pytest.raises(FailureError, match="true was not started"):
        programs.run(["true"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


def test_run_lets_the_caller_watch(tmp_path: Path) -> None:
    seen: list[float] = []
    programs.run(
        ["sleep"], ["2.5"], cwd=tmp_path, log=tmp_path / "log", timeout=60, watch=seen.append
    )
    assert len(seen) >= 2
    assert seen == sorted(seen)


def test_stop_from_any_thread_raises_nothing_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "_stopped", [])
    assert not programs.stopping()

    def stop() -> None:
        wait_for(tmp_path / "child")
        programs.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    script = "sleep 300 & echo $! > child; wait"
    with pytest.raises(FailureError, match="signal 9"):
        programs.run(["sh"], ["-c", script], cwd=tmp_path, log=tmp_path / "log", timeout=300)
    thread.join(60)
    assert programs.stopping()
    assert_gone(int((tmp_path / "child").read_text()))
    with pytest.raises(FailureError, match="true was not started"):
        programs.run(["true"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


# ---- CPU seconds --------------------------------------------------------------------------------

BUSY = "import time\nwhile time.process_time() < {}: pass"


def busy(folder: Path, seconds: float, name: str = "log", *, child: bool = False) -> None:
    """Run a program that computes, itself or in a child process."""
    words = [sys.executable, "-c", BUSY.format(seconds)]
    script = f"import subprocess\nsubprocess.run({words!r}, check=True)"
    arguments = ["-c", script] if child else words[1:]
    programs.run(words[:1], arguments, cwd=folder, log=folder / name, timeout=100)


@pytest.mark.parametrize("child", [False, True])
def test_cpu_seconds_of_a_program_and_its_descendants(tmp_path: Path, child: bool) -> None:
    before = programs.cpu_seconds()
    busy(tmp_path, 0.5, child=child)
    assert 0.5 <= programs.cpu_seconds() - before < 2.0


def test_cpu_seconds_of_what_fails_or_sleeps(tmp_path: Path) -> None:
    before = programs.cpu_seconds()
    with pytest.raises(FailureError, match="status 3"):
        programs.run([sys.executable], ["-c", f"{BUSY.format(0.3)}\nraise SystemExit(3)"],
                     cwd=tmp_path, log=tmp_path / "log", timeout=60)  # fmt: skip
    failed = programs.cpu_seconds()
    assert 0.3 <= failed - before < 1.5
    programs.run(["sleep"], ["1"], cwd=tmp_path, log=tmp_path / "log", timeout=60)
    assert programs.cpu_seconds() - failed < 0.3


def test_cpu_seconds_of_what_takes_too_long(tmp_path: Path) -> None:
    before = programs.cpu_seconds()
    with pytest.raises(FailureError, match="stopped after"):
        programs.run([sys.executable], ["-c", BUSY.format(100)],
                     cwd=tmp_path, log=tmp_path / "log", timeout=2)  # fmt: skip
    assert programs.cpu_seconds() - before > 0.2


def test_cpu_seconds_of_each_thread(tmp_path: Path) -> None:
    before = programs.cpu_seconds()
    with ThreadPoolExecutor(2) as pool:

        def work(name: str) -> float:
            busy(tmp_path, 0.3, name)
            return programs.cpu_seconds()

        sums = list(pool.map(work, ["a", "b"]))
        assert all(0.3 <= own < 2.5 for own in sums)
        assert programs.cpu_seconds() == before
        futures = [programs.submit(pool, busy, tmp_path, 0.3, name) for name in ("c", "d")]
        programs.settle(futures)
        for future in futures:
            future.result()
        assert 0.6 <= programs.cpu_seconds() - before < 3.0
        assert pool.submit(programs.cpu_seconds).result() in (0.0, *sums)


def test_the_wait_for_a_program_is_not_busy(tmp_path: Path) -> None:
    before = time.thread_time()
    programs.run(["sleep"], ["3"], cwd=tmp_path, log=tmp_path / "log", timeout=60)
    assert time.thread_time() - before < 0.1


def test_no_descriptor_is_left(tmp_path: Path) -> None:
    def count() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = count()
    for number in range(5):
        script = f"exit {number % 2}"
        try:
            programs.run(["sh"], ["-c", script], cwd=tmp_path, log=tmp_path / "log", timeout=60)
        except FailureError:
            assert number % 2
    assert count() == before


# ---- External ends ------------------------------------------------------------------------------

WORKER = """
import sys
from pathlib import Path
from roundel.base import programs
folder = Path(sys.argv[1])
script = "(sleep 300 & echo $! > child; wait) & echo $$ > tool; wait"
programs.run(["sh"], ["-c", script], cwd=folder, log=folder / "log", timeout=300)
"""


def test_a_tool_ends_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    worker = subprocess.Popen([sys.executable, "-c", WORKER, str(tmp_path)])
    numbers = [int(wait_for(tmp_path / name)) for name in ("tool", "child")]
    time.sleep(0.2)
    assert not any(map(gone, numbers))
    worker.kill()
    worker.wait()
    for number in numbers:
        assert_gone(number)


def test_what_a_tool_leaves_behind_ends_with_the_tool(tmp_path: Path) -> None:
    script = "sleep 300 & echo $! > child"
    programs.run(["sh"], ["-c", script], cwd=tmp_path, log=tmp_path / "log", timeout=60)
    assert_gone(int(wait_for(tmp_path / "child")))


@pytest.mark.parametrize(
    "script",
    [
        "echo hm; kill -KILL $$",
        "kill -TERM $$",
        "echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1",
        "echo 'make: *** [Makefile:3: a.o] Error 137'; echo bye; exit 2",
    ],
)
def test_a_tool_that_is_killed_from_outside(tmp_path: Path, script: str) -> None:
    log = tmp_path / "log"
    with pytest.raises(KilledError, match=r"^sh was killed by another program or by the system"):
        programs.run(["sh"], ["-c", script], cwd=tmp_path, log=log, timeout=60)
