# SPDX-License-Identifier: Apache-2.0
"""A single module is placed and routed, and impossible modules are refused."""

import re
from pathlib import Path

import pytest

from roundel.base.errors import InputError
from scripts import place


def test_places_a_module(capsys: pytest.CaptureFixture[str]) -> None:
    place.place("roundel_ping_pong_buffer", ["Width=2"], "ecp5-25k-6", "2")
    out = capsys.readouterr().out
    assert re.match(r"\d+ LUT4, \d+ flip-flops, 0 block RAMs\n", out)
    assert re.search(r"seed 2: \d+\.\d MHz", out)
    assert re.search(r"median: \d+\.\d MHz on ecp5-25k-6", out)


def test_places_a_core_of_another_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    core, wrapper = tmp_path / "core.v", tmp_path / "wrapper.v"
    core.write_text(
        "module core (input clk, input [3:0] d, output reg q);\n"
        "  always @(posedge clk) q <= ^d;\nendmodule\n"
    )
    wrapper.write_text(
        "module wrapper (input clk_i, input rst_ni, input [3:0] d_i, output q_o);\n"
        "  core u (.clk(clk_i), .d(d_i), .q(q_o));\nendmodule\n"
    )
    place.place("wrapper", [], "ecp5-25k-6", "2", files=[wrapper], others=[core], recipe="narrow")
    assert capsys.readouterr().out.startswith("1 LUT4, 1 flip-flops, 0 block RAMs\n")


@pytest.mark.parametrize(
    ("module", "given", "message"),
    [
        ("roundel_nothing", [], "no module 'roundel_nothing'"),
        ("roundel_ping_pong_buffer", ["Width"], "'Width' is not a parameter"),
        ("roundel_ping_pong_buffer", ["Width=x"], "'Width=x' is not a parameter"),
        ("roundel_ping_pong_buffer", ["Width=1", "Width=2"], "Width is given twice"),
        ("roundel_lanes", ["Lanes=17"], "lanes_must_be_1_to_16"),
    ],
)
def test_refuses(module: str, given: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        place.place(module, given, "ecp5-85k-8", "1")
