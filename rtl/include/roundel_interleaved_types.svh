// SPDX-License-Identifier: Apache-2.0
//
// Types of the interleaved packet engine. The including module declares STREAM_BITS and
// NUMBER_BITS.

// A beat on the path to its stream's queue.
typedef struct packed {
  logic [STREAM_BITS-1:0] stream;
  logic                   last;   // last beat of the packet
  logic                   wrong;  // tkeep of the beat is wrong
} beat_t;

// The state of a stream: beats and packets so far.
typedef struct packed {
  logic [NUMBER_BITS-1:0] number;  // beats, modulo 2^NUMBER_BITS
  logic [2:0]             packet;  // packets that ended, modulo 8
  logic                   begun;   // a packet has begun and not ended
  logic                   wrong;   // a beat of this packet was wrong
} state_t;

// A beat with its position in the stream.
typedef struct packed {
  logic [STREAM_BITS-1:0] stream;
  logic [NUMBER_BITS-1:0] number;  // number of the beat in the stream
  logic [2:0]             packet;  // number of the packet in the stream, modulo 8
  logic                   first;   // first beat of the packet
  logic                   last;
  logic                   wrong;   // this beat or one before in the packet was wrong
} position_t;
