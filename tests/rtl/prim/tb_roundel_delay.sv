// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_delay, and with BlockRam of roundel_block_ram: data comes as many cycles
// later.
//
// Parameter space: Cycles, BlockRam. State space: random data of 40 bits, 1500 cycles, and a reset
// in the middle. Prints "PASS" or "FAIL" with the cycle.
`timescale 1ns / 1ps

module tb_roundel_delay #(
  parameter int Cycles = 1,
  parameter int BlockRam = 0
);

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic [39:0] data;
  logic [39:0] given[0:1499];
  wire [39:0] out;
  integer cycle, since, seed;

  roundel_delay #(
    .Width(40),
    .Cycles(Cycles),
    .BlockRam(BlockRam)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .data_i(data),
    .data_o(out)
  );

  initial begin
    seed = 1;
    since = 0;
    for (cycle = 0; cycle < 1500; cycle = cycle + 1) begin
      data = {$urandom(seed), $urandom(seed)};
      given[cycle] = data;
      rst_n = cycle != 0 && cycle != 700;
      since = rst_n ? since + 1 : 0;
      #1;
      if (since > Cycles) begin
        if (out !== given[cycle-Cycles]) begin
          $display("FAIL cycle %0d: 0x%h for 0x%h", cycle, out, given[cycle-Cycles]);
          $finish;
        end
      end
      clk = 1'b1;
      #1 clk = 1'b0;
    end
    $display("PASS");
    $finish;
  end

endmodule : tb_roundel_delay
