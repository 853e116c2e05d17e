# SPDX-License-Identifier: Apache-2.0
"""The output files of Yosys."""

import time
from pathlib import Path

import pytest

from roundel.base import programs
from roundel.base.errors import FailureError
from roundel.base.progress import Stage
from roundel.fpga import recipes
from roundel.fpga.yosys import cell_counts, check_written, run_script


def test_every_file_must_have_content(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("{}")
    check_written(tmp_path, ["a.json", "b.json"])
    (tmp_path / "b.json").write_text("")
    with pytest.raises(FailureError, match=r"without an error but without b\.json"):
        check_written(tmp_path, ["a.json", "b.json"])
    with pytest.raises(FailureError, match=r"without an error but without c\.json"):
        check_written(tmp_path, ["c.json", "a.json"])


def test_only_yosys_own_reader_sees_modules_with_default_parameters() -> None:
    assert recipes.reads_defaults("verilog", others=False)
    assert not recipes.reads_defaults("verilog", others=True)
    assert not recipes.reads_defaults("slang", others=False)
    assert not recipes.reads_defaults("slang", others=True)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"modules": []}', '{"modules": {}}', '{"modules": {"\\\\top": []}}']
)
def test_statistics_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "cells.json").write_text(text)
    with pytest.raises(FailureError, match=r"the statistics of Yosys cannot be read; see .*a\.log"):
        cell_counts(tmp_path / "cells.json", "top", tmp_path / "a.log")


def test_cells_are_counted_by_type(tmp_path: Path) -> None:
    text = '{"modules": {"\\\\top": {"num_cells_by_type": {"LUT4": 3, "FF": 2}, "area": 7.5}}}'
    (tmp_path / "cells.json").write_text(text)
    assert cell_counts(tmp_path / "cells.json", "top", tmp_path) == ({"LUT4": 3, "FF": 2}, 7.5)


def test_a_run_of_yosys_reports_its_stage_and_its_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Stage] = []

    def run(*_: object, log: Path, watch: object = None, **__: object) -> None:
        log.write_bytes(b"1.1. Executing PROC pass.\n")
        assert callable(watch)
        watch(1.0)
        time.sleep(0.05)

    monkeypatch.setattr(programs, "run", run)
    began = time.monotonic()
    seconds = run_script(["proc"], tmp_path, 9.0, told.append)
    assert 0.05 <= seconds <= time.monotonic() - began
    assert float((tmp_path / "seconds.json").read_text()) == pytest.approx(seconds, abs=0.006)
    assert (tmp_path / "map.ys").read_text() == "proc\n"
    assert [stage.name for stage in told] == ["proc"]
    assert 0 < told[0].fraction < 0.1
