// SPDX-License-Identifier: Apache-2.0
//
// Counter of 64 bits with a carry register between its halves, or counter of 32 bits.
//
// Interface. `amount_i` is added in every cycle. `low_o` and `high_o` belong to the same cycle:
// with HasHighHalf, the low half is delayed by one cycle to match the high half. The counter wraps.
// `clear_i` and reset (asynchronous, active low) set the counter to 0.
//
// Limits. The longest path is a 32-bit addition.

module roundel_event_counter #(
  parameter int AmountBits = 1,  // width of `amount_i`
  parameter bit HasHighHalf = 1'b1  // 0: 32 bits, and `high_o` is zero
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,
  input  logic [AmountBits-1:0] amount_i,
  output logic [          31:0] low_o,
  output logic [          31:0] high_o
);

  logic [31:0] low_q;

  if (HasHighHalf) begin : gen_wide
    logic [32:0] sum;
    logic carry_q;
    logic [31:0] delayed_low_q, high_q;

    assign sum = {1'b0, low_q} + 33'(amount_i);
    assign low_o = delayed_low_q;
    assign high_o = high_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        low_q <= '0;
        carry_q <= 1'b0;
        delayed_low_q <= '0;
        high_q <= '0;
      end else if (clear_i) begin
        low_q <= '0;
        carry_q <= 1'b0;
        delayed_low_q <= '0;
        high_q <= '0;
      end else begin
        low_q <= sum[31:0];
        carry_q <= sum[32];
        delayed_low_q <= low_q;
        high_q <= high_q + 32'(carry_q);
      end
    end
  end else begin : gen_narrow
    assign low_o = low_q;
    assign high_o = '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        low_q <= '0;
      end else if (clear_i) begin
        low_q <= '0;
      end else begin
        low_q <= low_q + 32'(amount_i);
      end
    end
  end

endmodule : roundel_event_counter
