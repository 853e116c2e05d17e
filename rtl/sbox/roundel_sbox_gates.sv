// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes in few gates of two inputs, for standard cells.
//
// Interface. The module accepts new bytes in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_1 to CUT_SBOX_7 that `Cuts` selects.
//
// Method. The inverse in GF(2^8) by way of GF(2^4), as a straight-line program of XOR and AND. The
// nonlinear part (roundel_sbox_gates_core) is that of J. Boyar and R. Peralta, "A new combinational
// logic minimization technique with applications to cryptology", SEA 2010, LNCS 6049, p. 178.
// Inputs are 22 linear forms of x, outputs are 18 products p, and
//
//     1/x = V p(Y x),    V, Y matrices over GF(2).
//
// The complete S-box of the authors, with later work on its linear layers, takes 113 gates. Since
// 1/x = c / (c x), and 1/x = (1/x^n)^(1/n) for n a power of two, Y and V can be chosen in 2040
// other ways. The map x -> (c x)^n and its inverse are linear, and the map A of FIPS-197, section
// 5.1.1, is affine. With eight inputs the fewest XORs for a set of forms can be found exactly. Add
// every form that is the XOR of two known forms; otherwise try each further XOR. The layer of eight
// outputs is the transposed problem. Of the 2040 choices this module uses those with the fewest
// levels among the smallest:
//
// | gates a byte | XOR in front | core: AND | core: XOR | XOR behind | other  | sum | levels |
// |--------------|--------------|-----------|-----------|------------|--------|-----|--------|
// | encrypt      | 22           | 32        | 30        | 28         |        | 112 | 24     |
// | decrypt      | 21           | 32        | 30        | 28         | 1 NOT  | 112 | 27     |
// | both         | 34           | 32        | 30        | 40         | 16 MUX | 152 | 30     |
//
// (XNOR counts as XOR. A network of 110 gates exists, with more levels.) Direction both uses the
// network of encryption. To decrypt, the inverse affine map A' is added before and behind the
// network, because 1/A'(x) = A'(S(A'(x))).
//
// Registers. Cut position 1 is behind the input multiplexer, 2 to 6 are in the core, 7 is behind
// the network and before A'. A signal holds one bit of every byte.

