// SPDX-License-Identifier: Apache-2.0
//
// The policy of a key: what commands may do with the key. Port `key_policy_i` of roundel_stream.
//
// Included inside a module: Icarus 11 cannot use a type of a package. Width:
// roundel_stream_pkg::POLICY_BITS. The last field of the type is in the low bits.

typedef struct packed {
  logic [31:0] invocations;  // encryptions with GCM, and with CCM; 0 means 2^32
  logic        locked;       // the slot takes no other key and no clear until a reset
  logic        privileged;   // only privileged commands
  logic        decrypt;      // decryption, or verification of a tag, is allowed
  logic        encrypt;      // encryption, or generation of a tag, is allowed
  logic [8:0]  modes;        // allowed modes: bit roundel_stream_pkg::MODE_* of each mode
} key_policy_t;
