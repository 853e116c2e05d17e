// SPDX-License-Identifier: Apache-2.0
//
// First half of a product in GF(2^128) for GHASH: the 81 products of 8 by 8 bits that Karatsuba's
// method needs after four steps.
//
// Interface. `products_o` follows the operands after the registers SPLIT_2, SPLIT_4 and PRODUCT of
// `Cuts`. One pair of operands per cycle. No reset: the next operands overwrite a secret. The bit
// order is that of SP 800-38D section 6.3: the first bit of a block, bit [127], is the coefficient
// of x^0.
//
// Method. Three half-length products replace four (Karatsuba and Ofman 1962):
//   (l0 + h0 x^n)(l1 + h1 x^n) = L + (M + L + H) x^n + H x^2n.
// Here L = l0 l1, H = h0 h1 and M = (l0 + h0)(l1 + h1). The products are not reduced. They are
// linear, so roundel_ghash adds the products of all lanes before one roundel_ghash_fold.

module roundel_ghash_products #(
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS  // registers, mask of GHASH_CUT_*
) (
  input  logic          clk_i,
  input  logic [ 127:0] block_i,
  input  logic [ 127:0] power_i,
  output logic [1214:0] products_o  // product k in [15*k +: 15], x^0 in the lowest bit
);

  logic [81*8-1:0] block, power;
  logic [81*15-1:0] products;

  roundel_ghash_split #(.Cuts(Cuts)) u_split_block (
    .clk_i,
    .operand_i(block_i),
    .pieces_o(block)
  );

  roundel_ghash_split #(.Cuts(Cuts)) u_split_power (
    .clk_i,
    .operand_i(power_i),
    .pieces_o(power)
  );

  for (genvar k = 0; k < 81; k++) begin : gen_product
    logic [7:0] a, b;
    logic [21:0] turned;  // b in reverse bit order, between zeros
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
    .clk_i,
    .data_i(products),
    .data_o(products_o)
  );

endmodule : roundel_ghash_products
