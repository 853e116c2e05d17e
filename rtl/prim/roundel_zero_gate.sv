// SPDX-License-Identifier: Apache-2.0
//
// Replaces data by zero on request.
//
// Interface. `data_o` is `data_i`, or zero while `blank_i` is high. With Registered the latency is
// 1 cycle, and the zero is the synchronous reset of the register, which needs no logic. Without
// Registered an AND gate a bit makes the zero in the same cycle. No handshake, no reset.

module roundel_zero_gate #(
  parameter int Width = 128,
  parameter bit Registered = 1'b1  // 1: 1 cycle of latency
) (
  input  logic             clk_i,
  input  logic             blank_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Registered) begin : gen_register
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
