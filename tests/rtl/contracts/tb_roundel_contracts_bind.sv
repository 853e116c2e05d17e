// SPDX-License-Identifier: Apache-2.0
//
// A user's bench of roundel_core that breaks a handshake, with the checkers bound to the ports.
//
// Parameter space: Break: 0 nothing, 1 the block changes during a stall, 2 the block is withdrawn,
// 3 `out_ready_i` is X, 4 `in_valid_i` is X, 7 `key_clear_i` rises while a key waits, 8 `drop_i` of a
// checker is open. Legal uses: 5 a zeroise drops a stalled result, Stages of 2; 6 no output FIFO, so
// the core ignores `out_ready_i`.
// State space: a key and 40 blocks, a stall at random; Break of 7: a second key during the blocks.
// Prints "PASS", or stops with the name of a contract. Icarus 11 has no `bind`: with __ICARUS__ the
// checkers are instances of the bench.
`timescale 1ns / 1ps
`define ROUNDEL_BIND_CORE
`ifndef __ICARUS__
`include "roundel_contracts_bind.svh"
`endif  // __ICARUS__

module tb_roundel_contracts_bind #(
  parameter int Break = 0
);

  localparam int STAGES = (Break == 5 || Break == 7) ? 2 : 1;
  // With stored keys a key waits until no block is in the ring.
  localparam int KEY_SCHEDULE = (Break == 7) ? roundel_engine_pkg::KEY_SCHEDULE_STORED
      : roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY;
  localparam bit BACKPRESSURE = Break != 6;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic key_valid = 1'b0;
  logic key_clear = 1'b0;
  logic in_valid = 1'b0;
  logic zeroise = 1'b0;
  logic hold = 1'b0;  // stall all results
  logic out_ready = 1'b0;
  logic [127:0] block = 128'd0;
  wire key_ready, in_ready, out_valid, out_tag;
  wire [127:0] out_block;
  integer n, cycle;

  always #5 clk = ~clk;

  roundel_core #(
    .Stages(STAGES),
    .KeySchedule(KEY_SCHEDULE),
    .Backpressure(BACKPRESSURE)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(1'b0),
    .key_i(128'h2b7e151628aed2a6abf7158809cf4f3c),
    .key_clear_i(key_clear),
    .in_valid_i(in_valid),
    .in_ready_o(in_ready),
    .in_decrypt_i(1'b0),
    .in_slot_i(1'b0),
    .in_tag_i(1'b0),
    .in_block_i(block),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_tag_o(out_tag),
    .out_block_o(out_block)
  );

`ifdef __ICARUS__
  roundel_handshake_checker #(
    .Width(1)
  ) u_check_key (
    .clk_i(clk),
    .rst_ni(rst_n),
    .drop_i(zeroise),
    .valid_i(key_valid),
    .ready_i(key_ready),
    .payload_i(key_clear)
  );

  roundel_handshake_checker #(
    .Width(128)
  ) u_check_in (
    .clk_i(clk),
    .rst_ni(rst_n),
    .drop_i((Break == 8) ? 1'bz : zeroise),
    .valid_i(in_valid),
    .ready_i(in_ready),
    .payload_i(block)
  );

  roundel_handshake_checker #(
    .Width(129)
  ) u_check_out (
    .clk_i(clk),
    .rst_ni(rst_n),
    .drop_i(zeroise || dut.zeroise),
    .valid_i(out_valid),
    .ready_i(out_ready || !BACKPRESSURE),
    .payload_i({out_tag, out_block})
  );
`endif  // __ICARUS__

  always @(negedge clk) begin
    out_ready <= (Break == 3 && n == 20) ? 1'bx : !hold && $urandom % 2 == 0;
  end

  task automatic load_key;
    @(negedge clk) key_valid = 1'b1;
    @(posedge clk);
    while (!key_ready) @(posedge clk);
    @(negedge clk) key_valid = 1'b0;
  endtask

  task automatic clear_waiting_key;
    key_valid = 1'b1;
    @(posedge clk);
    if (key_ready) $display("the key does not wait");
    @(negedge clk) key_clear = 1'b1;
    @(posedge clk);
    while (!key_ready) @(posedge clk);
    @(negedge clk) key_valid = 1'b0;
    key_clear = 1'b0;
    load_key();
  endtask

  task automatic drop_stalled_result;
    hold = 1'b1;
    while (!out_valid) @(negedge clk);
    repeat (3) @(negedge clk);
    zeroise = 1'b1;
    @(negedge clk) zeroise = 1'b0;
    repeat (3) @(negedge clk);
    if (out_valid) $display("the result is still valid");
    hold = 1'b0;
    load_key();
  endtask

  initial begin
    n = 0;
    #22 rst_n = 1'b1;
    load_key();
    for (n = 0; n < 40; n = n + 1) begin
      @(negedge clk) in_valid = (Break == 4 && n == 20) ? 1'bx : 1'b1;
      block = 128'(n);
      @(posedge clk);
      for (cycle = 0; !in_ready; cycle = cycle + 1) begin
        @(negedge clk);
        if (Break == 1 && n == 20 && cycle == 1) block = 128'hbad;
        if (Break == 2 && n == 20 && cycle == 1) in_valid = 1'b0;
        @(posedge clk);
      end
      @(negedge clk) in_valid = 1'b0;
      if (Break == 5 && n == 20) drop_stalled_result();
      if (Break == 7 && n == 20) clear_waiting_key();
    end
    $display("PASS");
    $finish;
  end

endmodule : tb_roundel_contracts_bind
