// SPDX-License-Identifier: Apache-2.0
//
// AES-ECB (SP 800-38A section 6.1) on N lanes: one word of N blocks per cycle.
//
// Interface. Each packet has its own key slot and direction. Handshake, latency, reset, zeroise and
// keys are those of roundel_text_datapath.
//
// Limits. A packet consists of full blocks. Output bytes after the last full block are undefined.

module roundel_ecb #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // roundel_aes_pkg::DIRECTION_*
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
  input  logic decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
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

  localparam int CHAIN_BITS =
      roundel_stream_pkg::chain_entry_bits(roundel_prim_pkg::index_bits(KeySlots));

  roundel_text_datapath #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts), .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .HasMask(1'b0),
    .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .slot_ready_o, .valid_i, .ready_o, .decrypt_i, .slot_i, .last_i, .bytes_i, .data_i, .user_i,
    .mask_i({128 * Lanes{1'b0}}),
    .chain_valid_i(1'b0),
    .chain_entry_i({CHAIN_BITS{1'b0}}),
    // verilator lint_off PINCONNECTEMPTY
    .chain_ready_o(),
    .chain_return_o(),
    // verilator lint_on PINCONNECTEMPTY
    .valid_o, .last_o, .bytes_o, .data_o, .user_o
  );

endmodule : roundel_ecb
