// SPDX-License-Identifier: Apache-2.0
//
// Prepares each cycle of the lanes of roundel_gcm: the blocks that the lanes encrypt, and the word
// that accompanies these blocks.
//
// Interface. Words and blocks of IVs: see roundel_gcm. `kind_o` states the use of a cycle (kind_e);
// roundel_gcm_schedule decides it. Output: ready/valid handshake; outputs hold while stalled; 4
// cycles (roundel_ghash_pkg::GCM_FRONT_CYCLES). Bytes of `data_o` after `bytes_o` are zero.
// `request_i`, `request_taken_o`, `delayed_i`: see roundel_gcm_schedule. Reset: asynchronous.
// `zeroise_i` drops all words. Text, and J0 of a hashed IV (which depends on the hash key), stay in
// registers until the clear ends. Then `data_i` and `start_i` overwrite the stages, also without a
// valid word.
//
// Method. After the last word of a packet one cycle carries J0 for the lanes and the length block
// for GHASH (SP 800-38D section 7.1, steps 2 and 5). Blocks of an IV and words of AAD pass beside
// idle lanes. With HasOther a word with `other_i` belongs to another mode: the lanes process the
// blocks `start_i`, and GHASH takes nothing. Four stages 0 to 3 advance together, with `go`: stage
// 0 holds the word as taken, stage 3 faces the lanes.
//
//   words --> [0] --> [1: kind, bytes] --> [2: length block, keep] --> [3: zero bytes] --> lanes
//                      `---> [roundel_gcm_counters] -----------------------^
//
// Limits. AAD and text are counted in 36 bits of bytes.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_gcm_front #(
  parameter int Lanes = 1,  // N: blocks per word, a power of two
  parameter int KeySlots = 1,  // keys stored at the same time
  parameter int UserBits = 1,  // user bits of a word
  parameter bit HasOther = 1'b0  // words of other modes come too
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  input  logic busy_i,  // keys are cleared: no word is accepted

  input  logic valid_i,
  output logic ready_o,
  input  logic other_i,  // the word belongs to another mode
  input  logic decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  // J0; with HasOther J0 or the given block, for each lane
  input  logic [128*(HasOther ? Lanes : 1)-1:0] start_i,
  input  logic aad_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [UserBits-1:0] user_i,

  input  logic iv_turn_i,  // register: blocks of an IV may come, and words may not
  input  logic iv_valid_i,
  input  logic iv_last_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_i,
  input  logic [4:0] iv_bytes_i,
  input  logic [127:0] iv_i,

  input  logic request_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] request_slot_i,
  output logic request_taken_o,
  input  logic delayed_i,

  output logic valid_o,
  input  logic ready_i,
  output logic [2:0] kind_o,  // kind_e
  output logic decrypt_o,
  output logic last_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_o,  // blocks with bytes
  output logic [UserBits-1:0] user_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [128*Lanes-1:0] block_o  // for the lanes
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int COUNT_BITS = roundel_prim_pkg::index_bits(Lanes + 1);
  localparam int START_BITS = 128 * (HasOther ? Lanes : 1);
  localparam int REST_BITS = $clog2(16 * Lanes);  // bits of a number of bytes below a full word

  `include "roundel_gcm_types.svh"

  `ROUNDEL_REFUSE(roundel_error_lanes_of_gcm_must_be_a_power_of_two, 16 * Lanes != 1 << REST_BITS)

  // ---- What the next cycle is used for ----------------------------------------------------------
  logic busy_q;
  logic go;  // all stages advance
  logic word, no_word, finish, hash_key;  // use of the present cycle
  logic take;  // a word of a packet is taken
  logic other;  // of another mode

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
    end else begin
      busy_q <= busy_i || zeroise_i;
    end
  end

  assign other = HasOther && other_i;
  assign ready_o = word && go;
  assign take = valid_i && ready_o;

  roundel_gcm_schedule u_schedule (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .clear_i(zeroise_i || busy_q),
    .go_i(go),
    .end_i(take && last_i && !other),
    .request_i(request_i),
    .taken_o(request_taken_o),
    .delayed_i(delayed_i),
    .word_o(word),
    .no_word_o(no_word),
    .finish_o(finish),
    .hash_key_o(hash_key)
  );

  // ---- Stage 0: the word as taken ---------------------------------------------------------------
  logic valid_0_q, finish_0_q, hash_key_0_q;  // use of the stage; none is a bubble
  logic text_0_q;  // a word of text
  word_t word_0_q;
  logic aad_0_q, iv_0_q, none_0_q;  // AAD or an IV; a block of an IV; a word without bytes
  logic other_0_q;  // a word of another mode
  logic [127:0] iv_block_0_q;
  logic [START_BITS-1:0] start_0_q;
  logic [128*Lanes-1:0] data_0_q;
  logic has_text_q;  // a word of text of the packet has left stage 0

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_0_q, finish_0_q, hash_key_0_q, has_text_q} <= '0;
    end else if (zeroise_i) begin
      {valid_0_q, finish_0_q, hash_key_0_q, has_text_q} <= '0;
    end else if (go) begin
      valid_0_q <= take || (iv_valid_i && ready_o);
      finish_0_q <= finish;
      hash_key_0_q <= hash_key;
      has_text_q <= valid_0_q ? !aad_0_q && !word_0_q.last : has_text_q;
    end
  end

  // Not cleared by a zeroise: restart_0_q and restart_1_q drop what was counted.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      text_0_q <= 1'b0;
    end else if (go) begin
      text_0_q <= take && !aad_i && !other;
    end
  end

  // The values of a packet stay until the FINISH of the packet, because no word is taken before.
  always_ff @(posedge clk_i) begin
    if (go && !no_word) begin
      word_0_q.decrypt <= decrypt_i;
      word_0_q.last <= iv_turn_i ? iv_last_i : last_i;
      word_0_q.slot <= iv_turn_i ? iv_slot_i : slot_i;
      word_0_q.user <= user_i;
      word_0_q.bytes <= iv_turn_i ? BYTE_BITS'(iv_bytes_i) : bytes_i;
      iv_0_q <= iv_turn_i;
      other_0_q <= other && !iv_turn_i;
      aad_0_q <= aad_i || iv_turn_i;
      none_0_q <= bytes_i == '0 && !iv_turn_i;
      start_0_q <= start_i;
      data_0_q <= data_i;
      iv_block_0_q <= iv_i;
    end
  end

  // ---- Lengths, and the numbers of counter blocks -----------------------------------------------
  logic restart_0_q, restart_1_q;  // after FINISH left the schedule, and one stage later
  logic lengths_restart_q;
  logic whole_aad_q, whole_text_q;  // a full word left stage 0 in the previous cycle
  logic word_aad_q, word_text_q;  // a word, full or partial, left stage 0 in the previous cycle
  logic [35:0] aad_bytes, text_bytes;
  logic [START_BITS-1:0] start_1_q;
  word_t word_1_q, word_2_q, word_3_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      restart_0_q <= 1'b1;
      restart_1_q <= 1'b1;
    end else if (zeroise_i) begin
      restart_0_q <= 1'b1;
      restart_1_q <= 1'b1;
    end else if (go) begin
      restart_0_q <= finish;
      restart_1_q <= finish_0_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lengths_restart_q <= 1'b1;
    end else if (zeroise_i || busy_q) begin
      lengths_restart_q <= 1'b1;
    end else if (go) begin
      lengths_restart_q <= finish_0_q;
    end
  end

  // Lengths are counted one cycle after a word left stage 0, in time for stage 2.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {whole_aad_q, whole_text_q, word_aad_q, word_text_q} <= '0;
    end else begin
      whole_aad_q <= go && valid_0_q && aad_0_q && !iv_0_q && word_0_q.bytes[BYTE_BITS-1];
      whole_text_q <= go && text_0_q && word_0_q.bytes[BYTE_BITS-1];
      word_aad_q <= go && valid_0_q && aad_0_q && !iv_0_q;
      word_text_q <= go && text_0_q;
    end
  end

  roundel_byte_count #(.WordBytesBits(REST_BITS)) u_aad_bytes (
    .clk_i,
    .clear_i(go && lengths_restart_q),
    .whole_i(whole_aad_q),
    .word_i(word_aad_q),
    .rest_i(word_1_q.bytes[REST_BITS-1:0]),
    .bytes_o(aad_bytes)
  );

  roundel_byte_count #(.WordBytesBits(REST_BITS)) u_text_bytes (
    .clk_i,
    .clear_i(go && lengths_restart_q),
    .whole_i(whole_text_q),
    .word_i(word_text_q),
    .rest_i(word_1_q.bytes[REST_BITS-1:0]),
    .bytes_o(text_bytes)
  );

  roundel_gcm_counters #(.Lanes(Lanes), .HasBlocks(HasOther)) u_counters (
    .clk_i,
    .go_i(go),
    .restart_0_i(restart_0_q),
    .restart_1_i(restart_1_q),
    .text_0_i(text_0_q),
    .offset_0_i(valid_0_q && !other_0_q),
    .start_1_i(start_1_q),
    .block_o
  );

  // ---- Stages 1 to 3 ----------------------------------------------------------------------------
  logic valid_1_q, valid_2_q, valid_3_q;
  logic finish_1_q;
  kind_e kind_0, kind_1_q, kind_2_q, kind_3_q;
  logic [COUNT_BITS-1:0] count_2_q, count_3_q;
  logic [15:0] rest_1_q;  // bytes of the partial block
  logic [Lanes-1:0] whole_1_q, part_1_q;  // full blocks; the partial block
  logic [16*Lanes-1:0] keep_2_q;  // bytes of the word that are not set to zero
  logic [128*Lanes-1:0] data_1_q, data_2_q, data_3_q;

  assign go = !valid_3_q || ready_i;

  always_comb begin
    kind_0 = KIND_TEXT;
    if (finish_0_q) begin
      kind_0 = KIND_FINISH;
    end else if (hash_key_0_q) begin
      kind_0 = KIND_HASH_KEY;
    end else if (iv_0_q) begin
      kind_0 = KIND_IV;
    end else if (aad_0_q) begin
      kind_0 = KIND_AAD;
    end else if (other_0_q) begin
      kind_0 = KIND_OTHER;
    end
  end

  // A word without bytes needs no cycle, except at the end of a text: its last_o marks the end.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1_q, valid_2_q, valid_3_q} <= '0;
    end else if (zeroise_i) begin
      {valid_1_q, valid_2_q, valid_3_q} <= '0;
    end else if (go) begin
      valid_1_q <= (valid_0_q && (!none_0_q || has_text_q)) || finish_0_q || hash_key_0_q;
      valid_2_q <= valid_1_q;
      valid_3_q <= valid_2_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      kind_1_q <= kind_0;
      kind_2_q <= kind_1_q;
      kind_3_q <= kind_2_q;
      finish_1_q <= finish_0_q;
      word_1_q.decrypt <= word_0_q.decrypt;
      word_1_q.last <= word_0_q.last;
      word_1_q.slot <= hash_key_0_q ? request_slot_i : word_0_q.slot;
      word_1_q.user <= word_0_q.user;
      word_1_q.bytes <= finish_0_q ? BYTE_BITS'(16) : word_0_q.bytes;
      word_2_q <= word_1_q;
      word_3_q <= word_2_q;
      start_1_q <= start_0_q & {START_BITS{!hash_key_0_q}};
      count_2_q <= word_1_q.bytes[BYTE_BITS-1:4];
      if (word_1_q.bytes[3:0] != '0) begin
        count_2_q <= word_1_q.bytes[BYTE_BITS-1:4] + 1'b1;
      end
      count_3_q <= count_2_q;
      data_1_q <= data_0_q;
      if (iv_0_q) begin
        data_1_q[128*Lanes-1-:128] <= iv_block_0_q;
      end
      data_2_q <= data_1_q;
      // The length block: two numbers of bits, each a number of bytes and three zeros. keep_2_q
      // clears the upper bytes, which saves a set/reset of their registers.
      if (finish_1_q) begin
        data_2_q[128*Lanes-26-:36] <= aad_bytes;
        data_2_q[128*Lanes-90-:36] <= text_bytes;
      end
      for (int half = 0; half < 2; half++) begin
        data_2_q[128*Lanes-64*half-25] <= data_1_q[128*Lanes-64*half-25] && !finish_1_q;
        data_2_q[128*Lanes-64*half-62-:3] <= data_1_q[128*Lanes-64*half-62-:3] & {3{!finish_1_q}};
      end
    end
  end

  // Blocks and the bytes of the partial block are decoded separately: a comparison for each byte
  // would be a carry chain for each byte.
  always_ff @(posedge clk_i) begin
    if (go) begin
      rest_1_q <= ~(16'hffff << word_0_q.bytes[3:0]);
      for (int k = 0; k < Lanes; k++) begin
        whole_1_q[k] <= finish_0_q ? k == 0 : word_0_q.bytes[BYTE_BITS-1:4] > COUNT_BITS'(k);
        part_1_q[k] <= !finish_0_q && word_0_q.bytes[BYTE_BITS-1:4] == COUNT_BITS'(k);
        for (int b = 0; b < 16; b++) begin
          keep_2_q[16*k+b] <= (whole_1_q[k] || (part_1_q[k] && rest_1_q[b]))
              && !(finish_1_q && k == 0 && b % 8 < 3);
        end
      end
      for (int b = 0; b < 16 * Lanes; b++) begin
        data_3_q[128*Lanes-1-8*b-:8] <= data_2_q[128*Lanes-1-8*b-:8] & {8{keep_2_q[b]}};
      end
    end
  end

  assign valid_o = valid_3_q;
  assign kind_o = kind_3_q;
  assign decrypt_o = word_3_q.decrypt;
  assign last_o = word_3_q.last;
  assign slot_o = word_3_q.slot;
  assign bytes_o = word_3_q.bytes;
  assign count_o = count_3_q;
  assign user_o = word_3_q.user;
  assign data_o = data_3_q;

  // Words and blocks of IVs do not come in the same cycle.
  `ROUNDEL_CONTRACT(word_or_iv, clk_i, rst_ni,
                    !(valid_i && iv_turn_i) && (!iv_valid_i || iv_turn_i))

  // A word has at most 16 * Lanes bytes, a block of an IV at most 16.
  `ROUNDEL_CONTRACT(bytes_fit, clk_i, rst_ni, (!valid_i || int'(bytes_i) <= 16 * Lanes)
                    && (!iv_valid_i || iv_bytes_i <= 5'd16))

  // Stage 0 has one use.
  `ROUNDEL_CONTRACT(one_use, clk_i, rst_ni,
                    2'(valid_0_q) + 2'(finish_0_q) + 2'(hash_key_0_q) <= 2'd1)

endmodule : roundel_gcm_front
