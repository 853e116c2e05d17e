# SPDX-License-Identifier: Apache-2.0
"""The whole flow with the real tools, on a design of a few cells.

Parameter space: both front ends, every recipe, one part of each size.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roundel import fpga
from roundel.base import tools
from roundel.base.errors import FailureError, InputError
from roundel.design import Config, Port
from roundel.fpga import mapping, nextpnr
from roundel.fpga.ecp5 import LUT4, TRELLIS_FF
from roundel.fpga.family import Harness
from roundel.fpga.harness import harness

if TYPE_CHECKING:
    from tests.roundel.fpga.conftest import Tiny

_CELLS = Harness(TRELLIS_FF, LUT4, "")
PARTS = [part for part in fpga.targets() if part.family == fpga.ECP5]
_REAL = pytest.mark.usefixtures("tiny")


@_REAL
@pytest.mark.parametrize("target", ["ecp5-25k-6", "ecp5-45k-7", "ecp5-85k-8"])
def test_a_design_of_five_registers(config: Config, target: str) -> None:
    record = fpga.synth(config, target, [1, 2])
    # Each of the five bits is a function of at most three, and the reset is inverted once.
    assert (record.lut4, record.ff, record.bram) == (6, 5, 0)
    assert set(record.fmax_mhz.per_seed) == {"1", "2"}
    assert 100 < record.fmax_mhz.median < 1000
    path = record.critical_path
    assert path.logic_ns + path.routing_ns == pytest.approx(
        1000 / min(record.fmax_mhz.per_seed.values()), rel=0.2
    )


@_REAL
def test_capacities_are_those_that_nextpnr_knows(config: Config, cache: Path) -> None:
    """A part of each size; nextpnr's report has the capacities."""
    for name in ("ecp5-25k-6", "ecp5-45k-6", "ecp5-85k-6"):
        fpga.synth(config, name, [1], recipe="narrow")
    found = set()
    for report in cache.glob("routed/*/report.json"):
        has = json.loads(report.read_text())["utilization"]
        found.add(tuple(has[k]["available"] for k in ("TRELLIS_COMB", "TRELLIS_FF", "DP16KD")))
    assert found == {(part.lut, part.ff, part.bram) for part in PARTS}


def test_every_front_end_and_recipe_gives_the_circuit_of_the_rtl(
    tiny: Tiny, config: Config, tmp_path: Path
) -> None:
    """The netlist, the RTL and all inputs in Icarus Verilog; the parameter must arrive too."""
    tiny.parameters["Invert"] = 1
    bench = tmp_path / "bench.sv"
    bench.write_text(_BENCH)
    rtl = tmp_path / "golden.sv"
    rtl.write_text(
        tiny.source.read_text()
        .replace("roundel_core", "golden")
        .replace("Invert = 0", "Invert = 1")
    )
    for frontend in ("slang", "verilog"):
        for recipe in fpga.ECP5.recipes:
            netlist = fpga.netlist(config, frontend, recipe=recipe)
            assert "TRELLIS_FF" in netlist.read_text()
            assert _simulate(tmp_path, [bench, rtl, netlist]) == "512 right", (frontend, recipe)


@pytest.mark.parametrize("frontend", ["slang", "verilog"])
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("assign q_o = q;", "assign q_o = nothing;"),  # declared nowhere
        ("assign q_o = q;", "assign q_o[3:0] = q[3:0];"),  # a bit without a driver
        ("assign q_o = q;", "logic [4:0] e; assign e[0] = d[0]; assign q_o = q ^ e;"),
        ("assign q_o = q;", "assign q_o = q; assign q_o[0] = b_i;"),  # two drivers
        ("assign q_o = q;", "logic l; assign l = ~(l & b_i); assign q_o = q ^ {5{l}};"),  # a loop
        (
            "ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) q <= '0;\n    else",
            "latch begin\n    if (b_i)",
        ),
        ("endmodule", "roundel_error_this_cannot_work u_error (); endmodule"),
    ],
)
def test_a_circuit_that_is_not_whole_is_refused(
    tiny: Tiny, config: Config, frontend: str, right: str, wrong: str
) -> None:
    text = tiny.source.read_text()
    assert right in text
    tiny.source.write_text(text.replace(right, wrong, 1))
    with pytest.raises(FailureError) as caught:
        fpga.netlist(config, frontend)
    assert "yosys" in str(caught.value)


OTHER = """\
module other (input clk, input [17:0] a, input [17:0] b, output reg [35:0] product, output open);
  wire nothing;
  assign open = nothing;
  always @(posedge clk) product <= a * b;
endmodule
"""
SYSTEM = """\
module roundel_system #(parameter int Width = 18) (
  input logic clk_i, input logic rst_ni, output logic [35:0] x_o, output logic open_o
);
  logic [Width-1:0] a_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) a_q <= '0;
    else a_q <= a_q + 1'b1;
  end
  other u_other (.clk(clk_i), .a(a_q), .b(x_o[17:0] ^ a_q), .product(x_o), .open(open_o));
endmodule : roundel_system
"""


