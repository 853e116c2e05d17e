// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes on `NumBytes` bytes side by side. Combinational.
//
// FIPS-197 sections 5.1.1 and 5.3.2.

module aes_sub_bytes #(
  parameter int NumBytes = 16,  // bytes substituted in parallel
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // aes_pkg::DIRECTION_*
) (
  input  logic                  decrypt_i,  // inverse S-box; read where Direction is both
  input  logic [8*NumBytes-1:0] data_i,
  output logic [8*NumBytes-1:0] data_o
);

  aes_sbox #(
    .NumBytes(NumBytes),
    .Sbox(Sbox),
    .Direction(Direction)
  ) u_sbox (
    .decrypt_i(decrypt_i),
    .byte_i(data_i),
    .byte_o(data_o)
  );

endmodule : aes_sub_bytes
