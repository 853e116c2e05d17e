// SPDX-License-Identifier: Apache-2.0
//
// An optional pipeline register.
//
// Interface. `data_o` is `data_i`, 1 cycle later if Present is 1. No handshake and no reset: the
// user keeps the valid bit.

module roundel_pipeline_cut #(
  parameter int Width = 128,
  parameter bit Present = 1'b1  // 1: a register; 0: a wire
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Present) begin : gen_register
    logic [Width-1:0] data_q;
    always_ff @(posedge clk_i) begin
      data_q <= data_i;
    end
    assign data_o = data_q;
  end else begin : gen_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign data_o = data_i;
  end

endmodule : roundel_pipeline_cut
