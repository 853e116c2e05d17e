# SPDX-License-Identifier: Apache-2.0
"""A circuit of a few gates and flip-flops, mapped, equal to its RTL."""

import json
from pathlib import Path

from roundel.base import programs, tools
from roundel.cells.library import Library
from roundel.cells.mapping import MappedCells
from roundel.cells.recipes import GATES, LIBRARY, find_recipe, map_open

__all__ = ["REGISTERS", "map_tiny", "prove_tiny"]

REGISTERS = 12
_RTL = """\
module top (input clk_i, input rst_ni, input [3:0] a, input [3:0] b,
            output reg [3:0] q, output reg [3:0] r, output reg [3:0] s);
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) q <= 4'b0101; else q <= a ^ b;
  always @(posedge clk_i) r <= (a & q) | (b & ~q);
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) s <= 4'b0000; else s <= r ^ {q[0], q[3:1]};
endmodule
"""


def _yosys(directory: Path, name: str, commands: list[str]) -> None:
    (directory / f"{name}.ys").write_text("\n".join(commands))
    log = directory / f"{name}.log"
    programs.run(tools.find("yosys"), ["-s", f"{name}.ys"], cwd=directory, log=log, timeout=120)


def map_tiny(directory: Path, library: Library, recipe: str = "balanced") -> MappedCells:
    """The circuit in a library's cells."""
    (directory / "tiny.v").write_text(_RTL)
    (directory / LIBRARY).symlink_to(library.path)
    (directory / GATES).symlink_to(library.gates)
    (directory / "script.abc").write_text(find_recipe(recipe).script())
    (directory / "driver.sdc").write_text(f"set_driving_cell {library.buffers[0].name}\n")
    commands = [
        "read_verilog tiny.v",
        "proc",
        "write_rtlil gold.il",
        *map_open("script.abc"),
        "splitnets",
        "write_verilog -noattr -noexpr top.v",
        "tee -q -o cells.json stat -json",
    ]
    _yosys(directory, "map", commands)
    found = json.loads((directory / "cells.json").read_text())["modules"]["\\top"]
    counts = found["num_cells_by_type"]
    registers = sum(counts[name] for name in counts if library.cells[name].kind == "register")
    return MappedCells("top", directory, 0.0, registers, 0, counts, 0.0)


def prove_tiny(mapped: MappedCells, library: Library) -> None:
    """Prove by induction that after a reset the netlist equals the RTL."""
    commands = [
        "read_rtlil gold.il",
        "rename top gold",
        "read_verilog top.v",
        "rename top gate",
        f"read_liberty {library.path}",
        "flatten gate",
        "async2sync gold gate",
        "miter -equiv -flatten gold gate miter",
        "hierarchy -top miter",
        "opt_clean",
        "sat -verify -tempinduct -seq 1 -set-at 1 in_rst_ni 0 -prove trigger 0 miter",
    ]
    _yosys(mapped.directory, "prove", commands)
