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
// Text out, without back-pressure: words of text in order, `valid_o` for one cycle each and
// TEXT_LATENCY cycles after they were taken; bytes behind the packet's end are zero. Tag out:
// `tag_valid_o` for one cycle a packet, in order, some tens of cycles after its last word.
// Whoever reads them takes no decrypted text for good before its tag is compared.
//
// Keys: see ghash_keys. `zeroise_i`: what is under way is dropped, all keys and powers are cleared.
//
//   words --> [ counters, lengths ] --> [ lanes ] --> (+) --+--> text
//                      |                               ^    +--> [ ghash ] --> (+) --> tag
//                      +--> [ delay of equal length ] -+                        ^
//                                                           [ E(J0) waits ] ----+
//
// Lengths are counted in 36 bits of bytes: 64 GiB of either, the standard's limit for the text.

module aes_gcm #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  parameter int RoundCuts = 0,  // their places, a mask of aes_pkg::CUT_*; 0: the best ones
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int OtherLanes = 0,  // see aes_lanes
  parameter int OtherSbox = aes_pkg::SBOX_ROM,
  parameter int OtherCuts = 0,
  parameter int KeySchedule = aes_pkg::KEY_SCHEDULE_STORED,  // aes_pkg::KEY_SCHEDULE_*
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int GhashCuts = aes_pkg::GHASH_BEST_CUTS,  // a mask of aes_pkg::GHASH_CUT_*
  parameter int UserBits = 1,  // that go beside a word of text
  parameter int BlockRam = 1  // 1: words wait for the lanes in block RAM; 0: in distributed RAM
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ aes_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,
  output logic [                      KeySlots-1:0] slot_ready_o,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic                                      decrypt_i,
  input  logic [ aes_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                             127:0] start_i,
  input  logic                                      aad_i,
  input  logic                                      last_i,
  input  logic [aes_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                      UserBits-1:0] user_i,

  output logic                                      valid_o,
  output logic                                      last_o,
  output logic [aes_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                      UserBits-1:0] user_o,

  output logic                                      tag_valid_o,
  output logic [                             127:0] tag_o
);

  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = aes_pkg::index_bits(16 * Lanes + 1);
  localparam int COUNT_BITS = aes_pkg::index_bits(Lanes + 1);
  localparam int NUM_TURNS = aes_pkg::num_turns(KeyBits, Rounds);
  localparam int LANES_LATENCY = aes_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes);
  localparam int TEXT_LATENCY = LANES_LATENCY + 5;
  localparam int ROUND_CUTS =
      aes_pkg::round_cuts(Sbox, aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      aes_pkg::key_load_cycles(KeyBits, Rounds, Stages, ROUND_CUTS, KeySlots) + 2;
  localparam int POWER_BITS = aes_pkg::ghash_power_bits(Lanes, GhashCuts);
  localparam int POWERS = Lanes * aes_pkg::ghash_distance(GhashCuts);

  // What a cycle of the lanes is for.
  localparam logic [1:0] AAD = 2'd0;  // nothing: the word only passes
  localparam logic [1:0] TEXT = 2'd1;  // counters, for text
  localparam logic [1:0] FINISH = 2'd2;  // J0, and the word is the length block
  localparam logic [1:0] HASH_KEY = 2'd3;  // zero

  logic clear, wipe, keys_clear, keys_wipe;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear <= 1'b1;
      wipe <= 1'b0;
    end else begin
      clear <= keys_clear;
      wipe <= keys_wipe;
    end
  end

  logic request, request_taken, hash_key_valid;
  logic [SLOT_BITS-1:0] request_slot;
  logic lanes_key_valid, lanes_key_ready, lanes_ready;
  logic single_valid, product_valid, delayed;
  logic [127:0] single, product;
  logic write;
  logic [POWER_BITS-1:0] write_index;
  logic [127:0] write_power;

  // ---- Words in ---------------------------------------------------------------------------------
  // The cycle behind a packet's last word is left free, and so is one for the zero block of a key
  // and one for each that ghash gave away.
  logic go;  // what is in front of the lanes may move on
  logic ready_q, take;
  logic [2:0] debt_q, debt_d;
  logic free;  // this cycle is, and nothing needs it
  logic ending_q;  // it is for the end of a packet
  logic delayed_q;

  assign ready_o = ready_q && go;
  assign take = valid_i && ready_o;
  assign request_taken = request && go && !ready_q && !ending_q;
  assign free = go && !ready_q && !ending_q && !request;
  assign debt_d = debt_q + 3'(delayed_q) - 3'(free && debt_q != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      ending_q <= 1'b0;
      debt_q <= '0;
      delayed_q <= 1'b0;
    end else if (zeroise_i || clear || wipe) begin
      ready_q <= 1'b0;
      ending_q <= 1'b0;
      debt_q <= '0;
      delayed_q <= 1'b0;
    end else begin
      delayed_q <= delayed;
      debt_q <= debt_d;
      if (go) begin
        ready_q <= !(take && last_i) && !(request && !request_taken) && debt_d == '0;
        ending_q <= take && last_i;
      end
    end
  end

  // ---- Stage 0: the word as it came; the end of a packet and the zero block take their cycles ---
  logic valid_0, finish_0, request_0, decrypt_0, aad_0, last_0;
  logic fresh_q;  // no word of the next packet is through
  logic text_q;  // text of it is
  logic [SLOT_BITS-1:0] slot_0, slot_q;
  logic [127:0] start_0, start_q;
  logic [BYTE_BITS-1:0] bytes_0;
  logic [128*Lanes-1:0] data_0;
  logic [UserBits-1:0] user_0;
  logic decrypt_q;
  logic [35:0] aad_bytes_q, text_bytes_q;
  logic [32*Lanes-1:0] offset_q;  // to the counter of J0, of the next word of text

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_0 <= 1'b0;
      finish_0 <= 1'b0;
      request_0 <= 1'b0;
      fresh_q <= 1'b1;
      text_q <= 1'b0;
    end else if (zeroise_i) begin
      valid_0 <= 1'b0;
      finish_0 <= 1'b0;
      request_0 <= 1'b0;
      fresh_q <= 1'b1;
      text_q <= 1'b0;
    end else if (go) begin
      valid_0 <= take;
      finish_0 <= valid_0 && last_0;
      request_0 <= request_taken;
      fresh_q <= valid_0 ? last_0 : fresh_q;
      text_q <= valid_0 ? !aad_0 && !last_0 : text_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      decrypt_0 <= decrypt_i;
      aad_0 <= aad_i;
      last_0 <= last_i;
      slot_0 <= slot_i;
      start_0 <= start_i;
      bytes_0 <= bytes_i;
      data_0 <= data_i;
      user_0 <= user_i;
      if (valid_0) begin
        slot_q <= slot_0;
        decrypt_q <= decrypt_0;
        start_q <= start_0;
        aad_bytes_q <= (fresh_q ? 36'd0 : aad_bytes_q) + (aad_0 ? 36'(bytes_0) : 36'd0);
        text_bytes_q <= (fresh_q ? 36'd0 : text_bytes_q) + (aad_0 ? 36'd0 : 36'(bytes_0));
      end
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_offset
    localparam int FIRST = k + 1;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        offset_q[32*k+:32] <= FIRST;
      end else if (zeroise_i) begin
        offset_q[32*k+:32] <= FIRST;
      end else if (go) begin
        if (finish_0) begin
          offset_q[32*k+:32] <= FIRST;
        end else if (valid_0 && !aad_0) begin
          offset_q[32*k+:32] <= offset_q[32*k+:32] + Lanes;
        end
      end
    end
  end

  // ---- Three stages in front of the lanes: counters are added in halves -------------------------
  logic valid_1, valid_2, valid_3;
  logic [1:0] kind_1, kind_2, kind_3;
  logic decrypt_1, decrypt_2, decrypt_3, last_1, last_2, last_3;
  logic [SLOT_BITS-1:0] slot_1, slot_2, slot_3;
  logic [BYTE_BITS-1:0] bytes_1, bytes_2, bytes_3;
  logic [16*Lanes-1:0] keep_2;
  logic [128*Lanes-1:0] data_1, data_2, data_3, block_3;
  logic [UserBits-1:0] user_1, user_2, user_3;
  logic [127:0] start_1;
  logic [111:0] start_2;  // without the part that is added first
  logic [32*Lanes-1:0] offset_1;
  logic [17*Lanes-1:0] low_2;
  logic [16*Lanes-1:0] high_2;

  assign go = (NUM_TURNS == 1) || !valid_3 || lanes_ready;

  // A word without a byte needs no cycle, but one that ends a text without one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
      valid_3 <= 1'b0;
    end else if (zeroise_i) begin
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
      valid_3 <= 1'b0;
    end else if (go) begin
      valid_1 <= (valid_0 && (bytes_0 != '0 || text_q)) || finish_0 || request_0;
      valid_2 <= valid_1;
      valid_3 <= valid_2;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      kind_1 <= finish_0 ? FINISH : request_0 ? HASH_KEY : aad_0 ? AAD : TEXT;
      decrypt_1 <= finish_0 ? decrypt_q : decrypt_0;
      slot_1 <= finish_0 ? slot_q : request_0 ? request_slot : slot_0;
      last_1 <= last_0;
      bytes_1 <= finish_0 ? BYTE_BITS'(16) : bytes_0;
      start_1 <= finish_0 ? start_q : start_0 & {128{!request_0}};
      offset_1 <= offset_q & {32 * Lanes{valid_0}};
      data_1 <= finish_0 ? '0 : data_0;
      if (finish_0) begin
        data_1[128*Lanes-1-:128] <= {25'd0, aad_bytes_q, 3'd0, 25'd0, text_bytes_q, 3'd0};
      end
      user_1 <= user_0;
      user_2 <= user_1;
      user_3 <= user_2;
      kind_2 <= kind_1;
      kind_3 <= kind_2;
      decrypt_2 <= decrypt_1;
      decrypt_3 <= decrypt_2;
      slot_2 <= slot_1;
      slot_3 <= slot_2;
      last_2 <= last_1;
      last_3 <= last_2;
      bytes_2 <= bytes_1;
      bytes_3 <= bytes_2;
      start_2 <= start_1[127:16];
      data_2 <= data_1;
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_counter
    always_ff @(posedge clk_i) begin
      if (go) begin
        low_2[17*k+:17] <= {1'b0, start_1[15:0]} + {1'b0, offset_1[32*k+:16]};
        high_2[16*k+:16] <= offset_1[32*k+16+:16];
        block_3[128*(Lanes-1-k)+:128] <= {start_2[111:16],
            start_2[15:0] + high_2[16*k+:16] + {15'd0, low_2[17*k+16]}, low_2[17*k+:16]};
      end
    end
  end

  // Not a comparison for each byte: that would be a carry chain for each.
  always_ff @(posedge clk_i) begin
    if (go) begin
      keep_2 <= ~({16 * Lanes{1'b1}} << bytes_1);
      for (int b = 0; b < 16 * Lanes; b++) begin
        data_3[128*Lanes-1-8*b-:8] <= data_2[128*Lanes-1-8*b-:8] & {8{keep_2[b]}};
      end
    end
  end

  // ---- The lanes, and what goes beside them -----------------------------------------------------
  logic valid_4, unused_tag;
  logic [128*Lanes-1:0] stream_4;

  aes_lanes #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Direction(aes_pkg::DIRECTION_ENCRYPT),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .OtherLanes(OtherLanes),
    .OtherSbox(OtherSbox),
    .OtherCuts(OtherCuts),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(1)
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
    .tag_i(1'b0),
    .data_i(block_3),
    .valid_o(valid_4),
    .tag_o(unused_tag),
    .data_o(stream_4)
  );

  localparam int BESIDE = 4 + SLOT_BITS + UserBits + BYTE_BITS + 128 * Lanes;
  logic [BESIDE-1:0] beside, beside_q;
  logic [1:0] kind_d, kind_4;
  logic changes_d, last_d, last_4;  // changes: the hash is of what comes out
  logic [SLOT_BITS-1:0] slot_d, slot_4;
  logic [UserBits-1:0] user_d, user_4;
  logic [BYTE_BITS-1:0] bytes_d, bytes_4;
  logic [COUNT_BITS-1:0] count_4;
  logic [16*Lanes-1:0] keep_d, keep_4, change_4;
  logic [128*Lanes-1:0] data_d, data_4;

  aes_delay #(
    .Width(BESIDE),
    .Cycles(LANES_LATENCY - 2),
    .BlockRam(BlockRam)
  ) u_delay (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({kind_3, kind_3 == TEXT && !decrypt_3, last_3, slot_3, user_3, bytes_3, data_3}),
    .data_o(beside)
  );

  assign {kind_d, changes_d, last_d, slot_d, user_d, bytes_d, data_d} = beside_q;
  assign keep_d = ~({16 * Lanes{1'b1}} << bytes_d);

  always_ff @(posedge clk_i) begin
    beside_q <= beside;
    kind_4 <= kind_d;
    last_4 <= last_d;
    slot_4 <= slot_d;
    bytes_4 <= bytes_d;
    user_4 <= user_d;
    count_4 <= COUNT_BITS'((bytes_d + BYTE_BITS'(15)) >> 4);
    data_4 <= data_d;
    keep_4 <= keep_d;
    change_4 <= keep_d & {16 * Lanes{changes_d}};
  end

  // ---- Text out, and a word for ghash -----------------------------------------------------------
  logic word_valid_q, word_last_q;
  logic [COUNT_BITS-1:0] word_count_q;
  logic [SLOT_BITS-1:0] word_slot_q;
  logic [128*Lanes-1:0] word_q;
  logic mask_q;  // E(J0) is there
  logic [127:0] mask_block_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      word_valid_q <= 1'b0;
      mask_q <= 1'b0;
      hash_key_valid <= 1'b0;
    end else begin
      valid_o <= valid_4 && kind_4 == TEXT && !zeroise_i;
      word_valid_q <= valid_4 && kind_4 != HASH_KEY && count_4 != '0 && !zeroise_i;
      mask_q <= valid_4 && kind_4 == FINISH && !zeroise_i;
      hash_key_valid <= valid_4 && kind_4 == HASH_KEY && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_o <= last_4;
    bytes_o <= bytes_4;
    user_o <= user_4;
    word_last_q <= kind_4 == FINISH;
    word_count_q <= count_4;
    word_slot_q <= slot_4;
    mask_block_q <= stream_4[128*Lanes-1-:128];
    for (int b = 0; b < 16 * Lanes; b++) begin
      word_q[128*Lanes-1-8*b-:8] <=
          data_4[128*Lanes-1-8*b-:8] ^ (stream_4[128*Lanes-1-8*b-:8] & {8{change_4[b]}});
    end
    if (!valid_4 || kind_4 != TEXT) begin
      data_o <= '0;
    end else begin
      for (int b = 0; b < 16 * Lanes; b++) begin
        data_o[128*Lanes-1-8*b-:8] <=
            data_4[128*Lanes-1-8*b-:8] ^ (stream_4[128*Lanes-1-8*b-:8] & {8{keep_4[b]}});
      end
    end
  end

  // ---- The hash, and the tag --------------------------------------------------------------------
  logic hash_valid;
  logic [127:0] hash;

  ghash #(
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

  ghash_keys #(
    .KeySlots(KeySlots),
    .Powers(POWERS),
    .PowerBits(POWER_BITS),
    .LoadCycles(LOAD_CYCLES)
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

  // At most sixteen packets are in ghash, as each takes two cycles or more.
  logic [127:0] mask_head;
  logic unused_end;
  aes_fifo_bank #(
    .Width(128)
  ) u_masks (
    .clk_i(clk_i),
    .start_i(clear),
    .write_i(mask_q || wipe),
    .word_i(wipe ? 128'd0 : mask_block_q),
    .end_o(unused_end),
    .read_i(hash_valid),
    .word_o(mask_head)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tag_valid_o <= 1'b0;
    end else begin
      tag_valid_o <= hash_valid && !zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (hash_valid) begin
      tag_o <= hash ^ mask_head;
    end else begin
      tag_o <= '0;
    end
  end

  logic unused_facts;
  assign unused_facts = ^TEXT_LATENCY;

endmodule : aes_gcm
