// SPDX-License-Identifier: Apache-2.0
//
// FIFO with credits at the input: a roundel_short_fifo, with banks of memory in front if Depth is
// above 18.
//
// Interface, input. `push_i` stores `data_i`. No ready exists: the user holds
// roundel_prim_pkg::fifo_credits(Depth) credits, spends a credit for each push, and receives a
// credit for each cycle with `free_o` high. No push while `busy_o` is high, except in its first
// cycle with Registered or Depth above 18, where the word is dropped.
//
// Interface, output. Valid/ready. `data_o` is stable during a stall. Without `valid_o`, `data_o` is
// zero or a word that was pushed since the last clear. Latency
// roundel_prim_pkg::fifo_latency(Depth, Registered) cycles, with BlockRam 1 cycle more;
// throughput 1 word each cycle.
//
// Reset and zeroise. `clear_i` or a reset empties the FIFO and overwrites all words. `busy_o` is
// high during that time, from the next cycle on: 1 cycle with Depth = 2, 17 cycles without
// BlockRam. With BlockRam `busy_o` is high for 18 cycles and 1 cycle for each word of the block
// RAM. With InputZeroWhenBusy the user holds `data_i` at zero, or at values that are no secret,
// from the seventh cycle of `busy_o` on. The block RAM is then overwritten with `data_i`, which
// takes five cycles more and saves the register reset at the input; `data_o` may show these values
// without `valid_o`.
//
// Method. data -> [ front: banks or block RAM ] -> [ roundel_short_fifo ] -> output
// `ready_i` reaches the roundel_short_fifo alone. A stall reaches the front through credits, cycles
// later.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_fifo #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 2,  // words: 2, 4 to 18, or 18 plus a multiple of 16
  parameter bit Registered = 1'b0,  // 1: registers in front of the memory; required above 18
  parameter bit BlockRam = 1'b0,  // 1: above 18, the front is block RAM
  parameter bit InputZeroWhenBusy = 1'b0  // 1: the user holds `data_i` at zero, see above
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
  end else if (!Registered) begin : gen_bad_registered
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

    if (!BlockRam) begin : gen_banks
      assign front_busy = 1'b0;
      roundel_fifo_lut_ram #(.Width(Width), .Banks(BANKS)) u_front (
        .clk_i,
        .clear_i(clear_q),
        .wipe_i(busy && !clear_q),
        .push_i, .data_i, .free_o,
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
        .clk_i,
        .clear_i(clear_q),
        .busy_o(front_busy),
        .push_i, .data_i, .free_o,
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
    .InputZeroWhenBusy(BANKS > 0 && BlockRam)
  ) u_fifo (
    .clk_i, .rst_ni,
    .clear_i(clear_i || front_busy),
    .busy_o(busy),
    .push_i(push),
    .data_i(word),
    .free_o(free),
    .valid_o, .ready_i, .data_o
  );

  logic unused_parameter;
  assign unused_parameter = InputZeroWhenBusy;

`ifdef ROUNDEL_CONTRACT_STATE
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);
  localparam int CHECK_BITS = $clog2(CREDITS + 1) + 1;
  logic cleared_q;  // a clear or a reset in the cycle before
  logic [CHECK_BITS-1:0] credits_q;  // credits of the user

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cleared_q <= 1'b1;
      credits_q <= CHECK_BITS'(CREDITS);
    end else begin
      cleared_q <= clear_i;
      credits_q <= (clear_i || busy_o) ? CHECK_BITS'(CREDITS)
          : credits_q + CHECK_BITS'(free_o) - CHECK_BITS'(push_i);
    end
  end

  // Each push spends a credit.
  `ROUNDEL_CONTRACT(push_with_credit, clk_i, rst_ni,
                    busy_o || clear_i || !push_i || credits_q != '0)
  // No push while the words are overwritten; the first cycle drops the push.
  `ROUNDEL_CONTRACT(no_push_while_busy, clk_i, rst_ni,
                    !busy_o || (cleared_q && Registered) || !push_i)
  // The FIFO gives each credit back once.
  `ROUNDEL_CONTRACT(credits_in_range, clk_i, rst_ni, int'(credits_q) <= CREDITS)
`endif  // ROUNDEL_CONTRACT_STATE

  `ROUNDEL_CONTRACT_STABLE(output_stable, clk_i, rst_ni, valid_o && !ready_i && !clear_i,
                           {valid_o, data_o})
  // `valid_o` is never X after reset.
  `ROUNDEL_CONTRACT(valid_known, clk_i, rst_ni, valid_o || !valid_o)

endmodule : roundel_fifo
