// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_sbox_rom_pkg: each of the 512 entries of both tables.
//
// State space: all indices. Expected values: the tables and mix_byte of roundel_aes_pkg. Prints
// "PASS" or "FAIL" with the first index.
`timescale 1ns / 1ps

module tb_roundel_sbox_rom_pkg;

  localparam logic [4095:0] TABLES = {roundel_aes_pkg::INV_SBOX, roundel_aes_pkg::SBOX};

  integer x;
  logic [7:0] entry, found;
  logic [31:0] column;

  initial begin
    for (x = 0; x < 512; x = x + 1) begin
      entry = TABLES[8*x+:8];
      found = roundel_sbox_rom_pkg::sub_byte(x[8:0]);
      column = roundel_sbox_rom_pkg::sub_and_mix(x[8:0]);
      if (found !== entry || column !== roundel_aes_pkg::mix_byte(x >= 256, entry)) begin
        $display("FAIL index %0d: 0x%h, 0x%h", x, found, column);
        $finish;
      end
    end
    $display("PASS");
    $finish;
  end

endmodule : tb_roundel_sbox_rom_pkg
