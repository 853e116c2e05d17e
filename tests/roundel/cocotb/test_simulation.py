# SPDX-License-Identifier: Apache-2.0
"""The runner of cocotb tests: failed tests and simulations that end early are reported."""

from pathlib import Path

import pytest

from roundel.base.errors import FailureError
from roundel.cocotb import simulate

TOP = "module tiny(input logic clk_i, output logic q_o); assign q_o = clk_i; endmodule\n"
STOPS = 'module tiny(input logic clk_i); initial begin #1 $fatal(1, "stop"); end endmodule\n'


def test_a_failed_test_is_reported(tmp_path: Path) -> None:
    source = tmp_path / "tiny.sv"
    source.write_text(TOP, encoding="utf-8")
    with pytest.raises(AssertionError, match="1 of 2 cocotb tests failed"):
        simulate("tests.roundel.cocotb.bench_failing", "tiny", sources=[source], directory=tmp_path)


def test_a_simulation_that_ends_early_is_reported(tmp_path: Path) -> None:
    source = tmp_path / "tiny.sv"
    source.write_text(STOPS, encoding="utf-8")
    with pytest.raises((FailureError, AssertionError), match="ended early|failed"):
        simulate("tests.roundel.cocotb.bench_failing", "tiny", sources=[source], directory=tmp_path)


def test_an_unknown_top_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FailureError, match="no module nothing"):
        simulate("tests.roundel.cocotb.bench_failing", "nothing", directory=tmp_path)
