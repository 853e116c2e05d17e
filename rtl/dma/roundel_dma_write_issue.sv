// SPDX-License-Identifier: Apache-2.0
//
// Requests a write burst when all beats of the burst are in the queue.
//
// Interface. `piece_*` are the pieces of the beats, in order; `beat_i` is high when a beat enters.
// `burst_*` is a ready/valid handshake with stable payload; `burst_valid_o` also waits for
// `room_i`, room for a further burst in flight. Throughput: a burst follows the burst before after
// 4 cycles in the same piece, and after 5 cycles in the next piece. `clear_i` drops everything.
//
// Method. A counter counts the beats in the queue without a burst. Therefore a burst never stalls
// the W channel.

`include "roundel_contract.svh"

module roundel_dma_write_issue #(
  parameter int Bytes = 16,  // bytes of a beat: a power of two
  parameter int BurstBytes = 256  // bytes of the longest burst; see roundel_dma_bursts
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,

  input  logic        piece_valid_i,
  output logic        piece_ready_o,
  input  logic [96:0] piece_i,  // piece_t
  input  logic        beat_i,  // a beat enters the queue

  input  logic        room_i,  // one more burst may be in flight
  output logic        burst_valid_o,
  input  logic        burst_ready_i,
  output logic [71:0] burst_o,  // burst_t
  output logic        burst_last_o  // last burst of the request
);

  `include "roundel_dma_types.svh"

  localparam int COUNT_BITS = 10;  // beats in the queue: at most 512

  logic piece_valid, piece_ready, burst_valid, taken, whole_q;
  piece_t piece;
  burst_t burst;
  logic [COUNT_BITS-1:0] beats_q;  // beats in the queue without a burst
  logic [COUNT_BITS-1:0] spent;

  roundel_stream_fifo #(.Width(97), .Depth(6)) u_pieces (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(piece_valid_i),
    .ready_o(piece_ready_o),
    .data_i(piece_i),
    .valid_o(piece_valid),
    .ready_i(piece_ready),
    .data_o(piece)
  );

  roundel_dma_bursts #(.Bytes(Bytes), .BurstBytes(BurstBytes)) u_bursts (
    .clk_i, .rst_ni, .clear_i,
    .piece_valid_i(piece_valid),
    .piece_ready_o(piece_ready),
    .piece_i(piece),
    .burst_valid_o(burst_valid),
    .burst_ready_i(taken),
    .burst_o(burst),
    .burst_last_o
  );

  assign burst_valid_o = whole_q && room_i;
  assign burst_o = burst;
  assign taken = burst_valid_o && burst_ready_i;
  assign spent = taken ? COUNT_BITS'(burst.length) + COUNT_BITS'(1) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beats_q <= '0;
      whole_q <= 1'b0;
    end else if (clear_i) begin
      beats_q <= '0;
      whole_q <= 1'b0;
    end else begin
      beats_q <= beats_q + COUNT_BITS'(beat_i) - spent;
      whole_q <= burst_valid && !taken && beats_q > COUNT_BITS'(burst.length);
    end
  end

  // All beats of an offered burst are in the queue.
  `ROUNDEL_CONTRACT(burst_is_whole, clk_i, rst_ni,
                    !burst_valid_o || beats_q > COUNT_BITS'(burst.length))
  `ROUNDEL_CONTRACT_STABLE(burst_stable, clk_i, rst_ni, burst_valid_o && !burst_ready_i && !clear_i,
                           {burst_o, burst_last_o})

endmodule : roundel_dma_write_issue
