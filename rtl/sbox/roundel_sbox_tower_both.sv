// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes of `NumBytes` bytes with one shared inversion: the network of
// roundel_sbox_tower for both directions.
//
// Interface. The module accepts new bytes in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_1 to CUT_SBOX_7 that `Cuts` selects.
//
// Method. The network inverts z. For SubBytes z is the byte. For InvSubBytes z is the other byte
// after the inverse affine map. The affine map v[i] ^ v[i+4] ^ ... ^ v[i+7] ^ 0x63[i] (indices
// modulo 8) is added behind the inversion, by pairs of bits. Cost: 84 four-input functions for each
// byte. roundel_sbox_tower explains the method and the letters. Signal x_k is signal x behind cut
// position k, where `Cuts` can select a register.

module roundel_sbox_tower_both #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic                  first_decrypt_i,  // direction of the input bytes
  input  logic                  last_decrypt_i,  // direction of the bytes after CUT_SBOX_7
  input  logic [8*NumBytes-1:0] byte_i,  // for SubBytes
  input  logic [8*NumBytes-1:0] inverse_byte_i,  // for InvSubBytes
  output logic [8*NumBytes-1:0] byte_o
);

  logic [NumBytes-1:0] x0, x1, x2, x3, x4, x5, x6, x7;
  logic [NumBytes-1:0] n0, n1, n2, n3, n4, n5, n6, n7;
  logic [NumBytes-1:0] y0, y1, y2, y3, y4, y5, y6, y7;

  for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
    assign {x7[i], x6[i], x5[i], x4[i], x3[i], x2[i], x1[i], x0[i]} = byte_i[8*i+:8];
    assign {n7[i], n6[i], n5[i], n4[i], n3[i], n2[i], n1[i], n0[i]} = inverse_byte_i[8*i+:8];
    assign byte_o[8*i+:8] = {y7[i], y6[i], y5[i], y4[i], y3[i], y2[i], y1[i], y0[i]};
  end

  // The byte that is inverted; for InvSubBytes, after the inverse affine map.
  logic [NumBytes-1:0] z0, z1, z2, z3, z4, z5, z6, z7;
  assign z0 = first_decrypt_i ? ~(n2 ^ n5 ^ n7) : x0;
  assign z1 = first_decrypt_i ? n3 ^ n6 ^ n0 : x1;
  assign z2 = first_decrypt_i ? ~(n4 ^ n7 ^ n1) : x2;
  assign z3 = first_decrypt_i ? n5 ^ n0 ^ n2 : x3;
  assign z4 = first_decrypt_i ? n6 ^ n1 ^ n3 : x4;
  assign z5 = first_decrypt_i ? n7 ^ n2 ^ n4 : x5;
  assign z6 = first_decrypt_i ? n0 ^ n3 ^ n5 : x6;
  assign z7 = first_decrypt_i ? n1 ^ n4 ^ n6 : x7;

  logic [NumBytes-1:0] z0_1, z1_1, z2_1, z3_1, z4_1, z5_1, z6_1, z7_1;
  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_1])
  ) u_cut_1 (
    .clk_i,
    .data_i({z0, z1, z2, z3, z4, z5, z6, z7}),
    .data_o({z0_1, z1_1, z2_1, z3_1, z4_1, z5_1, z6_1, z7_1})
  );

  // Linear forms of z.
  logic [NumBytes-1:0] f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, s0;
  assign f0 = z1_1;
  assign f1 = z0_1 ^ z1_1 ^ z2_1;
  assign f2 = z4_1 ^ z5_1 ^ z6_1;
  assign f3 = z1_1 ^ z2_1 ^ z7_1;
  assign f4 = z1_1 ^ z5_1 ^ z7_1;
  assign f5 = z4_1 ^ z6_1 ^ z7_1;
  assign s0 = z2_1 ^ z3_1 ^ z5_1;
  assign f6 = s0 ^ z1_1 ^ z4_1;
  assign f7 = f1 ^ z4_1 ^ z6_1;
  assign f8 = s0 ^ z1_1 ^ z6_1;
  assign f9 = s0 ^ z4_1 ^ z6_1;
  assign f10 = s0 ^ z1_1 ^ z7_1;
  assign f11 = f3 ^ z4_1 ^ z6_1;

  logic [NumBytes-1:0] f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2;
  roundel_pipeline_cut #(
    .Width(12 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_2])
  ) u_cut_2 (
    .clk_i,
    .data_i({f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11}),
    .data_o({f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2})
  );

  // The norm, in terms of two products each.
  logic [NumBytes-1:0] t0, t1, t2, t3, t4, t5, t6;
  assign t0 = (f9_2 & f8_2) ^ (f0_2 & f3_2) ^ f0_2 ^ f3_2;
  assign t1 = (f2_2 & f1_2) ^ (f10_2 & f6_2) ^ f10_2 ^ f1_2;
  assign t2 = (f5_2 & f11_2) ^ (f9_2 & f8_2) ^ f9_2 ^ f8_2;
  assign t3 = (f4_2 & f6_2) ^ (f10_2 & f6_2) ^ (f10_2 & f7_2) ^ f6_2 ^ f7_2;
  assign t4 = (f2_2 & f3_2) ^ (f0_2 & f3_2) ^ (f0_2 & f1_2) ^ f2_2 ^ f0_2 ^ f1_2;
  assign t5 = (f4_2 & f7_2) ^ (f10_2 & f8_2) ^ f4_2 ^ f10_2 ^ f8_2 ^ f7_2;
  assign t6 = (f9_2 & f11_2) ^ (f0_2 & f11_2) ^ (f0_2 & f6_2) ^ f9_2 ^ f0_2 ^ f11_2 ^ f6_2;

  logic [NumBytes-1:0] f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3, f11_3,
      t0_3, t1_3, t2_3, t3_3, t4_3, t5_3, t6_3;
  roundel_pipeline_cut #(
    .Width(19 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_3])
  ) u_cut_3 (
    .clk_i,
    .data_i({
      f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2, t0, t1, t2, t3,
      t4, t5, t6
    }),
    .data_o({
      f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3, f11_3, t0_3, t1_3, t2_3,
      t3_3, t4_3, t5_3, t6_3
    })
  );

  logic [NumBytes-1:0] d0, d1, d2, d3;
  assign d0 = t0_3 ^ t1_3;
  assign d1 = t2_3 ^ t3_3 ^ f5_3 ^ f2_3;
  assign d2 = t2_3 ^ t4_3;
  assign d3 = t5_3 ^ t6_3;

  logic [NumBytes-1:0] d0_4, d1_4, d2_4, d3_4, f0_4, f1_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4,
      f8_4, f9_4, f10_4, f11_4;
  roundel_pipeline_cut #(
    .Width(16 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_4])
  ) u_cut_4 (
    .clk_i,
    .data_i({
      d0, d1, d2, d3, f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3, f11_3
    }),
    .data_o({
      d0_4, d1_4, d2_4, d3_4, f0_4, f1_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4, f9_4, f10_4,
      f11_4
    })
  );

  // Linear forms of the reciprocal of the norm.
  logic [NumBytes-1:0] g0, g1, g2, g3, g4, g5, g6, g7;
  assign g0 = d2_4 ^ (d0_4 & d1_4) ^ (d1_4 & d2_4) ^ (d1_4 & d2_4 & d3_4);
  assign g1 = d1_4 ^ d2_4 ^ d3_4 ^ (d0_4 & d1_4) ^ (d0_4 & d2_4) ^ (d1_4 & d3_4) ^ (d0_4 & d1_4
      & d2_4) ^ (d0_4 & d1_4 & d3_4);
  assign g2 = d0_4 ^ (d0_4 & d1_4) ^ (d1_4 & d2_4) ^ (d1_4 & d3_4) ^ (d0_4 & d2_4 & d3_4) ^
      (d1_4 & d2_4 & d3_4);
  assign g3 = d0_4 ^ d2_4 ^ d3_4 ^ (d0_4 & d1_4) ^ (d0_4 & d2_4) ^ (d1_4 & d2_4) ^ (d2_4 & d3_4)
      ^ (d0_4 & d1_4 & d3_4) ^ (d0_4 & d2_4 & d3_4);
  assign g4 = d1_4 ^ (d0_4 & d1_4) ^ (d2_4 & d3_4) ^ (d0_4 & d1_4 & d2_4) ^ (d1_4 & d2_4 & d3_4);
  assign g5 = d3_4 ^ (d0_4 & d1_4) ^ (d0_4 & d2_4) ^ (d1_4 & d2_4) ^ (d1_4 & d3_4) ^ (d2_4 &
      d3_4) ^ (d0_4 & d1_4 & d3_4);
  assign g6 = d0_4 ^ d1_4 ^ d2_4 ^ (d0_4 & d1_4) ^ (d1_4 & d3_4) ^ (d2_4 & d3_4) ^ (d0_4 & d1_4
      & d2_4) ^ (d0_4 & d2_4 & d3_4) ^ (d1_4 & d2_4 & d3_4);
  assign g7 = d0_4 ^ d1_4 ^ (d1_4 & d2_4) ^ (d1_4 & d3_4) ^ (d2_4 & d3_4) ^ (d0_4 & d1_4 & d2_4)
      ^ (d0_4 & d2_4 & d3_4);

  logic [NumBytes-1:0] f0_5, f1_5, f2_5, f3_5, f4_5, f5_5, f6_5, f7_5, f8_5, f9_5, f10_5, f11_5,
      g0_5, g1_5, g2_5, g3_5, g4_5, g5_5, g6_5, g7_5;
  roundel_pipeline_cut #(
    .Width(20 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_5])
  ) u_cut_5 (
    .clk_i,
    .data_i({
      f0_4, f1_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4, f9_4, f10_4, f11_4, g0, g1, g2, g3,
      g4, g5, g6, g7
    }),
    .data_o({
      f0_5, f1_5, f2_5, f3_5, f4_5, f5_5, f6_5, f7_5, f8_5, f9_5, f10_5, f11_5, g0_5, g1_5, g2_5,
      g3_5, g4_5, g5_5, g6_5, g7_5
    })
  );

  // Products of the forms g and the forms of x.
  logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12;
  assign p0 = (f0_5 & g5_5) ^ (f10_5 & g7_5);
  assign p1 = (f2_5 & g4_5) ^ (f9_5 & g0_5) ^ (f9_5 & g4_5);
  assign p2 = (f5_5 & g2_5) ^ (f4_5 & g1_5);
  assign p3 = (f0_5 & g3_5) ^ (f10_5 & g3_5) ^ (f10_5 & g6_5);
  assign p4 = (f2_5 & g7_5) ^ (f9_5 & g5_5);
  assign p5 = (f5_5 & g6_5) ^ (f4_5 & g3_5) ^ (f4_5 & g6_5);
  assign p6 = (f8_5 & g0_5) ^ (f8_5 & g2_5) ^ (f1_5 & g2_5);
  assign p7 = (f3_5 & g5_5) ^ (f7_5 & g7_5);
  assign p8 = (f3_5 & g2_5) ^ (f7_5 & g0_5) ^ (f7_5 & g2_5);
  assign p9 = (f11_5 & g6_5) ^ (f8_5 & g1_5);
  assign p10 = (f8_5 & g7_5) ^ (f1_5 & g5_5) ^ (f1_5 & g7_5);
  assign p11 = (f11_5 & g1_5) ^ (f11_5 & g2_5) ^ (f7_5 & g2_5);
  assign p12 = (f3_5 & g3_5) ^ (f3_5 & g6_5) ^ (f6_5 & g6_5);

  logic [NumBytes-1:0] p0_6, p1_6, p2_6, p3_6, p4_6, p5_6, p6_6, p7_6, p8_6, p9_6, p10_6, p11_6,
      p12_6;
  roundel_pipeline_cut #(
    .Width(13 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_6])
  ) u_cut_6 (
    .clk_i,
    .data_i({p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12}),
    .data_o({p0_6, p1_6, p2_6, p3_6, p4_6, p5_6, p6_6, p7_6, p8_6, p9_6, p10_6, p11_6, p12_6})
  );

  // The inverse.
  logic [NumBytes-1:0] v0, v1, v2, v3, v4, v5, v6, v7;
  assign v0 = p0_6 ^ p1_6 ^ p6_6 ^ p7_6;
  assign v1 = p2_6 ^ p3_6;
  assign v2 = p8_6 ^ p9_6;
  assign v3 = p4_6 ^ p2_6 ^ p8_6 ^ p9_6;
  assign v4 = p2_6 ^ p4_6 ^ p10_6 ^ p11_6;
  assign v5 = p1_6 ^ p5_6 ^ p12_6 ^ p10_6;
  assign v6 = p1_6 ^ p0_6 ^ p12_6 ^ p11_6;
  assign v7 = p0_6 ^ p5_6 ^ p12_6 ^ p10_6;

  logic [NumBytes-1:0] v0_7, v1_7, v2_7, v3_7, v4_7, v5_7, v6_7, v7_7;
  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_7])
  ) u_cut_7 (
    .clk_i,
    .data_i({v0, v1, v2, v3, v4, v5, v6, v7}),
    .data_o({v0_7, v1_7, v2_7, v3_7, v4_7, v5_7, v6_7, v7_7})
  );

  // The affine map for SubBytes; two result bits share each pair.
  logic [NumBytes-1:0] w0, w1, w2, w3, w4, w5, w6, w7;
  assign w0 = v0_7 ^ v1_7;
  assign w1 = v1_7 ^ v2_7;
  assign w2 = v2_7 ^ v3_7;
  assign w3 = v3_7 ^ v4_7;
  assign w4 = v4_7 ^ v5_7;
  assign w5 = v5_7 ^ v6_7;
  assign w6 = v6_7 ^ v7_7;
  assign w7 = v7_7 ^ v0_7;
  assign y0 = last_decrypt_i ? v0_7 : ~(v0_7 ^ w4 ^ w6);
  assign y1 = last_decrypt_i ? v1_7 : ~(v1_7 ^ w5 ^ w7);
  assign y2 = last_decrypt_i ? v2_7 : v2_7 ^ w6 ^ w0;
  assign y3 = last_decrypt_i ? v3_7 : v3_7 ^ w7 ^ w1;
  assign y4 = last_decrypt_i ? v4_7 : v4_7 ^ w0 ^ w2;
  assign y5 = last_decrypt_i ? v5_7 : ~(v5_7 ^ w1 ^ w3);
  assign y6 = last_decrypt_i ? v6_7 : ~(v6_7 ^ w2 ^ w4);
  assign y7 = last_decrypt_i ? v7_7 : v7_7 ^ w3 ^ w5;

endmodule : roundel_sbox_tower_both
