// SPDX-License-Identifier: Apache-2.0
//
// One round of the cipher or of the inverse cipher, with the registers that `Cuts` selects.
//
// Interface. The module accepts a new state in every cycle; no handshake, no reset. `Cuts` is a
// mask of cut positions (roundel_engine_pkg::CUT_*), and the number S of its bits is the latency in
// cycles. With Cuts = 0 the round is combinational. Stage s is the logic behind register s + 1.
// Input decrypt_i[s] is the direction of the block in stage s. Input encrypt_i[s] is the complement
// from a separate register, so each register drives half of the loads. A round key is read in the
// stage that roundel_engine_pkg::encrypt_key_stage() or decrypt_key_stage() gives. With
// UnusedKeyIsZero = 1 the caller guarantees that the round key of the other direction is zero.
//
// Two results: `middle_o` of a round with MixColumns, and `last_o` of the last round, which has
// none. A caller that uses both needs no multiplexer: the last round's result leaves the ring, and
// the other one is fed back.
//
//   state -> [0] -> ShiftRows -> SubBytes [1..8] -> (+) decrypt key -> [9, 10] MixColumns [11]
//                                                          -> (+) encrypt key -> [12] -> middle
//
// The numbers are cut positions.
//
// Method. FIPS-197, section 5.1 (SubBytes, ShiftRows, MixColumns, AddRoundKey) and, for decryption,
// section 5.3 (InvShiftRows, InvSubBytes, AddRoundKey, InvMixColumns). The module implements the
// inverse cipher of section 5.3 directly and not in the equivalent form (5.3.5). Both directions
// therefore use the same round keys, and the key schedule needs no InvMixColumns. ShiftRows is
// before SubBytes. The order is equivalent, because ShiftRows moves bytes and SubBytes changes each
// byte.

module roundel_round #(
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0,  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
  parameter bit UnusedKeyIsZero = 1'b0,  // 1: the caller zeroes the other direction's round key
  parameter bit Injects = 1'b0  // 1: inject_i is added
) (
  input  logic         clk_i,
  // By stage; read with Direction both.
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] encrypt_i,
  input  logic [127:0] state_i,
  input  logic [127:0] encrypt_key_i,  // added behind MixColumns
  input  logic [127:0] decrypt_key_i,  // added in front of InvMixColumns
  input  logic [127:0] inject_i,  // in front of CUT_MIX: is added to `middle_o`
  output logic [127:0] middle_o,
  output logic [127:0] last_o
);

  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  // Each round key must be masked where the caller does not.
  localparam bit MASKS_KEYS = BOTH && !UnusedKeyIsZero;

  logic [127:0] state, shifted, inverse_shifted, substituted, mix_in, mix_out, bypass;
  logic [127:0] encrypt_key, decrypt_key;
  logic decrypts_behind_mix, decrypts_before_mix, encrypts_before_mix;

  roundel_pipeline_cut #(.Width(128), .Present(Cuts[roundel_engine_pkg::CUT_ROUND])) u_cut_round (
    .clk_i,
    .data_i(state_i),
    .data_o(state)
  );

  assign inverse_shifted = roundel_aes_pkg::inv_shift_rows(state);
  assign shifted = ENCRYPTS ? roundel_aes_pkg::shift_rows(state) : inverse_shifted;

  for (genvar h = 0; h < 2; h++) begin : gen_half
    logic [63:0] half;
    logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt;
    assign decrypt = (h == 0) ? decrypt_i : ~encrypt_i;
    assign substituted[64*h+:64] = half;

    roundel_sub_bytes #(.NumBytes(8), .Sbox(Sbox), .Direction(Direction), .Cuts(Cuts)) u_sub_bytes (
      .clk_i,
      .decrypt_i(decrypt),
      .data_i(shifted[64*h+:64]),
      .inverse_data_i(inverse_shifted[64*h+:64]),
      .data_o(half)
    );
  end

  assign decrypts_behind_mix = 1'(decrypt_i >> ENCRYPT_STAGE);
  assign decrypts_before_mix = 1'(decrypt_i >> DECRYPT_STAGE);
  assign encrypts_before_mix = 1'(encrypt_i >> DECRYPT_STAGE);

  assign encrypt_key = encrypt_key_i & {128{ENCRYPTS && !(MASKS_KEYS && decrypts_behind_mix)}};
  assign decrypt_key = decrypt_key_i & {128{DECRYPTS && !(MASKS_KEYS && !decrypts_before_mix)}};

  assign mix_in = substituted ^ decrypt_key;

  roundel_mix_columns #(.Direction(Direction), .Cuts(Cuts), .Injects(Injects)) u_mix_columns (
    .clk_i,
    .encrypt_i(encrypts_before_mix),
    .state_i(mix_in),
    .inject_i,
    .state_o(mix_out)
  );

  // The last round bypasses MixColumns, with the same latency.
  roundel_pipeline_cuts #(
    .Width(128),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_DECRYPT_KEY),
    .Last(roundel_engine_pkg::CUT_MIX)
  ) u_cuts_bypass (
    .clk_i,
    .data_i(mix_in),
    .data_o(bypass)
  );

  roundel_pipeline_cut #(.Width(256), .Present(Cuts[roundel_engine_pkg::CUT_KEY])) u_cut_key (
    .clk_i,
    .data_i({mix_out ^ encrypt_key, bypass ^ encrypt_key}),
    .data_o({middle_o, last_o})
  );

endmodule : roundel_round
