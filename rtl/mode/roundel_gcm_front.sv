// SPDX-License-Identifier: Apache-2.0
//
// What stands in front of the lanes of roundel_gcm: words of packets in, and for each cycle of the
// lanes what it is for (`kind_o`, roundel_ghash_pkg::GCM_*), the blocks that they encrypt and the
// word that goes beside them.
//
// Words: see roundel_gcm. Behind a packet's last word a cycle is left free for its J0 and the
// length block (SP 800-38D section 7.1, steps 2 and 5); another one, as soon as it can be, for the
// zero block of a key that `request_i` asks for until `request_taken_o`; and one for each
// `delayed_i`, of which the next comes when that is given. Of a word the bytes behind `bytes_o` are
// zero. What comes out waits for `ready_i`. Blocks of an IV only pass. They come while `iv_turn_i`,
// from a register, and words do not.
//
// Method. Counters are those of SP 800-38D section 6.2: the number of a block is added to the low
// 32 bits of J0, in halves, in two of the three stages here.

module roundel_gcm_front #(
  parameter int Lanes = 1,  // N: words of 16 * N bytes
  parameter int KeySlots = 1,
  parameter int UserBits = 1
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,
  input  logic                                      busy_i,  // no word is to come

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

  input  logic                                      iv_turn_i,
  input  logic                                      iv_valid_i,
  input  logic                                      iv_last_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_i,
  input  logic [                               4:0] iv_bytes_i,
  input  logic [                             127:0] iv_i,

  input  logic                                      request_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] request_slot_i,
  output logic                                      request_taken_o,  // a cycle late
  input  logic                                      delayed_i,

  output logic                                      valid_o,
  input  logic                                      ready_i,
  output logic [                               2:0] kind_o,
  output logic                                      decrypt_o,
  output logic                                      last_o,
  output logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  // blocks that are begun in it
  output logic [  roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_o,
  output logic [                      UserBits-1:0] user_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                     128*Lanes-1:0] block_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int COUNT_BITS = roundel_prim_pkg::index_bits(Lanes + 1);
  localparam int REST_BITS = $clog2(16 * Lanes);  // of a number of bytes, those below a word

  if (16 * Lanes != 1 << REST_BITS) begin : gen_bad_lanes
    roundel_error_lanes_of_gcm_must_be_a_power_of_two u_error ();
  end

  // ---- Words in ---------------------------------------------------------------------------------
  // The cycle behind a packet's last word is left free, and so is one for the zero block of a key
  // and one for each that roundel_ghash gave away.
  logic busy_q;
  logic go;  // what is in front of the lanes may move on
  logic ready_q, take;
  logic closed_q;  // not ready_q, for what is wide: so ready_q stands by the logic that it decides
  logic owed_q;  // a cycle to roundel_ghash
  logic owed;  // still, in the next cycle
  logic asked;  // a request stays
  logic ending_q;  // it is for the end of a packet
  logic delayed_q;
  // A request that is not taken; it is; it is told, as long as the request stands.
  logic request_q, request_taken, request_taken_q, request_over_q;

  assign ready_o = ready_q && go;
  assign take = valid_i && ready_o;
  // A cycle that is free goes to a packet's end first, then to a request, then to what is owed.
  assign request_taken = request_q && go && !ready_q && !ending_q;
  assign request_taken_o = request_taken_q;
  assign asked = request_q && (ready_q || ending_q);
  assign owed = delayed_q || (owed_q && !(go && !ready_q && !ending_q && !request_q));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
    end else begin
      busy_q <= busy_i || zeroise_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      closed_q <= 1'b1;
      ending_q <= 1'b0;
      {owed_q, delayed_q} <= '0;
      {request_q, request_taken_q, request_over_q} <= '0;
    end else if (zeroise_i || busy_q) begin
      ready_q <= 1'b0;
      closed_q <= 1'b1;
      ending_q <= 1'b0;
      {owed_q, delayed_q} <= '0;
      {request_q, request_taken_q, request_over_q} <= '0;
    end else begin
      request_q <= request_i && !request_taken && !request_over_q;
      request_taken_q <= request_taken;
      request_over_q <= request_i && (request_taken || request_over_q);
      delayed_q <= delayed_i;
      owed_q <= owed;
      if (go) begin
        ready_q <= !(take && last_i) && !asked && !owed;
        closed_q <= (take && last_i) || asked || owed;
        ending_q <= take && last_i;
      end
    end
  end

  // ---- Stage 0: the word as it came; the end of a packet and the zero block take their cycles ---
  logic valid_0, finish_0, request_0, decrypt_0, aad_0, last_0;
  logic iv_0;  // it is a block of an IV
  logic text_q;  // text of the packet is through
  logic text_0;  // a word of text
  logic whole_aad_q, whole_text_q;  // a word without null bytes moved on, a cycle ago
  logic word_aad_q, word_text_q;  // a word did
  logic [SLOT_BITS-1:0] slot_0;
  logic [127:0] start_0, iv_block_0;
  logic [BYTE_BITS-1:0] bytes_0, bytes_1;
  logic none_0;  // no byte of it counts
  logic [128*Lanes-1:0] data_0;
  logic [UserBits-1:0] user_0;
  logic [35:0] aad_bytes, text_bytes;
  // To the counter of J0, of the next word of text; its upper half a cycle late, and whether that
  // is one more, or begins anew.
  logic [16*Lanes-1:0] offset_q, upper_q;
  logic [Lanes-1:0] carry_q;
  logic first_q, anew_q;  // first_q: with finish_0, and from the start

  // Bytes are counted anew: behind the cycle that takes a packet's lengths, and from the start.
  logic again_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      again_q <= 1'b1;
    end else if (zeroise_i || busy_q) begin
      again_q <= 1'b1;
    end else if (go) begin
      again_q <= finish_0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_0 <= 1'b0;
      finish_0 <= 1'b0;
      request_0 <= 1'b0;
      text_q <= 1'b0;
    end else if (zeroise_i) begin
      valid_0 <= 1'b0;
      finish_0 <= 1'b0;
      request_0 <= 1'b0;
      text_q <= 1'b0;
    end else if (go) begin
      valid_0 <= take || (iv_valid_i && ready_o);
      finish_0 <= valid_0 && last_0 && !iv_0;
      request_0 <= request_taken;
      text_q <= valid_0 ? !aad_0 && !last_0 : text_q;
    end
  end

  // What is counted of it when a zeroise comes is forgotten in the next cycles.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      text_0 <= 1'b0;
    end else if (go) begin
      text_0 <= take && !aad_i;
    end
  end

  // What holds for a packet stays here until its last cycle is through, as no word comes meanwhile.
  always_ff @(posedge clk_i) begin
    if (go && !closed_q) begin
      decrypt_0 <= decrypt_i;
      iv_0 <= iv_turn_i;
      aad_0 <= aad_i || iv_turn_i;
      last_0 <= iv_turn_i ? iv_last_i : last_i;
      slot_0 <= iv_turn_i ? iv_slot_i : slot_i;
      start_0 <= start_i;
      bytes_0 <= bytes_i;
      none_0 <= bytes_i == '0 && !iv_turn_i;
      data_0 <= data_i;
      iv_block_0 <= iv_i;
      if (iv_turn_i) begin
        bytes_0 <= '0;
        bytes_0[4:0] <= iv_bytes_i;
      end
      user_0 <= user_i;
    end
  end

  // Counted a cycle after they move on, from registers: in time for the second stage behind this.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {whole_aad_q, whole_text_q, word_aad_q, word_text_q} <= '0;
    end else begin
      whole_aad_q <= go && valid_0 && aad_0 && !iv_0 && bytes_0[BYTE_BITS-1];
      whole_text_q <= go && text_0 && bytes_0[BYTE_BITS-1];
      word_aad_q <= go && valid_0 && aad_0 && !iv_0;
      word_text_q <= go && text_0;
    end
  end

  roundel_byte_count #(
    .WordBytesBits(REST_BITS)
  ) u_aad_bytes (
    .clk_i(clk_i),
    .clear_i(go && again_q),
    .whole_i(whole_aad_q),
    .word_i(word_aad_q),
    .rest_i(bytes_1[REST_BITS-1:0]),
    .bytes_o(aad_bytes)
  );
  roundel_byte_count #(
    .WordBytesBits(REST_BITS)
  ) u_text_bytes (
    .clk_i(clk_i),
    .clear_i(go && again_q),
    .whole_i(whole_text_q),
    .word_i(word_text_q),
    .rest_i(bytes_1[REST_BITS-1:0]),
    .bytes_o(text_bytes)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      anew_q <= 1'b1;
    end else if (zeroise_i) begin
      first_q <= 1'b1;
      anew_q <= 1'b1;
    end else if (go) begin
      first_q <= valid_0 && last_0 && !iv_0;
      anew_q <= finish_0;
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_offset
    localparam int FIRST = k + 1;
    logic [16:0] sum;
    assign sum = {1'b0, offset_q[16*k+:16]} + (text_0 ? 17'(Lanes) : 17'd0);

    // Both may begin anew whether that moves on or not: it has no number.
    always_ff @(posedge clk_i) begin
      if (first_q) begin
        offset_q[16*k+:16] <= FIRST[15:0];
        carry_q[k] <= 1'b0;
      end else if (go) begin
        offset_q[16*k+:16] <= sum[15:0];
        carry_q[k] <= sum[16];
      end
    end

    always_ff @(posedge clk_i) begin
      if (anew_q) begin
        upper_q[16*k+:16] <= '0;
      end else if (go) begin
        upper_q[16*k+:16] <= upper_q[16*k+:16] + 16'(carry_q[k]);
      end
    end
  end

  // ---- Three stages in front of the lanes: counters are added in halves -------------------------
  logic valid_1, valid_2, valid_3;
  logic [2:0] kind_1, kind_2, kind_3;
  logic finish_1;
  logic decrypt_1, decrypt_2, decrypt_3, last_1, last_2, last_3;
  logic [SLOT_BITS-1:0] slot_1, slot_2, slot_3;
  logic [BYTE_BITS-1:0] bytes_2, bytes_3;
  logic [COUNT_BITS-1:0] count_2, count_3;
  logic [15:0] rest_1;  // see roundel_byte_mask
  logic [Lanes-1:0] whole_1, part_1;
  logic [16*Lanes-1:0] keep_2;
  logic [128*Lanes-1:0] data_1, data_2, data_3, block_3;
  logic [UserBits-1:0] user_1, user_2, user_3;
  logic [127:0] start_1;
  logic [111:0] start_2;  // without the part that is added first
  logic [16*Lanes-1:0] offset_1;
  logic counts_1;  // it is not zero
  logic [17*Lanes-1:0] low_2;
  logic [16*Lanes-1:0] high_2;

  assign go = !valid_3 || ready_i;

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
      valid_1 <= (valid_0 && (!none_0 || text_q)) || finish_0 || request_0;
      valid_2 <= valid_1;
      valid_3 <= valid_2;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      kind_1 <= finish_0 ? roundel_ghash_pkg::GCM_FINISH : request_0 ?
          roundel_ghash_pkg::GCM_HASH_KEY
          : iv_0 ? roundel_ghash_pkg::GCM_IV : aad_0 ? roundel_ghash_pkg::GCM_AAD :
              roundel_ghash_pkg::GCM_TEXT;
      decrypt_1 <= decrypt_0;
      slot_1 <= request_0 ? request_slot_i : slot_0;
      last_1 <= last_0;
      bytes_1 <= finish_0 ? BYTE_BITS'(16) : bytes_0;
      start_1 <= start_0 & {128{!request_0}};
      offset_1 <= offset_q & {16 * Lanes{valid_0}};
      counts_1 <= valid_0;
      finish_1 <= finish_0;
      data_1 <= data_0;
      if (iv_0) begin
        data_1[128*Lanes-1-:128] <= iv_block_0;
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
      count_2 <= bytes_1[BYTE_BITS-1:4];
      if (bytes_1[3:0] != '0) begin
        count_2 <= bytes_1[BYTE_BITS-1:4] + 1'b1;
      end
      count_3 <= count_2;
      start_2 <= start_1[127:16];
      data_2 <= data_1;
      // The length block. Its bytes of zeros are not kept; no set/reset for the bits.
      if (finish_1) begin
        data_2[128*Lanes-26-:36] <= aad_bytes;
        data_2[128*Lanes-90-:36] <= text_bytes;
      end
      for (int half = 0; half < 2; half++) begin
        data_2[128*Lanes-64*half-25] <= data_1[128*Lanes-64*half-25] && !finish_1;
        data_2[128*Lanes-64*half-62-:3] <= data_1[128*Lanes-64*half-62-:3] & {3{!finish_1}};
      end
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_counter
    always_ff @(posedge clk_i) begin
      if (go) begin
        low_2[17*k+:17] <= {1'b0, start_1[15:0]} + {1'b0, offset_1[16*k+:16]};
        high_2[16*k+:16] <= upper_q[16*k+:16] & {16{counts_1}};
        block_3[128*(Lanes-1-k)+:128] <= {start_2[111:16],
            start_2[15:0] + high_2[16*k+:16] + {15'd0, low_2[17*k+16]}, low_2[17*k+:16]};
      end
    end
  end

  // Not a comparison for each byte: that would be a carry chain for each.
  always_ff @(posedge clk_i) begin
    if (go) begin
      rest_1 <= ~(16'hffff << bytes_0[3:0]);
      for (int k = 0; k < Lanes; k++) begin
        whole_1[k] <= finish_0 ? k == 0 : bytes_0[BYTE_BITS-1:4] > COUNT_BITS'(k);
        part_1[k] <= !finish_0 && bytes_0[BYTE_BITS-1:4] == COUNT_BITS'(k);
        for (int b = 0; b < 16; b++) begin
          keep_2[16*k+b] <= (whole_1[k] || (part_1[k] && rest_1[b]))
              && !(finish_1 && k == 0 && b % 8 < 3);
        end
      end
      for (int b = 0; b < 16 * Lanes; b++) begin
        data_3[128*Lanes-1-8*b-:8] <= data_2[128*Lanes-1-8*b-:8] & {8{keep_2[b]}};
      end
    end
  end

  assign valid_o = valid_3;
  assign kind_o = kind_3;
  assign decrypt_o = decrypt_3;
  assign last_o = last_3;
  assign slot_o = slot_3;
  assign bytes_o = bytes_3;
  assign count_o = count_3;
  assign user_o = user_3;
  assign data_o = data_3;
  assign block_o = block_3;

endmodule : roundel_gcm_front
