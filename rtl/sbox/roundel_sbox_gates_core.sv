// SPDX-License-Identifier: Apache-2.0
//
// The nonlinear part of roundel_sbox_gates, equal for all directions: 32 AND and 30 XOR for each
// byte.
//
// Interface. The module accepts new forms in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_2 to CUT_SBOX_6 that `Cuts` selects.
//
// Method. The input is 22 linear forms of the byte. The module computes the norm d in GF(2^4), then
// its inverse g0 to g3 with five sums of the g, then 18 products of forms and sums. The S-box is a
// linear function of the products. roundel_sbox_gates explains the method and the letters. Signal
// x_k is signal x behind cut position k, where `Cuts` can select a register. Position 2 is behind
// the forms, 3 behind the norm, 4 in the middle of its inverse, 5 behind the inverse, 6 behind the
// products.

module roundel_sbox_gates_core #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                   clk_i,
  input  logic [22*NumBytes-1:0] forms_i,  // planes f0 to f21, f0 on top
  output logic [18*NumBytes-1:0] products_o  // planes p0 to p17, p0 on top
);

  logic [NumBytes-1:0] f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2,
      f12_2, f13_2, f14_2, f15_2, f16_2, f17_2, f18_2, f19_2, f20_2, f21_2;
  roundel_pipeline_cut #(
    .Width(22 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_2])
  ) u_cut_2 (
    .clk_i,
    .data_i(forms_i),
    .data_o({
      f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2, f12_2, f13_2, f14_2,
      f15_2, f16_2, f17_2, f18_2, f19_2, f20_2, f21_2
    })
  );

  // The norm: a product in GF(2^4) and a square.
  logic [NumBytes-1:0] t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16,
      t17, t18, d0, d1, d2, d3;
  assign t0 = f12_2 & f15_2;
  assign t1 = f3_2 & f6_2;
  assign t2 = t1 ^ t0;
  assign t3 = f4_2 & f0_2;
  assign t4 = t3 ^ t0;
  assign t5 = f13_2 & f16_2;
  assign t6 = f5_2 & f1_2;
  assign t7 = t6 ^ t5;
  assign t8 = f2_2 & f7_2;
  assign t9 = t8 ^ t5;
  assign t10 = f9_2 & f11_2;
  assign t11 = f14_2 & f17_2;
  assign t12 = t11 ^ t10;
  assign t13 = f8_2 & f10_2;
  assign t14 = t13 ^ t10;
  assign t15 = t2 ^ t12;
  assign t16 = t4 ^ t14;
  assign t17 = t7 ^ t12;
  assign t18 = t9 ^ t14;
  assign d0 = t15 ^ f20_2;
  assign d1 = t16 ^ f19_2;
  assign d2 = t17 ^ f21_2;
  assign d3 = t18 ^ f18_2;

  logic [NumBytes-1:0] d0_3, d1_3, d2_3, d3_3, f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3,
      f8_3, f9_3, f10_3, f11_3, f12_3, f13_3, f14_3, f15_3, f16_3, f17_3;
  roundel_pipeline_cut #(
    .Width(22 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_3])
  ) u_cut_3 (
    .clk_i,
    .data_i({
      d0, d1, d2, d3, f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2,
      f12_2, f13_2, f14_2, f15_2, f16_2, f17_2
    }),
    .data_o({
      d0_3, d1_3, d2_3, d3_3, f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3,
      f11_3, f12_3, f13_3, f14_3, f15_3, f16_3, f17_3
    })
  );

  // The inverse of the norm, first half.
  logic [NumBytes-1:0] h0, h1, h2, h3, h4, h5, h6, g0, g1;
  assign h0 = d0_3 ^ d1_3;
  assign h1 = d0_3 & d2_3;
  assign h2 = d3_3 ^ h1;
  assign h3 = h0 & h2;
  assign g0 = h3 ^ d1_3;
  assign h4 = d2_3 ^ d3_3;
  assign h5 = d1_3 ^ h1;
  assign h6 = h5 & h4;
  assign g1 = h6 ^ d3_3;

  logic [NumBytes-1:0] g0_4, g1_4, h0_4, h2_4, d2_4, d3_4, f0_4, f1_4, f2_4, f3_4, f4_4, f5_4,
      f6_4, f7_4, f8_4, f9_4, f10_4, f11_4, f12_4, f13_4, f14_4, f15_4, f16_4, f17_4;
  roundel_pipeline_cut #(
    .Width(24 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_4])
  ) u_cut_4 (
    .clk_i,
    .data_i({
      g0, g1, h0, h2, d2_3, d3_3, f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3,
      f11_3, f12_3, f13_3, f14_3, f15_3, f16_3, f17_3
    }),
    .data_o({
      g0_4, g1_4, h0_4, h2_4, d2_4, d3_4, f0_4, f1_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4,
      f9_4, f10_4, f11_4, f12_4, f13_4, f14_4, f15_4, f16_4, f17_4
    })
  );

  // The inverse of the norm, second half, and the sums.
  logic [NumBytes-1:0] h7, h8, h9, h10, h11, g2, g3, g4, g5, g6, g7, g8;
  assign h7 = d2_4 ^ g1_4;
  assign h8 = h2_4 ^ g1_4;
  assign h9 = d3_4 & h8;
  assign g2 = h9 ^ h7;
  assign h10 = h2_4 ^ h9;
  assign h11 = g0_4 & h10;
  assign g3 = h0_4 ^ h11;
  assign g4 = g0_4 ^ g1_4;
  assign g5 = g0_4 ^ g3;
  assign g6 = g1_4 ^ g2;
  assign g7 = g3 ^ g2;
  assign g8 = g4 ^ g7;

  logic [NumBytes-1:0] g0_5, g1_5, g2_5, g3_5, g4_5, g5_5, g6_5, g7_5, g8_5, f0_5, f1_5, f2_5,
      f3_5, f4_5, f5_5, f6_5, f7_5, f8_5, f9_5, f10_5, f11_5, f12_5, f13_5, f14_5, f15_5, f16_5,
      f17_5;
  roundel_pipeline_cut #(
    .Width(27 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_5])
  ) u_cut_5 (
    .clk_i,
    .data_i({
      g0_4, g1_4, g2, g3, g4, g5, g6, g7, g8, f0_4, f1_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4,
      f9_4, f10_4, f11_4, f12_4, f13_4, f14_4, f15_4, f16_4, f17_4
    }),
    .data_o({
      g0_5, g1_5, g2_5, g3_5, g4_5, g5_5, g6_5, g7_5, g8_5, f0_5, f1_5, f2_5, f3_5, f4_5, f5_5,
      f6_5, f7_5, f8_5, f9_5, f10_5, f11_5, f12_5, f13_5, f14_5, f15_5, f16_5, f17_5
    })
  );

  // The products.
  logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16,
      p17;
  assign p0 = g6_5 & f15_5;
  assign p1 = g2_5 & f6_5;
  assign p2 = g1_5 & f0_5;
  assign p3 = g5_5 & f16_5;
  assign p4 = g3_5 & f1_5;
  assign p5 = g0_5 & f7_5;
  assign p6 = g4_5 & f11_5;
  assign p7 = g8_5 & f17_5;
  assign p8 = g7_5 & f10_5;
  assign p9 = g6_5 & f12_5;
  assign p10 = g2_5 & f3_5;
  assign p11 = g1_5 & f4_5;
  assign p12 = g5_5 & f13_5;
  assign p13 = g3_5 & f5_5;
  assign p14 = g0_5 & f2_5;
  assign p15 = g4_5 & f9_5;
  assign p16 = g8_5 & f14_5;
  assign p17 = g7_5 & f8_5;

  roundel_pipeline_cut #(
    .Width(18 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_6])
  ) u_cut_6 (
    .clk_i,
    .data_i({
      p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17
    }),
    .data_o(products_o)
  );

endmodule : roundel_sbox_gates_core
