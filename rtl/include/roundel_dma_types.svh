// SPDX-License-Identifier: Apache-2.0
//
// Types of the DMA: the values between modules.
//
// A module includes this file in the body, as Icarus 11 cannot take types from a package. Ports
// have the flat width of a type. Bytes of memory formats count from the low bits: byte 0 is bits 7
// to 0.

// A piece of memory: a source or a target.
typedef struct packed {
  logic        last;  // last source or last target of the request
  logic [31:0] bytes;  // at least 1
  logic [63:0] address;  // of the first byte
} piece_t;

// An AXI4 burst.
typedef struct packed {
  logic [7:0]  length;  // beats minus 1
  logic [63:0] address;  // of the first byte
} burst_t;

// Facts of a request for the completion.
typedef struct packed {
  logic        has_source;  // the request reads AAD or text
  logic        has_target;  // the request writes text
  logic        too_long;  // pieces are longer than AAD and text
  logic [31:0] text_bytes;
} summary_t;

// A descriptor of a request's command, or with further bytes of the IV.
typedef struct packed {
  logic [63:0]  target;  // bytes 56 to 63: address of the written text
  logic [63:0]  source;  // bytes 48 to 55: address of AAD and text
  logic [255:0] iv_and_tag;  // bytes 16 to 47
  logic [31:0]  text_bytes;  // bytes 12 to 15
  logic [31:0]  iv_bytes;  // bytes 8 to 11
  logic [31:0]  aad_bytes;  // bytes 4 to 7
  logic [23:0]  mode_slot_tag;  // bytes 1 to 3: mode, key slot, bytes of the tag
  logic         listed;  // bit 7 of byte 0: descriptors with pieces follow
  logic [6:0]   flags;  // bits 6 to 0 of byte 0
} descriptor_t;

// A piece in a descriptor of a list: the low 97 of 128 bits; the other bits are reserved.
typedef struct packed {
  logic        target;  // bit 0 of byte 12: 1: target, 0: source
  logic [31:0] bytes;  // bytes 8 to 11; 0: no piece
  logic [63:0] address;  // bytes 0 to 7
} list_piece_t;

// The completion record of a request.
typedef struct packed {
  logic [31:0]  zero_28;  // bytes 28 to 31
  logic [31:0]  count;  // bytes 24 to 27: requests done, with the current request
  logic [31:0]  bytes;  // bytes 20 to 23: bytes of text in memory
  logic [15:0]  zero_18;  // bytes 18 and 19
  logic [4:0]   zero_17;  // byte 17
  logic         too_long;  // bit 2 of byte 17: pieces longer than the request
  logic         write_error;  // bit 1 of byte 17
  logic         read_error;  // bit 0 of byte 17
  logic         zero_16;  // byte 16
  logic [2:0]   error;  // bits 6 to 4 of byte 16: roundel_stream_pkg::ERROR_*
  logic [2:0]   zero_error;
  logic         ok;  // bit 0 of byte 16
  logic [127:0] tag;  // bytes 0 to 15
} record_t;
