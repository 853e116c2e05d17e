// SPDX-License-Identifier: Apache-2.0
//
// For Yosys' techmap: a cover becomes an assertion that it is never reached. The counterexample is
// the trace that reaches the cover.

(* techmap_celltype = "$cover" *)
module cover_goal (
  input logic A,  // verilog_lint: waive port-name-suffix
  input logic EN  // verilog_lint: waive port-name-suffix
);

  \$assert unreached (.A(!(A && EN)), .EN(1'b1));

endmodule : cover_goal
