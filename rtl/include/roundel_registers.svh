// SPDX-License-Identifier: Apache-2.0
//
// Constants of the register map rtl/regs/roundel_registers.rdl.
//
// Written by scripts/generate.py from the RDL; do not edit. A module includes this file in its
// body. In the names below, REGISTER is a register of the RDL and FIELD is one of its fields.
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
localparam logic [89:0] REG_PRESENT = 90'h3ff007f0000ffff00ff077f;
localparam logic [89:0] REG_WRITABLE = 90'h00000000000ffff00000750;

localparam logic [12:0] REG_ID_ADDRESS = 13'h0000;
localparam logic [9:0] REG_ID_WORD = 10'h000;
localparam logic [31:0] REG_ID_RESET = 32'h00534541;
localparam logic [31:0] REG_ID_READ_MASK = 32'h00ffffff;
localparam logic [31:0] REG_ID_WRITE_MASK = 32'h00000000;
localparam int REG_ID_MAGIC_LSB = 0;
localparam int REG_ID_MAGIC_WIDTH = 24;
localparam logic [23:0] REG_ID_MAGIC_RESET = 24'h534541;

localparam logic [12:0] REG_VERSION_ADDRESS = 13'h0004;
localparam logic [9:0] REG_VERSION_WORD = 10'h001;
localparam logic [31:0] REG_VERSION_RESET = 32'h00010000;
localparam logic [31:0] REG_VERSION_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_VERSION_WRITE_MASK = 32'h00000000;
localparam int REG_VERSION_MINOR_LSB = 0;
localparam int REG_VERSION_MINOR_WIDTH = 16;
localparam logic [15:0] REG_VERSION_MINOR_RESET = 16'h0000;
localparam int REG_VERSION_MAJOR_LSB = 16;
localparam int REG_VERSION_MAJOR_WIDTH = 16;
localparam logic [15:0] REG_VERSION_MAJOR_RESET = 16'h0001;

localparam logic [12:0] REG_CIPHER_ADDRESS = 13'h0008;
localparam logic [9:0] REG_CIPHER_WORD = 10'h002;
localparam logic [31:0] REG_CIPHER_RESET = 32'h00000000;
localparam logic [31:0] REG_CIPHER_READ_MASK = 32'hf9ff1f7f;
localparam logic [31:0] REG_CIPHER_WRITE_MASK = 32'h00000000;
localparam int REG_CIPHER_MODE_LSB = 0;
localparam int REG_CIPHER_MODE_WIDTH = 4;
localparam int REG_CIPHER_ENCRYPT_LSB = 4;
localparam int REG_CIPHER_ENCRYPT_WIDTH = 1;
localparam int REG_CIPHER_DECRYPT_LSB = 5;
localparam int REG_CIPHER_DECRYPT_WIDTH = 1;
localparam int REG_CIPHER_COUNTERS_LSB = 6;
localparam int REG_CIPHER_COUNTERS_WIDTH = 1;
localparam int REG_CIPHER_LANES_LSB = 8;
localparam int REG_CIPHER_LANES_WIDTH = 5;
localparam int REG_CIPHER_KEY_BITS_LSB = 16;
localparam int REG_CIPHER_KEY_BITS_WIDTH = 9;
localparam int REG_CIPHER_KEY_WORDS_LSB = 27;
localparam int REG_CIPHER_KEY_WORDS_WIDTH = 5;

localparam logic [12:0] REG_STREAMS_ADDRESS = 13'h000c;
localparam logic [9:0] REG_STREAMS_WORD = 10'h003;
localparam logic [31:0] REG_STREAMS_RESET = 32'h00000000;
localparam logic [31:0] REG_STREAMS_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_STREAMS_WRITE_MASK = 32'h00000000;
localparam int REG_STREAMS_KEY_SLOTS_LSB = 0;
localparam int REG_STREAMS_KEY_SLOTS_WIDTH = 9;
localparam int REG_STREAMS_IV_BYTES_LSB = 9;
localparam int REG_STREAMS_IV_BYTES_WIDTH = 5;
localparam int REG_STREAMS_USER_BITS_LSB = 14;
localparam int REG_STREAMS_USER_BITS_WIDTH = 10;
localparam int REG_STREAMS_PACKETS_LSB = 24;
localparam int REG_STREAMS_PACKETS_WIDTH = 8;

