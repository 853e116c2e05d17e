// SPDX-License-Identifier: Apache-2.0
//
// Turns commands of ECB, CBC, CTR and CFB into packets for roundel_packet_framer.
//
// Interface. Commands in and packets out: valid and ready, no combinational path between the two
// sides. A command is 1 word. `begin_o` is high for 1 cycle per command, in which the packet is
// decided; it takes the packet credit `packet_credit_i`. Order is kept. Latency: 3 cycles from a
// command to its packet. Throughput: 1 packet in two cycles. Reset and `clear_i` drop all
// commands; their contents are public and stay in the registers.
//
//   command --> [ skid buffer ] --> [ decision ] --> packet
//                                        ^
//                      key slots, packet credit

module roundel_command_front_text #(
  parameter int Mode = roundel_stream_pkg::MODE_CTR,  // MODE_ECB, MODE_CBC or MODE_CTR
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // directions of the hardware
  parameter int Lanes = 1,  // N: words of 16 * N bytes
  parameter int KeySlots = 4,  // a power of two
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

  output logic                packet_valid_o,
  input  logic                packet_ready_i,
  output logic [roundel_stream_pkg::packet_bits($clog2(16*Lanes),
      roundel_prim_pkg::index_bits(KeySlots), UserBits, Modes)-1:0] packet_o  // packet_t
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORD_SHIFT = $clog2(16 * Lanes);
  localparam int MODE_BITS = roundel_stream_pkg::mode_bits(Modes);
  localparam bit SET = roundel_stream_pkg::is_mode_set(Modes);
  localparam int COMMAND_BITS = 16 + MODE_BITS + 2 + SLOT_BITS + 128 + UserBits;
  localparam int HEAD_BITS = COMMAND_BITS + 32'(HasPolicy);
  `include "roundel_command_types.svh"
  `include "roundel_packet_types.svh"

  command_t command;
  logic [11:0] command_slot;  // of command
  packet_t packet;
  logic [15:0] wrong, head_wrong;
  logic head_valid, room, waiting, leave, usable, denied;
  logic [HEAD_BITS-1:0] head;
  logic [MODE_BITS-1:0] head_mode, mode_q;
  logic head_decrypt, head_counter_32;
  logic [SLOT_BITS-1:0] head_slot;
  logic [127:0] iv, head_iv;
  logic [UserBits-1:0] head_user;
  logic decrypt_q, counter_32_q, privileged_q;
  logic [127:0] iv_q;
  logic [UserBits-1:0] user_q;

  assign command = command_i[127:0];
  assign command_slot = {command.slot_high, command.slot};

  logic unused_slot;  // bits that few slots do not need
  assign unused_slot = ^command_slot;
  for (genvar b = 0; b < 16; b++) begin : gen_iv
    assign iv[127-8*b-:8] = command_i[128+8*b+:8];
  end

  roundel_command_check #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .KeySlots(KeySlots)
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
    .data_i(HEAD_BITS'({command_privileged_i, wrong, command.mode[MODE_BITS-1:0] & {MODE_BITS{SET}},
                        command.decrypt, command.counter_32, command_slot[SLOT_BITS-1:0], iv,
                        command_user_i})),
    .valid_o(head_valid),
    .ready_i(room),
    .data_o(head)
  );
  assign {head_wrong, head_mode, head_decrypt, head_counter_32, head_slot, head_iv, head_user} =
      head[COMMAND_BITS-1:0];

  assign leave = packet_valid_o && packet_ready_i;
  assign begin_o = waiting && packet_credit_i;

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
    .decided_o(packet_valid_o),
    .refused_o(packet.refused),
    .bad_o(packet.bad_command),
    .denied_o(packet.denied),
    .slot_o(packet.slot),
    .leave_i(leave)
  );

  roundel_key_policy #(
    .KeySlots(KeySlots), .HasPolicy(HasPolicy), .HasLimit(1'b0)
  ) u_policy (
    .clk_i, .rst_ni, .key_taken_i, .key_slot_i, .key_policy_i,
    .query_slot_i(query_slot_o),
    .mode_i(SET ? 4'(mode_q) : Mode[3:0]),
    .decrypt_i(decrypt_q),
    .privileged_i(privileged_q),
    .denied_o(denied),
    .begin_i(begin_o && usable)
  );

  always_ff @(posedge clk_i) begin
    if (room) begin
      privileged_q <= HasPolicy && head[HEAD_BITS-1];
      mode_q <= head_mode;
      decrypt_q <= head_decrypt;
      counter_32_q <= head_counter_32;
      iv_q <= head_iv;
      user_q <= head_user;
    end
  end

  assign packet.mode = mode_q;
  assign packet.decrypt = decrypt_q;
  assign packet.counter_32 = counter_32_q;
  assign packet.tag_bytes = '0;
  assign packet.has_aad = 1'b0;
  assign packet.one_word = 1'b0;
  assign packet.aad_words = '0;
  assign packet.aad_rest = '0;
  assign packet.tag = '0;
  assign packet.start = iv_q;
  assign packet.user = user_q;
  assign packet_o = packet;

endmodule : roundel_command_front_text
