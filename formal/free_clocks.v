// SPDX-License-Identifier: Apache-2.0
//
// Maps for Yosys' techmap: each flip-flop loads in the steps of the solver in which its clock is 1.
//
// A clock of a proof is a free input, so each domain moves at arbitrary times, also together with
// others. `lower.py` uses the maps where a proof has several clocks.

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
