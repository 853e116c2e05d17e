# SPDX-License-Identifier: Apache-2.0
"""The harness: every port bit is connected once, every output is observed, cells are counted.

State space: widths of 1 to 70 bits on each side, and therefore all shapes of the XOR tree up to
three levels with every remainder.
"""

import re
import subprocess
from pathlib import Path

import pytest

from roundel.base import tools
from roundel.design import Port
from roundel.fpga.ecp5 import LUT4, TRELLIS_FF
from roundel.fpga.family import Harness
from roundel.fpga.harness import NAME, harness

_CELLS = Harness(TRELLIS_FF, LUT4, "")
_CLOCKS = [Port("clk_i", "in", 1), Port("rst_ni", "in", 1)]


def _cells(text: str, kind: str) -> int:
    """Cells of a kind in the harness, with each cell of an array counted."""
    arrays = re.findall(rf"^  {kind} #\(.*?\) u_\w+ \[(\d+):0\]", text, re.MULTILINE)
    return sum(int(high) + 1 for high in arrays)


@pytest.mark.parametrize("width", [*range(1, 23), 63, 64, 65, 70])
def test_cells_are_counted_as_they_are_written(width: int) -> None:
    made = harness("core", [*_CLOCKS, Port("a", "in", width), Port("x", "out", width)], _CELLS)
    assert made.lut == _cells(made.verilog, "LUT4")
    assert made.ff == _cells(made.verilog, "TRELLIS_FF")


def test_every_bit_of_every_port_has_a_bit_of_its_own() -> None:
    ports = [Port("a", "in", 3), Port("x", "out", 2), Port("b", "in", 1), Port("y", "out", 7)]
    text = harness("core", [*_CLOCKS, *ports], _CELLS).verilog
    for vector, names in (("in_q", "ab"), ("out_d", "xy")):
        bits: list[int] = []
        for name in names:
            ((high, low),) = re.findall(rf"\.{name}\({vector}\[(\d+):(\d+)\]\)", text)
            bits += range(int(low), int(high) + 1)
        assert bits == list(range(len(bits)))
        assert f"wire [{len(bits) - 1}:0] {vector}" in text
    assert ".clk_i(clk)" in text
    assert ".rst_ni(rst_n)" in text


def test_a_top_without_data_inputs_needs_no_shift_register() -> None:
    made = harness("core", [*_CLOCKS, Port("x", "out", 9)], _CELLS)
    assert "shift" not in made.verilog
    assert made.ff == _cells(made.verilog, "TRELLIS_FF") == 9 + 3 + 1


def test_a_top_with_the_names_of_a_bus_has_its_clock_and_reset() -> None:
    pins = [Port("aclk", "in", 1), Port("aresetn", "in", 1)]
    ports = [Port("a", "in", 3), Port("x", "out", 2)]
    text = harness("core", [*pins, *ports], _CELLS).verilog
    plain = harness("core", [*_CLOCKS, *ports], _CELLS).verilog
    assert text == plain.replace(".clk_i(", ".aclk(").replace(".rst_ni(", ".aresetn(")


@pytest.mark.parametrize("width", [1, 2, 3, 5, 11, 16, 23])
def test_every_output_changes_the_output_pin(tmp_path: Path, width: int) -> None:
    """Simulated with Yosys' models: the pin is the parity of the outputs some cycles before."""
    made = harness("core", [*_CLOCKS, Port("a", "in", 2), Port("x", "out", width)], _CELLS)
    levels = 0
    while 4**levels < width:
        levels += 1
    bench = f"""\
module core (input clk_i, input rst_ni, input [1:0] a, output [{width - 1}:0] x);
  assign x = tb.drive;
endmodule
module tb;
  reg clk = 0;
  reg [{width - 1}:0] drive = 0;
  wire pin;
  integer i;
  reg fine = 1;
  {NAME} dut (.clk(clk), .rst_n(1'b1), .serial_i(1'b0), .serial_o(pin));
  task tick; begin #1 clk = 1; #1 clk = 0; end endtask
  initial begin
    for (i = 0; i < {width}; i = i + 1) begin
      drive = 1 << i; tick; drive = 0;
      repeat ({levels}) begin if (pin !== 0 && i == 0) fine = 0; tick; end
      if (pin !== 1) fine = 0;
      tick;
      if (pin !== 0) fine = 0;
    end
    if (fine) $display("FINE"); else $display("WRONG");
  end
endmodule
"""
    (tmp_path / "harness.v").write_text(made.verilog)
    (tmp_path / "bench.v").write_text(bench + _MODELS)
    program = tmp_path / "bench.vvp"
    compiler, simulator = tools.find("iverilog"), tools.find("vvp")
    subprocess.run(
        [*compiler.command, "-g2012", "-s", "tb", "-o", program, "bench.v", "harness.v"],
        cwd=tmp_path,
        check=True,
    )
    done = subprocess.run([*simulator.command, program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["FINE"]


# The two cells of the harness (ECP5 family data sheet: {D, C, B, A} is the index into the truth
# table of a LUT4). An open input is unknown, so a LUT that reads the input cannot pass.
_MODELS = """
module LUT4 (input A, B, C, D, output Z);
  parameter [15:0] INIT = 0;
  wire [7:0] by_d = D === 1'bz && INIT[15:8] == INIT[7:0] ? INIT[7:0] : D ? INIT[15:8] : INIT[7:0];
  wire [3:0] by_c = C === 1'bz && by_d[7:4] == by_d[3:0] ? by_d[3:0] : C ? by_d[7:4] : by_d[3:0];
  assign Z = by_c[{B, A}];
endmodule
module TRELLIS_FF (input CLK, LSR, CE, DI, M, output reg Q);
  parameter CEMUX = "", CLKMUX = "", GSR = "", LSRMUX = "", REGSET = "", SRMODE = "";
  initial Q = 0;
  always @(posedge CLK) Q <= DI;
endmodule
"""
