// SPDX-License-Identifier: Apache-2.0
//
// Passes a key to the mode only while no packet uses the key's slot: a packet has the same key from
// the first byte to the last byte.
//
// Interface. Keys: valid and ready; the slot stays stable while the key waits, and the key may be
// withdrawn. A key arrives in its first cycle of `key_valid_i`. A key is for the commands taken
// after the cycle of the key's arrival. The key passes to the mode at the earliest six cycles after
// the arrival. `key_ready_o` depends combinationally on `mode_ready_i`, and `mode_valid_o` on
// `key_valid_i`. The guard counts three pulses per packet: `taken_i` (command taken), `begin_i`
// (packet decided) and `done_i` (packet ended). Steps of a key:
//
//   - wait: every packet with an earlier command must first begin.
//   - shut: the slot leaves `ready_o` and enters `loading_o`; no packet of the slot begins.
//   - pass: when all packets before the key have ended, the key goes to the mode (`mode_valid_o`).
//   - open: the slot returns to `ready_o` when the mode raises `mode_slot_ready_i`. With
//     `key_clear_i` the slot leaves `loading_o` and stays empty. If the user withdraws the key, the
//     slot returns to its former state, with a key or empty.
//
// An empty slot takes the same steps, with a key as with `key_clear_i`.
//
// Packets of other slots run in all steps. Rules for the user:
//   - `begin_i` and `taken_i` of the same packet are at least two cycles apart, and two
//     `begin_i` as well.
//   - With more than 256 slots `ready_o` and `loading_o` have one bit, the state of slot
//     `query_slot_i` in the same cycle. `mode_slot_ready_i` has one bit: the slot of the key that
//     passed last is ready.
//   - For each packet the user has sampled `ready_o` and `loading_o` 1 cycle earlier. Slot in
//     `ready_o`: the packet begins. Slot in `loading_o`: the packet waits. Slot in neither: no key
//     is loaded, and the packet begins as a refused packet.
//   - The user begins no packet in a cycle with `pause_o`.
//   - The mode takes no key in the cycle after a key. From the second cycle after a key on the mode
//     shows the slot as not ready until the key is loaded.
//   - `stop_i` is high in the cycle before `clear_i` if the mode is cleared 1 cycle after its user:
//     a key may pass in the cycle of `stop_i`, but not in the next cycle. A user that clears the
//     guard and the mode in the same cycle ties `stop_i` to 0.
//
// `pause_o` is high while the counts are not yet valid for a new key, and in the first cycle of a
// shut slot. While a key waits, `pause_o` is also high in the cycle after the begin of a packet.
// A reset (asynchronous) and `clear_i` forget all packets and the waiting key.
//
// Method. Counts are only compared for equality, so they are states of
// roundel_prim_pkg::next_count, which need no carry chain. The step of the waiting key is a row of
// flags. The flags rise from left to right, each at least 1 cycle after the flag on its left, and
// fall when the key has passed or is withdrawn:
//
//   | step | seen | marked | settling | settled | shutting | closed | next                      |
//   |------|------|--------|----------|---------|----------|--------|---------------------------|
//   | none | 0    | 0      | 0        | 0       | 0        | 0      | `key_valid_i`             |
//   | wait | 1    | 0 or 1 | 0 or 1   | 0       | 0        | 0      | 1 flag rises in a cycle   |
//   | wait | 1    | 1      | 1        | 1       | 0        | 0      | the last packet has begun |
//   | shut | 1    | 1      | 1        | 1       | 1        | 0      | the last packet has ended |
//   | pass | 1    | 1      | 1        | 1       | 1        | 1      | the key passes: passed_q  |
//
// After the key has passed, loading_q holds the slot until the mode shows the slot as ready.
// The flags replace an enum, because a test of a step then reads 1 register. The guard was among
// the latest paths of a GCM design at 218.9 MHz (docs/log/gcm.md): the handshake of a key took 4.11
// ns, the comparison of packets 4.03 ns.
//
// Limits. Fewer than 2^CountBits packets are in flight (from `taken_i` to `done_i`), because counts
// are modulo 2^CountBits. The guard holds no key.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_key_guard #(
  parameter int KeySlots = 4,  // a power of two
  parameter int CountBits = 10  // 3 to 12; fewer than 2^CountBits packets are in flight
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic                                     clear_i,
  input  logic                                     stop_i,

  input  logic                                     key_valid_i,
  output logic                                     key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                                     key_clear_i,  // the slot becomes empty

  output logic                                     mode_valid_o,
  input  logic                                     mode_ready_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready_i,

  input  logic                                     taken_i,
  input  logic                                     begin_i,
  input  logic                                     done_i,

  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_i,
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] ready_o,
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] loading_o,
  output logic                                     pause_o
);

  `ROUNDEL_REFUSE(roundel_error_count_bits_of_key_guard_must_be_3_to_12,
                  CountBits < 3 || CountBits > roundel_prim_pkg::MAX_COUNT_BITS)

  // Numbers of taken commands, of begun packets and of ended packets; and the number of packets
  // whose commands came before the key.
  logic [CountBits-1:0] taken_q, taken_next, begun_q, done_q, mark_q;
  logic [CountBits-1:0] begun_next_q;  // the count after begun_q, for a comparison
  logic taken_late_q, begin_late_q, done_late_q;  // the pulses of 1 cycle ago, not yet counted
  logic clear_q, pause_q;
  logic shuts;  // the slot is shut from the next cycle on
  logic seen_q;  // a key waited 1 cycle ago
  logic marked_q;  // mark_q is valid
  logic settling_q, settled_q;  // begun_all_q is for mark_q, in 1 cycle; now
  logic begun_all_q, all_but_one_q;  // all packets before the key have begun; all but one
  logic over_q;  // all packets before the key had ended 1 cycle ago
  logic closed_q;  // the key may pass
  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_q;  // key_slot_i 1 cycle ago
  logic shutting_q, shutting_d;  // the slot of the waiting key is shut
  logic wiping;  // the flags of the slots are cleared: no key passes
  logic over;  // the key is taken or withdrawn
  logic passed_q, loads_q;  // a key passed 1 cycle ago; it was not the clearing of a slot

  // While the flags are cleared, packets of other slots may end and the count leaves mark_q behind:
  // closed_q remembers that the packets before the key have ended.
  assign mode_valid_o = key_valid_i && closed_q && !wiping;
  assign key_ready_o = mode_ready_i && closed_q && !wiping;
  assign over = !key_valid_i || passed_q;
  assign shutting_d = !over && (shutting_q || shuts);
  assign pause_o = pause_q;
  assign shuts = settled_q && begun_all_q && !shutting_q;

  function automatic logic [CountBits-1:0] next_count(input logic [CountBits-1:0] count);
    next_count = CountBits'(roundel_prim_pkg::next_count(12'(count), CountBits));
  endfunction

  assign taken_next = taken_late_q ? next_count(taken_q) : taken_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= '0;
      begun_q <= '0;
      begun_next_q <= next_count('0);
      done_q <= '0;
      {taken_late_q, begin_late_q, done_late_q} <= '0;
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
      if (clear_q) begin
        taken_q <= '0;
        begun_q <= '0;
        begun_next_q <= next_count('0);
        done_q <= '0;
        {taken_late_q, begin_late_q, done_late_q} <= '0;
      end else begin
        taken_late_q <= taken_i;
        begin_late_q <= begin_i;
        done_late_q <= done_i;
        taken_q <= taken_next;
        if (begin_late_q) begin
          begun_q <= begun_next_q;
          begun_next_q <= next_count(begun_next_q);
        end
        if (done_late_q) done_q <= next_count(done_q);
      end
    end
  end

  // No reset: marked_q and passed_q say when these registers are valid.
  always_ff @(posedge clk_i) begin
    slot_q <= key_slot_i;
    loads_q <= key_valid_i && key_ready_o && !key_clear_i;
    over_q <= done_q == mark_q;
    // At least 1 cycle lies between the begins of two packets: all_but_one_q counts the packet of
    // begin_late_q correctly.
    all_but_one_q <= begun_next_q == mark_q;
    begun_all_q <= begin_late_q ? all_but_one_q : begun_q == mark_q;
    if (!marked_q) begin
      mark_q <= taken_next;
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
    end else if (clear_i) begin
      seen_q <= 1'b0;
      {marked_q, settling_q, settled_q} <= '0;
      closed_q <= 1'b0;
      shutting_q <= 1'b0;
      pause_q <= 1'b0;
      passed_q <= 1'b0;
    end else begin
      passed_q <= key_valid_i && key_ready_o;
      pause_q <= (seen_q && (begin_late_q || !settled_q)) || shuts;
      seen_q <= key_valid_i;
      marked_q <= !over && (marked_q || seen_q);
      settling_q <= !over && marked_q;
      settled_q <= !over && settling_q;
      shutting_q <= shutting_d;
      closed_q <= !over && marked_q && (closed_q || (over_q && shutting_q)) && !stop_i;
    end
  end

  // ---- The state of the slots -------------------------------------------------------------------
  if (roundel_engine_pkg::has_key_block_ram(KeySlots) == 0) begin : gen_vectors
    logic [KeySlots-1:0] chosen_q;  // the slot of the waiting key, one-hot
    logic [KeySlots-1:0] shut;
    logic [KeySlots-1:0] loading_q, loading_d;  // the mode has the key and the slot is not ready
    logic [KeySlots-1:0] ready_q, busy_q;

    assign shut = chosen_q & {KeySlots{shutting_q}};
    assign loading_d = (loading_q & ~mode_slot_ready_i) | (shut & {KeySlots{loads_q}});
    assign ready_o = ready_q;
    assign loading_o = busy_q;
    assign wiping = 1'b0;

    always_ff @(posedge clk_i) begin
      if (!marked_q) begin
        chosen_q <= KeySlots'(1) << slot_q;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        loading_q <= '0;
        ready_q <= '0;
        busy_q <= '0;
      end else if (clear_i) begin
        loading_q <= '0;
        ready_q <= '0;
        busy_q <= '0;
      end else begin
        loading_q <= loading_d;
        ready_q <= mode_slot_ready_i & ~(chosen_q & {KeySlots{shutting_q || shuts}});
        busy_q <= (chosen_q & {KeySlots{shutting_q || shuts}}) | loading_d;
      end
    end

    logic unused_query;
    assign unused_query = ^query_slot_i;
  end else begin : gen_flags
    // The mode loads one key at a time, so two slot numbers and a flag per slot replace the
    // vectors. A flag is the bit of `ready_o`, except for the slot of the waiting key.
    logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] chosen_q;  // the slot of the waiting key
    logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] loading_slot_q;  // of the key in the mode
    logic loading_q;  // the mode has the key and the slot is not ready
    logic shut_q;  // chosen_q is shut
    logic loaded;  // the slot of the key in the mode becomes ready
    logic flag, is_chosen, is_loading;

    assign loaded = loading_q && mode_slot_ready_i;
    assign is_chosen = shut_q && query_slot_i == chosen_q;
    assign is_loading = loading_q && query_slot_i == loading_slot_q;
    assign ready_o = flag && !is_chosen && !is_loading;
    assign loading_o = is_chosen || is_loading;

    // A key that passed clears the flag of its slot a cycle later: a key passes at the earliest in
    // the cycle in which the previous key's slot becomes ready.
    roundel_slot_flags #(.KeySlots(KeySlots), .InRam(1'b1)) u_flags (
      .clk_i, .rst_ni, .clear_i,
      .busy_o(wiping),
      .write_i(loaded || passed_q),
      .slot_i(loaded ? loading_slot_q : chosen_q),
      .flag_i(loaded),
      .query_slot_i,
      .flag_o(flag)
    );

    always_ff @(posedge clk_i) begin
      if (!marked_q) begin
        chosen_q <= slot_q;
      end
      if (loads_q && shutting_q) begin
        loading_slot_q <= chosen_q;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        loading_q <= 1'b0;
        shut_q <= 1'b0;
      end else if (clear_i) begin
        loading_q <= 1'b0;
        shut_q <= 1'b0;
      end else begin
        loading_q <= (loads_q && shutting_q) || (loading_q && !mode_slot_ready_i);
        shut_q <= shutting_q || shuts;
      end
    end

    `ROUNDEL_CONTRACT(one_write, clk_i, rst_ni, clear_i || !loaded || !passed_q)
  end

