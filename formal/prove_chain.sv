// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_chain_ready starts each word of a stream once, in order, and only after the
// return of the previous word. No startable word is left. Unbounded, with clears at any time.
//
// The proof watches one arbitrary stream. The user numbers the words, has at most Depth words
// without a return, and reports a return at any time after the start. Instead of a return the user
// can report the return of the previous word once more: the word starts again. Events of the other
// streams are arbitrary.

module prove_chain #(
  parameter int Streams = 2,
  parameter int Depth = 2
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic [roundel_prim_pkg::index_bits(Streams)-1:0] watched_i,
  input logic word_i,
  input logic [roundel_prim_pkg::index_bits(Streams)-1:0] word_stream_i,
  input logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] word_number_i,
  input logic back_i,
  input logic again_i,  // with back_i: the word starts again
  input logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_i,
  input logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_i
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);

  logic busy, new_go, next_go;
  logic [STREAM_BITS-1:0] new_stream, next_stream;
  logic [NUMBER_BITS-1:0] new_number, next_number;

  roundel_chain_ready #(
    .Streams(Streams),
    .Depth(Depth)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .word_i(word_i),
    .word_stream_i(word_stream_i),
    .word_number_i(word_number_i),
    .back_i(back_i),
    .back_stream_i(back_stream_i),
    .back_number_i(back_number_i),
    .new_o(new_go),
    .new_stream_o(new_stream),
    .new_number_o(new_number),
    .next_o(next_go),
    .next_stream_o(next_stream),
    .next_number_o(next_number)
  );

  logic begun_q = 1'b0;
  logic [STREAM_BITS-1:0] watched_q;
  logic [NUMBER_BITS-1:0] stored_q, started_q, back_q;  // words of the watched stream
  logic [1:0] quiet_q;  // cycles since the last event of the watched stream, at most 2
  logic word, back, again, is_new, is_next;
  logic [NUMBER_BITS-1:0] started, out;
  assign word = word_i && word_stream_i == watched_q;
  assign back = back_i && back_stream_i == watched_q && !again_i;
  assign again = back_i && back_stream_i == watched_q && again_i;
  assign is_new = new_go && new_stream == watched_q;
  assign is_next = next_go && next_stream == watched_q;
  assign started = started_q + NUMBER_BITS'(is_new || is_next);
  assign out = stored_q - back_q;

  always_ff @(posedge clk_i) begin
    begun_q <= 1'b1;
    watched_q <= begun_q ? watched_q : watched_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {stored_q, started_q, back_q, quiet_q} <= '0;
    end else if (clear_i) begin
      {stored_q, started_q, back_q, quiet_q} <= '0;
    end else begin
      stored_q <= stored_q + NUMBER_BITS'(word);
      back_q <= back_q + NUMBER_BITS'(back);
      started_q <= started - NUMBER_BITS'(again);
      quiet_q <= (word || back || again) ? 2'd0 : (quiet_q == 2'd2) ? 2'd2 : quiet_q + 2'd1;
    end
  end

  always_comb begin
    assume (begun_q || !rst_ni);
    if (busy || clear_i) assume (!word_i && !back_i);
    if (word) assume (word_number_i == stored_q && out < NUMBER_BITS'(Depth));
    if (back) assume (back_number_i == back_q && started_q != back_q);
    if (again) assume (back_number_i == back_q - 1'b1 && started_q != back_q);
    if (begun_q && rst_ni) begin
      if (is_new) assert (new_number == started_q);
      if (is_next) assert (next_number == started_q);
      if (is_new || is_next) assert (started_q == back_q && stored_q != started_q);
      assert (!(is_new && is_next));
      if (quiet_q == 2'd2) assert (started != back_q || stored_q == back_q);
    end
    together: cover (begun_q && rst_ni && word && back && stored_q == NUMBER_BITS'(1));
    restarted: cover (begun_q && rst_ni && again && stored_q == NUMBER_BITS'(2));
    wrapped: cover (begun_q && rst_ni && is_new && new_number == '1 && is_next == 1'b0);
  end

endmodule : prove_chain
