// SPDX-License-Identifier: Apache-2.0
//
// Widths, and the capacity and latency of the FIFOs.

package roundel_prim_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Banks of 16 words in front of an roundel_short_fifo of 18.
  function automatic int fifo_banks(input int depth);
    fifo_banks = (depth > 18) ? (depth - 18 + 15) / 16 : 0;
  endfunction

  // Credits for a queue: the places of what stands at its input, less those of an output register.
  function automatic int fifo_credits(input int depth);
    fifo_credits = (fifo_banks(depth) > 0) ? 16 * fifo_banks(depth) : short_fifo_credits(depth);
  endfunction

  function automatic int short_fifo_credits(input int depth);
    short_fifo_credits = (depth == 2) ? 2 : depth - 2;
  endfunction

  // Cycles from the one that pushes a word into an empty queue to the first that shows it.
  function automatic int fifo_latency(input int depth, input int registered);
    fifo_latency = short_fifo_latency(depth, registered) + ((fifo_banks(depth) > 0) ? 3 : 0);
  endfunction

  function automatic int short_fifo_latency(input int depth, input int registered);
    short_fifo_latency = (depth > 2) ? 2 + registered : 2;
  endfunction

  // The place in a bank behind `place`: a feedback shift register of period 15 (x^4 + x^3 + 1) that
  // passes through 0 as well.
  function automatic logic [3:0] next_bank_index(input logic [3:0] place);
    next_bank_index = {place[2:0], place[3] ^ place[2] ^ (place[2:0] == 3'd0)};
  endfunction

  // The place that is passed `n` steps after 0.
  function automatic logic [3:0] bank_index(input int n);
    integer i;
    bank_index = 4'd0;
    for (i = 0; i < n; i = i + 1) begin
      bank_index = next_bank_index(bank_index);
    end
  endfunction

  // Bits that number `n` things, at least one.
  function automatic int index_bits(input int n);
    index_bits = (n <= 2) ? 1 : $clog2(n);
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_prim_pkg
