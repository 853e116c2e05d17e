// SPDX-License-Identifier: Apache-2.0
//
// Types of the results of AES-XTS. The including module declares BYTE_BITS and UserBits.

// A word of results without data.
typedef struct packed {
  logic                 last;       // last word of the packet
  logic                 drop;       // packet of fewer than 16 bytes: no text
  logic                 steal;      // the last whole block comes from the second pass
  logic                 joined;     // the word becomes two: its whole blocks, and the partial block
  logic [BYTE_BITS-1:0] bytes;      // bytes of the word
  logic [UserBits-1:0]  user;       // user bits of the word
  logic [UserBits-1:0]  part_user;  // user bits of the partial block
} result_t;
