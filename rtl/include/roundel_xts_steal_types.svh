// SPDX-License-Identifier: Apache-2.0
//
// Types of the ciphertext stealing of AES-XTS. The including module declares SLOT_BITS.

// A block for ciphertext stealing, from roundel_xts_back.
typedef struct packed {
  logic                 decrypt;
  logic [SLOT_BITS-1:0] slot;
  logic [3:0]           bytes;  // bytes of the partial block, 1 to 15
  logic [119:0]         part;   // partial block, byte 0 in the top bits
  logic [127:0]         block;  // result of the last whole block
  logic [127:0]         mask;   // mask of that block
} stolen_t;

// A block for its second pass.
typedef struct packed {
  logic                 decrypt;
  logic [SLOT_BITS-1:0] slot;
  logic [127:0]         block;
  logic [127:0]         mask;
} second_t;
