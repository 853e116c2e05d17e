// SPDX-License-Identifier: Apache-2.0
//
// Tracks write responses: 1 status for each request with text, 1 pulse for each record.
//
// Interface. `burst_i` announces a burst of text at the grant; `burst_last_i` marks the last burst
// of a request. `room_o` is high while a further burst may be announced. `b_*` is the AXI4 B
// channel; `b_record_i` distinguishes responses of records. `answered_o` pulses for each response.
// A status (ready/valid) follows the response to the last burst of a request; `status_error_o` is
// high if a burst of the request failed. `recorded_o` pulses for a record, with `record_error_o`.
// Responses of one kind arrive in the order of the bursts. Throughput: 1 response per cycle.
// `clear_i` drops announced bursts and statuses; responses still count in `answered_o`.
//
// Limits. At most 16 bursts of text are in flight. At most 16 statuses wait: the user admits no
// more requests.

`include "roundel_contract.svh"

module roundel_dma_write_response (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,

  input  logic burst_i,  // a burst of text is granted; needs `room_o`
  input  logic burst_last_i,  // the last burst of the request
  output logic room_o,

  input  logic b_valid_i,
  output logic b_ready_o,
  input  logic b_record_i,  // the response to a record
  input  logic b_error_i,
  output logic answered_o,

  output logic status_valid_o,
  input  logic status_ready_i,
  output logic status_error_o,
  output logic recorded_o,
  output logic record_error_o
);

  logic flag_valid, flag_last, valid, ready, record, error, of_text;
  logic failed_q;  // a burst of the current request failed
  logic status_valid_q, status_error_q, status_room;
  logic recorded_q, record_error_q;

  // 1 flag for each burst of text in flight.
  roundel_stream_fifo #(.Width(1), .Depth(18)) u_flags (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(burst_i),
    .ready_o(room_o),
    .data_i(burst_last_i),
    .valid_o(flag_valid),
    .ready_i(valid && !record),
    .data_o(flag_last)
  );

  roundel_skid_buffer #(.Width(2), .KeepDataOnClear(1'b1)) u_b (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(b_valid_i),
    .ready_o(b_ready_o),
    .data_i({b_record_i, b_error_i}),
    .valid_o(valid),
    .ready_i(ready),
    .data_o({record, error})
  );

  // The flag of a response may arrive later. A clear takes responses without flags.
  assign ready = record || flag_valid || clear_i;
  assign answered_o = valid && ready;
  assign of_text = valid && !record && flag_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      failed_q <= 1'b0;
      status_valid_q <= 1'b0;
      recorded_q <= 1'b0;
    end else if (clear_i) begin
      failed_q <= 1'b0;
      status_valid_q <= 1'b0;
      recorded_q <= 1'b0;
    end else begin
      if (of_text) begin
        failed_q <= (failed_q || error) && !flag_last;
      end
      status_valid_q <= of_text && flag_last;
      recorded_q <= valid && record;
    end
  end

  always_ff @(posedge clk_i) begin
    status_error_q <= failed_q || error;
    record_error_q <= error;
  end

  roundel_stream_fifo #(.Width(1), .Depth(18)) u_status (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(status_valid_q),
    .ready_o(status_room),
    .data_i(status_error_q),
    .valid_o(status_valid_o),
    .ready_i(status_ready_i),
    .data_o(status_error_o)
  );

  assign recorded_o = recorded_q;
  assign record_error_o = record_error_q;

  `ROUNDEL_CONTRACT(burst_has_room, clk_i, rst_ni, !burst_i || room_o)
  `ROUNDEL_CONTRACT(status_has_room, clk_i, rst_ni, !status_valid_q || status_room)

endmodule : roundel_dma_write_response
