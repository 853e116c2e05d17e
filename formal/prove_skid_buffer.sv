// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_skid_buffer and roundel_ping_pong_buffer are FIFOs: each word leaves once and
// in order, a stalled word is stable, and a word can pass in each cycle. Unbounded, with resets,
// clears and stalls at any time.
//
// A word is its own number modulo 8; at most two words are inside.

module prove_skid_buffer #(
  parameter int PingPong = 0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic valid_i,
  input logic ready_i
);

  logic [2:0] in_q, out_q;  // words that entered and left
  logic ready, valid;
  logic [2:0] data;

  if (PingPong == 0) begin : gen_skid
    roundel_skid_buffer #(
      .Width(3)
    ) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i(in_q),
      .valid_o(valid),
      .ready_i(ready_i),
      .data_o(data)
    );
  end else begin : gen_ping_pong
    roundel_ping_pong_buffer #(
      .Width(3)
    ) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .valid_i(valid_i),
      .ready_o(ready),
      .data_i(in_q),
      .valid_o(valid),
      .ready_i(ready_i),
      .data_o(data)
    );
  end

  logic started_q = 1'b0;
  logic held_q;  // a word was stalled
  logic cleared_q, blank_q;  // clear_i a cycle ago; two cycles ago
  logic [2:0] run_q;  // consecutive cycles in which a word enters and a word leaves
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= clear_i;
    blank_q <= started_q && cleared_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q <= '0;
      out_q <= '0;
      held_q <= 1'b0;
      run_q <= '0;
    end else if (clear_i) begin
      in_q <= '0;
      out_q <= '0;
      held_q <= 1'b0;
      run_q <= '0;
    end else begin
      in_q <= in_q + 3'(valid_i && ready);
      out_q <= out_q + 3'(valid && ready_i);
      held_q <= valid && !ready_i;
      run_q <= (valid_i && ready && valid && ready_i) ? run_q + 3'(run_q != '1) : '0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      if (valid) assert (data == out_q);
      if (held_q) assert (valid);
      assert (valid == (in_q != out_q));
      if (cleared_q) assert (!valid);
      if (blank_q) assert (data == '0);
    end
    streaming: cover (started_q && rst_ni && run_q == 3'd7);
    stalled: cover (started_q && rst_ni && !ready && !cleared_q);
  end

endmodule : prove_skid_buffer
