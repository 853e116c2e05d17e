// SPDX-License-Identifier: Apache-2.0
//
// Constants of the register map rtl/regs/roundel_card_registers.rdl.
//
// Written by scripts/generate.py from the RDL; do not edit. A module includes this file in its
// body. In the names below, REGISTER is a register of the RDL and FIELD is one of its fields.
//
// REG_WORDS                   words of the window up to the last register
// REG_PRESENT                 bit n: word n is a register
// REG_WRITABLE                bit n: software may write a field of word n
// REG_REGISTER_ADDRESS        byte address in the map of the RDL
// REG_REGISTER_WORD           index of the register in the 4 KiB window, in words of 64 bits
// REG_REGISTER_COUNT          registers of an array, one word apart
// REG_REGISTER_RESET          value after reset; 0 in the other bits
// REG_REGISTER_READ_MASK      bits of fields that software may read
// REG_REGISTER_WRITE_MASK     bits of fields that software may write
// REG_REGISTER_FIELD_LSB      lowest bit of the field
// REG_REGISTER_FIELD_WIDTH    bits of the field
// REG_REGISTER_FIELD_RESET    value of the field after reset, where the RDL defines a value
/* verilator lint_off UNUSEDPARAM */
localparam int REG_WORDS = 8;
localparam logic [7:0] REG_PRESENT = 8'hff;
localparam logic [7:0] REG_WRITABLE = 8'hb8;

localparam logic [12:0] REG_ID_ADDRESS = 13'h1000;
localparam logic [8:0] REG_ID_WORD = 9'h000;
localparam logic [63:0] REG_ID_RESET = 64'h0001000044524143;
localparam logic [63:0] REG_ID_READ_MASK = 64'hffffffffffffffff;
localparam logic [63:0] REG_ID_WRITE_MASK = 64'h0000000000000000;
localparam int REG_ID_MAGIC_LSB = 0;
localparam int REG_ID_MAGIC_WIDTH = 32;
localparam logic [31:0] REG_ID_MAGIC_RESET = 32'h44524143;
localparam int REG_ID_MINOR_LSB = 32;
localparam int REG_ID_MINOR_WIDTH = 16;
localparam logic [15:0] REG_ID_MINOR_RESET = 16'h0000;
localparam int REG_ID_MAJOR_LSB = 48;
localparam int REG_ID_MAJOR_WIDTH = 16;
localparam logic [15:0] REG_ID_MAJOR_RESET = 16'h0001;

localparam logic [12:0] REG_SIZES_ADDRESS = 13'h1008;
localparam logic [8:0] REG_SIZES_WORD = 9'h001;
localparam logic [63:0] REG_SIZES_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_SIZES_READ_MASK = 64'h0000ffffffffffff;
localparam logic [63:0] REG_SIZES_WRITE_MASK = 64'h0000000000000000;
localparam int REG_SIZES_INPUT_LSB = 0;
localparam int REG_SIZES_INPUT_WIDTH = 16;
localparam int REG_SIZES_OUTPUT_LSB = 16;
localparam int REG_SIZES_OUTPUT_WIDTH = 16;
localparam int REG_SIZES_RESULTS_LSB = 32;
localparam int REG_SIZES_RESULTS_WIDTH = 16;

localparam logic [12:0] REG_STATUS_ADDRESS = 13'h1010;
localparam logic [8:0] REG_STATUS_WORD = 9'h002;
localparam logic [63:0] REG_STATUS_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_STATUS_READ_MASK = 64'hffffffffffffffff;
localparam logic [63:0] REG_STATUS_WRITE_MASK = 64'h0000000000000000;
localparam int REG_STATUS_INPUT_HEAD_LSB = 0;
localparam int REG_STATUS_INPUT_HEAD_WIDTH = 16;
localparam int REG_STATUS_INPUT_TAIL_LSB = 16;
localparam int REG_STATUS_INPUT_TAIL_WIDTH = 16;
localparam int REG_STATUS_OUTPUT_TAIL_LSB = 32;
localparam int REG_STATUS_OUTPUT_TAIL_WIDTH = 16;
localparam int REG_STATUS_RESULT_TAIL_LSB = 48;
localparam int REG_STATUS_RESULT_TAIL_WIDTH = 16;

localparam logic [12:0] REG_INPUT_TAIL_ADDRESS = 13'h1018;
localparam logic [8:0] REG_INPUT_TAIL_WORD = 9'h003;
localparam logic [63:0] REG_INPUT_TAIL_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_INPUT_TAIL_READ_MASK = 64'h000000000000ffff;
localparam logic [63:0] REG_INPUT_TAIL_WRITE_MASK = 64'h000000000000ffff;
localparam int REG_INPUT_TAIL_COUNT_LSB = 0;
localparam int REG_INPUT_TAIL_COUNT_WIDTH = 16;
localparam logic [15:0] REG_INPUT_TAIL_COUNT_RESET = 16'h0000;

