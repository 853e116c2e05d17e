// SPDX-License-Identifier: Apache-2.0
//
// The words that roundel_block_keys writes: two words of a key as given, or the next words of the
// key expansion (FIPS-197 section 5.2). Combinational.
//
// | step            | takes_i | expanding_i | rows_i | even_o, odd_o                            |
// |-----------------|---------|-------------|--------|------------------------------------------|
// | clear           | 0       | 0           | 0      | both zero                                |
// | words of a key  | 1       | 0           | 0      | both words_i; the user writes one        |
// | two new words   | 1       | 1           | 0      | both the two words after last_i          |
// | a new round key | 1       | 1           | 1      | words 0 and 1; words 2 and 3             |
//
// Interface:
//   - `key_i`: the round key whose words are XORed into the new words, word 0 in the top bits.
//   - `half_i`: two new words use words 2 and 3 of `key_i`, otherwise words 0 and 1. `pair_o` is
//     this half.
//   - `substitutes_i`: the first new word uses `substitute_i` and `rcon_i` instead of `last_i`.
//   - `word_o`: the last new word, or with `rotates_i` RotWord of the last new word; zero without
//     `asks_i`.
//
// Method. A separate module without registers, so that a synthesis flow can map these functions
// alone; roundel_block_step is separate for the same reason.

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
  input  logic [  7:0] rcon_i,  // zero for a step without Rcon
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
