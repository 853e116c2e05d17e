// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_stream_fifo for proofs of its users: a FIFO of two words (prove_skid_buffer)
// instead of Depth words (prove_short_fifo).

module roundel_stream_fifo #(
  parameter int Width = 8,
  parameter int Depth = 8,
  parameter bit Registered = 1'b0,
  parameter bit BlockRam = 1'b0
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

  roundel_skid_buffer #(
    .Width(Width)
  ) u_slice (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .data_i(data_i),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .data_o(data_o)
  );

endmodule : roundel_stream_fifo
