// SPDX-License-Identifier: Apache-2.0
//
// Converts the words of roundel_chain to AXI4-Stream: a stream of text and a stream of
// results, for streams in any order. roundel_packet_sink is the module for packets in order.
//
// Interface. Words come without back-pressure; each word spends credits from this module. A word
// takes one credit of text (`text_credit_o`, `text_taken_i`); the word with `end_i`, one in a
// packet, also takes one credit of packets (`packet_credit_o`, `packet_taken_i`). Text and results
// are ready/valid streams. A word with `silent_i` leaves the FIFO without a beat of text; `last_i`
// marks the last beat. Reset: asynchronous. `clear_i` resets the
// credits, `wipe_i` clears the FIFOs; `busy_o` is high meanwhile.
//
// Tags. With HasTag a word with `end_i` and `tagged_i` has a tag, `tag_i`. With `verify_i` the
// packet is right if the word is zero. A packet with an error, and a wrong packet, have no tag.
//
// Method. One FIFO for text and one for results, each with a credit counter for the free entries.

module roundel_interleaved_sink #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int TextDepth = 18,  // words of text, as in roundel_fifo
  parameter int PacketDepth = 18,  // results, as in roundel_fifo
  parameter int UserBits = 1,  // user bits of a word
  parameter bit HasTag = 1'b0,  // CMAC or CCM
  parameter bit BlockRam = 1'b1  // FIFOs in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic wipe_i,  // only in cycles with clear_i
  output logic busy_o,

  output logic text_credit_o,
  input  logic text_taken_i,
  output logic packet_credit_o,
  input  logic packet_taken_i,

  input  logic valid_i,
  input  logic last_i,  // last beat of text
  input  logic end_i,  // the packet has ended
  input  logic silent_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic [4:0] bytes_i,
  input  logic [127:0] data_i,  // byte 0 in the top bits
  input  logic [UserBits-1:0] user_i,
  input  logic [2:0] error_i,
  input  logic [UserBits-1:0] command_user_i,
  input  logic tagged_i,
  input  logic verify_i,
  input  logic [127:0] tag_i,  // byte 0 in the top bits

  output logic beat_valid_o,
  input  logic beat_ready_i,
  output logic [127:0] beat_data_o,  // byte 0 in the low bits
  output logic [15:0] beat_keep_o,
  output logic beat_last_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_o,
  output logic [UserBits-1:0] beat_user_o,

  output logic result_valid_o,
  input  logic result_ready_i,
  output logic result_ok_o,
  output logic [2:0] result_error_o,
  output logic [127:0] result_tag_o,  // byte 0 in the low bits
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] result_id_o,
  output logic [UserBits-1:0] result_user_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);

  logic text_busy, result_busy;
  assign busy_o = text_busy || result_busy;

  // ---- Text -------------------------------------------------------------------------------------
  logic text_free, shown, silent;
  logic [127:0] shown_data;
  logic [4:0] shown_bytes;

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(TextDepth)),
    .StartFull(1)
  ) u_text_credits (
    .clk_i, .clear_i,
    .give_i(text_free),
    .take_i(text_taken_i),
    .any_o(text_credit_o)
  );

  roundel_fifo #(
    .Width(1 + STREAM_BITS + UserBits + 1 + 5 + 128),
    .Depth(TextDepth),
    .Registered(1),
    .BlockRam(BlockRam)
  ) u_text (
    .clk_i, .rst_ni,
    .clear_i(wipe_i),
    .busy_o(text_busy),
    .push_i(valid_i),
    .data_i({silent_i, stream_i, user_i, last_i, bytes_i, data_i}),
    .free_o(text_free),
    .valid_o(shown),
    .ready_i(beat_ready_i || silent),
    .data_o({silent, beat_id_o, beat_user_o, beat_last_o, shown_bytes, shown_data})
  );

  assign beat_valid_o = shown && !silent;
  assign beat_keep_o = ~(16'hffff << shown_bytes);
  for (genvar b = 0; b < 16; b++) begin : gen_byte
    assign beat_data_o[8*b+:8] = shown_data[127-8*b-:8];
  end

  // ---- Results ----------------------------------------------------------------------------------
  // A result in the FIFO.
  typedef struct packed {
    logic                   ok;
    logic [2:0]             error;
    logic [STREAM_BITS-1:0] stream;
    logic [UserBits-1:0]    user;
  } result_t;

  localparam int RESULT_BITS = 1 + 3 + STREAM_BITS + UserBits;
  localparam int TAG_BITS = HasTag ? 128 : 1;

  logic result_free, pushed;
  result_t arrived, result, shown_result;
  logic [TAG_BITS-1:0] tag, shown_tag;

  assign arrived.ok = error_i == roundel_stream_pkg::ERROR_NONE;
  assign arrived.error = error_i;
  assign arrived.stream = stream_i;
  assign arrived.user = command_user_i;

  // The comparison of a tag, in two stages.
  if (HasTag) begin : gen_tag
    result_t result_1_q, result_2_q;
    logic valid_1_q, valid_2_q, tagged_1_q, verify_1_q;
    logic [31:0] differs_1_q;  // nibbles of the word that are not zero
    logic [127:0] tag_1_q, tag_2_q;
    logic good;

    assign good = result_1_q.ok && !(verify_1_q && differs_1_q != '0);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {valid_1_q, valid_2_q} <= '0;
      end else if (clear_i) begin
        {valid_1_q, valid_2_q} <= '0;
      end else begin
        {valid_1_q, valid_2_q} <= {valid_i && end_i, valid_1_q};
      end
    end
    always_ff @(posedge clk_i) begin
      result_1_q <= arrived;
      tagged_1_q <= tagged_i;
      verify_1_q <= tagged_i && verify_i;
      tag_1_q <= tag_i;
      for (int n = 0; n < 32; n++) begin
        differs_1_q[n] <= data_i[4*n+:4] != '0;
      end
      result_2_q <= result_1_q;
      result_2_q.ok <= good;
      tag_2_q <= tag_1_q & {128{tagged_1_q && good}};
    end
    assign pushed = valid_2_q;
    assign result = result_2_q;
    assign tag = tag_2_q;
    for (genvar b = 0; b < 16; b++) begin : gen_byte
      assign result_tag_o[8*b+:8] = shown_tag[127-8*b-:8];
    end
  end else begin : gen_no_tag
    logic unused_tag;
    assign unused_tag = ^{tagged_i, verify_i, tag_i, shown_tag};
    assign pushed = valid_i && end_i;
    assign result = arrived;
    assign tag = '0;
    assign result_tag_o = '0;
  end

  assign result_ok_o = shown_result.ok;
  assign result_error_o = shown_result.error;
  assign result_id_o = shown_result.stream;
  assign result_user_o = shown_result.user;

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(PacketDepth)),
    .StartFull(1)
  ) u_packet_credits (
    .clk_i, .clear_i,
    .give_i(result_free),
    .take_i(packet_taken_i),
    .any_o(packet_credit_o)
  );

  roundel_fifo #(
    .Width(RESULT_BITS + TAG_BITS),
    .Depth(PacketDepth),
    .Registered(1),
    .BlockRam(BlockRam)
  ) u_results (
    .clk_i, .rst_ni,
    .clear_i(wipe_i),
    .busy_o(result_busy),
    .push_i(pushed),
    .data_i({result, tag}),
    .free_o(result_free),
    .valid_o(result_valid_o),
    .ready_i(result_ready_i),
    .data_o({shown_result, shown_tag})
  );

endmodule : roundel_interleaved_sink
