// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_cdc_word passes each accepted word once, in order and unchanged.
//
// A stalled word is stable. A word arrives within Stages + 1 edges of the destination. A register
// is zero after its word has moved on. Unbounded, with edges of the two clocks in any order or
// together, and with resets, words and stalls at any time: no word is accepted in reset.
//
// Two free inputs are the clocks: a domain moves in the steps of the solver with an input of 1
// (free_clocks.v). A flip-flop that samples a changing toggle goes metastable and settles to the
// old or to the new value. The proof covers both: the old value if the two domains move in one
// step, the new value if the source moves a step earlier.
//
// Words are their own numbers modulo 8; at most two are inside. The resets come from one input
// through roundel_reset_sync, as in roundel_axil_cdc.

module prove_cdc_word #(
  parameter int Stages = 2
) (
  input logic clk_i,  // of the solver: always 1
  input logic src_clk_i,  // 1: an edge of the source
  input logic dst_clk_i,  // 1: an edge of the destination
  input logic rst_ni,
  input logic valid_i,
  input logic ready_i
);

  logic src_rst_n, dst_rst_n, ready, valid;
  logic [2:0] data;
  logic [2:0] in_q, out_q;  // words accepted, words that left

  roundel_reset_sync #(
    .Stages(Stages)
  ) u_src_reset (
    .clk_i(src_clk_i),
    .rst_ni(rst_ni),
    .rst_no(src_rst_n)
  );

  roundel_reset_sync #(
    .Stages(Stages)
  ) u_dst_reset (
    .clk_i(dst_clk_i),
    .rst_ni(rst_ni),
    .rst_no(dst_rst_n)
  );

  roundel_cdc_word #(
    .Width(3),
    .Stages(Stages)
  ) u_dut (
    .src_clk_i(src_clk_i),
    .src_rst_ni(src_rst_n),
    .src_valid_i(valid_i),
    .src_ready_o(ready),
    .src_data_i(in_q),
    .dst_clk_i(dst_clk_i),
    .dst_rst_ni(dst_rst_n),
    .dst_valid_o(valid),
    .dst_ready_i(ready_i),
    .dst_data_o(data)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic started_q = 1'b0;
  logic accept, leave;
  logic stalled_q;  // a word stalled on the output
  logic rested_q;  // the source accepted nothing in its last edge
  logic [3:0] late_q;  // edges of the destination with a word inside and no word on the output
  assign accept = src_clk_i && valid_i && ready;
  assign leave = dst_clk_i && valid && ready_i;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q <= '0;
      out_q <= '0;
      stalled_q <= 1'b0;
      rested_q <= 1'b1;
      late_q <= '0;
    end else begin
      in_q <= in_q + 3'(accept);
      out_q <= out_q + 3'(leave);
      stalled_q <= valid && !leave;
      if (src_clk_i && src_rst_n) rested_q <= ready && !valid_i;
      if (valid || in_q == out_q || !dst_rst_n) late_q <= '0;
      else late_q <= late_q + 4'(dst_clk_i);
    end
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.request_q ;
  (* hierconn *) logic \u_dut.acknowledge_q ;
  (* hierconn *) logic [2:0] \u_dut.src_data_q ;
  (* hierconn *) logic [Stages-1:0] \u_dut.u_requested.sync_q ;
  (* hierconn *) logic [Stages-1:0] \u_dut.u_acknowledged.sync_q ;
  logic [2*Stages+1:0] ring;  // the toggle on its way to the destination and back
  logic [2*Stages:0] changes;
  logic flying;
  assign ring = {\u_dut.u_acknowledged.sync_q , \u_dut.acknowledge_q , \u_dut.u_requested.sync_q ,
                 \u_dut.request_q };
  assign changes = ring[2*Stages+1:1] ^ ring[2*Stages:0];
  assign flying = \u_dut.request_q != \u_dut.acknowledge_q ;

  always_comb begin
    assume (clk_i);
    assume (started_q || !rst_ni);
    if (started_q) begin
      if (valid) assert (data == out_q && in_q != out_q);
      if (stalled_q && rst_ni) assert (valid);
      if (!valid) assert (data == '0);
      if (rested_q) assert (\u_dut.src_data_q == '0);
      assert (int'(late_q) <= Stages + 1);
      assert (in_q == out_q + 3'(valid) + 3'(flying));
      assert ((changes & (changes - 1'b1)) == '0);
      if (flying) assert (\u_dut.src_data_q == in_q - 3'd1 && !rested_q);
      if (!src_rst_n) assert (!ready && in_q == '0 && rested_q);
      if (!dst_rst_n) assert (!valid && out_q == '0);
      // Each stage brings the toggle one edge nearer to the destination.
      for (int k = 0; k <= Stages; k++) begin
        if (changes[k] && !valid && dst_rst_n) assert (int'(late_q) <= k);
      end
      if (in_q == out_q) assert (late_q == '0);
    end
    crossed: cover (started_q && in_q == 3'd2 && out_q == 3'd2);
  end

endmodule : prove_cdc_word
