// SPDX-License-Identifier: Apache-2.0
//
// AES-GCM (SP 800-38D) around lanes of AES: a word of up to N blocks a cycle, packets behind each
// other in any cycle, each with its own key slot, IV and direction. GMAC is a packet without text.
//
// Words. A packet is its additional authenticated data (`aad_i`), then its text, in words of 16 * N
// bytes, byte 0 in the top bits; the last word of each of the two may have fewer: `bytes_i`. The
// last of all has `last_i`; a packet without any byte is one word with `bytes_i` 0. `slot_i`,
// `decrypt_i` and `start_i` hold for the whole packet; `start_i` is the pre-counter block J0, for
// an IV of 96 bits the IV and the number 1. A word is taken in a cycle with `valid_i` and
// `ready_o`, which depends on registers alone; a packet costs one cycle more, for E(J0) and the
// length block at once. Slots of packets have their bit in `slot_ready_o`.
//
// IVs. Of an IV of another length GHASH makes J0: its blocks and that of its length are given
// between two packets, one a cycle with `iv_valid_i` and `ready_o`, of which `iv_bytes_i` bytes
// count, and `iv_last_i` with the last one. J0 stands on `tag_o` in the cycle after
// `iv_hash_valid_o`, as late as a tag.
//
// Text out, without back-pressure: words of text in order, `valid_o` for one cycle each and
// TEXT_LATENCY cycles after they were taken; bytes behind the packet's end are zero. Without
// `valid_o`, `data_o` may be what was given and dropped by a zeroise. Tag out:
// `tag_valid_o` for one cycle a packet, in order, some tens of cycles after its last word.
// Whoever reads them takes no decrypted text for good before its tag is compared.
//
// Keys: see roundel_ghash_keys. `zeroise_i`: what is under way is dropped, all keys and powers are
// cleared.
//
//   words --> [ counters, lengths ] --> [ lanes ] --> (+) --+--> text
//                      |                               ^    +--> [ roundel_ghash ] --> (+) --> tag
//                      +--> [ delay of equal length ] -+                        ^
//                                                           [ E(J0) waits ] ----+
//
// Lengths are counted in 36 bits of bytes: 64 GiB of either, the standard's limit for the text.

