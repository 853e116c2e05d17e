# SPDX-License-Identifier: Apache-2.0
"""The files that Yosys must have written."""

from pathlib import Path

import pytest

from roundel.base.errors import FailureError
from roundel.fpga import recipes
from roundel.fpga.yosys import check_written


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
