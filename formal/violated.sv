// SPDX-License-Identifier: Apache-2.0
//
// For Yosys' techmap: an assertion becomes a wire that is high where the assertion does not hold.

(* techmap_celltype = "$assert" *)
module violated (
  input logic A,  // verilog_lint: waive port-name-suffix
  input logic EN  // verilog_lint: waive port-name-suffix
);

  (* keep *) logic bad;

  assign bad = EN && !A;

endmodule : violated
