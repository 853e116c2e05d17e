// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_round for proofs about control: records round keys and computes nothing.
// prove_round proves that the real module is a round of the standard.
//
// A state is {zeros, done, bad, number, key, mark}: the mark of its block; the key of the initial
// AddRoundKey and the number of the last round key; `bad` after a round key of another key or out
// of order; `done` after the last round. A round key is {zeros, number, key, zeros} at the same
// bits, so an XOR performs the initial AddRoundKey.

module roundel_round #(
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Cuts = 0,
  parameter bit UnusedKeyIsZero = 1'b0,
  parameter bit Injects = 1'b0
) (
  input  logic                                 clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] encrypt_i,
  input  logic [                        127:0] state_i,
  input  logic [                        127:0] encrypt_key_i,
  input  logic [                        127:0] decrypt_key_i,
  input  logic [127:0] inject_i,
  output logic [                        127:0] middle_o,
  output logic [                        127:0] last_o
);

  // A block reads the round key in the stage of AddRoundKey of the block's direction.
  logic [7:0] state, inverse_met, half_way, met, result;
  logic inverse_here, forward_here;

  assign inverse_here =
      (Direction == 2) ? decrypt_i[roundel_engine_pkg::decrypt_key_stage(Cuts)] : (Direction == 1);
  assign forward_here =
      (Direction == 2) ? encrypt_i[roundel_engine_pkg::encrypt_key_stage(Cuts)] : (Direction == 0);

  function automatic logic [7:0] meet(input logic [7:0] previous, input logic [7:0] key,
                                      input logic inverse);
    meet = {1'b0, previous[6], key[5:2], previous[1:0]};
    if (previous[7] || previous[1] != key[1]
        || key[5:2] != (inverse ? previous[5:2] - 4'd1 : previous[5:2] + 4'd1)) begin
      meet[6] = 1'b1;
    end
  endfunction

  roundel_pipeline_cuts #(
    .Width(8),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_ROUND),
    .Last(roundel_engine_pkg::CUT_SUB_BYTES)
  ) u_cuts_front (
    .clk_i(clk_i),
    .data_i(state_i[7:0]),
    .data_o(state)
  );

  // With UnusedKeyIsZero the real module also adds the key of the unused direction, which must be
  // zero.
  function automatic logic [7:0] pass(input logic [7:0] previous, input logic [7:0] key);
    pass = previous;
    if (Direction == 2 && UnusedKeyIsZero && key != 8'd0) begin
      pass[6] = 1'b1;
    end
  endfunction

  assign inverse_met = inverse_here ? meet(state, decrypt_key_i[7:0], 1'b1)
      : pass(state, decrypt_key_i[7:0]);

  roundel_pipeline_cuts #(
    .Width(8),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_DECRYPT_KEY),
    .Last(roundel_engine_pkg::CUT_MIX)
  ) u_cuts_mix (
    .clk_i(clk_i),
    .data_i(inverse_met),
    .data_o(half_way)
  );

  assign met = forward_here ? meet(half_way, encrypt_key_i[7:0], 1'b0)
      : pass(half_way, encrypt_key_i[7:0]);

  roundel_pipeline_cuts #(
    .Width(8),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_KEY),
    .Last(roundel_engine_pkg::CUT_KEY)
  ) u_cuts_back (
    .clk_i(clk_i),
    .data_i(met),
    .data_o(result)
  );

  logic unused_inputs;
  assign unused_inputs = ^{encrypt_i, UnusedKeyIsZero};

  assign middle_o = {120'd0, result};
  assign last_o = {120'd0, 1'b1, result[6:0]};

endmodule : roundel_round
