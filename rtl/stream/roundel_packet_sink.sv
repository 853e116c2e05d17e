// SPDX-License-Identifier: Apache-2.0
//
// Queues of text and results between a mode and AXI4-Stream, and the credits for both.
//
// Text. `text_i` is pushed without back-pressure, so a word of text needs a credit. A user that
// takes text in this cycle saw `text_credit_o` high in the cycle before, and reports with
// `text_taken_i` in the next cycle. Beats out: valid and ready.
//
// Results. `begin_i` takes a packet credit. `end_i` pushes the end of a packet, in the order of
// packets. The result follows: at once if `waits` is low, else when the packet's tag arrives
// (`tag_valid_i`, HasTag = 1) or its last text (HasTag = 0). With HasTag and HasOther, a packet
// whose end has no `has_tag` waits for its last text, with `text_other_i`. `done_o` pulses as the
// end is joined with its tag. Results out: valid and ready, one in two cycles.
//
//   cycle          0     1     2 ... 7     8
//   end_i         _/^^^^^\________________________
//   tag_valid_i   _/^^^^^\________________________
//   done_o        _____________ .. /^^^^^\________    FIFO latencies after the later of the two
//   result_valid_o                 five stages and 1 FIFO latency after done_o
//
// A tag is right if its first `tag_bytes` bytes equal those of the expected tag. The comparison
// takes the same five cycles for every tag. The tag of a packet with an error, or of a decrypted
// packet with a wrong tag, is shown as 0.
//
// Reset and `zeroise_i` (1 cycle) clear all queues while `busy_o`. In that time credits are low;
// the user gives `tag_i` = 0, except in the first five cycles. An expected tag is no secret.

