// SPDX-License-Identifier: Apache-2.0
//
// Writes the text of requests to pieces of memory at any address, and completion records behind the
// text.
//
// Interface. Pieces, text and records are ready/valid handshakes; roundel_dma_text_cutter describes
// pieces, text, `skip_*` and `drop_*`. A status follows the responses to all bursts of a request;
// `status_error_o` is high if a burst failed. Statuses have no number and come in the order of the
// requests. A skipped or dropped request has no status; `skipped_o` pulses instead. `recorded_o`
// pulses when the response to a record arrives. The B, AW and W channels are AXI4; `aw_record_o`
// and `b_record_i` distinguish records from text. Throughput: 1 beat per cycle at any alignment; at
// most 1 burst of text in 4 cycles, and in 5 cycles if the burst begins a piece. A record takes 1
// beat, or two with Bytes = 16. `clear_i` drops everything, also statuses, and sets data to zero. A
// granted burst still completes. Its remaining beats have all strobes low. `clear_i` must stay high
// until `busy_o` is low; `busy_o` is valid from the second cycle of `clear_i` on. Reset:
// asynchronous.
//
// Method. 1 module for each step:
//   text --> text_cutter, align --> queue --> write_arbiter --> AW, W      write_response <-- B
//              pieces --> write_issue -----------^
//              records --> record_writer --------^
//
// Limits. At most 16 bursts of text are in flight, and 32 with those of records; the next burst
// waits. At most 16 statuses wait: the user limits the requests without a taken status to 16. A
// record has 32 bytes at a multiple of 32. The queue holds fifo_credits(Depth) beats, 64 by
// default, at least two bursts and at most 512 beats.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_dma_write #(
  parameter int Bytes = 16,  // bytes of a word and of a beat: a power of two, at least 16
  parameter int BurstBytes = 256,  // bytes of the longest burst; see roundel_dma_bursts
  parameter int Depth = 82,  // beats in the queue: see roundel_fifo; two bursts to 530
  parameter int NumberBits = 8  // bits of a request's number
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,
  output logic                  busy_o,

  input  logic                  piece_valid_i,
  output logic                  piece_ready_o,
  input  logic [          96:0] piece_i,  // piece_t
  input  logic [NumberBits-1:0] piece_number_i,

  input  logic                  text_valid_i,
  output logic                  text_ready_o,
  input  logic [   8*Bytes-1:0] text_data_i,  // byte 0 in the low bits
  input  logic [NumberBits-1:0] text_number_i,
  input  logic                  skip_i,
  input  logic [NumberBits-1:0] skip_number_i,
  input  logic                  drop_i,
  input  logic [NumberBits-1:0] drop_number_i,
  output logic                  skipped_o,

  output logic                  status_valid_o,
  input  logic                  status_ready_i,
  output logic                  status_error_o,

  input  logic                  record_valid_i,
  output logic                  record_ready_o,
  input  logic [          63:0] record_address_i,
  input  logic [         255:0] record_i,  // record_t
  output logic                  recorded_o,
  output logic                  record_error_o,

  output logic                  aw_valid_o,
  input  logic                  aw_ready_i,
  output logic [          71:0] aw_o,  // burst_t
  output logic                  aw_record_o,  // a burst of a record
  output logic                  w_valid_o,
  input  logic                  w_ready_i,
  output logic [   8*Bytes-1:0] w_data_o,
  output logic [     Bytes-1:0] w_strobe_o,
  output logic                  w_last_o,
  input  logic                  b_valid_i,
  output logic                  b_ready_o,
  input  logic                  b_record_i,  // the response to a record
  input  logic                  b_error_i
);

  localparam int LOG = $clog2(Bytes);
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);

  `ROUNDEL_REFUSE(roundel_error_write_depth_must_hold_two_bursts,
                  CREDITS < 2 * (BurstBytes / Bytes))
  `ROUNDEL_REFUSE(roundel_error_write_depth_is_530_at_most, CREDITS > 512)

  // ---- Text to beats ----------------------------------------------------------------------------
  logic step, take, credit, cut, cut_room;
  logic [LOG-1:0] start, offset;
  logic [LOG:0] bytes;
  logic [96:0] cut_piece;
  logic push, free, queue_busy, beat_valid, beat_ready;
  logic [9*Bytes-1:0] pushed, beat;
  logic clear_q;  // the queue starts to clear once, at the begin of `clear_i`

  roundel_dma_text_cutter #(.Bytes(Bytes), .NumberBits(NumberBits)) u_cutter (
    .clk_i, .rst_ni, .clear_i, .piece_valid_i, .piece_ready_o, .piece_i, .piece_number_i,
    .text_valid_i, .text_ready_o, .text_number_i, .skip_i, .skip_number_i, .drop_i, .drop_number_i,
    .skipped_o,
    .credit_i(credit),
    .step_o(step),
    .take_o(take),
    .start_o(start),
    .offset_o(offset),
    .bytes_o(bytes),
    .cut_room_i(cut_room),
    .cut_o(cut),
    .cut_piece_o(cut_piece)
  );

  roundel_dma_align #(.Bytes(Bytes)) u_align (
    .clk_i, .rst_ni, .clear_i,
    .step_i(step),
    .take_i(take),
    .start_i(start),
    .offset_i(offset),
    .bytes_i(bytes),
    .text_i(text_data_i),
    .beat_valid_o(push),
    .beat_o(pushed)
  );

  roundel_credit_counter #(.Tokens(CREDITS), .StartFull(1'b1)) u_credits (
    .clk_i,
    .clear_i(clear_i || queue_busy),
    .give_i(free),
    .take_i(step),
    .any_o(credit)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  roundel_fifo #(.Width(9 * Bytes), .Depth(Depth), .Registered(1'b1), .BlockRam(1'b1)) u_queue (
    .clk_i, .rst_ni,
    .clear_i(clear_i && !clear_q),
    .busy_o(queue_busy),
    .push_i(push),
    .data_i(pushed),
    .free_o(free),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o(beat)
  );

  // ---- Bursts of text and of records ------------------------------------------------------------
  logic burst_valid, burst_ready, burst_last, room, answered, idle;
  logic record_burst_valid, record_burst_ready, record_beat_ready, record_beat_last;
  logic [71:0] burst, record_burst;
  logic [9*Bytes-1:0] record_beat;

  roundel_dma_write_issue #(.Bytes(Bytes), .BurstBytes(BurstBytes)) u_issue (
    .clk_i, .rst_ni, .clear_i,
    .piece_valid_i(cut),
    .piece_ready_o(cut_room),
    .piece_i(cut_piece),
    .beat_i(push),
    .room_i(room),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_ready),
    .burst_o(burst),
    .burst_last_o(burst_last)
  );

  roundel_dma_record_writer #(.Bytes(Bytes)) u_record (
    .clk_i, .rst_ni, .clear_i, .record_valid_i, .record_ready_o, .record_address_i, .record_i,
    .burst_valid_o(record_burst_valid),
    .burst_ready_i(record_burst_ready),
    .burst_o(record_burst),
    .beat_ready_i(record_beat_ready),
    .beat_last_i(record_beat_last),
    .beat_o(record_beat)
  );

  roundel_dma_write_arbiter #(.Bytes(Bytes)) u_arbiter (
    .clk_i, .rst_ni, .clear_i,
    .idle_o(idle),
    .text_valid_i(burst_valid),
    .text_ready_o(burst_ready),
    .text_i(burst),
    .text_beat_valid_i(beat_valid),
    .text_beat_ready_o(beat_ready),
    .text_beat_i(beat),
    .record_valid_i(record_burst_valid),
    .record_ready_o(record_burst_ready),
    .record_i(record_burst),
    .record_beat_ready_o(record_beat_ready),
    .record_beat_last_o(record_beat_last),
    .record_beat_i(record_beat),
    .answered_i(answered),
    .aw_valid_o, .aw_ready_i, .aw_o, .aw_record_o, .w_valid_o, .w_ready_i,
    .w_o({w_strobe_o, w_data_o}),
    .w_last_o
  );

  roundel_dma_write_response u_response (
    .clk_i, .rst_ni, .clear_i,
    .burst_i(burst_valid && burst_ready),
    .burst_last_i(burst_last),
    .room_o(room),
    .b_valid_i, .b_ready_o, .b_record_i, .b_error_i,
    .answered_o(answered),
    .status_valid_o, .status_ready_i, .status_error_o, .recorded_o, .record_error_o
  );

  assign busy_o = !idle || queue_busy;

  // The user holds `clear_i` until all is quiet.
  `ROUNDEL_CONTRACT_STABLE(clear_lasts, clk_i, rst_ni, clear_i && busy_o, clear_i)

endmodule : roundel_dma_write