localparam logic [12:0] REG_OUTPUT_HEAD_ADDRESS = 13'h1020;
localparam logic [8:0] REG_OUTPUT_HEAD_WORD = 9'h004;
localparam logic [63:0] REG_OUTPUT_HEAD_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_OUTPUT_HEAD_READ_MASK = 64'h000000000000ffff;
localparam logic [63:0] REG_OUTPUT_HEAD_WRITE_MASK = 64'h000000000000ffff;
localparam int REG_OUTPUT_HEAD_COUNT_LSB = 0;
localparam int REG_OUTPUT_HEAD_COUNT_WIDTH = 16;
localparam logic [15:0] REG_OUTPUT_HEAD_COUNT_RESET = 16'h0000;

localparam logic [12:0] REG_RESULT_HEAD_ADDRESS = 13'h1028;
localparam logic [8:0] REG_RESULT_HEAD_WORD = 9'h005;
localparam logic [63:0] REG_RESULT_HEAD_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_RESULT_HEAD_READ_MASK = 64'h000000000000ffff;
localparam logic [63:0] REG_RESULT_HEAD_WRITE_MASK = 64'h000000000000ffff;
localparam int REG_RESULT_HEAD_COUNT_LSB = 0;
localparam int REG_RESULT_HEAD_COUNT_WIDTH = 16;
localparam logic [15:0] REG_RESULT_HEAD_COUNT_RESET = 16'h0000;

localparam logic [12:0] REG_LEVELS_ADDRESS = 13'h1030;
localparam logic [8:0] REG_LEVELS_WORD = 9'h006;
localparam logic [63:0] REG_LEVELS_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_LEVELS_READ_MASK = 64'h003fffffffffffff;
localparam logic [63:0] REG_LEVELS_WRITE_MASK = 64'h0000000000000000;
localparam int REG_LEVELS_INPUT_ROOM_LSB = 0;
localparam int REG_LEVELS_INPUT_ROOM_WIDTH = 16;
localparam int REG_LEVELS_OUTPUT_LEVEL_LSB = 16;
localparam int REG_LEVELS_OUTPUT_LEVEL_WIDTH = 16;
localparam int REG_LEVELS_RESULT_LEVEL_LSB = 32;
localparam int REG_LEVELS_RESULT_LEVEL_WIDTH = 16;
localparam int REG_LEVELS_INPUT_FULL_LSB = 48;
localparam int REG_LEVELS_INPUT_FULL_WIDTH = 1;
localparam int REG_LEVELS_INPUT_EMPTY_LSB = 49;
localparam int REG_LEVELS_INPUT_EMPTY_WIDTH = 1;
localparam int REG_LEVELS_OUTPUT_FULL_LSB = 50;
localparam int REG_LEVELS_OUTPUT_FULL_WIDTH = 1;
localparam int REG_LEVELS_OUTPUT_EMPTY_LSB = 51;
localparam int REG_LEVELS_OUTPUT_EMPTY_WIDTH = 1;
localparam int REG_LEVELS_RESULT_FULL_LSB = 52;
localparam int REG_LEVELS_RESULT_FULL_WIDTH = 1;
localparam int REG_LEVELS_RESULT_EMPTY_LSB = 53;
localparam int REG_LEVELS_RESULT_EMPTY_WIDTH = 1;

localparam logic [12:0] REG_ERRORS_ADDRESS = 13'h1038;
localparam logic [8:0] REG_ERRORS_WORD = 9'h007;
localparam logic [63:0] REG_ERRORS_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_ERRORS_READ_MASK = 64'h0000000000000007;
localparam logic [63:0] REG_ERRORS_WRITE_MASK = 64'h0000000000000007;
localparam int REG_ERRORS_OVERRUN_LSB = 0;
localparam int REG_ERRORS_OVERRUN_WIDTH = 1;
localparam logic REG_ERRORS_OVERRUN_RESET = 1'h0;
localparam int REG_ERRORS_UNDERRUN_LSB = 1;
localparam int REG_ERRORS_UNDERRUN_WIDTH = 1;
localparam logic REG_ERRORS_UNDERRUN_RESET = 1'h0;
localparam int REG_ERRORS_ACCESS_LSB = 2;
localparam int REG_ERRORS_ACCESS_WIDTH = 1;
localparam logic REG_ERRORS_ACCESS_RESET = 1'h0;
/* verilator lint_on UNUSEDPARAM */
