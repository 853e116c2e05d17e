// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a packet's text or AAD, of words that are whole but for the last one: words are
// counted, and the bytes of the last one kept, so that it is a counter of nothing but a carry, in
// two halves of which the upper one knows before that it is to follow.
//
// `word_i` is for each word, with its bytes modulo 2^WordBytesBits on `rest_i`; `whole_i` with it
// where the word has no null bytes. `bytes_o` is of the words until the cycle before. `clear_i`
// begins anew, and is to be high after a reset.

module roundel_byte_count #(
  parameter int WordBytesBits = 4  // of 2^WordBytesBits bytes is a whole word
) (
  input  logic                clk_i,
  input  logic                clear_i,
  input  logic                whole_i,
  input  logic                word_i,
  input  logic [WordBytesBits-1:0] rest_i,
  output logic [        35:0] bytes_o
);

  localparam int HIGH_BITS = 36 - WordBytesBits - 16;

  logic [15:0] low_q;
  logic [HIGH_BITS-1:0] high_q;
  logic [WordBytesBits-1:0] rest_q;
  logic ones_q;  // low_q is all ones
  logic [HIGH_BITS:0] high;  // with ones_q below, so that its carry is the chain's own
  assign bytes_o = {high_q, low_q, rest_q};
  assign high = {high_q, ones_q} + {{HIGH_BITS{1'b0}}, whole_i};

  logic unused_high;
  assign unused_high = high[0];

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      low_q <= '0;
      high_q <= '0;
      rest_q <= '0;
      ones_q <= 1'b0;
    end else begin
      low_q <= low_q + 16'(whole_i);
      ones_q <= whole_i ? low_q == 16'hfffe : low_q == 16'hffff;
      high_q <= high[HIGH_BITS:1];
      if (word_i) begin
        rest_q <= rest_i;
      end
    end
  end

endmodule : roundel_byte_count
