# SPDX-License-Identifier: Apache-2.0
"""formal/look_up.sv equals Yosys' own mapping of a variable index, for each kind."""

from pathlib import Path

import pytest

from formal import run
from roundel.base import programs, tools
from roundel.base.errors import FailureError

TOP = """
module top (
  input logic [63:0] word, input logic [33:0] odd, input logic [5:0] index,
  input logic signed [4:0] small, output logic [6:0] bits
);
  assign bits[0] = word[index];
  assign bits[1] = word[{index[5:1], 1'b1}];
  assign bits[2] = odd[{26'd0, index}];      // may lie beyond the vector
  assign bits[3] = odd[{27'd5, index[1:0]}];
  assign bits[4] = odd[{30'd8, index[1:0]}];  // does so in part
  assign bits[5] = odd[index[4:0]];
  assign bits[6] = odd[small];  // may be negative: left to Yosys
endmodule
"""

MAPPED = 6  # of the seven


def equivalence(tmp_path: Path, look_up: str, mapped: int = MAPPED) -> str:
    """Yosys' verdict on the top with the map and without."""
    (tmp_path / "top.sv").write_text(TOP, encoding="utf-8")
    (tmp_path / "look_up.sv").write_text(look_up, encoding="utf-8")
    script = [
        "read_verilog -sv -formal -icells look_up.sv",
        "design -stash look_up",
        "read_verilog -sv top.sv",
        "hierarchy -top top",
        "proc",
        "design -stash gold",
        "design -load gold",
        "techmap -map %look_up",
        "flatten",
        f"select -assert-count {mapped} t:$bmux",
        "bmuxmap",
        "design -stash gate",
    ]
    # An unknown value matches any value, so each is compared with the other.
    for gold, gate in (("gold", "gate"), ("gate", "gold")):
        script += [
            "design -reset",
            f"design -copy-from {gold} -as gold top",
            f"design -copy-from {gate} -as gate top",
            "equiv_make gold gate equiv",
            "hierarchy -top equiv",
            "techmap",
            "opt_clean",
            "equiv_simple -undef",
            "equiv_status -assert",
        ]
    (tmp_path / "run.ys").write_text("\n".join(script), encoding="utf-8")
    log = tmp_path / "log"
    programs.run(tools.find("yosys"), ["-s", "run.ys"], cwd=tmp_path, log=log, timeout=60)
    return log.read_text(encoding="utf-8")


def test_equals_the_mapping_of_yosys(tmp_path: Path) -> None:
    said = equivalence(tmp_path, (run.HERE / "look_up.sv").read_text(encoding="utf-8"))
    assert said.count("Equivalence successfully proven") == 2


@pytest.mark.parametrize(
    ("right", "wrong", "mapped"),
    [
        ("padded[FIRST+:", "padded[0+:", MAPPED),
        ("{2**LEVELS{1'bx}}", "{2**LEVELS{1'b0}}", MAPPED),
        ("!(B_SIGNED && LEVELS == B_WIDTH)", "1'b1", MAPPED + 1),
    ],
)
def test_a_mistake_is_found(tmp_path: Path, right: str, wrong: str, mapped: int) -> None:
    source = (run.HERE / "look_up.sv").read_text(encoding="utf-8")
    assert right in source
    with pytest.raises(FailureError, match=r"unproven \$equiv cells"):
        equivalence(tmp_path, source.replace(right, wrong), mapped)
