// SPDX-License-Identifier: Apache-2.0
//
// `NumBytes` S-boxes of the tower field side by side, to be placed between registers and measured;
// see roundel.reproduce.study.

module roundel_sbox_study #(
  parameter int NumBytes = 16,  // S-boxes
  parameter int Cuts = 0  // places of a round that hold a register, roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,  // not used: the harness has one
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  logic unused_reset;
  assign unused_reset = rst_ni;

  roundel_sbox #(
    .NumBytes(NumBytes),
    .Sbox(roundel_engine_pkg::SBOX_TOWER),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Cuts(Cuts)
  ) u_sbox (
    .clk_i(clk_i),
    .decrypt_i('0),
    .byte_i(byte_i),
    .inverse_byte_i('0),
    .byte_o(byte_o)
  );

endmodule : roundel_sbox_study