localparam logic [12:0] REG_CONTROL_ADDRESS = 13'h0010;
localparam logic [9:0] REG_CONTROL_WORD = 10'h004;
localparam logic [31:0] REG_CONTROL_RESET = 32'h00000000;
localparam logic [31:0] REG_CONTROL_READ_MASK = 32'h00000000;
localparam logic [31:0] REG_CONTROL_WRITE_MASK = 32'h00000003;
localparam int REG_CONTROL_ZEROISE_LSB = 0;
localparam int REG_CONTROL_ZEROISE_WIDTH = 1;
localparam logic REG_CONTROL_ZEROISE_RESET = 1'h0;
localparam int REG_CONTROL_CLEAR_COUNTERS_LSB = 1;
localparam int REG_CONTROL_CLEAR_COUNTERS_WIDTH = 1;
localparam logic REG_CONTROL_CLEAR_COUNTERS_RESET = 1'h0;

localparam logic [12:0] REG_STATUS_ADDRESS = 13'h0014;
localparam logic [9:0] REG_STATUS_WORD = 10'h005;
localparam logic [31:0] REG_STATUS_RESET = 32'h00000000;
localparam logic [31:0] REG_STATUS_READ_MASK = 32'h00000007;
localparam logic [31:0] REG_STATUS_WRITE_MASK = 32'h00000000;
localparam int REG_STATUS_KEY_BUSY_LSB = 0;
localparam int REG_STATUS_KEY_BUSY_WIDTH = 1;
localparam int REG_STATUS_ZEROISING_LSB = 1;
localparam int REG_STATUS_ZEROISING_WIDTH = 1;
localparam int REG_STATUS_RESULT_LSB = 2;
localparam int REG_STATUS_RESULT_WIDTH = 1;

localparam logic [12:0] REG_ERRORS_ADDRESS = 13'h0018;
localparam logic [9:0] REG_ERRORS_WORD = 10'h006;
localparam logic [31:0] REG_ERRORS_RESET = 32'h00000000;
localparam logic [31:0] REG_ERRORS_READ_MASK = 32'h0000033f;
localparam logic [31:0] REG_ERRORS_WRITE_MASK = 32'h0000033f;
localparam int REG_ERRORS_TAG_LSB = 0;
localparam int REG_ERRORS_TAG_WIDTH = 1;
localparam logic REG_ERRORS_TAG_RESET = 1'h0;
localparam int REG_ERRORS_COMMAND_LSB = 1;
localparam int REG_ERRORS_COMMAND_WIDTH = 1;
localparam logic REG_ERRORS_COMMAND_RESET = 1'h0;
localparam int REG_ERRORS_KEY_LSB = 2;
localparam int REG_ERRORS_KEY_WIDTH = 1;
localparam logic REG_ERRORS_KEY_RESET = 1'h0;
localparam int REG_ERRORS_AAD_LSB = 3;
localparam int REG_ERRORS_AAD_WIDTH = 1;
localparam logic REG_ERRORS_AAD_RESET = 1'h0;
localparam int REG_ERRORS_KEEP_LSB = 4;
localparam int REG_ERRORS_KEEP_WIDTH = 1;
localparam logic REG_ERRORS_KEEP_RESET = 1'h0;
localparam int REG_ERRORS_LENGTH_LSB = 5;
localparam int REG_ERRORS_LENGTH_WIDTH = 1;
localparam logic REG_ERRORS_LENGTH_RESET = 1'h0;
localparam int REG_ERRORS_KEY_ACCESS_LSB = 8;
localparam int REG_ERRORS_KEY_ACCESS_WIDTH = 1;
localparam logic REG_ERRORS_KEY_ACCESS_RESET = 1'h0;
localparam int REG_ERRORS_ACCESS_LSB = 9;
localparam int REG_ERRORS_ACCESS_WIDTH = 1;
localparam logic REG_ERRORS_ACCESS_RESET = 1'h0;

localparam logic [12:0] REG_IRQ_STATUS_ADDRESS = 13'h0020;
localparam logic [9:0] REG_IRQ_STATUS_WORD = 10'h008;
localparam logic [31:0] REG_IRQ_STATUS_RESET = 32'h00000000;
localparam logic [31:0] REG_IRQ_STATUS_READ_MASK = 32'h0000000f;
localparam logic [31:0] REG_IRQ_STATUS_WRITE_MASK = 32'h0000000f;
localparam int REG_IRQ_STATUS_PACKET_LSB = 0;
localparam int REG_IRQ_STATUS_PACKET_WIDTH = 1;
localparam logic REG_IRQ_STATUS_PACKET_RESET = 1'h0;
localparam int REG_IRQ_STATUS_ERROR_LSB = 1;
localparam int REG_IRQ_STATUS_ERROR_WIDTH = 1;
localparam logic REG_IRQ_STATUS_ERROR_RESET = 1'h0;
localparam int REG_IRQ_STATUS_KEY_LSB = 2;
localparam int REG_IRQ_STATUS_KEY_WIDTH = 1;
localparam logic REG_IRQ_STATUS_KEY_RESET = 1'h0;
localparam int REG_IRQ_STATUS_ZEROISED_LSB = 3;
localparam int REG_IRQ_STATUS_ZEROISED_WIDTH = 1;
localparam logic REG_IRQ_STATUS_ZEROISED_RESET = 1'h0;