module roundel_packet_sink #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter bit HasTag = 1'b1,  // packets have a tag
  parameter bit HasOther = 1'b0,  // with HasTag: packets without a tag come too
  parameter bit HasDrop = 1'b1,  // text_drop_i is in use
  parameter int TextDepth = 18,  // words of text: see roundel_fifo
  parameter int PacketDepth = 18,  // packets under way: see roundel_fifo
  parameter int UserBits = 1,  // bits beside a beat and beside a packet
  parameter bit BlockRam = 1'b1  // memory of the FIFOs: see roundel_fifo
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        zeroise_i,
  output logic                                        busy_o,  // the FIFOs are being cleared

  output logic                                        text_credit_o,
  input  logic                                        text_taken_i,
  output logic                                        packet_credit_o,
  input  logic                                        begin_i,

  input  logic                                        text_valid_i,
  input  logic                                        text_last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  text_bytes_i,
  input  logic [                       128*Lanes-1:0] text_i,  // byte 0 in the top bits
  input  logic [                        UserBits-1:0] text_user_i,
  input  logic                                        text_drop_i,  // the word is not shown
  input  logic                                        text_other_i,  // of a packet without a tag

  input  logic                                        end_i,
  input  logic [roundel_stream_pkg::packet_end_bits(UserBits)-1:0] end_packet_i,  // packet_end_t

  input  logic                                        tag_valid_i,
  input  logic [                               127:0] tag_i,
  output logic                                        done_o,

  output logic                                        beat_valid_o,
  input  logic                                        beat_ready_i,
  output logic [                       128*Lanes-1:0] beat_data_o,  // byte 0 in the low bits
  output logic [                        16*Lanes-1:0] beat_keep_o,
  output logic                                        beat_last_o,
  output logic [                        UserBits-1:0] beat_user_o,

  output logic                                        result_valid_o,
  input  logic                                        result_ready_i,
  output logic                                        result_ok_o,
  output logic [                                 2:0] result_error_o,
  output logic [                               127:0] result_tag_o,  // byte 0 in the top bits
  output logic [                        UserBits-1:0] result_user_o
);

  localparam int BYTES = 16 * Lanes;
  localparam int FOURS = BYTES / 4;
  localparam int END_BITS = roundel_stream_pkg::packet_end_bits(UserBits);
  `include "roundel_packet_end_types.svh"

  // A clear ends when every FIFO is empty. The FIFOs are far from each other on a die, so busy_o
  // comes from registers.
  logic text_busy, end_busy, tag_busy, result_busy, clear_q, zeroise_q, clearing_q;
  assign busy_o = clear_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      zeroise_q <= 1'b1;
      clearing_q <= 1'b1;
    end else begin
      clear_q <= zeroise_i || zeroise_q || clearing_q;
      zeroise_q <= zeroise_i;
      clearing_q <= text_busy || end_busy || tag_busy || result_busy;
    end
  end

  // ---- Text -------------------------------------------------------------------------------------
  logic text_free, out_valid, out_dropped, out_drop;
  logic [128*Lanes-1:0] out_data;
  // The bytes of a word that count, by groups of four: which groups are whole, and a mask of the
  // first three bytes of the next group. A few more bits than the number of bytes save 1 LUT in
  // front of beat_keep_o.
  logic [FOURS-1:0] text_whole, out_whole;
  logic [2:0] text_part, out_part;
  logic [FOURS-1:0] out_begun;  // groups behind whole groups only
  assign out_drop = HasDrop && out_dropped;
  assign out_begun = {out_whole[FOURS-2:0], 1'b1};

  for (genvar f = 0; f < FOURS; f++) begin : gen_whole
    localparam int ALL = 4 * f + 4;
    assign text_whole[f] = text_bytes_i >= ALL[roundel_prim_pkg::index_bits(BYTES+1)-1:0];
  end
  for (genvar b = 0; b < 3; b++) begin : gen_part
    localparam int FEWER = b;
    assign text_part[b] = text_bytes_i[1:0] > FEWER[1:0];
  end

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(TextDepth)),
    .StartFull(1'b1),
    .GrantLatency(2)
  ) u_text_credits (
    .clk_i,
    .clear_i(clear_q),
    .give_i(text_free),
    .take_i(text_taken_i),
    .any_o(text_credit_o)
  );

  roundel_fifo #(
    .Width(UserBits + 2 + FOURS + 3 + 128 * Lanes),
    .Depth(TextDepth),
    .Registered(1'b1),
    .BlockRam(BlockRam)
  ) u_text (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(text_busy),
    .push_i(text_valid_i),
    .data_i({text_drop_i, text_user_i, text_last_i, text_whole, text_part, text_i}),
    .free_o(text_free),
    .valid_o(out_valid),
    .ready_i(beat_ready_i || out_drop),
    .data_o({out_dropped, beat_user_o, beat_last_o, out_whole, out_part, out_data})
  );

  assign beat_valid_o = out_valid && !out_drop;
  for (genvar f = 0; f < FOURS; f++) begin : gen_four
    assign beat_keep_o[4*f+:4] =
        {4{out_whole[f]}} | ({4{out_begun[f]}} & {1'b0, out_part});
  end
  for (genvar b = 0; b < BYTES; b++) begin : gen_byte
    assign beat_data_o[8*b+:8] = out_data[128*Lanes-1-8*b-:8];
  end

  // ---- Ends wait for their tags -----------------------------------------------------------------
  logic end_free, end_valid, head_take;
  logic unused_bits;
  packet_end_t end_packet, pushed, head_q;  // pushed: without a tag where nothing is compared
  logic [END_BITS-1:0] end_word;
  logic head_empty_q;  // the register of the oldest end is empty
  logic head_valid;
  logic arrived;  // what the oldest end waits for is here
  logic text_arrived;  // the last text of a packet without a tag is here
  logic [127:0] tag;

  assign end_packet = end_packet_i;

  // A refused packet has no tag: the tags of later packets wait for its end.
  if (HasTag) begin : gen_tags
    logic tag_free, tag_arrived;
    assign arrived = (HasOther && !head_q.has_tag) ? text_arrived : tag_arrived;
    assign pushed = end_packet;
    assign unused_bits = ^{end_free, tag_free};

    roundel_fifo #(
      .Width(128),
      .Depth(PacketDepth),
      .Registered(1'b1),
      .BlockRam(BlockRam),
      .InputZeroWhenBusy(1'b1)
    ) u_tags (
      .clk_i, .rst_ni,
      .clear_i(zeroise_i),
      .busy_o(tag_busy),
      .push_i(tag_valid_i),
      .data_i(tag_i),
      .free_o(tag_free),
      .valid_o(tag_arrived),
      .ready_i(head_valid && head_q.waits && (head_q.has_tag || !HasOther)),
      .data_o(tag)
    );
  end else begin : gen_no_tags
    assign tag_busy = 1'b0;
    assign tag = '0;
    assign arrived = text_arrived;
    assign pushed.waits = end_packet.waits;
    assign pushed.has_tag = 1'b0;
    assign pushed.error = end_packet.error;
    assign pushed.decrypt = end_packet.decrypt;
    assign pushed.tag_bytes = '0;
    assign pushed.tag = '0;
    assign pushed.user = end_packet.user;

    assign unused_bits = ^{end_free, tag_valid_i, tag_i, end_packet.tag_bytes, end_packet.tag,
                           end_packet.has_tag};
  end

  if (!HasTag || HasOther) begin : gen_last_texts
    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::fifo_credits(PacketDepth)),
      .StartFull(1'b0)
    ) u_arrived (
      .clk_i,
      .clear_i(zeroise_i || end_busy),
      .give_i(text_valid_i && text_last_i && (text_other_i || !HasTag)),
      .take_i(head_valid && head_q.waits && (!head_q.has_tag || !HasTag)),
      .any_o(text_arrived)
    );
  end else begin : gen_no_last_texts
    logic unused_other;
    assign unused_other = text_other_i;
    assign text_arrived = 1'b0;
  end

  roundel_fifo #(
    .Width(END_BITS),
    .Depth(PacketDepth),
    .Registered(1'b1),
    .BlockRam(BlockRam),
    .InputZeroWhenBusy(1'b1)
  ) u_ends (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(end_busy),
    .push_i(end_i),
    .data_i(pushed),
    .free_o(end_free),
    .valid_o(end_valid),
    .ready_i(head_empty_q),
    .data_o(end_word)
  );

  // The oldest end. The register empties before it is filled again: one end in two cycles, and the
  // wide enable comes from a register.
  assign head_valid = !head_empty_q;
  assign head_take = head_valid && (!head_q.waits || arrived);
  assign done_o = head_take;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_empty_q <= 1'b1;
    end else if (zeroise_i) begin
      head_empty_q <= 1'b1;
    end else begin
      head_empty_q <= head_empty_q ? !end_valid : head_take;
    end
  end
  always_ff @(posedge clk_i) begin
    if (head_empty_q) begin
      head_q <= end_word;
    end
  end

  // ---- The comparison of a tag, in five stages --------------------------------------------------
  logic [5:1] valid_q;
  logic decrypt_1_q, decrypt_2_q, decrypt_3_q;
  logic failed_1_q, failed_2_q, failed_3_q;  // the packet has an error
  logic [2:0] error_1_q, error_2_q, error_3_q, error_4_q, error_5_q;
  logic [4:0] tag_bytes_1_q;
  logic [127:0] tag_1_q, tag_2_q, tag_3_q, tag_4_q, tag_5_q, expected_1_q;
  logic [15:0] compared_2_q;  // bytes that are compared
  logic [63:0] differs_2_q;  // bit k: the tags differ in pair k of bits, from the top
  logic [15:0] differs_3_q;  // bit k: the tags differ in byte k
  logic [UserBits-1:0] user_1_q, user_2_q, user_3_q, user_4_q, user_5_q;
  logic hide_4_q, ok_5_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else if (zeroise_i) begin
      valid_q <= '0;
    end else begin
      valid_q <= {valid_q[4:1], head_take};
    end
  end

  always_ff @(posedge clk_i) begin
    decrypt_1_q <= head_q.decrypt;
    failed_1_q <= head_q.error != roundel_stream_pkg::ERROR_NONE;
    error_1_q <= head_q.error;
    tag_bytes_1_q <= head_q.tag_bytes;
    tag_1_q <= tag & {128{!HasOther || head_q.has_tag}};
    expected_1_q <= head_q.tag;
    user_1_q <= head_q.user;

    decrypt_2_q <= decrypt_1_q;
    failed_2_q <= failed_1_q;
    error_2_q <= error_1_q;
    tag_2_q <= tag_1_q;
    user_2_q <= user_1_q;
    compared_2_q <= ~(16'hffff << tag_bytes_1_q);
    for (int p = 0; p < 64; p++) begin
      differs_2_q[p] <= tag_1_q[127-2*p-:2] != expected_1_q[127-2*p-:2];
    end

    decrypt_3_q <= decrypt_2_q;
    failed_3_q <= failed_2_q || clear_q;  // a result that is written to clear the FIFO is not ok
    error_3_q <= error_2_q;
    tag_3_q <= tag_2_q;
    user_3_q <= user_2_q;
    for (int b = 0; b < 16; b++) begin
      differs_3_q[b] <= differs_2_q[4*b+:4] != '0 && compared_2_q[b];
    end

    hide_4_q <= failed_3_q || (decrypt_3_q && differs_3_q != '0);
    error_4_q <= error_3_q;
    tag_4_q <= tag_3_q;
    user_4_q <= user_3_q;

    ok_5_q <= !hide_4_q;
    error_5_q <= error_4_q;
    tag_5_q <= tag_4_q & ~{128{hide_4_q}};
    user_5_q <= user_4_q;
  end

  // ---- Results ----------------------------------------------------------------------------------
  logic result_free;

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(PacketDepth)),
    .StartFull(1'b1)
  ) u_packet_credits (
    .clk_i,
    .clear_i(clear_q),
    .give_i(result_free),
    .take_i(begin_i),
    .any_o(packet_credit_o)
  );

  roundel_fifo #(
    .Width(1 + 3 + 128 + UserBits),
    .Depth(PacketDepth),
    .Registered(1'b1),
    .BlockRam(BlockRam),
    .InputZeroWhenBusy(1'b1)
  ) u_results (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(result_busy),
    .push_i(valid_q[5]),
    .data_i({ok_5_q, error_5_q, tag_5_q, user_5_q}),
    .free_o(result_free),
    .valid_o(result_valid_o),
    .ready_i(result_ready_i),
    .data_o({result_ok_o, result_error_o, result_tag_o, result_user_o})
  );

endmodule : roundel_packet_sink
