// SPDX-License-Identifier: Apache-2.0
//
// Stands for roundel_skid_buffer in proofs of what is around it: wires. The real one is a list
// (prove_slice), so that what enters these wires is what leaves it.

module roundel_skid_buffer #(
  parameter int Width = 128,
  parameter int KeepDataOnClear = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  assign ready_o = ready_i;
  assign valid_o = valid_i;
  assign data_o = data_i;

endmodule : roundel_skid_buffer
