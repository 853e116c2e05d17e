// SPDX-License-Identifier: Apache-2.0
//
// Types of CCM (SP 800-38C) in the packets of chained modes.
//
// Included inside a module: Icarus 11 cannot use a type of a package. Widths:
// roundel_stream_pkg::ccm_word_bits() and ccm_command_bits().

// What CCM needs besides text and counter block of a word.
typedef struct packed {
  logic         decrypt;
  logic         is_aad;    // the word is a block of AAD, not of text
  logic         has_aad;   // the packet has AAD
  logic [2:0]   tag_code;  // half the bytes of the tag, less 1
  // First word of a packet: bytes of text in the packet; others: number of the text block, from 1.
  logic [31:0]  number;
  logic [127:0] tag;       // decryption: the tag to compare, byte 0 in the top bits; else 0
} ccm_word_t;

// What CCM needs of a command besides the fields of all chained modes.
typedef struct packed {
  logic         has_aad;
  logic         has_text;
  logic [27:0]  last_aad;   // number of the last block of AAD, from 0
  logic [31:0]  last_text;  // number of the last byte of text, from 0
  logic [127:0] tag;        // as in ccm_word_t
} ccm_command_t;
