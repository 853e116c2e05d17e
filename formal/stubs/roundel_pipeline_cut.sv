// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_pipeline_cut for proofs of a function: always a wire.

module roundel_pipeline_cut #(
  parameter int Width = 128,
  parameter bit Present = 1'b1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  assign data_o = data_i;

endmodule : roundel_pipeline_cut
