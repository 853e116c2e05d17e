// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_skid_buffer for proofs of its users: wires. The real module is a FIFO
// (prove_skid_buffer) and adds only delay.

module roundel_skid_buffer #(
  parameter int Width = 128,
  parameter bit KeepDataOnClear = 1'b0
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
