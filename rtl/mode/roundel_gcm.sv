// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM and GMAC (SP 800-38D) on N lanes: one word of up to N blocks per cycle. Packets follow
// each other without idle cycles, each with its own key slot, IV and direction.
//
// Words in. A word is accepted in a cycle with `valid_i` and `ready_o`; `ready_o` follows from
// registers. A packet is its AAD (`aad_i`), then its text, in words of 16 * N bytes with byte 0 in
// the top bits. The last word of the AAD and of the text may have fewer bytes (`bytes_i`). `last_i`
// ends the packet. A packet without bytes is one word with `bytes_i` zero. `slot_i`, `decrypt_i`
// and `start_i` stay for the whole packet. `start_i` is the pre-counter block J0: for an IV of 96
// bits the IV and the number 1. The slot has its bit in `slot_ready_o`.
//
// IVs. For an IV of another length GHASH computes J0. The blocks of the IV and the block of its
// length come between two packets, one per cycle with `iv_valid_i` and `ready_o`, while `iv_turn_i`
// is high. `iv_bytes_i` bytes of a block count; `iv_last_i` marks the last block. J0 is on `tag_o`
// in the cycle after `iv_hash_valid_o`.
//
// Words out. Text appears in order, without back-pressure, roundel_stream_pkg::mode_latency()
// cycles after its word was accepted; bytes after the end of the packet are zero. The tag appears
// with `tag_valid_o` for one cycle per packet, in order, some tens of cycles after the last word.
//
// Other modes. With HasOther a word with `other_i` belongs to another mode: its text is the result
// of the cipher for the blocks `start_i`, XOR `data_i`. `decrypt_i` is then the direction of the
// cipher. The packet has no tag and takes n cycles; `other_o` marks its text.
//
// Throughput. A packet of n words takes n + 1 cycles; the additional cycle carries E(J0) and the
// length block. Keys: see roundel_ghash_keys. Reset: asynchronous. `zeroise_i` drops all words and
// clears all keys and powers.
//
//   words --> [ counters, lengths ] --> [ lanes ] --> (+) --+--> text
//                      |                               ^    +--> [ roundel_ghash ] --> (+) --> tag
//                      +--> [ delay of equal length ] -+                        ^
//                                                       [ E(J0) of the packet ]-+
//
// Limits. AAD and text have less than 2^36 bytes each. While `valid_o` is low, `data_o` may hold
// text that a zeroise dropped. The user must not release decrypted text before the tag is compared.

