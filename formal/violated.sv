// SPDX-License-Identifier: Apache-2.0
//
// Map for Yosys' techmap: turns an assertion into a wire, high during a violation.

(* techmap_celltype = "$assert" *)
module violated (
  input logic A,  // verilog_lint: waive port-name-suffix
  input logic EN  // verilog_lint: waive port-name-suffix
);

  (* keep *) logic bad;

  assign bad = EN && !A;

endmodule : violated
