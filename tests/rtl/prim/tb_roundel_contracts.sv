// SPDX-License-Identifier: Apache-2.0
//
// Breaks one contract of a primitive, or none.
//
// Parameter space: Break, the number of a case below; 0 breaks none. State space: legal traffic of
// 200 cycles in all modules, then the broken contract. Prints "PASS" without a broken contract; a
// contract stops the simulation with its name.
`timescale 1ns / 1ps

module tb_roundel_contracts #(
  parameter int Break = 0
);

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic clear = 1'b1;
  integer cycle = 0;
  always #5 clk = ~clk;
  always @(negedge clk) begin
    cycle <= cycle + 1;
    rst_n <= cycle > 1;
    clear <= cycle < 4 || Break == 3 && cycle == 210;
  end

  logic now;  // the contract is broken in this cycle
  assign now = cycle == 220;

  // ---- FIFOs: 1 a push without a credit, 2 to a roundel_fifo, 3 a push while busy ---------------
  logic push_short, push_long, push_busy;
  wire short_busy, long_busy;
  wire unused_free_short, unused_free_long, valid_short, valid_long;
  wire [7:0] unused_short, unused_long;
  assign push_short = (Break == 1) && cycle > 215;
  assign push_long = (Break == 2) && cycle > 215;
  assign push_busy = (Break == 3) && cycle == 213;

  roundel_short_fifo #(
    .Width(8),
    .Depth(4)
  ) u_short (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .busy_o(short_busy),
    .push_i(push_short || push_busy),
    .data_i(8'd1),
    .free_o(unused_free_short),
    .valid_o(valid_short),
    .ready_i(1'b0),
    .data_o(unused_short)
  );

  roundel_fifo #(
    .Width(8),
    .Depth(34),
    .Registered(1'b1)
  ) u_long (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .busy_o(long_busy),
    .push_i(push_long),
    .data_i(8'd1),
    .free_o(unused_free_long),
    .valid_o(valid_long),
    .ready_i(1'b0),
    .data_o(unused_long)
  );

  // ---- Credit counter: 4 a credit above the limit ------------------------------------------------
  wire any;
  roundel_credit_counter #(
    .Tokens(20),
    .StartFull(1'b1)
  ) u_credits (
    .clk_i(clk),
    .clear_i(clear),
    .give_i(Break == 4 && now),
    .take_i(1'b0),
    .any_o(any)
  );

  // ---- Skid, ping-pong and stream FIFO: 5 to 7 an unknown valid ----------------------------------
  wire unused_r0, unused_r1, unused_r2, unused_v0, unused_v1, unused_v2;
  wire [7:0] unused_d0, unused_d1, unused_d2;
  roundel_skid_buffer #(
    .Width(8)
  ) u_skid (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .valid_i((Break == 5 && now) ? 1'bx : cycle[0]),
    .ready_o(unused_r0),
    .data_i(8'd1),
    .valid_o(unused_v0),
    .ready_i(cycle[1]),
    .data_o(unused_d0)
  );

  roundel_ping_pong_buffer #(
    .Width(8)
  ) u_ping_pong (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .valid_i((Break == 6 && now) ? 1'bx : cycle[0]),
    .ready_o(unused_r1),
    .data_i(8'd1),
    .valid_o(unused_v1),
    .ready_i(cycle[1] || cycle > 200),
    .data_o(unused_d1)
  );

  roundel_stream_fifo #(
    .Width(8)
  ) u_stream (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .valid_i((Break == 7 && now) ? 1'bx : cycle[0]),
    .ready_o(unused_r2),
    .data_i(8'd1),
    .valid_o(unused_v2),
    .ready_i(cycle[1] || cycle > 200),
    .data_o(unused_d2)
  );

  // ---- Downsizer: 8 beats with a gap; memories: 9 and 10 an index out of range ------------------
  wire unused_ready, unused_valid, unused_user;
  wire [127:0] unused_beat;
  roundel_downsizer #(
    .Lanes(4),
    .Blocks(1)
  ) u_downsizer (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .valid_i(cycle[2:0] == 3'd4),
    .ready_o(unused_ready),
    .data_i(512'd0),
    .beats_i((Break == 8 && now) ? 4'b1011 : 4'b0111),
    .user_i(1'b0),
    .valid_o(unused_valid),
    .ready_i(1'b1),
    .data_o(unused_beat),
    .user_o(unused_user)
  );

  // ---- A register changed by a fault: 9 an output that moves during a stall --------------------
  initial begin
    #2400;
    if (Break == 9) begin
      force u_skid.shown_q = 8'd2;
      #20 force u_skid.shown_q = 8'd3;
      #20 force u_skid.shown_q = 8'd4;
    end
  end

  initial begin
    #3000 $display("PASS");
    $finish;
  end

endmodule : tb_roundel_contracts
