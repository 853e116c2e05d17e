// SPDX-License-Identifier: Apache-2.0
//
// Input of the beats of roundel_stream_interleaved: counts the kept bytes of `tkeep`, and stores
// the beats in a FIFO.
//
// Interface. Beats come ready/valid. Each beat is reported once with `push_o`: its stream, its last
// flag, and `push_wrong_o` for a wrong `tkeep`. The user counts the reports, so the output of the
// FIFO needs no valid: `beat_o` is the oldest beat, and `take_i` removes it. Throughput 1 beat per
// cycle. Reset: asynchronous. `clear_i` accepts no beat, and `wipe_i` overwrites the FIFO; `busy_o`
// is high meanwhile.
//
// Method.
//   beat -> [ skid buffer ] -> [ count of bytes ] -> [ FIFO of 18 beats ] -> beat
//                                               +--> report
//
// Limits. At most 18 beats wait for `take_i`.

`include "roundel_contract.svh"

module roundel_interleaved_beats #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int UserBits = 1  // user bits of a beat
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic wipe_i,  // only in cycles with clear_i
  output logic busy_o,

  input  logic beat_valid_i,
  output logic beat_ready_o,
  input  logic [127:0] beat_data_i,  // byte 0 in the low bits
  input  logic [15:0] beat_keep_i,  // kept bytes, from byte 0 without a gap
  input  logic beat_last_i,  // last beat of the packet
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_i,  // stream
  input  logic [UserBits-1:0] beat_user_i,

  output logic push_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] push_stream_o,
  output logic push_last_o,
  output logic push_wrong_o,  // a gap in tkeep, or a partial beat that is not the last

  input  logic take_i,
  output logic [133+UserBits:0] beat_o  // text_t
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int TEXT_BITS = 134 + UserBits;  // of text_t

  `include "roundel_interleaved_text_types.svh"

  logic raw_valid, raw_last, raw_hole, beat_credit, beat_free;
  logic [127:0] raw_data;
  logic [15:0] raw_keep;
  logic [4:0] raw_bytes;
  logic [STREAM_BITS-1:0] raw_id;
  logic [UserBits-1:0] raw_user;

  roundel_skid_buffer #(.Width(128 + 16 + 1 + STREAM_BITS + UserBits)) u_raw (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(beat_valid_i),
    .ready_o(beat_ready_o),
    .data_i({beat_data_i, beat_keep_i, beat_last_i, beat_id_i, beat_user_i}),
    .valid_o(raw_valid),
    .ready_i(beat_credit),
    .data_o({raw_data, raw_keep, raw_last, raw_id, raw_user})
  );

  roundel_keep_decoder #(.Bytes(16)) u_keep (
    .keep_i(raw_keep),
    .bytes_o(raw_bytes),
    .hole_o(raw_hole)
  );

  logic [127:0] swapped;  // byte 0 in the top bits
  for (genvar b = 0; b < 16; b++) begin : gen_byte
    assign swapped[127-8*b-:8] = raw_data[8*b+:8];
  end

  logic push_q, push_last_q, push_wrong_q;
  logic [STREAM_BITS-1:0] push_stream_q;
  text_t push_text_q;

  assign push_o = push_q;
  assign push_stream_o = push_stream_q;
  assign push_last_o = push_last_q;
  assign push_wrong_o = push_wrong_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
    end else begin
      push_q <= raw_valid && beat_credit && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    push_stream_q <= raw_id;
    push_last_q <= raw_last;
    push_wrong_q <= raw_hole || (raw_keep != '1 && !raw_last);
    push_text_q.data <= swapped;
    push_text_q.bytes <= raw_bytes;
    push_text_q.last <= raw_last;
    push_text_q.user <= raw_user;
  end

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::short_fifo_credits(18)),
    .StartFull(1)
  ) u_beat_credits (
    .clk_i, .clear_i,
    .give_i(beat_free),
    .take_i(raw_valid),
    .any_o(beat_credit)
  );

  logic beat_valid;

  roundel_short_fifo #(.Width(TEXT_BITS), .Depth(18), .Registered(1)) u_beats (
    .clk_i, .rst_ni,
    .clear_i(wipe_i),
    .busy_o,
    .push_i(push_q),
    .data_i(push_text_q),
    .free_o(beat_free),
    .valid_o(beat_valid),
    .ready_i(take_i),
    .data_o(beat_o)
  );

  // The FIFO has the beat that the user takes.
  `ROUNDEL_CONTRACT(beat_there, clk_i, rst_ni, !take_i || beat_valid)

endmodule : roundel_interleaved_beats
