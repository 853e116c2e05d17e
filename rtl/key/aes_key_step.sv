// SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion, forwards or backwards. Combinational.
//
// A *window* is Nk = KeyBits / 32 words in a row of the expanded key, the first on top; window n
// begins with word 4*n, so its top 128 bits are round key n. Step n turns window n into window
// n + 1, and backwards window n + 1 into window n. Window 0 is the cipher key.
//
// Method: FIPS-197 section 5.2. A step makes the four words w[i], i = Nk + 4*n + (0..3), each
// w[i - Nk] ^ f(w[i - 1]), where f is SubWord(RotWord()) ^ Rcon if Nk divides i, SubWord() if
// Nk = 8 and i mod 8 = 4, and nothing else. No step has more than one such word, so four S-boxes
// serve every key size and, because f always reads a word of the window, both ways.

module aes_key_step #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // encrypt: forwards only, else both ways
) (
  input  logic               backward_i,  // read unless Direction is encrypt
  input  logic [        3:0] step_i,  // n: 0 to Nr - 1
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  localparam logic [127:0] RCONS = aes_pkg::step_rcons(KeyBits);

  logic [7:0] rcon;
  logic [31:0] sub_in, sub_out;

  assign rcon = RCONS[{step_i, 3'b000}+:8];

  aes_sub_bytes #(
    .NumBytes(4),
    .Sbox(Sbox),
    .Direction(aes_pkg::DIRECTION_ENCRYPT)
  ) u_sub_word (
    .decrypt_i(1'b0),
    .data_i(sub_in),
    .data_o(sub_out)
  );

  logic backward;
  if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_forward
    logic unused_backward;
    assign unused_backward = backward_i;
    assign backward = 1'b0;
  end else begin : gen_either
    assign backward = backward_i;
  end

  if (KeyBits == 128) begin : gen_128
    logic [31:0] in0, in1, in2, in3, f, chain0, chain1, chain2, chain3;
    assign {in0, in1, in2, in3} = window_i;
    assign sub_in = backward ? in3 ^ in2 : in3;
    assign f = {sub_out[23:0], sub_out[31:24]} ^ {rcon, 24'h000000};
    assign chain0 = in0 ^ f;
    assign chain1 = in1 ^ (backward ? in0 : chain0);
    assign chain2 = in2 ^ (backward ? in1 : chain1);
    assign chain3 = in3 ^ (backward ? in2 : chain2);
    assign window_o = {chain0, chain1, chain2, chain3};
  end else if (KeyBits == 192) begin : gen_192
    // Nk divides i at the first word when n mod 3 = 0, at the third when n mod 3 = 1, else never.
    logic [31:0] in0, in1, in2, in3, in4, in5, f;
    logic [31:0] a0, a1, a2, a3, b0, b1, b2, b3;
    logic first, third;
    localparam logic [15:0] FIRST = 16'h9249;
    localparam logic [15:0] THIRD = 16'h2492;
    assign {in0, in1, in2, in3, in4, in5} = window_i;
    assign first = FIRST[step_i];
    assign third = THIRD[step_i];
    assign f = {sub_out[23:0], sub_out[31:24]} ^ {rcon, 24'h000000};

    // a: the words that leave the window forwards; b: those that replace them.
    // Forwards: in0..in3 are a, in4 and in5 stay. Backwards: in0 and in1 stay, in2..in5 are b.
    always_comb begin
      if (backward) begin
        sub_in = third ? in3 : in1;
      end else begin
        sub_in = third ? in1 ^ in0 ^ in5 : in5;
      end
    end

    assign b0 = in0 ^ (first ? f : in5);
    assign b1 = in1 ^ b0;
    assign b2 = in2 ^ (third ? f : b1);
    assign b3 = in3 ^ b2;

    assign a3 = in5 ^ in4;
    assign a2 = in4 ^ (third ? f : in3);
    assign a1 = in3 ^ in2;
    assign a0 = in2 ^ (first ? f : in1);

    assign window_o = backward ? {a0, a1, a2, a3, in0, in1} : {in4, in5, b0, b1, b2, b3};
  end else if (KeyBits == 256) begin : gen_256
    logic [31:0] in0, in1, in2, in3, in4, in5, in6, in7, f;
    logic [31:0] w0, w1, w2, w3, chain0, chain1, chain2, chain3;
    assign {in0, in1, in2, in3, in4, in5, in6, in7} = window_i;
    assign sub_in = backward ? in3 : in7;
    assign f = step_i[0] ? sub_out : {sub_out[23:0], sub_out[31:24]} ^ {rcon, 24'h000000};
    // The chain reads a forwards and b backwards.
    assign {w0, w1, w2, w3} = backward ? {in4, in5, in6, in7} : {in0, in1, in2, in3};
    assign chain0 = w0 ^ f;
    assign chain1 = w1 ^ (backward ? w0 : chain0);
    assign chain2 = w2 ^ (backward ? w1 : chain1);
    assign chain3 = w3 ^ (backward ? w2 : chain2);
    assign window_o = backward ? {chain0, chain1, chain2, chain3, in0, in1, in2, in3}
                               : {in4, in5, in6, in7, chain0, chain1, chain2, chain3};
  end else begin : gen_bad
    aes_error_key_bits_must_be_128_192_or_256 u_error ();
  end

endmodule : aes_key_step
