// SPDX-License-Identifier: Apache-2.0
//
// Index widths, counters without a carry chain, and the capacity and latency of the FIFOs.

package roundel_prim_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Banks of 16 words in front of a roundel_short_fifo with 18 words.
  function automatic int fifo_banks(input int depth);
    fifo_banks = (depth > 18) ? (depth - 18 + 15) / 16 : 0;
  endfunction

  // Credits of a roundel_fifo: the words of its first memory. Words behind that memory need none.
  function automatic int fifo_credits(input int depth);
    fifo_credits = (fifo_banks(depth) > 0) ? 16 * fifo_banks(depth) : short_fifo_credits(depth);
  endfunction

  function automatic int short_fifo_credits(input int depth);
    short_fifo_credits = (depth == 2) ? 2 : depth - 2;
  endfunction

  // Cycles from a push into an empty FIFO to the first cycle of the word on the output.
  function automatic int fifo_latency(input int depth, input int registered);
    fifo_latency = short_fifo_latency(depth, registered) + ((fifo_banks(depth) > 0) ? 3 : 0);
  endfunction

  function automatic int short_fifo_latency(input int depth, input int registered);
    short_fifo_latency = (depth > 2) ? 2 + registered : 2;
  endfunction

  localparam int MAX_COUNT_BITS = 12;  // largest `bits` of next_count

  // The next state of a counter with 2^bits states whose order has no meaning: a linear-feedback
  // shift register with the state 0 inserted. `bits` is 3 to MAX_COUNT_BITS; the user checks `bits`
  // (ROUNDEL_REFUSE). The masks of the taps are those of maximal period (P. Alfke, Xilinx XAPP052,
  // 1996).
  function automatic logic [11:0] next_count(input logic [11:0] count, input int bits);
    logic [11:0] taps, others;
    case (bits)
      3: taps = 12'h006;
      4: taps = 12'h00c;
      5: taps = 12'h014;
      6: taps = 12'h030;
      7: taps = 12'h060;
      8: taps = 12'h0b8;
      9: taps = 12'h110;
      10: taps = 12'h240;
      11: taps = 12'h500;
      default: taps = 12'h829;
    endcase
    others = 12'((1 << (bits - 1)) - 1);  // the bits below the top bit
    next_count = {count[10:0] & others[10:0], ^(count & taps) ^ ((count & others) == 12'd0)};
  endfunction

  // The next index of a bank of 16 words.
  function automatic logic [3:0] next_bank_index(input logic [3:0] index);
    next_bank_index = 4'(next_count({8'd0, index}, 4));
  endfunction

  // The state `n` steps after 0.
  function automatic logic [11:0] count_after(input int n, input int bits);
    integer i;
    count_after = 12'd0;
    for (i = 0; i < n; i = i + 1) begin
      count_after = next_count(count_after, bits);
    end
  endfunction

  // The index `n` steps after index 0.
  function automatic logic [3:0] bank_index(input int n);
    bank_index = 4'(count_after(n, 4));
  endfunction

  // Width of an index of `n` words, at least 1 bit.
  function automatic int index_bits(input int n);
    index_bits = (n <= 2) ? 1 : $clog2(n);
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_prim_pkg
