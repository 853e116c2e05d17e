// SPDX-License-Identifier: Apache-2.0
//
// Says which of many streams can go on, where each has a queue of words and may have one of them in
// a ring at a time: it needs a word, and the result of the one before. roundel_chain_ready_queue
// lets them wait for their turn.
//
// A stream's words are numbered from 0 (roundel_stream_pkg::chain_number_bits()); whoever stores
// them keeps to `Depth` that are not back. `word_i`: the word of this number is stored. `back_i`:
// the one of this number, which was started, is back. Each number is started once, two cycles after
// its word is stored or the number before is back, whichever is later: by `new_o` if that was the
// word, by `next_o` if it was the result.
//
// Method. A word that is stored is the next to start if all before it are back; a result that is
// back starts the next word if that is stored. Each of the two writes down how far it is and looks
// at the other's note. Of two in the same cycle the result sees the word's note, and the word does
// not see the result's: so one of them starts the word, and never both.
//
// `clear_i` forgets all; `busy_o` meanwhile, Streams cycles: neither word_i nor back_i.

module roundel_chain_ready #(
  parameter int Streams = 64,  // a power of two
  parameter int Depth = 4  // words of a stream, a power of two
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic                                         clear_i,
  output logic                                         busy_o,

  input  logic                                         word_i,
  input  logic [     roundel_prim_pkg::index_bits(Streams)-1:0] word_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] word_number_i,

  input  logic                                         back_i,
  input  logic [     roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_i,

  output logic                                         new_o,
  output logic [     roundel_prim_pkg::index_bits(Streams)-1:0] new_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] new_number_o,

  output logic                                         next_o,
  output logic [     roundel_prim_pkg::index_bits(Streams)-1:0] next_stream_o,
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

  roundel_memory_clear #(
    .Words(Streams)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- The two notes, and who reads them --------------------------------------------------------
  logic [NUMBER_BITS-1:0] stored, over;

  roundel_lut_ram #(
    .Words(Streams),
    .Width(NUMBER_BITS)
  ) u_stored (
    .clk_i(clk_i),
    .write_i(word_i || wipe),
    .write_index_i(wipe ? wipe_index : word_stream_i),
    .write_word_i(wipe ? '0 : word_next),
    .read_index_i(back_stream_i),
    .word_o(stored)
  );

  roundel_lut_ram #(
    .Words(Streams),
    .Width(NUMBER_BITS)
  ) u_over (
    .clk_i(clk_i),
    .write_i(back_i || wipe),
    .write_index_i(wipe ? wipe_index : back_stream_i),
    .write_word_i(wipe ? '0 : back_next),
    .read_index_i(word_stream_i),
    .word_o(over)
  );

  logic word_q, back_q, together_q;
  logic [STREAM_BITS-1:0] word_stream_q, back_stream_q;
  logic [NUMBER_BITS-1:0] word_number_q, over_q, back_next_q, stored_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      word_q <= 1'b0;
      back_q <= 1'b0;
      new_o <= 1'b0;
      next_o <= 1'b0;
    end else if (clear_i) begin
      word_q <= 1'b0;
      back_q <= 1'b0;
      new_o <= 1'b0;
      next_o <= 1'b0;
    end else begin
      word_q <= word_i;
      back_q <= back_i;
      new_o <= word_q && over_q == word_number_q;
      next_o <= back_q && (together_q || stored_q != back_next_q);
    end
  end

  always_ff @(posedge clk_i) begin
    word_stream_q <= word_stream_i;
    word_number_q <= word_number_i;
    over_q <= over;
    back_stream_q <= back_stream_i;
    back_next_q <= back_next;
    stored_q <= stored;
    together_q <= word_i && word_stream_i == back_stream_i;
    new_stream_o <= word_stream_q;
    new_number_o <= word_number_q;
    next_stream_o <= back_stream_q;
    next_number_o <= back_next_q;
  end

endmodule : roundel_chain_ready
