// SPDX-License-Identifier: Apache-2.0
//
// A block RAM that substitutes a byte and mixes it: SubBytes and MixColumns, or their inverses, of
// a column that has one byte.
//
// `column_o` answers `decrypt_i` and `byte_i` of a cycle with `enable_i` from the next one on,
// until the next that has it: mix_byte of the byte's substitute, byte 0 of the column in the top
// bits. Its four bytes XORed are the substitute itself, because the factors of MixColumns, {2, 1,
// 1, 3}, and those of the inverse, {14, 9, 13, 11}, add up to 1. A new byte every cycle; no reset.
//
// The contents are an `initial`: standard cells have no such memory, and want another S-box.
//
// Source: the tables T of Daemen and Rijmen, The Design of Rijndael, section 4.2; FIPS-197 sections
// 5.1 and 5.3.

module roundel_sbox_rom_column (
  input  logic        clk_i,
  input  logic        enable_i,
  input  logic        decrypt_i,
  input  logic [ 7:0] byte_i,
  output logic [31:0] column_o
);

  localparam logic [4095:0] TABLES = {roundel_aes_pkg::INV_SBOX, roundel_aes_pkg::SBOX};

  (* ram_style = "block", rom_style = "block", syn_ramstyle = "block_ram" *)
  logic [31:0] memory[0:511];
  logic [31:0] column_q;

  initial begin
    for (int x = 0; x < 512; x++) begin
      memory[x] = roundel_aes_pkg::mix_byte(x >= 256, TABLES[8*x+:8]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      column_q <= memory[{decrypt_i, byte_i}];
    end
  end

  assign column_o = column_q;

endmodule : roundel_sbox_rom_column
