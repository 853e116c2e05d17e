// SPDX-License-Identifier: Apache-2.0
//
// Drop-in for rtl/sbox/roundel_sbox_rom_pair.sv: the block RAM of Lattice ECP5 with its output
// register.
//
// Interface and parameters are those of the replaced file. Compile roundel_ecp5.f in place of
// roundel.f.
//
// Method. DP16KD with two ports of 2048 words of 9 bits (REGMODE OUTREG or NOREG; Lattice
// FPGA-TN-02204, ECP5 memory usage guide). Entry x is in word x, with a zero in the top bit.
// INITVAL_k has sixteen pairs of words, 20 bits apart. Index bit 8 is the direction. Yosys maps the
// general file with the second register outside the cell: 4.3 ns from the clock to the output,
// against 0.7 ns with the register inside.

module roundel_sbox_rom_pair #(
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter bit OutputRegister = 1'b1  // 0: 1 cycle of latency, at a slower clock
) (
  input  logic        clk_i,
  input  logic [17:0] index_i,
  output logic [15:0] entry_o
);

  // Where one table is enough, both halves have it, and index bit 8 has no effect.
  localparam logic [2047:0] LOWER =
      (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? roundel_aes_pkg::INV_SBOX :
          roundel_aes_pkg::SBOX;
  localparam logic [2047:0] UPPER =
      (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) ? roundel_aes_pkg::SBOX :
          roundel_aes_pkg::INV_SBOX;
  localparam logic [4095:0] TABLES = {UPPER, LOWER};

  // Entries 32*k to 32*k + 31.
  function automatic logic [319:0] initval(input integer k);
    integer i;
    initval = '0;
    for (i = 0; i < 32; i = i + 1) begin
      initval[20*(i/2)+9*(i%2)+:8] = TABLES[8*(32*k+i)+:8];
    end
  endfunction

  // A port reads 18 bits; the S-box uses eight of them.
  // verilator lint_off PINCONNECTEMPTY
  DP16KD #(
    .DATA_WIDTH_A(9),
    .REGMODE_A(OutputRegister ? "OUTREG" : "NOREG"),
    .CSDECODE_A("0b000"),
    .WRITEMODE_A("NORMAL"),
    .DATA_WIDTH_B(9),
    .REGMODE_B(OutputRegister ? "OUTREG" : "NOREG"),
    .CSDECODE_B("0b000"),
    .WRITEMODE_B("NORMAL"),
    .RESETMODE("SYNC"),
    .GSR("DISABLED"),
    .INITVAL_00(initval(0)),
    .INITVAL_01(initval(1)),
    .INITVAL_02(initval(2)),
    .INITVAL_03(initval(3)),
    .INITVAL_04(initval(4)),
    .INITVAL_05(initval(5)),
    .INITVAL_06(initval(6)),
    .INITVAL_07(initval(7)),
    .INITVAL_08(initval(8)),
    .INITVAL_09(initval(9)),
    .INITVAL_0A(initval(10)),
    .INITVAL_0B(initval(11)),
    .INITVAL_0C(initval(12)),
    .INITVAL_0D(initval(13)),
    .INITVAL_0E(initval(14)),
    .INITVAL_0F(initval(15))
  ) u_ram (
    .CLKA(clk_i), .CEA(1'b1), .OCEA(1'b1),
    .WEA(1'b0), .RSTA(1'b0),
    .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
    .ADA0(1'b0), .ADA1(1'b0), .ADA2(1'b0),
    .ADA3(index_i[0]), .ADA4(index_i[1]), .ADA5(index_i[2]),
    .ADA6(index_i[3]), .ADA7(index_i[4]), .ADA8(index_i[5]),
    .ADA9(index_i[6]), .ADA10(index_i[7]), .ADA11(index_i[8]),
    .ADA12(1'b0), .ADA13(1'b0),
    .DIA0(1'b0), .DIA1(1'b0), .DIA2(1'b0), .DIA3(1'b0), .DIA4(1'b0), .DIA5(1'b0),
    .DIA6(1'b0), .DIA7(1'b0), .DIA8(1'b0), .DIA9(1'b0), .DIA10(1'b0), .DIA11(1'b0),
    .DIA12(1'b0), .DIA13(1'b0), .DIA14(1'b0), .DIA15(1'b0), .DIA16(1'b0), .DIA17(1'b0),
    .DOA0(entry_o[0]), .DOA1(entry_o[1]), .DOA2(entry_o[2]), .DOA3(entry_o[3]),
    .DOA4(entry_o[4]), .DOA5(entry_o[5]), .DOA6(entry_o[6]), .DOA7(entry_o[7]),
    .DOA8(), .DOA9(), .DOA10(), .DOA11(), .DOA12(),
    .DOA13(), .DOA14(), .DOA15(), .DOA16(), .DOA17(),
    .CLKB(clk_i), .CEB(1'b1), .OCEB(1'b1),
    .WEB(1'b0), .RSTB(1'b0),
    .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
    .ADB0(1'b0), .ADB1(1'b0), .ADB2(1'b0),
    .ADB3(index_i[9]), .ADB4(index_i[10]), .ADB5(index_i[11]),
    .ADB6(index_i[12]), .ADB7(index_i[13]), .ADB8(index_i[14]),
    .ADB9(index_i[15]), .ADB10(index_i[16]), .ADB11(index_i[17]),
    .ADB12(1'b0), .ADB13(1'b0),
    .DIB0(1'b0), .DIB1(1'b0), .DIB2(1'b0), .DIB3(1'b0), .DIB4(1'b0), .DIB5(1'b0),
    .DIB6(1'b0), .DIB7(1'b0), .DIB8(1'b0), .DIB9(1'b0), .DIB10(1'b0), .DIB11(1'b0),
    .DIB12(1'b0), .DIB13(1'b0), .DIB14(1'b0), .DIB15(1'b0), .DIB16(1'b0), .DIB17(1'b0),
    .DOB0(entry_o[8]), .DOB1(entry_o[9]), .DOB2(entry_o[10]), .DOB3(entry_o[11]),
    .DOB4(entry_o[12]), .DOB5(entry_o[13]), .DOB6(entry_o[14]), .DOB7(entry_o[15]),
    .DOB8(), .DOB9(), .DOB10(), .DOB11(), .DOB12(),
    .DOB13(), .DOB14(), .DOB15(), .DOB16(), .DOB17()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule : roundel_sbox_rom_pair
