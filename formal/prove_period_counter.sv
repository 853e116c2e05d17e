// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_period_counter ticks exactly at the end of each period, marks the last tick,
// and stops. Unbounded: for every period and count, with restarts and clears in any cycle.
//
// Method. The specification counts the cycles since the start, as whole periods and a rest. Wires
// named u_dut.* are registers of the design (hierconn); their relation to the specification makes
// the proof inductive.

module prove_period_counter (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       start_i,
  input logic [3:0] period_i,
  input logic [3:0] count_i
);

  logic tick, last;

  roundel_period_counter u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .start_i(start_i),
    .period_i(period_i),
    .count_i(count_i),
    .tick_o(tick),
    .last_o(last)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic running_q;  // a count is in progress
  logic [3:0] rest_q, done_q;  // cycles in the present period; finished periods
  logic [3:0] period_q, count_q;  // of the last start
  logic started_q = 1'b0;  // a clear has been seen
  logic ends;

  assign ends = running_q && rest_q == 4'd0 && done_q != 4'd0;

  always_ff @(posedge clk_i) begin
    if (clear_i) started_q <= 1'b1;
    if (start_i) begin
      running_q <= 1'b1;
      rest_q <= 4'd0;
      done_q <= 4'd0;
      period_q <= period_i;
      count_q <= count_i;
    end else begin
      if (ends && done_q == count_q) running_q <= 1'b0;
      rest_q <= (rest_q == period_q) ? 4'd0 : rest_q + 4'd1;
      if (rest_q == period_q) done_q <= done_q + 4'd1;
    end
    if (clear_i) running_q <= 1'b0;
  end

  always_comb begin
    if (!clear_i && start_i) assume (period_i != 4'd0 && count_i > 4'd1);
    if (clear_i) assume (!start_i);
    if (started_q) begin
      assert (tick == ends);
      if (tick) assert (last == (done_q == count_q));
    end
    ended: cover (started_q && tick && last && count_q == 4'd3 && period_q == 4'd2);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.started_q ;
  (* hierconn *) logic \u_dut.busy_q ;
  (* hierconn *) logic \u_dut.wrap_q ;
  (* hierconn *) logic \u_dut.last_q ;
  (* hierconn *) logic [3:0] \u_dut.period_q ;
  (* hierconn *) logic [3:0] \u_dut.cycles_q ;
  (* hierconn *) logic [3:0] \u_dut.left_q ;
  logic first;
  assign first = rest_q == 4'd0 && done_q == 4'd0;
  always_comb begin
    if (started_q) begin
      assert (\u_dut.started_q == (running_q && first));
      assert (\u_dut.busy_q == (running_q && !first));
      if (running_q) begin
        assert (period_q != 4'd0 && count_q > 4'd1);
        assert (rest_q <= period_q && done_q <= count_q);
        assert (done_q != count_q || rest_q == 4'd0);
        assert (\u_dut.period_q == period_q);
        assert (\u_dut.wrap_q == (rest_q == 4'd0));
        if (rest_q != 4'd0) assert (\u_dut.cycles_q == period_q - rest_q + 4'd1);
        assert (\u_dut.left_q == count_q - done_q - 4'(rest_q != 4'd0));
        if (rest_q == 4'd0) assert (\u_dut.last_q == (done_q == count_q));
      end
    end
  end

endmodule : prove_period_counter
