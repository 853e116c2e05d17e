// SPDX-License-Identifier: Apache-2.0
//
// Map for Yosys' techmap: a flip-flop loads in each step of the solver with a clock of 1.
//
// Each clock of a proof is a free input, so the clock domains move at arbitrary times, also
// together. `lower.py` applies the map to proofs with several clocks.

module \$_DFF_P_ (
  input D,
  input C,
  output Q
);
  \$_DFFE_PP_ _TECHMAP_REPLACE_ (.D(D), .C(C), .E(C), .Q(Q));
endmodule

module \$_DFF_PN0_ (
  input D,
  input C,
  input R,
  output Q
);
  \$_DFFE_PN0P_ _TECHMAP_REPLACE_ (.D(D), .C(C), .E(C), .R(R), .Q(Q));
endmodule

module \$_DFF_PN1_ (
  input D,
  input C,
  input R,
  output Q
);
  \$_DFFE_PN1P_ _TECHMAP_REPLACE_ (.D(D), .C(C), .E(C), .R(R), .Q(Q));
endmodule
