// SPDX-License-Identifier: Apache-2.0
//
// The block RAM of Lattice ECP5 (FPGA-TN-02204, memory usage guide), in the modes of the library.
//
// A model for netlists, because Yosys only contains the ports and parameters of this cell. Three
// modes are modelled. First: two read ports for a ROM of 2048 words of 9 bits. Second: one write
// port and one read port with an enable (CEB) for 512 words of 36 bits. Third: port A writes and
// port B reads words of 18, 9, 4, 2 or 1 bits; port A has no output register, port B has one with a
// synchronous reset (RSTB). The first two modes have an optional output register (REGMODE). Another
// mode stops elaboration at an undefined module with a descriptive name. A read or write is unknown
// while a control input has an unsupported value.
//
// Contents: INITVAL_k has the words 32*k to 32*k + 31, two words every 20 bits. (In Yosys, a
// localparam would be an additional parameter of the cell.)

// These modes use only a part of the cell's pins and parameters.
// verilator lint_off UNUSEDPARAM
// verilator lint_off UNUSEDSIGNAL
module DP16KD #(
  parameter DATA_WIDTH_A = 18,
  parameter DATA_WIDTH_B = 18,
  parameter REGMODE_A = "NOREG",
  parameter REGMODE_B = "NOREG",
  parameter CSDECODE_A = "0b000",
  parameter CSDECODE_B = "0b000",
  parameter WRITEMODE_A = "NORMAL",
  parameter WRITEMODE_B = "NORMAL",
  parameter CLKAMUX = "CLKA",
  parameter CLKBMUX = "CLKB",
  parameter RESETMODE = "SYNC",
  parameter ASYNC_RESET_RELEASE = "SYNC",
  parameter GSR = "DISABLED",
  parameter [319:0] INITVAL_00 = 0, INITVAL_01 = 0, INITVAL_02 = 0, INITVAL_03 = 0,
  parameter [319:0] INITVAL_04 = 0, INITVAL_05 = 0, INITVAL_06 = 0, INITVAL_07 = 0,
  parameter [319:0] INITVAL_08 = 0, INITVAL_09 = 0, INITVAL_0A = 0, INITVAL_0B = 0,
  parameter [319:0] INITVAL_0C = 0, INITVAL_0D = 0, INITVAL_0E = 0, INITVAL_0F = 0,
  parameter [319:0] INITVAL_10 = 0, INITVAL_11 = 0, INITVAL_12 = 0, INITVAL_13 = 0,
  parameter [319:0] INITVAL_14 = 0, INITVAL_15 = 0, INITVAL_16 = 0, INITVAL_17 = 0,
  parameter [319:0] INITVAL_18 = 0, INITVAL_19 = 0, INITVAL_1A = 0, INITVAL_1B = 0,
  parameter [319:0] INITVAL_1C = 0, INITVAL_1D = 0, INITVAL_1E = 0, INITVAL_1F = 0,
  parameter [319:0] INITVAL_20 = 0, INITVAL_21 = 0, INITVAL_22 = 0, INITVAL_23 = 0,
  parameter [319:0] INITVAL_24 = 0, INITVAL_25 = 0, INITVAL_26 = 0, INITVAL_27 = 0,
  parameter [319:0] INITVAL_28 = 0, INITVAL_29 = 0, INITVAL_2A = 0, INITVAL_2B = 0,
  parameter [319:0] INITVAL_2C = 0, INITVAL_2D = 0, INITVAL_2E = 0, INITVAL_2F = 0,
  parameter [319:0] INITVAL_30 = 0, INITVAL_31 = 0, INITVAL_32 = 0, INITVAL_33 = 0,
  parameter [319:0] INITVAL_34 = 0, INITVAL_35 = 0, INITVAL_36 = 0, INITVAL_37 = 0,
  parameter [319:0] INITVAL_38 = 0, INITVAL_39 = 0, INITVAL_3A = 0, INITVAL_3B = 0,
  parameter [319:0] INITVAL_3C = 0, INITVAL_3D = 0, INITVAL_3E = 0, INITVAL_3F = 0
) (
  input CLKA, CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2,
  input ADA0, ADA1, ADA2, ADA3, ADA4, ADA5, ADA6,
  input ADA7, ADA8, ADA9, ADA10, ADA11, ADA12, ADA13,
  input DIA0, DIA1, DIA2, DIA3, DIA4, DIA5, DIA6, DIA7, DIA8,
  input DIA9, DIA10, DIA11, DIA12, DIA13, DIA14, DIA15, DIA16, DIA17,
  output DOA0, DOA1, DOA2, DOA3, DOA4, DOA5, DOA6, DOA7, DOA8,
  output DOA9, DOA10, DOA11, DOA12, DOA13, DOA14, DOA15, DOA16, DOA17,
  input CLKB, CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2,
  input ADB0, ADB1, ADB2, ADB3, ADB4, ADB5, ADB6,
  input ADB7, ADB8, ADB9, ADB10, ADB11, ADB12, ADB13,
  input DIB0, DIB1, DIB2, DIB3, DIB4, DIB5, DIB6, DIB7, DIB8,
  input DIB9, DIB10, DIB11, DIB12, DIB13, DIB14, DIB15, DIB16, DIB17,
  output DOB0, DOB1, DOB2, DOB3, DOB4, DOB5, DOB6, DOB7, DOB8,
  output DOB9, DOB10, DOB11, DOB12, DOB13, DOB14, DOB15, DOB16, DOB17
);

  // A function, because it is needed at the start of the simulation.
  function [64*320-1:0] all_of;
    input unused;
    all_of = {
      INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C,
      INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
      INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34,
      INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
      INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C,
      INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
      INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24,
      INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
      INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C,
      INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
      INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14,
      INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
      INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C,
      INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
      INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04,
      INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
    };
  endfunction

  // Pins of an address below the lowest bit of a word's index.
  function integer shift_of;
    input integer width;
    shift_of = (width == 18) ? 4 : (width == 9) ? 3 : (width == 4) ? 2 : (width == 2) ? 1 : 0;
  endfunction

  generate
    if (REGMODE_A == "NOREG" && REGMODE_B == "OUTREG" && RESETMODE == "SYNC"
        && DATA_WIDTH_A == DATA_WIDTH_B && DATA_WIDTH_A <= 18) begin : gen_deep
      reg [DATA_WIDTH_A-1:0] words[0:(16384>>shift_of(DATA_WIDTH_A))-1];
      reg [DATA_WIDTH_A-1:0] read, shown;
      wire [13:0] write_pins, read_pins;
      wire [17:0] data;
      wire [13-shift_of(DATA_WIDTH_A):0] write_index, read_index;
      wire enabled;
      assign write_pins = {
        ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
      };
      assign read_pins = {
        ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0
      };
      assign data = {
        DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4,
        DIA3, DIA2, DIA1, DIA0
      };
      assign write_index = write_pins[13:shift_of(DATA_WIDTH_A)];
      assign read_index = read_pins[13:shift_of(DATA_WIDTH_A)];
      // With 18 bits ADA0 and ADA1 enable the two bytes.
      assign enabled = DATA_WIDTH_A != 18 || write_pins[1:0] === 2'b11;
      always @(posedge CLKA) begin
        if (CEA !== 1'b0) begin
          words[write_index] <=
              ({CEA, WEA, RSTA, CSA0, CSA1, CSA2, enabled} === 7'b1100001)
              ? data[DATA_WIDTH_A-1:0] : {DATA_WIDTH_A{1'bx}};
        end
      end
      always @(posedge CLKB) begin
        read <= ({CEB, OCEB, WEB, CSB0, CSB1, CSB2} === 6'b110000
                 && !(CEA !== 1'b0 && write_index === read_index))
            ? words[read_index] : {DATA_WIDTH_A{1'bx}};
        shown <= (RSTB === 1'b1) ? {DATA_WIDTH_A{1'b0}} :
            (RSTB === 1'b0) ? read : {DATA_WIDTH_A{1'bx}};
      end
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
              DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = shown;
      assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
              DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = {18{1'bx}};
    end else if (DATA_WIDTH_A == 9 && DATA_WIDTH_B == 9) begin : gen_nine
      reg [8:0] words[0:2047];
      reg [64*320-1:0] contents;
      integer i;
      initial begin
        contents = all_of(1'b0);
        for (i = 0; i < 2048; i = i + 1) begin
          words[i] = contents[20*(i/2)+9*(i%2)+:9];
        end
      end

      wire [10:0] address_a;
      reg [8:0] read_a, output_a;
      assign address_a = {
        ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3
      };
      always @(posedge CLKA) begin
        read_a <= ({CEA, OCEA, WEA, RSTA, CSA0, CSA1, CSA2} === 7'b1100000)
            ? words[address_a] : 9'bx;
        output_a <= read_a;
      end
      assign {DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} =
          (REGMODE_A == "OUTREG") ? output_a : read_a;
      assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9} = 9'd0;

      wire [10:0] address_b;
      reg [8:0] read_b, output_b;
      assign address_b = {
        ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3
      };
      always @(posedge CLKB) begin
        read_b <= ({CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2} === 7'b1100000)
            ? words[address_b] : 9'bx;
        output_b <= read_b;
      end
      assign {DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} =
          (REGMODE_B == "OUTREG") ? output_b : read_b;
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9} = 9'd0;
    end else if (DATA_WIDTH_A == 36 && DATA_WIDTH_B == 36) begin : gen_wide
      reg [35:0] words[0:511];
      reg [35:0] read, shown;
      reg [64*320-1:0] contents;
      integer i;
      initial begin
        contents = all_of(1'b0);
        // Words with the initial value zero are unknown until the first write.
        if (contents != 0) begin
          for (i = 0; i < 512; i = i + 1) begin
            words[i] = {contents[40*i+20+:18], contents[40*i+:18]};
          end
        end
      end

      wire [8:0] write_index, read_index;
      assign write_index = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5};
      assign read_index = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5};
      always @(posedge CLKA) begin
        if (CEA !== 1'b0) begin
          words[write_index] <=
              ({CEA, WEA, RSTA, CSA0, CSA1, CSA2, ADA3, ADA2, ADA1, ADA0} === 10'b1100001111)
              ? {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9,
                 DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
                 DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9,
                 DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0}
              : 36'bx;
        end
      end
      always @(posedge CLKB) begin
        if (CEB !== 1'b0) begin
          read <= ({CEB, OCEB, WEB, RSTB, CSB0, CSB1, CSB2} === 7'b1100000
                   && !(CEA !== 1'b0 && write_index === read_index)) ? words[read_index] : 36'bx;
        end
        shown <= read;
      end
      assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9,
              DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0,
              DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9,
              DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} =
          (REGMODE_B == "OUTREG") ? shown : read;
    end else begin : gen_other
      dp16kd_is_modelled_in_three_modes_and_no_more u_error ();
    end
    if (CSDECODE_A != "0b000" || CSDECODE_B != "0b000" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB")
    begin : gen_unknown
      dp16kd_is_modelled_with_its_plain_controls_and_no_more u_error ();
    end
  endgenerate

endmodule
