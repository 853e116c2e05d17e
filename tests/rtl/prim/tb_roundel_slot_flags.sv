// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_slot_flags against a vector.
//
// State space: random writes and queries in every cycle; a reset, clears between writes, and a clear
// in the middle of a clear. Parameter space: slots, queries, registers and RAM. The bench prints
// "PASS <compared flags>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_slot_flags #(
  parameter int KeySlots = 4,
  parameter int Queries = 2,
  parameter bit InRam = 1'b0
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic clear = 1'b0;
  logic write = 1'b0;
  logic flag = 1'b0;
  logic [SLOT_BITS-1:0] slot = '0;
  logic [Queries*SLOT_BITS-1:0] query = '0;
  wire busy;
  wire [Queries-1:0] flags;
  logic [KeySlots-1:0] expected = '0;
  integer n, q, compared, seed, at, set, busy_cycles;
  logic failed = 1'b0;

  always #5 clk = ~clk;

  roundel_slot_flags #(.KeySlots(KeySlots), .Queries(Queries), .InRam(InRam)) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .busy_o(busy),
    .write_i(write),
    .slot_i(slot),
    .flag_i(flag),
    .query_slot_i(query),
    .flag_o(flags)
  );

  task automatic fail(input string what);
    if (!failed) $display("FAIL step %0d: %s", n, what);
    failed = 1'b1;
    $finish;
  endtask

  initial begin
    seed = 1;
    {compared, set, busy_cycles} = '0;
    #12 rst_n = 1'b1;
    for (n = 0; n < 12 * KeySlots + 4000; n = n + 1) begin
      // A clear now and then, twice in a row at a random distance.
      clear = n % (3 * KeySlots + 200) == 150 || n % (6 * KeySlots + 400) == 170;
      slot = SLOT_BITS'($unsigned($urandom(seed)) % KeySlots);
      #1;
      if (busy !== 1'b0 && busy !== 1'b1) fail("busy_o is unknown");
      if (busy) busy_cycles = busy_cycles + 1;
      flag = $unsigned($urandom(seed)) % 4 != 0;
      write = !busy && !clear && $unsigned($urandom(seed)) % 2 == 0;
      for (q = 0; q < Queries; q = q + 1) begin
        at = $unsigned($urandom(seed)) % KeySlots;
        query[SLOT_BITS*q+:SLOT_BITS] = at[SLOT_BITS-1:0];
      end
      #1;
      for (q = 0; q < Queries; q = q + 1) begin
        compared = compared + 1;
        if (flags[q] !== expected[query[SLOT_BITS*q+:SLOT_BITS]%KeySlots]) fail("a wrong flag");
        if (flags[q]) set = set + 1;
      end
      if (clear) expected = '0;
      else if (write) expected[slot] = flag;
      @(negedge clk);
    end
    if (set < 1000) fail("few flags were set");
    if (InRam ? busy_cycles < 2 * KeySlots : busy_cycles != 0) fail("busy_o is out of time");
    if (!failed) $display("PASS %0d", compared);
    $finish;
  end

endmodule : tb_roundel_slot_flags
