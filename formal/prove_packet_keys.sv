// SPDX-License-Identifier: Apache-2.0
//
// aes_packet_keys: a key reaches the mode only while no packet of its slot is under way, and none of
// that slot begins until the mode has it. For ever, with clears and withdrawn keys at any time.
//
// Packets begin in the order of their commands, two cycles or more after these and no two in
// adjacent cycles, and only with their slot in `ready_o`; they end in that order. One of them, any,
// is watched. The mode takes a key at any time.

module prove_packet_keys #(
  parameter int CountBits = 3
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic key_valid_i,
  input logic key_slot_i,
  input logic key_clear_i,
  input logic mode_ready_i,
  input logic taken_i,
  input logic begin_i,
  input logic begin_slot_i,
  input logic watch_i,
  input logic done_i
);

  logic key_ready, mode_valid;
  logic [1:0] ready, busy, mode_slot_ready_q;
  logic [CountBits-1:0] taken_q, late_q, begun_q, done_q, watched_q;
  logic began_q, watching_q, watched_slot_q;
  logic waits_q, slot_q;

  aes_packet_keys #(
    .KeySlots(2),
    .CountBits(CountBits)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .mode_valid_o(mode_valid),
    .mode_ready_i(mode_ready_i),
    .mode_slot_ready_i(mode_slot_ready_q),
    .taken_i(taken_i),
    .begin_i(begin_i),
    .done_i(done_i),
    .ready_o(ready),
    .busy_o(busy)
  );

  logic started_q = 1'b0;
  logic taken;
  assign taken = mode_valid && mode_ready_i;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {taken_q, late_q, begun_q, done_q, watched_q} <= '0;
      {began_q, watching_q, watched_slot_q, waits_q, slot_q} <= '0;
      mode_slot_ready_q <= '0;
    end else if (clear_i) begin
      {taken_q, late_q, begun_q, done_q, watched_q} <= '0;
      {began_q, watching_q, watched_slot_q, waits_q, slot_q} <= '0;
      mode_slot_ready_q <= '0;
    end else begin
      taken_q <= taken_q + CountBits'(taken_i);
      late_q <= taken_q;
      begun_q <= begun_q + CountBits'(begin_i);
      done_q <= done_q + CountBits'(done_i);
      began_q <= begin_i;
      waits_q <= key_valid_i && !taken;
      slot_q <= key_slot_i;
      if (begin_i && watch_i && !watching_q) begin
        watching_q <= 1'b1;
        watched_q <= begun_q;
        watched_slot_q <= begin_slot_i;
      end else if (done_i && done_q == watched_q) begin
        watching_q <= 1'b0;
      end
      // A slot is ready or not as the mode likes, but not while it has no key, or a new one.
      if (taken) mode_slot_ready_q[key_slot_i] <= 1'b0;
      else if (!key_valid_i && watch_i) mode_slot_ready_q[key_slot_i] <= 1'b1;
    end
  end

  logic [CountBits-1:0] waiting, under_way;
  assign waiting = taken_q - begun_q;
  assign under_way = taken_q - done_q;

  always_comb begin
    assume (started_q || !rst_ni);
    if (waits_q && key_valid_i) assume (key_slot_i == slot_q);
    if (under_way == '1) assume (!taken_i);
    if (late_q == begun_q || waiting == '0 || began_q || !ready[begin_slot_i]) assume (!begin_i);
    if (begun_q == done_q) assume (!done_i);
    if (started_q && rst_ni) begin
      if (mode_valid && watching_q) assert (watched_slot_q != key_slot_i);
      if (mode_valid) assert (!ready[key_slot_i] && busy[key_slot_i]);
      assert (key_ready == (mode_ready_i && mode_valid) || !key_valid_i);
    end
    other: cover (started_q && rst_ni && mode_valid && watching_q);
    ended: cover (started_q && rst_ni && taken && done_q == CountBits'(3));
  end

endmodule : prove_packet_keys
