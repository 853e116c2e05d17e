# SPDX-License-Identifier: Apache-2.0
"""The library in the FPGA families of several vendors; scripts/vendors.py has the checks.

`make test` maps one small design with block RAM and LUT RAM for two families. The campaign maps the
presets for all families. Small wrong modules show that each check detects its fault.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from roundel.base.errors import FailureError
from roundel.design import Config
from roundel.fpga import recipes, yosys
from roundel.fpga.mapping import Circuit
from scripts import vendors

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("xc7", "ice40")  # a family with LUT RAM, and a family without
SMALL = Config(name="small", Stages=4, Sbox="rom", KeySchedule="stored", KeySlots=2)


@pytest.mark.parametrize("family", QUICK)
def test_a_small_design(family: str) -> None:
    """Ten ROMs of two bytes: 16 bytes of a round and 4 bytes of the key schedule."""
    found = vendors.map_design(vendors.FAMILIES[family], Circuit.core(SMALL))
    print(vendors.line(SMALL.name, family, found))
    readers = 1 if family == "xc7" else 2  # an iCE40 block RAM has one read port
    # Without LUT RAM, memories with a register behind the read port are block RAM too.
    assert found.block == 10 * readers if found.lut else found.block > 10 * readers
    assert (found.lut > 0) == (vendors.facts(vendors.FAMILIES[family]).lut is not None)
    assert all(found.kinds()[kind] for kind in ("LUT", "flip-flops"))


@pytest.mark.campaign
@pytest.mark.parametrize("family", vendors.FAMILIES)
@pytest.mark.parametrize("design", vendors.DESIGNS)
def test_presets(design: str, family: str) -> None:
    found = vendors.map_design(vendors.FAMILIES[family], vendors.circuit(design))
    print(vendors.line(design, family, found))


_RAM = """
  (* ram_style = "{style}" *) logic [7:0] words_q[0:255];
  logic [7:0] word_q;
  always_ff @(posedge clk_i) begin
    if (d_i[0]) words_q[a_i] <= d_i;
    word_q <= words_q[a_i];
  end
"""
_RIGHT = _RAM.format(style="block") + "assign q_o = word_q;"
# Without the register `word_q`, the read is asynchronous.
_ASYNCHRONOUS = _RAM.format(style="block") + "assign q_o = words_q[a_i];"

# Each fault: the wrong text, and a part of the message.
FAULTS = {
    "latch": ("always_latch if (a_i[0]) q_o = d_i;", "(?i)latch"),
    "no driver": ("logic [7:0] n; assign q_o = d_i ^ n;", "used but has no driver"),
    "two drivers": ("assign q_o = d_i; assign q_o = a_i;", "multiple conflicting drivers"),
    "asynchronous block RAM": (
        _ASYNCHRONOUS,
        "no valid mapping found for memory|words_q .* is in 0 block RAM",
    ),
    "registers instead of memory": (
        '(* ram_style = "block" *) logic [7:0] r_q; always_ff @(posedge clk_i) r_q <= d_i;'
        "assign q_o = r_q;",
        "selection is not empty: .*a:ram_style",
    ),
}


def _small(directory: Path, text: str) -> Path:
    """The elaborated netlist of a small module, without the library's checks."""
    source = (
        "module wrong (input logic clk_i, input logic [7:0] a_i, d_i, output logic [7:0] q_o);\n"
        f"{text}\nendmodule\n"
    )
    (directory / "wrong.sv").write_text(source)
    script = ["read_verilog -sv wrong.sv", "hierarchy -top wrong", "proc",
              f"write_rtlil {recipes.ELABORATED}"]  # fmt: skip
    yosys.run_script(script, directory, 60)
    return directory / recipes.ELABORATED


FAMILY = pytest.mark.parametrize(
    "family",
    [
        pytest.param(name, marks=[] if name in ("xc7", "cyclonev") else [pytest.mark.campaign])
        for name in vendors.FAMILIES
    ],
)


@FAMILY
def test_a_small_memory_is_in_block_ram(tmp_path: Path, family: str) -> None:
    source = _small(tmp_path, _RIGHT)
    assert vendors.map_elaborated(vendors.FAMILIES[family], source, "wrong").block == 1


# Bit 0 of each written word is 1, so Yosys may remove it from flip-flops.
_DISTRIBUTED = """
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [7:0] words_q[0:15];
  always_ff @(posedge clk_i) if (d_i[0]) words_q[a_i[3:0]] <= d_i;
  assign q_o = words_q[a_i[3:0]];
"""


@pytest.mark.parametrize("family", vendors.FAMILIES)
@pytest.mark.campaign
def test_a_small_memory_is_in_lut_ram_or_flip_flops(tmp_path: Path, family: str) -> None:
    source = _small(tmp_path, _DISTRIBUTED)
    found = vendors.map_elaborated(vendors.FAMILIES[family], source, "wrong")
    flip_flops = 0 if vendors.facts(vendors.FAMILIES[family]).lut else 16 * 7
    assert (found.block, found.kinds()["flip-flops"]) == (0, flip_flops)
    assert (found.lut > 0) == (flip_flops == 0)


def test_yosys_has_a_limit_of_memory(tmp_path: Path) -> None:
    """In a process of its own, because the limit also holds for the caller; without the cache."""
    program = f"""
from pathlib import Path
from scripts import vendors
vendors.MEMORY = 16 << 20
vendors.map_elaborated(
    vendors.FAMILIES["ice40"], Path({str(_small(tmp_path, "assign q_o = ~d_i;"))!r}), "wrong"
)
"""
    own = {**os.environ, "ROUNDEL_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, env=own
    )
    assert done.returncode != 0
    message = done.stderr.splitlines()[-1]
    assert re.search('FailureError: yosys .*"[^"]*(bad_alloc|MemoryError|memory)', message)


@FAMILY
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_detected(tmp_path: Path, family: str, fault: str) -> None:
    text, message = FAULTS[fault]
    with pytest.raises(FailureError, match=message):
        vendors.map_elaborated(vendors.FAMILIES[family], _small(tmp_path, text), "wrong")


def test_a_memory_in_too_many_cells_is_detected() -> None:
    memory = vendors.Memory("m", "block", 512, 72, 1)
    for family in vendors.FAMILIES.values():
        placed = {"block": ["m.0.0"] * (memory.cells(vendors.facts(family).block) + 1), "lut": []}
        with pytest.raises(FailureError, match="m \\(512 x 72, block\\)"):
            vendors._check_memory(family, memory, placed)
        placed["block"].pop()
        vendors._check_memory(family, memory, placed)
