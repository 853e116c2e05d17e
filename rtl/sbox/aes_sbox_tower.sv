// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes by arithmetic in GF((2^4)^2), in few four-input functions.
//
// Combinational: no clock, no reset, nothing depends on the data but the result. `decrypt_i` (read
// where Direction is both) chooses the inverse S-box and may change with every byte.
//
// Method. SubBytes is the inverse in GF(2^8) (0 stays 0), then an affine map (FIPS-197, 5.1.1).
// GF(2^8) contains K = GF(2^4) = {x : x^16 = x}, and for every x the norm N(x) = x^17 = x * x^16
// lies in K (Itoh and Tsujii; for AES: Rijmen; Satoh et al. 2001; Canright 2005), so that
//
//     1/x = x^16 / N(x),      where x -> x^16 is linear and only N is inverted, in 16-element K.
//
// Two linear functions h, l of x to K determine x, and with constants of K
//
//     N(x) = a*h^2 + b*h*l + c*l^2,      1/x = u*h/N + v*l/N,      u, v in GF(2^8).
//
// No basis is fixed. Tr(k*h), k in K, are 15 linear forms of x for h, 15 for l, 15 of 1/N; a bit
// of N or of the result is bilinear in them. A product in K, seen by one form, is a 4 x 4 matrix of
// rank 4 over such forms, hence the sum of two matrices of rank 2 in 280 ways; a matrix of rank 2
// is ONE function of two forms of each factor, which may add linear terms of these forms for
// free: one four-input LUT. Terms that several bits have in common are built once. Simulated
// annealing over h, l, the forms, the basis of N and the splits, counting four-input functions,
// found the networks below. Their stages, between which registers may stand (f is carried along):
//
//     x -> f: linear forms of x -> t: terms of N -> d: N in some basis
//       -> g: linear forms of 1/N -> p: terms of h/N and l/N -> y: the result
//
// Decrypt has the inverse affine map in its forms (FIPS-197, 5.3.2). Both has one inversion: its
// forms are chosen by `decrypt_i`, and the affine map v[i] ^ v[i+4] ^ ... ^ v[i+7] ^ 0x63[i]
// (indices modulo 8) is added behind it in pairs. LUT4 a byte: encrypt 49, decrypt 50, both 80.
//
// A signal holds one bit of every byte, so that a simulator computes all bytes at once.

