// SPDX-License-Identifier: Apache-2.0
//
// Types of the words in the interleaved packet engine. The including module declares STREAM_BITS,
// NUMBER_BITS, SLOT_BITS and UserBits.

// An admitted beat, while the command of the packet is read.
typedef struct packed {
  logic                   first;   // first beat of the packet
  logic                   wrong;   // a beat of the packet had a wrong tkeep
  logic [STREAM_BITS-1:0] stream;
  logic [NUMBER_BITS-1:0] number;  // number of the beat in the stream
} admitted_t;

// What accompanies a word through the encryption.
typedef struct packed {
  logic                 last;    // last word of the packet
  logic                 uses;    // last word of a packet that uses the key slot
  logic                 silent;  // no beat of text
  logic [SLOT_BITS-1:0] slot;
  logic [2:0]           error;   // roundel_stream_pkg::ERROR_*
  logic [UserBits-1:0]  command_user;
  logic [UserBits-1:0]  user;
} beside_t;
