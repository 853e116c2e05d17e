// SPDX-License-Identifier: Apache-2.0
//
// The position of each beat of CCM in its packet: AAD or text, and the number of the text block.
//
// Interface. A beat with `valid_i` comes with its stream and the command of its packet; the outputs
// belong to the beat of one cycle before. `number_o` is the number of the text block from 1, or the
// bytes of text in the packet for a first beat, as ccm_word_t needs. `bad_aad_o` and `bad_text_o`:
// this beat or one before in the packet does not fit the lengths of the command. One beat per
// cycle. Reset: asynchronous. `clear_i` forgets all packets; `busy_o` is high meanwhile, for
// Streams cycles.
//
// Method. Stage 1 reads the state of the stream, stage 2 writes the next state. A beat directly
// behind a beat of the same stream takes the state from a register.

module roundel_ccm_position #(
  parameter int Streams = 64,  // a power of two, 2 to 256
  parameter int BlockBits = 28  // bits of the number of a block
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic busy_o,

  input  logic valid_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic first_i,  // first beat of the packet
  input  logic last_i,  // last beat of the packet
  input  logic [4:0] bytes_i,
  input  logic has_aad_i,
  input  logic [BlockBits-1:0] last_aad_i,  // number of the last block of AAD, from 0
  input  logic has_text_i,
  input  logic [BlockBits+3:0] last_text_i,  // number of the last byte of text, from 0

  output logic is_aad_o,
  output logic [31:0] number_o,
  output logic bad_aad_o,
  output logic bad_text_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int STATE_BITS = 3 + BlockBits;

  // The state of a stream behind a beat.
  typedef struct packed {
    logic                 in_text;   // the AAD is complete
    logic                 bad_aad;
    logic                 bad_text;
    logic [BlockBits-1:0] count;     // blocks of the AAD, or of the text, so far
  } state_t;

  // A beat with the command of its packet.
  typedef struct packed {
    logic [STREAM_BITS-1:0] stream;
    logic                   first;
    logic                   last;
    logic [4:0]             bytes;
    logic                   has_aad;
    logic [BlockBits-1:0]   last_aad;
    logic                   has_text;
    logic [BlockBits+3:0]   last_text;
  } beat_t;

  logic wipe;
  logic [STREAM_BITS-1:0] wipe_index;
  assign busy_o = wipe;

  roundel_memory_clear #(.Words(Streams)) u_wipe (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- Stage 1: the state of the stream ---------------------------------------------------------
  logic valid_q, same_q;
  beat_t beat_1, beat_q;
  state_t read, read_q, held, state, next, next_q;

  assign beat_1.stream = stream_i;
  assign beat_1.first = first_i;
  assign beat_1.last = last_i;
  assign beat_1.bytes = bytes_i;
  assign beat_1.has_aad = has_aad_i;
  assign beat_1.last_aad = last_aad_i;
  assign beat_1.has_text = has_text_i;
  assign beat_1.last_text = last_text_i;

  roundel_lut_ram #(.Words(Streams), .Width(STATE_BITS)) u_state (
    .clk_i,
    .write_i(valid_q || wipe),
    .write_index_i(wipe ? wipe_index : beat_q.stream),
    .write_word_i(next & {STATE_BITS{!wipe}}),
    .read_index_i(stream_i),
    .word_o(read)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    beat_q <= beat_1;
    read_q <= read;
    next_q <= next;
    same_q <= valid_q && beat_q.stream == stream_i;
  end

  // ---- Stage 2: the position of the beat --------------------------------------------------------
  logic in_text, aad_ends, text_ends, whole, none, bad_aad, bad_text;
  logic first, last, has_aad, has_text;
  logic [4:0] bytes;
  logic [4:0] bytes_at_end;  // of the last beat of text
  logic [BlockBits-1:0] count;
  logic [BlockBits+3:0] last_text;

  assign first = beat_q.first;
  assign last = beat_q.last;
  assign bytes = beat_q.bytes;
  assign has_aad = beat_q.has_aad;
  assign has_text = beat_q.has_text;
  assign last_text = beat_q.last_text;
  assign held = same_q ? next_q : read_q;
  assign state = held & {STATE_BITS{!first}};
  assign in_text = first ? !has_aad : state.in_text;
  assign count = state.count;
  assign whole = bytes[4];
  assign none = bytes == '0;
  assign aad_ends = count == beat_q.last_aad;
  assign text_ends = count == last_text[BlockBits+3:4];
  assign bytes_at_end = {1'b0, last_text[3:0]} + 5'd1;

  // The AAD is whole blocks, and text follows unless the command has none.
  assign bad_aad = !in_text && (!whole || (last && !aad_ends));
  // The last beat of the text has the last byte. Without text, a packet without AAD is one beat
  // without bytes.
  always_comb begin
    bad_text = 1'b0;
    if (!in_text) begin
      bad_text = last && aad_ends && has_text;
    end else if (!has_text) begin
      bad_text = !none || !first;
    end else begin
      bad_text = last != text_ends || (last && bytes != bytes_at_end);
    end
  end

  assign next.in_text = in_text || aad_ends;
  assign next.bad_aad = state.bad_aad || bad_aad;
  assign next.bad_text = state.bad_text || bad_text;
  assign next.count = (!in_text && aad_ends) ? '0 : count + 1'b1;

  assign is_aad_o = !in_text;
  assign number_o = !first ? 32'(count) + 32'd1 : has_text ? 32'(last_text) + 32'd1 : 32'd0;
  assign bad_aad_o = next.bad_aad;
  assign bad_text_o = next.bad_text;

endmodule : roundel_ccm_position