def system_circuit(tiny: Tiny, text: str) -> mapping.Circuit:
    """A module with no data inputs, around a module of another project."""
    own, other = tiny.source.with_name("roundel_system.sv"), tiny.source.with_name("other.v")
    own.write_text(text)
    other.write_text(OTHER)
    return mapping.Circuit("system", "roundel_system", {"Width": 18}, (own,), (other,))


def test_a_system_with_a_processor_of_others_is_placed(tiny: Tiny) -> None:
    """The system has an undriven wire, a multiplier, and only outputs."""
    circuit = system_circuit(tiny, SYSTEM)
    recipe = fpga.ECP5.find_recipe()
    mapped = mapping.map_circuit(circuit, fpga.ECP5, recipe, "verilog", 60)
    assert (mapped.cells.dsp, mapped.cells.bram) == (1, 0)
    ports = [Port("clk_i", "in", 1), Port("rst_ni", "in", 1), Port("x_o", "out", 36),
             Port("open_o", "out", 1)]  # fmt: skip
    netlist = mapping.harnessed(mapped, harness("roundel_system", ports, _CELLS), 60)
    run = nextpnr.place_and_route(netlist, fpga.find_target("ecp5-25k-6"), 1, lambda _: None, 600)
    assert run.routed.fmax_mhz > 10
    with pytest.raises(InputError, match="slang reads only the library; choose verilog"):
        mapping.map_circuit(circuit, fpga.ECP5, recipe, "slang", 60)


def test_a_file_that_a_system_lacks_changes_nothing(tiny: Tiny) -> None:
    """The mapped netlist is the same, and therefore all later results."""
    recipe = fpga.ECP5.find_recipe()
    circuit = system_circuit(tiny, SYSTEM)
    first = mapping.map_circuit(circuit, fpga.ECP5, recipe, "verilog", 60)
    text = tiny.source.read_text()
    tiny.source.write_text(text.replace("a_i[4:0]", "a_i[5:1]").replace("q <= d", "q <= d ^ q"))
    assert (
        mapping.map_circuit(circuit, fpga.ECP5, recipe, "verilog", 60).directory == first.directory
    )
    core = dataclasses.replace(circuit, top="roundel_core", parameters={})
    assert (
        "roundel_core.sv"
        in (mapping.elaborated(core, "verilog", 60, vendor="ecp5") / "map.ys").read_text()
    )
    assert (
        "roundel_core.sv"
        not in (mapping.elaborated(circuit, "verilog", 60, vendor="ecp5") / "map.ys").read_text()
    )


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (".open(open_o)", ".open()"),  # nothing drives an output of ours
        ("endmodule", "assign x_o[0] = a_q[0];\nendmodule"),  # two drivers
        ("a_q + 1'b1;\n", "a_q + missing;\n"),
        (
            "endmodule : roundel_system",  # nothing drives an output of a module with a parameter
            "roundel_part #(.Width(3)) u_part (.y(b));\nlogic [2:0] b;\nendmodule\n"
            "module roundel_part #(parameter int Width = 1) (output logic [Width-1:0] y);\n"
            "logic [Width-1:0] z; assign y = ~z;\nendmodule",
        ),
    ],
)
def test_what_is_ours_beside_others_is_checked(tiny: Tiny, right: str, wrong: str) -> None:
    assert right in SYSTEM
    circuit = system_circuit(tiny, SYSTEM.replace(right, wrong, 1))
    with pytest.raises(FailureError, match="yosys failed"):
        mapping.map_circuit(circuit, fpga.ECP5, fpga.ECP5.find_recipe(), "verilog", 60)


def test_every_cell_that_is_counted_has_a_model() -> None:
    """Except the RAM that the library prevents, and multipliers, which only processors use."""
    netlist = importlib.import_module("roundel.fpga.netlist")
    models = netlist._models(tools.find("yosys"))
    counted = fpga.ECP5.weights.known - {"PDPW16KD", "MULT18X18D"}
    assert counted <= set(models)
    assert all(f"module {name}" in models[name] for name in counted)


def _simulate(directory: Path, files: list[Path]) -> str:
    program = directory / "bench.vvp"
    compiler, simulator = tools.find("iverilog"), tools.find("vvp")
    subprocess.run(
        [*compiler.command, "-g2012", "-s", "bench", "-o", str(program), *map(str, files)],
        check=True,
    )
    done = subprocess.run(
        [*simulator.command, str(program)], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


_BENCH = """
module bench;
  logic clk = 0, rst_n = 0;
  logic [8:0] in = 0;
  wire [4:0] q, golden;
  integer i, right = 0;
  roundel_core dut (.clk_i(clk), .rst_ni(rst_n), .a_i(in[7:0]), .b_i(in[8]), .q_o(q));
  golden ref_ (.clk_i(clk), .rst_ni(rst_n), .a_i(in[7:0]), .b_i(in[8]), .q_o(golden));
  initial begin
    #1 rst_n = 1;
    for (i = 0; i < 512; i = i + 1) begin
      in = i; #1 clk = 1; #1 clk = 0;
      if (q === golden) right = right + 1;
    end
    $display("%0d right", right);
  end
endmodule
"""
