// SPDX-License-Identifier: Apache-2.0
//
// Decides which of many streams may start a word, where each stream has a queue of words and at
// most one word in the ring.
//
// Interface. The user numbers the words of a stream from 0, modulo
// 2^roundel_stream_pkg::chain_number_bits(), and keeps at most Depth outstanding words.
//   - `word_i`: the word of the given stream and number is stored.
//   - `back_i`: the started word of the given stream and number has returned.
// Each word starts once, 2 cycles after the later of two events: its store, and the return of the
// word before. The start is on `new_o` if the store was later, on `next_o` if the return was later.
// Both may start a word of different streams in the same cycle. Reset: asynchronous. `clear_i`
// forgets all words; `busy_o` is high meanwhile, for Streams cycles, and no event may come.
//
// Method. Two small memories hold, for each stream, the number of stored words and the number of
// returned words. A stored word starts if all words before have returned. A return starts the next
// word if already stored. If both events of a stream come in the same cycle, the return counts
// the word and the word does not count the return: exactly one event starts the word.

`include "roundel_contract.svh"

module roundel_chain_ready #(
  parameter int Streams = 64,  // a power of two
  parameter int Depth = 4  // words of a stream, a power of two
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic busy_o,

  input  logic word_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] word_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] word_number_i,

  input  logic back_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_i,

  output logic new_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] new_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] new_number_o,

  output logic next_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] next_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] next_number_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);

  logic wipe;
  logic [STREAM_BITS-1:0] wipe_index;
  logic [NUMBER_BITS-1:0] word_next, back_next;
  assign busy_o = wipe;
  assign word_next = word_number_i + 1'b1;
  assign back_next = back_number_i + 1'b1;

  roundel_memory_clear #(.Words(Streams)) u_wipe (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- Counts of stored and of returned words ---------------------------------------------------
  logic [NUMBER_BITS-1:0] stored, returned;

  roundel_lut_ram #(.Words(Streams), .Width(NUMBER_BITS)) u_stored (
    .clk_i,
    .write_i(word_i || wipe),
    .write_index_i(wipe ? wipe_index : word_stream_i),
    .write_word_i(wipe ? '0 : word_next),
    .read_index_i(back_stream_i),
    .word_o(stored)
  );

  roundel_lut_ram #(.Words(Streams), .Width(NUMBER_BITS)) u_returned (
    .clk_i,
    .write_i(back_i || wipe),
    .write_index_i(wipe ? wipe_index : back_stream_i),
    .write_word_i(wipe ? '0 : back_next),
    .read_index_i(word_stream_i),
    .word_o(returned)
  );

  // Stage 1: the events and the counts. Stage 2: the outputs.
  logic word_q, back_q;
  logic together_q;  // word and return of the same stream
  logic [STREAM_BITS-1:0] word_stream_q, back_stream_q;
  logic new_q, next_q;
  logic [STREAM_BITS-1:0] new_stream_q, next_stream_q;
  logic [NUMBER_BITS-1:0] new_number_q, next_number_q;
  logic [NUMBER_BITS-1:0] word_number_q, returned_q, back_next_q, stored_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_q <= 1'b0;
      back_q <= 1'b0;
      new_q <= 1'b0;
      next_q <= 1'b0;
    end else if (clear_i) begin
      word_q <= 1'b0;
      back_q <= 1'b0;
      new_q <= 1'b0;
      next_q <= 1'b0;
    end else begin
      word_q <= word_i;
      back_q <= back_i;
      new_q <= word_q && returned_q == word_number_q;
      next_q <= back_q && (together_q || stored_q != back_next_q);
    end
  end

  always_ff @(posedge clk_i) begin
    word_stream_q <= word_stream_i;
    word_number_q <= word_number_i;
    returned_q <= returned;
    back_stream_q <= back_stream_i;
    back_next_q <= back_next;
    stored_q <= stored;
    together_q <= word_i && word_stream_i == back_stream_i;
    new_stream_q <= word_stream_q;
    new_number_q <= word_number_q;
    next_stream_q <= back_stream_q;
    next_number_q <= back_next_q;
  end

  assign new_o = new_q;
  assign new_stream_o = new_stream_q;
  assign new_number_o = new_number_q;
  assign next_o = next_q;
  assign next_stream_o = next_stream_q;
  assign next_number_o = next_number_q;

  // No event while the counts are cleared.
  `ROUNDEL_CONTRACT(no_event_while_busy, clk_i, rst_ni, !busy_o || clear_i || !(word_i || back_i))

endmodule : roundel_chain_ready
