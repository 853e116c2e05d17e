// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_event_counter against a sum. Amounts are random, up to 2^31 for frequent
// carries.

module tb_roundel_event_counter #(
  parameter int HasHighHalf = 1,
  parameter int Cycles = 3000
);

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  logic clear = 1'b0;
  logic [31:0] amount = '0;
  logic [31:0] low, high;
  logic [63:0] sum = '0;  // of all amounts
  logic [63:0] previous = '0;  // without the last amount: the low half waits for the high half
  logic [63:0] shown;
  int faults = 0;
  int carries = 0;
  int now;

  roundel_event_counter #(
    .AmountBits(32),
    .HasHighHalf(HasHighHalf)
  ) u_dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .amount_i(amount),
    .low_o(low),
    .high_o(high)
  );

  assign shown = (HasHighHalf != 0) ? previous : {32'd0, sum[31:0]};

  initial begin
    #1 rst_n = 1'b0;
    #2 rst_n = 1'b1;
    for (now = 0; now < Cycles; now = now + 1) begin
      amount = ($urandom % 4 == 0) ? 32'd0 : $urandom;
      if ($urandom % 8 == 0) begin
        amount = ~sum[31:0] + 32'd1;  // to just past the end of the low half
      end
      clear = $urandom % 64 == 0;
      #5 clk = 1'b1;
      previous = clear ? 64'd0 : sum;
      if (({1'b0, sum[31:0]} + {1'b0, amount}) >> 32 != 0) begin
        carries = carries + 1;
      end
      sum = clear ? 64'd0 : sum + {32'd0, amount};
      #1 if ({high, low} !== shown) begin
        faults = faults + 1;
      end
      #4 clk = 1'b0;
    end
    if (faults != 0 || carries < Cycles / 8) begin
      $display("FAIL %0d of %0d cycles are wrong, %0d carries", faults, Cycles, carries);
    end else begin
      $display("PASS");
    end
    $finish;
  end

endmodule : tb_roundel_event_counter
