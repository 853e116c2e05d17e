# SPDX-License-Identifier: Apache-2.0
"""A skipped test fails where skips are forbidden, and only there."""

import os
import shutil
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