`ifndef ROUNDEL_NO_CONTRACTS
  // The bits of the waiting key's slot in ready_o and loading_o.
  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] status_index;
  logic waiting_ready, waiting_loading;
  assign waiting_ready = 1'(ready_o >> status_index);
  assign waiting_loading = 1'(loading_o >> status_index);
  assign status_index = (roundel_engine_pkg::has_key_block_ram(KeySlots) != 0) ? '0 : key_slot_i;
`endif  // ROUNDEL_NO_CONTRACTS

  // Rules for the user. In the first cycle of a clear the pulses of 1 cycle ago still count.
  `ROUNDEL_CONTRACT(begins_two_cycles_apart, clk_i, rst_ni, clear_q || !(begin_i && begin_late_q))
  `ROUNDEL_CONTRACT(begin_after_command, clk_i, rst_ni, clear_q || !begin_i
      || taken_q != (begin_late_q ? begun_next_q : begun_q))
  `ROUNDEL_CONTRACT(no_key_after_key, clk_i, rst_ni, !passed_q || !key_valid_i || !key_ready_o)
  // The mode gets a key only for a slot that is shut and reported as loading.
  `ROUNDEL_CONTRACT(key_of_shut_slot, clk_i, rst_ni, !mode_valid_o || passed_q
      || (roundel_engine_pkg::has_key_block_ram(KeySlots) != 0 && query_slot_i != key_slot_i)
      || (!waiting_ready && waiting_loading))

endmodule : roundel_key_guard
