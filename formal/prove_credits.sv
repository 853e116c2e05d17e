// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_core meets the assumptions of the FIFO proofs: each result has a credit, so
// the FIFO cannot overflow, and no result comes while the FIFO is busy. Unbounded, with reset,
// zeroise and stalls at any time. Together with prove_ring, prove_short_fifo, prove_fifo_lut_ram
// and prove_fifo: the core returns every accepted block once, in order.
//
// Method. A credit is available, or belongs to a block in flight or to a word in the FIFO. Engine,
// FIFO and credit counter are stubs: a delay line that may be ready in any cycle, a FIFO that may
// return credits in any cycle, and the counter of prove_credit_counter.

module prove_credits #(
  parameter int KeyBits = 128,
  parameter int Rounds = 1,
  parameter int Stages = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic zeroise_i,
  input logic in_valid_i,
  input logic out_ready_i
);

  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, 1);
  localparam int DEPTH = roundel_engine_pkg::output_fifo_depth(KeyBits, Rounds, Stages, 1);
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(DEPTH);
  localparam bit DRAINS = Stages >= 2;

  logic key_ready, in_ready, out_valid, out_tag;
  logic [127:0] out_block;

  roundel_core #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
    .TagBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(1'b0),
    .key_ready_o(key_ready),
    .key_slot_i(1'b0),
    .key_i({KeyBits{1'b0}}),
    .key_clear_i(1'b0),
    .key_size_i(2'd0),
    .in_valid_i(in_valid_i),
    .in_ready_o(in_ready),
    .in_decrypt_i(1'b0),
    .in_slot_i(1'b0),
    .in_tag_i(1'b0),
    .in_block_i(128'd0),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready_i),
    .out_tag_o(out_tag),
    .out_block_o(out_block)
  );

  (* hierconn *) logic \u_dut.result_valid ;
  (* hierconn *) logic \u_dut.zeroise ;
  (* hierconn *) logic \u_dut.gen_queue.queue_busy ;
  (* hierconn *) logic \u_dut.gen_queue.u_queue.clear_q ;
  (* hierconn *) logic [7:0] \u_dut.gen_queue.u_queue.taken_q ;
  (* hierconn *) logic [7:0] \u_dut.gen_queue.u_credits.u_spec.count_q ;
  (* hierconn *) logic [LATENCY-1:0] \u_dut.u_engine.flight_q ;
  (* hierconn *) logic \u_dut.u_engine.closed_q ;
  logic push, busy, clear;
  logic [7:0] taken, credits, flight;
  assign push = \u_dut.result_valid ;
  assign clear = \u_dut.zeroise ;
  assign busy = \u_dut.gen_queue.queue_busy ;
  assign taken = \u_dut.gen_queue.u_queue.taken_q ;
  assign credits = \u_dut.gen_queue.u_credits.u_spec.count_q ;
  always_comb begin
    flight = 8'd0;
    for (int i = 0; i < LATENCY; i++) flight = flight + 8'(\u_dut.u_engine.flight_q [i]);
  end

  logic started_q = 1'b0;
  logic full_q;  // no credit was left
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= 1'b0;
    end else begin
      full_q <= (full_q || int'(taken) == CREDITS) && !zeroise_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q) begin
      if (push) assert (!busy && int'(taken) < CREDITS);
      if (in_valid_i && in_ready) assert (!busy && credits != 8'd0);
      // The sum of all credits.
      assert (int'(credits) <= CREDITS);
      if (busy) assert (flight == 8'd0);
      if (busy && !\u_dut.gen_queue.u_queue.clear_q ) assert (taken == 8'd0);
      if (clear && DRAINS) assert (flight == 8'd0 && \u_dut.u_engine.closed_q );
      if (!busy && !(clear && DRAINS)) begin
        assert (int'(taken) <= CREDITS && credits + flight + taken == 8'(CREDITS));
      end
    end
    drained: cover (rst_ni && full_q && int'(credits) == CREDITS);
  end

endmodule : prove_credits
