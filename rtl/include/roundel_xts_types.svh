// SPDX-License-Identifier: Apache-2.0
//
// Types of AES-XTS. The including module declares SLOT_BITS, BYTE_BITS and UserBits.

// Use of a cycle of the lanes.
typedef enum logic [1:0] {
  KIND_WORD = 2'b00,   // a word of a packet
  KIND_TWEAK = 2'b01,  // lane 0 encrypts the tweak value of a packet
  KIND_SECOND = 2'b10  // lane 0 ciphers the block of ciphertext stealing (second pass)
} kind_e;

// A word as it arrives at roundel_xts_join, without data.
typedef struct packed {
  logic                 is_short;  // last word, without a whole block
  logic                 is_part;   // last word, only a partial block
  logic                 decrypt;
  logic                 last;
  logic [SLOT_BITS-1:0] slot;
  logic [BYTE_BITS-1:0] bytes;
  logic [UserBits-1:0]  user;
} input_t;

// The word that waits in roundel_xts_join for the next one, without data.
typedef struct packed {
  logic                 last;
  logic                 drop;    // packet of fewer than 16 bytes
  logic                 steal;   // ends in a partial block behind a whole block
  logic                 decrypt;
  logic [SLOT_BITS-1:0] slot;
  logic [BYTE_BITS-1:0] bytes;
  logic [UserBits-1:0]  user;
} waiting_t;

// A word of a packet on the path through the lanes, without data.
typedef struct packed {
  logic                 last;       // last word of the packet
  logic                 drop;       // packet of fewer than 16 bytes: not ciphered
  logic                 steal;      // a block of the word is stolen from
  logic                 joined;     // the partial block was a separate word
  logic                 decrypt;
  logic [SLOT_BITS-1:0] slot;       // key slot
  logic [BYTE_BITS-1:0] bytes;      // bytes of the word
  logic [119:0]         part;       // partial block of the packet, byte 0 in the top bits
  logic [UserBits-1:0]  user;       // user bits of the word
  logic [UserBits-1:0]  part_user;  // user bits of the word that was the partial block
} word_t;
