// SPDX-License-Identifier: Apache-2.0
//
// The record that a command front of roundel_stream passes to roundel_packet_framer.
//
// Included inside a module: Icarus 11 cannot use a type of a package. The module declares SLOT_BITS
// (bits of a key slot's number), MODE_BITS (roundel_stream_pkg::mode_bits()), WORD_SHIFT (logarithm
// of the bytes in a word) and UserBits before the include.

// A packet that a command front has decided. Width: roundel_stream_pkg::packet_bits().
typedef struct packed {
  logic [127:0]           start;        // CBC: IV; CTR: first counter block; GCM: J0
  logic                   denied;       // if refused: the command violates the policy of the key
  logic [MODE_BITS-1:0]   mode;         // with a set: roundel_stream_pkg::MODE_*
  logic                   refused;      // the packet's beats are dropped
  logic                   bad_command;  // if refused: for a field of the command, not for the key
  logic                   decrypt;
  logic                   counter_32;   // CTR: the counter has 32 bits
  logic [SLOT_BITS-1:0]   slot;         // key slot
  logic [4:0]             tag_bytes;    // GCM: bytes of the tag to compare
  logic                   has_aad;      // GCM: the packet begins with AAD
  logic                   one_word;     // the AAD fits one word
  logic [31-WORD_SHIFT:0] aad_words;    // words of AAD before its last word; -1 without AAD
  logic [WORD_SHIFT-1:0]  aad_rest;     // bytes of the last word of AAD, 0 for a full word
  logic [127:0]           tag;          // GCM, decrypt: the expected tag
  logic [UserBits-1:0]    user;
} packet_t;
