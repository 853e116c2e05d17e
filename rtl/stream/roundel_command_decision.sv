// SPDX-License-Identifier: Apache-2.0
//
// Decides whether the packet of a command begins or is refused, and holds the command until it is
// passed on.
//
// Interface. `load_i` copies the input into the register of this module: a command if `valid_i`,
// else nothing. The user may load in a cycle with `room_o`. The command is decided in a cycle with
// `waiting_o` and `decide_i`, not earlier than the cycle after its load. From the next cycle on
// `decided_o` is high and `refused_o` and `bad_o` hold, until `leave_i`. `bad_o` has a meaning only
// with `refused_o`: for a packet that begins, `bad_o` is high.
//
//   cycle        0     1     2     3
//   load_i      _/^^^^^\_________________
//   waiting_o   _______/^^^^^\___________    verdict of the slot as of cycle 0
//   decide_i    _______/^^^^^\___________    also the pulse that begins the packet
//   decided_o   _____________/^^^^^\_____
//   leave_i     _____________/^^^^^\_____
//
// Throughput: 1 command in two cycles. Reset and `clear_i` drop the command.
//
// A command is refused if a bit of `wrong_i` is set (`bad_o`), if its slot has no key, or if
// `denied_i` (`denied_o`) or `short_tag_i` (`bad_o`) is high in the cycle of `waiting_o`. A slot is
// in `slot_ready_i` (the slot has a key), in `slot_loading_i` (a key will come: the command waits)
// or in neither (no key). Both are sampled 1 cycle before `waiting_o`. No command is decided in a
// cycle with `pause_i`. With more than 256 slots both ports have one bit: the user answers for slot
// `query_slot_o` in the same cycle.

`include "roundel_contract.svh"

module roundel_command_decision #(
  parameter int KeySlots = 4  // a power of two
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,

  input  logic                load_i,
  input  logic                valid_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [        15:0] wrong_i,  // of roundel_command_check
  output logic                room_o,

  // slots with a key
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_i,
  // slots that wait for a key
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_loading_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_o,  // slot of the command
  input  logic                short_tag_i,  // the key asks for a longer tag than the command
  input  logic                denied_i,  // the command violates the policy of the key
  input  logic                pause_i,

  output logic                waiting_o,  // the verdict is known
  output logic                usable_o,  // the verdict: the packet is not refused
  input  logic                decide_i,
  output logic                decided_o,
  output logic                refused_o,
  output logic                bad_o,  // with refused_o: for a field, not for the key
  output logic                denied_o,  // with refused_o: for the policy of the key
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  input  logic                leave_i
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);

  logic valid_q, decided_q;  // a command is here; it is decided
  logic wrong_q;  // a field of the command is wrong
  logic refused_q, bad_q, denied_q;
  logic has_key_q, loading_q;  // state of the slot 1 cycle ago
  logic [SLOT_BITS-1:0] slot_q, next_slot;

  assign next_slot = load_i ? slot_i : slot_q;
  assign room_o = !valid_q || leave_i;
  assign waiting_o = valid_q && !decided_q && !pause_i && (wrong_q || has_key_q || !loading_q);
  assign usable_o = !wrong_q && has_key_q && !short_tag_i && !denied_i;
  assign decided_o = decided_q;
  assign refused_o = refused_q;
  assign bad_o = bad_q;
  assign denied_o = denied_q;
  assign slot_o = slot_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      decided_q <= 1'b0;
    end else if (clear_i) begin
      valid_q <= 1'b0;
      decided_q <= 1'b0;
    end else if (load_i || leave_i) begin
      valid_q <= load_i && valid_i;
      decided_q <= 1'b0;
    end else if (valid_q && !decided_q) begin
      decided_q <= decide_i;
    end
  end

  logic has_key, loading;  // state of next_slot
  assign query_slot_o = next_slot;
  if (roundel_engine_pkg::has_key_block_ram(KeySlots) != 0) begin : gen_answer
    assign has_key = slot_ready_i;
    assign loading = slot_loading_i;
  end else begin : gen_slots
    assign has_key = slot_ready_i[next_slot];
    assign loading = slot_loading_i[next_slot];
  end

  always_ff @(posedge clk_i) begin
    has_key_q <= has_key;
    loading_q <= loading;
    if (load_i) begin
      wrong_q <= wrong_i != '0;
      slot_q <= slot_i;
    end
    if (waiting_o) begin
      refused_q <= !usable_o;
      bad_q <= wrong_q || has_key_q;
      denied_q <= !wrong_q && has_key_q && denied_i;
    end
  end

  `ROUNDEL_CONTRACT(load_has_room, clk_i, rst_ni, !load_i || room_o)
  `ROUNDEL_CONTRACT(decided_command_waits, clk_i, rst_ni, !decide_i || waiting_o)
  `ROUNDEL_CONTRACT(leaving_command_is_decided, clk_i, rst_ni, !leave_i || decided_q)

endmodule : roundel_command_decision
