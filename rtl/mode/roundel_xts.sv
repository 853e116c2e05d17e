// SPDX-License-Identifier: Apache-2.0
//
// AES-XTS (SP 800-38E, IEEE 1619-2018) around lanes of AES: a word of N blocks a cycle, packets
// behind each other, each a data unit of 16 bytes or more with its own key slot, tweak value and
// direction.
//
// Words. A packet is words of 16 * N bytes, byte 0 in the top bits; the last one may have fewer,
// `bytes_i`. `slot_i` and `decrypt_i` hold for the whole packet. A word is taken in a cycle with
// `valid_i` and `ready_o`. Its tweak value is asked for before the packet, with `tweak_valid_i`
// and `tweak_ready_o`, in the order of the packets; slots have their bit in `slot_ready_o` then.
//
// Text out, without back-pressure and in order; bytes behind the packet's end are zero. A packet
// of fewer than 16 bytes, for which the mode is not defined, is one word with `drop_o`.
//
// Keys: see roundel_xts_keys; `key_i` is Key1 and Key2. `zeroise_i`: what is under way is dropped,
// all keys and tweaks are cleared.
//
//   tweak values -> [ roundel_xts_tweak ] <---------------- tweaks -----+
//                        | masks                                    |
//   words -> [ join ] -> [ front ] -> [ lanes ] -> (+) -+- words -> [ order ] -> text
//                             ^                         |              |
//                             +---- [ roundel_xts_steal ] <-+-- blocks ----+
//
// Cycles. A packet takes one for its tweak and one for each of its blocks, N at a time. The block
// that is stolen from passes the lanes twice, but the part behind it does not if it is alone in its
// word: n words are n + 1 cycles. With N of 2 or more, stealing inside a word takes one more.
//
// Decryption needs the cipher as well, for its tweaks: lanes that only decipher cannot do it.

