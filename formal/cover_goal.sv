// SPDX-License-Identifier: Apache-2.0
//
// Map for Yosys' techmap: turns a cover into an assertion of the opposite. The counterexample is
// the trace of the cover.

(* techmap_celltype = "$cover" *)
module cover_goal (
  input logic A,  // verilog_lint: waive port-name-suffix
  input logic EN  // verilog_lint: waive port-name-suffix
);

  \$assert unreached (.A(!(A && EN)), .EN(1'b1));

endmodule : cover_goal
