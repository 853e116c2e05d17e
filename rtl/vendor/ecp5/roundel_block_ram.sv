// SPDX-License-Identifier: Apache-2.0
//
// Drop-in for rtl/prim/roundel_block_ram.sv: the block RAM of Lattice ECP5 with its output
// register.
//
// Interface and parameters are those of the replaced file. Compile roundel_ecp5.f in place of
// roundel.f.
//
// Method. DP16KD with 512 words of 36 bits (Lattice FPGA-TN-02204, ECP5 memory usage guide, pseudo
// dual port). Port A writes; the upper half of its word enters at the data inputs of port B. Port B
// reads; the lower half of its word leaves at the outputs of port A. Yosys maps the general file to
// the same cell, with the second register outside: 4.3 ns from the clock to the output, against
// 0.7 ns with the register inside.

`include "roundel_refuse.svh"

module roundel_block_ram #(
  parameter int Words = 512,  // 2 to 512
  parameter int Width = 128
) (
  input  logic                                  clk_i,
  input  logic                                  write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                     Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [                     Width-1:0] word_o
);

  localparam int RAMS = (Width + 35) / 36;

  `ROUNDEL_REFUSE(roundel_error_a_memory_has_2_to_512_words, Words < 2 || Words > 512)

  logic [36*RAMS-1:0] in, out;
  logic [8:0] write_index, read_index;
  assign in = (36 * RAMS)'(write_word_i);
  assign word_o = out[Width-1:0];
  assign write_index = 9'(write_index_i);
  assign read_index = 9'(read_index_i);

  for (genvar r = 0; r < RAMS; r++) begin : gen_ram
    DP16KD #(
      .DATA_WIDTH_A(36),
      .REGMODE_A("OUTREG"),
      .CSDECODE_A("0b000"),
      .WRITEMODE_A("NORMAL"),
      .DATA_WIDTH_B(36),
      .REGMODE_B("OUTREG"),
      .CSDECODE_B("0b000"),
      .WRITEMODE_B("NORMAL"),
      .RESETMODE("SYNC"),
      .GSR("DISABLED")
    ) u_ram (
      .CLKA(clk_i), .CEA(write_i), .OCEA(1'b1),
      .WEA(1'b1), .RSTA(1'b0),
      .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
      .ADA0(1'b1), .ADA1(1'b1), .ADA2(1'b1), .ADA3(1'b1), .ADA4(1'b0),
      .ADA5(write_index[0]), .ADA6(write_index[1]), .ADA7(write_index[2]),
      .ADA8(write_index[3]), .ADA9(write_index[4]), .ADA10(write_index[5]),
      .ADA11(write_index[6]), .ADA12(write_index[7]), .ADA13(write_index[8]),
      .DIA0(in[36*r+0]), .DIA1(in[36*r+1]), .DIA2(in[36*r+2]),
      .DIA3(in[36*r+3]), .DIA4(in[36*r+4]), .DIA5(in[36*r+5]),
      .DIA6(in[36*r+6]), .DIA7(in[36*r+7]), .DIA8(in[36*r+8]),
      .DIA9(in[36*r+9]), .DIA10(in[36*r+10]), .DIA11(in[36*r+11]),
      .DIA12(in[36*r+12]), .DIA13(in[36*r+13]), .DIA14(in[36*r+14]),
      .DIA15(in[36*r+15]), .DIA16(in[36*r+16]), .DIA17(in[36*r+17]),
      .DOA0(out[36*r+0]), .DOA1(out[36*r+1]), .DOA2(out[36*r+2]),
      .DOA3(out[36*r+3]), .DOA4(out[36*r+4]), .DOA5(out[36*r+5]),
      .DOA6(out[36*r+6]), .DOA7(out[36*r+7]), .DOA8(out[36*r+8]),
      .DOA9(out[36*r+9]), .DOA10(out[36*r+10]), .DOA11(out[36*r+11]),
      .DOA12(out[36*r+12]), .DOA13(out[36*r+13]), .DOA14(out[36*r+14]),
      .DOA15(out[36*r+15]), .DOA16(out[36*r+16]), .DOA17(out[36*r+17]),
      .CLKB(clk_i), .CEB(1'b1), .OCEB(1'b1),
      .WEB(1'b0), .RSTB(1'b0),
      .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
      .ADB0(1'b0), .ADB1(1'b0), .ADB2(1'b0), .ADB3(1'b0), .ADB4(1'b0),
      .ADB5(read_index[0]), .ADB6(read_index[1]), .ADB7(read_index[2]),
      .ADB8(read_index[3]), .ADB9(read_index[4]), .ADB10(read_index[5]),
      .ADB11(read_index[6]), .ADB12(read_index[7]), .ADB13(read_index[8]),
      .DIB0(in[36*r+18]), .DIB1(in[36*r+19]), .DIB2(in[36*r+20]),
      .DIB3(in[36*r+21]), .DIB4(in[36*r+22]), .DIB5(in[36*r+23]),
      .DIB6(in[36*r+24]), .DIB7(in[36*r+25]), .DIB8(in[36*r+26]),
      .DIB9(in[36*r+27]), .DIB10(in[36*r+28]), .DIB11(in[36*r+29]),
      .DIB12(in[36*r+30]), .DIB13(in[36*r+31]), .DIB14(in[36*r+32]),
      .DIB15(in[36*r+33]), .DIB16(in[36*r+34]), .DIB17(in[36*r+35]),
      .DOB0(out[36*r+18]), .DOB1(out[36*r+19]), .DOB2(out[36*r+20]),
      .DOB3(out[36*r+21]), .DOB4(out[36*r+22]), .DOB5(out[36*r+23]),
      .DOB6(out[36*r+24]), .DOB7(out[36*r+25]), .DOB8(out[36*r+26]),
      .DOB9(out[36*r+27]), .DOB10(out[36*r+28]), .DOB11(out[36*r+29]),
      .DOB12(out[36*r+30]), .DOB13(out[36*r+31]), .DOB14(out[36*r+32]),
      .DOB15(out[36*r+33]), .DOB16(out[36*r+34]), .DOB17(out[36*r+35])
    );
  end

  logic unused_out;
  assign unused_out = ^out;

endmodule : roundel_block_ram
