// SPDX-License-Identifier: Apache-2.0
//
// Turns commands of GCM, or of a set of modes with GCM, into blocks of IVs for roundel_gcm and
// packets for roundel_packet_framer.
//
// Interface. Commands in and packets out: valid and ready, no combinational path between the two
// sides. A command has 1 word or more (roundel_gcm_iv). `begin_o` is high for 1 cycle per command,
// in which the packet is decided. `enter_o` is high for 1 cycle per packet, in which the packet
// takes the packet credit `packet_credit_i`. Order is kept. Up to 16 decided packets wait.
// Throughput: 1 packet in three cycles. Reset and `clear_i` drop all commands: commands are public
// and stay in the registers, J0 blocks are overwritten. `clear_i` lasts 19 cycles or more
// (roundel_gcm_start_queue; two cycles suffice for commands, see roundel_gcm_iv). A slot is in
// `slot_ready_i` only after `key_taken_i` with this slot, which stores the least tag of the key.
//
// Blocks of an IV use the input of roundel_gcm, and so do the words of packets. The front therefore
// stops the framer between two packets, for a single IV:
//
//   cycle        0     1     2     3     4     5
//   quiet_i     _/^^^^^^^^^^^^^^^^^^^^^^^\___________   the framer is between two packets
//   hold_o      _/^^^^^^^^^^^^^^^^^\_________________   the framer gives no word in the next cycle
//   iv_turn_o   _______/^^^^^^^^^^^^^^^^^\___________   the input of roundel_gcm is for the IV
//   iv_valid_o  _______/^^^^^^^^^^^^^^^^^\___________   two blocks of the IV, block of the length
//   iv_last_o   ___________________/^^^^^\___________   the block of the length
//
// The last two blocks of an IV may wait for their turn while the next command is decided. The hash
// of an IV comes back as J0 on `hash_i`, 1 cycle after `hash_valid_i`, in the order of the IVs
// (SP 800-38D section 7.1, step 2).
//
//   command --> [ roundel_gcm_iv ] --> [ decision ] --> [ roundel_gcm_start_queue ] --> packet
//                      |                                          ^
//                      +--> blocks of the IV --> GHASH --> J0 ----+

