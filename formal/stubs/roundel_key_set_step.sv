// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_key_set_step for proofs about control: counts as the stub of roundel_key_step.
// prove_key_set_step shows that the real module is a step of the standard's key expansion.
//
// A window holds the size of its key above its round key. A step with another size gives a round
// key with the number 15, which no round accepts.

module roundel_key_set_step #(
  parameter int KeyBits = 256,
  parameter int KeySizes = 0,
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Cuts = 0,
  parameter bit InputsHeld = 1'b0
) (
  input  logic               clk_i,
  input  logic               backward_i,
  input  logic [        3:0] step_i,
  input  logic [        1:0] size_i,
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  logic [KeyBits-1:0] next;
  logic [127:0] round_key;
  assign round_key = window_i[KeyBits-1-:128];

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Cuts(Cuts)
  ) u_step (
    .clk_i(clk_i),
    .backward_i(backward_i),
    .step_i((size_i == round_key[9:8]) ? step_i : 4'd14),
    .window_i(window_i),
    .window_o(next)
  );

  always_comb begin
    window_o = next;
    window_o[KeyBits-1-:128] = next[KeyBits-1-:128] | {118'd0, round_key[9:8], 8'd0};
  end

  logic unused_parameters;
  assign unused_parameters = ^{KeySizes, Sbox, InputsHeld};

endmodule : roundel_key_set_step
