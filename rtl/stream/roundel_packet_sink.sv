// SPDX-License-Identifier: Apache-2.0
//
// What comes out of a mode, to AXI4-Stream: text and results, each behind a queue that takes what
// the mode cannot hold back.
//
// Text. `text_i` comes as it comes; the credits that roundel_packet_source needs for it are given
// here: `text_credit_o` while there is one for a word of the next cycle, `text_taken_i` says a
// cycle after that word that it was taken.
//
// Results. Packets end in order, `end_i` with what the source knows of them; a result follows at
// once if nothing more is to come (`end_waits_i`), else when its tag does (`tag_valid_i`), or its
// last text where there are no tags. A tag is right if its first bytes, as many as the command
// says, are those that it expects. Of a packet with an error, and of one whose tag is not right,
// the tag is not shown. `done_o` says that a packet is over, `packet_credit_o` that another may
// begin (`begin_i`).
//
// `zeroise_i` clears all of it while `busy_o`, in which `tag_i` is zero but for the first five
// cycles. The tag that an end compares with is no secret.

module roundel_packet_sink #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int HasTag = 1,  // whether packets have a tag
  parameter int HasDrop = 1,  // whether words come with text_drop_i
  parameter int TextDepth = 18,  // words of text: see roundel_fifo
  parameter int PacketDepth = 18,  // packets under way: see roundel_fifo
  parameter int UserBits = 1,
  parameter int BlockRam = 1  // of the queues: see roundel_fifo
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        zeroise_i,
  output logic                                        busy_o,  // its queues are being cleared

  output logic                                        text_credit_o,
  input  logic                                        text_taken_i,
  output logic                                        packet_credit_o,
  input  logic                                        begin_i,

  input  logic                                        text_valid_i,
  input  logic                                        text_last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  text_bytes_i,
  input  logic [                       128*Lanes-1:0] text_i,  // byte 0 in the top bits
  input  logic [                        UserBits-1:0] text_user_i,
  input  logic                                        text_drop_i,  // not to be given out

  input  logic                                        end_i,
  input  logic                                        end_waits_i,
  input  logic [                                 2:0] end_error_i,
  input  logic                                        end_decrypt_i,
  input  logic [                                 4:0] end_tag_bytes_i,
  input  logic [                               127:0] end_tag_i,
  input  logic [                        UserBits-1:0] end_user_i,

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
  localparam int END_BITS = 1 + 3 + 1 + 5 + 128 + UserBits;

  // Credits come when every queue is empty. From a register, as they are far from each other.
  logic text_busy, end_busy, tag_busy, result_busy, clear_q, zeroise_q, wipes_q;
  assign busy_o = clear_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      zeroise_q <= 1'b1;
      wipes_q <= 1'b1;
    end else begin
      clear_q <= zeroise_i || zeroise_q || wipes_q;
      zeroise_q <= zeroise_i;
      wipes_q <= text_busy || end_busy || tag_busy || result_busy;
    end
  end

  // ---- Text -------------------------------------------------------------------------------------
  logic text_free, out_valid, out_dropped, out_drop;
  logic [128*Lanes-1:0] out_data;
  // The bytes that count: fours that are whole, and how many of the one behind, as ones from 0 on.
  // A few bits more than their number, for a LUT less on the way to beat_keep_o.
  logic [FOURS-1:0] text_whole, out_whole;
  logic [2:0] text_part, out_part;
  logic [FOURS-1:0] out_begun;  // fours that have whole ones alone in front
  assign out_drop = HasDrop != 0 && out_dropped;
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
    .StartFull(1),
    .GrantLatency(2)
  ) u_text_credits (
    .clk_i(clk_i),
    .clear_i(clear_q),
    .give_i(text_free),
    .take_i(text_taken_i),
    .any_o(text_credit_o)
  );

  roundel_fifo #(
    .Width(UserBits + 2 + FOURS + 3 + 128 * Lanes),
    .Depth(TextDepth),
    .Registered(1),
    .BlockRam(BlockRam != 0)
  ) u_text (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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

  // ---- Ends of packets wait for their tags ------------------------------------------------------
  logic unused_end_free, end_valid, head_take;
  logic [END_BITS-1:0] end_word, head_q;
  logic head_valid;  // an end is in a register of its own, which is full
  logic head_empty_q;  // it is not
  logic head_waits, head_decrypt;
  logic [2:0] head_error;
  logic [4:0] head_tag_bytes;
  logic [127:0] head_tag;
  logic [UserBits-1:0] head_user;

  // A tag waits for the ends of refused packets in front of its own, the last text of a short
  // pipeline for its packet's.
  logic arrived;
  logic [127:0] tag;
  if (HasTag != 0) begin : gen_tags
    logic unused_tag_free;
    roundel_fifo #(
      .Width(128),
      .Depth(PacketDepth),
      .Registered(1),
      .BlockRam(BlockRam != 0),
      .InputZeroWhenBusy(1)
    ) u_tags (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(zeroise_i),
      .busy_o(tag_busy),
      .push_i(tag_valid_i),
      .data_i(tag_i),
      .free_o(unused_tag_free),
      .valid_o(arrived),
      .ready_i(head_valid && head_waits),
      .data_o(tag)
    );
  end else begin : gen_no_tags
    assign tag_busy = 1'b0;
    assign tag = '0;
    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::fifo_credits(PacketDepth)),
      .StartFull(0)
    ) u_arrived (
      .clk_i(clk_i),
      .clear_i(zeroise_i || end_busy),
      .give_i(text_valid_i && text_last_i),
      .take_i(head_valid && head_waits),
      .any_o(arrived)
    );

    logic unused_tag;
    assign unused_tag = ^{tag_valid_i, tag_i};
  end

  // Without tags nothing is compared.
  logic [4:0] tag_bytes;
  logic [127:0] expected;
  assign tag_bytes = (HasTag != 0) ? end_tag_bytes_i : '0;
  assign expected = (HasTag != 0) ? end_tag_i : '0;

  logic unused_expected;
  assign unused_expected = ^{end_tag_bytes_i, end_tag_i};

  assign head_take = head_valid && (!head_waits || arrived);
  assign done_o = head_take;

  roundel_fifo #(
    .Width(END_BITS),
    .Depth(PacketDepth),
    .Registered(1),
    .BlockRam(BlockRam != 0),
    .InputZeroWhenBusy(1)
  ) u_ends (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(end_busy),
    .push_i(end_i),
    .data_i({end_waits_i, end_error_i, end_decrypt_i, tag_bytes, expected, end_user_i}),
    .free_o(unused_end_free),
    .valid_o(end_valid),
    .ready_i(head_empty_q),
    .data_o(end_word)
  );

  // One in two cycles, as packets come. What waits for a tag hangs on registers.
  assign {head_waits, head_error, head_decrypt, head_tag_bytes, head_tag, head_user} = head_q;
  assign head_valid = !head_empty_q;
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

  // ---- Five cycles to compare a tag -------------------------------------------------------------
  logic valid_1, valid_2, valid_3, valid_4, valid_5;
  logic decrypt_1, decrypt_2, decrypt_3, none_1, none_2, none_3;
  logic [2:0] error_1, error_2, error_3, error_4, error_5;
  logic [4:0] tag_bytes_1;
  logic [127:0] tag_1, tag_2, tag_3, tag_4, tag_5, expected_1;
  logic [15:0] compared_2;
  logic [63:0] differs_2;  // two bits each
  logic [15:0] differs_3;  // a byte each
  logic [UserBits-1:0] user_1, user_2, user_3, user_4, user_5;
  logic hide_4, ok_5;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
      valid_3 <= 1'b0;
      valid_4 <= 1'b0;
      valid_5 <= 1'b0;
    end else begin
      valid_1 <= head_take && !zeroise_i;
      valid_2 <= valid_1 && !zeroise_i;
      valid_3 <= valid_2 && !zeroise_i;
      valid_4 <= valid_3 && !zeroise_i;
      valid_5 <= valid_4 && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    decrypt_1 <= head_decrypt;
    none_1 <= head_error != roundel_stream_pkg::ERROR_NONE;
    error_1 <= head_error;
    tag_bytes_1 <= head_tag_bytes;
    tag_1 <= tag;
    expected_1 <= head_tag;
    user_1 <= head_user;

    decrypt_2 <= decrypt_1;
    none_2 <= none_1;
    error_2 <= error_1;
    tag_2 <= tag_1;
    user_2 <= user_1;
    compared_2 <= ~(16'hffff << tag_bytes_1);
    for (int p = 0; p < 64; p++) begin
      differs_2[p] <= tag_1[127-2*p-:2] != expected_1[127-2*p-:2];
    end

    decrypt_3 <= decrypt_2;
    none_3 <= none_2 || clear_q;  // what the results are cleared with is not right either
    error_3 <= error_2;
    tag_3 <= tag_2;
    user_3 <= user_2;
    for (int b = 0; b < 16; b++) begin
      differs_3[b] <= differs_2[4*b+:4] != '0 && compared_2[b];
    end

    hide_4 <= none_3 || (decrypt_3 && differs_3 != '0);
    error_4 <= error_3;
    tag_4 <= tag_3;
    user_4 <= user_3;

    ok_5 <= !hide_4;
    error_5 <= error_4;
    tag_5 <= tag_4 & ~{128{hide_4}};
    user_5 <= user_4;
  end

  // ---- Results ----------------------------------------------------------------------------------
  logic result_free;

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(PacketDepth)),
    .StartFull(1)
  ) u_packet_credits (
    .clk_i(clk_i),
    .clear_i(clear_q),
    .give_i(result_free),
    .take_i(begin_i),
    .any_o(packet_credit_o)
  );

  roundel_fifo #(
    .Width(1 + 3 + 128 + UserBits),
    .Depth(PacketDepth),
    .Registered(1),
    .BlockRam(BlockRam != 0),
    .InputZeroWhenBusy(1)
  ) u_results (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(result_busy),
    .push_i(valid_5),
    .data_i({ok_5, error_5, tag_5, user_5}),
    .free_o(result_free),
    .valid_o(result_valid_o),
    .ready_i(result_ready_i),
    .data_o({result_ok_o, result_error_o, result_tag_o, result_user_o})
  );

endmodule : roundel_packet_sink
