// SPDX-License-Identifier: Apache-2.0
//
// AES-XTS (SP 800-38E, IEEE 1619-2018) on N lanes: one word of up to N blocks per cycle, for
// packets that follow each other without idle cycles. Each packet is a data unit with its own key
// slot, tweak value and direction.
//
// Words in. A word is accepted in a cycle with `valid_i` and `ready_o`. A packet is words of 16 * N
// bytes with byte 0 in the top bits; the last word (`last_i`) may have fewer bytes (`bytes_i`).
// `slot_i` and `decrypt_i` stay for the whole packet. The tweak value of a packet is accepted
// earlier, with `tweak_valid_i` and `tweak_ready_o`, in the order of the packets; the slot then has
// a bit in `slot_ready_o`.
//
// Words out. Text appears in order, without back-pressure; bytes after the end of the packet are
// zero. XTS is not defined for a packet of fewer than 16 bytes: the packet is one word with
// `drop_o`. Keys: see roundel_xts_keys; `key_i` is Key1 and Key2. Reset: asynchronous. `zeroise_i`
// drops all words and clears all keys and tweaks.
//
// Throughput. A packet takes one cycle for its tweak value and one for each word. A packet that
// ends in a partial block takes one more, for the second pass of the last whole block. A
// packet of n words whose last word is only a partial block takes n + 1 cycles in total.
//
//   tweak values -> [ roundel_xts_tweak ] <------ encrypted tweak values ----+
//                        | masks                                             |
//   words -> [ join ] -> [ front ] -> [ lanes ] -> [ back: (+) ] -+- words --+-> [ order ] -> text
//                             ^                                   |                  ^
//                             +------ [ steal ] <-- stolen blocks +- second pass ----+
//
// Limits. Decryption encrypts tweak values, and lanes with decryption alone cannot be used. The
// length of a data unit is not checked (IEEE 1619-2018 section 5.1: at most 2^20 blocks).

