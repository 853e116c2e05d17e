# SPDX-License-Identifier: Apache-2.0
"""The frame of the command: exit status, and errors of one sentence without a traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundel import __version__
from roundel.__main__ import main
from roundel.base.errors import FailureError, InputError
from roundel.cli.app import COMMANDS, LazyCommand

if TYPE_CHECKING:
    from tests.conftest import Start

ROUNDEL = [sys.executable, "-m", "roundel"]


@pytest.fixture(autouse=True)
def _no_debug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_DEBUG", "")


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let `roundel presets` raise an error."""

    def presets(*, papers: bool) -> None:
        raise error

    monkeypatch.setattr("roundel.design.presets", presets)


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (InputError("this is wrong; do that."), 2, "this is wrong; do that."),
        (FailureError("that broke; see there."), 1, "that broke; see there."),
        (KeyboardInterrupt(), 130, "interrupted."),
    ],
)
def test_error_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    text: str,
) -> None:
    raising(monkeypatch, error)
    assert main(["presets"]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"roundel: error: {text}\n"


def test_defect_says_how_to_see_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raising(monkeypatch, ValueError("first\nsecond"))
    assert main(["presets"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "a defect in Roundel (ValueError: first); set ROUNDEL_DEBUG=1" in err


@pytest.mark.parametrize("how", ["option", "environment"])
def test_debug_shows_where(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    raising(monkeypatch, InputError("this is wrong."))
    if how == "environment":
        monkeypatch.setenv("ROUNDEL_DEBUG", "1")
    assert main(["--debug", "presets"] if how == "option" else ["presets"]) == 2
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.endswith("roundel: error: this is wrong.\n")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["nonsense"], "nonsense"),
        (["show"], "missing argument 'CONFIG'; see `roundel show --help`."),
        (
            ["verify", "iterative", "--seed", "x"],
            "'--seed': give a whole number; see `roundel verify",
        ),
        (["verify", "iterative", "--seed", "1.5"], "'--seed': give a whole number; "),
        (["verify", "iterative", "--seed", "9" * 5000], "'--seed': give fewer digits; "),
        (
            ["explore", "quick", "--jobs", "0"],
            "'--jobs': give 1 or more; see `roundel explore --help`",
        ),
        (["show", "iterative", "--nonsense"], "--nonsense"),
        (["synth", "iterative", "--timeout", "soon"], "'--timeout': give a number; "),
        (
            ["encrypt", "a", "b", "--config", "iterative", "--mode", "ocb"],
            "'--mode': give ecb, cbc, ctr, gcm or xts; ",
        ),
        (["soft", "run", "--host", "x", "y"], "unexpected extra argument; see `roundel soft run"),
        (["soft", "run", "--host", "x", "--cycles", "0"], "'--cycles': give 1 or more; "),
        (["shwo"], "there is no command 'shwo' (did you mean show?)"),
        (["encrypt", "a", "--config", "iterative", "--mode", "ecb"], "OUT"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: list[str], text: str) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("roundel: error: ")
    assert err.count("\n") == 1
    assert text in err
    assert "--help" in err


@pytest.mark.parametrize("debug", ["", "1"])
@pytest.mark.parametrize("words", [["a", "b", "0123456789abcdef" * 2], ["a", "b", "01 23", "4"]])
def test_surplus_words_are_not_repeated(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    debug: str,
) -> None:
    monkeypatch.setenv("ROUNDEL_DEBUG", debug)
    assert main(["encrypt", "--config", "iterative", "--mode", "ecb", *words]) == 2
    err = capsys.readouterr().err
    assert "unexpected extra argument" in err
    assert not any(word in err for word in words[2:])


def test_key_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["0123456789abcdef" * 2, "encrypt"]) == 2
    assert "0123" not in capsys.readouterr().err


def test_nothing_asked_is_answered_with_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage: roundel" in capsys.readouterr().out


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {name} " in text for name in COMMANDS)
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"roundel {__version__}\n"


def test_every_command_has_json(capsys: pytest.CaptureFixture[str]) -> None:
    for name in set(COMMANDS) - {"new", "schema"}:  # these print YAML and JSON alone
        loaded = LazyCommand(name).load()
        for member in getattr(loaded, "commands", [""]):
            command = [name, member] if member else [name]
            assert main([*command, "--help"]) == 0
            assert "--json" in capsys.readouterr().out, command


def test_reader_that_goes_away(start: "Start") -> None:
    command = [*ROUNDEL, "presets", "--json"]
    process = start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(60) == 1
    assert process.stderr.read() == ""


@pytest.mark.parametrize("ignored", [True, False])
def test_hang_up_that_is_ignored(monkeypatch: pytest.MonkeyPatch, ignored: bool) -> None:
    handled = []
    now = signal.SIG_IGN if ignored else signal.SIG_DFL
    monkeypatch.setattr(signal, "getsignal", lambda _: now)
    monkeypatch.setattr(signal, "signal", lambda number, _: handled.append(number))
    monkeypatch.setattr(sys, "argv", ["roundel", "--version"])
    assert main() == 0
    assert handled == [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][: 2 if ignored else 3]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupt_from_outside(tmp_path: Path, start: "Start", number: int) -> None:
    """A signal while a tool runs: the tool ends too, the status is 130, nothing is left behind."""
    marker = tmp_path / "child"
    compiler = tmp_path / "g++"
    compiler.write_text(
        "#!/bin/sh\n[ $1 = --version ] && exec echo g++ 12.2.0\n"
        f"echo $$ >> {marker}\nexec sleep 300\n"
    )
    compiler.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "ROUNDEL_CACHE": str(tmp_path / "cache"),
        "KEY": "00" * 16,
    }
    (tmp_path / "in").write_bytes(bytes(32))
    words = ["encrypt", "--config", "iterative", "--mode", "ecb", "--key-env", "KEY"]
    words += [str(tmp_path / "in"), str(tmp_path / "out")]
    process = start([*ROUNDEL, *words], env=environment, stderr=subprocess.PIPE)
    for _ in range(3000):
        if marker.exists() and marker.read_text().endswith("\n"):
            break
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(number)
    assert "roundel: error: interrupted.\n" in process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert [path.name for path in tmp_path.glob("out*")] == []
    for child in marker.read_text().split():
        assert_gone(Path("/proc") / child)


def assert_gone(process: Path) -> None:
    """Wait a little until a process is gone, or is a zombie without a waiting parent."""
    for _ in range(500):
        try:
            if "\nState:\tZ" in (process / "status").read_text():
                return
        except (FileNotFoundError, ProcessLookupError):
            return
        time.sleep(0.02)
    raise AssertionError(f"{process} still runs")


def test_help_loads_no_tool() -> None:
    """`roundel --help` and completion load no module for the work itself."""
    script = (
        "import sys\nfrom roundel.__main__ import main\nmain(['--help'])\n"
        "heavy = {'pyslang', 'cffi', 'cocotb', 'cryptography', 'yaml', 'rich', 'pydantic', "
        "'importlib.metadata'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_the_table_is_the_command_s(name: str) -> None:
    stand_in = LazyCommand(name)
    command = stand_in.load()
    assert command.name == name
    assert command.get_short_help_str(1000) == stand_in.get_short_help_str(1000)
    assert len(stand_in.get_short_help_str(1000)) <= 65  # one line of a terminal


def test_closed_standard_output() -> None:
    command = f"{sys.executable} -m roundel presets >&-"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert (done.returncode, done.stderr) == (0, "")


def test_full_standard_output() -> None:
    command = f"{sys.executable} -m roundel presets --json >/dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.returncode == 1
    assert done.stderr.startswith("roundel: error: cannot write to standard output (No space")
    assert "Traceback" not in done.stderr
