# SPDX-License-Identifier: Apache-2.0
"""Lattice MachXO2 and MachXO3: the logic of ECP5 with smaller block RAMs."""

from dataclasses import replace

from roundel.fpga.ecp5 import LUT4, OPTIONS, TRELLIS_FF, UNITS
from roundel.fpga.family import Family, Fixed, Harness, Memories, Placer, Ram, Weights, ones
from roundel.fpga.nested import NESTED, nested

_UNITS = replace(UNITS, sequential=None)


def _family(name: str, title: str, yosys: str) -> Family:
    synth = f"synth_lattice -family {yosys}"
    return Family(
        name=name,
        title=title,
        vendor="fpga",
        flow="diamond",
        synth=synth,
        lut="LUT4",
        ram="9-kbit block RAM",
        weights=Weights(
            lut={"LUT4": 1, "CCU2D": 2, "TRELLIS_DPR16X4": 6},
            ff=ones("TRELLIS_FF"),
            ram=ones("DP8KC PDPW8KC"),
            carry=ones("CCU2D"),
            mux=ones("PFUMX L6MUX21"),
        ),
        recipes=nested(_UNITS, (f"{synth} -nowidelut -top {{top}}",), synth),
        best=NESTED,
        memories=Memories(Ram(("DP8KC", "PDPW8KC"), 512, 18), Ram(("TRELLIS_DPR16X4",), 16, 4), ()),
        harness=Harness(
            TRELLIS_FF, LUT4, f"+/lattice/cells_sim_{yosys}.v +/lattice/cells_bb_{yosys}.v"
        ),
        placer=Placer(
            "nextpnr-machxo2",
            Fixed(("--lpf-allow-unconstrained", *OPTIONS)),
            lut=ones("TRELLIS_COMB"),
            ff="TRELLIS_FF",
            ram=("DP8KC",),
            exact=True,
        ),
    )


MACHXO2 = _family("machxo2", "Lattice MachXO2", "xo2")
MACHXO3 = _family("machxo3", "Lattice MachXO3", "xo3")
