// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_block_expand computes the steps of its head for all words: two words of a
// key, or zeros; or the next two or four words of KEYEXPANSION() (FIPS-197 section 5.2, algorithm
// 2, line 15). Each new word is the XOR of the word Nk before and the previous word; the first new
// word may use SUBWORD() of the previous word. `word_o` is the last word, rotated for a
// substitution.

module prove_block_expand (
  input logic [127:0] key_i,
  input logic [ 63:0] words_i,
  input logic [ 31:0] substitute_i,
  input logic [  7:0] rcon_i,
  input logic [ 31:0] last_i
);

  for (genvar n = 0; n < 64; n++) begin : gen_case
    localparam bit ASKS = n % 2 != 0;
    localparam bit ROTATES = (n / 2) % 2 != 0;
    localparam bit HALF = (n / 4) % 2 != 0;
    localparam bit SUBSTITUTES = (n / 8) % 2 != 0;
    localparam bit ROWS = n / 16 == 3;
    localparam bit EXPANDING = n / 16 >= 2;
    localparam bit TAKES = n / 16 >= 1;

    logic [63:0] pair, even, odd;
    logic [31:0] word, last;

    roundel_block_expand u_expand (
      .key_i(key_i),
      .half_i(HALF),
      .pair_o(pair),
      .takes_i(TAKES),
      .expanding_i(EXPANDING),
      .rows_i(ROWS),
      .substitutes_i(SUBSTITUTES),
      .rotates_i(ROTATES),
      .words_i(words_i),
      .substitute_i(substitute_i),
      .rcon_i(rcon_i),
      .last_i(last_i),
      .even_o(even),
      .odd_o(odd),
      .asks_i(ASKS),
      .word_o(word)
    );

    logic [31:0] temp;
    assign temp = SUBSTITUTES ? substitute_i ^ {rcon_i, 24'h000000} : last_i;
    assign last = ROTATES ? roundel_spec::rot_word(odd[31:0]) : odd[31:0];

    always_comb begin
      assert (pair == (HALF ? key_i[63:0] : key_i[127:64]));
      assert (word == (ASKS ? last : 32'h00000000));
    end

    if (!EXPANDING) begin : gen_in
      always_comb begin
        assert (even == (TAKES ? words_i : 64'h0));
        assert (odd == even);
      end
    end else begin : gen_next
      always_comb begin
        assert (even[63:32] == (pair[63:32] ^ temp));
        assert (even[31:0] == (pair[31:0] ^ even[63:32]));
      end
      if (ROWS) begin : gen_row
        always_comb begin
          assert (odd[63:32] == (key_i[63:32] ^ even[31:0]));
          assert (odd[31:0] == (key_i[31:0] ^ odd[63:32]));
        end
      end else begin : gen_pair
        always_comb assert (odd == even);
      end
    end
  end

endmodule : prove_block_expand
