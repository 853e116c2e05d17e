// SPDX-License-Identifier: Apache-2.0
//
// AES-CTR (SP 800-38A section 6.5) around lanes of AES: a word of N blocks a cycle, each packet
// with its own key slot and first counter block. Encryption and decryption are the same.
//
// Words, text and keys: see roundel_text_datapath. `start_i` is the first counter block; the next
// ones count in its low 32 bits if `short_i`, else in all 128.

module roundel_ctr #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int UserBits = 1,  // that go beside a word
  parameter int BlockRam = 1  // 1: words wait for the lanes in block RAM; 0: in distributed RAM
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,
  output logic [                      KeySlots-1:0] slot_ready_o,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                             127:0] start_i,
  input  logic                                      short_i,
  input  logic                                      last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                      UserBits-1:0] user_i,

  output logic                                      valid_o,
  output logic                                      last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                      UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);

  logic valid, ready, last;
  logic [SLOT_BITS-1:0] slot;
  logic [BYTE_BITS-1:0] bytes;
  logic [UserBits-1:0] user;
  logic [128*Lanes-1:0] block, text;

  roundel_ctr_blocks #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .Width(1 + BYTE_BITS + UserBits + 128 * Lanes)
  ) u_front (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .last_i(last_i),
    .short_i(short_i),
    .slot_i(slot_i),
    .start_i(start_i),
    .beside_i({last_i, bytes_i, user_i, data_i}),
    .valid_o(valid),
    .ready_i(ready),
    .slot_o(slot),
    .block_o(block),
    .beside_o({last, bytes, user, text})
  );

  roundel_text_datapath #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .HasMask(1),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .slot_ready_o(slot_ready_o),
    .valid_i(valid),
    .ready_o(ready),
    .decrypt_i(1'b0),
    .slot_i(slot),
    .last_i(last),
    .bytes_i(bytes),
    .data_i(block),
    .user_i(user),
    .mask_i(text),
    .valid_o(valid_o),
    .last_o(last_o),
    .bytes_o(bytes_o),
    .data_o(data_o),
    .user_o(user_o)
  );

endmodule : roundel_ctr
