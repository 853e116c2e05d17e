// SPDX-License-Identifier: Apache-2.0
//
// Self-check that roundel_key_systolic keeps nothing of a withdrawn key.
//
// Method. Two schedules receive the same control and different keys. A key is offered for a random
// number of cycles and withdrawn, at the latest in the cycle in which it would be accepted. Some
// keys ask for a clear, some are for an open slot (after a key that both schedules share), some
// meet a zeroise. Neither schedule accepts a different key. A few cycles after the last load, the
// windows, the registers that depend on a window, and the store must therefore be equal in both.
// The bench prints "PASS <loads>" or "FAIL".
`timescale 1ns / 1ps

module tb_roundel_key_systolic #(
  parameter int KeyBits = 128,
  parameter int Stages = 4,
  parameter int Direction = 0,
  parameter int Cycles = 20000
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LENGTH = NUM_ROUNDS * Stages;
  localparam int CUTS = roundel_engine_pkg::best_cuts(roundel_engine_pkg::SBOX_TOWER, Direction,
      Stages);
  // A key leaves the window when the window is cleared; the registers of the step follow later.
  localparam int GONE = roundel_engine_pkg::key_step_cycles(CUTS) + 3;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic key_clear = 1'b0;
  logic [KeyBits-1:0] keys[0:1];
  logic shared = 1'b0;  // both schedules receive the same key, which may be accepted

  logic [1:0] key_ready, open;
  logic [127:0] entry_key[0:1];
  logic [128*NUM_ROUNDS-1:0] encrypt_key[0:1];
  logic [128*NUM_ROUNDS-1:0] decrypt_key[0:1];
  logic [KeyBits-1:0] window[0:1];
  logic load;

  for (genvar k = 0; k < 2; k++) begin : gen_dut
    roundel_key_systolic #(
      .KeyBits(KeyBits),
      .Rounds(NUM_ROUNDS),
      .Stages(Stages),
      .Cuts(CUTS),
      .Direction(Direction)
    ) u_dut (
      .clk_i(clk),
      .rst_ni(rst_n),
      .zeroise_i(zeroise),
      .key_valid_i(key_valid),
      .key_ready_o(key_ready[k]),
      .key_slot_i(1'b0),
      .key_i(keys[k]),
      .key_clear_i(key_clear),
      .ready_o(open[k]),
      .entry_decrypt_i(1'b0),
      .entry_slot_i(1'b0),
      .entry_key_o(entry_key[k]),
      .turn_i({LENGTH{4'd0}}),
      .decrypt_i({LENGTH{1'b0}}),
      .encrypt_i({LENGTH{1'b1}}),
      .slot_i({LENGTH{1'b0}}),
      .encrypt_key_o(encrypt_key[k]),
      .decrypt_key_o(decrypt_key[k])
    );
    assign window[k] = u_dut.window;
  end
  assign load = gen_dut[0].u_dut.load;

  always #5 clk = ~clk;

  integer cycle, hold, since, loads;
  logic failed = 1'b0;

  function automatic [KeyBits-1:0] any_key();
    for (int i = 0; i < KeyBits / 32; i++) any_key[32*i+:32] = $urandom();
  endfunction

  initial begin : check
    loads = 0;
    hold = 0;
    since = 0;
    keys[0] = '0;
    keys[1] = '0;
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    // The first key is shared and waits until the store is clear.
    shared = 1'b1;
    for (cycle = 0; cycle < Cycles && !failed; cycle = cycle + 1) begin
      @(negedge clk);
      zeroise = ($urandom() % 400) == 0;
      if (key_valid && shared && key_ready[0]) begin
        @(negedge clk);
        key_valid = 1'b0;
        shared = 1'b0;
        hold = $urandom() % 60;
      end else if (key_valid && !shared && (key_ready[0] || hold == 0)) begin
        key_valid = 1'b0;
        hold = (($urandom() & 1) != 0) ? 0 : $urandom() % 40;
      end else if (!key_valid && hold == 0) begin
        key_valid = 1'b1;
        key_clear = ($urandom() % 8) == 0;
        shared = ($urandom() % 30) == 0 && !key_clear;
        keys[0] = any_key();
        keys[1] = shared ? keys[0] : any_key();
        hold = (($urandom() & 1) != 0) ? 1000 : $urandom() % 8;
      end else if (hold > 0 && !shared) begin
        hold = hold - 1;
      end else if (hold > 0 && !key_valid) begin
        hold = hold - 1;
      end
      if (!key_valid) shared = 1'b0;

      since = load ? 0 : since + 1;
      if (load && !shared) loads = loads + 1;
      if (key_ready[0] !== key_ready[1] || open[0] !== open[1]) begin
        $display("FAIL cycle %0d: what is ready depends on the key", cycle);
        failed = 1'b1;
      end
      if (since > GONE && cycle > 2 * LENGTH + 3 * NUM_ROUNDS + 60 && (window[0] !== window[1]
          || entry_key[0] !== entry_key[1] || encrypt_key[0] !== encrypt_key[1]
          || decrypt_key[0] !== decrypt_key[1])) begin
        $display("FAIL cycle %0d: a withdrawn key is still there, %0d cycles after its load",
                 cycle, since);
        failed = 1'b1;
      end
    end
    if (!failed) begin
      if (loads < Cycles / 100) $display("FAIL only %0d loads", loads);
      else $display("PASS %0d", loads);
    end
    $finish;
  end

endmodule : tb_roundel_key_systolic
