# SPDX-License-Identifier: Apache-2.0
"""Lattice iCE40: a logic cell contains a LUT4, a flip-flop and a carry."""

from dataclasses import replace

from roundel.fpga.ecp5 import LUT4_SMALL, LUT4_UNITS, OPTIONS, UNITS
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
)
from roundel.fpga.nested import NESTED, nested

# The fabric has no multiplexers for a table of more than four inputs.
_UNITS = replace(
    UNITS,
    commands={**LUT4_UNITS, "table": LUT4_SMALL},
    sequential=None,
    techmap="+/ice40/cells_map.v",
)
_RAM = "SB_RAM40_4K"
_FF = [
    f"SB_DFF{edge}{kind}"
    for edge in ("", "N")
    for kind in ("", "E", "S", "R", "SS", "SR", "ES", "ER", "ESS", "ESR")
]


def _family(name: str, title: str, synth: str) -> Family:
    return Family(
        name=name,
        title=title,
        vendor="fpga",
        synth=synth,
        lut="LUT4",
        ram="4-kbit block RAM",
        weights=Weights(
            lut=ones("SB_LUT4"),
            ff=ones(*_FF),
            ram=ones(_RAM, f"{_RAM}NR", f"{_RAM}NW", f"{_RAM}NRNW"),
            carry=ones("SB_CARRY"),
            dsp=ones("SB_MAC16"),
        ),
        recipes=nested(_UNITS, (f"{synth} -top {{top}}",), synth),
        best=NESTED,
        memories=Memories(Ram((_RAM,), 256, 16), None, ()),
        harness=Harness(
            FlipFlop("SB_DFF", clock="C", d="D", q="Q"),
            XorLut.of("SB_LUT4 #(.LUT_INIT(16'h{init}))", "I0 I1 I2 I3", "O"),
            "+/ice40/cells_sim.v",
        ),
        placer=Placer(
            "nextpnr-ice40", Fixed(OPTIONS), lut=ones("ICESTORM_LC"), ff=None, ram=("ICESTORM_RAM",)
        ),
    )


ICE40 = _family("ice40", "Lattice iCE40", "synth_ice40")
# The mapping depends on the delays of the fabric.
ICE40UP = _family("ice40up", "Lattice iCE40 UltraPlus", "synth_ice40 -device u")