`include "roundel_refuse.svh"

module roundel_xts #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // of each of the two keys: 128, 192 or 256; the largest of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // or DIRECTION_ENCRYPT
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,  // KEY_SCHEDULE_*
  parameter int KeySlots = 4,  // stored pairs of keys, a power of two up to 128
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // FIFOs and sideband in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [2*KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [KeySlots-1:0] slot_ready_o,

  input  logic tweak_valid_i,
  output logic tweak_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] tweak_slot_i,
  input  logic [127:0] tweak_i,

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
  output logic drop_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LANES_SLOT_BITS = roundel_prim_pkg::index_bits(2 * KeySlots);
  localparam int CHAIN_BITS = roundel_stream_pkg::chain_entry_bits(LANES_SLOT_BITS);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, Direction,
          Rounds, Stages, ROUND_CUTS, 2 * KeySlots) + 2;
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int RING_LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int SECOND_DEPTH =
      roundel_stream_pkg::xts_second_pass_depth(TURNS, RING_LENGTH, Lanes);

  `ROUNDEL_REFUSE(roundel_error_mode_xts_needs_direction_encrypt_or_both,
      Direction == roundel_aes_pkg::DIRECTION_DECRYPT)

  // Each slot has two slots of the lanes.
  `ROUNDEL_REFUSE(roundel_error_mode_xts_needs_key_slots_128_or_less, KeySlots > 128)

  // Bits of the types in rtl/include/roundel_xts_*types.svh.
  localparam int WORD_BITS = 125 + SLOT_BITS + BYTE_BITS + 2 * UserBits;  // word_t
  localparam int RESULT_BITS = 4 + BYTE_BITS + 2 * UserBits;  // result_t
  localparam int STOLEN_BITS = 381 + SLOT_BITS;  // stolen_t
  localparam int SECOND_BITS = 257 + SLOT_BITS;  // second_t

  logic lanes_key_valid, lanes_key_ready;
  logic [LANES_SLOT_BITS-1:0] lanes_key_slot;
  logic [KeyBits-1:0] lanes_key;

  roundel_xts_keys #(.KeyBits(KeyBits), .KeySlots(KeySlots), .LoadCycles(LOAD_CYCLES)) u_keys (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .lanes_slot_o(lanes_key_slot),
    .lanes_key_o(lanes_key),
    .ready_o(slot_ready_o)
  );

  // ---- In front of the lanes --------------------------------------------------------------------
  logic join_valid, join_ready;
  logic [WORD_BITS-1:0] join_word;
  logic [Lanes-1:0] join_swap;
  logic [128*Lanes-1:0] join_data;
  logic tweak_want, tweak_take, mask_valid, order_busy, steal_busy;
  logic [SLOT_BITS-1:0] tweak_slot;
  logic [127:0] tweak;
  logic [128*(Lanes+1)-1:0] mask;
  logic go, second_next, second_take;
  logic [SECOND_BITS-1:0] second;
  logic front_valid, front_decrypt, lanes_ready;
  logic [1:0] front_kind;
  logic [SLOT_BITS:0] front_slot;
  logic [128*Lanes-1:0] front_block, front_mask;
  logic [WORD_BITS-1:0] front_word;
  logic tweak_valid;
  logic [127:0] result_block;

  roundel_xts_join #(.Lanes(Lanes), .SlotBits(SLOT_BITS), .UserBits(UserBits)) u_join (
    .clk_i, .rst_ni, .zeroise_i, .valid_i, .ready_o, .decrypt_i, .slot_i, .last_i, .bytes_i,
    .data_i, .user_i,
    .valid_o(join_valid),
    .ready_i(join_ready),
    .word_o(join_word),
    .swap_o(join_swap),
    .data_o(join_data)
  );

  // The FIFO of roundel_xts_tweak is cleared before the FIFO of roundel_xts_order.
  // verilator lint_off PINCONNECTEMPTY
  roundel_xts_tweak #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .Depth(roundel_stream_pkg::xts_tweak_depth(RING_LENGTH, Lanes)),
    .BlockRam(BlockRam)
  ) u_tweak (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_i(order_busy || steal_busy),
    .busy_o(),
    .valid_i(tweak_valid_i),
    .ready_o(tweak_ready_o),
    .slot_i(tweak_slot_i),
    .tweak_i,
    .want_o(tweak_want),
    .take_i(tweak_take),
    .want_slot_o(tweak_slot),
    .want_tweak_o(tweak),
    .result_valid_i(tweak_valid),
    .result_i(result_block),
    .mask_valid_o(mask_valid),
    .mask_o(mask),
    .step_i(join_valid && join_ready),
    .last_i(join_word[WORD_BITS-1])
  );
  // verilator lint_on PINCONNECTEMPTY

  roundel_xts_front #(.Lanes(Lanes), .SlotBits(SLOT_BITS), .UserBits(UserBits)) u_front (
    .clk_i, .rst_ni, .zeroise_i,
    .second_next_i(second_next),
    .second_take_o(second_take),
    .second_i(second),
    .tweak_want_i(tweak_want),
    .tweak_take_o(tweak_take),
    .tweak_slot_i(tweak_slot),
    .tweak_i(tweak),
    .valid_i(join_valid),
    .ready_o(join_ready),
    .word_i(join_word),
    .swap_i(join_swap),
    .data_i(join_data),
    .mask_valid_i(mask_valid),
    .mask_i(mask),
    .valid_o(front_valid),
    .ready_i(lanes_ready),
    .go_o(go),
    .kind_o(front_kind),
    .decrypt_o(front_decrypt),
    .slot_o(front_slot),
    .block_o(front_block),
    .mask_o(front_mask),
    .word_o(front_word)
  );

  // ---- The lanes --------------------------------------------------------------------------------
  logic lanes_valid;
  logic [1:0] lanes_kind;
  logic [WORD_BITS-1:0] lanes_word;
  logic [128*Lanes-1:0] lanes_data, lanes_mask;

  // verilator lint_off PINCONNECTEMPTY
  roundel_sideband_lanes #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts), .KeySchedule(KeySchedule),
    .KeySlots(2 * KeySlots),
    .Width(2 + WORD_BITS + 128 * Lanes),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i,
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i(lanes_key_slot),
    .key_i(lanes_key),
    .key_clear_i, .key_size_i,
    .valid_i(front_valid),
    .ready_o(lanes_ready),
    .decrypt_i(front_decrypt),
    .slot_i(front_slot[LANES_SLOT_BITS-1:0]),
    .data_i(front_block),
    .chain_valid_i(1'b0),
    .chain_entry_i({CHAIN_BITS{1'b0}}),
    .chain_ready_o(),
    .chain_return_o(),
    .beside_i({front_kind, front_word, front_mask}),
    .valid_o(lanes_valid),
    .data_o(lanes_data),
    .sooner_o(),
    .early_o(),
    .beside_o({lanes_kind, lanes_word, lanes_mask})
  );
  // verilator lint_on PINCONNECTEMPTY

  // ---- Behind the lanes -------------------------------------------------------------------------
  logic second_valid, stolen_valid, word_valid;
  logic [STOLEN_BITS-1:0] stolen;
  logic [RESULT_BITS-1:0] word;
  logic [128*Lanes-1:0] word_data;

  roundel_xts_back #(.Lanes(Lanes), .SlotBits(SLOT_BITS), .UserBits(UserBits)) u_back (
    .clk_i, .rst_ni, .zeroise_i,
    .valid_i(lanes_valid),
    .kind_i(lanes_kind),
    .word_i(lanes_word),
    .data_i(lanes_data),
    .mask_i(lanes_mask),
    .tweak_valid_o(tweak_valid),
    .second_valid_o(second_valid),
    .block_o(result_block),
    .stolen_valid_o(stolen_valid),
    .stolen_o(stolen),
    .word_valid_o(word_valid),
    .result_o(word),
    .data_o(word_data)
  );

  roundel_xts_steal #(
    .Turns(TURNS),
    .SlotBits(SLOT_BITS),
    .Depth(SECOND_DEPTH),
    .BlockRam(BlockRam)
  ) u_steal (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_o(steal_busy),
    .valid_i(stolen_valid),
    .stolen_i(stolen),
    .go_i(go),
    .second_next_o(second_next),
    .take_i(second_take),
    .second_o(second)
  );

  roundel_xts_order #(
    .Lanes(Lanes),
    .Depth(roundel_stream_pkg::xts_text_depth(RING_LENGTH, Lanes)),
    .SecondPassDepth(SECOND_DEPTH),
    .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_order (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_o(order_busy),
    .word_valid_i(word_valid),
    .word_i(word),
    .data_i(word_data),
    .second_valid_i(second_valid),
    .second_i(result_block),
    .valid_o, .last_o, .drop_o, .bytes_o, .data_o, .user_o
  );

  logic unused_slot;  // with KeySlots = 1 the lanes read one bit
  assign unused_slot = ^front_slot;

endmodule : roundel_xts
