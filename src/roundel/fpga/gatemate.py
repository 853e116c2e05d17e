# SPDX-License-Identifier: Apache-2.0
"""Cologne Chip GateMate: a CPE contains two LUT trees (L2T4) and two flip-flops."""

from roundel.fpga.ecp5 import OPTIONS
from roundel.fpga.family import (
    Family,
    Fixed,
    FlipFlop,
    Harness,
    Memories,
    Placer,
    Ram,
    Weights,
    XorLut,
    ones,
    plain,
)

# nextpnr 0.11.1 places LUT trees and CC_MX4, but neither CC_LUT4 nor CC_MX8.
_SYNTH = "synth_gatemate -luttree -nomx8 -noiopad -noclkbuf"
# The tree's left and right two-input LUT, and the LUT that joins both.
_XOR2, _PASS, _ZERO = "4'h6", "4'hA", "4'h0"
_TREE = "CC_L2T4 #(.INIT_L00({left}), .INIT_L01({right}), .INIT_L10(4'h6))"
GATEMATE = Family(
    name="gatemate",
    title="Cologne Chip GateMate",
    vendor="fpga",
    synth=_SYNTH,
    lut="L2T4",
    ram="20-kbit block RAM",
    weights=Weights(
        lut={
            **ones("CC_LUT1 CC_LUT2 CC_L2T4 CC_MX2 CC_ADDF"),
            "CC_L2T5": 2,
            "CC_MX4": 2,
        },
        ff=ones("CC_DFF"),
        ram={"CC_BRAM_20K": 1, "CC_BRAM_40K": 2},
        carry=ones("CC_ADDF"),
        dsp=ones("CC_MULT"),
        free=("CC_IBUF", "CC_OBUF", "CC_BUFG"),
    ),
    recipes=plain(_SYNTH),
    memories=Memories(Ram(("CC_BRAM_20K", "CC_BRAM_40K"), 512, 40), None, ("CC_DLT",)),
    harness=Harness(
        FlipFlop("CC_DFF", clock="CLK", d="D", q="Q", others=", .EN(1'b1), .SR(1'b0)"),
        XorLut(
            {
                2: _TREE.format(left=_XOR2, right=_ZERO),
                3: _TREE.format(left=_XOR2, right=_PASS),
                4: _TREE.format(left=_XOR2, right=_XOR2),
            },
            ("I0", "I1", "I2", "I3"),
            "O",
        ),
        "+/gatemate/cells_sim.v +/gatemate/cells_bb.v",
        pads=(
            "iopadmap -bits -inpad CC_IBUF Y:I -outpad CC_OBUF A:O",
            "clkbufmap -buf CC_BUFG O:I",
        ),
    ),
    placer=Placer(
        "nextpnr-himbaechel-gatemate",
        # With the CP lines of the CPEs, nextpnr 0.11.1 does not end on some designs.
        Fixed(("--vopt", "allow-unconstrained", "--vopt", "no-cpe-cp", *OPTIONS)),
        lut=ones("CPE_LT"),
        ff="CPE_FF",
        ram=("RAM_HALF",),
    ),
)
