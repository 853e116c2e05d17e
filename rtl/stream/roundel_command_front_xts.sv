// SPDX-License-Identifier: Apache-2.0
//
// Turns commands of XTS into tweaks for roundel_xts and packets for roundel_packet_framer.
//
// Interface. Commands in, tweaks out and packets out: valid and ready, no combinational path
// between the sides, except that `begin_o` depends on `tweak_ready_i`. A command is 1 word. A
// command is decided up to `Depth` packets before its packet begins, because the tweak is encrypted
// first. In the cycle of `begin_o` the front takes the packet credit
// `packet_credit_i`, and passes the tweak value, unless the packet is refused. Order is kept.
// Throughput: 1 packet in two cycles. Reset and `clear_i` drop all commands; their contents are
// public and stay in the registers.
//
//   command --> [ skid buffer ] --> [ decision ] --> [ FIFO ] --> packet
//                                        |
//                                        +--> tweak

module roundel_command_front_xts #(
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // directions of the hardware
  parameter int Lanes = 1,  // N: words of 16 * N bytes
  parameter int KeySlots = 4,  // a power of two
  parameter int Depth = 34,  // packets that are decided early: see roundel_fifo
  parameter bit BlockRam = 1'b1,  // see roundel_fifo
  parameter bit HasPolicy = 1'b0,  // see roundel_stream
  parameter int UserBits = 1  // bits beside a command
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,

  input  logic                command_valid_i,
  output logic                command_ready_o,
  input  logic [       255:0] command_i,  // bytes 0 to 31, byte 0 in the low bits
  input  logic [UserBits-1:0] command_user_i,
  input  logic                command_privileged_i,  // HasPolicy: see roundel_stream

  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_loading_i,
  // slot whose state is read
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_o,
  input  logic                pause_i,  // no packet begins
  input  logic                key_taken_i,  // the mode takes a key
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // key_policy_t
  input  logic                packet_credit_i,
  output logic                begin_o,

  output logic                tweak_valid_o,
  input  logic                tweak_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] tweak_slot_o,
  output logic [       127:0] tweak_o,

  output logic                packet_valid_o,
  input  logic                packet_ready_i,
  output logic [roundel_stream_pkg::packet_bits($clog2(16*Lanes),
      roundel_prim_pkg::index_bits(KeySlots), UserBits,
      roundel_stream_pkg::MODES_ONE)-1:0] packet_o  // packet_t
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int MODE_BITS = roundel_stream_pkg::mode_bits(roundel_stream_pkg::MODES_ONE);
  localparam int WORD_SHIFT = $clog2(16 * Lanes);
  localparam int COMMAND_BITS = 16 + 1 + SLOT_BITS + 128 + UserBits;
  localparam int HEAD_BITS = COMMAND_BITS + 32'(HasPolicy);
  localparam int DECIDED_BITS = 3 + SLOT_BITS + UserBits;
  localparam int AHEAD_BITS = DECIDED_BITS + 32'(HasPolicy);
  `include "roundel_command_types.svh"
  `include "roundel_packet_types.svh"

  command_t command;
  logic [11:0] command_slot;  // of command
  packet_t packet;
  logic [15:0] wrong, head_wrong;
  logic head_valid, room, waiting, usable, leave;
  logic [HEAD_BITS-1:0] head;
  logic [AHEAD_BITS-1:0] ahead;
  logic head_decrypt;
  logic [SLOT_BITS-1:0] head_slot;
  logic [127:0] tweak, head_tweak;
  logic [UserBits-1:0] head_user;
  logic decrypt_q, privileged_q;
  logic [127:0] tweak_q;
  logic [UserBits-1:0] user_q;
  logic decided, refused, bad_command, room_behind, denied, was_denied;
  logic [SLOT_BITS-1:0] slot;

  assign command = command_i[127:0];
  assign command_slot = {command.slot_high, command.slot};

  logic unused_slot;  // bits that few slots do not need
  assign unused_slot = ^command_slot;
  for (genvar b = 0; b < 16; b++) begin : gen_tweak
    assign tweak[127-8*b-:8] = command_i[128+8*b+:8];
  end

  roundel_command_check #(
    .Mode(roundel_stream_pkg::MODE_XTS),
    .Direction(Direction), .KeySlots(KeySlots)
  ) u_check (
    .command_i(command),
    .wrong_o(wrong)
  );

  roundel_skid_buffer #(
    .Width(HEAD_BITS),
    .KeepDataOnClear(1'b1)
  ) u_command (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(command_valid_i),
    .ready_o(command_ready_o),
    // The cast drops the privilege without HasPolicy.
    .data_i(HEAD_BITS'({command_privileged_i, wrong, command.decrypt, command_slot[SLOT_BITS-1:0],
                        tweak, command_user_i})),
    .valid_o(head_valid),
    .ready_i(room),
    .data_o(head)
  );
  assign {head_wrong, head_decrypt, head_slot, head_tweak, head_user} = head[COMMAND_BITS-1:0];

  // Begin and tweak share a cycle; a refused packet has no tweak.
  assign begin_o = waiting && packet_credit_i && tweak_ready_i;
  assign tweak_valid_o = waiting && packet_credit_i && usable;
  assign tweak_slot_o = slot;
  assign tweak_o = tweak_q;
  assign leave = decided && room_behind;

  roundel_command_decision #(.KeySlots(KeySlots)) u_decision (
    .clk_i, .rst_ni, .clear_i,
    .load_i(room),
    .valid_i(head_valid),
    .slot_i(head_slot),
    .wrong_i(head_wrong),
    .room_o(room),
    .slot_ready_i, .slot_loading_i, .query_slot_o,
    .short_tag_i(1'b0),
    .denied_i(denied),
    .pause_i,
    .waiting_o(waiting),
    .usable_o(usable),
    .decide_i(begin_o),
    .decided_o(decided),
    .refused_o(refused),
    .bad_o(bad_command),
    .denied_o(was_denied),
    .slot_o(slot),
    .leave_i(leave)
  );

  roundel_key_policy #(
    .KeySlots(KeySlots), .HasPolicy(HasPolicy), .HasLimit(1'b0)
  ) u_policy (
    .clk_i, .rst_ni, .key_taken_i, .key_slot_i, .key_policy_i,
    .query_slot_i(query_slot_o),
    .mode_i(roundel_stream_pkg::MODE_XTS[3:0]),
    .decrypt_i(decrypt_q),
    .privileged_i(privileged_q),
    .denied_o(denied),
    .begin_i(begin_o && usable)
  );

  always_ff @(posedge clk_i) begin
    if (room) begin
      privileged_q <= HasPolicy && head[HEAD_BITS-1];
      decrypt_q <= head_decrypt;
      tweak_q <= head_tweak;
      user_q <= head_user;
    end
  end

  roundel_stream_fifo #(
    .Width(AHEAD_BITS),
    .Depth(Depth),
    .Registered(1'b1),
    .BlockRam(BlockRam)
  ) u_ahead (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(decided),
    .ready_o(room_behind),
    .data_i(AHEAD_BITS'({was_denied, refused, bad_command, decrypt_q, slot, user_q})),
    .valid_o(packet_valid_o),
    .ready_i(packet_ready_i),
    .data_o(ahead)
  );
  assign {packet.refused, packet.bad_command, packet.decrypt, packet.slot, packet.user} =
      ahead[DECIDED_BITS-1:0];
  assign packet.denied = HasPolicy && ahead[AHEAD_BITS-1];

  assign packet.mode = '0;
  assign packet.counter_32 = 1'b0;
  assign packet.tag_bytes = '0;
  assign packet.has_aad = 1'b0;
  assign packet.one_word = 1'b0;
  assign packet.aad_words = '0;
  assign packet.aad_rest = '0;
  assign packet.tag = '0;
  assign packet.start = '0;
  assign packet_o = packet;

endmodule : roundel_command_front_xts
