// SPDX-License-Identifier: Apache-2.0
//
// Counts a number of periods of equal length, with at most two levels of logic between registers.
//
// Interface. `start_i` in cycle c starts, or restarts, a count of `count_i` periods. A period is
// period_i + 1 cycles. `tick_o` is high in the last cycle of each period: in the cycles
// c + 1 + k * (period_i + 1), k = 1 to count_i. `last_o` is valid with `tick_o` and marks the last
// period. Both inputs are read with `start_i` only. `clear_i` stops the count; it is a synchronous
// reset. Without a count `tick_o` is low. Range: `period_i` from 1, `count_i` from 2.
//
// Method. Two counters: one for the cycles of a period, one for the periods. Each comparison has a
// register of its own. `wrap_q` loads the cycle counter; the first wrap follows `start_i` and ends
// no period, so `busy_q` is set a cycle later.

`include "roundel_contract.svh"

module roundel_period_counter #(
  parameter int Bits = 4  // bits of `period_i` and `count_i`
) (
  input  logic       clk_i,
  input  logic       rst_ni,  // for contracts alone
  input  logic       clear_i,

  input  logic       start_i,
  input  logic [Bits-1:0] period_i,  // cycles of a period, less one
  input  logic [Bits-1:0] count_i,  // periods
  output logic       tick_o,
  output logic       last_o
);

  logic started_q;  // start_i in the previous cycle
  logic busy_q;  // periods are left
  logic wrap_q;  // last cycle of a period, or the cycle after start_i
  logic last_q;  // no period follows the present one
  logic [Bits-1:0] period_q, cycles_q, left_q;

  assign tick_o = busy_q && wrap_q;
  assign last_o = last_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      started_q <= 1'b0;
      busy_q <= 1'b0;
    end else begin
      started_q <= start_i;
      busy_q <= !start_i && (started_q || (busy_q && !(wrap_q && last_q)));
    end
  end

  always_ff @(posedge clk_i) begin
    wrap_q <= start_i || (cycles_q == Bits'(1) && !wrap_q);
    cycles_q <= wrap_q ? period_q : cycles_q - 1'b1;
    last_q <= left_q == '0 && !start_i;
    if (start_i) begin
      period_q <= period_i;
      left_q <= count_i;
    end else if (wrap_q) begin
      left_q <= left_q - 1'b1;
    end
  end

  // The user keeps the ranges.
  `ROUNDEL_CONTRACT(ranges, clk_i, rst_ni,
                    clear_i || !start_i || (period_i != '0 && count_i > Bits'(1)))

endmodule : roundel_period_counter
