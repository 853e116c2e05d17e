// SPDX-License-Identifier: Apache-2.0
//
// Constants of the register map rtl/regs/roundel_card_registers.rdl.
//
// Written by scripts/generate.py from the RDL; do not edit. A module includes this file in its
// body. The file has the constants that modules name: after you name another one, run the script
// again. In the names below, REGISTER is a register and FIELD one of its fields.
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
localparam logic [8:0] REG_ID_WORD = 9'h000;
localparam logic [63:0] REG_ID_RESET = 64'h0001000044524143;
localparam logic [8:0] REG_SIZES_WORD = 9'h001;
localparam int REG_SIZES_INPUT_LSB = 0;
localparam int REG_SIZES_OUTPUT_LSB = 16;
localparam int REG_SIZES_RESULTS_LSB = 32;
localparam logic [8:0] REG_STATUS_WORD = 9'h002;
localparam logic [8:0] REG_INPUT_TAIL_WORD = 9'h003;
localparam logic [8:0] REG_OUTPUT_HEAD_WORD = 9'h004;
localparam logic [8:0] REG_RESULT_HEAD_WORD = 9'h005;
localparam logic [8:0] REG_LEVELS_WORD = 9'h006;
localparam logic [8:0] REG_ERRORS_WORD = 9'h007;
localparam logic [63:0] REG_ERRORS_RESET = 64'h0000000000000000;
localparam logic [63:0] REG_ERRORS_READ_MASK = 64'h0000000000000007;
localparam int REG_ERRORS_OVERRUN_LSB = 0;
localparam int REG_ERRORS_ACCESS_LSB = 2;
/* verilator lint_on UNUSEDPARAM */
