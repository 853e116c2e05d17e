// SPDX-License-Identifier: Apache-2.0
//
// The S-boxes of a custom instruction: SubBytes or InvSubBytes of `NumBytes` bytes, a cycle later.
//
// `byte_o` answers `decrypt_i` and `byte_i` in the next cycle; a new set every cycle, not reset.
//
// Method. One register in front of the S-boxes, whatever they are made of: block RAM has it inside,
// two bytes a RAM, and goes without its output register (aes_rom_pair).

module aes_soft_sbox #(
  parameter int NumBytes = 8,  // an even number
  parameter int Sbox = aes_pkg::SBOX_ROM  // aes_pkg::SBOX_*
) (
  input  logic                  clk_i,
  input  logic                  decrypt_i,  // InvSubBytes
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  if (Sbox == aes_pkg::SBOX_ROM) begin : gen_rom
    for (genvar i = 0; i < NumBytes / 2; i++) begin : gen_pair
      aes_rom_pair #(
        .Direction(aes_pkg::DIRECTION_BOTH),
        .OutputRegister(0)
      ) u_pair (
        .clk_i(clk_i),
        .index_i({decrypt_i, byte_i[16*i+8+:8], decrypt_i, byte_i[16*i+:8]}),
        .entry_o(byte_o[16*i+:16])
      );
    end
  end else begin : gen_logic
    logic decrypt;
    logic [8*NumBytes-1:0] operand;

    aes_cut #(
      .Width(8 * NumBytes + 1),
      .Taken(1)
    ) u_operand (
      .clk_i(clk_i),
      .data_i({decrypt_i, byte_i}),
      .data_o({decrypt, operand})
    );

    aes_sbox #(
      .NumBytes(NumBytes),
      .Sbox(Sbox),
      .Direction(aes_pkg::DIRECTION_BOTH),
      .Cuts(0)
    ) u_sbox (
      .clk_i(clk_i),
      .decrypt_i(decrypt),
      .byte_i(operand),
      .inverse_byte_i(operand),
      .byte_o(byte_o)
    );
  end

endmodule : aes_soft_sbox