localparam logic [12:0] REG_IRQ_ENABLE_ADDRESS = 13'h0024;
localparam logic [9:0] REG_IRQ_ENABLE_WORD = 10'h009;
localparam logic [31:0] REG_IRQ_ENABLE_RESET = 32'h00000000;
localparam logic [31:0] REG_IRQ_ENABLE_READ_MASK = 32'h0000000f;
localparam logic [31:0] REG_IRQ_ENABLE_WRITE_MASK = 32'h0000000f;
localparam int REG_IRQ_ENABLE_PACKET_LSB = 0;
localparam int REG_IRQ_ENABLE_PACKET_WIDTH = 1;
localparam logic REG_IRQ_ENABLE_PACKET_RESET = 1'h0;
localparam int REG_IRQ_ENABLE_ERROR_LSB = 1;
localparam int REG_IRQ_ENABLE_ERROR_WIDTH = 1;
localparam logic REG_IRQ_ENABLE_ERROR_RESET = 1'h0;
localparam int REG_IRQ_ENABLE_KEY_LSB = 2;
localparam int REG_IRQ_ENABLE_KEY_WIDTH = 1;
localparam logic REG_IRQ_ENABLE_KEY_RESET = 1'h0;
localparam int REG_IRQ_ENABLE_ZEROISED_LSB = 3;
localparam int REG_IRQ_ENABLE_ZEROISED_WIDTH = 1;
localparam logic REG_IRQ_ENABLE_ZEROISED_RESET = 1'h0;

localparam logic [12:0] REG_KEY_COMMAND_ADDRESS = 13'h0028;
localparam logic [9:0] REG_KEY_COMMAND_WORD = 10'h00a;
localparam logic [31:0] REG_KEY_COMMAND_RESET = 32'h00000000;
localparam logic [31:0] REG_KEY_COMMAND_READ_MASK = 32'h00000000;
localparam logic [31:0] REG_KEY_COMMAND_WRITE_MASK = 32'h001f03ff;
localparam int REG_KEY_COMMAND_SLOT_LSB = 0;
localparam int REG_KEY_COMMAND_SLOT_WIDTH = 8;
localparam logic [7:0] REG_KEY_COMMAND_SLOT_RESET = 8'h00;
localparam int REG_KEY_COMMAND_LOAD_LSB = 8;
localparam int REG_KEY_COMMAND_LOAD_WIDTH = 1;
localparam logic REG_KEY_COMMAND_LOAD_RESET = 1'h0;
localparam int REG_KEY_COMMAND_CLEAR_LSB = 9;
localparam int REG_KEY_COMMAND_CLEAR_WIDTH = 1;
localparam logic REG_KEY_COMMAND_CLEAR_RESET = 1'h0;
localparam int REG_KEY_COMMAND_LEAST_TAG_LSB = 16;
localparam int REG_KEY_COMMAND_LEAST_TAG_WIDTH = 5;
localparam logic [4:0] REG_KEY_COMMAND_LEAST_TAG_RESET = 5'h00;

localparam logic [12:0] REG_SLOT_READY_ADDRESS = 13'h0040;
localparam logic [9:0] REG_SLOT_READY_WORD = 10'h010;
localparam int REG_SLOT_READY_COUNT = 8;
localparam logic [31:0] REG_SLOT_READY_RESET = 32'h00000000;
localparam logic [31:0] REG_SLOT_READY_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_SLOT_READY_WRITE_MASK = 32'h00000000;
localparam int REG_SLOT_READY_READY_LSB = 0;
localparam int REG_SLOT_READY_READY_WIDTH = 32;

