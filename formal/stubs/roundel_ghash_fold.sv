// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_ghash_fold for proofs of roundel_ghash: any product in every cycle.

module roundel_ghash_fold #(
  parameter int Cuts = 0
) (
  input  logic          clk_i,
  input  logic [1214:0] products_i,
  output logic [ 127:0] result_o
);

  (* anyseq *) logic [127:0] any_product;
  assign result_o = any_product;

endmodule : roundel_ghash_fold
