// SPDX-License-Identifier: Apache-2.0
//
// A place where a register can stand: one if `Present`, else a wire.
//
// Not reset: it holds data, and whoever reads it keeps the valid bit.

module roundel_pipeline_cut #(
  parameter int Width = 128,
  parameter int Present = 1  // 1: a register, one cycle; 0: a wire
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  if (Present != 0) begin : gen_register
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
