# SPDX-License-Identifier: Apache-2.0
"""Gowin GW2A and GW5A."""

from dataclasses import replace

from roundel.fpga.ecp5 import OPTIONS, UNITS
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

_PINS = "pins.cst"
_UNITS = replace(UNITS, sequential=None, techmap="+/gowin/cells_map.v")
# nextpnr 0.11.1 has no delays of LUT1, LUT2 and LUT3: its report omits every path through one of
# these cells (docs/log/vendors.md#delays-of-gowin-luts). A LUT4 with open inputs has delays. An INV
# becomes a LUT4 too, because its delays are not known.
_TIMED_LUTS = (
    "design -push",
    """read_verilog <<END
(* techmap_celltype = "LUT1" *)
module roundel_lut1 (input I0, output F);
  parameter [1:0] INIT = 0;
  LUT4 #(.INIT({8{INIT}})) _TECHMAP_REPLACE_ (.I0(I0), .F(F));
endmodule
(* techmap_celltype = "LUT2" *)
module roundel_lut2 (input I0, I1, output F);
  parameter [3:0] INIT = 0;
  LUT4 #(.INIT({4{INIT}})) _TECHMAP_REPLACE_ (.I0(I0), .I1(I1), .F(F));
endmodule
(* techmap_celltype = "LUT3" *)
module roundel_lut3 (input I0, I1, I2, output F);
  parameter [7:0] INIT = 0;
  LUT4 #(.INIT({2{INIT}})) _TECHMAP_REPLACE_ (.I0(I0), .I1(I1), .I2(I2), .F(F));
endmodule
(* techmap_celltype = "INV" *)
module roundel_inv (input I, output O);
  LUT4 #(.INIT(16'h5555)) _TECHMAP_REPLACE_ (.I0(I), .F(O));
endmodule
END""",
    "design -stash roundel_timed_luts",
    "design -pop",
    "techmap -map %roundel_timed_luts t:LUT1 t:LUT2 t:LUT3 t:INV",
)
_KINDS = ("", "E", "S", "SE", "R", "RE", "P", "PE", "C", "CE")  # set, reset, enable


def _family(
    name: str, title: str, synth: str, lut_ram: Ram | None, *, divides_ram: bool = False
) -> Family:
    return Family(
        name=name,
        title=title,
        vendor="fpga",
        flow="gowin",
        synth=synth,
        lut="LUT4",
        ram="18-kbit block RAM",
        weights=Weights(
            lut={
                **ones("LUT1 LUT2 LUT3 LUT4 ALU INV RAM16SDP1"),
                "RAM16SDP2": 2,
                "RAM16SDP4": 4,
            },
            ff=ones(*(f"DFF{edge}{kind}" for edge in ("", "N") for kind in _KINDS)),
            ram=ones("SDPB SDPX9B DPB DPX9B pROM pROMX9"),
            carry=ones("ALU"),
            mux=ones("MUX2_LUT5 MUX2_LUT6 MUX2_LUT7 MUX2_LUT8"),
            free=("VCC", "GND", "GSR", "IBUF", "OBUF"),
        ),
        # Without -nowidelut, Yosys makes most of the logic from LUTs and wide multiplexers.
        recipes=nested(_UNITS, (f"{synth} -nowidelut -top {{top}}",), synth),
        best=NESTED,
        memories=Memories(
            Ram(("SDPB", "SDPX9B", "DPB", "DPX9B", "pROM", "pROMX9"), 512, 36),
            lut_ram,
            tuple(f"DL{edge}{kind}" for kind in ("", "C", "P", "E", "CE", "PE")
                  for edge in ("", "N")),
        ),
        harness=Harness(
            FlipFlop("DFF", clock="CLK", d="D", q="Q"),
            XorLut.of("LUT4 #(.INIT(16'h{init}))", "I0 I1 I2 I3", "F"),
            f"+/gowin/cells_sim.v +/gowin/cells_xtra_{name}.v",
            pads=("iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O", *_TIMED_LUTS),
        ),
        placer=Placer(
            "nextpnr-himbaechel-gowin",
            Fixed(("--vopt", f"cst={_PINS}", *OPTIONS)),
            lut=ones("LUT4 ALU"),
            ff="DFF",
            ram=("BSRAM",),
            divides_ram=divides_ram,
            constraints=(_PINS, 'IO_LOC "{port}" {pin};'),
        ),
    )  # fmt: skip


_LUT_RAM = Ram(("RAM16SDP4", "RAM16SDP2", "RAM16SDP1"), 16, 4)
GW2A = _family("gw2a", "Gowin GW2A", "synth_gowin -noiopads -family gw2a", _LUT_RAM)
# nextpnr 0.11.1 has no LUT RAM cells for the GW5A-25 (docs/log/vendors.md#what-nextpnr-counts). The
# fabric has no block RAM with separate ports of 32 or 36 bits: nextpnr takes two of 16 or 18
# (https://github.com/YosysHQ/nextpnr/pull/1575).
GW5A = _family(
    "gw5a",
    "Gowin GW5A",
    "synth_gowin -noiopads -nolutram -family gw5a",
    None,
    divides_ram=True,
)