module roundel_sbox_gates #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic                  first_decrypt_i,  // direction of the input bytes
  input  logic                  last_decrypt_i,  // direction of the bytes after CUT_SBOX_7
  input  logic [8*NumBytes-1:0] byte_i,  // for SubBytes, or for the module's only direction
  input  logic [8*NumBytes-1:0] inverse_byte_i,  // for InvSubBytes; read with Direction both
  output logic [8*NumBytes-1:0] byte_o
);

  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;

  // FIPS-197, section 5.3.2: bit i is x[i+2] ^ x[i+5] ^ x[i+7] ^ 0x05[i], indices modulo 8.
  function automatic logic [7:0] inverse_affine(input logic [7:0] x);
    logic q0, q2, q4, q6;
    q0 = x[0] ^ x[3];
    q2 = x[2] ^ x[5];
    q4 = x[4] ^ x[7];
    q6 = x[6] ^ x[1];
    inverse_affine = {
      q6 ^ x[4], q0 ^ x[5], q4 ^ x[2], q6 ^ x[3], q2 ^ x[0], q4 ~^ x[1], q0 ^ x[6], q2 ~^ x[7]
    };
  endfunction

  // The bytes at the input and at the output of the network, each before and after its register.
  logic [8*NumBytes-1:0] chosen, chosen_1, substitute, substitute_7;

  logic [NumBytes-1:0] x0, x1, x2, x3, x4, x5, x6, x7;
  logic [NumBytes-1:0] y0, y1, y2, y3, y4, y5, y6, y7;

  for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
    assign {x7[i], x6[i], x5[i], x4[i], x3[i], x2[i], x1[i], x0[i]} = chosen_1[8*i+:8];
    assign substitute[8*i+:8] = {y7[i], y6[i], y5[i], y4[i], y3[i], y2[i], y1[i], y0[i]};
    assign chosen[8*i+:8] = (BOTH && first_decrypt_i) ? inverse_affine(inverse_byte_i[8*i+:8])
                                                      : byte_i[8*i+:8];
    assign byte_o[8*i+:8] = (BOTH && last_decrypt_i) ? inverse_affine(substitute_7[8*i+:8])
                                                     : substitute_7[8*i+:8];
  end

  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_1])
  ) u_cut_1 (
    .clk_i,
    .data_i(chosen),
    .data_o(chosen_1)
  );

  logic [NumBytes-1:0] f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16,
      f17, f18, f19, f20, f21;
  logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16,
      p17;

  roundel_sbox_gates_core #(.NumBytes(NumBytes), .Cuts(Cuts)) u_core (
    .clk_i,
    .forms_i({
      f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19, f20,
      f21
    }),
    .products_o({
      p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17
    })
  );

  if (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt
    // Linear forms of x.
    logic [NumBytes-1:0] e0;
    assign f2 = x1 ^ x5;
    assign f14 = x1 ~^ x7;
    assign f21 = x5 ^ x6;
    assign e0 = x3 ^ x4;
    assign f3 = f21 ^ x2;
    assign f7 = e0 ^ x2;
    assign f13 = f14 ^ x3;
    assign f19 = e0 ~^ x1;
    assign f4 = f3 ^ x3;
    assign f5 = f2 ^ f13;
    assign f16 = f13 ^ f21;
    assign f18 = f2 ^ f7;
    assign f0 = f5 ~^ x0;
    assign f1 = f7 ^ f16;
    assign f8 = f3 ^ f5;
    assign f9 = f2 ^ f4;
    assign f10 = f8 ^ f19;
    assign f11 = f0 ^ f7;
    assign f15 = f0 ~^ x5;
    assign f17 = f15 ^ f16;
    assign f20 = f9 ^ f11;
    assign f6 = ~x5;
    assign f12 = x3;

    // Linear forms of the products.
    logic [NumBytes-1:0] s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16,
        s17, s18, s19;
    assign s0 = p14 ^ p17;
    assign s1 = p13 ^ p16;
    assign y6 = s0 ^ s1;
    assign s2 = p7 ^ p8;
    assign s3 = p1 ^ p2;
    assign s4 = s2 ^ s3;
    assign y0 = s4 ^ y6;
    assign s5 = p12 ^ p9;
    assign s6 = p11 ^ p14;
    assign s7 = s5 ^ s6;
    assign s8 = p0 ^ p2;
    assign s9 = p6 ^ p8;
    assign s10 = s8 ^ s9;
    assign s11 = s10 ^ s7;
    assign s12 = s11 ^ y0;
    assign s13 = p12 ^ p15;
    assign s14 = s0 ^ s13;
    assign y1 = s14 ^ s12;
    assign s15 = p3 ^ s8;
    assign y2 = p5 ^ s15;
    assign s16 = p4 ^ s2;
    assign s17 = s15 ^ s16;
    assign s18 = p10 ^ p13;
    assign s19 = s18 ^ s5;
    assign y4 = s10 ^ s19;
    assign y3 = s17 ^ y4;
    assign y5 = y2 ^ s12;
    assign y7 = s7 ^ s17;
  end else begin : gen_encrypt
    // Linear forms of x.
    logic [NumBytes-1:0] e0, e1;
    assign f5 = x1 ^ x7;
    assign f8 = x2 ^ x4;
    assign f9 = x2 ^ x7;
    assign f14 = x4 ^ x7;
    assign f19 = x5 ^ x7;
    assign e0 = x1 ^ x3;
    assign e1 = x5 ^ x6;
    assign f3 = f5 ^ f8;
    assign f6 = e0 ^ f14;
    assign f7 = e1 ^ x0;
    assign f10 = f8 ^ f19;
    assign f0 = f6 ^ x0;
    assign f1 = f6 ^ f10;
    assign f2 = f7 ^ x1;
    assign f11 = e1 ^ f6;
    assign f12 = f7 ^ x4;
    assign f13 = f7 ^ x7;
    assign f4 = f2 ^ f9;
    assign f16 = f1 ^ f7;
    assign f17 = e1 ^ f1;
    assign f20 = f9 ^ f11;
    assign f21 = f1 ^ x7;
    assign f15 = x0;
    assign f18 = x1;

    // Linear forms of the products.
    logic [NumBytes-1:0] s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16,
        s17, s18, s19;
    assign s0 = p13 ^ p16;
    assign s1 = p0 ^ p1;
    assign s2 = p3 ^ p4;
    assign s3 = s1 ^ s2;
    assign s4 = p14 ^ p17;
    assign s5 = s0 ^ s4;
    assign y0 = s3 ~^ s5;
    assign s6 = p4 ^ p5;
    assign s7 = p8 ^ s6;
    assign s8 = p6 ^ s1;
    assign s9 = s7 ^ s8;
    assign y1 = s9 ^ y0;
    assign s10 = p12 ^ s0;
    assign s11 = s10 ^ s9;
    assign s12 = p11 ^ p17;
    assign s13 = p9 ^ s12;
    assign y2 = s13 ^ s11;
    assign s14 = p10 ^ p16;
    assign s15 = s12 ^ s14;
    assign s16 = p1 ^ p2;
    assign s17 = s16 ^ s6;
    assign y4 = s15 ^ s17;
    assign y3 = s3 ^ y4;
    assign s18 = p7 ^ s7;
    assign s19 = p15 ^ s18;
    assign y5 = s11 ~^ s19;
    assign y6 = s18 ~^ y4;
    assign y7 = s15 ^ s18;
  end

  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_7])
  ) u_cut_7 (
    .clk_i,
    .data_i(substitute),
    .data_o(substitute_7)
  );

endmodule : roundel_sbox_gates
