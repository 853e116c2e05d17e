// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_key_step for proofs of its users: the result is arbitrary in every cycle.

module roundel_key_step #(
  parameter int KeyBits = 128,
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Cuts = 0,
  parameter bit InputsHeld = 1'b0
) (
  input  logic               clk_i,
  input  logic               backward_i,
  input  logic [        3:0] step_i,
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  (* anyseq *) logic [KeyBits-1:0] window;

  assign window_o = window;

  logic unused_inputs;
  assign unused_inputs = ^{clk_i, backward_i, step_i, window_i, Sbox, Direction, Cuts, InputsHeld};

endmodule : roundel_key_step
