# SPDX-License-Identifier: Apache-2.0
"""The proof of plain Verilog passes for equal designs, and fails for each kind of difference."""

from pathlib import Path

import pytest

from roundel.base import programs, tools
from roundel.base.errors import FailureError
from roundel.design import load_config
from roundel.export import equivalence, sources
from roundel.export.wrapper import make_wrapper, verilog

# Registers with and without a reset, a memory, and a read beyond a vector. Yosys reads a part
# select beyond the vector as undefined.
TEXT = """
module dut (
  input clk_i, input rst_ni, input write_i, input [1:0] where_i, input [3:0] word_i,
  input [1:0] place_i, output [3:0] sum_o, output reg [3:0] read_q, output bit_o
);
  reg [3:0] words_q [0:3];
  reg [3:0] sum_q;
  wire [2:0] three = word_i[2:0];
  wire [3:0] loaded = words_q[place_i];
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sum_q <= 4'd5;
    else sum_q <= sum_q + word_i;
  end
  always @(posedge clk_i) begin
    if (write_i) words_q[where_i] <= word_i;
    read_q <= loaded;
  end
  assign sum_o = sum_q;
  assign bit_o = place_i == 2'd3 ? 1'bx : three[place_i];
endmodule
"""


def netlist(here: Path, text: str) -> Path:
    """The netlist of a Verilog text as that of the sources."""
    (here / "dut.v").write_text(text, encoding="utf-8")
    script = ["read_verilog dut.v", "hierarchy -check -top dut", *equivalence.NETLIST]
    commands = ["-p", "; ".join([*script, "write_json sources.json"])]
    programs.run(tools.find("yosys"), commands, cwd=here, log=here / "log", timeout=60)
    return here / "sources.json"


def prove(here: Path, text: str) -> None:
    plain = here / "plain.v"
    plain.write_text(text, encoding="utf-8")
    equivalence.prove(netlist(here, TEXT), plain, "dut", here)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dut", "dut"),
        ("sum_q + word_i", "word_i + sum_q"),
        ("words_q[where_i] <= word_i", "words_q[where_i] <= word_i | 0"),
        ("three[place_i]", "place_i == 0 ? three[0] : place_i == 1 ? three[1] : three[2]"),
        ("sum_q", "other_q"),  # the output has the same net, and so a common name
    ],
)
def test_equal_designs_pass(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    prove(tmp_path, TEXT.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sum_q + word_i", "sum_q - word_i"),
        ("4'd5", "4'd4"),
        ("posedge clk_i or negedge rst_ni", "negedge clk_i or negedge rst_ni"),
        ("posedge clk_i or negedge rst_ni", "posedge clk_i"),
        ("begin\n    if (write_i)", "begin\n    if (!write_i)"),
        ("words_q[where_i] <= word_i", "words_q[where_i] <= ~word_i"),
        ("words_q[where_i] <= word_i", "words_q[place_i] <= word_i"),
        ("words_q[where_i] <= word_i", "words_q[where_i][2:0] <= word_i[2:0]"),
        ("words_q[place_i]", "words_q[where_i]"),
        ("reg [3:0] words_q [0:3];", "reg [3:0] words_q [0:3]; initial words_q[1] = 4'd7;"),
        ("reg [3:0] sum_q;", "reg [3:0] sum_q = 4'd5;"),
        ("1'bx : three", "1'b0 : three"),
        ("1'bx : three[place_i]", "three[place_i] : 1'bx"),
        ("three[place_i]", "1'bx"),
        ("assign sum_o = sum_q", "assign sum_o = {sum_q[0], sum_q[2:0]}"),
        ("sum_q", "other_q"),
        ("output bit_o", "output bit_o, output other_o"),
    ],
)
def test_a_difference_fails(tmp_path: Path, old: str, new: str) -> None:
    assert old in TEXT
    with pytest.raises(FailureError):
        prove(tmp_path, TEXT.replace(old, new, 1))


def test_a_wrong_operator_of_a_design_fails(tmp_path: Path) -> None:
    wrapper = make_wrapper(load_config("iterative"), name="aes")
    (tmp_path / "aes.v").write_text(verilog(wrapper), encoding="utf-8")
    sources._write_plain(wrapper, tmp_path)
    plain = tmp_path / sources.PLAIN
    equivalence.prove(tmp_path / "sources.json", plain, "aes", tmp_path)
    text = plain.read_text(encoding="utf-8")
    for old, new in ((" ^ ", " | "), (" & ", " | "), ("~ ", ""), ("==", "!=")):
        assert old in text
        plain.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(FailureError, match="is not proven equal"):
            equivalence.prove(tmp_path / "sources.json", plain, "aes", tmp_path)
