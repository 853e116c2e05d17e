// SPDX-License-Identifier: Apache-2.0
//
// A memory of up to 512 words with one write port and one read port, whose word comes two cycles
// behind its number: as a block RAM with its output register gives it.
//
// A word can be read from the cycle after the one that writes it; one that is read in that cycle is
// unknown. Not reset, as a RAM cannot be: whoever uses it writes a word before it is read, and
// overwrites secrets.

`include "roundel_refuse.svh"

module roundel_block_ram #(
  parameter int Words = 512,  // at most 512
  parameter int Width = 128
) (
  input  logic                                  clk_i,
  input  logic                                  write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                     Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [                     Width-1:0] word_o
);

  `ROUNDEL_REFUSE(roundel_error_a_memory_has_2_to_512_words, Words < 2 || Words > 512)

  logic [Width-1:0] words_q[0:Words-1];
  logic [Width-1:0] word_q, output_q;

  assign word_o = output_q;

  always_ff @(posedge clk_i) begin
    if (write_i) begin
      words_q[write_index_i] <= write_word_i;
    end
    word_q <= words_q[read_index_i];
    output_q <= word_q;
  end

endmodule : roundel_block_ram
