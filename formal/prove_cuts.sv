// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_round with registers gives the result of the round without registers, S
// cycles later.
//
// The blocks come in any order and direction; each round key is in the stage of AddRoundKey.
// prove_round shows that the round without registers is the standard's. An S-box in block RAM
// always has registers; the proof compares its round with a round of table S-boxes.

module prove_cuts #(
  parameter int Direction = 0,
  parameter int Stages = 2,
  parameter int RoundCuts = 0,  // 0: best positions
  parameter int Sbox = 2
) (
  input logic         clk_i,
  input logic         decrypt_i,
  input logic [127:0] state_i,
  input logic [127:0] round_key_i
);

  localparam int CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(CUTS);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(CUTS);

  // The inputs of n + 1 cycles ago.
  logic [Stages-1:0] decrypt_q;
  logic [128*Stages-1:0] states_q, keys_q;
  logic [7:0] filled_q = 8'd0;
  always_ff @(posedge clk_i) begin
    decrypt_q <= (decrypt_q << 1) | Stages'(decrypt_i);
    states_q <= (states_q << 128) | (128 * Stages)'(state_i);
    keys_q <= (keys_q << 128) | (128 * Stages)'(round_key_i);
    filled_q <= (filled_q == 8'(Stages)) ? filled_q : filled_q + 8'd1;
  end

  // With both directions, the round key of the unused direction is zero.
  logic [127:0] encrypt_key, decrypt_key, middle, last, whole_middle, whole_last, whole_key;
  logic inverse;
  assign encrypt_key = keys_q[128*ENCRYPT_STAGE+:128]
      & {128{!(Direction == 2 && decrypt_q[ENCRYPT_STAGE])}};
  assign decrypt_key = keys_q[128*DECRYPT_STAGE+:128]
      & {128{!(Direction == 2 && !decrypt_q[DECRYPT_STAGE])}};
  assign whole_key = keys_q[128*Stages-1-:128];
  assign inverse = decrypt_q[Stages-1];

  roundel_round #(
    .Sbox(Sbox),
    .Direction(Direction),
    .Cuts(CUTS),
    .UnusedKeyIsZero(1'b1)
  ) u_dut (
    .clk_i(clk_i),
    .decrypt_i(decrypt_q),
    .encrypt_i(~decrypt_q),
    .state_i(state_i),
    .encrypt_key_i(encrypt_key),
    .decrypt_key_i(decrypt_key),
    .inject_i(128'd0),
    .middle_o(middle),
    .last_o(last)
  );

  roundel_round #(
    .Sbox((Sbox == roundel_engine_pkg::SBOX_ROM) ? roundel_engine_pkg::SBOX_TABLE : Sbox),
    .Direction(Direction)
  ) u_whole (
    .clk_i(clk_i),
    .decrypt_i(inverse),
    .encrypt_i(!inverse),
    .state_i(states_q[128*Stages-1-:128]),
    .encrypt_key_i(whole_key),
    .decrypt_key_i(whole_key),
    .inject_i(128'd0),
    .middle_o(whole_middle),
    .last_o(whole_last)
  );

  always_comb begin
    if (int'(filled_q) == Stages) begin
      assert (middle == whole_middle);
      assert (last == whole_last);
    end
    filled: cover (int'(filled_q) == Stages);
  end

endmodule : prove_cuts
