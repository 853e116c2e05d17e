# SPDX-License-Identifier: Apache-2.0
"""`make check` finds the tests of a change and runs the nearest first."""

import subprocess
import sys
from pathlib import Path

import pytest

from scripts import check, imports, rtl_graph

ROOT = imports.ROOT


def near(*names: str) -> dict[str, int]:
    found = check.dependents([ROOT / name for name in names])
    return {path.relative_to(ROOT / "tests").as_posix(): far for path, far in found.items()}


def test_tests_of_a_python_module_by_distance() -> None:
    found = near("src/roundel/sim/stream.py")
    assert found["roundel/sim/test_stream.py"] == 1
    assert found["roundel/crypt/test_packet_files.py"] > 1
    assert found.get("roundel/base/test_cache.py", 9) > 3  # by a fixture of all tests at the most


def test_a_fixture_and_a_changed_test_count() -> None:
    found = near("tests/roundel/fpga/conftest.py", "tests/sw/test_firmware.py")
    assert found["roundel/fpga/test_flow.py"] == 1
    assert found["sw/test_firmware.py"] == 0
    assert "roundel/design/test_design.py" not in found


def test_a_data_file_counts_as_the_modules_that_name_it() -> None:
    found = near("rtl/roundel.f")  # roundel.design.files names the file
    assert found["roundel/design/test_design.py"] <= 1
    assert found.get("roundel/base/test_cache.py", 9) > 3


def test_benches_and_proofs_of_a_module() -> None:
    found = near("rtl/dma/roundel_dma_fetch.sv")
    assert found["rtl/top/test_roundel_dma.py"] == 1
    assert not {"rtl/core/test_roundel_core.py", "rtl/prim/test_roundel_fifo.py"} & set(found)
    assert near("tests/rtl/prim/tb_roundel_fifo.sv")["rtl/prim/test_roundel_fifo.py"] == 1
    proofs = rtl_graph.proofs_of([ROOT / "rtl/dma/roundel_dma_fetch.sv"])
    assert proofs == {"dma-fetch-16", "dma-fetch-128"}
    assert not rtl_graph.proofs_of([ROOT / "Makefile"])


def test_distances() -> None:
    a, b, c, d = (Path(name) for name in "abcd")
    graph = {a: [b], b: [c], c: [a], d: []}
    assert check.distances(graph, [c]) == {c: 0, b: 1, a: 2}


def test_only_changed_files_are_linted() -> None:
    commands = check.lint(
        [ROOT / "rtl/prim/roundel_ping_pong_buffer.sv", ROOT / "tests/conftest.py"]
    )
    assert [command[0] for command in commands[:4]] == [
        *("ruff", "ruff", "mypy", "verible-verilog-lint")
    ]
    assert commands[4][1:] == ["scripts/lint_rtl.py", "roundel_ping_pong_buffer"]
    assert check.lint([ROOT / "README.md"]) == []


def test_changes_of_the_work_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "ROOT", tmp_path)
    for name in ("same", "edited", "removed"):
        (tmp_path / name).write_text("as it was\n")
    identity = ["-c", "user.name=t", "-c", "user.email=t@t"]
    for command in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "all"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    (tmp_path / "edited").write_text("new\n")
    (tmp_path / "removed").unlink()
    (tmp_path / "made").write_text("new\n")
    assert check.changed("HEAD") == [tmp_path / "edited", tmp_path / "made"]


SLOW = """\
import time
import pytest
def test_quick(): pass
@pytest.mark.parametrize("n", [1, 2])
def test_slow(n): time.sleep(60)
"""


@pytest.mark.parametrize(("text", "status"), [(SLOW, 0), (SLOW.replace("pass", "assert 0"), 1)])
def test_the_run_ends_in_time(tmp_path: Path, text: str, status: int) -> None:
    (tmp_path / "test_some.py").write_text(text)
    program = (
        "import pytest\nfrom pathlib import Path\nfrom scripts import check\n"
        f"check.changed = lambda base: []\n"
        f"check.dependents = lambda files: {{Path('{tmp_path}/test_some.py'): 1}}\n"
        "raise SystemExit(check.main(['--seconds', '2']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT, capture_output=True, text=True, timeout=50, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    assert "2 dependent tests were not run (test_some 2); run `make test`" in done.stdout
