// SPDX-License-Identifier: Apache-2.0
//
// Model of an SRAM macro for rtl/vendor/sram/roundel_block_ram.sv, in simulation alone.
//
// One write port and one read port. A read of the word that is written in the same cycle gives X,
// as many macros do.

module roundel_sram_macro #(
  parameter Words = 512,
  parameter Width = 128
) (
  input clk_i,
  input write_i,
  input [((Words <= 2) ? 1 : $clog2(Words))-1:0] write_index_i,
  input [Width-1:0] write_word_i,
  input [((Words <= 2) ? 1 : $clog2(Words))-1:0] read_index_i,
  output [Width-1:0] word_o
);

  reg [Width-1:0] words[0:Words-1];
  reg [Width-1:0] word_q;

  assign word_o = word_q;

  always @(posedge clk_i) begin
    if (write_i) begin
      words[write_index_i] <= write_word_i;
    end
    if (write_i && write_index_i == read_index_i) begin
      word_q <= {Width{1'bx}};
    end else begin
      word_q <= words[read_index_i];
    end
  end

endmodule
