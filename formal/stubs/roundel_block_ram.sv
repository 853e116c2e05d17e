// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_block_ram for proofs of its users. A read in the cycle of a write to the same
// entry returns an arbitrary word, as in a block RAM. One register holds all words, so proofs can
// refer to the words.

module roundel_block_ram #(
  parameter int Words = 512,
  parameter int Width = 128
) (
  input  logic                                  clk_i,
  input  logic                                  write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                     Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [                     Width-1:0] word_o
);

  (* anyseq *) logic [Width-1:0] any_word;
  logic [Words*Width-1:0] words_q;
  logic [Width-1:0] word, word_q, output_q;

  assign word_o = output_q;

  always_comb begin
    word = any_word;
    for (int w = 0; w < Words; w++) begin
      if (int'(read_index_i) == w && !(write_i && int'(write_index_i) == w)) begin
        word = words_q[Width*w+:Width];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    for (int w = 0; w < Words; w++) begin
      if (write_i && int'(write_index_i) == w) begin
        words_q[Width*w+:Width] <= write_word_i;
      end
    end
    word_q <= word;
    output_q <= word_q;
  end

endmodule : roundel_block_ram
