// SPDX-License-Identifier: Apache-2.0
//
// Proves that the strobed bytes of a granted burst of roundel_dma_record_writer are the record, at
// its address.
//
// Each record gives 1 burst of 32 bytes, or of one wider beat. No record is accepted while beats of
// the previous record are left. After a cycle of a clear the beats hold zeros. Unbounded, with
// resets, clears and stalls at any time. The environment grants bursts and takes their beats at any
// time.

module prove_dma_record #(
  parameter int Bytes = 16
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic         record_valid_i,
  input logic [ 58:0] record_address_i,
  input logic [255:0] record_i,
  input logic         burst_ready_i,
  input logic         beat_ready_i
);

  localparam int BEATS = (Bytes >= 32) ? 1 : 32 / Bytes;

  logic record_ready, burst_valid;
  logic [71:0] burst;
  logic [9*Bytes-1:0] beat;
  logic [3:0] left_q;  // beats left of the granted burst
  logic [255:0] record_q;  // the record, without the bytes of earlier beats
  logic [63:0] address_q;
  logic cleared_q;  // a clear since the grant
  logic grant, taken;

  roundel_dma_record_writer #(
    .Bytes(Bytes)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .record_valid_i(record_valid_i),
    .record_ready_o(record_ready),
    .record_address_i({record_address_i, 5'd0}),
    .record_i(record_i),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_ready_i),
    .burst_o(burst),
    .beat_ready_i(taken),
    .beat_last_i(left_q == 4'd1),
    .beat_o(beat)
  );

  assign grant = burst_valid && burst_ready_i;
  assign taken = beat_ready_i && left_q != '0;

  logic started_q = 1'b0;
  logic [2:0] records_q;  // granted records, up to 7
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      records_q <= '0;
    end else begin
      if (grant) begin
        left_q <= 4'(BEATS);
        records_q <= records_q + 3'(records_q != '1);
      end else if (taken) begin
        left_q <= left_q - 4'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= clear_i || (cleared_q && !grant);
    if (grant) begin
      record_q <= record_i;
      address_q <= {record_address_i, 5'd0};
    end else if (taken) begin
      record_q <= record_q >> (8 * Bytes);
    end
  end

  // Byte `place` of the beat, and of the record.
  (* anyconst *) logic [$clog2(Bytes)-1:0] place;
  (* hierconn *) logic \u_dut.busy_q ;
  (* hierconn *) logic [255:0] \u_dut.record_q ;
  logic [7:0] wanted;
  logic here;
  assign here = (Bytes <= 32) || place >> 5 == address_q[$clog2(Bytes)-1:0] >> 5;
  assign wanted = record_q[8*(place%32)+:8];

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (burst_valid == (record_valid_i && left_q == '0));
      assert (record_ready == (burst_ready_i && left_q == '0));
      if (burst_valid) assert (burst == {8'(BEATS - 1), record_address_i, 5'd0});
      if (left_q != '0) begin
        assert (beat[8*Bytes+place] == here);
        if (!cleared_q) assert (beat[8*place+:8] == wanted);
        else assert (beat[8*place+:8] == 8'd0);
      end
      assert (left_q <= 4'(BEATS) && \u_dut.busy_q == (left_q != '0));
      if (left_q != '0 && cleared_q) assert (\u_dut.record_q == '0);
      if (left_q == 4'(BEATS) && !cleared_q) assert (\u_dut.record_q == record_q);
    end
    streaming: cover (started_q && rst_ni && records_q == 3'd3 && left_q == 4'd1 && !cleared_q);
  end

endmodule : prove_dma_record
