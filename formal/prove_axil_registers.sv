// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_axil_registers answers each request on AXI4-Lite once, and in time: a read at
// most ReadLimit cycles after the handshake of its address, a write at most WriteLimit cycles after
// the handshakes of its address and its data.
//
// While an earlier response of the same direction waits for its ready, the time does not count. A
// valid response stays until its ready. Two requests of a direction are in flight at most. The
// covers reach both limits. Unbounded, with resets and stalls at any time, for any traffic of both
// directions, and any key.

module prove_axil_registers #(
  parameter int ReadLimit = 13,
  parameter int WriteLimit = 12
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         aw_valid_i,
  input logic [11:2]  aw_word_i,
  input logic         w_valid_i,
  input logic [31:0]  w_data_i,
  input logic [ 3:0]  w_strobe_i,
  input logic         b_ready_i,
  input logic         ar_valid_i,
  input logic [11:2]  ar_word_i,
  input logic         r_ready_i,
  input logic         key_ready_i
);

  logic aw_ready, w_ready, ar_ready, b_valid, r_valid;

  roundel_axil_registers #(
    .Counters(0), .KeySlots(1), .Mode(2)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .irq_o(),
    .aw_valid_i(aw_valid_i),
    .aw_ready_o(aw_ready),
    .aw_word_i(aw_word_i),
    .w_valid_i(w_valid_i),
    .w_ready_o(w_ready),
    .w_data_i(w_data_i),
    .w_strobe_i(w_strobe_i),
    .b_valid_o(b_valid),
    .b_ready_i(b_ready_i),
    .b_error_o(),
    .ar_valid_i(ar_valid_i),
    .ar_ready_o(ar_ready),
    .ar_word_i(ar_word_i),
    .r_valid_o(r_valid),
    .r_ready_i(r_ready_i),
    .r_data_o(),
    .r_error_o(),
    .zeroise_o(),
    .zeroising_o(),
    .key_valid_o(),
    .key_ready_i(key_ready_i),
    .key_slot_o(),
    .key_o(),
    .key_clear_o(),
    .key_least_tag_o(),
    .slot_ready_i(1'b0),
    .beat_valid_i(1'b0),
    .beat_ready_i(1'b0),
    .text_valid_i(1'b0),
    .text_ready_i(1'b0),
    .text_keep_i(16'd0),
    .result_valid_i(1'b0),
    .result_ready_i(1'b0),
    .result_ok_i(1'b0),
    .result_error_i(3'd0)
  );

  // ---- Requests without a response --------------------------------------------------------------
  logic started_q = 1'b0;
  logic [1:0] aw_q, w_q, ar_q;  // accepted, without an accepted response
  logic [4:0] write_wait_q, read_wait_q;  // cycles
  logic b_stalled_q, r_stalled_q;

  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_q, w_q, ar_q, write_wait_q, read_wait_q, b_stalled_q, r_stalled_q} <= '0;
    end else begin
      aw_q <= aw_q + 2'(aw_valid_i && aw_ready) - 2'(b_valid && b_ready_i);
      w_q <= w_q + 2'(w_valid_i && w_ready) - 2'(b_valid && b_ready_i);
      ar_q <= ar_q + 2'(ar_valid_i && ar_ready) - 2'(r_valid && r_ready_i);
      write_wait_q <= (aw_q != 2'd0 && w_q != 2'd0 && !b_valid) ? write_wait_q + 5'd1 : 5'd0;
      read_wait_q <= (ar_q != 2'd0 && !r_valid) ? read_wait_q + 5'd1 : 5'd0;
      b_stalled_q <= b_valid && !b_ready_i;
      r_stalled_q <= r_valid && !r_ready_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (!b_valid || (aw_q != 2'd0 && w_q != 2'd0));
      assert (!r_valid || ar_q != 2'd0);
      assert (aw_q != 2'd3 && w_q != 2'd3 && ar_q != 2'd3);
      assert (!b_stalled_q || b_valid);
      assert (!r_stalled_q || r_valid);
      assert (int'(write_wait_q) < WriteLimit && int'(read_wait_q) < ReadLimit);
    end
    slow_write: cover (started_q && rst_ni && b_valid && int'(write_wait_q) == WriteLimit - 1);
    slow_read: cover (started_q && rst_ni && r_valid && int'(read_wait_q) == ReadLimit - 1);
  end

endmodule : prove_axil_registers
