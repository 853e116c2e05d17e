// SPDX-License-Identifier: Apache-2.0
//
// SBOX() (FIPS-197 section 5.1.1), or with Inverse INVSBOX() (5.3.2). Combinational.
//
// Method. SBOX() is the inverse, then the affine map of equation 5.2. INVSBOX() is the inverse of
// the affine map, then the inverse. prove_spec shows that each undoes the other.

module spec_sbox #(
  parameter int Inverse = 0
) (
  input  logic [7:0] byte_i,
  output logic [7:0] byte_o
);

  localparam logic [7:0] C = 8'h63;  // constant of the affine map
  localparam logic [7:0] D = 8'h05;  // constant of its inverse

  logic [7:0] inverse_in, inverse_out;

  spec_inverse u_inverse (
    .byte_i(inverse_in),
    .byte_o(inverse_out)
  );

  if (Inverse != 0) begin : gen_inverse
    for (genvar i = 0; i < 8; i++) begin : gen_bit
      assign inverse_in[i] = byte_i[(i+2)%8] ^ byte_i[(i+5)%8] ^ byte_i[(i+7)%8] ^ D[i];
    end
    assign byte_o = inverse_out;
  end else begin : gen_forward
    assign inverse_in = byte_i;
    for (genvar i = 0; i < 8; i++) begin : gen_bit
      assign byte_o[i] = inverse_out[i] ^ inverse_out[(i+4)%8] ^ inverse_out[(i+5)%8]
          ^ inverse_out[(i+6)%8] ^ inverse_out[(i+7)%8] ^ C[i];
    end
  end

endmodule : spec_sbox
