// SPDX-License-Identifier: Apache-2.0
//
// Events at the ports of roundel_stream, one pulse for each event.
//
// Interface. The inputs are handshakes at the ports. Each output is a register, one or two cycles
// after its handshake. `bytes_o` is the number of kept bytes of the text beat that `text_o`
// reports, else 0. Reset: asynchronous, active low.

module roundel_stream_events #(
  parameter int Lanes = 1
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,

  input  logic                                       beat_valid_i,
  input  logic                                       beat_ready_i,
  input  logic                                       text_valid_i,
  input  logic                                       text_ready_i,
  input  logic [                       16*Lanes-1:0] text_keep_i,
  input  logic                                       result_valid_i,
  input  logic                                       result_ready_i,
  input  logic                                       result_ok_i,
  input  logic [                                2:0] result_error_i,

  output logic                                       packet_o,  // a result was accepted
  output logic [                                5:0] faults_o,  // tag, ERROR_COMMAND .. _LENGTH
  output logic                                       beat_o,
  output logic                                       beat_stalled_o,
  output logic                                       text_o,
  output logic                                       text_stalled_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o  // of text
);

  localparam int BYTES = 16 * Lanes;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(BYTES + 1);

  // Input registers.
  logic beat_q, beat_stalled_q, text_q, text_stalled_q, result_q, ok_q;
  logic packet_q, text_event_q;
  logic [5:0] faults_q;
  logic [BYTE_BITS-1:0] bytes_q;
  logic [2:0] error_q;
  logic [BYTES-1:0] keep_q;

  logic [BYTES:0] bounded;  // tkeep, with a zero above the last byte
  logic [BYTE_BITS-1:0] bytes;

  assign bounded = {1'b0, keep_q};

  always_comb begin
    bytes = '0;
    for (int b = 0; b < BYTES; b++) begin
      if (bounded[b] && !bounded[b+1]) begin
        bytes = bytes | BYTE_BITS'(b + 1);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q <= 1'b0;
      beat_stalled_q <= 1'b0;
      text_q <= 1'b0;
      text_stalled_q <= 1'b0;
      result_q <= 1'b0;
      packet_q <= 1'b0;
      faults_q <= '0;
      text_event_q <= 1'b0;
      bytes_q <= '0;
    end else begin
      beat_q <= beat_valid_i && beat_ready_i;
      beat_stalled_q <= beat_valid_i && !beat_ready_i;
      text_q <= text_valid_i && text_ready_i;
      text_stalled_q <= text_valid_i && !text_ready_i;
      result_q <= result_valid_i && result_ready_i;
      packet_q <= result_q;
      for (int k = 0; k < 6; k++) begin
        faults_q[k] <= result_q && !ok_q && error_q == k[2:0];
      end
      text_event_q <= text_q;
      bytes_q <= text_q ? bytes : '0;
    end
  end

  assign packet_o = packet_q;
  assign faults_o = faults_q;
  assign text_o = text_event_q;
  assign bytes_o = bytes_q;
  assign beat_o = beat_q;
  assign beat_stalled_o = beat_stalled_q;
  assign text_stalled_o = text_stalled_q;

  always_ff @(posedge clk_i) begin
    ok_q <= result_ok_i;
    error_q <= result_error_i;
    keep_q <= text_keep_i;
  end

endmodule : roundel_stream_events