`include "roundel_contract.svh"

module roundel_command_front_gcm #(
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
  output logic                command_first_o,  // the word at the port begins a command
  input  logic [       383:0] command_i,  // byte 0 in the low bits
  input  logic [UserBits-1:0] command_user_i,
  input  logic                command_privileged_i,  // HasPolicy: see roundel_stream

  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_loading_i,
  // slot whose state is read
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_o,
  input  logic                pause_i,  // no packet begins
  input  logic                key_taken_i,  // the mode takes a key
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [         4:0] key_least_tag_i,  // fewest bytes of a tag with this key
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // key_policy_t
  input  logic                packet_credit_i,
  output logic                begin_o,
  output logic                enter_o,

  input  logic                quiet_i,
  output logic                hold_o,
  output logic                iv_turn_o,
  output logic                iv_valid_o,
  input  logic                iv_ready_i,
  output logic                iv_last_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_o,
  output logic [         4:0] iv_bytes_o,  // valid bytes, 1 to 16
  output logic [       127:0] iv_o,  // byte 0 in the top bits
  input  logic                hash_valid_i,
  input  logic [       127:0] hash_i,

  output logic                packet_valid_o,
  input  logic                packet_ready_i,
  output logic [roundel_stream_pkg::packet_bits($clog2(16*Lanes),
      roundel_prim_pkg::index_bits(KeySlots), UserBits, Modes)-1:0] packet_o  // packet_t
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORD_SHIFT = $clog2(16 * Lanes);
  localparam int PACKET_BITS = roundel_stream_pkg::packet_bits(WORD_SHIFT, SLOT_BITS,
      UserBits, Modes);
  localparam int MODE_BITS = roundel_stream_pkg::mode_bits(Modes);
  localparam bit SET = roundel_stream_pkg::is_mode_set(Modes);
  `include "roundel_command_types.svh"
  `include "roundel_packet_types.svh"

  command_t head;
  logic [11:0] command_slot;  // of head
  logic [15:0] wrong, head_wrong;
  logic head_valid, room;
  logic [UserBits-1:0] head_user;
  logic usable, decided, leave, queue_room;
  logic [MODE_BITS-1:0] mode_q;
  logic is_gcm_q;
  logic decrypt_q, counter_32_q;
  logic [4:0] tag_bytes_q;
  logic [31:0] aad_bytes_q;
  logic long_aad_q;  // at least two words
  logic [UserBits-1:0] user_q;
  logic [127:0] iv;
  logic iv_is_hashed;
  logic hashed_q;  // the command is not refused and GHASH makes its J0
  logic [4:0] least_tag, least_tag_q;  // of the slot of the command
  logic short_tag, denied, privileged_q;
  logic [383:0] command;
  packet_t packet;
  logic [PACKET_BITS-1:0] pushed;  // packet; the queue holds the start apart, as J0 may come later
  logic iv_waiting, iv_block, iv_take;
  logic iv_turn_q;  // blocks of an IV have the input of the mode
  logic words_turn_q;  // complement of iv_turn_q, drives the multiplexer of the mode's wide input
  logic iv_turn_d;

  roundel_command_check #(
    .Mode(roundel_stream_pkg::MODE_GCM),
    .Modes(Modes),
    .Direction(Direction), .KeySlots(KeySlots)
  ) u_check (
    .command_i(command_i[127:0]),
    .wrong_o(wrong)
  );

  assign command_slot = {head.slot_high, head.slot};

  // Behind the check, the unused bit 2 of byte 0 carries the privilege.
  assign command = {command_i[383:3], HasPolicy ? command_privileged_i : command_i[2],
                    command_i[1:0]};

  roundel_gcm_iv #(.UserBits(UserBits), .SlotBits(SLOT_BITS)) u_iv (
    .clk_i, .rst_ni, .clear_i, .command_valid_i, .command_ready_o, .command_first_o,
    .command_i(command),
    .command_user_i,
    .check_i(wrong),
    .head_valid_o(head_valid),
    .head_room_i(room),
    .head_o(head),
    .head_user_o(head_user),
    .head_check_o(head_wrong),
    .iv_o(iv),
    .tag_o(packet.tag),
    .hashed_o(iv_is_hashed),
    .slot_i(packet.slot),
    .push_i(leave),
    .hash_i(hashed_q),
    .wait_o(iv_waiting),
    .valid_o(iv_block),
    .take_i(iv_take),
    .last_o(iv_last_o),
    .slot_o(iv_slot_o),
    .bytes_o(iv_bytes_o),
    .block_o(iv_o)
  );

  roundel_command_decision #(.KeySlots(KeySlots)) u_decision (
    .clk_i, .rst_ni, .clear_i,
    .load_i(head_valid),
    .valid_i(1'b1),
    .slot_i(command_slot[SLOT_BITS-1:0]),
    .wrong_i(head_wrong),
    .room_o(room),
    .slot_ready_i, .slot_loading_i, .query_slot_o,
    .short_tag_i(short_tag),
    .denied_i(denied),
    .pause_i,
    .waiting_o(begin_o),
    .usable_o(usable),
    .decide_i(begin_o),
    .decided_o(decided),
    .refused_o(packet.refused),
    .bad_o(packet.bad_command),
    .denied_o(packet.denied),
    .slot_o(packet.slot),
    .leave_i(leave)
  );

  roundel_key_policy #(
    .KeySlots(KeySlots), .HasPolicy(HasPolicy), .HasLimit(1'b1)
  ) u_policy (
    .clk_i, .rst_ni, .key_taken_i, .key_slot_i, .key_policy_i,
    .query_slot_i(query_slot_o),
    .mode_i(SET ? 4'(mode_q) : roundel_stream_pkg::MODE_GCM[3:0]),
    .decrypt_i(decrypt_q),
    .privileged_i(privileged_q),
    .denied_o(denied),
    .begin_i(begin_o && usable)
  );

  // The least tag of each slot. No packet of a slot is decided while a key is loaded into the slot:
  // the entry belongs to the packet's key.
  roundel_lut_ram #(.Words(1 << SLOT_BITS), .Width(5)) u_least_tags (
    .clk_i,
    .write_i(key_taken_i),
    .write_index_i(key_slot_i),
    .write_word_i(key_least_tag_i),
    .read_index_i(head_valid ? command_slot[SLOT_BITS-1:0] : packet.slot),
    .word_o(least_tag)
  );
  always_ff @(posedge clk_i) begin
    least_tag_q <= least_tag;
  end
  // tag_bytes_q < least_tag_q: the highest bit that differs decides. An operator would become a
  // carry chain in front of the verdict.
  always_comb begin
    short_tag = 1'b0;
    for (int b = 0; b < 5; b++) begin
      if (tag_bytes_q[b] != least_tag_q[b]) begin
        short_tag = least_tag_q[b];
      end
    end
    short_tag = short_tag && is_gcm_q;
  end

  // Of the AAD the framer needs words and the bytes of the last word, in registers.
  always_ff @(posedge clk_i) begin
    if (head_valid) begin
      mode_q <= head.mode[MODE_BITS-1:0] & {MODE_BITS{SET}};
      is_gcm_q <= !SET || head.mode[2:0] == roundel_stream_pkg::MODE_GCM[2:0];
      decrypt_q <= head.decrypt;
      privileged_q <= HasPolicy && head.spare;
      counter_32_q <= SET && head.counter_32;
      tag_bytes_q <= head.tag_bytes[4:0];
      aad_bytes_q <= head.aad_bytes;
      long_aad_q <= head.aad_bytes[31:WORD_SHIFT+1] != '0;
      user_q <= head_user;
    end
  end

  // Decided beside packet.refused, which keeps one LUT out of the path to the next command.
  always_ff @(posedge clk_i) begin
    if (begin_o) begin
      hashed_q <= iv_is_hashed && usable;
    end
  end

  logic has_aad_q, one_word_q;
  logic [31-WORD_SHIFT:0] aad_words_q;
  always_ff @(posedge clk_i) begin
    has_aad_q <= long_aad_q || aad_bytes_q[WORD_SHIFT:0] != '0;
    one_word_q <= !long_aad_q
        && (!aad_bytes_q[WORD_SHIFT] || aad_bytes_q[WORD_SHIFT-1:0] == '0);
    aad_words_q <= (32 - WORD_SHIFT)'((aad_bytes_q - 1'b1) >> WORD_SHIFT);
  end

  assign packet.mode = mode_q;
  assign packet.decrypt = decrypt_q;
  assign packet.counter_32 = counter_32_q;
  assign packet.tag_bytes = tag_bytes_q;
  assign packet.has_aad = has_aad_q;
  assign packet.one_word = one_word_q;
  assign packet.aad_words = aad_words_q;
  assign packet.aad_rest = aad_bytes_q[WORD_SHIFT-1:0];
  assign packet.start = {iv[127:32], is_gcm_q ? 32'd1 : iv[31:0]};
  assign packet.user = user_q;
  assign pushed = packet;
  assign leave = decided && queue_room;

  roundel_gcm_start_queue #(.Width(PACKET_BITS - 128)) u_starts (
    .clk_i, .rst_ni, .clear_i,
    .push_i(leave),
    .ready_o(queue_room),
    .hashed_i(hashed_q),
    .start_i(pushed[PACKET_BITS-1-:128]),
    .info_i(pushed[PACKET_BITS-129:0]),
    .hash_valid_i, .hash_i,
    .credit_i(packet_credit_i),
    .enter_o,
    .valid_o(packet_valid_o),
    .take_i(packet_ready_i),
    .start_o(packet_o[PACKET_BITS-1-:128]),
    .info_o(packet_o[PACKET_BITS-129:0])
  );

  // ---- The turn of IVs --------------------------------------------------------------------------
  // The turn of an IV begins when the first two blocks are here and the framer is quiet. The turn
  // ends with the last block.
  assign iv_turn_d = iv_turn_q ? !(iv_take && iv_last_o) : iv_waiting && quiet_i;
  assign hold_o = iv_turn_d;
  assign iv_turn_o = !words_turn_q;
  assign iv_valid_o = iv_turn_q && iv_block;
  assign iv_take = iv_valid_o && iv_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      iv_turn_q <= 1'b0;
      words_turn_q <= 1'b1;
    end else if (clear_i) begin
      iv_turn_q <= 1'b0;
      words_turn_q <= 1'b1;
    end else begin
      iv_turn_q <= iv_turn_d;
      words_turn_q <= !iv_turn_d;
    end
  end

  logic unused_bits;
  assign unused_bits = ^{iv[31:0], head, command_slot};

endmodule : roundel_command_front_gcm
