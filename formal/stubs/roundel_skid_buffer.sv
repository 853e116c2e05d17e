// SPDX-License-Identifier: Apache-2.0
//
// Replaces roundel_skid_buffer in proofs of the surrounding modules: wires. prove_slice shows that
// the real module is a list, so the words that leave are the words that entered.

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
