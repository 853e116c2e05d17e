// SPDX-License-Identifier: Apache-2.0
//
// The queue of roundel_core: an roundel_short_fifo, and in front of it the banks of memory for a
// long ring.
//
// Input: `push_i` stores `data_i`; there is no ready, because whoever pushes holds a credit. There
// are roundel_prim_pkg::fifo_credits(Depth) of these; `free_o` gives one back. Output, and what
// `clear_i` and `busy_o` mean: see roundel_short_fifo. A word that is pushed into an empty queue
// stands on the output roundel_prim_pkg::fifo_latency() cycles later; one may be pushed and one
// taken in every cycle.
//
// data --> [ roundel_fifo_lut_ram: banks ] --> [ roundel_short_fifo: memory, two registers ] -->
// output
//
// With `BlockRam` an roundel_fifo_block_ram stands in front: a word takes a cycle more, a clear as
// many cycles more as that has words, and one; the roundel_short_fifo is cleared behind it, with
// its zeros. With Blank, for which `data_i` is zero or no secret from the seventh cycle of `busy_o`
// on, it takes five more and overwrites with that, which may then stand on the output without a
// word.
//
// The roundel_short_fifo alone waits for `ready_i`: a stall reaches the banks by the credits that
// it gives back, cycles later.

`include "roundel_contract.svh"

`include "roundel_refuse.svh"

module roundel_fifo #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 2,  // words held: 2, 4 to 18, or 18 and a multiple of 16
  parameter int Registered = 0,  // 1: registers in front of the memory; over 18: 1
  parameter int BlockRam = 0,  // 1: over 18, what is in front is block RAM
  parameter int InputZeroWhenBusy = 0  // 1: see above
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  output logic             busy_o,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             free_o,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  localparam int BANKS = roundel_prim_pkg::fifo_banks(Depth);

  logic busy, front_busy, push, free;
  logic [Width-1:0] word;

  assign busy_o = busy || front_busy;

  if (BANKS == 0) begin : gen_straight
    assign front_busy = 1'b0;
    assign push = push_i;
    assign word = data_i;
    assign free_o = free;
  end else if (Depth != 16 * BANKS + 18) begin : gen_bad_depth
    `ROUNDEL_REFUSE(roundel_error_queue_depth_over_18_must_be_a_multiple_of_16_and_18, 1)
  end else if (Registered == 0) begin : gen_bad_registered
    `ROUNDEL_REFUSE(roundel_error_queue_of_several_banks_must_be_registered, 1)
  end else begin : gen_front
    logic clear_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        clear_q <= 1'b1;
      end else begin
        clear_q <= clear_i;
      end
    end

    if (BlockRam == 0) begin : gen_banks
      assign front_busy = 1'b0;
      roundel_fifo_lut_ram #(
        .Width(Width),
        .Banks(BANKS)
      ) u_front (
        .clk_i(clk_i),
        .clear_i(clear_q),
        .wipe_i(busy && !clear_q),
        .push_i(push_i),
        .data_i(data_i),
        .free_o(free_o),
        .free_i(free),
        .push_o(push),
        .data_o(word)
      );
    end else begin : gen_memory
      roundel_fifo_block_ram #(
        .Width(Width),
        .Words(16 * BANKS),
        .InputZeroWhenBusy(InputZeroWhenBusy)
      ) u_front (
        .clk_i(clk_i),
        .clear_i(clear_q),
        .busy_o(front_busy),
        .push_i(push_i),
        .data_i(data_i),
        .free_o(free_o),
        .free_i(free),
        .push_o(push),
        .data_o(word)
      );
    end
  end

  roundel_short_fifo #(
    .Width(Width),
    .Depth((BANKS == 0) ? Depth : 18),
    .Registered(Registered),
    .InputZeroWhenBusy((BANKS > 0 && BlockRam != 0) ? 1 : 0)
  ) u_fifo (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i || front_busy),
    .busy_o(busy),
    .push_i(push),
    .data_i(word),
    .free_o(free),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .data_o(data_o)
  );

  logic unused_facts;
  assign unused_facts = ^InputZeroWhenBusy;

  // `valid_o` is never X after reset.
  `ROUNDEL_CONTRACT(valid_known, clk_i, rst_ni, valid_o || !valid_o)

endmodule : roundel_fifo
