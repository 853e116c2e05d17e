// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_zero_gate: data, or zero with `blank_i`, at once or a cycle later.
//
// Parameter space: Registered. State space: random data and blanks of 8 bits, 1000 cycles.
// Prints "PASS" or "FAIL" with the cycle.
`timescale 1ns / 1ps

module tb_roundel_zero_gate #(
  parameter int Registered = 1
);

  logic clk = 1'b0;
  logic blank;
  logic [7:0] data, previous;
  wire [7:0] out;
  integer cycle, seed;

  roundel_zero_gate #(
    .Width(8),
    .Registered(Registered)
  ) dut (
    .clk_i(clk),
    .blank_i(blank),
    .data_i(data),
    .data_o(out)
  );

  initial begin
    seed = 1;
    for (cycle = 0; cycle < 1000; cycle = cycle + 1) begin
      blank = $urandom(seed);
      data = $urandom(seed);
      #1;
      if (Registered == 0 || cycle > 0) begin
        if (out !== ((Registered != 0) ? previous : data & {8{!blank}})) begin
          $display("FAIL cycle %0d", cycle);
          $finish;
        end
      end
      previous = data & {8{!blank}};
      clk = 1'b1;
      #1 clk = 1'b0;
    end
    $display("PASS");
    $finish;
  end

endmodule : tb_roundel_zero_gate
