// SPDX-License-Identifier: Apache-2.0
//
// Keys, lanes and a mask: the common data path of ECB, CTR and decryption of CBC.
//
// Interface. A word is accepted in a cycle with `valid_i` and `ready_o`. The lanes process its
// blocks `data_i`; the result is XORed with `mask_i` if `HasMask` is set, and bytes after `bytes_i`
// are set to zero. Text appears in order, without back-pressure, lanes_latency() + 1 cycles later;
// a word without bytes appears too. The slot of a word has its bit in `slot_ready_o`. Key port: see
// roundel_mode_keys. Reset: asynchronous. `zeroise_i` drops all words and clears all keys.
//
// Limits. While `valid_o` is low, `data_o` may hold text that a zeroise dropped. The user must not
// connect `data_o` to a pin without a gate.

`include "roundel_contract.svh"

module roundel_text_datapath #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,  // KEY_SCHEDULE_*
  parameter int KeySlots = 4,  // keys stored at the same time, a power of two
  parameter bit HasMask = 1'b1,  // 0: mask_i is ignored
  parameter bit HasChain = 1'b0,  // blocks of roundel_chain come too, see roundel_sideband_lanes
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
  input  logic [128*Lanes-1:0] mask_i,

  input  logic chain_valid_i,
  output logic chain_ready_o,
  input  logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] chain_entry_i,
  output logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return_o,

  output logic valid_o,
  output logic last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int MASK_BITS = HasMask ? 128 * Lanes : 1;
  localparam int BESIDE = 1 + UserBits + BYTE_BITS + MASK_BITS;
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, Direction,
          Rounds, Stages, ROUND_CUTS, KeySlots) + 2;

  logic lanes_key_valid, lanes_key_ready, valid;
  logic [128*Lanes-1:0] result, mask;
  logic [MASK_BITS-1:0] mask_in, mask_out;
  logic [BESIDE-1:0] sooner, beside;
  logic last;
  logic [UserBits-1:0] user;
  logic [BYTE_BITS-1:0] bytes;
  logic [16*Lanes-1:0] keep;  // bytes of the word that are text
  logic valid_q, last_q;
  logic [UserBits-1:0] user_q;
  logic [BYTE_BITS-1:0] bytes_q;
  logic [128*Lanes-1:0] data_q;

  roundel_mode_keys #(.KeySlots(KeySlots), .LoadCycles(LOAD_CYCLES)) u_keys (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_clear_i,
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o)
  );

  // Without a mask, the sideband has a zero bit.
  assign mask_in = MASK_BITS'(HasMask ? mask_i : '0);
  assign mask = HasMask ? (128 * Lanes)'(mask_out) : '0;

  roundel_sideband_lanes #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts), .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .HasChain(HasChain), .Width(BESIDE),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i,
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i, .key_i, .key_clear_i, .key_size_i, .valid_i, .ready_o, .decrypt_i, .slot_i,
    .data_i,
    .beside_i({last_i, user_i, bytes_i, mask_in}),
    .chain_valid_i, .chain_ready_o, .chain_entry_i, .chain_return_o,
    .valid_o(valid),
    .data_o(result),
    .sooner_o(sooner),
    .beside_o(beside),
    // verilator lint_off PINCONNECTEMPTY
    .early_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  roundel_byte_mask #(.Lanes(Lanes)) u_mask (
    .clk_i,
    .any_i(1'b1),
    .bytes_i(BYTE_BITS'(sooner >> MASK_BITS)),
    .mask_o(keep)
  );

  assign {last, user, bytes, mask_out} = beside;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_q <= last;
    user_q <= user;
    bytes_q <= bytes;
    for (int b = 0; b < 16 * Lanes; b++) begin
      data_q[128*Lanes-1-8*b-:8] <=
          (result[128*Lanes-1-8*b-:8] ^ mask[128*Lanes-1-8*b-:8]) & {8{keep[b]}};
    end
  end

  assign valid_o = valid_q;
  assign last_o = last_q;
  assign user_o = user_q;
  assign bytes_o = bytes_q;
  assign data_o = data_q;

  // The slot of a word has a usable key.
  `ROUNDEL_CONTRACT(slot_has_key, clk_i, rst_ni, !valid_i
                    || roundel_engine_pkg::has_key_block_ram(KeySlots) != 0
                    || 1'(slot_ready_o >> slot_i))

  // A word has at most 16 * Lanes bytes.
  `ROUNDEL_CONTRACT(bytes_fit, clk_i, rst_ni, !valid_i || int'(bytes_i) <= 16 * Lanes)

endmodule : roundel_text_datapath
