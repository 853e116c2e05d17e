// SPDX-License-Identifier: Apache-2.0
//
// The first half of a product in GF(2^128) for GHASH: a block and a power of the hash key, split
// four times after Karatsuba into 81 pieces of 8 bits each, and the 81 products of these.
//
// Bit order is that of SP 800-38D section 6.3: the first bit of a block, bit [127], is the
// coefficient of x^0. Product k has 15 bits, in [15*k +: 15], its x^0 in the lowest. It is not
// reduced, and sums of products are products of sums: roundel_ghash_fold puts many lanes' together.
//
// `products_o` comes as many cycles later as `Cuts` takes of the places SPLIT_2, SPLIT_4 and
// PRODUCT (roundel_ghash_pkg::GHASH_CUT_*). Nothing is reset.
//
// Method. (l0 + h0 x^n)(l1 + h1 x^n) = L + (M + L + H) x^n + H x^2n with L = l0 l1, H = h0 h1 and
// M = (l0 + h0)(l1 + h1): three products of half the length (Karatsuba and Ofman 1962). Piece 3q is
// the low half of piece q of the level above, 3q + 1 the high half, 3q + 2 their sum.

module roundel_ghash_products #(
  // a mask of roundel_ghash_pkg::GHASH_CUT_*
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS
) (
  input  logic          clk_i,
  input  logic [ 127:0] block_i,
  input  logic [ 127:0] power_i,
  output logic [1214:0] products_o
);

  logic [81*8-1:0] block, power;
  logic [81*15-1:0] products;

  roundel_ghash_split #(
    .Cuts(Cuts)
  ) u_split_block (
    .clk_i(clk_i),
    .operand_i(block_i),
    .pieces_o(block)
  );

  roundel_ghash_split #(
    .Cuts(Cuts)
  ) u_split_power (
    .clk_i(clk_i),
    .operand_i(power_i),
    .pieces_o(power)
  );

  for (genvar k = 0; k < 81; k++) begin : gen_product
    logic [7:0] a, b;
    logic [21:0] turned;  // b, its highest bit first, between zeros
    logic [14:0] product;
    assign a = block[8*k+:8];
    assign b = power[8*k+:8];
    assign turned = {7'd0, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], 7'd0};
    for (genvar n = 0; n < 15; n++) begin : gen_bit
      assign product[n] = ^(a & turned[14-n+:8]);
    end

    assign products[15*k+:15] = product;
  end

  roundel_pipeline_cut #(
    .Width(81 * 15),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_PRODUCT])
  ) u_cut_product (
    .clk_i(clk_i),
    .data_i(products),
    .data_o(products_o)
  );

endmodule : roundel_ghash_products
