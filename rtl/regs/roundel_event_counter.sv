// SPDX-License-Identifier: Apache-2.0
//
// A counter of 64 bits, in two halves with a register between them, so that its longest path is
// that of 32. Both are shown of one cycle: the low half when the high one has followed.

module roundel_event_counter #(
  parameter int AmountBits = 1,  // bits of what is added in a cycle
  parameter int HasHighHalf = 1  // 0: 32 bits, `high_o` is zero
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,
  input  logic [AmountBits-1:0] amount_i,
  output logic [          31:0] low_o,
  output logic [          31:0] high_o
);

  logic [32:0] sum;
  logic [31:0] low_q;

  assign sum = {1'b0, low_q} + 33'(amount_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      low_q <= '0;
    end else if (clear_i) begin
      low_q <= '0;
    end else begin
      low_q <= sum[31:0];
    end
  end

  if (HasHighHalf != 0) begin : gen_wide
    logic carry_q;
    logic [31:0] late_q, high_q;

    assign low_o = late_q;
    assign high_o = high_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        carry_q <= 1'b0;
        late_q <= '0;
        high_q <= '0;
      end else if (clear_i) begin
        carry_q <= 1'b0;
        late_q <= '0;
        high_q <= '0;
      end else begin
        carry_q <= sum[32];
        late_q <= low_q;
        high_q <= high_q + 32'(carry_q);
      end
    end
  end else begin : gen_narrow
    assign low_o = low_q;
    assign high_o = '0;

    logic unused_carry;
    assign unused_carry = sum[32];
  end

endmodule : roundel_event_counter
