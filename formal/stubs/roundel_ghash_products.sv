// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_ghash_products for proofs of roundel_ghash: no products, because the stub of
// roundel_ghash_fold gives any product.

module roundel_ghash_products #(
  parameter int Cuts = 0
) (
  input  logic          clk_i,
  input  logic [ 127:0] block_i,
  input  logic [ 127:0] power_i,
  output logic [1214:0] products_o
);

  assign products_o = '0;

endmodule : roundel_ghash_products
