// SPDX-License-Identifier: Apache-2.0
//
// The product of two bytes in GF(2^8) (FIPS-197 section 4.2). Combinational.
//
// Method. The carry-less product of 15 bits is reduced modulo m(x) = x^8 + x^4 + x^3 + x + 1, from
// the top bit.

module spec_product (
  input  logic [7:0] x_i,
  input  logic [7:0] y_i,
  output logic [7:0] product_o
);

  logic [14:0] p;

  always_comb begin
    p = 15'h0000;
    for (int i = 0; i < 8; i++) begin
      p = p ^ (({7'h00, x_i} << i) & {15{y_i[i]}});
    end
    for (int i = 14; i >= 8; i--) begin
      p = p ^ ((15'h011b << (i - 8)) & {15{p[i]}});
    end
  end
  assign product_o = p[7:0];

endmodule : spec_product
