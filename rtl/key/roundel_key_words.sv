// SPDX-License-Identifier: Apache-2.0
//
// The words of one step of the key expansion, forwards or backwards: all but SubWord.
// Combinational.
//
// A *window* is Nk = KeyBits / 32 words in a row of the expanded key, the first on top; window n
// begins with word 4*n, so its top 128 bits are round key n. Step n turns window n into window
// n + 1, and backwards window n + 1 into window n. Window 0 is the cipher key.
//
// Method: FIPS-197 section 5.2. A step makes the four words w[i], i = Nk + 4*n + (0..3), each
// w[i - Nk] ^ f(w[i - 1]), where f is SubWord(RotWord()) ^ Rcon if Nk divides i, SubWord() if
// Nk = 8 and i mod 8 = 4, and nothing else. No step has more than one such word, so four S-boxes
// serve every key size and, because f always reads a word of the window, both ways.
//
// `word_o` is what SubWord has to substitute, rotated where the step rotates, and does not depend
// on `f_i`; `f_i` is its result, with Rcon. Where a step has no f, `f_i` is not read.
//
// Forwards each new word is made from the one before it. With `UsesMade` that one is taken from
// `made_i`, where the caller has the four new words in registers: a level of logic a word, and what
// comes out is right four cycles after the inputs stand still.

module roundel_key_words #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  // encrypt: forwards only, else both ways
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int UsesMade = 0  // 1: `made_i` is read
) (
  input  logic               backward_i,  // read unless Direction is encrypt
  input  logic [        3:0] step_i,  // n: 0 to Nr - 1
  input  logic [KeyBits-1:0] window_i,
  output logic [       31:0] word_o,
  input  logic [       31:0] f_i,
  input  logic [      127:0] made_i,
  output logic [KeyBits-1:0] window_o
);

  logic backward;
  if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_forward
    logic unused_backward;
    assign unused_backward = backward_i;
    assign backward = 1'b0;
  end else begin : gen_either
    assign backward = backward_i;
  end

  logic [31:0] new0, new1, new2;  // new words, for the next ones
  logic [31:0] made0, made1, made2;
  assign made0 = (UsesMade != 0) ? made_i[127:96] : new0;
  assign made1 = (UsesMade != 0) ? made_i[95:64] : new1;
  assign made2 = (UsesMade != 0) ? made_i[63:32] : new2;

  logic unused_made;
  assign unused_made = ^{made_i, new0, new1, new2};

  if (KeyBits == 128) begin : gen_128
    logic [31:0] in0, in1, in2, in3, chain0, chain1, chain2, chain3, last;
    assign {in0, in1, in2, in3} = window_i;
    assign last = backward ? in3 ^ in2 : in3;
    assign word_o = {last[23:0], last[31:24]};
    assign chain0 = in0 ^ f_i;
    assign chain1 = in1 ^ (backward ? in0 : made0);
    assign chain2 = in2 ^ (backward ? in1 : made1);
    assign chain3 = in3 ^ (backward ? in2 : made2);
    assign {new0, new1, new2} = {chain0, chain1, chain2};
    assign window_o = {chain0, chain1, chain2, chain3};

    logic unused_step;
    assign unused_step = ^step_i;
  end else if (KeyBits == 192) begin : gen_192
    // Nk divides i at the first word when n mod 3 = 0, at the third when n mod 3 = 1, else never.
    logic [31:0] in0, in1, in2, in3, in4, in5, last;
    logic [31:0] a0, a1, a2, a3, b0, b1, b2, b3;
    logic first, third;
    localparam logic [15:0] FIRST = 16'h9249;
    localparam logic [15:0] THIRD = 16'h2492;
    assign {in0, in1, in2, in3, in4, in5} = window_i;
    assign first = FIRST[step_i];
    assign third = THIRD[step_i];

    // a: the words that leave the window forwards; b: those that replace them.
    // Forwards: in0..in3 are a, in4 and in5 stay. Backwards: in0 and in1 stay, in2..in5 are b.
    always_comb begin
      if (backward) begin
        last = third ? in3 : in1;
      end else begin
        last = third ? in1 ^ in0 ^ in5 : in5;
      end
    end
    assign word_o = {last[23:0], last[31:24]};

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
    // Nk divides i in even steps; the odd ones do not rotate.
    logic [31:0] in0, in1, in2, in3, in4, in5, in6, in7, last;
    logic [31:0] w0, w1, w2, w3, chain0, chain1, chain2, chain3;
    assign {in0, in1, in2, in3, in4, in5, in6, in7} = window_i;
    assign last = backward ? in3 : in7;
    assign word_o = step_i[0] ? last : {last[23:0], last[31:24]};
    // The chain reads a forwards and b backwards.
    assign {w0, w1, w2, w3} = backward ? {in4, in5, in6, in7} : {in0, in1, in2, in3};
    assign chain0 = w0 ^ f_i;
    assign chain1 = w1 ^ (backward ? w0 : made0);
    assign chain2 = w2 ^ (backward ? w1 : made1);
    assign chain3 = w3 ^ (backward ? w2 : made2);
    assign {new0, new1, new2} = {chain0, chain1, chain2};
    assign window_o = backward ? {chain0, chain1, chain2, chain3, in0, in1, in2, in3}
                               : {in4, in5, in6, in7, chain0, chain1, chain2, chain3};

    logic unused_step;
    assign unused_step = ^step_i;
  end else begin : gen_bad
    roundel_error_key_bits_must_be_128_192_or_256 u_error ();
  end

endmodule : roundel_key_words
