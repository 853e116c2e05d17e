// SPDX-License-Identifier: Apache-2.0
//
// Passes all places of a memory after `clear_i` or a reset, one a cycle, for whoever writes zero to
// them: `busy_o` with `index_o`, from the next cycle on, for `Words` cycles.

module roundel_memory_clear #(
  parameter int Words = 16  // at least 2
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic                                  clear_i,
  output logic                                  busy_o,
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
