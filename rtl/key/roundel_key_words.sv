// SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion without SubWord, forwards or backwards.
//
// Interface. Combinational. A *window* is Nk = KeyBits / 32 consecutive words of the expanded key,
// the first word in the top bits. Window n starts with word 4*n, so its top 128 bits are round key
// n; window 0 is the cipher key. Step n maps window n to window n + 1, and backwards window n + 1
// to window n. The caller computes SubWord: `word_o` is the input of SubWord, rotated if the step
// rotates, and does not depend on `f_i`. `f_i` is SubWord(word_o) XOR Rcon; a step without SubWord
// ignores `f_i`.
//
// With UsesMade = 1 each new word is computed from the previous new word on `made_i`, which the
// caller takes from registers. A word then costs one level of logic, and the result is correct when
// the inputs have been stable for four cycles. Forwards only.
//
// Method. FIPS-197, section 5.2. A step makes the four words w[i], i = Nk + 4*n + (0..3). Each is
// w[i - Nk] ^ f(w[i - 1]). f is SubWord(RotWord()) ^ Rcon if Nk divides i, SubWord() if Nk = 8 and
// i mod 8 = 4, and the identity otherwise. A step has at most one word with SubWord, and f always
// reads a word of the window. Four S-boxes therefore serve every key size in both directions.

`include "roundel_refuse.svh"

module roundel_key_words #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // encrypt: forwards only
  parameter bit UsesMade = 1'b0  // 1: new words are computed from made_i
) (
  input  logic               backward_i,  // step backwards; ignored with Direction encrypt
  input  logic [        3:0] step_i,  // number n of the step: 0 to Nr - 1
  input  logic [KeyBits-1:0] window_i,
  output logic [       31:0] word_o,  // input of SubWord
  input  logic [       31:0] f_i,  // SubWord(word_o) ^ Rcon
  input  logic [       95:0] made_i,  // the first three new words, from registers
  output logic [KeyBits-1:0] window_o
);

  `ROUNDEL_REFUSE(roundel_error_key_bits_must_be_128_192_or_256,
      KeyBits != 128 && KeyBits != 192 && KeyBits != 256)

  logic backward;
  assign backward = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT && backward_i;

  logic [31:0] new0, new1, new2;  // new words
  logic [31:0] made0, made1, made2;  // new words from which the next new word is computed
  assign made0 = UsesMade ? made_i[95:64] : new0;
  assign made1 = UsesMade ? made_i[63:32] : new1;
  assign made2 = UsesMade ? made_i[31:0] : new2;

  // Each step with SubWord rotates, except the odd steps of 256-bit keys.
  localparam logic [15:0] ROTATES = 16'h5555;  // by step, for 256-bit keys
  logic [31:0] last;  // word that f reads
  assign word_o = (KeyBits != 256 || ROTATES[step_i]) ? {last[23:0], last[31:24]} : last;

  if (KeyBits == 128) begin : gen_128
    logic [31:0] in0, in1, in2, in3, chain0, chain1, chain2, chain3;
    assign {in0, in1, in2, in3} = window_i;
    assign last = backward ? in3 ^ in2 : in3;
    assign chain0 = in0 ^ f_i;
    assign chain1 = in1 ^ (backward ? in0 : made0);
    assign chain2 = in2 ^ (backward ? in1 : made1);
    assign chain3 = in3 ^ (backward ? in2 : made2);
    assign {new0, new1, new2} = {chain0, chain1, chain2};
    assign window_o = {chain0, chain1, chain2, chain3};
  end else if (KeyBits == 192) begin : gen_192
    // Nk divides i at word 0 if n mod 3 = 0 and at word 2 if n mod 3 = 1.
    logic [31:0] in0, in1, in2, in3, in4, in5;
    logic [31:0] a0, a1, a2, a3, b0, b1, b2, b3;
    logic first, third;  // f enters word 0; f enters word 2
    localparam logic [15:0] FIRST = 16'h9249;
    localparam logic [15:0] THIRD = 16'h2492;
    assign {in0, in1, in2, in3, in4, in5} = window_i;
    assign first = FIRST[step_i];
    assign third = THIRD[step_i];

    // a: the four words that leave the window in a forward step; b: the four new words.
    // Forwards: in0..in3 are a; in4 and in5 stay. Backwards: in0 and in1 stay; in2..in5 are b.
    always_comb begin
      if (backward) begin
        last = third ? in3 : in1;
      end else begin
        last = third ? in1 ^ in0 ^ in5 : in5;
      end
    end

    assign b0 = in0 ^ (first ? f_i : in5);
    assign b1 = in1 ^ made0;
    assign b2 = in2 ^ (third ? f_i : made1);
    assign b3 = in3 ^ made2;
    assign {new0, new1, new2} = {b0, b1, b2};

    assign a3 = in5 ^ in4;
    assign a2 = in4 ^ (third ? f_i : in3);
    assign a1 = in3 ^ in2;
    assign a0 = in2 ^ (first ? f_i : in1);

    assign window_o = backward ? {a0, a1, a2, a3, in0, in1} : {in4, in5, b0, b1, b2, b3};
  end else if (KeyBits == 256) begin : gen_256
    logic [31:0] in0, in1, in2, in3, in4, in5, in6, in7;
    logic [31:0] w0, w1, w2, w3, chain0, chain1, chain2, chain3;
    assign {in0, in1, in2, in3, in4, in5, in6, in7} = window_i;
    assign last = backward ? in3 : in7;
    // The chain reads words 0 to 3 forwards and words 4 to 7 backwards.
    assign {w0, w1, w2, w3} = backward ? {in4, in5, in6, in7} : {in0, in1, in2, in3};
    assign chain0 = w0 ^ f_i;
    assign chain1 = w1 ^ (backward ? w0 : made0);
    assign chain2 = w2 ^ (backward ? w1 : made1);
    assign chain3 = w3 ^ (backward ? w2 : made2);
    assign {new0, new1, new2} = {chain0, chain1, chain2};
    assign window_o = backward ? {chain0, chain1, chain2, chain3, in0, in1, in2, in3}
                               : {in4, in5, in6, in7, chain0, chain1, chain2, chain3};
  end

endmodule : roundel_key_words
