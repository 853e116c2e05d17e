// SPDX-License-Identifier: Apache-2.0
//
// A small memory whose word stands there in the cycle that asks for it: distributed RAM.
//
// A word can be read from the cycle after the one that writes it; in that cycle the one of before
// is read. Not reset, as a RAM cannot be: whoever uses it writes every word first
// (roundel_memory_clear).

module roundel_lut_ram #(
  parameter int Words = 16,
  parameter int Width = 4
) (
  input  logic                                  clk_i,
  input  logic                                  write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                     Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [                     Width-1:0] word_o
);

  (* ram_style = "distributed" *) logic [Width-1:0] words_q[0:Words-1];

  assign word_o = words_q[read_index_i];

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      words_q[write_index_i] <= write_word_i;
    end
  end

endmodule : roundel_lut_ram
