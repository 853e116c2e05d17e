// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes on `NumBytes` bytes side by side (FIPS-197, sections 5.1.1 and 5.3.2).
//
// Interface. Ports, latency and registers are those of roundel_sbox.

module roundel_sub_bytes #(
  parameter int NumBytes = 16,  // bytes substituted in parallel
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,  // by stage
  input  logic [8*NumBytes-1:0] data_i,
  input  logic [8*NumBytes-1:0] inverse_data_i,  // read with Direction both
  output logic [8*NumBytes-1:0] data_o
);

  roundel_sbox #(.NumBytes(NumBytes), .Sbox(Sbox), .Direction(Direction), .Cuts(Cuts)) u_sbox (
    .clk_i, .decrypt_i,
    .byte_i(data_i),
    .inverse_byte_i(inverse_data_i),
    .byte_o(data_o)
  );

endmodule : roundel_sub_bytes