localparam logic [12:0] REG_KEY_ADDRESS = 13'h0080;
localparam logic [9:0] REG_KEY_WORD = 10'h020;
localparam int REG_KEY_COUNT = 16;
localparam logic [31:0] REG_KEY_RESET = 32'h00000000;
localparam logic [31:0] REG_KEY_READ_MASK = 32'h00000000;
localparam logic [31:0] REG_KEY_WRITE_MASK = 32'hffffffff;
localparam int REG_KEY_WORD_LSB = 0;
localparam int REG_KEY_WORD_WIDTH = 32;
localparam logic [31:0] REG_KEY_WORD_RESET = 32'h00000000;

localparam logic [12:0] REG_PACKETS_ADDRESS = 13'h0100;
localparam logic [9:0] REG_PACKETS_WORD = 10'h040;
localparam logic [31:0] REG_PACKETS_RESET = 32'h00000000;
localparam logic [31:0] REG_PACKETS_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_PACKETS_WRITE_MASK = 32'h00000000;
localparam int REG_PACKETS_COUNT_LSB = 0;
localparam int REG_PACKETS_COUNT_WIDTH = 32;

localparam logic [12:0] REG_TAG_FAILURES_ADDRESS = 13'h0104;
localparam logic [9:0] REG_TAG_FAILURES_WORD = 10'h041;
localparam logic [31:0] REG_TAG_FAILURES_RESET = 32'h00000000;
localparam logic [31:0] REG_TAG_FAILURES_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_TAG_FAILURES_WRITE_MASK = 32'h00000000;
localparam int REG_TAG_FAILURES_COUNT_LSB = 0;
localparam int REG_TAG_FAILURES_COUNT_WIDTH = 32;

localparam logic [12:0] REG_PACKET_ERRORS_ADDRESS = 13'h0108;
localparam logic [9:0] REG_PACKET_ERRORS_WORD = 10'h042;
localparam int REG_PACKET_ERRORS_COUNT = 5;
localparam logic [31:0] REG_PACKET_ERRORS_RESET = 32'h00000000;
localparam logic [31:0] REG_PACKET_ERRORS_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_PACKET_ERRORS_WRITE_MASK = 32'h00000000;
localparam int REG_PACKET_ERRORS_COUNT_LSB = 0;
localparam int REG_PACKET_ERRORS_COUNT_WIDTH = 32;

localparam logic [12:0] REG_BEATS_IN_LOW_ADDRESS = 13'h0140;
localparam logic [9:0] REG_BEATS_IN_LOW_WORD = 10'h050;
localparam logic [31:0] REG_BEATS_IN_LOW_RESET = 32'h00000000;
localparam logic [31:0] REG_BEATS_IN_LOW_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_BEATS_IN_LOW_WRITE_MASK = 32'h00000000;
localparam int REG_BEATS_IN_LOW_COUNT_LSB = 0;
localparam int REG_BEATS_IN_LOW_COUNT_WIDTH = 32;

localparam logic [12:0] REG_BEATS_IN_HIGH_ADDRESS = 13'h0144;
localparam logic [9:0] REG_BEATS_IN_HIGH_WORD = 10'h051;
localparam logic [31:0] REG_BEATS_IN_HIGH_RESET = 32'h00000000;
localparam logic [31:0] REG_BEATS_IN_HIGH_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_BEATS_IN_HIGH_WRITE_MASK = 32'h00000000;
localparam int REG_BEATS_IN_HIGH_COUNT_LSB = 0;
localparam int REG_BEATS_IN_HIGH_COUNT_WIDTH = 32;
localparam logic [31:0] REG_BEATS_IN_HIGH_COUNT_RESET = 32'h00000000;

localparam logic [12:0] REG_BEATS_OUT_LOW_ADDRESS = 13'h0148;
localparam logic [9:0] REG_BEATS_OUT_LOW_WORD = 10'h052;
localparam logic [31:0] REG_BEATS_OUT_LOW_RESET = 32'h00000000;
localparam logic [31:0] REG_BEATS_OUT_LOW_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_BEATS_OUT_LOW_WRITE_MASK = 32'h00000000;
localparam int REG_BEATS_OUT_LOW_COUNT_LSB = 0;
localparam int REG_BEATS_OUT_LOW_COUNT_WIDTH = 32;

localparam logic [12:0] REG_BEATS_OUT_HIGH_ADDRESS = 13'h014c;
localparam logic [9:0] REG_BEATS_OUT_HIGH_WORD = 10'h053;
localparam logic [31:0] REG_BEATS_OUT_HIGH_RESET = 32'h00000000;
localparam logic [31:0] REG_BEATS_OUT_HIGH_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_BEATS_OUT_HIGH_WRITE_MASK = 32'h00000000;
localparam int REG_BEATS_OUT_HIGH_COUNT_LSB = 0;
localparam int REG_BEATS_OUT_HIGH_COUNT_WIDTH = 32;
localparam logic [31:0] REG_BEATS_OUT_HIGH_COUNT_RESET = 32'h00000000;

