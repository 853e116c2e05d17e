// SPDX-License-Identifier: Apache-2.0
//
// Types of CBC encryption. The including module declares SLOT_BITS, STREAM_BITS, NUMBER_BITS and
// UserBits.

// A word of a stream by its number.
typedef struct packed {
  logic [STREAM_BITS-1:0] stream;
  logic [NUMBER_BITS-1:0] number;
} index_t;

// A word in the memory of the streams.
typedef struct packed {
  logic                 first;    // first word of the packet: the IV is already XORed
  logic                 is_null;  // passes with zero text, is not ciphered
  logic [SLOT_BITS-1:0] slot;     // key slot
  logic [4:0]           bytes;    // bytes of the word
  logic [UserBits-1:0]  user;
  logic [127:0]         data;
} word_t;

// A word at the entry of the ring.
typedef struct packed {
  logic                   is_null;
  logic [STREAM_BITS-1:0] stream;
  logic [NUMBER_BITS-1:0] number;
  logic [SLOT_BITS-1:0]   slot;
  logic [4:0]             bytes;
  logic [UserBits-1:0]    user;
  logic [127:0]           block;  // data XOR chain
} entry_t;

// What accompanies a word in the ring.
typedef struct packed {
  logic                   is_null;
  logic [STREAM_BITS-1:0] stream;
  logic [UserBits-1:0]    user;
  logic [4:0]             bytes;
} beside_t;
