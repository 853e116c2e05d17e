// SPDX-License-Identifier: Apache-2.0
//
// The product of a constant and a byte in GF(2^8) (FIPS-197 section 4.2). Combinational.
//
// Method. That of spec_product; elaboration reduces the constant operand to a few XORs.

module spec_multiple #(
  parameter int Factor = 2  // 0 to 255
) (
  input  logic [7:0] byte_i,
  output logic [7:0] byte_o
);

  localparam logic [7:0] FACTOR = Factor[7:0];

  logic [14:0] p;

  always_comb begin
    p = 15'h0000;
    for (int i = 0; i < 8; i++) begin
      p = p ^ (({7'h00, byte_i} << i) & {15{FACTOR[i]}});
    end
    for (int i = 14; i >= 8; i--) begin
      p = p ^ ((15'h011b << (i - 8)) & {15{p[i]}});
    end
  end
  assign byte_o = p[7:0];

endmodule : spec_multiple
