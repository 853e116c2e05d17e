// SPDX-License-Identifier: Apache-2.0
//
// Constants of the register map rtl/regs/roundel_dma_registers.rdl.
//
// Written by scripts/generate.py from the RDL; do not edit. A module includes this file in its
// body. The file has the constants that modules name: after you name another one, run the script
// again. In the names below, REGISTER is a register and FIELD one of its fields.
//
// REG_WORDS                   words of the window up to the last register
// REG_PRESENT                 bit n: word n is a register
// REG_WRITABLE                bit n: software may write a field of word n
// REG_REGISTER_ADDRESS        byte address in the map of the RDL
// REG_REGISTER_WORD           index of the register in the 4 KiB window, in words of 32 bits
// REG_REGISTER_COUNT          registers of an array, one word apart
// REG_REGISTER_RESET          value after reset; 0 in the other bits
// REG_REGISTER_READ_MASK      bits of fields that software may read
// REG_REGISTER_WRITE_MASK     bits of fields that software may write
// REG_REGISTER_FIELD_LSB      lowest bit of the field
// REG_REGISTER_FIELD_WIDTH    bits of the field
// REG_REGISTER_FIELD_RESET    value of the field after reset, where the RDL defines a value
/* verilator lint_off UNUSEDPARAM */
localparam int REG_WORDS = 24;
localparam logic [23:0] REG_PRESENT = 24'hf71f37;
localparam logic [23:0] REG_WRITABLE = 24'hf11f10;
localparam logic [9:0] REG_ID_WORD = 10'h000;
localparam logic [31:0] REG_ID_RESET = 32'h414d4441;
localparam logic [9:0] REG_VERSION_WORD = 10'h001;
localparam logic [31:0] REG_VERSION_RESET = 32'h00010000;
localparam logic [9:0] REG_BUS_WORD = 10'h002;
localparam int REG_BUS_BEAT_BYTES_LSB = 0;
localparam int REG_BUS_BEAT_BYTES_WIDTH = 16;
localparam int REG_BUS_BURST_BYTES_LSB = 16;
localparam int REG_BUS_BURST_BYTES_WIDTH = 16;
localparam logic [9:0] REG_CONTROL_WORD = 10'h004;
localparam int REG_CONTROL_RUN_LSB = 0;
localparam logic REG_CONTROL_RUN_RESET = 1'h0;
localparam logic [9:0] REG_STATUS_WORD = 10'h005;
localparam int REG_STATUS_BUSY_LSB = 0;
localparam int REG_STATUS_HALTED_LSB = 1;
localparam int REG_STATUS_ZEROISING_LSB = 2;
localparam logic [9:0] REG_RING_LOW_WORD = 10'h008;
localparam int REG_RING_LOW_LOW_LSB = 6;
localparam int REG_RING_LOW_LOW_WIDTH = 26;
localparam logic [25:0] REG_RING_LOW_LOW_RESET = 26'h0000000;
localparam logic [9:0] REG_RING_HIGH_WORD = 10'h009;
localparam logic [31:0] REG_RING_HIGH_HIGH_RESET = 32'h00000000;
localparam logic [9:0] REG_RECORDS_LOW_WORD = 10'h00a;
localparam int REG_RECORDS_LOW_LOW_LSB = 5;
localparam int REG_RECORDS_LOW_LOW_WIDTH = 27;
localparam logic [26:0] REG_RECORDS_LOW_LOW_RESET = 27'h0000000;
localparam logic [9:0] REG_RECORDS_HIGH_WORD = 10'h00b;
localparam logic [31:0] REG_RECORDS_HIGH_HIGH_RESET = 32'h00000000;
localparam logic [9:0] REG_SIZES_WORD = 10'h00c;
localparam int REG_SIZES_LOG_LSB = 0;
localparam int REG_SIZES_LOG_WIDTH = 4;
localparam logic [3:0] REG_SIZES_LOG_RESET = 4'h0;
localparam logic [9:0] REG_TAIL_WORD = 10'h010;
localparam int REG_TAIL_COUNT_LSB = 0;
localparam int REG_TAIL_COUNT_WIDTH = 16;
localparam logic [15:0] REG_TAIL_COUNT_RESET = 16'h0000;
localparam logic [9:0] REG_FETCHED_WORD = 10'h011;
localparam logic [9:0] REG_DONE_WORD = 10'h012;
localparam logic [9:0] REG_ERRORS_WORD = 10'h014;
localparam logic [31:0] REG_ERRORS_RESET = 32'h00000000;
localparam logic [31:0] REG_ERRORS_READ_MASK = 32'h000000ff;
localparam int REG_ERRORS_DESCRIPTOR_LSB = 0;
localparam int REG_ERRORS_READ_LSB = 1;
localparam int REG_ERRORS_WRITE_LSB = 2;
localparam int REG_ERRORS_RECORD_LSB = 3;
localparam int REG_ERRORS_PIECES_LSB = 4;
localparam int REG_ERRORS_OVERRUN_LSB = 5;
localparam int REG_ERRORS_ACCESS_LSB = 6;
localparam int REG_ERRORS_LIST_LSB = 7;
localparam logic [9:0] REG_IRQ_STATUS_WORD = 10'h015;
localparam logic [31:0] REG_IRQ_STATUS_RESET = 32'h00000000;
localparam logic [31:0] REG_IRQ_STATUS_READ_MASK = 32'h00000007;
localparam int REG_IRQ_STATUS_DONE_LSB = 0;
localparam int REG_IRQ_STATUS_REACHED_LSB = 1;
localparam int REG_IRQ_STATUS_ERROR_LSB = 2;
localparam logic [9:0] REG_IRQ_ENABLE_WORD = 10'h016;
localparam logic [31:0] REG_IRQ_ENABLE_RESET = 32'h00000000;
localparam logic [31:0] REG_IRQ_ENABLE_WRITE_MASK = 32'h00000007;
localparam logic [9:0] REG_IRQ_AT_WORD = 10'h017;
localparam logic [31:0] REG_IRQ_AT_RESET = 32'h00000000;
/* verilator lint_on UNUSEDPARAM */
