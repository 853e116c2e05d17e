// SPDX-License-Identifier: Apache-2.0
//
// Drop-in for rtl/prim/roundel_deep_ram.sv: block RAMs of Lattice ECP5 with their output registers.
//
// Interface and parameters are those of the replaced file. Compile roundel_ecp5.f in place of
// roundel.f.
//
// Method. DP16KD in a true dual port mode with 18, 9, 4, 2 or 1 bits (Lattice FPGA-TN-02204, ECP5
// memory usage guide): port A writes, port B reads. A row of RAMs has all bits of Depth words. With
// several rows, the output registers of the other rows are reset, so an OR selects the row. The
// same reset gives the zero of `blank_i`. Yosys maps the general file to the same cell, with the
// second register outside: 4.3 ns from the clock to the output, against 0.7 ns with the register
// inside.

`include "roundel_refuse.svh"

module roundel_deep_ram #(
  parameter int Words = 1024,  // 2 to 65536
  parameter int Width = 128
) (
  input  logic                                           clk_i,
  input  logic                                           write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [                              Width-1:0] write_word_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  input  logic                                           blank_i,  // read zero
  output logic [                              Width-1:0] word_o
);

  `ROUNDEL_REFUSE(roundel_error_a_deep_memory_has_2_to_65536_words, Words < 2 || Words > 65536)

  // Cost of the memory with RAMs of `bits` bits: RAMs, and LUTs of the OR at 16 LUTs a RAM.
  function automatic int cost(input int bits);
    int rows, columns;
    rows = (Words + 16384 / ((bits == 9) ? 8 : (bits == 18) ? 16 : bits) - 1)
        / (16384 / ((bits == 9) ? 8 : (bits == 18) ? 16 : bits));
    columns = (Width + bits - 1) / bits;
    cost = 32 * rows * columns + Width * (rows - 1);
  endfunction

  function automatic int best_bits(input int unused);
    int best;
    best = 18;
    if (cost(9) < cost(best)) best = 9;
    if (cost(4) < cost(best)) best = 4;
    if (cost(2) < cost(best)) best = 2;
    if (cost(1) < cost(best)) best = 1;
    best_bits = best + 0 * unused;
  endfunction

  localparam int BITS = best_bits(0);  // data bits of a RAM
  localparam int SHIFT = (BITS == 18) ? 4 : (BITS == 9) ? 3 : (BITS == 4) ? 2 : (BITS == 2) ? 1 : 0;
  localparam int DEPTH_BITS = 14 - SHIFT;
  localparam int DEPTH = 1 << DEPTH_BITS;  // words of a RAM
  localparam int ROWS = (Words + DEPTH - 1) / DEPTH;
  localparam int COLUMNS = (Width + BITS - 1) / BITS;

  logic [16:0] write_index, read_index;
  logic [13:0] write_address, read_address;  // of the pins ADA and ADB
  logic [BITS*COLUMNS-1:0] in;
  logic [18*COLUMNS*ROWS-1:0] out;
  logic [BITS*COLUMNS-1:0] word;
  logic [ROWS-1:0] write, others_q;  // others_q: the read of a cycle ago is not of the row
  assign write_index = 17'(write_index_i);
  assign read_index = 17'(read_index_i);
  assign in = (BITS * COLUMNS)'(write_word_i);
  // With 18 bits the two lowest pins are the byte enables of a write.
  assign write_address =
      (14'(write_index[DEPTH_BITS-1:0]) << SHIFT) | ((BITS == 18) ? 14'd3 : 14'd0);
  assign read_address = 14'(read_index[DEPTH_BITS-1:0]) << SHIFT;
  assign word_o = word[Width-1:0];

  always_comb begin
    word = '0;
    for (int r = 0; r < ROWS; r++) begin
      for (int c = 0; c < COLUMNS; c++) begin
        word[BITS*c+:BITS] = word[BITS*c+:BITS] | out[18*(COLUMNS*r+c)+:BITS];
      end
    end
  end

  for (genvar r = 0; r < ROWS; r++) begin : gen_row
    assign write[r] = write_i && (ROWS == 1 || 32'(write_index >> DEPTH_BITS) == r);

    always_ff @(posedge clk_i) begin
      others_q[r] <= blank_i || !(ROWS == 1 || 32'(read_index >> DEPTH_BITS) == r);
    end

    for (genvar c = 0; c < COLUMNS; c++) begin : gen_column
      logic [17:0] data, read;
      assign data = 18'(in[BITS*c+:BITS]);
      assign out[18*(COLUMNS*r+c)+:18] = read;

      // Port B shows the word; the outputs of port A are not used.
      DP16KD #(
        .DATA_WIDTH_A(BITS),
        .REGMODE_A("NOREG"),
        .CSDECODE_A("0b000"),
        .WRITEMODE_A("NORMAL"),
        .DATA_WIDTH_B(BITS),
        .REGMODE_B("OUTREG"),
        .CSDECODE_B("0b000"),
        .WRITEMODE_B("NORMAL"),
        .RESETMODE("SYNC"),
        .GSR("DISABLED")
      ) u_ram (
        .CLKA(clk_i), .CEA(write[r]), .OCEA(1'b1),
        .WEA(1'b1), .RSTA(1'b0),
        .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
        .ADA0(write_address[0]), .ADA1(write_address[1]), .ADA2(write_address[2]),
        .ADA3(write_address[3]), .ADA4(write_address[4]), .ADA5(write_address[5]),
        .ADA6(write_address[6]), .ADA7(write_address[7]), .ADA8(write_address[8]),
        .ADA9(write_address[9]), .ADA10(write_address[10]), .ADA11(write_address[11]),
        .ADA12(write_address[12]), .ADA13(write_address[13]),
        .DIA0(data[0]), .DIA1(data[1]), .DIA2(data[2]),
        .DIA3(data[3]), .DIA4(data[4]), .DIA5(data[5]),
        .DIA6(data[6]), .DIA7(data[7]), .DIA8(data[8]),
        .DIA9(data[9]), .DIA10(data[10]), .DIA11(data[11]),
        .DIA12(data[12]), .DIA13(data[13]), .DIA14(data[14]),
        .DIA15(data[15]), .DIA16(data[16]), .DIA17(data[17]),
        .CLKB(clk_i), .CEB(1'b1), .OCEB(1'b1),
        .WEB(1'b0), .RSTB(others_q[r]),
        .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
        .ADB0(read_address[0]), .ADB1(read_address[1]), .ADB2(read_address[2]),
        .ADB3(read_address[3]), .ADB4(read_address[4]), .ADB5(read_address[5]),
        .ADB6(read_address[6]), .ADB7(read_address[7]), .ADB8(read_address[8]),
        .ADB9(read_address[9]), .ADB10(read_address[10]), .ADB11(read_address[11]),
        .ADB12(read_address[12]), .ADB13(read_address[13]),
        .DIB0(1'b0), .DIB1(1'b0), .DIB2(1'b0),
        .DIB3(1'b0), .DIB4(1'b0), .DIB5(1'b0),
        .DIB6(1'b0), .DIB7(1'b0), .DIB8(1'b0),
        .DIB9(1'b0), .DIB10(1'b0), .DIB11(1'b0),
        .DIB12(1'b0), .DIB13(1'b0), .DIB14(1'b0),
        .DIB15(1'b0), .DIB16(1'b0), .DIB17(1'b0),
        .DOB0(read[0]), .DOB1(read[1]), .DOB2(read[2]),
        .DOB3(read[3]), .DOB4(read[4]), .DOB5(read[5]),
        .DOB6(read[6]), .DOB7(read[7]), .DOB8(read[8]),
        .DOB9(read[9]), .DOB10(read[10]), .DOB11(read[11]),
        .DOB12(read[12]), .DOB13(read[13]), .DOB14(read[14]),
        .DOB15(read[15]), .DOB16(read[16]), .DOB17(read[17])
      );
    end
  end

  logic unused_bits;  // outputs above BITS, columns above Width, indexes above DEPTH * ROWS
  assign unused_bits = ^{out, word, write_index, read_index};

endmodule : roundel_deep_ram
