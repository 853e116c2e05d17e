// SPDX-License-Identifier: Apache-2.0
//
// Commands and beats of AXI4-Stream in, words of packets for a mode out (roundel_stream_mode).
//
// Interface. Commands, beats, words, tweaks and blocks of IVs: valid and ready. Exception: the
// valid of words, `valid_o`, may fall during a stall (roundel_packet_framer). A packet is the beats
// up to `beat_last_i`: first AAD, then text, each from a new beat on. The command of a packet may
// come before or after its first beat; the beat waits. A packet is decided in the cycle of
// `begin_o`, never in a cycle with `pause_i`: then its slot was in `slot_ready_i` one cycle before,
// or the packet is refused. A slot in neither `slot_ready_i` nor `slot_loading_i` has no key.
// `enter_o` takes a packet credit. A word needs `text_credit_i` in the cycle before. `text_o`
// pulses in the cycle after a beat of text was taken: the beat spends a text credit. `end_o`
// follows the last beat by two cycles.
//
// Throughput: 1 beat in every cycle. Packets of ECB, CBC and CTR follow each other without an idle
// cycle; between two packets of GCM or XTS there is an idle cycle. Reset drops all. `clear_i` lasts
// 20 cycles or more: text is overwritten by the words at the port, and J0 by zeros; commands are
// public and stay. Nothing is taken in the cycle after `clear_i`.
//
//   commands --> [ roundel_command_front_* ] --> packets --+
//                   |                ^                     v
//                   +--> tweak, IV   +-- hold, quiet --> [ roundel_packet_framer ] --> words, ends
//                                                          ^
//   beats -----> [ roundel_packet_beats ] -----------------+
//
// The fronts are: text (ECB, CBC, CTR), gcm and xts. Outputs without a meaning in the mode are 0.

