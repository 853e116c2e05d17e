// SPDX-License-Identifier: Apache-2.0
//
// ROM that substitutes a byte and mixes it: SubBytes and MixColumns, or their inverses, of a column
// with one byte.
//
// Interface. `column_o` is roundel_aes_pkg::mix_byte of the substitute of `byte_i`, one cycle after
// `enable_i`, byte 0 of the column in the top bits; `decrypt_i` chooses the inverses. Without
// `enable_i` the output holds. One byte each cycle, no reset.
//
// Method. The tables T of Daemen and Rijmen, The Design of Rijndael, section 4.2 (FIPS-197,
// sections 5.1 and 5.3). The XOR of the four bytes is the substitute, because the factors of
// MixColumns {2, 1, 1, 3} and of InvMixColumns {14, 9, 13, 11} add up to 1. A registered `case` of
// 512 words of 32 bits: one block RAM in an FPGA, logic in standard cells, where another S-box is
// smaller.

module roundel_sbox_rom_column (
  input  logic        clk_i,
  input  logic        enable_i,
  input  logic        decrypt_i,
  input  logic [ 7:0] byte_i,
  output logic [31:0] column_o
);

  (* rom_style = "block", ram_style = "block", romstyle = "M20K", syn_romstyle = "block_rom" *)
  logic [31:0] column_q;

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      column_q <= roundel_sbox_rom_pkg::sub_and_mix({decrypt_i, byte_i});
    end
  end

  assign column_o = column_q;

endmodule : roundel_sbox_rom_column
