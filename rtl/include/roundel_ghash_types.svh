// SPDX-License-Identifier: Apache-2.0
//
// Types of GHASH. The including module declares SLOT_BITS, POWER_BITS and INDEX_BITS.

// An entry of the window: a word without its data.
typedef struct packed {
  logic [SLOT_BITS-1:0]  slot;    // key slot
  logic                  last;    // last word of its packet
  logic                  early;   // no predecessor at the distance in its packet
  logic [POWER_BITS-1:0] begins;  // blocks of the packet before the word, modulo 2^POWER_BITS
} entry_t;

// Where a packet ends.
typedef struct packed {
  logic [INDEX_BITS-1:0] index;   // entry of its last word
  logic [POWER_BITS-1:0] blocks;  // blocks of the packet, modulo 2^POWER_BITS
} end_t;

// Use of a word in GHASH.
typedef struct packed {
  logic valid;
  logic last;    // last word of its packet
  logic tail;    // no successor at the distance: the product is summed up
  logic single;  // a product for roundel_ghash_keys, not a word
} use_t;

// Use of a product.
typedef struct packed {
  logic last;    // the product completes the hash of its packet
  logic keep;    // the sum of the tail continues
  logic tail;    // the product is added to the sum of the tail
  logic back;    // the product is stored for the word at the distance
  logic single;  // the product is for roundel_ghash_keys
  logic start;   // the store restarts: GHASH was cleared
} product_t;
