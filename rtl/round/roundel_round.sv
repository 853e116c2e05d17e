// SPDX-License-Identifier: Apache-2.0
//
// One round of the cipher or of the inverse cipher, with the registers that `Cuts` places in it.
//
// `Cuts` is a mask of roundel_engine_pkg::CUT_*; their number S is the latency in cycles, and a
// state goes in every cycle. Without any it is combinational. Stage s is what lies behind the (s +
// 1)th register: decrypt_i[s] is the direction of the block in it, encrypt_i[s] its complement from
// a register of its own (half of the loads each), and the round keys are read in the stages
// roundel_engine_pkg::encrypt_key_stage() and roundel_engine_pkg::decrypt_key_stage(). With
// UnusedKeyIsZero a round key is zero for a block of the other direction. Nothing is reset.
//
// Two results: `middle_o` for a round with MixColumns, `last_o` for the last round, which has none.
// Whoever uses both pays no multiplexer: the last round's result leaves the ring, the other turns.
//
//   state -> [0] -> ShiftRows -> SubBytes [1..8] -> (+) decrypt key -> [9, 10] MixColumns [11]
//                                                          -> (+) encrypt key -> [12] -> middle
//
// Method: FIPS-197 section 5.1 (SubBytes, ShiftRows, MixColumns, AddRoundKey) and, for decryption,
// section 5.3 (InvShiftRows, InvSubBytes, AddRoundKey, InvMixColumns). The inverse cipher is taken
// as it stands and not in its equivalent form (5.3.5), so both directions use the same round keys
// and the key schedule needs no InvMixColumns. ShiftRows stands in front of SubBytes, which is the
// same because one moves bytes and the other changes them.

module roundel_round #(
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0,  // places that hold a register
  parameter int UnusedKeyIsZero = 0  // 1: the key of the other direction is zero
) (
  input  logic                                 clk_i,
  // by stage; read where Direction is both
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] encrypt_i,
  input  logic [                        127:0] state_i,
  input  logic [                        127:0] encrypt_key_i,  // added behind MixColumns
  input  logic [                        127:0] decrypt_key_i,  // added in front of InvMixColumns
  output logic [                        127:0] middle_o,
  output logic [                        127:0] last_o
);

  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);

  logic [127:0] state, shifted, inverse_shifted, substituted, mix_in, mix_out, bypass;
  logic [127:0] encrypt_key, decrypt_key;

  roundel_pipeline_cut #(
    .Width(128),
    .Present((Cuts >> roundel_engine_pkg::CUT_ROUND) & 1)
  ) u_cut_round (
    .clk_i(clk_i),
    .data_i(state_i),
    .data_o(state)
  );

  assign inverse_shifted = roundel_aes_pkg::inv_shift_rows(state);
  assign shifted =
      (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? inverse_shifted :
          roundel_aes_pkg::shift_rows(state);

  for (genvar h = 0; h < 2; h++) begin : gen_half
    logic [63:0] half;
    logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt;
    assign decrypt = (h == 0) ? decrypt_i : ~encrypt_i;
    assign substituted[64*h+:64] = half;

    roundel_sub_bytes #(
      .NumBytes(8),
      .Sbox(Sbox),
      .Direction(Direction),
      .Cuts(Cuts)
    ) u_sub_bytes (
      .clk_i(clk_i),
      .decrypt_i(decrypt),
      .data_i(shifted[64*h+:64]),
      .inverse_data_i(inverse_shifted[64*h+:64]),
      .data_o(half)
    );
  end

  if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    assign encrypt_key = encrypt_key_i;
    assign decrypt_key = '0;
  end else if (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt
    assign encrypt_key = '0;
    assign decrypt_key = decrypt_key_i;
  end else if (UnusedKeyIsZero != 0) begin : gen_apart
    assign encrypt_key = encrypt_key_i;
    assign decrypt_key = decrypt_key_i;
  end else begin : gen_both
    assign encrypt_key = encrypt_key_i & {128{~decrypt_i[ENCRYPT_STAGE]}};
    assign decrypt_key = decrypt_key_i & {128{decrypt_i[DECRYPT_STAGE]}};
  end

  assign mix_in = substituted ^ decrypt_key;

  roundel_mix_columns #(
    .Direction(Direction),
    .Cuts(Cuts)
  ) u_mix_columns (
    .clk_i(clk_i),
    .encrypt_i(encrypt_i[DECRYPT_STAGE]),
    .state_i(mix_in),
    .state_o(mix_out)
  );

  // The last round passes MixColumns by, in as many cycles.
  roundel_pipeline_cuts #(
    .Width(128),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_DECRYPT_KEY),
    .Last(roundel_engine_pkg::CUT_MIX)
  ) u_cuts_bypass (
    .clk_i(clk_i),
    .data_i(mix_in),
    .data_o(bypass)
  );

  roundel_pipeline_cut #(
    .Width(256),
    .Present((Cuts >> roundel_engine_pkg::CUT_KEY) & 1)
  ) u_cut_key (
    .clk_i(clk_i),
    .data_i({mix_out ^ encrypt_key, bypass ^ encrypt_key}),
    .data_o({middle_o, last_o})
  );

  logic unused_inputs;
  assign unused_inputs = ^{decrypt_i, encrypt_i, encrypt_key_i, decrypt_key_i, inverse_shifted};

endmodule : roundel_round
