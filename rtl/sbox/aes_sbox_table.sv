// SPDX-License-Identifier: Apache-2.0

module aes_sbox_table #(
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT
) (
  input  logic       decrypt_i,
  input  logic [7:0] byte_i,
  output logic [7:0] byte_o
);

  if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
    assign byte_o = aes_pkg::SBOX[{byte_i, 3'b000} +: 8];
  end else if (Direction == aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
    assign byte_o = aes_pkg::INV_SBOX[{byte_i, 3'b000} +: 8];
  end else begin : gen_both
    logic [7:0] forward, inverse;
    assign forward = aes_pkg::SBOX[{byte_i, 3'b000} +: 8];
    assign inverse = aes_pkg::INV_SBOX[{byte_i, 3'b000} +: 8];
    assign byte_o = decrypt_i ? inverse : forward;
  end

endmodule : aes_sbox_table
