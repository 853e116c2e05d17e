// SPDX-License-Identifier: Apache-2.0
//
// The record that roundel_packet_framer passes to roundel_packet_sink at the end of a packet.
//
// Included inside a module: Icarus 11 cannot use a type of a package. The module declares UserBits
// before the include. Width: roundel_stream_pkg::packet_end_bits().

typedef struct packed {
  logic                   waits;      // the result waits for a tag or for the last text
  logic                   has_tag;    // the packet has a tag
  logic [2:0]             error;      // roundel_stream_pkg::ERROR_*
  logic                   decrypt;
  logic [4:0]             tag_bytes;  // GCM: bytes of the tag to compare
  logic [127:0]           tag;        // GCM, decrypt: the expected tag
  logic [UserBits-1:0]    user;
} packet_end_t;
