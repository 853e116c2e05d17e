// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_key_guard passes a key to the mode only while no packet of the key's slot is
// in the mode. No packet of the slot begins until the mode has the key.
//
// A key waits for all commands accepted before the key's arrival. A packet of the slot with a later
// command begins after the key, or is refused as a packet without a key. Unbounded, with clears and
// withdrawn keys at any time.
//
// Assumptions on packets. Packets begin and end in the order of their commands. A packet begins two
// or more cycles after its command, not in the cycle after another packet, and not during
// `pause_o`. In the cycle before, `ready_o` has the slot, or neither `ready_o` nor `busy_o` has the
// slot. Nothing happens in the cycle after a clear.
//
// Assumptions with Interleaved. Packets begin as in roundel_interleaved_commands: three cycles
// apart, and four cycles after their commands. A packet depends on `pause_o` of the previous cycle;
// a bad command depends on no output. Packets end in any order (roundel_slot_usage counts these);
// here a packet ends in its first cycle.
//
// The proof watches one arbitrary packet. The mode takes a key in any cycle except the cycle after
// a key, and the key's slot stays ready for one more cycle.

module prove_packet_keys #(
  parameter int CountBits = 3,
  parameter int Interleaved = 0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic stop_i,
  input logic key_valid_i,
  input logic key_slot_i,
  input logic key_clear_i,
  input logic mode_ready_i,
  input logic taken_i,
  input logic begin_i,
  input logic begin_slot_i,
  input logic begin_bad_i,
  input logic watch_i,
  input logic done_i
);

  logic key_ready, mode_valid, pause;
  logic [1:0] ready, busy, mode_slot_ready_q, seen_q, busy_seen_q;
  logic cleared_q, passed_q, passed_slot_q, passed_keeps_q;
  logic [CountBits-1:0] taken_q, late_q, later_q, latest_q, begun_q, done_q, watched_q;
  logic began_before_q, paused_q, bad, over;
  logic began_q, watching_q, watched_slot_q;
  logic waits_q, slot_q;
  logic came;  // a key arrives
  logic [1:0] loading_q;  // slots whose key the mode has taken while the slot is not ready
  logic [CountBits-1:0] earlier_q;  // commands before the key that have not begun a packet

  roundel_key_guard #(
    .KeySlots(2),
    .CountBits(CountBits)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .stop_i(stop_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .mode_valid_o(mode_valid),
    .mode_ready_i(mode_ready_i),
    .mode_slot_ready_i(mode_slot_ready_q),
    .query_slot_i(1'b0),
    .taken_i(taken_i),
    .begin_i(begin_i),
    .done_i(over),
    .ready_o(ready),
    .loading_o(busy),
    .pause_o(pause)
  );

  // Probes of u_dut: its packet counts, one cycle old, and the packet number at which all earlier
  // packets must have ended.
  logic [CountBits-1:0] counted_taken, counted_begun, counted_next, counted_done, mark;
  logic clearing, marked;
  logic [CountBits-1:0] begun_before_q, done_before_q;  // begun_q and done_q of a cycle ago

  // The number of packets that a count of u_dut stands for.
  function automatic logic [CountBits-1:0] number(input logic [CountBits-1:0] count);
    logic [CountBits-1:0] state;
    state = '0;
    number = '0;
    for (int i = 0; i < 1 << CountBits; i++) begin
      if (state == count) number = CountBits'(i);
      state = CountBits'(roundel_prim_pkg::next_count(12'(state), CountBits));
    end
  endfunction

  logic stopped_q;  // stop_i of the previous cycle
  logic started_q = 1'b0;
  logic taken;
  assign taken = mode_valid && mode_ready_i;
  assign came = key_valid_i && !waits_q;
  assign bad = Interleaved != 0 && begin_bad_i;
  assign over = (Interleaved != 0) ? begin_i : done_i;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= clear_i || !rst_ni;
    stopped_q <= stop_i && rst_ni;
    seen_q <= ready;
    busy_seen_q <= busy;
    paused_q <= pause;
    began_before_q <= began_q;
    later_q <= late_q;
    latest_q <= later_q;
    begun_before_q <= begun_q;
    done_before_q <= done_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {taken_q, late_q, begun_q, done_q, watched_q} <= '0;
      {began_q, watching_q, watched_slot_q, waits_q, slot_q} <= '0;
      {passed_q, passed_slot_q, passed_keeps_q, loading_q} <= '0;
      mode_slot_ready_q <= '0;
    end else if (clear_i) begin
      {taken_q, late_q, begun_q, done_q, watched_q} <= '0;
      {began_q, watching_q, watched_slot_q, waits_q, slot_q} <= '0;
      {passed_q, passed_slot_q, passed_keeps_q, loading_q} <= '0;
      mode_slot_ready_q <= '0;
    end else begin
      taken_q <= taken_q + CountBits'(taken_i);
      late_q <= taken_q;
      begun_q <= begun_q + CountBits'(begin_i);
      done_q <= done_q + CountBits'(over);
      began_q <= begin_i;
      waits_q <= key_valid_i && !taken;
      slot_q <= key_slot_i;
      if (came) earlier_q <= waiting + CountBits'(taken_i) - CountBits'(begin_i);
      else if (begin_i && earlier_q != '0) earlier_q <= earlier_q - 1'b1;
      if (begin_i && watch_i && !watching_q && Interleaved == 0) begin
        watching_q <= 1'b1;
        watched_q <= begun_q;
        watched_slot_q <= begin_slot_i;
      end else if (over && done_q == watched_q) begin
        watching_q <= 1'b0;
      end
      // The mode chooses when a slot is ready, but a slot without a key or with a new key is not.
      for (int i = 0; i < 2; i++) begin
        if (passed_q && passed_slot_q == i[0]) loading_q[i] <= passed_keeps_q;
        else if (mode_slot_ready_q[i]) loading_q[i] <= 1'b0;
      end
      passed_keeps_q <= !key_clear_i;
      passed_q <= taken;
      passed_slot_q <= key_slot_i;
      if (passed_q) mode_slot_ready_q[passed_slot_q] <= 1'b0;
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
    if (late_q == begun_q || waiting == '0 || began_q) assume (!begin_i);
    if (!bad && !seen_q[begin_slot_i] && busy_seen_q[begin_slot_i]) assume (!begin_i);
    if (Interleaved == 0) begin
      if (pause) assume (!begin_i);
    end else begin
      if (paused_q && !bad) assume (!begin_i);
      if (began_before_q || later_q == begun_q || latest_q == begun_q) assume (!begin_i);
    end
    if (passed_q) assume (!mode_ready_i);
    if (stopped_q) assume (clear_i);
    if (cleared_q) assume (!taken_i && !begin_i && !done_i);
    if (begun_q == done_q && Interleaved == 0) assume (!done_i);
    if (started_q && rst_ni) begin
      if (mode_valid && !passed_q && watching_q) assert (watched_slot_q != key_slot_i);
      if (mode_valid && !passed_q) assert (!ready[key_slot_i] && busy[key_slot_i]);
      if (waits_q && key_valid_i && begin_i && !bad && begin_slot_i == key_slot_i) begin
        assert (earlier_q != '0);
      end
      if (stopped_q) assert (!mode_valid && (!key_ready || !key_valid_i));
      if (waits_q && mode_valid) assert (earlier_q == '0);
      if (begin_i && !bad) assert (!loading_q[begin_slot_i]);
      // Invariant that shortens pdr: u_dut's counts equal this top's counts of one cycle earlier.
      if (!clearing) begin
        assert (number(counted_taken) == late_q);
        assert (number(counted_begun) == begun_before_q);
        assert (number(counted_next) == begun_before_q + 1'b1);
        assert (number(counted_done) == done_before_q);
      end
      if (waits_q && marked && earlier_q != '0) assert (number(mark) == begun_q + earlier_q);
      assert (key_ready == (mode_ready_i && mode_valid) || !key_valid_i);
    end
    other: cover (started_q && rst_ni && mode_valid && (watching_q || Interleaved != 0));
    ended: cover (started_q && rst_ni && taken && done_q == CountBits'(3));
  end

endmodule : prove_packet_keys
