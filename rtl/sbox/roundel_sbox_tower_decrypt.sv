// SPDX-License-Identifier: Apache-2.0
//
// InvSubBytes of `NumBytes` bytes in the tower field: the network of roundel_sbox_tower for
// decryption.
//
// Interface. The module accepts new bytes in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_1 to CUT_SBOX_7 that `Cuts` selects.
//
// Method. 50 four-input functions for each byte. The forms of x contain the inverse affine map of
// FIPS-197, section 5.3.2. roundel_sbox_tower explains the method and the letters. Signal x_k is
// signal x behind cut position k, where `Cuts` can select a register.

module roundel_sbox_tower_decrypt #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  logic [NumBytes-1:0] x0, x1, x2, x3, x4, x5, x6, x7;
  logic [NumBytes-1:0] y0, y1, y2, y3, y4, y5, y6, y7;

  for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
    assign {x7[i], x6[i], x5[i], x4[i], x3[i], x2[i], x1[i], x0[i]} = byte_i[8*i+:8];
    assign byte_o[8*i+:8] = {y7[i], y6[i], y5[i], y4[i], y3[i], y2[i], y1[i], y0[i]};
  end

  logic [NumBytes-1:0] x0_1, x1_1, x2_1, x3_1, x4_1, x5_1, x6_1, x7_1;
  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_1])
  ) u_cut_1 (
    .clk_i,
    .data_i({x0, x1, x2, x3, x4, x5, x6, x7}),
    .data_o({x0_1, x1_1, x2_1, x3_1, x4_1, x5_1, x6_1, x7_1})
  );

  // Linear forms of x.
  logic [NumBytes-1:0] f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13;
  assign f0 = x3_1;
  assign f1 = ~(x6_1);
  assign f2 = ~(x0_1 ^ x3_1);
  assign f3 = x0_1 ^ x4_1 ^ x5_1;
  assign f4 = x1_1 ^ x4_1 ^ x6_1;
  assign f5 = x2_1 ^ x3_1 ^ x7_1;
  assign f6 = x1_1 ^ x3_1 ^ x4_1 ^ x5_1;
  assign f7 = ~(x0_1 ^ x4_1 ^ x5_1 ^ x6_1);
  assign f8 = x0_1 ^ x4_1 ^ x6_1 ^ x7_1;
  assign f9 = x2_1 ^ x5_1 ^ x6_1 ^ x7_1;
  assign f10 = f3 ^ x3_1 ^ x7_1;
  assign f11 = ~(f6 ^ f5 ^ x0_1);
  assign f12 = ~(f5 ^ x0_1 ^ x1_1 ^ x6_1);
  assign f13 = ~(f7 ^ x1_1 ^ x2_1 ^ x7_1);

  logic [NumBytes-1:0] f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2,
      f12_2, f13_2;
  roundel_pipeline_cut #(
    .Width(14 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_2])
  ) u_cut_2 (
    .clk_i,
    .data_i({f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13}),
    .data_o({
      f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2, f12_2, f13_2
    })
  );

  // The norm, in terms of two products each.
  logic [NumBytes-1:0] t0, t1, t2, t3, t4, t5;
  assign t0 = (f11_2 & f9_2) ^ (f11_2 & f4_2) ^ (f12_2 & f9_2) ^ f11_2 ^ f12_2 ^ f9_2;
  assign t1 = (f2_2 & f8_2) ^ (f3_2 & f5_2) ^ (f3_2 & f8_2);
  assign t2 = (f12_2 & f6_2) ^ (f13_2 & f5_2) ^ f12_2 ^ f13_2 ^ f5_2;
  assign t3 = (f11_2 & f8_2) ^ (f3_2 & f4_2) ^ f8_2 ^ f4_2;
  assign t4 = (f7_2 & f10_2) ^ (f7_2 & f6_2) ^ (f13_2 & f10_2) ^ f7_2;
  assign t5 = (f7_2 & f10_2) ^ (f2_2 & f9_2) ^ (f2_2 & f10_2) ^ f9_2 ^ f10_2;

  logic [NumBytes-1:0] f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3, f11_3,
      f12_3, f13_3, t0_3, t1_3, t2_3, t3_3, t4_3, t5_3;
  roundel_pipeline_cut #(
    .Width(20 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_3])
  ) u_cut_3 (
    .clk_i,
    .data_i({
      f0_2, f1_2, f2_2, f3_2, f4_2, f5_2, f6_2, f7_2, f8_2, f9_2, f10_2, f11_2, f12_2, f13_2, t0,
      t1, t2, t3, t4, t5
    }),
    .data_o({
      f0_3, f1_3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3, f11_3, f12_3, f13_3,
      t0_3, t1_3, t2_3, t3_3, t4_3, t5_3
    })
  );

  logic [NumBytes-1:0] d0, d1, d2, d3;
  assign d0 = t0_3 ^ t1_3 ^ f1_3 ^ f0_3;
  assign d1 = t2_3 ^ t3_3;
  assign d2 = t0_3 ^ t4_3;
  assign d3 = t5_3 ^ t3_3 ^ f13_3 ^ f4_3;

  logic [NumBytes-1:0] d0_4, d1_4, d2_4, d3_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4, f9_4,
      f10_4, f11_4, f12_4, f13_4;
  roundel_pipeline_cut #(
    .Width(16 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_4])
  ) u_cut_4 (
    .clk_i,
    .data_i({
      d0, d1, d2, d3, f2_3, f3_3, f4_3, f5_3, f6_3, f7_3, f8_3, f9_3, f10_3, f11_3, f12_3, f13_3
    }),
    .data_o({
      d0_4, d1_4, d2_4, d3_4, f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4, f9_4, f10_4, f11_4,
      f12_4, f13_4
    })
  );

  // Linear forms of the reciprocal of the norm.
  logic [NumBytes-1:0] g0, g1, g2, g3, g4, g5;
  assign g0 = d0_4 ^ d1_4 ^ (d0_4 & d1_4) ^ (d1_4 & d2_4) ^ (d2_4 & d3_4) ^ (d0_4 & d1_4 & d3_4)
      ^ (d0_4 & d2_4 & d3_4) ^ (d1_4 & d2_4 & d3_4);
  assign g1 = d0_4 ^ d3_4 ^ (d0_4 & d1_4) ^ (d0_4 & d2_4) ^ (d0_4 & d3_4) ^ (d1_4 & d3_4) ^
      (d0_4 & d2_4 & d3_4) ^ (d1_4 & d2_4 & d3_4);
  assign g2 = d1_4 ^ d3_4 ^ (d2_4 & d3_4) ^ (d0_4 & d1_4 & d2_4) ^ (d0_4 & d2_4 & d3_4);
  assign g3 = d0_4 ^ d2_4 ^ d3_4 ^ (d0_4 & d2_4) ^ (d1_4 & d2_4) ^ (d1_4 & d3_4) ^ (d0_4 & d2_4
      & d3_4);
  assign g4 = d0_4 ^ d1_4 ^ d2_4 ^ (d0_4 & d3_4) ^ (d2_4 & d3_4) ^ (d0_4 & d1_4 & d3_4) ^ (d0_4
      & d2_4 & d3_4);
  assign g5 = d2_4 ^ (d0_4 & d1_4) ^ (d0_4 & d2_4) ^ (d1_4 & d3_4) ^ (d0_4 & d1_4 & d2_4) ^
      (d0_4 & d1_4 & d3_4) ^ (d0_4 & d2_4 & d3_4) ^ (d1_4 & d2_4 & d3_4);

  logic [NumBytes-1:0] f2_5, f3_5, f4_5, f5_5, f6_5, f7_5, f8_5, f9_5, f10_5, f11_5, f12_5,
      f13_5, g0_5, g1_5, g2_5, g3_5, g4_5, g5_5;
  roundel_pipeline_cut #(
    .Width(18 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_5])
  ) u_cut_5 (
    .clk_i,
    .data_i({
      f2_4, f3_4, f4_4, f5_4, f6_4, f7_4, f8_4, f9_4, f10_4, f11_4, f12_4, f13_4, g0, g1, g2, g3,
      g4, g5
    }),
    .data_o({
      f2_5, f3_5, f4_5, f5_5, f6_5, f7_5, f8_5, f9_5, f10_5, f11_5, f12_5, f13_5, g0_5, g1_5,
      g2_5, g3_5, g4_5, g5_5
    })
  );

  // Products of the forms g and the forms of x.
  logic [NumBytes-1:0] p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11;
  assign p0 = (f7_5 & g0_5) ^ (f2_5 & g0_5) ^ (f2_5 & g2_5);
  assign p1 = (f11_5 & g3_5) ^ (f3_5 & g1_5);
  assign p2 = (f12_5 & g4_5) ^ (f13_5 & g5_5);
  assign p3 = (f11_5 & g1_5) ^ (f11_5 & g2_5) ^ (f12_5 & g2_5);
  assign p4 = (f7_5 & g0_5) ^ (f7_5 & g4_5) ^ (f13_5 & g0_5);
  assign p5 = (f2_5 & g3_5) ^ (f3_5 & g3_5) ^ (f3_5 & g5_5);
  assign p6 = (f5_5 & g3_5) ^ (f8_5 & g5_5);
  assign p7 = (f10_5 & g0_5) ^ (f10_5 & g4_5) ^ (f6_5 & g0_5);
  assign p8 = (f9_5 & g2_5) ^ (f4_5 & g1_5);
  assign p9 = (f5_5 & g4_5) ^ (f6_5 & g4_5) ^ (f6_5 & g5_5);
  assign p10 = (f9_5 & g0_5) ^ (f9_5 & g2_5) ^ (f10_5 & g2_5);
  assign p11 = (f8_5 & g1_5) ^ (f4_5 & g3_5);

  logic [NumBytes-1:0] p0_6, p1_6, p2_6, p3_6, p4_6, p5_6, p6_6, p7_6, p8_6, p9_6, p10_6, p11_6;
  roundel_pipeline_cut #(
    .Width(12 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_6])
  ) u_cut_6 (
    .clk_i,
    .data_i({p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11}),
    .data_o({p0_6, p1_6, p2_6, p3_6, p4_6, p5_6, p6_6, p7_6, p8_6, p9_6, p10_6, p11_6})
  );

  logic [NumBytes-1:0] p0_7, p1_7, p2_7, p3_7, p4_7, p5_7, p6_7, p7_7, p8_7, p9_7, p10_7, p11_7;
  roundel_pipeline_cut #(
    .Width(12 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SBOX_7])
  ) u_cut_7 (
    .clk_i,
    .data_i({p0_6, p1_6, p2_6, p3_6, p4_6, p5_6, p6_6, p7_6, p8_6, p9_6, p10_6, p11_6}),
    .data_o({p0_7, p1_7, p2_7, p3_7, p4_7, p5_7, p6_7, p7_7, p8_7, p9_7, p10_7, p11_7})
  );

  // The result.
  assign y0 = p0_7 ^ p1_7 ^ p6_7 ^ p7_7;
  assign y1 = p2_7 ^ p0_7 ^ p3_7 ^ p4_7;
  assign y2 = p0_7 ^ p1_7 ^ p8_7 ^ p6_7;
  assign y3 = p6_7 ^ p8_7;
  assign y4 = p4_7 ^ p5_7 ^ p9_7 ^ p10_7;
  assign y5 = p0_7 ^ p1_7 ^ p11_7 ^ p10_7;
  assign y6 = p2_7 ^ p0_7 ^ p9_7 ^ p11_7;
  assign y7 = p3_7 ^ p4_7 ^ p10_7 ^ p11_7;

endmodule : roundel_sbox_tower_decrypt
