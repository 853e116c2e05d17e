// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_credit_counter for proofs of its users: a binary count (spec_credit_counter).
// prove_credit_counter proves that the module gives the same `any_o` in each cycle. With
// GrantLatency, `any_o` is low with at most GrantLatency credits, and arbitrary with more.

module roundel_credit_counter #(
  parameter int Tokens = 16,
  parameter bit StartFull = 1'b0,
  parameter int GrantLatency = 0
) (
  input  logic clk_i,
  input  logic clear_i,
  input  logic give_i,
  input  logic take_i,
  output logic any_o
);

  (* anyseq *) logic any_late;
  logic any, late;
  assign any_o = (GrantLatency == 0) ? any : any_late && late;

  spec_credit_counter #(
    .Tokens(Tokens),
    .StartFull(StartFull != 0),
    .GrantLatency(GrantLatency)
  ) u_spec (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(give_i),
    .take_i(take_i),
    .any_o(any),
    .late_o(late)
  );

endmodule : roundel_credit_counter