module roundel_xts #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // of each of the two keys: 128, 192 or 256
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // or DIRECTION_ENCRYPT
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
  parameter int KeySlots = 4,  // pairs of keys held at once, a power of two up to 128
  parameter int UserBits = 1,  // that go beside a word
  parameter int BlockRam = 1  // 1: what waits does so in block RAM; 0: in distributed RAM
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       zeroise_i,

  input  logic                                       key_valid_i,
  output logic                                       key_ready_o,
  input  logic [  roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                      2*KeyBits-1:0] key_i,
  input  logic                                       key_clear_i,
  output logic [                       KeySlots-1:0] slot_ready_o,

  input  logic                                       tweak_valid_i,
  output logic                                       tweak_ready_o,
  input  logic [  roundel_prim_pkg::index_bits(KeySlots)-1:0] tweak_slot_i,
  input  logic [                              127:0] tweak_i,

  input  logic                                       valid_i,
  output logic                                       ready_o,
  input  logic                                       decrypt_i,
  input  logic [  roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic                                       last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                      128*Lanes-1:0] data_i,
  input  logic [                       UserBits-1:0] user_i,

  output logic                                       valid_o,
  output logic                                       last_o,
  output logic                                       drop_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                      128*Lanes-1:0] data_o,
  output logic [                       UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LANES_SLOT_BITS = roundel_prim_pkg::index_bits(2 * KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::key_load_cycles(KeyBits, Rounds, Stages, ROUND_CUTS, 2 * KeySlots) + 2;
  localparam int AGAIN_DEPTH =
      roundel_stream_pkg::xts_second_pass_depth(roundel_engine_pkg::num_turns(KeyBits, Rounds),
          roundel_engine_pkg::ring_length(Rounds, Stages), Lanes);

  if (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) begin : gen_bad_direction
    roundel_error_mode_xts_needs_direction_encrypt_or_both u_error ();
  end

  logic lanes_key_valid, lanes_key_ready;
  logic [LANES_SLOT_BITS-1:0] lanes_key_slot;
  logic [KeyBits-1:0] lanes_key;

  roundel_xts_keys #(
    .KeyBits(KeyBits),
    .KeySlots(KeySlots),
    .LoadCycles(LOAD_CYCLES)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .lanes_slot_o(lanes_key_slot),
    .lanes_key_o(lanes_key),
    .ready_o(slot_ready_o)
  );

  // ---- In front of the lanes --------------------------------------------------------------------
  localparam int BESIDE = 5 + SLOT_BITS + BYTE_BITS + 120 + 2 * UserBits;

  logic join_valid, join_ready, join_decrypt, join_last, join_drop, join_steal, join_joined;
  logic [SLOT_BITS-1:0] join_slot;
  logic [Lanes-1:0] join_swap;
  logic [BYTE_BITS-1:0] join_bytes;
  logic [119:0] join_part;
  logic [128*Lanes-1:0] join_data;
  logic [UserBits-1:0] join_user, join_part_user;
  logic tweak_want, tweak_take, mask_valid, order_busy, steal_busy, unused_tweak_busy;
  logic [SLOT_BITS-1:0] tweak_slot;
  logic [127:0] tweak;
  logic [128*(Lanes+1)-1:0] mask;
  logic go, again_next, again_take, again_decrypt;
  logic [SLOT_BITS-1:0] again_slot;
  logic [127:0] again_block, again_mask;
  logic front_valid, front_again, front_tweak, front_decrypt, lanes_ready;
  logic [SLOT_BITS:0] front_slot;
  logic [128*Lanes-1:0] front_block, front_mask;
  logic [BESIDE-1:0] front_beside;
  logic tweak_valid;
  logic [127:0] result_block;

  roundel_xts_join #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .UserBits(UserBits)
  ) u_join (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .decrypt_i(decrypt_i),
    .slot_i(slot_i),
    .last_i(last_i),
    .bytes_i(bytes_i),
    .data_i(data_i),
    .user_i(user_i),
    .valid_o(join_valid),
    .ready_i(join_ready),
    .decrypt_o(join_decrypt),
    .slot_o(join_slot),
    .last_o(join_last),
    .drop_o(join_drop),
    .steal_o(join_steal),
    .joined_o(join_joined),
    .swap_o(join_swap),
    .bytes_o(join_bytes),
    .part_o(join_part),
    .data_o(join_data),
    .user_o(join_user),
    .part_user_o(join_part_user)
  );

  roundel_xts_tweak #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .Depth(roundel_stream_pkg::xts_tweak_depth(roundel_engine_pkg::ring_length(Rounds, Stages),
        Lanes)),
    .BlockRam(BlockRam)
  ) u_tweak (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_i(order_busy || steal_busy),
    .busy_o(unused_tweak_busy),
    .valid_i(tweak_valid_i),
    .ready_o(tweak_ready_o),
    .slot_i(tweak_slot_i),
    .tweak_i(tweak_i),
    .want_o(tweak_want),
    .take_i(tweak_take),
    .want_slot_o(tweak_slot),
    .want_tweak_o(tweak),
    .result_valid_i(tweak_valid),
    .result_i(result_block),
    .mask_valid_o(mask_valid),
    .mask_o(mask),
    .step_i(join_valid && join_ready),
    .last_i(join_last)
  );

  roundel_xts_front #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .Width(BESIDE)
  ) u_front (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .again_next_i(again_next),
    .again_take_o(again_take),
    .again_decrypt_i(again_decrypt),
    .again_slot_i(again_slot),
    .again_block_i(again_block),
    .again_mask_i(again_mask),
    .tweak_want_i(tweak_want),
    .tweak_take_o(tweak_take),
    .tweak_slot_i(tweak_slot),
    .tweak_i(tweak),
    .valid_i(join_valid),
    .ready_o(join_ready),
    .decrypt_i(join_decrypt),
    .slot_i(join_slot),
    .swap_i(join_swap),
    .data_i(join_data),
    .beside_i({join_last, join_drop, join_steal, join_joined, join_decrypt, join_slot, join_bytes,
               join_part, join_user, join_part_user}),
    .mask_valid_i(mask_valid),
    .mask_i(mask),
    .valid_o(front_valid),
    .ready_i(lanes_ready),
    .go_o(go),
    .again_o(front_again),
    .tweak_o(front_tweak),
    .decrypt_o(front_decrypt),
    .slot_o(front_slot),
    .block_o(front_block),
    .mask_o(front_mask),
    .beside_o(front_beside)
  );

  // ---- The lanes --------------------------------------------------------------------------------
  logic valid_4, again_4, tweak_4, last_4, drop_4, steal_4, joined_4, decrypt_4;
  logic [SLOT_BITS-1:0] slot_4;
  logic [BYTE_BITS-1:0] bytes_4;
  logic [119:0] part_4;
  logic [UserBits-1:0] user_4, part_user_4;
  logic [128*Lanes-1:0] data_4, mask_4;
  logic [BESIDE+128*Lanes+1:0] unused_sooner, unused_early;

  roundel_sideband_lanes #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule),
    .KeySlots(2 * KeySlots),
    .Width(2 + BESIDE + 128 * Lanes),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i(lanes_key_slot),
    .key_i(lanes_key),
    .key_clear_i(key_clear_i),
    .valid_i(front_valid),
    .ready_o(lanes_ready),
    .decrypt_i(front_decrypt),
    .slot_i(front_slot[LANES_SLOT_BITS-1:0]),
    .data_i(front_block),
    .beside_i({front_again, front_tweak, front_beside, front_mask}),
    .valid_o(valid_4),
    .data_o(data_4),
    .sooner_o(unused_sooner),
    .early_o(unused_early),
    .beside_o({again_4, tweak_4, last_4, drop_4, steal_4, joined_4, decrypt_4, slot_4, bytes_4,
               part_4, user_4, part_user_4, mask_4})
  );

  // ---- Behind the lanes -------------------------------------------------------------------------
  logic word_valid, word_last, word_drop, word_steal, word_joined;
  logic [BYTE_BITS-1:0] word_bytes;
  logic [128*Lanes-1:0] word_data;
  logic [UserBits-1:0] word_user, word_part_user;
  logic again_valid, stolen_valid, stolen_decrypt;
  logic [SLOT_BITS-1:0] stolen_slot;
  logic [3:0] stolen_bytes;
  logic [119:0] stolen_part;
  logic [127:0] stolen_block, stolen_mask;

  roundel_xts_back #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .UserBits(UserBits)
  ) u_back (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .valid_i(valid_4),
    .again_i(again_4),
    .tweak_i(tweak_4),
    .last_i(last_4),
    .drop_i(drop_4),
    .steal_i(steal_4),
    .joined_i(joined_4),
    .decrypt_i(decrypt_4),
    .slot_i(slot_4),
    .bytes_i(bytes_4),
    .part_i(part_4),
    .user_i(user_4),
    .part_user_i(part_user_4),
    .data_i(data_4),
    .mask_i(mask_4),
    .tweak_valid_o(tweak_valid),
    .again_valid_o(again_valid),
    .block_o(result_block),
    .stolen_valid_o(stolen_valid),
    .stolen_decrypt_o(stolen_decrypt),
    .stolen_slot_o(stolen_slot),
    .stolen_bytes_o(stolen_bytes),
    .stolen_part_o(stolen_part),
    .stolen_block_o(stolen_block),
    .stolen_mask_o(stolen_mask),
    .word_valid_o(word_valid),
    .last_o(word_last),
    .drop_o(word_drop),
    .steal_o(word_steal),
    .joined_o(word_joined),
    .bytes_o(word_bytes),
    .data_o(word_data),
    .user_o(word_user),
    .part_user_o(word_part_user)
  );

  roundel_xts_steal #(
    .Turns(roundel_engine_pkg::num_turns(KeyBits, Rounds)),
    .SlotBits(SLOT_BITS),
    .Depth(AGAIN_DEPTH),
    .BlockRam(BlockRam)
  ) u_steal (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(steal_busy),
    .valid_i(stolen_valid),
    .decrypt_i(stolen_decrypt),
    .slot_i(stolen_slot),
    .bytes_i(stolen_bytes),
    .part_i(stolen_part),
    .block_i(stolen_block),
    .mask_i(stolen_mask),
    .go_i(go),
    .next_o(again_next),
    .take_i(again_take),
    .decrypt_o(again_decrypt),
    .slot_o(again_slot),
    .block_o(again_block),
    .mask_o(again_mask)
  );

  roundel_xts_order #(
    .Lanes(Lanes),
    .Depth(roundel_stream_pkg::xts_text_depth(roundel_engine_pkg::ring_length(Rounds, Stages),
        Lanes)),
    .SecondPassDepth(AGAIN_DEPTH),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_order (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(order_busy),
    .word_valid_i(word_valid),
    .last_i(word_last),
    .drop_i(word_drop),
    .steal_i(word_steal),
    .joined_i(word_joined),
    .bytes_i(word_bytes),
    .data_i(word_data),
    .user_i(word_user),
    .part_user_i(word_part_user),
    .again_valid_i(again_valid),
    .again_i(result_block),
    .valid_o(valid_o),
    .last_o(last_o),
    .drop_o(drop_o),
    .bytes_o(bytes_o),
    .data_o(data_o),
    .user_o(user_o)
  );

  logic unused_slot;  // with one slot its bit
  assign unused_slot = ^front_slot;

endmodule : roundel_xts
