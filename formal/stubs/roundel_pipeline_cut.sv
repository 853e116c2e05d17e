// SPDX-License-Identifier: Apache-2.0
//
// Replaces roundel_pipeline_cut in proofs of functions, in which the cycle does not matter: a wire.

module roundel_pipeline_cut #(
  parameter int Width = 128,
  parameter int Present = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  assign data_o = data_i;

endmodule : roundel_pipeline_cut
