// SPDX-License-Identifier: Apache-2.0
//
// Arbitrates the AXI4 write channels between bursts of text and bursts of completion records.
//
// Interface. Each client requests a burst (`*_valid_i`, granted by `*_ready_o`) and gives the beats
// when `*_beat_ready_o` takes them. Records have priority. AW and W are AXI4 channels; the payload
// is stable while a channel is stalled. A burst's data follow in the order of the grants. No data
// are offered before the address. Beats of text may wait in the client; beats of a record are
// always there. Throughput: 1 beat per cycle, without a gap between bursts of two beats or more.
// Latency: 1 cycle from a grant to AW, 3 to the first beat of W. `clear_i` grants nothing and ends
// granted bursts with beats without strobes; `clear_i` must stay high until `idle_o`.
//
// Method. A grant enters two registers: the address for AW and the length for W. W has a second
// register for the current burst; grants run 1 burst ahead.
//
// Limits. At most 32 bursts are in flight: granted, without a response.

`include "roundel_contract.svh"

module roundel_dma_write_arbiter #(
  parameter int Bytes = 16  // bytes of a beat: a power of two
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               idle_o,  // no burst is in flight

  input  logic               text_valid_i,
  output logic               text_ready_o,
  input  logic [       71:0] text_i,  // burst_t
  input  logic               text_beat_valid_i,
  output logic               text_beat_ready_o,
  input  logic [9*Bytes-1:0] text_beat_i,  // strobes above data; byte 0 in the low bits

  input  logic               record_valid_i,
  output logic               record_ready_o,
  input  logic [       71:0] record_i,  // burst_t
  output logic               record_beat_ready_o,
  output logic               record_beat_last_o,  // the beat ends the burst
  input  logic [9*Bytes-1:0] record_beat_i,

  input  logic               answered_i,  // the response to a burst arrived

  output logic               aw_valid_o,
  input  logic               aw_ready_i,
  output logic [       71:0] aw_o,  // burst_t
  output logic               aw_record_o,  // a burst of a record
  output logic               w_valid_o,
  input  logic               w_ready_i,
  output logic [9*Bytes-1:0] w_o,  // strobes above data
  output logic               w_last_o
);

  `include "roundel_dma_types.svh"

  localparam int LOG = $clog2(Bytes);
  localparam int FLIGHT_BITS = 6;  // counts to 32 bursts

  logic aw_valid_q, aw_record_q;
  burst_t aw_q, granted;
  logic next_valid_q, next_record_q;  // W: the burst after the current one
  logic [7:0] next_length_q;
  logic beats_q, beats_record_q;  // W: the current burst has beats left
  logic [7:0] left_q;  // beats left minus 1
  logic [FLIGHT_BITS-1:0] in_flight_q;
  logic free, text_grant, record_grant, grant;
  logic start, beat_valid, beat_ready, beat_taken, beat_last, done;
  logic [9*Bytes-1:0] beat;

  // ---- Grants -----------------------------------------------------------------------------------
  // Both registers of a grant are free, and at most 31 bursts are in flight.
  assign free = !aw_valid_q && !next_valid_q && !in_flight_q[FLIGHT_BITS-1] && !clear_i;
  assign record_ready_o = free;
  assign text_ready_o = free && !record_valid_i;
  assign record_grant = record_valid_i && record_ready_o;
  assign text_grant = text_valid_i && text_ready_o;
  assign grant = record_grant || text_grant;
  assign granted = record_valid_i ? record_i : text_i;
  assign idle_o = in_flight_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_valid_q <= 1'b0;
      in_flight_q <= '0;
    end else begin
      aw_valid_q <= grant || (aw_valid_q && !aw_ready_i);
      in_flight_q <= in_flight_q + FLIGHT_BITS'(grant) - FLIGHT_BITS'(answered_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!aw_valid_q) begin
      aw_q <= granted;
      aw_record_q <= record_valid_i;
    end
  end

  assign aw_valid_o = aw_valid_q;
  assign aw_o = aw_q;
  assign aw_record_o = aw_record_q;

  // ---- Data -------------------------------------------------------------------------------------
  // AW of the next burst is offered or was taken. W does not wait for AW's handshake, as a memory
  // may take an address after its data (Arm IHI 0022, A3.3.1).
  assign start = next_valid_q && (!beats_q || done);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      beats_q <= 1'b0;
    end else begin
      next_valid_q <= grant || (next_valid_q && !start);
      beats_q <= start || (beats_q && !done);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!next_valid_q) begin
      next_length_q <= granted.length;
      next_record_q <= record_valid_i;
    end
    if (start) begin
      left_q <= next_length_q;
      beats_record_q <= next_record_q;
    end else if (beat_taken) begin
      left_q <= left_q - 1'b1;
    end
  end

  // A burst that a clear ends needs no beats of its client.
  assign beat_valid = beats_q && (beats_record_q || text_beat_valid_i || clear_i);
  assign beat = clear_i ? '0 : beats_record_q ? record_beat_i : text_beat_i;
  assign beat_last = left_q == '0;
  assign beat_taken = beat_valid && beat_ready;
  assign done = beat_taken && beat_last;
  assign text_beat_ready_o = beats_q && !beats_record_q && beat_ready;
  assign record_beat_ready_o = beats_q && beats_record_q && beat_ready;
  assign record_beat_last_o = beat_last;

  roundel_skid_buffer #(.Width(9 * Bytes + 1)) u_w (
    .clk_i, .rst_ni,
    .clear_i(clear_i && idle_o),
    .valid_i(beat_valid),
    .ready_o(beat_ready),
    .data_i({beat_last, beat}),
    .valid_o(w_valid_o),
    .ready_i(w_ready_i),
    .data_o({w_last_o, w_o})
  );

  // ---- Contracts --------------------------------------------------------------------------------
  // A response belongs to a burst in flight.
  `ROUNDEL_CONTRACT(response_of_burst, clk_i, rst_ni, !answered_i || in_flight_q != '0)
  `ROUNDEL_CONTRACT(flight_limit, clk_i, rst_ni, in_flight_q <= FLIGHT_BITS'(32))
  // No burst crosses a border of 4 KiB (Arm IHI 0022, A3.4.1).
  `ROUNDEL_CONTRACT(aw_in_page, clk_i, rst_ni, !aw_valid_q
                    || 13'(aw_q.address[11:LOG]) + 13'(aw_q.length) < 13'(4096 / Bytes))
  `ROUNDEL_CONTRACT_STABLE(aw_stable, clk_i, rst_ni, aw_valid_o && !aw_ready_i,
                           {aw_valid_o, aw_record_o, aw_o})
  `ROUNDEL_CONTRACT_STABLE(w_stable, clk_i, rst_ni, w_valid_o && !w_ready_i,
                           {w_valid_o, w_last_o, w_o})

`ifdef ROUNDEL_CONTRACT_STATE
  // Beats of W equal the length of their burst: lengths wait in the order of AW.
  logic [8*4-1:0] lengths_q;  // granted bursts whose data are not all taken, the oldest lowest
  logic [2:0] bursts_q;
  logic [7:0] sent_q;
  logic w_taken;
  assign w_taken = w_valid_o && w_ready_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bursts_q <= '0;
      sent_q <= '0;
    end else begin
      bursts_q <= bursts_q + 3'(grant) - 3'(w_taken && w_last_o);
      if (w_taken) begin
        sent_q <= w_last_o ? '0 : sent_q + 8'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    for (int k = 0; k < 4; k++) begin
      if (grant && int'(bursts_q) - int'(w_taken && w_last_o) == k) begin
        lengths_q[8*k+:8] <= granted.length;
      end else if (w_taken && w_last_o && k < 3) begin
        lengths_q[8*k+:8] <= lengths_q[8*((k+1)%4)+:8];
      end
    end
  end
  `ROUNDEL_CONTRACT(w_has_burst, clk_i, rst_ni, !w_valid_o || bursts_q != '0)
  `ROUNDEL_CONTRACT(w_last_at_length, clk_i, rst_ni,
                    !w_valid_o || w_last_o == (sent_q == lengths_q[7:0]))
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_dma_write_arbiter
