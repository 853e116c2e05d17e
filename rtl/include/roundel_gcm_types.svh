// SPDX-License-Identifier: Apache-2.0
//
// Types of AES-GCM. The including module declares SLOT_BITS, BYTE_BITS, COUNT_BITS and UserBits.

// What the lanes do in a cycle, and what accompanies their blocks.
typedef enum logic [2:0] {
  KIND_AAD = 3'd0,       // lanes idle; a word of AAD for GHASH
  KIND_TEXT = 3'd1,      // lanes encrypt counter blocks; a word of text
  KIND_FINISH = 3'd2,    // lanes encrypt J0; the length block for GHASH
  KIND_HASH_KEY = 3'd3,  // lanes encrypt the zero block; no word
  KIND_IV = 3'd4,        // lanes idle; a block of an IV for GHASH, which makes J0
  KIND_OTHER = 3'd5      // lanes process blocks of another mode; a word of its text
} kind_e;

// A word in a stage of roundel_gcm_front, without its data.
typedef struct packed {
  logic                 decrypt;
  logic                 last;   // last word of the packet or of the IV
  logic [SLOT_BITS-1:0] slot;   // key slot
  logic [UserBits-1:0]  user;
  logic [BYTE_BITS-1:0] bytes;  // bytes of the word that count
} word_t;

// A word beside the lanes, without its data.
typedef struct packed {
  logic [2:0]            kind;      // kind_e
  logic                  encrypts;  // text is encrypted: GHASH takes the result
  logic                  last;
  logic [SLOT_BITS-1:0]  slot;
  logic [UserBits-1:0]   user;
  logic [BYTE_BITS-1:0]  bytes;
  logic [COUNT_BITS-1:0] count;     // blocks with at least one byte
} beside_t;
