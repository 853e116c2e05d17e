// SPDX-License-Identifier: Apache-2.0
//
// Address counter that overwrites a memory after a reset or a clear.
//
// Interface. `busy_o` is high for Words cycles, from the cycle after `clear_i` or from the reset
// on; the user writes zero to word `index_o` in each of these cycles. `clear_i` restarts the
// sequence at word 0. `index_o` has no meaning while `busy_o` is low.

module roundel_memory_clear #(
  parameter int Words = 16  // at least 2
) (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           clear_i,
  output logic                                           busy_o,
  output logic [roundel_prim_pkg::index_bits(Words)-1:0] index_o
);

  localparam int LAST = Words - 1;
  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Words);

  logic busy_q;
  logic [INDEX_BITS-1:0] index_q;

  assign busy_o = busy_q;
  assign index_o = index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
      index_q <= '0;
    end else if (clear_i) begin
      busy_q <= 1'b1;
      index_q <= '0;
    end else if (busy_q) begin
      busy_q <= index_q != LAST[INDEX_BITS-1:0];
      index_q <= index_q + 1'b1;
    end
  end

endmodule : roundel_memory_clear
