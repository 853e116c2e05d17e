// SPDX-License-Identifier: Apache-2.0
//
// Fields of a command of roundel_stream: bytes 0 to 15 of the command's first word.
//
// Included inside a module: Icarus 11 cannot use a type of a package. Byte 0 is in the low bits, so
// the last field of the type is byte 0.

typedef struct packed {
  logic [31:0] reserved;    // bytes 12 to 15: 0
  logic [31:0] iv_bytes;    // bytes 8 to 11, GCM: length of the IV; 0 means 12
  logic [31:0] aad_bytes;   // bytes 4 to 7, GCM: length of the AAD
  logic [7:0]  tag_bytes;   // byte 3, GCM: length of the tag
  logic [7:0]  slot;        // byte 2: bits 7 to 0 of the key slot
  logic [7:0]  mode;        // byte 1: roundel_stream_pkg::MODE_*
  logic        spare_high;  // byte 0, bit 7: 0; in a request of the DMA, a flag of the DMA
  logic [3:0]  slot_high;   // byte 0, bits 6 to 3: bits 11 to 8 of the key slot
  logic        spare;       // byte 0, bit 2: 0; behind its check, the privilege of the command
  logic        counter_32;  // byte 0, bit 1, CTR: the counter has 32 bits
  logic        decrypt;     // byte 0, bit 0
} command_t;
