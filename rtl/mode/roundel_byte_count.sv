// SPDX-License-Identifier: Apache-2.0
//
// Counts the bytes of a packet's AAD or text, in words that are full except the last.
//
// Interface. `word_i` counts a word; `whole_i` is high with `word_i` if the word is full. Otherwise
// `rest_i` holds the bytes of the word. `bytes_o` covers all words before the present cycle.
// Throughput: one word per cycle; latency: 1 cycle. `clear_i` resets the count; the user holds
// `clear_i` high after a reset of the design. Lengths are public, so nothing is zeroised.
//
// Method. Full words are counted and the bytes of the last word are stored. Therefore the count is
// a carry chain only. The chain is cut in two halves: a register predicts the carry of the lower
// half, so both halves change in the same cycle.
//
// Limits. At most 2^36 - 1 bytes, the limit of a text in SP 800-38D section 5.2.1.1.

`include "roundel_contract.svh"

module roundel_byte_count #(
  parameter int WordBytesBits = 4  // a full word has 2^WordBytesBits bytes
) (
  input  logic                     clk_i,
  input  logic                     clear_i,
  input  logic                     whole_i,
  input  logic                     word_i,
  input  logic [WordBytesBits-1:0] rest_i,  // bytes of the word modulo 2^WordBytesBits
  output logic [             35:0] bytes_o
);

  localparam int HIGH_BITS = 36 - WordBytesBits - 16;

  logic [15:0] low_q;
  logic [HIGH_BITS-1:0] high_q;
  logic [WordBytesBits-1:0] rest_q;
  logic ones_q;  // low_q is all ones
  logic [HIGH_BITS:0] high;  // ones_q is the lowest bit, so that the chain itself makes the carry
  assign bytes_o = {high_q, low_q, rest_q};
  assign high = {high_q, ones_q} + {{HIGH_BITS{1'b0}}, whole_i};

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      low_q <= '0;
      high_q <= '0;
      rest_q <= '0;
      ones_q <= 1'b0;
    end else begin
      low_q <= low_q + 16'(whole_i);
      ones_q <= whole_i ? low_q == 16'hfffe : low_q == 16'hffff;
      high_q <= HIGH_BITS'(high >> 1);
      if (word_i) begin
        rest_q <= rest_i;
      end
    end
  end

`ifndef ROUNDEL_NO_CONTRACTS
  logic cleared_q;  // a clear has come, so all registers are known
  initial cleared_q = 1'b0;
  always @(posedge clk_i) begin
    cleared_q <= cleared_q || clear_i;
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // A full word is a word, and no bytes are left of a full word.
  `ROUNDEL_CONTRACT(whole_is_a_word, clk_i, cleared_q,
                    clear_i || !whole_i || (word_i && rest_i == '0))

endmodule : roundel_byte_count
