// SPDX-License-Identifier: Apache-2.0
//
// Type of a beat in the interleaved packet engine. The including module declares UserBits.

// A beat in the FIFO of beats.
typedef struct packed {
  logic [127:0]        data;   // byte 0 in the top bits
  logic [4:0]          bytes;
  logic                last;
  logic [UserBits-1:0] user;
} text_t;
