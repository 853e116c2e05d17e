// SPDX-License-Identifier: Apache-2.0
//
// An roundel_fifo and its credits: a queue with valid/ready on both sides, `ready_o` from a
// register.
//
// Unlike roundel_skid_buffer it keeps what came while its output stood still, so that a gap at the
// input some cycles later does not reach the output. `clear_i` drops what it holds; nothing is
// taken until that is overwritten.

module roundel_stream_fifo #(
  parameter int Width = 8,
  parameter int Depth = 8,  // see roundel_fifo
  parameter int Registered = 0,
  parameter int BlockRam = 0
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

  logic credit, free, busy;

  assign ready_o = credit;

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(Depth)),
    .StartFull(1)
  ) u_credits (
    .clk_i(clk_i),
    .clear_i(clear_i || busy),
    .give_i(free),
    .take_i(valid_i),
    .any_o(credit)
  );

  roundel_fifo #(
    .Width(Width),
    .Depth(Depth),
    .Registered(Registered),
    .BlockRam(BlockRam)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .push_i(valid_i && credit),
    .data_i(data_i),
    .free_o(free),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .data_o(data_o)
  );

endmodule : roundel_stream_fifo
