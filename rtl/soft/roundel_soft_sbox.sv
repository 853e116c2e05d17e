// SPDX-License-Identifier: Apache-2.0
//
// The S-boxes of roundel_block_unit: SubBytes or InvSubBytes of NumBytes bytes.
//
// Interface. `byte_o` follows `decrypt_i` and `byte_i` after Latency cycles; one set per cycle.
// There is no reset.
//
// Method. One register in front of the S-boxes, and with Latency 2 one behind the S-boxes. Block
// RAM contains both registers and serves two bytes per RAM (roundel_sbox_rom_pair).

`include "roundel_refuse.svh"

module roundel_soft_sbox #(
  parameter int NumBytes = 8,  // even
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int Latency = 1  // 1 or 2
) (
  input  logic                  clk_i,
  input  logic                  decrypt_i,  // InvSubBytes
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  if (Sbox == roundel_engine_pkg::SBOX_ROM) begin : gen_rom
    for (genvar i = 0; i < NumBytes / 2; i++) begin : gen_pair
      roundel_sbox_rom_pair #(
        .Direction(roundel_aes_pkg::DIRECTION_BOTH),
        .OutputRegister(Latency != 1)
      ) u_pair (
        .clk_i,
        .index_i({decrypt_i, byte_i[16*i+8+:8], decrypt_i, byte_i[16*i+:8]}),
        .entry_o(byte_o[16*i+:16])
      );
    end
  end else begin : gen_logic
    localparam int CUTS = (Latency == 2) ? 1 << roundel_engine_pkg::CUT_SUB_BYTES : 0;
    logic decrypt;
    logic [8*NumBytes-1:0] operand;

    roundel_pipeline_cut #(.Width(8 * NumBytes + 1), .Present(1)) u_operand (
      .clk_i,
      .data_i({decrypt_i, byte_i}),
      .data_o({decrypt, operand})
    );

    roundel_sbox #(
      .NumBytes(NumBytes), .Sbox(Sbox),
      .Direction(roundel_aes_pkg::DIRECTION_BOTH),
      .Cuts(CUTS)
    ) u_sbox (
      .clk_i,
      .decrypt_i(decrypt),
      .byte_i(operand),
      .inverse_byte_i(operand),
      .byte_o
    );
  end

  `ROUNDEL_REFUSE(roundel_error_latency_of_block_unit_must_be_1_or_2, Latency != 1 && Latency != 2)

endmodule : roundel_soft_sbox
