// SPDX-License-Identifier: Apache-2.0
//
// Proves two statements about roundel_slot_usage, unbounded, for any packets, with clears at any
// time:
//
// - While a key waits, `free_o` is high only if no packet of the slot is in flight.
// - `free_o` is high if the key has waited for 12 cycles and the slot had no packet in the last 6
//   cycles.
//
// Method. Registers of the proof count the packets in flight of one arbitrary slot, the watched
// slot. Two packets of the watched slot may end in successive cycles, and packets of other slots
// in between.
//
// Assumptions: the interface of roundel_slot_usage. At least 3 cycles lie between two beginnings.
// Fewer than 2^CountBits packets of a slot are in flight. A packet ends after the cycle of its
// beginning. A packet of the slot begins in the first two cycles of a wait, and not later.

module prove_slot_usage #(
  parameter int KeySlots = 2,
  parameter int CountBits = 2
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic begin_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] begin_slot_i,
  input logic end_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] end_slot_i,
  input logic wait_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] wait_slot_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] watched_i
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);

  logic busy, free;

  roundel_slot_usage #(
    .KeySlots(KeySlots),
    .CountBits(CountBits)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .begin_i(begin_i),
    .begin_slot_i(begin_slot_i),
    .end_i(end_i),
    .end_slot_i(end_slot_i),
    .wait_i(wait_i),
    .wait_slot_i(wait_slot_i),
    .free_o(free)
  );

  logic started_q = 1'b0;
  logic [SLOT_BITS-1:0] watched_q, wait_slot_q;
  logic [CountBits-1:0] flight_q;  // packets of the watched slot
  logic [1:0] began_q;  // bit k: a packet began k + 1 cycles ago
  logic [3:0] waited_q;  // cycles of the wait, at most 12
  logic [2:0] none_q;  // cycles without a packet of the watched slot, at most 6
  logic over_q;  // a packet of the watched slot has ended
  logic begins, ends, waits;
  assign begins = begin_i && begin_slot_i == watched_q;
  assign ends = end_i && end_slot_i == watched_q;
  assign waits = wait_i && wait_slot_i == watched_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    watched_q <= started_q ? watched_q : watched_i;
    wait_slot_q <= wait_slot_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {flight_q, began_q, waited_q, none_q, over_q} <= '0;
    end else if (clear_i) begin
      {flight_q, began_q, waited_q, none_q, over_q} <= '0;
    end else begin
      over_q <= over_q || ends;
      flight_q <= flight_q + CountBits'(begins) - CountBits'(ends);
      began_q <= {began_q[0], begin_i};
      waited_q <= !wait_i ? 4'd0 : (waited_q == 4'd12) ? 4'd12 : waited_q + 4'd1;
      none_q <= none_q + 3'(none_q != 3'd6);
      if (flight_q != '0 || begins || busy) none_q <= 3'd0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || clear_i) assume (!begin_i && !end_i);
    if (began_q != '0) assume (!begin_i);
    if (flight_q == '1) assume (!begins);
    if (flight_q == '0) assume (!ends);
    if (waited_q != '0 && wait_i) assume (wait_slot_i == wait_slot_q);
    if (waited_q >= 4'd2 && waits) assume (!begins);
    if (started_q && rst_ni && !busy) begin
      if (waits && free) assert (flight_q == '0);
      if (waits && waited_q == 4'd12 && none_q == 3'd6) assert (free);
    end
    ended: cover (started_q && rst_ni && waits && free && over_q);
    full: cover (started_q && rst_ni && waits && waited_q == 4'd12 && flight_q == '1);
  end

endmodule : prove_slot_usage
