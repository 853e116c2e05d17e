# SPDX-License-Identifier: Apache-2.0
"""Constants as the elaborator writes them."""

from pathlib import Path

import pytest

from roundel.design.elaborate import _number, elaborate


@pytest.mark.parametrize(
    ("text", "value"),
    [("-5", -5), ("16", 16), ("32'd16", 16), ("3'sb101", 5), ("64'hffff", 65535), ("9'o17", 15)],
)
def test_a_constant_may_have_a_size_and_a_base(text: str, value: int) -> None:
    assert _number(text) == value


def test_the_modules_of_a_design(tmp_path: Path) -> None:
    """In generate blocks, arrays and below other modules; not those that a parameter leaves out."""
    source = tmp_path / "top.sv"
    source.write_text(
        "`timescale 1ns / 1ps\n"
        "module leaf; endmodule\nmodule other; endmodule\nmodule alone; endmodule\n"
        "module middle #(parameter int A = 0); if (A == 2) begin : gen leaf u (); end endmodule\n"
        "module top #(parameter int A = 1);\n"
        "  for (genvar i = 0; i < 2; i++) begin : gen_each middle #(.A(i + A)) u (); end\n"
        "  if (A == 0) begin : gen_other other u (); end\n"
        "endmodule\n"
    )
    plain = tmp_path / "plain.sv"
    plain.write_text("module plain; endmodule\n")  # without a time scale, beside one that has one
    files = (source, plain)
    assert elaborate(files, "top", ()).modules == {"top", "middle", "leaf"}
    assert elaborate(files, "top", (("A", 0),)).modules == {"top", "middle", "other"}
    assert elaborate(files, "plain", ()).modules == {"plain"}
