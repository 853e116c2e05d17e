// SPDX-License-Identifier: Apache-2.0
//
// AES-CTR (SP 800-38A section 6.5) on N lanes: one word of N blocks per cycle. Encryption and
// decryption are the same operation.
//
// Interface. Each packet has its own key slot and first counter block `start_i`. The counter is the
// low 32 bits of the block if `short_i` is high, else all 128 bits. Keys, reset and zeroise are
// those of roundel_text_datapath; the latency of text is roundel_stream_pkg::mode_latency().
//
// Limits. The user must not repeat a counter block under the same key.

module roundel_ctr #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,  // KEY_SCHEDULE_*
  parameter int KeySlots = 4,  // keys stored at the same time, a power of two
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // sideband in 1: block RAM; 0: distributed RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic valid_i,
  output logic ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [127:0] start_i,
  input  logic short_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [UserBits-1:0] user_i,

  output logic valid_o,
  output logic last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int CHAIN_BITS = roundel_stream_pkg::chain_entry_bits(SLOT_BITS);
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
    .clk_i, .rst_ni, .zeroise_i,
    .valid_i, .ready_o, .last_i, .short_i, .slot_i, .start_i,
    .counts_i(1'b1),
    .given_i({128 * Lanes{1'b0}}),
    .beside_i({last_i, bytes_i, user_i, data_i}),
    .valid_o(valid),
    .ready_i(ready),
    .slot_o(slot),
    .block_o(block),
    .beside_o({last, bytes, user, text}),
    // verilator lint_off PINCONNECTEMPTY
    .empty_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  roundel_text_datapath #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .HasMask(1'b1),
    .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .slot_ready_o,
    .valid_i(valid),
    .ready_o(ready),
    .decrypt_i(1'b0),
    .slot_i(slot),
    .last_i(last),
    .bytes_i(bytes),
    .data_i(block),
    .user_i(user),
    .mask_i(text),
    .chain_valid_i(1'b0),
    .chain_entry_i({CHAIN_BITS{1'b0}}),
    // verilator lint_off PINCONNECTEMPTY
    .chain_ready_o(),
    .chain_return_o(),
    // verilator lint_on PINCONNECTEMPTY
    .valid_o, .last_o, .bytes_o, .data_o, .user_o
  );

endmodule : roundel_ctr
