// SPDX-License-Identifier: Apache-2.0
//
// Data, or zero while `blank_i`: in a register if `Registered`, whose synchronous reset does it
// without logic, else at once.

module roundel_zero_gate #(
  parameter int Width = 128,
  parameter int Registered = 1  // 1: a cycle later
) (
  input  logic             clk_i,
  input  logic             blank_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Registered != 0) begin : gen_register
    logic [Width-1:0] data_q;
    always_ff @(posedge clk_i) begin
      if (blank_i) begin
        data_q <= '0;
      end else begin
        data_q <= data_i;
      end
    end
    assign data_o = data_q;
  end else begin : gen_mask
    logic unused_clk;
    assign unused_clk = clk_i;
    assign data_o = data_i & {Width{!blank_i}};
  end

endmodule : roundel_zero_gate