module roundel_gcm #(
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
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
  // a mask of roundel_ghash_pkg::GHASH_CUT_*
  parameter int GhashCuts = roundel_ghash_pkg::GHASH_BEST_CUTS,
  parameter int UserBits = 1,  // that go beside a word of text
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
  input  logic                                      decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                             127:0] start_i,
  input  logic                                      aad_i,
  input  logic                                      last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                      UserBits-1:0] user_i,

  input  logic                                      iv_turn_i,  // see roundel_gcm_front
  input  logic                                      iv_valid_i,
  input  logic                                      iv_last_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_i,
  input  logic [                               4:0] iv_bytes_i,
  input  logic [                             127:0] iv_i,

  output logic                                      valid_o,
  output logic                                      last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                      UserBits-1:0] user_o,

  output logic                                      iv_hash_valid_o,  // J0 is next on tag_o
  output logic                                      tag_valid_o,
  output logic [                             127:0] tag_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int COUNT_BITS = roundel_prim_pkg::index_bits(Lanes + 1);
  localparam int LANES_LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes);
  localparam int TEXT_LATENCY = LANES_LATENCY + 5;
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::key_load_cycles(KeyBits, Rounds, Stages, ROUND_CUTS, KeySlots) + 2;
  // Between two products of a key: in so many cycles the front has given a cycle for a word that
  // the first held back, for which it needs three that go on. So it owes one at most.
  localparam int GAP = LANES_LATENCY + 13 + 3 * roundel_engine_pkg::cycles_per_block(KeyBits,
      Rounds);
  localparam int POWER_BITS = roundel_ghash_pkg::ghash_power_bits(Lanes, GhashCuts);
  localparam int POWERS = Lanes * roundel_ghash_pkg::ghash_distance(GhashCuts);

  logic clear, wipe, busy, keys_clear, keys_wipe;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear <= 1'b1;
      wipe <= 1'b0;
      busy <= 1'b1;
    end else begin
      clear <= keys_clear;
      wipe <= keys_wipe;
      busy <= keys_clear || keys_wipe;
    end
  end

  logic request, request_taken, hash_key_valid;
  logic [SLOT_BITS-1:0] request_slot;
  logic lanes_key_valid, lanes_key_ready;
  logic single_valid, product_valid, delayed;
  logic [127:0] single, product;
  logic write;
  logic [POWER_BITS-1:0] write_index;
  logic [127:0] write_power;

  // ---- In front of the lanes, and the lanes -----------------------------------------------------
  localparam int BESIDE = 5 + SLOT_BITS + UserBits + BYTE_BITS + COUNT_BITS + 128 * Lanes;

  logic valid_3, lanes_ready, decrypt_3, last_3, valid_4;
  logic [2:0] kind_3;
  logic [SLOT_BITS-1:0] slot_3;
  logic [BYTE_BITS-1:0] bytes_3;
  logic [COUNT_BITS-1:0] count_3;
  logic [UserBits-1:0] user_3;
  logic [128*Lanes-1:0] data_3, block_3, stream_4;
  logic [BESIDE-1:0] sooner, early, unused_beside;

  roundel_gcm_front #(
    .Lanes(Lanes),
    .KeySlots(KeySlots),
    .UserBits(UserBits)
  ) u_front (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_i(keys_clear || busy),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .decrypt_i(decrypt_i),
    .slot_i(slot_i),
    .start_i(start_i),
    .aad_i(aad_i),
    .last_i(last_i),
    .bytes_i(bytes_i),
    .data_i(data_i),
    .user_i(user_i),
    .iv_turn_i(iv_turn_i),
    .iv_valid_i(iv_valid_i),
    .iv_last_i(iv_last_i),
    .iv_slot_i(iv_slot_i),
    .iv_bytes_i(iv_bytes_i),
    .iv_i(iv_i),
    .request_i(request),
    .request_slot_i(request_slot),
    .request_taken_o(request_taken),
    .delayed_i(delayed),
    .valid_o(valid_3),
    .ready_i(lanes_ready),
    .kind_o(kind_3),
    .decrypt_o(decrypt_3),
    .last_o(last_3),
    .slot_o(slot_3),
    .bytes_o(bytes_3),
    .count_o(count_3),
    .user_o(user_3),
    .data_o(data_3),
    .block_o(block_3)
  );

  roundel_sideband_lanes #(
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
    .Width(BESIDE),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .valid_i(valid_3),
    .ready_o(lanes_ready),
    .decrypt_i(1'b0),
    .slot_i(slot_3),
    .data_i(block_3),
    .beside_i({kind_3, kind_3 == roundel_ghash_pkg::GCM_TEXT && !decrypt_3, last_3, slot_3, user_3,
        bytes_3,
               count_3, data_3}),
    .valid_o(valid_4),
    .data_o(stream_4),
    .sooner_o(sooner),
    .early_o(early),
    .beside_o(unused_beside)
  );

  // What is decoded of it, to be there with the results.
  logic [2:0] kind_d;
  logic last_d, last_4;
  // Text; a word for roundel_ghash; with a mask; an IV; the hash key.
  logic text_4, word_4, mask_4, iv_4, key_4;
  logic changes, unused_changes;  // the hash is of what comes out
  logic [SLOT_BITS-1:0] slot_d, slot_4;
  logic [UserBits-1:0] user_d, user_4;
  logic [BYTE_BITS-1:0] bytes_d, bytes_4;
  logic [COUNT_BITS-1:0] count_d, count_4;
  logic [16*Lanes-1:0] keep_4, change_4;
  logic [128*Lanes-1:0] data_d, data_4;

  assign {kind_d, unused_changes, last_d, slot_d, user_d, bytes_d, count_d, data_d} = early;

  logic [BYTE_BITS-1:0] sooner_bytes;
  assign changes = sooner[BESIDE-4];
  assign sooner_bytes = sooner[128*Lanes+COUNT_BITS+:BYTE_BITS];

  roundel_byte_mask #(
    .Lanes(Lanes)
  ) u_keep (
    .clk_i(clk_i),
    .any_i(1'b1),
    .bytes_i(sooner_bytes),
    .mask_o(keep_4)
  );

  roundel_byte_mask #(
    .Lanes(Lanes)
  ) u_change (
    .clk_i(clk_i),
    .any_i(changes),
    .bytes_i(sooner_bytes),
    .mask_o(change_4)
  );

  logic unused_sooner;
  assign unused_sooner = ^sooner;

  always_ff @(posedge clk_i) begin
    text_4 <= kind_d == roundel_ghash_pkg::GCM_TEXT;
    word_4 <= kind_d != roundel_ghash_pkg::GCM_HASH_KEY && count_d != '0;
    mask_4 <= kind_d == roundel_ghash_pkg::GCM_FINISH || (kind_d == roundel_ghash_pkg::GCM_IV &&
        last_d);
    iv_4 <= kind_d == roundel_ghash_pkg::GCM_IV;
    key_4 <= kind_d == roundel_ghash_pkg::GCM_HASH_KEY;
    last_4 <= last_d;
    slot_4 <= slot_d;
    bytes_4 <= bytes_d;
    user_4 <= user_d;
    count_4 <= count_d;
    data_4 <= data_d;
  end

  // ---- Text out, and a word for roundel_ghash
  // -----------------------------------------------------------
  logic word_valid_q, word_last_q;
  logic [COUNT_BITS-1:0] word_count_q;
  logic [SLOT_BITS-1:0] word_slot_q;
  logic [128*Lanes-1:0] word_q;
  logic mask_q;  // E(J0) is there, zeros that are to be in its place, or the last block of an IV
  logic iv_q;  // that
  logic [127:0] mask_block_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      word_valid_q <= 1'b0;
      mask_q <= 1'b0;
      hash_key_valid <= 1'b0;
    end else begin
      valid_o <= valid_4 && text_4 && !zeroise_i;
      word_valid_q <= valid_4 && word_4 && !zeroise_i;
      mask_q <= (valid_4 && mask_4 && !zeroise_i) || keys_wipe;
      hash_key_valid <= valid_4 && key_4 && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_o <= last_4;
    bytes_o <= bytes_4;
    user_o <= user_4;
    word_last_q <= mask_4;
    iv_q <= iv_4;
    word_count_q <= count_4;
    word_slot_q <= slot_4;
    mask_block_q <= stream_4[128*Lanes-1-:128];
    for (int b = 0; b < 16 * Lanes; b++) begin
      word_q[128*Lanes-1-8*b-:8] <=
          data_4[128*Lanes-1-8*b-:8] ^ (stream_4[128*Lanes-1-8*b-:8] & {8{change_4[b]}});
    end
    for (int b = 0; b < 16 * Lanes; b++) begin
      data_o[128*Lanes-1-8*b-:8] <=
          (data_4[128*Lanes-1-8*b-:8] ^ (stream_4[128*Lanes-1-8*b-:8] & {8{keep_4[b]}}))
          & {8{text_4}};
    end
  end

  // ---- The hash, and the tag --------------------------------------------------------------------
  logic hash_valid;
  logic [127:0] hash;

  roundel_ghash #(
    .Lanes(Lanes),
    .KeySlots(KeySlots),
    .Cuts(GhashCuts)
  ) u_ghash (
    .clk_i(clk_i),
    .clear_i(clear),
    .wipe_i(wipe),
    .valid_i(word_valid_q),
    .last_i(word_last_q),
    .count_i(word_count_q),
    .slot_i(word_slot_q),
    .data_i(word_q),
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
    .PowerInterval(GAP)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o),
    .slot_o(request_slot),
    .request_o(request),
    .taken_i(request_taken),
    .hash_valid_i(hash_key_valid),
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

  // At most sixteen packets and IVs are in roundel_ghash, as each takes two cycles or more.
  logic [127:0] mask_head;
  logic iv_head;
  logic unused_end;
  roundel_fifo_bank #(
    .Width(129)
  ) u_masks (
    .clk_i(clk_i),
    .start_i(clear),
    .write_i(mask_q),
    .word_i({iv_q, mask_block_q}),
    .end_o(unused_end),
    .read_i(hash_valid),
    .word_o({iv_head, mask_head})
  );

  logic tag_valid_q, tag_iv_q;
  logic [127:0] tag_hash_q, tag_mask_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tag_valid_q <= 1'b0;
      tag_valid_o <= 1'b0;
      iv_hash_valid_o <= 1'b0;
    end else begin
      // roundel_ghash hears of a zeroise two cycles late.
      tag_valid_q <= hash_valid && !zeroise_i && !keys_clear && !clear;
      tag_valid_o <= tag_valid_q && !tag_iv_q && !zeroise_i;
      iv_hash_valid_o <= hash_valid && iv_head && !zeroise_i && !keys_clear && !clear;
    end
  end
  always_ff @(posedge clk_i) begin
    tag_hash_q <= hash;
    tag_mask_q <= mask_head;
    tag_iv_q <= iv_head;
    tag_o <= (tag_hash_q ^ (tag_mask_q & {128{!tag_iv_q}})) & {128{tag_valid_q}};
  end

  logic unused_facts;
  assign unused_facts = ^TEXT_LATENCY;

endmodule : roundel_gcm
