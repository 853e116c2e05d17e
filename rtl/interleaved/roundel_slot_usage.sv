// SPDX-License-Identifier: Apache-2.0
//
// Counts the packets under way of each key slot, which may end in any order, and holds a key back
// until none of its slot is.
//
// `begin_i`: a packet of `begin_slot_i` begins; three cycles or more lie from one to the next.
// `end_i`: one of `end_slot_i` is over; one may end in each cycle. `wait_i` with `wait_slot_i`,
// held: a key waits, and no packet of its slot begins any more, but for one that begins in this
// cycle or the next; `free_o` when none is under way.
//
// Method. Begun and over are counted apart, each in a small memory, modulo more than can be under
// way; of an even slot none is.

module roundel_slot_usage #(
  parameter int KeySlots = 4,
  parameter int CountBits = 10  // fewer than 2 to this power packets are under way
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic                                     clear_i,
  output logic                                     busy_o,  // KeySlots cycles or more: no event

  input  logic                                     begin_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] begin_slot_i,
  input  logic                                     end_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] end_slot_i,

  input  logic                                     wait_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] wait_slot_i,
  output logic                                     free_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORDS = (KeySlots < 2) ? 2 : KeySlots;
  localparam int SETTLED = 6;  // cycles in which what has begun is counted and compared

  logic wipe;
  logic [SLOT_BITS-1:0] wipe_index;
  assign busy_o = wipe;

  roundel_memory_clear #(
    .Words(WORDS)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // An event: in the first cycle its count is read, in the second one more is written. An event
  // right behind one of the same slot takes the count from there.
  logic begin_1, begin_2, end_1, end_2, same_2;
  logic [SLOT_BITS-1:0] begin_slot_1, begin_slot_2, end_slot_1, end_slot_2;
  logic [CountBits-1:0] begun, over, begun_2, over_2, over_3, over_next;
  assign over_next = (same_2 ? over_3 : over_2) + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {begin_1, begin_2, end_1, end_2} <= '0;
    end else if (clear_i) begin
      {begin_1, begin_2, end_1, end_2} <= '0;
    end else begin
      {begin_1, begin_2, end_1, end_2} <= {begin_i, begin_1, end_i, end_1};
    end
  end
  always_ff @(posedge clk_i) begin
    begin_slot_1 <= begin_slot_i;
    begin_slot_2 <= begin_slot_1;
    begun_2 <= begun;
    end_slot_1 <= end_slot_i;
    end_slot_2 <= end_slot_1;
    over_2 <= over;
    over_3 <= over_next;
    same_2 <= end_2 && end_slot_2 == end_slot_1;
  end

  // Each twice: to count, and to compare.
  logic [CountBits-1:0] begun_now, over_now, begun_q, over_q;

  for (genvar copy = 0; copy < 2; copy++) begin : gen_copy
    logic [SLOT_BITS-1:0] begun_index, over_index;
    logic [CountBits-1:0] begun_word, over_word;

    roundel_lut_ram #(
      .Words(WORDS),
      .Width(CountBits)
    ) u_begun (
      .clk_i(clk_i),
      .write_i(begin_2 || wipe),
      .write_index_i(wipe ? wipe_index : begin_slot_2),
      .write_word_i(wipe ? '0 : begun_2 + 1'b1),
      .read_index_i(begun_index),
      .word_o(begun_word)
    );
    roundel_lut_ram #(
      .Words(WORDS),
      .Width(CountBits)
    ) u_over (
      .clk_i(clk_i),
      .write_i(end_2 || wipe),
      .write_index_i(wipe ? wipe_index : end_slot_2),
      .write_word_i(wipe ? '0 : over_next),
      .read_index_i(over_index),
      .word_o(over_word)
    );

    if (copy == 0) begin : gen_count
      assign begun_index = begin_slot_1;
      assign over_index = end_slot_1;
      assign begun = begun_word;
      assign over = over_word;
    end else begin : gen_compare
      assign begun_index = wait_slot_i;
      assign over_index = wait_slot_i;
      assign begun_now = begun_word;
      assign over_now = over_word;
    end
  end

  logic [SETTLED-1:0] waited_q;
  logic even_q, free_q;
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

endmodule : roundel_slot_usage
