# SPDX-License-Identifier: Apache-2.0
"""The pin-limited harness for place and route of a design.

A core has more ports than an FPGA has pins, and pins would distort the placement. So every data
input is driven by a bit of a shift register with one input pin. Every output is registered, then
reduced by a registered XOR tree to one pin. Every path of the core thus begins and ends in a
register, as in a larger design. The mapper cannot remove any part of the core: every input can
have any value, and every output is observed.

The harness consists of the family's own cells, a LUT and a flip-flop. The core is mapped
separately, before the harness is added, and no optimisation follows. No logic moves between core
and harness. The cells of the core are the cells of the routed design minus the known cells of the
harness; this subtraction is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.design import Port
from roundel.fpga import family as families
from roundel.fpga.family import FlipFlop, XorLut

NAME = "roundel_harness"
PINS = ("clk", "rst_n", "serial_i", "serial_o")
CLOCKS = ("clk_i", "aclk")  # the clock's name in a module, or in a top with bus names
RESETS = ("rst_ni", "aresetn")


@dataclass(frozen=True)
class Harness:
    """A harness for one core."""

    verilog: str  # the module `NAME` with the ports `PINS`
    lut: int
    ff: int


def harness(top: str, ports: Sequence[Port], cells: families.Harness) -> Harness:
    """Write the harness of a core: clock and reset are pins, all other ports connect to registers.

    `cells` are the cells of the family. Bit 0 of the shift register is the newest. Ports take bits
    of the shift register and of the output register in the order of their declaration.
    """
    names = {port.name for port in ports}
    clock, reset = (
        next((name for name in known if name in names), known[0]) for known in (CLOCKS, RESETS)
    )
    inputs = [p for p in ports if p.direction == "in" and p.name not in (clock, reset)]
    outputs = [p for p in ports if p.direction == "out"]
    width_in = sum(port.width for port in inputs)
    width_out = sum(port.width for port in outputs)
    connections = [f".{clock}(clk)", f".{reset}(rst_n)"]
    for vector, group in (("in_q", inputs), ("out_d", outputs)):
        low = 0
        for port in group:
            connections.append(f".{port.name}({vector}[{low + port.width - 1}:{low}])")
            low += port.width
    wires, shift = [], []  # empty for a system with a built-in program: only outputs
    if width_in:
        wires = [
            f"  wire [{width_in}:0] shift;",
            f"  wire [{width_in - 1}:0] in_q = shift[{width_in}:1];",
        ]
        shift = [
            "  assign shift[0] = serial_i;",
            f"  {cells.ff.cell} u_in [{width_in - 1}:0]",
            f"    {_pins(cells.ff, f'shift[{width_in - 1}:0]', f'shift[{width_in}:1]')};",
        ]
    lines = [
        f"module {NAME} (input clk, input rst_n, input serial_i, output serial_o);",
        *wires,
        f"  wire [{width_out - 1}:0] out_d, out_q;",
        *shift,
        f"  {top} u_core (\n    " + ",\n    ".join(connections) + "\n  );",
        f"  {cells.ff.cell} u_out [{width_out - 1}:0] {_pins(cells.ff, 'out_d', 'out_q')};",
    ]
    lut, ff = 0, width_in + width_out
    level, vector, width = 0, "out_q", width_out
    while width > 1:
        text, luts = _xor_level(level, vector, width, cells)
        lines += text
        level, vector, width = level + 1, f"xor{level}_q", -(-width // 4)
        lut += luts
        ff += width
    lines += [f"  assign serial_o = {vector};", f"endmodule : {NAME}", ""]
    return Harness("\n".join(lines), lut, ff)


def _pins(ff: FlipFlop, d: str, q: str) -> str:
    """The connections of flip-flops."""
    return f"(.{ff.clock}(clk), .{ff.d}({d}), .{ff.q}({q}){ff.others})"


def _xor_level(
    level: int, vector: str, width: int, cells: families.Harness
) -> tuple[list[str], int]:
    """Lines and number of LUTs of a registered level of the XOR tree with `width` inputs."""
    xor: XorLut = cells.xor
    full, rest = divmod(width, 4)
    count = full + (rest > 0)
    name = f"xor{level}"
    lines = [f"  wire [{count - 1}:0] {name}_d, {name}_q;"]
    groups = [(full, 4, 0)] if full else []
    if rest > 1:
        groups.append((1, rest, full))
    for number, inputs, first in groups:
        pins = ", ".join(
            f".{pin}({vector}[{4 * first + number * (i + 1) - 1}:{4 * first + number * i}])"
            for i, pin in enumerate(xor.inputs[:inputs])
        )
        lines += [
            f"  {xor.cells[inputs]} u_{name}_{inputs} [{number - 1}:0]",
            f"    ({pins}, .{xor.output}({name}_d[{first + number - 1}:{first}]));",
        ]
    if rest == 1:
        lines.append(f"  assign {name}_d[{full}] = {vector}[{width - 1}];")
    registers = _pins(cells.ff, f"{name}_d", f"{name}_q")
    lines.append(f"  {cells.ff.cell} u_{name} [{count - 1}:0] {registers};")
    return lines, sum(number for number, _, _ in groups)
