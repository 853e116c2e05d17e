// SPDX-License-Identifier: Apache-2.0
//
// What roundel_block_keys writes: two words of a key as they come, or the next words of its
// expansion. Combinational.
//
// | step          | takes_i | expanding_i | rows_i | even_o, odd_o                            |
// |---------------|---------|-------------|--------|------------------------------------------|
// | zeros come in | 0       | 0           | 0      | both are zero                            |
// | words come in | 1       | 0           | 0      | both are words_i, and one is written     |
// | two words     | 1       | 1           | 0      | both are the two words behind last_i     |
// | a round key   | 1       | 1           | 1      | its words 0 and 1, and its words 2 and 3 |
//
// key_i        the four words of a round key that the new ones are added to, word 0 in the top bits
// half_i       of two words: they are added to words 2 and 3 of key_i
// pair_o       words 0 and 1 of key_i, or with half_i words 2 and 3
// substitutes_i  the first new word is added to substitute_i and rcon_i, and not to last_i
// rotates_i    word_o is RotWord of the last new word, and not the word itself
// asks_i       word_o is zero without it
//
// A module of its own, without registers, so that a synthesis flow can map it by itself, as it does
// roundel_block_step.
//
// Source: FIPS-197 section 5.2.

module roundel_block_expand (
  input  logic [127:0] key_i,
  input  logic         half_i,
  output logic [ 63:0] pair_o,

  input  logic         takes_i,
  input  logic         expanding_i,
  input  logic         rows_i,
  input  logic         substitutes_i,
  input  logic         rotates_i,
  input  logic         asks_i,
  input  logic [ 63:0] words_i,
  input  logic [ 31:0] substitute_i,
  input  logic [  7:0] rcon_i,  // zero where there is none
  input  logic [ 31:0] last_i,
  output logic [ 63:0] even_o,
  output logic [ 63:0] odd_o,
  output logic [ 31:0] word_o
);

  logic [31:0] sum, word_0, word_1, word_2, word_3;

  assign pair_o = half_i ? key_i[63:0] : key_i[127:64];

  assign sum = substitutes_i ? substitute_i ^ {rcon_i, 24'd0} : last_i;
  assign word_0 = pair_o[63:32] ^ sum;
  assign word_1 = pair_o[31:0] ^ word_0;
  assign even_o = expanding_i ? {word_0, word_1} : words_i & {64{takes_i}};

  assign word_2 = rows_i ? key_i[63:32] ^ even_o[31:0] : even_o[63:32];
  assign word_3 = rows_i ? key_i[31:0] ^ word_2 : even_o[31:0];
  assign odd_o = {word_2, word_3};
  assign word_o = (rotates_i ? {word_3[23:0], word_3[31:24]} : word_3) & {32{asks_i}};

endmodule : roundel_block_expand
