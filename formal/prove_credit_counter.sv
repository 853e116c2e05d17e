// SPDX-License-Identifier: Apache-2.0
//
// Proves that `any_o` of roundel_credit_counter is high in each cycle in which the specification
// (spec_credit_counter) has a credit. With GrantLatency, `any_o` is high only with more than
// GrantLatency credits. Unbounded, with clears at any time. Assumption: no credit is given while
// all Tokens credits are present.
//
// Wires named u_dut.* are registers of the design (hierconn); formal/run.py joins the registers of
// gen_many (`probes` in bus_proofs.py). The assertions on these registers make the proof inductive.

module prove_credit_counter #(
  parameter int Tokens = 16,
  parameter int StartFull = 0
) (
  input logic clk_i,
  input logic clear_i,
  input logic give_i,
  input logic take_i
);

  localparam int WINDOW = (Tokens > 16) ? 4 : Tokens;
  localparam int BITS = $clog2(Tokens + 1);

  logic any, spec_any;

  roundel_credit_counter #(
    .Tokens(Tokens),
    .StartFull(StartFull != 0)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(give_i),
    .take_i(take_i),
    .any_o(any)
  );

  spec_credit_counter #(
    .Tokens(Tokens),
    .StartFull(StartFull != 0)
  ) u_spec (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(give_i),
    .take_i(take_i),
    .any_o(spec_any)
  );

  (* hierconn *) logic [7:0] \u_spec.count_q ;
  (* hierconn *) logic \u_spec.wait_q ;
  (* hierconn *) logic [WINDOW-1:0] \u_dut.window_q ;
  (* hierconn *) logic \u_dut.fill ;
  (* hierconn *) logic [BITS-1:0] \u_dut.genblk1.gen_many.count_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_many.more_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_many.less_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_many.waiting_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_many.four_q ;
  logic [7:0] count;
  logic [WINDOW-1:0] window;
  assign count = \u_spec.count_q ;
  assign window = \u_dut.window_q ;

  // First all credits were present, then none.
  logic started_q = 1'b0;
  logic all_q, none_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (clear_i) begin
      all_q <= 1'b0;
      none_q <= 1'b0;
    end else begin
      all_q <= all_q || (any && int'(count) == Tokens);
      none_q <= none_q || (all_q && count == 8'd0);
    end
  end

  always_comb begin
    assume (started_q || clear_i);
    if (int'(count) == Tokens) assume (!give_i);
    if (started_q) begin
      assert (any == spec_any);
    end
    emptied: cover (started_q && none_q);
    refilled: cover (started_q && none_q && int'(count) == Tokens);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  logic [7:0] in_window;
  logic [WINDOW-1:0] heap;
  logic cleared;  // clear in the previous cycle
  assign heap = window + 1'b1;
  assign cleared = \u_spec.wait_q ;
  always_comb begin
    in_window = 8'd0;
    for (int k = 0; k < WINDOW; k++) in_window = in_window + 8'(window[k]);
    if (started_q) begin
      // Ones are in the lowest bits.
      assert ((window & heap) == '0);
      // The bits that GrantLatency selects.
      for (int k = 1; k < WINDOW; k++) assert (!window[k] || int'(count) > k);
      assert (int'(count) <= Tokens);
      assert (\u_dut.fill == (cleared && StartFull != 0 && Tokens <= 16));
      if (cleared) assert (window == '0 && int'(count) == ((StartFull != 0) ? Tokens : 0));
    end
  end

  if (Tokens <= 16) begin : gen_few
    always_comb if (started_q && !(StartFull != 0 && cleared)) assert (count == in_window);
  end else begin : gen_many
    logic [BITS-1:0] waiting_count;
    logic more, less, waiting, four;
    assign waiting_count = \u_dut.genblk1.gen_many.count_q ;
    assign more = \u_dut.genblk1.gen_many.more_q ;
    assign less = \u_dut.genblk1.gen_many.less_q ;
    assign waiting = \u_dut.genblk1.gen_many.waiting_q ;
    assign four = \u_dut.genblk1.gen_many.four_q ;
    logic [7:0] counted;
    logic none;
    assign counted = 8'(waiting_count);
    assign none = counted == 8'(less);
    always_comb begin
      if (started_q) begin
        assert (count == in_window + counted + 8'(more) - 8'(less));
        assert (counted >= 8'(less) && int'(counted) <= Tokens);
        // waiting_q and four_q are high only if the reserve has credits.
        if (waiting) assert (!none);
        if (four) assert (counted >= 8'd3);
        // Both rise in time: with 1 credit in the window at once, with 2 in the next cycle.
        if (counted >= 8'd5) assert (four);
        if (!window[2]) assert (!more);
        if (cleared && StartFull != 0) assert (waiting && four);
        if (!cleared && !window[0]) assert (none);
        if (!window[1] && counted >= 8'd4) assert (four);
        if (window[0] && !window[1] && !waiting) assert (none);
        if (window[1] && !window[2] && !waiting) begin
          assert (none || four || counted[1:0] > {1'b0, less});
        end
      end
    end
  end

endmodule : prove_credit_counter
