# SPDX-License-Identifier: Apache-2.0
"""Constants in the elaborator's format, and the files of a design."""

import itertools
from pathlib import Path

import pytest

from roundel.base.errors import FailureError
from roundel.design.elaborate import hierarchy, named, needed, unchanged


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-5", -5),
        ("16", 16),
        ("32'd16", 16),
        ("64'hffff", 65535),
        ("9'o17", 15),
        ("256'd1 << 200 | 256'd1 << 60", 1 << 200 | 1 << 60),  # the full text would be cut short
    ],
)
def test_a_constant_may_have_a_size_and_a_base(tmp_path: Path, text: str, value: int) -> None:
    path = tmp_path / "top.sv"
    path.write_text(f"module top; localparam logic signed [300:0] A = {text}; endmodule\n")
    assert hierarchy((path,), "top", ()).values == {"A": value}


def test_instances_that_differ_in_the_middle_of_a_long_constant(tmp_path: Path) -> None:
    text = """module leaf; endmodule
module part #(parameter logic [255:0] A = 0);
  if (A[60]) begin : gen leaf u (); end
endmodule
module top;
  part #(.A(256'd1 << 200)) u_one ();
  part #(.A(256'd1 << 200 | 256'd1 << 60)) u_other ();
endmodule
"""
    path = tmp_path / "top.sv"
    path.write_text(text)
    assert hierarchy((path,), "top", ()).modules == {"top", "part", "leaf"}


def test_the_files_of_a_design(tmp_path: Path) -> None:
    """Also in generate blocks, arrays and lower modules; not modules excluded by a parameter."""
    texts = {
        "lengths": "`timescale 1ns / 1ps\npackage lengths; localparam int ONE = 1; endpackage",
        "unused": "package unused; localparam int ONE = 1; endpackage",
        "sums": "package sums; localparam int TWO = 2 * lengths::ONE; endpackage",
        "leaf": "module leaf; endmodule",
        "other": "module other; endmodule",
        "alone": "module alone import unused::*; ; endmodule",
        "middle": "module middle #(parameter int A = 0); "
        "if (A == sums::TWO) begin : gen leaf u (); end endmodule",
        "top": "module top #(parameter int A = 1);\n"
        "  for (genvar i = 0; i < 2; i++) begin : gen_each middle #(.A(i + A)) u (); end\n"
        "  if (A == 0) begin : gen_other other u (); end\nendmodule",
        "plain": "module plain; endmodule",  # no time scale, beside a module with a time scale
        "several": "module one; endmodule module two; endmodule",
    }
    files = tuple(tmp_path / f"{name}.sv" for name in texts)
    for path in files:
        path.write_text(f"{texts[path.stem]}\n")

    def names(top: str, **values: int) -> list[str]:
        return [path.stem for path in needed(files, top, tuple(values.items()))]

    assert names("top") == ["lengths", "sums", "leaf", "middle", "top"]
    assert names("top", A=0) == ["lengths", "sums", "other", "middle", "top"]
    assert names("plain") == ["plain"]
    assert names("two") == ["several"]
    whole = [path.stem for path in named(files, "top")]
    assert whole == ["lengths", "sums", "leaf", "other", "middle", "top"]
    with pytest.raises(FailureError, match="the RTL has no module three; install Roundel again"):
        names("three")


def test_what_a_hierarchy_finds_is_what_each_elaboration_finds(tmp_path: Path) -> None:
    """A module with known parameters is remembered with all modules below."""
    leaf = (
        "module leaf #(parameter int A = 0); if (A == 3) begin : bad roundel_error_three u (); end"
    )
    texts = {
        "leaf": f"{leaf}\nendmodule",
        "pair": "module pair #(parameter int A = 0); leaf #(.A(A)) u[2] (); endmodule",
        "top": "module top #(parameter int A = 0, parameter int B = 0);\n"
        "  pair #(.A(A)) u_a ();\n  if (B > 0) begin : gen_b pair #(.A(B)) u_b (); end\nendmodule",
    }
    files = tuple(tmp_path / f"{name}.sv" for name in texts)
    for path in files:
        path.write_text(texts[path.stem])
    for a, b in itertools.product(range(5), range(5)):
        found = hierarchy(files, "top", (("A", a), ("B", b)))
        assert found.modules - {"roundel_error_three"} == {"top", "pair", "leaf"}
        assert found.complaints == (("roundel_error_three",) if 3 in (a, b) else ())
        assert (found.values["A"], found.values["B"]) == (a, b)


def test_sources_count_as_unchanged_while_a_plan_is_made(tmp_path: Path) -> None:
    files = (tmp_path / "top.sv",)
    files[0].write_text("module top; missing u (); endmodule")
    with unchanged():
        assert hierarchy(files, "top", ()).undefined == ("missing",)
        files[0].unlink()
        assert hierarchy(files, "top", ()).undefined == ("missing",)
    with pytest.raises(FileNotFoundError):
        hierarchy(files, "top", ())
