// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_key_step for proofs about control: a counter with the latency of the real module.
// prove_key_step shows that the real module is a step of the standard's key expansion.
//
// A window is its round key, in the format of the stub of roundel_round, above zeros: window n of
// key k holds n and k. A step with a wrong number gives a round key with the number 15, which no
// round accepts.

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

  logic [127:0] round_key, next;
  logic [3:0] number, next_number, next_number_late;
  logic identity;
  logic backward;

  assign backward = (Direction == 0) ? 1'b0 : backward_i;
  assign round_key = window_i[KeyBits-1-:128];
  assign number = round_key[5:2];

  always_comb begin
    next_number = 4'd15;
    if (backward && number == step_i + 4'd1) next_number = step_i;
    if (!backward && number == step_i) next_number = step_i + 4'd1;
  end

  always_comb begin
    next = 128'd0;
    next[1] = identity;
    next[5:2] = next_number_late;
    window_o = '0;
    window_o[KeyBits-1-:128] = next;
  end

  roundel_pipeline_cuts #(
    .Width(5),
    .Cuts(Cuts & (roundel_engine_pkg::CUTS_IN_SBOX | (1 << roundel_engine_pkg::CUT_ROUND)))
  ) u_cuts (
    .clk_i(clk_i),
    .data_i({round_key[1], next_number}),
    .data_o({identity, next_number_late})
  );

endmodule : roundel_key_step
