// SPDX-License-Identifier: Apache-2.0
//
// The multiplicative inverse in GF(2^8), with 0 for 0 (FIPS-197 sections 4.4 and 5.1.1).
// Combinational.
//
// Method. The inverse of x is x^254, and 254 = 2 + 4 + ... + 128.

module spec_inverse (
  input  logic [7:0] byte_i,
  output logic [7:0] byte_o
);

  // Byte i of power is x^(2^i); byte i of result is x^(2 + 4 + ... + 2^i).
  logic [63:0] power, result;

  assign power[7:0] = byte_i;
  assign result[7:0] = 8'h01;
  assign byte_o = result[63:56];

  for (genvar i = 1; i < 8; i++) begin : gen_square
    spec_product u_square (
      .x_i(power[8*i-8 +: 8]),
      .y_i(power[8*i-8 +: 8]),
      .product_o(power[8*i +: 8])
    );
    spec_product u_product (
      .x_i(result[8*i-8 +: 8]),
      .y_i(power[8*i +: 8]),
      .product_o(result[8*i +: 8])
    );
  end

endmodule : spec_inverse
