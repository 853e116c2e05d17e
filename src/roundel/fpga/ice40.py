# SPDX-License-Identifier: Apache-2.0
"""Lattice iCE40: a logic cell contains a LUT4, a flip-flop and a carry."""

from dataclasses import replace

from roundel.fpga.ecp5 import OPTIONS
from roundel.fpga.family import (
    Family,
    Fixed,
    FlipFlop,
    Harness,
    Memories,
    Placer,
    Ram,
    Recipe,
    Weights,
    Whole,
    XorLut,
    by_name,
    ones,
)

_RAMS = ("SB_RAM40_4K", "SB_RAM40_4KNR", "SB_RAM40_4KNW", "SB_RAM40_4KNRNW")
_FF = [f"SB_DFF{edge}{kind}" for edge in ("", "N")
       for kind in ("", "E", "S", "R", "SS", "SR", "ES", "ER", "ESS", "ESR")]  # fmt: skip


def _family(synth: str) -> Family:
    return Family(
        name="ice40",
        title="Lattice iCE40",
        vendor="fpga",
        synth=synth,
        lut="LUT4",
        ram="4-kbit block RAM",
        weights=Weights(
            lut=ones("SB_LUT4"),
            ff=ones(*_FF),
            ram=ones(*_RAMS),
            carry=ones("SB_CARRY"),
            mux={},
            dsp=ones("SB_MAC16"),
        ),
        recipes=by_name(
            Recipe("plain", "the whole design at once", Whole((f"{synth} -top {{top}}",)))
        ),
        best="plain",
        best_of={},
        memories=Memories(Ram(("SB_RAM40_4K",), 256, 16), None, ()),
        harness=Harness(
            FlipFlop("SB_DFF", clock="C", d="D", q="Q"),
            XorLut.of("SB_LUT4 #(.LUT_INIT(16'h{init}))", "I0 I1 I2 I3", "O"),
            "+/ice40/cells_sim.v",
        ),
        placer=Placer(
            "nextpnr-ice40", Fixed(OPTIONS), lut="ICESTORM_LC", ff=None, ram=("ICESTORM_RAM",)
        ),
    )


ICE40 = _family("synth_ice40")
# UltraPlus: other delays in the mapping.
ICE40UP = replace(ICE40, **vars(_family("synth_ice40 -device u")))