`include "roundel_refuse.svh"

module roundel_packet_source #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes, a power of two
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // directions of the hardware
  parameter int KeySlots = 4,  // a power of two
  parameter int CommandDepth = 34,  // XTS: packets that are decided early, see roundel_fifo
  parameter bit BlockRam = 1'b1,  // XTS: see roundel_fifo
  parameter bit HasPolicy = 1'b0,  // see roundel_stream
  parameter int UserBits = 1  // bits beside a command and a beat
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        clear_i,

  input  logic                                        command_valid_i,
  output logic                                        command_ready_o,
  output logic                                        command_first_o,  // the word begins a command
  input  logic [                               383:0] command_i,  // byte 0 in the low bits
  input  logic [                        UserBits-1:0] command_user_i,
  input  logic                                        command_privileged_i,  // HasPolicy

  input  logic                                        beat_valid_i,
  output logic                                        beat_ready_o,
  input  logic [                       128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                        16*Lanes-1:0] beat_keep_i,
  input  logic                                        beat_last_i,
  input  logic [                        UserBits-1:0] beat_user_i,

  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_loading_i,
  // slot whose state is read
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_o,
  input  logic                                        pause_i,
  input  logic                                        key_taken_i,  // the mode takes a key
  input  logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                                 4:0] key_least_tag_i,  // GCM
  input  logic [ roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // HasPolicy: key_policy_t
  input  logic                                        text_credit_i,
  input  logic                                        packet_credit_i,

  output logic                                        valid_o,
  input  logic                                        ready_i,
  input  logic                                        gone_i,  // the mode has no word in its front
  output logic [  roundel_stream_pkg::mode_bits(Modes)-1:0] mode_o,
  output logic                                        decrypt_o,
  output logic                                        counter_32_o,  // CTR: 32-bit counter
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [                               127:0] start_o,
  output logic                                        aad_o,
  output logic                                        last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                       128*Lanes-1:0] data_o,  // byte 0 in the top bits
  output logic [                        UserBits-1:0] user_o,
  output logic                                        text_o,
  output logic                                        drop_o,  // a refused packet is under way
  output logic [                        UserBits-1:0] drop_user_o,

  output logic                                        tweak_valid_o,
  input  logic                                        tweak_ready_i,
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] tweak_slot_o,
  output logic [                               127:0] tweak_o,

  output logic                                        iv_turn_o,  // blocks of an IV, no words
  output logic                                        iv_valid_o,
  input  logic                                        iv_ready_i,
  output logic                                        iv_last_o,
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_o,
  output logic [                                 4:0] iv_bytes_o,
  output logic [                               127:0] iv_o,
  input  logic                                        hash_valid_i,  // J0 is on hash_i next
  input  logic [                               127:0] hash_i,

  output logic                                        begin_o,
  output logic                                        enter_o,
  output logic                                        end_o,
  output logic [roundel_stream_pkg::packet_end_bits(UserBits)-1:0] end_packet_o  // packet_end_t
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORD_SHIFT = $clog2(16 * Lanes);
  localparam int PACKET_BITS = roundel_stream_pkg::packet_bits(WORD_SHIFT, SLOT_BITS,
      UserBits, Modes);

  `ROUNDEL_REFUSE(roundel_error_lanes_of_a_stream_must_be_a_power_of_two,
                  16 * Lanes != 1 << WORD_SHIFT)

  // ---- Beats ------------------------------------------------------------------------------------
  logic beat_valid, beat_ready, beat_last, beat_hole, beat_full, beat_none;
  logic [BYTE_BITS-1:0] beat_bytes;

  roundel_packet_beats #(.Lanes(Lanes), .UserBits(UserBits)) u_beats (
    .clk_i, .rst_ni, .clear_i, .beat_valid_i, .beat_ready_o, .beat_data_i, .beat_keep_i,
    .beat_last_i, .beat_user_i,
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o,
    .bytes_o(beat_bytes),
    .hole_o(beat_hole),
    .full_o(beat_full),
    .none_o(beat_none),
    .last_o(beat_last),
    .user_o
  );

  // ---- Commands ---------------------------------------------------------------------------------
  logic packet_valid, packet_ready;
  logic [PACKET_BITS-1:0] packet;
  logic hold, quiet;
  logic [1:0] unused_inputs;  // of GCM and of XTS, in other modes

  if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_gcm
    roundel_command_front_gcm #(
      .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeySlots(KeySlots),
      .HasPolicy(HasPolicy), .UserBits(UserBits)
    ) u_front (
      .clk_i, .rst_ni, .clear_i, .command_valid_i, .command_ready_o, .command_first_o, .command_i,
      .command_user_i, .command_privileged_i,
      .slot_ready_i, .slot_loading_i, .query_slot_o,
      .pause_i, .key_taken_i, .key_slot_i,
      .key_least_tag_i, .key_policy_i, .packet_credit_i, .begin_o, .enter_o,
      .quiet_i(quiet && gone_i),
      .hold_o(hold),
      .iv_turn_o, .iv_valid_o,
      .iv_ready_i,
      .iv_last_o, .iv_slot_o, .iv_bytes_o, .iv_o, .hash_valid_i, .hash_i,
      .packet_valid_o(packet_valid),
      .packet_ready_i(packet_ready),
      .packet_o(packet)
    );
    assign unused_inputs[0] = 1'b0;
  end else begin : gen_no_iv
    assign command_first_o = 1'b1;
    assign enter_o = begin_o;
    assign hold = 1'b0;
    assign iv_turn_o = 1'b0;
    assign iv_valid_o = 1'b0;
    assign iv_last_o = 1'b0;
    assign iv_slot_o = '0;
    assign iv_bytes_o = '0;
    assign iv_o = '0;
    assign unused_inputs[0] = ^{quiet, gone_i, iv_ready_i, hash_valid_i, hash_i, command_i[383:256],
                                key_least_tag_i};
  end

  if (Mode == roundel_stream_pkg::MODE_XTS) begin : gen_xts
    roundel_command_front_xts #(
      .Direction(Direction), .Lanes(Lanes), .KeySlots(KeySlots),
      .Depth(CommandDepth),
      .BlockRam(BlockRam), .HasPolicy(HasPolicy), .UserBits(UserBits)
    ) u_front (
      .clk_i, .rst_ni, .clear_i, .command_valid_i, .command_ready_o,
      .command_i(command_i[255:0]),
      .command_user_i, .command_privileged_i,
      .slot_ready_i, .slot_loading_i, .query_slot_o,
      .pause_i, .key_taken_i, .key_slot_i, .key_policy_i, .packet_credit_i, .begin_o,
      .tweak_valid_o, .tweak_ready_i, .tweak_slot_o, .tweak_o,
      .packet_valid_o(packet_valid),
      .packet_ready_i(packet_ready),
      .packet_o(packet)
    );
    assign unused_inputs[1] = 1'b0;
  end else begin : gen_no_tweak
    assign tweak_valid_o = 1'b0;
    assign tweak_slot_o = '0;
    assign tweak_o = '0;
    assign unused_inputs[1] = ^{CommandDepth, BlockRam, tweak_ready_i};
  end

  if (Mode != roundel_stream_pkg::MODE_GCM && Mode != roundel_stream_pkg::MODE_XTS)
  begin : gen_text
    roundel_command_front_text #(
      .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeySlots(KeySlots),
      .HasPolicy(HasPolicy), .UserBits(UserBits)
    ) u_front (
      .clk_i, .rst_ni, .clear_i, .command_valid_i, .command_ready_o,
      .command_i(command_i[255:0]),
      .command_user_i, .command_privileged_i,
      .slot_ready_i, .slot_loading_i, .query_slot_o,
      .pause_i, .key_taken_i, .key_slot_i, .key_policy_i, .packet_credit_i, .begin_o,
      .packet_valid_o(packet_valid),
      .packet_ready_i(packet_ready),
      .packet_o(packet)
    );
  end

  // ---- Packets ----------------------------------------------------------------------------------
  roundel_packet_framer #(
    .Lanes(Lanes), .Mode(Mode), .Modes(Modes), .KeySlots(KeySlots),
    .HasPolicy(HasPolicy), .UserBits(UserBits)
  ) u_framer (
    .clk_i, .rst_ni, .clear_i,
    .packet_valid_i(packet_valid),
    .packet_ready_o(packet_ready),
    .packet_i(packet),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_last_i(beat_last),
    .beat_hole_i(beat_hole),
    .beat_full_i(beat_full),
    .beat_none_i(beat_none),
    .beat_bytes_i(beat_bytes),
    .hold_i(hold),
    .quiet_o(quiet),
    .drop_o, .drop_user_o, .text_credit_i, .text_o, .valid_o, .ready_i, .mode_o, .decrypt_o,
    .counter_32_o, .slot_o, .start_o, .aad_o, .last_o, .bytes_o, .end_o, .end_packet_o
  );

endmodule : roundel_packet_source
