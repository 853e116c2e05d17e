# SPDX-License-Identifier: Apache-2.0
"""A network of LUTs from eight bits to eight bits."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class Lut:
    """A LUT of a network."""

    inputs: tuple[int, ...]  # signals; the first input is bit 0 of the index
    table: int  # bit i is the output for index i


@dataclass(frozen=True)
class Network:
    """LUTs in an order of computation.

    Signals 0 to 7 are the bits of the input byte. Signal 8 + n is the output of LUT n.
    """

    luts: tuple[Lut, ...]
    outputs: tuple[int, ...]  # the signals of the eight output bits

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a network: a line for each LUT, and a last line with the eight output signals.

        A line of a LUT has the table in hexadecimal digits and the input signals.
        """
        *luts, outputs = (line.split() for line in text.split("\n") if line.strip())
        return cls(
            tuple(Lut(tuple(map(int, inputs)), int(table, 16)) for table, *inputs in luts),
            tuple(map(int, outputs)),
        )

    def substitute(self, byte: int) -> int:
        """The output byte for an input byte."""
        signals = [byte >> bit & 1 for bit in range(8)]
        for lut in self.luts:
            index = sum(signals[signal] << bit for bit, signal in enumerate(lut.inputs))
            signals.append(lut.table >> index & 1)
        return sum(signals[signal] << bit for bit, signal in enumerate(self.outputs))

    def verilog(self, byte_i: str, byte_o: str, prefix: str) -> str:
        """The network as Yosys' cells $lut, in Verilog for `read_verilog -icells`.

        Names of wires and cells start with `prefix`.
        """
        count = 8 + len(self.luts)
        lines = [f"wire [{count - 1}:0] {prefix};", f"assign {prefix}[7:0] = {byte_i};"]
        for signal, lut in enumerate(self.luts, 8):
            inputs = ", ".join(f"{prefix}[{source}]" for source in reversed(lut.inputs))
            width = len(lut.inputs)
            lines.append(
                f"\\$lut #(.WIDTH({width}), .LUT({1 << width}'h{lut.table:x})) "
                f"{prefix}_{signal} (.A({{{inputs}}}), .Y({prefix}[{signal}]));"
            )
        outputs = ", ".join(f"{prefix}[{signal}]" for signal in reversed(self.outputs))
        return "\n".join([*lines, f"assign {byte_o} = {{{outputs}}};"])
