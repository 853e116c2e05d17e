// SPDX-License-Identifier: Apache-2.0
//
// Converts the words of roundel_chain to AXI4-Stream: a stream of text and a stream of
// results, for streams in any order. roundel_packet_sink is the module for packets in order.
//
// Interface. Words come without back-pressure; each word spends credits from this module. A word
// takes one credit of text (`text_credit_o`, `text_taken_i`); a last word also takes one credit of
// packets (`packet_credit_o`, `packet_taken_i`). Text and results are ready/valid streams. A word
// with `silent_i` leaves the FIFO without a beat of text. Reset: asynchronous. `clear_i` resets the
// credits, `wipe_i` clears the FIFOs; `busy_o` is high meanwhile.
//
// Method. One FIFO for text and one for results, each with a credit counter for the free entries.

module roundel_interleaved_sink #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int TextDepth = 18,  // words of text, as in roundel_fifo
  parameter int PacketDepth = 18,  // results, as in roundel_fifo
  parameter int UserBits = 1,  // user bits of a word
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
  input  logic last_i,
  input  logic silent_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic [4:0] bytes_i,
  input  logic [127:0] data_i,  // byte 0 in the top bits
  input  logic [UserBits-1:0] user_i,
  input  logic [2:0] error_i,
  input  logic [UserBits-1:0] command_user_i,

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
  logic result_free;

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
    .Width(1 + 3 + STREAM_BITS + UserBits),
    .Depth(PacketDepth),
    .Registered(1),
    .BlockRam(BlockRam)
  ) u_results (
    .clk_i, .rst_ni,
    .clear_i(wipe_i),
    .busy_o(result_busy),
    .push_i(valid_i && last_i),
    .data_i({error_i == roundel_stream_pkg::ERROR_NONE, error_i, stream_i, command_user_i}),
    .free_o(result_free),
    .valid_o(result_valid_o),
    .ready_i(result_ready_i),
    .data_o({result_ok_o, result_error_o, result_id_o, result_user_o})
  );

endmodule : roundel_interleaved_sink