`include "roundel_contract.svh"

module roundel_gcm #(
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
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
  parameter int GhashCuts = roundel_ghash_pkg::GHASH_BEST_CUTS,  // mask of GHASH_CUT_*
  parameter int UserBits = 1,  // user bits of a word
  parameter bit HasOther = 1'b0,  // words of other modes come too
  parameter bit HasChain = 1'b0,  // blocks of roundel_chain come too, see roundel_sideband_lanes
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // of the cipher; both for HasOther
  parameter bit BlockRam = 1'b1  // words beside the lanes in 1: block RAM; 0: distributed RAM
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
  input  logic other_i,  // the word belongs to another mode
  input  logic decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [128*(HasOther ? Lanes : 1)-1:0] start_i,  // with HasOther a block for each lane
  input  logic aad_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [UserBits-1:0] user_i,

  input  logic iv_turn_i,  // blocks of an IV may come
  input  logic iv_valid_i,
  input  logic iv_last_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_i,
  input  logic [4:0] iv_bytes_i,
  input  logic [127:0] iv_i,

  input  logic chain_valid_i,
  output logic chain_ready_o,
  input  logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] chain_entry_i,
  output logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return_o,

  output logic valid_o,
  output logic last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o,
  output logic other_o,

  output logic iv_hash_valid_o,  // J0 is next on tag_o
  output logic tag_valid_o,
  output logic [127:0] tag_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int COUNT_BITS = roundel_prim_pkg::index_bits(Lanes + 1);
  localparam int POWER_BITS = roundel_ghash_pkg::ghash_power_bits(Lanes, GhashCuts);
  localparam int POWERS = Lanes * roundel_ghash_pkg::ghash_distance(GhashCuts);
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, Direction,
          Rounds, Stages, ROUND_CUTS, KeySlots) + 2;

  localparam int LANES_LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);
  localparam int POWER_INTERVAL = roundel_ghash_pkg::gcm_power_interval(LANES_LATENCY);
  // A ring that turns refuses words while its blocks turn, which recovers delayed words as well.
  localparam bit NEEDS_BUBBLES = roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1;

  `include "roundel_gcm_types.svh"

  logic clear_q, wipe_q, busy_q, keys_clear, keys_wipe;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      wipe_q <= 1'b0;
      busy_q <= 1'b1;
    end else begin
      clear_q <= keys_clear;
      wipe_q <= keys_wipe;
      busy_q <= keys_clear || keys_wipe;
    end
  end

  logic request, request_taken;
  logic [SLOT_BITS-1:0] request_slot;
  logic lanes_key_valid, lanes_key_ready;
  logic single_valid, product_valid, delayed;
  logic [127:0] single, product;
  logic write;
  logic [POWER_BITS-1:0] write_index;
  logic [127:0] write_power;

  // ---- In front of the lanes, and the lanes -----------------------------------------------------
  localparam int BESIDE_BITS = 5 + SLOT_BITS + UserBits + BYTE_BITS + COUNT_BITS;  // of beside_t

  logic front_valid, lanes_ready, front_decrypt, lanes_decrypt, lanes_valid;
  logic [2:0] front_kind;
  beside_t front, sooner, early, beside;
  logic [128*Lanes-1:0] front_data, front_block, lanes_data;
  logic [128*Lanes-1:0] sooner_data, early_data, data;

  // `front_kind` is not read from the struct: Verilator 5.006 would report a combinational loop.
  assign front.kind = front_kind;
  assign front.encrypts = front_kind == KIND_TEXT && !front_decrypt;
  assign lanes_decrypt = HasOther && front_kind == KIND_OTHER && front_decrypt;

  roundel_gcm_front #(
    .Lanes(Lanes), .KeySlots(KeySlots), .UserBits(UserBits), .HasOther(HasOther)
  ) u_front (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_i(keys_clear || busy_q),
    .valid_i, .ready_o, .other_i, .decrypt_i, .slot_i, .start_i, .aad_i, .last_i, .bytes_i,
    .data_i, .user_i, .iv_turn_i, .iv_valid_i, .iv_last_i, .iv_slot_i, .iv_bytes_i, .iv_i,
    .request_i(request),
    .request_slot_i(request_slot),
    .request_taken_o(request_taken),
    .delayed_i(delayed && NEEDS_BUBBLES),
    .valid_o(front_valid),
    .ready_i(lanes_ready),
    .kind_o(front_kind),
    .decrypt_o(front_decrypt),
    .last_o(front.last),
    .slot_o(front.slot),
    .bytes_o(front.bytes),
    .count_o(front.count),
    .user_o(front.user),
    .data_o(front_data),
    .block_o(front_block)
  );

  roundel_sideband_lanes #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes),
    .Direction(Direction),
    .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .HasChain(HasChain), .Width(BESIDE_BITS + 128 * Lanes),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i,
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i, .key_i, .key_clear_i, .key_size_i,
    .valid_i(front_valid),
    .ready_o(lanes_ready),
    .decrypt_i(lanes_decrypt),
    .slot_i(front.slot),
    .data_i(front_block),
    .beside_i({front, front_data}),
    .chain_valid_i, .chain_ready_o, .chain_entry_i, .chain_return_o,
    .valid_o(lanes_valid),
    .data_o(lanes_data),
    .sooner_o({sooner, sooner_data}),
    .early_o({early, early_data}),
    .beside_o({beside, data})
  );

  logic unused_beside;
  assign unused_beside = ^{sooner, sooner_data, early, early_data, beside};

  // Decoded from the sideband, together with the results of the lanes.
  logic text_q;  // text
  logic other_q;  // of another mode
  logic word_q;  // a word for GHASH
  logic mask_q;  // E(J0), or the last block of an IV
  logic iv_q;  // a block of an IV
  logic hash_key_q;  // H
  logic [16*Lanes-1:0] keep;  // bytes of the word that count
  logic [16*Lanes-1:0] change;  // bytes that GHASH takes from the result

  roundel_byte_mask #(.Lanes(Lanes)) u_keep (
    .clk_i,
    .any_i(1'b1),
    .bytes_i(sooner.bytes),
    .mask_o(keep)
  );

  roundel_byte_mask #(.Lanes(Lanes)) u_change (
    .clk_i,
    .any_i(sooner.encrypts),
    .bytes_i(sooner.bytes),
    .mask_o(change)
  );

  always_ff @(posedge clk_i) begin
    text_q <= early.kind == KIND_TEXT || (HasOther && early.kind == KIND_OTHER);
    other_q <= HasOther && early.kind == KIND_OTHER;
    word_q <= early.kind != KIND_HASH_KEY && early.count != '0
        && !(HasOther && early.kind == KIND_OTHER);
    mask_q <= early.kind == KIND_FINISH || (early.kind == KIND_IV && early.last);
    iv_q <= early.kind == KIND_IV;
    hash_key_q <= early.kind == KIND_HASH_KEY;
  end

  // ---- Text out, and a word for GHASH -----------------------------------------------------------
  logic valid_q, last_q, out_other_q;
  logic [BYTE_BITS-1:0] bytes_q;
  logic [UserBits-1:0] user_q;
  logic [128*Lanes-1:0] data_q;
  logic hash_word_valid_q, hash_word_last_q;
  logic [COUNT_BITS-1:0] hash_word_count_q;
  logic [SLOT_BITS-1:0] hash_word_slot_q;
  logic [128*Lanes-1:0] hash_word_q;
  logic hash_key_valid_q;
  logic mask_valid_q;  // mask_block_q is the mask of a packet
  logic mask_iv_q;  // the hash is J0, which needs no mask
  logic [127:0] mask_block_q;  // E(J0), or H

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_q, hash_word_valid_q, mask_valid_q, hash_key_valid_q} <= '0;
    end else begin
      valid_q <= lanes_valid && text_q && !zeroise_i;
      hash_word_valid_q <= lanes_valid && word_q && !zeroise_i;
      mask_valid_q <= lanes_valid && mask_q && !zeroise_i;
      hash_key_valid_q <= lanes_valid && hash_key_q && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_q <= beside.last;
    out_other_q <= other_q;
    bytes_q <= beside.bytes;
    user_q <= beside.user;
    hash_word_last_q <= mask_q;
    hash_word_count_q <= beside.count;
    hash_word_slot_q <= beside.slot;
    mask_iv_q <= iv_q;
    mask_block_q <= lanes_data[128*Lanes-1-:128];
    for (int b = 0; b < 16 * Lanes; b++) begin
      hash_word_q[128*Lanes-1-8*b-:8] <=
          data[128*Lanes-1-8*b-:8] ^ (lanes_data[128*Lanes-1-8*b-:8] & {8{change[b]}});
      data_q[128*Lanes-1-8*b-:8] <=
          (data[128*Lanes-1-8*b-:8] ^ (lanes_data[128*Lanes-1-8*b-:8] & {8{keep[b]}}))
          & {8{text_q}};
    end
  end

  assign valid_o = valid_q;
  assign last_o = last_q;
  assign bytes_o = bytes_q;
  assign user_o = user_q;
  assign other_o = out_other_q;
  assign data_o = data_q;

  // ---- The hash, and the tag --------------------------------------------------------------------
  logic hash_valid;
  logic [127:0] hash;

  roundel_ghash #(.Lanes(Lanes), .KeySlots(KeySlots), .Cuts(GhashCuts)) u_ghash (
    .clk_i,
    .clear_i(clear_q),
    .wipe_i(wipe_q),
    .valid_i(hash_word_valid_q),
    .last_i(hash_word_last_q),
    .count_i(hash_word_count_q),
    .slot_i(hash_word_slot_q),
    .data_i(hash_word_q),
    .valid_o(hash_valid),
    .hash_o(hash),
    .single_valid_i(single_valid),
    .single_slot_i(request_slot),
    .single_i(single),
    .delayed_o(delayed),
    .single_valid_o(product_valid),
    .single_o(product),
    .write_i(write),
    .write_slot_i(request_slot),
    .write_index_i(write_index),
    .write_power_i(write_power)
  );

  roundel_ghash_keys #(
    .KeySlots(KeySlots),
    .Powers(POWERS),
    .PowerBits(POWER_BITS),
    .LoadCycles(LOAD_CYCLES),
    .PowerInterval(POWER_INTERVAL)
  ) u_keys (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_clear_i,
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o),
    .slot_o(request_slot),
    .request_o(request),
    .taken_i(request_taken),
    .hash_valid_i(hash_key_valid_q),
    .hash_i(mask_block_q),
    .single_valid_o(single_valid),
    .single_o(single),
    .product_valid_i(product_valid),
    .product_i(product),
    .write_o(write),
    .write_index_o(write_index),
    .write_power_o(write_power),
    .clear_o(keys_clear),
    .wipe_o(keys_wipe)
  );

  roundel_gcm_tag u_tag (
    .clk_i, .rst_ni,
    .drop_i(zeroise_i || keys_clear || clear_q),
    .zeroise_i,
    .clear_i(clear_q),
    .wipe_i(wipe_q),
    .mask_valid_i(mask_valid_q),
    .mask_iv_i(mask_iv_q),
    .mask_i(mask_block_q),
    .hash_valid_i(hash_valid),
    .hash_i(hash),
    .iv_hash_valid_o, .tag_valid_o, .tag_o
  );

  // A word belongs to a slot with a usable key, and a block of an IV too.
  `ROUNDEL_CONTRACT(slot_has_key, clk_i, rst_ni,
                    roundel_engine_pkg::has_key_block_ram(KeySlots) != 0
                    || ((!valid_i || 1'(slot_ready_o >> slot_i))
                        && (!iv_valid_i || 1'(slot_ready_o >> iv_slot_i))))

endmodule : roundel_gcm
