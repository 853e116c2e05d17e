// SPDX-License-Identifier: Apache-2.0
//
// FIFO with valid/ready on both sides: a roundel_fifo and its credit counter.
//
// Interface. `ready_o` comes from a register. 1 word each cycle. Unlike a skid buffer the FIFO
// stores the words that arrive during a stall of the output, so a later gap at the input does not
// reach the output. `clear_i` drops all words; `ready_o` is low until the words are overwritten.

`include "roundel_contract.svh"

module roundel_stream_fifo #(
  parameter int Width = 8,
  parameter int Depth = 8,  // words: see roundel_fifo
  parameter bit Registered = 1'b0,  // 1: input registers, see roundel_fifo
  parameter bit BlockRam = 1'b0  // 1: block RAM, see roundel_fifo
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
    .StartFull(1'b1)
  ) u_credits (
    .clk_i,
    .clear_i(clear_i || busy),
    .give_i(free),
    .take_i(valid_i),
    .any_o(credit)
  );

  roundel_fifo #(
    .Width(Width), .Depth(Depth), .Registered(Registered), .BlockRam(BlockRam)
  ) u_queue (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(busy),
    .push_i(valid_i && credit),
    .data_i,
    .free_o(free),
    .valid_o, .ready_i, .data_o
  );

  // The input is known, so that no word is lost or invented.
  `ROUNDEL_CONTRACT(input_known, clk_i, rst_ni, !ready_o || clear_i || valid_i || !valid_i)

endmodule : roundel_stream_fifo
