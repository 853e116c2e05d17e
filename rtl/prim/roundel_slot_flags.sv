// SPDX-License-Identifier: Apache-2.0
//
// One flag for each key slot: set, clear and query.
//
// Interface.
// - Write: `write_i` sets the flag of slot `slot_i` to `flag_i`. Queries see the new flag from the
//   next cycle on.
// - Query: bit n of `flag_o` is the flag of slot n of `query_slot_i`, in the same cycle.
// - Clear: a reset and `clear_i` clear all flags, from the next cycle on. With InRam = 1 the memory
//   is overwritten in the next KeySlots cycles, with `busy_o`; the user sets no flag meanwhile.
//
// Parameters. InRam = 0: a register for each slot, and a multiplexer for each query; the cost grows
// with both. InRam = 1: a distributed RAM for each query.
//
// Method. With InRam = 1 roundel_memory_clear overwrites the RAMs; queries read 0 until the end.

`include "roundel_contract.svh"

module roundel_slot_flags #(
  parameter int KeySlots = 1,  // a power of two; with InRam at least 4
  parameter int Queries = 1,  // query ports, at least 1
  parameter bit InRam = 1'b0  // 1: the flags are in distributed RAM
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,  // clear all flags
  output logic               busy_o,  // the flags are cleared: no flag may be set

  input  logic               write_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic               flag_i,

  input  logic [Queries*roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_i,
  output logic [Queries-1:0] flag_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);

  if (InRam) begin : gen_ram
    logic busy;
    logic [SLOT_BITS-1:0] clear_slot;
    logic [Queries-1:0] flags;

    assign flag_o = flags & {Queries{!busy}};
    assign busy_o = busy;

    roundel_memory_clear #(.Words(KeySlots)) u_clear (
      .clk_i, .rst_ni, .clear_i,
      .busy_o(busy),
      .index_o(clear_slot)
    );

    for (genvar n = 0; n < Queries; n++) begin : gen_query
      roundel_lut_ram #(.Words(KeySlots), .Width(1)) u_flags (
        .clk_i,
        .write_i(write_i || busy),
        .write_index_i(busy ? clear_slot : slot_i),
        .write_word_i(flag_i && !busy),
        .read_index_i(query_slot_i[SLOT_BITS*n+:SLOT_BITS]),
        .word_o(flags[n])
      );
    end

    `ROUNDEL_CONTRACT(no_write_while_clearing, clk_i, rst_ni, !write_i || !busy || !flag_i)
  end else begin : gen_registers
    logic [KeySlots-1:0] flags_q;

    assign busy_o = 1'b0;

    for (genvar n = 0; n < Queries; n++) begin : gen_query
      assign flag_o[n] =
          1'(flags_q >> ((KeySlots == 1) ? '0 : query_slot_i[SLOT_BITS*n+:SLOT_BITS]));
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        flags_q <= '0;
      end else if (clear_i) begin
        flags_q <= '0;
      end else if (write_i) begin
        flags_q[slot_i] <= flag_i;
      end
    end
  end

endmodule : roundel_slot_flags
