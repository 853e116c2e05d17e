// SPDX-License-Identifier: Apache-2.0
//
// aes_round with registers gives what it gives without any, as many cycles later: for any blocks in
// any order and direction, each with its round key in the stage that reads it. prove_round shows
// what that is. An S-box in block RAM has two of its own, so its rounds are held against the one with
// the fewest.

module prove_cuts #(
  parameter int Direction = 0,
  parameter int Stages = 2,
  parameter int RoundCuts = 0,  // 0: the best places
  parameter int Sbox = 2
) (
  input logic         clk_i,
  input logic         decrypt_i,
  input logic [127:0] state_i,
  input logic [127:0] round_key_i
);

  localparam int CUTS = aes_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int ENCRYPT_STAGE = aes_pkg::encrypt_key_stage(CUTS);
  localparam int DECRYPT_STAGE = aes_pkg::decrypt_key_stage(CUTS);

  // The round that it is held against: its registers, and how much later blocks enter it.
  localparam int FEWEST = (Sbox == aes_pkg::SBOX_ROM) ? 7 : 0;
  localparam int LATER = Stages - aes_pkg::num_cuts(FEWEST);
  localparam int WHOLE_STAGES = aes_pkg::num_stages(FEWEST);
  localparam int WHOLE_FIRST = Stages - WHOLE_STAGES;  // its stage 0, counted as below

  // What went in n + 1 cycles ago.
  logic [Stages-1:0] decrypt_q;
  logic [128*Stages-1:0] states_q, keys_q;
  logic [7:0] filled_q = 8'd0;
  always_ff @(posedge clk_i) begin
    decrypt_q <= (decrypt_q << 1) | Stages'(decrypt_i);
    states_q <= (states_q << 128) | (128 * Stages)'(state_i);
    keys_q <= (keys_q << 128) | (128 * Stages)'(round_key_i);
    filled_q <= (filled_q == 8'(Stages)) ? filled_q : filled_q + 8'd1;
  end

  // A round key is zero for a block of the other direction, where both are built.
  logic [127:0] encrypt_key, decrypt_key, middle, last, whole_middle, whole_last;
  logic [128*(Stages+1)-1:0] states;  // n cycles ago
  assign encrypt_key = keys_q[128*ENCRYPT_STAGE+:128]
      & {128{!(Direction == 2 && decrypt_q[ENCRYPT_STAGE])}};
  assign decrypt_key = keys_q[128*DECRYPT_STAGE+:128]
      & {128{!(Direction == 2 && !decrypt_q[DECRYPT_STAGE])}};
  assign states = {states_q, state_i};

  aes_round #(
    .Sbox(Sbox),
    .Direction(Direction),
    .Cuts(CUTS),
    .KeysApart(1)
  ) u_dut (
    .clk_i(clk_i),
    .decrypt_i(decrypt_q),
    .encrypt_i(~decrypt_q),
    .state_i(state_i),
    .encrypt_key_i(encrypt_key),
    .decrypt_key_i(decrypt_key),
    .middle_o(middle),
    .last_o(last)
  );

  logic [127:0] whole_encrypt_key, whole_decrypt_key;
  logic [WHOLE_STAGES-1:0] whole_decrypt;
  assign whole_decrypt = decrypt_q[WHOLE_FIRST+:WHOLE_STAGES];
  assign whole_encrypt_key =
      keys_q[128*(WHOLE_FIRST+aes_pkg::encrypt_key_stage(FEWEST))+:128];
  assign whole_decrypt_key =
      keys_q[128*(WHOLE_FIRST+aes_pkg::decrypt_key_stage(FEWEST))+:128];

  aes_round #(
    .Sbox(Sbox),
    .Direction(Direction),
    .Cuts(FEWEST)
  ) u_whole (
    .clk_i(clk_i),
    .decrypt_i(whole_decrypt),
    .encrypt_i(~whole_decrypt),
    .state_i(states[128*LATER+:128]),
    .encrypt_key_i(whole_encrypt_key),
    .decrypt_key_i(whole_decrypt_key),
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