localparam logic [12:0] REG_BYTES_OUT_LOW_ADDRESS = 13'h0150;
localparam logic [9:0] REG_BYTES_OUT_LOW_WORD = 10'h054;
localparam logic [31:0] REG_BYTES_OUT_LOW_RESET = 32'h00000000;
localparam logic [31:0] REG_BYTES_OUT_LOW_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_BYTES_OUT_LOW_WRITE_MASK = 32'h00000000;
localparam int REG_BYTES_OUT_LOW_COUNT_LSB = 0;
localparam int REG_BYTES_OUT_LOW_COUNT_WIDTH = 32;

localparam logic [12:0] REG_BYTES_OUT_HIGH_ADDRESS = 13'h0154;
localparam logic [9:0] REG_BYTES_OUT_HIGH_WORD = 10'h055;
localparam logic [31:0] REG_BYTES_OUT_HIGH_RESET = 32'h00000000;
localparam logic [31:0] REG_BYTES_OUT_HIGH_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_BYTES_OUT_HIGH_WRITE_MASK = 32'h00000000;
localparam int REG_BYTES_OUT_HIGH_COUNT_LSB = 0;
localparam int REG_BYTES_OUT_HIGH_COUNT_WIDTH = 32;
localparam logic [31:0] REG_BYTES_OUT_HIGH_COUNT_RESET = 32'h00000000;

localparam logic [12:0] REG_STALLED_IN_LOW_ADDRESS = 13'h0158;
localparam logic [9:0] REG_STALLED_IN_LOW_WORD = 10'h056;
localparam logic [31:0] REG_STALLED_IN_LOW_RESET = 32'h00000000;
localparam logic [31:0] REG_STALLED_IN_LOW_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_STALLED_IN_LOW_WRITE_MASK = 32'h00000000;
localparam int REG_STALLED_IN_LOW_COUNT_LSB = 0;
localparam int REG_STALLED_IN_LOW_COUNT_WIDTH = 32;

localparam logic [12:0] REG_STALLED_IN_HIGH_ADDRESS = 13'h015c;
localparam logic [9:0] REG_STALLED_IN_HIGH_WORD = 10'h057;
localparam logic [31:0] REG_STALLED_IN_HIGH_RESET = 32'h00000000;
localparam logic [31:0] REG_STALLED_IN_HIGH_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_STALLED_IN_HIGH_WRITE_MASK = 32'h00000000;
localparam int REG_STALLED_IN_HIGH_COUNT_LSB = 0;
localparam int REG_STALLED_IN_HIGH_COUNT_WIDTH = 32;
localparam logic [31:0] REG_STALLED_IN_HIGH_COUNT_RESET = 32'h00000000;

localparam logic [12:0] REG_STALLED_OUT_LOW_ADDRESS = 13'h0160;
localparam logic [9:0] REG_STALLED_OUT_LOW_WORD = 10'h058;
localparam logic [31:0] REG_STALLED_OUT_LOW_RESET = 32'h00000000;
localparam logic [31:0] REG_STALLED_OUT_LOW_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_STALLED_OUT_LOW_WRITE_MASK = 32'h00000000;
localparam int REG_STALLED_OUT_LOW_COUNT_LSB = 0;
localparam int REG_STALLED_OUT_LOW_COUNT_WIDTH = 32;

localparam logic [12:0] REG_STALLED_OUT_HIGH_ADDRESS = 13'h0164;
localparam logic [9:0] REG_STALLED_OUT_HIGH_WORD = 10'h059;
localparam logic [31:0] REG_STALLED_OUT_HIGH_RESET = 32'h00000000;
localparam logic [31:0] REG_STALLED_OUT_HIGH_READ_MASK = 32'hffffffff;
localparam logic [31:0] REG_STALLED_OUT_HIGH_WRITE_MASK = 32'h00000000;
localparam int REG_STALLED_OUT_HIGH_COUNT_LSB = 0;
localparam int REG_STALLED_OUT_HIGH_COUNT_WIDTH = 32;
localparam logic [31:0] REG_STALLED_OUT_HIGH_COUNT_RESET = 32'h00000000;
/* verilator lint_on UNUSEDPARAM */
