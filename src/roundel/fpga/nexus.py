# SPDX-License-Identifier: Apache-2.0
"""Lattice Nexus: CrossLink-NX and relatives."""

from dataclasses import replace

from roundel.fpga.ecp5 import LUT4_UNITS, OPTIONS, UNITS
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

# The widest LUT of the fabric has five inputs: two LUT4 with a multiplexer. An S-box table then
# takes 361 LUT4 (encryption) or 362 (decryption), and 404 or 418 without multiplexers
# (docs/log/vendors.md#s-box-tables-on-nexus).
_TABLE = "abc -luts 1,1,1,1,2 -script +strash;if,-a"
_UNITS = replace(
    UNITS,
    commands={**LUT4_UNITS, "table": _TABLE},
    sequential=None,
    techmap="+/lattice/cells_map_nexus.v",
)
_SYNTH = "synth_nexus -noiopad"
_PINS = "pins.pdc"
# The first CCU2 of a chain (+/lattice/arith_map_nexus.v) has COUT = A1 for every CIN, and its
# outputs S0 and S1 are unused. abc9 connects this CIN to 0, which nextpnr refuses
# (https://github.com/YosysHQ/yosys/issues/4081). The commands remove the connection.
_FREE_CARRY_IN = (
    "design -push",
    """read_verilog <<END
(* techmap_celltype = "VLO" *)
module roundel_low (output Z);
  assign Z = 1'b0;
endmodule
(* techmap_celltype = "VHI" *)
module roundel_high (output Z);
  assign Z = 1'b1;
endmodule
END""",
    "design -stash roundel_constants",
    """read_verilog <<END
(* techmap_celltype = "CCU2" *)
module roundel_first_carry (
  input CIN, A0, B0, C0, D0, A1, B1, C1, D1,
  output S0, S1, COUT
);
  parameter INJECT = "";
  parameter INIT0 = "";
  parameter INIT1 = "";
  parameter _TECHMAP_CONSTMSK_CIN_ = 0;
  parameter _TECHMAP_CONSTMSK_D1_ = 0;
  parameter _TECHMAP_CONSTVAL_D1_ = 0;
  localparam IsFirst = INIT0 == "0xFFFF" && INIT1 == "0x00AA" && INJECT == "NO"
                       && _TECHMAP_CONSTMSK_D1_ && _TECHMAP_CONSTVAL_D1_;
  wire _TECHMAP_FAIL_ = !(IsFirst && _TECHMAP_CONSTMSK_CIN_);
  CCU2 #(.INJECT(INJECT), .INIT0(INIT0), .INIT1(INIT1)) _TECHMAP_REPLACE_ (
    .A0(A0), .B0(B0), .C0(C0), .D0(D0), .A1(A1), .B1(B1), .C1(C1), .D1(D1),
    .S0(S0), .S1(S1), .COUT(COUT));
endmodule
END""",
    "design -stash roundel_first_carry",
    "design -pop",
    "techmap -map %roundel_constants t:VLO t:VHI",
    "setattr -set keep 1 c:u_in*",  # of the harness: the design may not use the last bit
    "opt_clean",
    "setattr -unset keep c:u_in*",
    "techmap -map %roundel_first_carry t:CCU2",
)
NEXUS = Family(
    name="nexus",
    title="Lattice Nexus",
    vendor="fpga",
    flow="radiant",
    synth=_SYNTH,
    lut="LUT4",
    ram="18-kbit block RAM",
    weights=Weights(
        # A WIDEFN9 is two LUT4 with a multiplexer.
        lut={"LUT4": 1, "WIDEFN9": 2, "CCU2": 2, "DPR16X4": 6},
        ff=ones("FD1P3BX FD1P3DX FD1P3IX FD1P3JX"),
        ram=ones("PDPSC16K PDP16K DP16K"),
        carry=ones("CCU2"),
        mux=ones("WIDEFN9"),
        free=("INV", "VLO", "VHI", "IB", "OB"),  # nextpnr absorbs most inverters
    ),
    recipes=nested(_UNITS, (f"{_SYNTH} -nowidelut -top {{top}}",), _SYNTH),
    best=NESTED,
    memories=Memories(Ram(("PDPSC16K", "PDP16K", "DP16K"), 512, 36), Ram(("DPR16X4",), 16, 4), ()),
    harness=Harness(
        FlipFlop("FD1P3IX", clock="CK", d="D", q="Q", others=", .SP(1'b1), .CD(1'b0)"),
        XorLut.of('LUT4 #(.INIT("0x{init}"))'),
        "+/nexus/cells_sim.v +/nexus/cells_xtra.v",
        pads=(
            "iopadmap -bits -inpad IB O:I -outpad OB I:O",
            *_FREE_CARRY_IN,
            "hilomap -singleton -hicell VHI Z -locell VLO Z",  # nextpnr takes no other constants
        ),
    ),
    placer=Placer(
        "nextpnr-nexus",
        # router2, the default, finds no route from a clock pad to a clock buffer.
        Fixed(("--pdc", _PINS, "--router", "router1", *OPTIONS)),
        lut={"OXIDE_COMB": 1, "RAMW": 2},
        ff="OXIDE_FF",
        ram=("OXIDE_EBR",),
        constraints=(
            _PINS,
            "ldc_set_location -site {{{pin}}} [get_ports {port}]\n"
            "ldc_set_port -iobuf {{IO_TYPE=LVCMOS33}} [get_ports {port}]",
        ),
    ),
)
