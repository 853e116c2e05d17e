// SPDX-License-Identifier: Apache-2.0
//
// Splits one operand of roundel_ghash_products four times into halves and their sum: 81 pieces of 8
// bits.
//
// Interface. `pieces_o` follows `operand_i` after the registers SPLIT_2 and SPLIT_4 of `Cuts`. One
// operand per cycle. No reset: operands are data, and the next operand overwrites a secret.
//
// Method. Karatsuba and Ofman 1962; see roundel_ghash_products. Piece 3q is the low half of piece q
// of the level above, 3q + 1 the high half, 3q + 2 their sum.

module roundel_ghash_split #(
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS  // registers, mask of GHASH_CUT_*
) (
  input  logic         clk_i,
  input  logic [127:0] operand_i,  // bit [127] is x^0
  output logic [647:0] pieces_o  // piece k in [8*k +: 8], x^0 in the lowest bit
);

  logic [127:0] level_0;  // x^0 in the lowest bit
  logic [3*64-1:0] level_1;
  logic [9*32-1:0] level_2, level_2_cut;
  logic [27*16-1:0] level_3;
  logic [81*8-1:0] level_4;

  for (genvar i = 0; i < 128; i++) begin : gen_order
    assign level_0[i] = operand_i[127-i];
  end

  assign level_1 = {level_0[127:64] ^ level_0[63:0], level_0};

  for (genvar q = 0; q < 3; q++) begin : gen_level_2
    assign level_2[96*q+:64] = level_1[64*q+:64];
    assign level_2[96*q+64+:32] = level_1[64*q+:32] ^ level_1[64*q+32+:32];
  end

  roundel_pipeline_cut #(
    .Width(9 * 32),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_SPLIT_2])
  ) u_cut_2 (
    .clk_i,
    .data_i(level_2),
    .data_o(level_2_cut)
  );

  for (genvar q = 0; q < 9; q++) begin : gen_level_3
    assign level_3[48*q+:32] = level_2_cut[32*q+:32];
    assign level_3[48*q+32+:16] = level_2_cut[32*q+:16] ^ level_2_cut[32*q+16+:16];
  end

  for (genvar q = 0; q < 27; q++) begin : gen_level_4
    assign level_4[24*q+:16] = level_3[16*q+:16];
    assign level_4[24*q+16+:8] = level_3[16*q+:8] ^ level_3[16*q+8+:8];
  end

  roundel_pipeline_cut #(
    .Width(81 * 8),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_SPLIT_4])
  ) u_cut_4 (
    .clk_i,
    .data_i(level_4),
    .data_o(pieces_o)
  );

endmodule : roundel_ghash_split
