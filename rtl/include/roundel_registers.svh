// SPDX-License-Identifier: Apache-2.0
//
// Constants of the register map rtl/regs/roundel_registers.rdl.
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
localparam int REG_WORDS = 90;
localparam logic [89:0] REG_PRESENT = 90'h3ff007f0000ffff00ff1f7f;
localparam logic [89:0] REG_WRITABLE = 90'h00000000000ffff00000750;
localparam logic [9:0] REG_ID_WORD = 10'h000;
localparam logic [31:0] REG_ID_RESET = 32'h00534541;
localparam logic [9:0] REG_VERSION_WORD = 10'h001;
localparam logic [31:0] REG_VERSION_RESET = 32'h00010003;
localparam logic [9:0] REG_CIPHER_WORD = 10'h002;
localparam int REG_CIPHER_MODE_LSB = 0;
localparam int REG_CIPHER_ENCRYPT_LSB = 4;
localparam int REG_CIPHER_DECRYPT_LSB = 5;
localparam int REG_CIPHER_COUNTERS_LSB = 6;
localparam int REG_CIPHER_LANES_LSB = 8;
localparam int REG_CIPHER_KEY_SIZES_LSB = 13;
localparam int REG_CIPHER_KEY_BITS_LSB = 16;
localparam int REG_CIPHER_KEY_WORDS_LSB = 27;
localparam logic [9:0] REG_STREAMS_WORD = 10'h003;
localparam int REG_STREAMS_KEY_SLOTS_LSB = 0;
localparam int REG_STREAMS_IV_BYTES_LSB = 9;
localparam int REG_STREAMS_USER_BITS_LSB = 14;
localparam int REG_STREAMS_PACKETS_LSB = 24;
localparam logic [9:0] REG_CONTROL_WORD = 10'h004;
localparam int REG_CONTROL_ZEROISE_LSB = 0;
localparam int REG_CONTROL_CLEAR_COUNTERS_LSB = 1;
localparam logic [9:0] REG_STATUS_WORD = 10'h005;
localparam int REG_STATUS_KEY_BUSY_LSB = 0;
localparam int REG_STATUS_ZEROISING_LSB = 1;
localparam int REG_STATUS_RESULT_LSB = 2;
localparam logic [9:0] REG_ERRORS_WORD = 10'h006;
localparam logic [31:0] REG_ERRORS_RESET = 32'h00000000;
localparam logic [31:0] REG_ERRORS_READ_MASK = 32'h0000033f;
localparam int REG_ERRORS_TAG_LSB = 0;
localparam int REG_ERRORS_KEY_ACCESS_LSB = 8;
localparam int REG_ERRORS_ACCESS_LSB = 9;
localparam logic [9:0] REG_IRQ_STATUS_WORD = 10'h008;
localparam logic [31:0] REG_IRQ_STATUS_RESET = 32'h00000000;
localparam logic [31:0] REG_IRQ_STATUS_READ_MASK = 32'h0000000f;
localparam int REG_IRQ_STATUS_PACKET_LSB = 0;
localparam int REG_IRQ_STATUS_ERROR_LSB = 1;
localparam int REG_IRQ_STATUS_KEY_LSB = 2;
localparam int REG_IRQ_STATUS_ZEROISED_LSB = 3;
localparam logic [9:0] REG_IRQ_ENABLE_WORD = 10'h009;
localparam logic [31:0] REG_IRQ_ENABLE_RESET = 32'h00000000;
localparam logic [31:0] REG_IRQ_ENABLE_WRITE_MASK = 32'h0000000f;
localparam logic [9:0] REG_KEY_COMMAND_WORD = 10'h00a;
localparam logic [9:0] REG_KEY_SLOTS_WORD = 10'h00b;
localparam logic [9:0] REG_MODES_WORD = 10'h00c;
localparam int REG_MODES_ENCRYPT_LSB = 0;
localparam int REG_MODES_DECRYPT_LSB = 16;
localparam logic [9:0] REG_SLOT_READY_WORD = 10'h010;
localparam logic [9:0] REG_KEY_WORD = 10'h020;
localparam int REG_KEY_COUNT = 16;
localparam logic [9:0] REG_PACKETS_WORD = 10'h040;
localparam int REG_PACKET_ERRORS_COUNT = 5;
localparam logic [9:0] REG_BEATS_IN_LOW_WORD = 10'h050;
localparam logic [9:0] REG_BEATS_IN_HIGH_WORD = 10'h051;
/* verilator lint_on UNUSEDPARAM */
