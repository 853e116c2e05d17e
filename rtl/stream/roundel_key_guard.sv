// SPDX-License-Identifier: Apache-2.0
//
// Lets a key into a mode only when no packet uses its slot, so that a packet has one key from its
// first byte to its last: the one that was there when its command was taken.
//
// A key that waits (`key_valid_i`) is for the commands that are taken from the next cycle on. When
// all commands of before have become packets (`begin_i`), the slot's bit leaves `ready_o` and is in
// `busy_o`: no packet of it begins. When those packets are over (`done_i`) the key goes on to the
// mode (`mode_valid_o`); packets of other slots go on meanwhile. The slot's bit is back in
// `ready_o` when the mode says so, or if the key is withdrawn. Of a key that the mode has taken it
// hears here a cycle late: the mode takes none in the next cycle, and says in
// `mode_slot_ready_i` at the latest from the one after that that the slot is not ready.
//
// `stop_i` is for a cycle in front of one with `clear_i`, in which no key goes on then.
//
// Between a begin_i and the next lies a cycle or more, and between a command's and its taken_i.
// Packets are counted a cycle late, and who begins one has looked at the slots a cycle before. So
// none may begin while `pause_o`: one cycle behind another, where a key waits, in its first cycles,
// and in the first one in which its slot is shut.

module roundel_key_guard #(
  parameter int KeySlots = 4,
  parameter int CountBits = 10  // fewer than 2 to this power packets are under way
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic                                     clear_i,
  input  logic                                     stop_i,

  input  logic                                     key_valid_i,
  output logic                                     key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                                     key_clear_i,

  output logic                                     mode_valid_o,
  input  logic                                     mode_ready_i,
  input  logic [                     KeySlots-1:0] mode_slot_ready_i,

  input  logic                                     taken_i,  // a command is taken
  input  logic                                     begin_i,  // a packet begins
  input  logic                                     done_i,  // a packet is over

  output logic [                     KeySlots-1:0] ready_o,
  output logic [                     KeySlots-1:0] busy_o,  // a key is on its way
  output logic                                     pause_o
);

  // Packets are counted as they begin and as they end, modulo more than can be under way.
  logic [CountBits-1:0] taken_q, begun_q, done_q, mark_q;
  logic taken_late_q, begin_late_q, done_late_q;
  logic clear_q, pause_q;
  logic shuts;  // the slot is shut from the next cycle on
  logic seen_q;  // a key waits
  logic marked_q;  // for as many packets as the mark says
  logic settling_q, settled_q;  // as of a cycle ago, and of two: begun_all_q holds for the mark
  logic begun_all_q, all_but_one_q;  // of those packets, packets that begin late counted
  logic over_q;  // those packets were over a cycle ago
  logic closed_q;  // the key may go on
  logic [KeySlots-1:0] chosen_q, shut;  // the slot of a key that waits, as a mask; it is shut
  logic shutting_q;
  logic [KeySlots-1:0] loading_q, loading_d;  // whose key the mode has and is not ready with
  logic [KeySlots-1:0] ready_q, busy_q;  // as the state of the next cycle is, and of this one
  logic shutting_d, over;
  logic passed_q, loads_q;  // to the mode, a cycle ago; not to clear a slot

  assign mode_valid_o = key_valid_i && closed_q;
  assign key_ready_o = mode_ready_i && closed_q;
  assign shut = chosen_q & {KeySlots{shutting_q}};
  assign over = !key_valid_i || passed_q;
  assign shutting_d = !over && (shutting_q || shuts);
  assign loading_d = (loading_q & ~mode_slot_ready_i) | (shut & {KeySlots{loads_q}});
  assign ready_o = ready_q;
  assign busy_o = busy_q;
  assign pause_o = pause_q;
  assign shuts = settled_q && begun_all_q && !shutting_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= '0;
      begun_q <= '0;
      done_q <= '0;
      {taken_late_q, begin_late_q, done_late_q} <= '0;
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
      if (clear_q) begin
        taken_q <= '0;
        begun_q <= '0;
        done_q <= '0;
        {taken_late_q, begin_late_q, done_late_q} <= '0;
      end else begin
        taken_late_q <= taken_i;
        begin_late_q <= begin_i;
        done_late_q <= done_i;
        taken_q <= taken_q + CountBits'(taken_late_q);
        begun_q <= begun_q + CountBits'(begin_late_q);
        done_q <= done_q + CountBits'(done_late_q);
      end
    end
  end

  // No reset: what is marked and what is taken says when they are read.
  always_ff @(posedge clk_i) begin
    loads_q <= key_valid_i && key_ready_o && !key_clear_i;
    over_q <= done_q == mark_q;
    // Between two that begin lies a cycle, so the second is of the cycle before.
    all_but_one_q <= begun_q + 1'b1 == mark_q;
    begun_all_q <= begin_late_q ? all_but_one_q : begun_q == mark_q;
    if (!marked_q) begin
      mark_q <= taken_q + CountBits'(taken_late_q);
      chosen_q <= KeySlots'(1) << key_slot_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= 1'b0;
      {marked_q, settling_q, settled_q} <= '0;
      closed_q <= 1'b0;
      shutting_q <= 1'b0;
      pause_q <= 1'b0;
      passed_q <= 1'b0;
      loading_q <= '0;
      ready_q <= '0;
      busy_q <= '0;
    end else if (clear_i) begin
      seen_q <= 1'b0;
      {marked_q, settling_q, settled_q} <= '0;
      closed_q <= 1'b0;
      shutting_q <= 1'b0;
      pause_q <= 1'b0;
      passed_q <= 1'b0;
      loading_q <= '0;
      ready_q <= '0;
      busy_q <= '0;
    end else begin
      passed_q <= key_valid_i && key_ready_o;
      pause_q <= (seen_q && (begin_late_q || !settled_q)) || shuts;
      loading_q <= loading_d;
      ready_q <= mode_slot_ready_i & ~(chosen_q & {KeySlots{shutting_q || shuts}});
      busy_q <= (chosen_q & {KeySlots{shutting_q || shuts}}) | loading_d;
      seen_q <= key_valid_i;
      marked_q <= !over && (marked_q || seen_q);
      settling_q <= !over && marked_q;
      settled_q <= !over && settling_q;
      shutting_q <= shutting_d;
      closed_q <= !over && marked_q && (closed_q || (over_q && shutting_q)) && !stop_i;
    end
  end

endmodule : roundel_key_guard
