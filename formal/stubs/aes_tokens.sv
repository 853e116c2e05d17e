// SPDX-License-Identifier: Apache-2.0
//
// Stands for aes_tokens in proofs of what is around it: the number that it counts. prove_tokens
// shows that the real one gives the same `any_o` in every cycle.

module aes_tokens #(
  parameter int Tokens = 16,
  parameter int Full = 0
) (
  input  logic clk_i,
  input  logic clear_i,
  input  logic give_i,
  input  logic take_i,
  output logic any_o
);

  spec_tokens #(
    .Tokens(Tokens),
    .Full(Full)
  ) u_spec (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(give_i),
    .take_i(take_i),
    .any_o(any_o)
  );

endmodule : aes_tokens
