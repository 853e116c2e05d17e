// SPDX-License-Identifier: Apache-2.0
//
// Counts the packets in flight of each key slot, in any order of the ends, and reports when a key
// may be replaced.
//
// Interface. `begin_i`: a packet of `begin_slot_i` begins; at least 3 cycles lie between two
// beginnings. `end_i`: a packet of `end_slot_i` has ended; a packet may end in each cycle. While
// `wait_i` is high a key for `wait_slot_i` waits; both stay stable. `free_o` rises when no packet
// of the slot is in flight, at least 7 cycles after `wait_i`. A packet of the slot may begin in the
// first two cycles of `wait_i`, and not later. Reset: asynchronous. `clear_i` sets all counts to
// zero; `busy_o` is high meanwhile, for at least KeySlots cycles, and no event may come.
//
// Method. Beginnings and ends are counted in two small memories, modulo 2^CountBits; no packet of a
// slot is in flight if both counts are equal. An event reads a count in stage 1 and writes the
// next count in stage 2. An end directly behind an end of the same slot takes the count of stage 3.
// A second copy of each memory serves the comparison.

`include "roundel_contract.svh"

module roundel_slot_usage #(
  parameter int KeySlots = 4,  // a power of two
  parameter int CountBits = 10  // fewer than 2^CountBits packets are in flight
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic busy_o,

  input  logic begin_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] begin_slot_i,
  input  logic end_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] end_slot_i,

  input  logic wait_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] wait_slot_i,
  output logic free_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORDS = (KeySlots < 2) ? 2 : KeySlots;
  localparam int SETTLED = 6;  // cycles from the last beginning to the comparison of the count

  logic clearing;
  logic [SLOT_BITS-1:0] clear_index;
  assign busy_o = clearing;

  roundel_memory_clear #(.Words(WORDS)) u_wipe (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(clearing),
    .index_o(clear_index)
  );

  // Stages 1 to 3 of an event.
  logic begin_1_q, begin_2_q, end_1_q, end_2_q, same_2_q;
  logic [SLOT_BITS-1:0] begin_slot_1_q, begin_slot_2_q, end_slot_1_q, end_slot_2_q;
  logic [CountBits-1:0] begun, over, begun_2_q, over_2_q, over_3_q, over_next;
  assign over_next = (same_2_q ? over_3_q : over_2_q) + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {begin_1_q, begin_2_q, end_1_q, end_2_q} <= '0;
    end else if (clear_i) begin
      {begin_1_q, begin_2_q, end_1_q, end_2_q} <= '0;
    end else begin
      {begin_1_q, begin_2_q, end_1_q, end_2_q} <= {begin_i, begin_1_q, end_i, end_1_q};
    end
  end
  always_ff @(posedge clk_i) begin
    begin_slot_1_q <= begin_slot_i;
    begin_slot_2_q <= begin_slot_1_q;
    begun_2_q <= begun;
    end_slot_1_q <= end_slot_i;
    end_slot_2_q <= end_slot_1_q;
    over_2_q <= over;
    over_3_q <= over_next;
    same_2_q <= end_2_q && end_slot_2_q == end_slot_1_q;
  end

  logic [CountBits-1:0] begun_now, over_now, begun_q, over_q;

  for (genvar copy = 0; copy < 2; copy++) begin : gen_copy
    logic [SLOT_BITS-1:0] begun_index, over_index;
    logic [CountBits-1:0] begun_word, over_word;

    roundel_lut_ram #(.Words(WORDS), .Width(CountBits)) u_begun (
      .clk_i,
      .write_i(begin_2_q || clearing),
      .write_index_i(clearing ? clear_index : begin_slot_2_q),
      .write_word_i(clearing ? '0 : begun_2_q + 1'b1),
      .read_index_i(begun_index),
      .word_o(begun_word)
    );
    roundel_lut_ram #(.Words(WORDS), .Width(CountBits)) u_over (
      .clk_i,
      .write_i(end_2_q || clearing),
      .write_index_i(clearing ? clear_index : end_slot_2_q),
      .write_word_i(clearing ? '0 : over_next),
      .read_index_i(over_index),
      .word_o(over_word)
    );

    if (copy == 0) begin : gen_count
      assign begun_index = begin_slot_1_q;
      assign over_index = end_slot_1_q;
      assign begun = begun_word;
      assign over = over_word;
    end else begin : gen_compare
      assign begun_index = wait_slot_i;
      assign over_index = wait_slot_i;
      assign begun_now = begun_word;
      assign over_now = over_word;
    end
  end

  logic [SETTLED-1:0] waited_q;  // wait_i of the last cycles
  logic even_q;  // the counts of one cycle ago were equal
  logic free_q;
  assign free_o = free_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waited_q <= '0;
      free_q <= 1'b0;
    end else if (clear_i || !wait_i) begin
      waited_q <= '0;
      free_q <= 1'b0;
    end else begin
      waited_q <= {waited_q[SETTLED-2:0], 1'b1};
      free_q <= waited_q[SETTLED-1] && even_q;
    end
  end
  always_ff @(posedge clk_i) begin
    begun_q <= begun_now;
    over_q <= over_now;
    even_q <= begun_q == over_q;
  end

  // No event while the counts are cleared.
  `ROUNDEL_CONTRACT(no_event_while_busy, clk_i, rst_ni, !busy_o || clear_i || !(begin_i || end_i))

endmodule : roundel_slot_usage
