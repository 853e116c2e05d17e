# SPDX-License-Identifier: Apache-2.0
"""Forbidden skips fail, and no test leaves a process behind."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SKIPS = {
    "a test": "import pytest\ndef test_it():\n    pytest.skip('no tool')\n",
    "a mark": "import pytest\n@pytest.mark.skip(reason='no tool')\ndef test_it(): pass\n",
    "a module": "import pytest\npytest.skip('no tool', allow_module_level=True)\n",
}


def run(folder: Path, **environment: str) -> tuple[int, str]:
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, str(folder)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("text", SKIPS.values(), ids=SKIPS.keys())
def test_skip_fails_where_forbidden(tmp_path: Path, text: str) -> None:
    (tmp_path / "test_it.py").write_text(text)
    status, output = run(tmp_path, ROUNDEL_NO_SKIP="1")
    assert status != 0
    assert "forbids: Skipped: no tool" in output or "forbids: no tool" in output


def test_skip_passes_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SKIPS["a test"])
    status, output = run(tmp_path, ROUNDEL_NO_SKIP="")
    assert status == 0
    assert "1 skipped" in output


def test_expected_failure_is_no_skip(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.xfail\ndef test_it():\n    assert False\n"
    )
    assert run(tmp_path, ROUNDEL_NO_SKIP="1")[0] == 0


def test_a_broken_pipe_is_an_error_after_collection() -> None:
    """And does not end a worker."""
    assert signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN


FAILS = """
import pathlib, subprocess, sys

def test_it(start):
    script = "sleep 300 & echo $! > child; setsid sleep 300 & wait"
    process = start(["sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not pathlib.Path("child").exists() or not pathlib.Path("child").read_text():
        assert process.poll() is None
    assert False
"""


def test_a_failing_test_leaves_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test_it.py").write_text(FAILS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEST_OF_PROCESSES", str(tmp_path))
    status, output = run(tmp_path, PYTHONWARNINGS="error")
    assert status == 1
    assert "1 failed" in output
    assert "Warning" not in output
    left = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"TEST_OF_PROCESSES={tmp_path}".encode() in path.read_bytes().split(b"\0"):
                left.append(path)
    assert left == []


def test_a_started_process_ignores_no_signal(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import subprocess\ndef test_it(start):\n"
        "    process = start(['grep', 'SigIgn', '/proc/self/status'], stdout=subprocess.PIPE)\n"
        "    ignored = int(process.communicate()[0].split()[1], 16)\n"
        "    assert ignored & 0x7FFFFFFF == 0  # of signals 1 to 31; 32 is the C library's\n"
    )
    words = ["-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, str(tmp_path)]
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    env = shutil.which("env")
    assert env is not None
    ignored = [env, "--ignore-signal=HUP,INT,TERM", sys.executable, *words]
    done = subprocess.run(ignored, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


SHARED = """\
import os
import pytest

@pytest.fixture(scope="module", params=["one", "other"])
def device(request): return request.param

@pytest.mark.parametrize("number", range(4))
def test_it(device, number):
    print(device, os.environ["PYTEST_XDIST_WORKER"])
"""


def test_tests_of_a_device_run_on_one_worker(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(SHARED)
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n", "2", "-rP"),
            *("-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path)),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = re.findall(r"^(one|other) (gw\d)$", done.stdout, re.MULTILINE)
    assert len(lines) == 8
    assert len(set(lines)) == 2
