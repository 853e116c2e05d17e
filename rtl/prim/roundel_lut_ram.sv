// SPDX-License-Identifier: Apache-2.0
//
// Memory with one write port and one asynchronous read port, in distributed RAM.
//
// Interface. `word_o` is word `read_index_i` in the same cycle. A written word can be read from the
// next cycle on; a read of the same word in the cycle of the write gives the old word. Not reset:
// the user writes each word before the first read (roundel_memory_clear).

module roundel_lut_ram #(
  parameter int Words = 16,  // at least 2
  parameter int Width = 4
) (
  input  logic                                           clk_i,
  input  logic                                           write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                              Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [                              Width-1:0] word_o
);

  // Without no_rw_check: users read a word in the cycle of its write and need the old value.
  (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "select_ram" *)
  logic [Width-1:0] words_q[0:Words-1];

  assign word_o = words_q[read_index_i];

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      words_q[write_index_i] <= write_word_i;
    end
  end

endmodule : roundel_lut_ram
