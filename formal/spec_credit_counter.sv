// SPDX-License-Identifier: Apache-2.0
//
// The specification of roundel_credit_counter: a binary count.
//
// The stub of the counter instantiates this module (stubs/roundel_credit_counter.sv).
// prove_credit_counter shows that both give the same `any_o` in each cycle.

module spec_credit_counter #(
  parameter int Tokens = 16,
  parameter bit StartFull = 1'b0,
  parameter int GrantLatency = 0
) (
  input  logic clk_i,
  input  logic clear_i,
  input  logic give_i,
  input  logic take_i,
  output logic any_o,
  output logic late_o  // more than GrantLatency credits are present
);

  localparam int START = (StartFull != 0) ? Tokens : 0;

  logic [7:0] count_q;
  logic wait_q;  // high in the first cycle after a clear
  assign any_o = count_q != 8'd0 && !wait_q;

  assign late_o = any_o && int'(count_q) > GrantLatency;

  always_ff @(posedge clk_i) begin
    wait_q <= clear_i;
    if (clear_i) begin
      count_q <= START[7:0];
    end else begin
      count_q <= count_q + {7'd0, give_i} - {7'd0, take_i && any_o};
    end
  end

endmodule : spec_credit_counter
