// SPDX-License-Identifier: Apache-2.0
//
// Structs of the key store. Included inside a module, which declares SLOT_BITS before: Icarus 11
// cannot take typedefs from a package.
typedef struct packed {
  logic                 valid;  // a round key is written
  logic [SLOT_BITS-1:0] slot;   // key slot
  logic [3:0]           index;  // number of the round key
} key_write_t;