module aes_sbox_tower #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // aes_pkg::DIRECTION_*
) (
  input  logic                  decrypt_i,  // inverse S-box; read where Direction is both
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  logic [NumBytes-1:0] x0, x1, x2, x3, x4, x5, x6, x7;
  logic [NumBytes-1:0] y0, y1, y2, y3, y4, y5, y6, y7;

  for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
    assign {x7[i], x6[i], x5[i], x4[i], x3[i], x2[i], x1[i], x0[i]} = byte_i[8*i+:8];
    assign byte_o[8*i+:8] = {y7[i], y6[i], y5[i], y4[i], y3[i], y2[i], y1[i], y0[i]};
  end

  if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;

    // Linear forms of x.
    logic [NumBytes-1:0] f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13;
    assign f0 = x2;
    assign f1 = x6;
    assign f2 = x7;
    assign f3 = x0 ^ x3;
    assign f4 = x1 ^ x2 ^ x5;
    assign f5 = x3 ^ x4 ^ x5;
    assign f6 = x0 ^ x6 ^ x7;
    assign f7 = x0 ^ x1 ^ x3 ^ x6;
    assign f8 = x0 ^ x1 ^ x4 ^ x6;
    assign f9 = x1 ^ x4 ^ x5 ^ x7;
    assign f10 = x3 ^ x4 ^ x6 ^ x7;
    assign f11 = x4 ^ x5 ^ x6 ^ x7;
    assign f12 = f8 ^ f4;
    assign f13 = f9 ^ x2 ^ x3;

    // The norm, in terms of two products each.
    logic [NumBytes-1:0] t0, t1, t2, t3, t4, t5;
    assign t0 = (f9 & f8) ^ (f3 & f10) ^ (f3 & f8) ^ f3;
    assign t1 = (f7 & f12) ^ (f5 & f13) ^ f7 ^ f5 ^ f12;
    assign t2 = (f7 & f13) ^ (f5 & f13) ^ (f5 & f12) ^ f5;
    assign t3 = (f9 & f10) ^ (f3 & f8) ^ f9 ^ f3;
    assign t4 = (f11 & f4) ^ (f11 & f1) ^ (f6 & f4) ^ f4 ^ f1;
    assign t5 = (f11 & f4) ^ (f6 & f1) ^ f6 ^ f4 ^ f1;

    logic [NumBytes-1:0] d0, d1, d2, d3;
    assign d0 = t0 ^ t1;
    assign d1 = t2 ^ t3 ^ f7 ^ f2;
    assign d2 = t2 ^ t4 ^ f5 ^ f0;
    assign d3 = t5 ^ t1 ^ f5 ^ f2;

    // Linear forms of its reciprocal.
    logic [NumBytes-1:0] g0, g1, g2, g3, g4, g5;
    assign g0 = d2 ^ d3 ^ (d1 & d2) ^ (d0 & d2 & d3) ^ (d1 & d2 & d3);
    assign g1 = d0 ^ d1 ^ (d1 & d3) ^ (d0 & d1 & d2);
    assign g2 = d3 ^ (d1 & d2) ^ (d0 & d3) ^ (d1 & d3) ^ (d0 & d2 & d3);
    assign g3 = d1 ^ (d0 & d2) ^ (d0 & d1 & d3);
    assign g4 = d0 ^ d3 ^ (d0 & d2) ^ (d1 & d2) ^ (d0 & d3) ^ (d0 & d1 & d2) ^ (d0 & d1 & d3) ^
        (d0 & d2 & d3);
    assign g5 = d1 ^ d2 ^ (d0 & d2) ^ (d0 & d3) ^ (d1 & d3) ^ (d0 & d1 & d3) ^ (d1 & d2 & d3);

    // Their products with the forms of x.
    logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11;
    assign p0 = (f7 & g1) ^ (f7 & g3) ^ (f5 & g1);
    assign p1 = (f11 & g2) ^ (f6 & g0) ^ (f6 & g2);
    assign p2 = (f7 & g1) ^ (f5 & g3);
    assign p3 = (f11 & g0) ^ (f6 & g2);
    assign p4 = (f9 & g4) ^ (f9 & g5) ^ (f3 & g4);
    assign p5 = (f9 & g4) ^ (f3 & g5);
    assign p6 = (f10 & g5) ^ (f8 & g4) ^ (f8 & g5);
    assign p7 = (f13 & g3) ^ (f12 & g1);
    assign p8 = (f4 & g2) ^ (f1 & g0) ^ (f1 & g2);
    assign p9 = (f13 & g1) ^ (f12 & g1) ^ (f12 & g3);
    assign p10 = (f10 & g4) ^ (f10 & g5) ^ (f8 & g4);
    assign p11 = (f4 & g0) ^ (f1 & g2);

    // The result.
    assign y0 = ~(p0 ^ p1 ^ p6 ^ p7);
    assign y1 = ~(p2 ^ p3 ^ p8 ^ p9);
    assign y2 = p2 ^ p4 ^ p9 ^ p10;
    assign y3 = p8 ^ p10;
    assign y4 = p0 ^ p5 ^ p8 ^ p10 ^ p11 ^ p7;
    assign y5 = ~(p3 ^ p2 ^ p11 ^ p6);
    assign y6 = ~(p3 ^ p4 ^ p9 ^ p8);
    assign y7 = p2 ^ p3 ^ p7 ^ p11;
  end else if (Direction == aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;

    // Linear forms of x.
    logic [NumBytes-1:0] f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13;
    assign f0 = x3;
    assign f1 = ~(x6);
    assign f2 = ~(x0 ^ x3);
    assign f3 = x0 ^ x4 ^ x5;
    assign f4 = x1 ^ x4 ^ x6;
    assign f5 = x2 ^ x3 ^ x7;
    assign f6 = x1 ^ x3 ^ x4 ^ x5;
    assign f7 = ~(x0 ^ x4 ^ x5 ^ x6);
    assign f8 = x0 ^ x4 ^ x6 ^ x7;
    assign f9 = x2 ^ x5 ^ x6 ^ x7;
    assign f10 = f3 ^ x3 ^ x7;
    assign f11 = ~(f6 ^ f5 ^ x0);
    assign f12 = ~(f5 ^ x0 ^ x1 ^ x6);
    assign f13 = ~(f7 ^ x1 ^ x2 ^ x7);

    // The norm, in terms of two products each.
    logic [NumBytes-1:0] t0, t1, t2, t3, t4, t5;
    assign t0 = (f11 & f9) ^ (f11 & f4) ^ (f12 & f9) ^ f11 ^ f12 ^ f9;
    assign t1 = (f2 & f8) ^ (f3 & f5) ^ (f3 & f8);
    assign t2 = (f12 & f6) ^ (f13 & f5) ^ f12 ^ f13 ^ f5;
    assign t3 = (f11 & f8) ^ (f3 & f4) ^ f8 ^ f4;
    assign t4 = (f7 & f10) ^ (f7 & f6) ^ (f13 & f10) ^ f7;
    assign t5 = (f7 & f10) ^ (f2 & f9) ^ (f2 & f10) ^ f9 ^ f10;

    logic [NumBytes-1:0] d0, d1, d2, d3;
    assign d0 = t0 ^ t1 ^ f1 ^ f0;
    assign d1 = t2 ^ t3;
    assign d2 = t0 ^ t4;
    assign d3 = t5 ^ t3 ^ f13 ^ f4;

    // Linear forms of its reciprocal.
    logic [NumBytes-1:0] g0, g1, g2, g3, g4, g5;
    assign g0 = d0 ^ d1 ^ (d0 & d1) ^ (d1 & d2) ^ (d2 & d3) ^ (d0 & d1 & d3) ^ (d0 & d2 & d3) ^
        (d1 & d2 & d3);
    assign g1 = d0 ^ d3 ^ (d0 & d1) ^ (d0 & d2) ^ (d0 & d3) ^ (d1 & d3) ^ (d0 & d2 & d3) ^
        (d1 & d2 & d3);
    assign g2 = d1 ^ d3 ^ (d2 & d3) ^ (d0 & d1 & d2) ^ (d0 & d2 & d3);
    assign g3 = d0 ^ d2 ^ d3 ^ (d0 & d2) ^ (d1 & d2) ^ (d1 & d3) ^ (d0 & d2 & d3);
    assign g4 = d0 ^ d1 ^ d2 ^ (d0 & d3) ^ (d2 & d3) ^ (d0 & d1 & d3) ^ (d0 & d2 & d3);
    assign g5 = d2 ^ (d0 & d1) ^ (d0 & d2) ^ (d1 & d3) ^ (d0 & d1 & d2) ^ (d0 & d1 & d3) ^
        (d0 & d2 & d3) ^ (d1 & d2 & d3);

    // Their products with the forms of x.
    logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11;
    assign p0 = (f7 & g0) ^ (f2 & g0) ^ (f2 & g2);
    assign p1 = (f11 & g3) ^ (f3 & g1);
    assign p2 = (f12 & g4) ^ (f13 & g5);
    assign p3 = (f11 & g1) ^ (f11 & g2) ^ (f12 & g2);
    assign p4 = (f7 & g0) ^ (f7 & g4) ^ (f13 & g0);
    assign p5 = (f2 & g3) ^ (f3 & g3) ^ (f3 & g5);
    assign p6 = (f5 & g3) ^ (f8 & g5);
    assign p7 = (f10 & g0) ^ (f10 & g4) ^ (f6 & g0);
    assign p8 = (f9 & g2) ^ (f4 & g1);
    assign p9 = (f5 & g4) ^ (f6 & g4) ^ (f6 & g5);
    assign p10 = (f9 & g0) ^ (f9 & g2) ^ (f10 & g2);
    assign p11 = (f8 & g1) ^ (f4 & g3);

    // The result.
    assign y0 = p0 ^ p1 ^ p6 ^ p7;
    assign y1 = p2 ^ p0 ^ p3 ^ p4;
    assign y2 = p0 ^ p1 ^ p8 ^ p6;
    assign y3 = p6 ^ p8;
    assign y4 = p4 ^ p5 ^ p9 ^ p10;
    assign y5 = p0 ^ p1 ^ p11 ^ p10;
    assign y6 = p2 ^ p0 ^ p9 ^ p11;
    assign y7 = p3 ^ p4 ^ p10 ^ p11;
  end else begin : gen_both
    // Linear forms of x.
    logic [NumBytes-1:0] f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11;
    assign f0 = (decrypt_i ? x0 ^ x3 ^ x6 : x1);
    assign f3 = x7 ^ (decrypt_i ? ~(x0 ^ x3) : x1 ^ x2);
    assign f5 = x4 ^ (decrypt_i ? x0 ^ x5 : x6 ^ x7);
    assign f6 = x5 ^ (decrypt_i ? '1 : x1 ^ x2 ^ x3 ^ x4);
    assign f9 = x6 ^ (decrypt_i ? '1 : x2 ^ x3 ^ x4 ^ x5);
    assign f10 = f0 ^ f5 ^ f9;
    assign f4 = f3 ^ x2 ^ (decrypt_i ? ~x1 : x5);
    assign f2 = f0 ^ f5 ^ f4;
    assign f8 = f9 ^ x1 ^ (decrypt_i ? x0 : x4);
    assign f11 = f3 ^ f6 ^ f8;
    assign f7 = f0 ^ x0 ^ x2 ^ x4 ^ x6;
    assign f1 = f3 ^ f11 ^ f7;

    // The norm, in terms of two products each.
    logic [NumBytes-1:0] t0, t1, t2, t3, t4, t5, t6;
    assign t0 = (f9 & f8) ^ (f0 & f3) ^ f0 ^ f3;
    assign t1 = (f2 & f1) ^ (f10 & f6) ^ f10 ^ f1;
    assign t2 = (f5 & f11) ^ (f9 & f8) ^ f9 ^ f8;
    assign t3 = (f4 & f6) ^ (f10 & f6) ^ (f10 & f7) ^ f6 ^ f7;
    assign t4 = (f2 & f3) ^ (f0 & f3) ^ (f0 & f1) ^ f2 ^ f0 ^ f1;
    assign t5 = (f4 & f7) ^ (f10 & f8) ^ f4 ^ f10 ^ f8 ^ f7;
    assign t6 = (f9 & f11) ^ (f0 & f11) ^ (f0 & f6) ^ f9 ^ f0 ^ f11 ^ f6;

    logic [NumBytes-1:0] d0, d1, d2, d3;
    assign d0 = t0 ^ t1;
    assign d1 = t2 ^ t3 ^ f5 ^ f2;
    assign d2 = t2 ^ t4;
    assign d3 = t5 ^ t6;

    // Linear forms of its reciprocal.
    logic [NumBytes-1:0] g0, g1, g2, g3, g4, g5, g6, g7;
    assign g0 = d2 ^ (d0 & d1) ^ (d1 & d2) ^ (d1 & d2 & d3);
    assign g1 = d1 ^ d2 ^ d3 ^ (d0 & d1) ^ (d0 & d2) ^ (d1 & d3) ^ (d0 & d1 & d2) ^
        (d0 & d1 & d3);
    assign g2 = d0 ^ (d0 & d1) ^ (d1 & d2) ^ (d1 & d3) ^ (d0 & d2 & d3) ^ (d1 & d2 & d3);
    assign g3 = d0 ^ d2 ^ d3 ^ (d0 & d1) ^ (d0 & d2) ^ (d1 & d2) ^ (d2 & d3) ^ (d0 & d1 & d3) ^
        (d0 & d2 & d3);
    assign g4 = d1 ^ (d0 & d1) ^ (d2 & d3) ^ (d0 & d1 & d2) ^ (d1 & d2 & d3);
    assign g5 = d3 ^ (d0 & d1) ^ (d0 & d2) ^ (d1 & d2) ^ (d1 & d3) ^ (d2 & d3) ^ (d0 & d1 & d3);
    assign g6 = d0 ^ d1 ^ d2 ^ (d0 & d1) ^ (d1 & d3) ^ (d2 & d3) ^ (d0 & d1 & d2) ^
        (d0 & d2 & d3) ^ (d1 & d2 & d3);
    assign g7 = d0 ^ d1 ^ (d1 & d2) ^ (d1 & d3) ^ (d2 & d3) ^ (d0 & d1 & d2) ^ (d0 & d2 & d3);

    // Their products with the forms of x.
    logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12;
    assign p0 = (f0 & g5) ^ (f10 & g7);
    assign p1 = (f2 & g4) ^ (f9 & g0) ^ (f9 & g4);
    assign p2 = (f5 & g2) ^ (f4 & g1);
    assign p3 = (f0 & g3) ^ (f10 & g3) ^ (f10 & g6);
    assign p4 = (f2 & g7) ^ (f9 & g5);
    assign p5 = (f5 & g6) ^ (f4 & g3) ^ (f4 & g6);
    assign p6 = (f8 & g0) ^ (f8 & g2) ^ (f1 & g2);
    assign p7 = (f3 & g5) ^ (f7 & g7);
    assign p8 = (f3 & g2) ^ (f7 & g0) ^ (f7 & g2);
    assign p9 = (f11 & g6) ^ (f8 & g1);
    assign p10 = (f8 & g7) ^ (f1 & g5) ^ (f1 & g7);
    assign p11 = (f11 & g1) ^ (f11 & g2) ^ (f7 & g2);
    assign p12 = (f3 & g3) ^ (f3 & g6) ^ (f6 & g6);

    // The inverse.
    logic [NumBytes-1:0] v0, v1, v2, v3, v4, v5, v6, v7;
    assign v0 = p0 ^ p1 ^ p6 ^ p7;
    assign v1 = p2 ^ p3;
    assign v2 = p8 ^ p9;
    assign v3 = p4 ^ p2 ^ p8 ^ p9;
    assign v4 = p2 ^ p4 ^ p10 ^ p11;
    assign v5 = p1 ^ p5 ^ p12 ^ p10;
    assign v6 = p1 ^ p0 ^ p12 ^ p11;
    assign v7 = p0 ^ p5 ^ p12 ^ p10;

    // The affine map for SubBytes; two result bits share each pair.
    logic [NumBytes-1:0] w0, w1, w2, w3, w4, w5, w6, w7;
    assign w0 = v0 ^ v1;
    assign w1 = v1 ^ v2;
    assign w2 = v2 ^ v3;
    assign w3 = v3 ^ v4;
    assign w4 = v4 ^ v5;
    assign w5 = v5 ^ v6;
    assign w6 = v6 ^ v7;
    assign w7 = v7 ^ v0;
    assign y0 = decrypt_i ? v0 : ~(v0 ^ w4 ^ w6);
    assign y1 = decrypt_i ? v1 : ~(v1 ^ w5 ^ w7);
    assign y2 = decrypt_i ? v2 : v2 ^ w6 ^ w0;
    assign y3 = decrypt_i ? v3 : v3 ^ w7 ^ w1;
    assign y4 = decrypt_i ? v4 : v4 ^ w0 ^ w2;
    assign y5 = decrypt_i ? v5 : ~(v5 ^ w1 ^ w3);
    assign y6 = decrypt_i ? v6 : ~(v6 ^ w2 ^ w4);
    assign y7 = decrypt_i ? v7 : v7 ^ w3 ^ w5;
  end

endmodule : aes_sbox_tower
