# SPDX-License-Identifier: Apache-2.0
"""Yosys keeps both copies of roundel_dup_register, but merges two of roundel_pipeline_cut.

Parameter space: both front ends of Yosys, mapping to ECP5 and to gates.
"""

import json
from pathlib import Path

import pytest

from roundel import design
from roundel.base import programs, tools

TOP = """module top (input logic clk_i, input logic [3:0] data_i, output logic [7:0] data_o);
  {module} #(.Width(4)) u_a (.clk_i(clk_i), .data_i(data_i), .data_o(data_o[3:0]));
  {module} #(.Width(4)) u_b (.clk_i(clk_i), .data_i(data_i), .data_o(data_o[7:4]));
endmodule
"""


@pytest.mark.parametrize("flow", ["synth_ecp5", "synth -flatten"])
@pytest.mark.parametrize("read", ["read_slang --threads 1 --top top", "read_verilog -sv"])
@pytest.mark.parametrize(
    ("module", "registers"), [("roundel_dup_register", 8), ("roundel_pipeline_cut", 4)]
)
def test_copies_stay(module: str, registers: int, read: str, flow: str, tmp_path: Path) -> None:
    (tmp_path / "top.sv").write_text(TOP.format(module=module), encoding="utf-8")
    (tmp_path / "rtl").symlink_to(design.rtl_root(), target_is_directory=True)
    script = (
        f"{read} rtl/prim/{module}.sv top.sv\n{flow} -top top\ntee -q -o cells.json stat -json\n"
    )
    (tmp_path / "script.ys").write_text(script, encoding="utf-8")
    programs.run(
        tools.find("yosys"),
        ["-s", "script.ys"],
        cwd=tmp_path,
        log=tmp_path / "yosys.log",
        timeout=60,
    )
    found = json.loads((tmp_path / "cells.json").read_text(encoding="utf-8"))
    cells = found["design"]["num_cells_by_type"]
    assert sum(count for name, count in cells.items() if "FF" in name) == registers
