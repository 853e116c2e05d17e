// SPDX-License-Identifier: Apache-2.0
//
// Commands and beats of AXI4-Stream in, words of packets out, for a mode (roundel_gcm). It checks
// what comes, and says of each packet how it was.
//
// A command names what the next packet is (roundel_stream has the fields); a packet is its
// additional authenticated data, then its text, each beginning with a beat of its own, up to
// `tlast`. The next command is looked at while a packet runs, so that its first beat follows the
// last one at once.
//
// A command that cannot be done is refused: its packet is taken and dropped. A packet that is
// against the rules goes on as it comes, with ERROR_* in its end. A packet starts when its slot is
// in `slot_ready_i`; a slot that is neither there nor in `slot_busy_i` has no key.
//
// `begin_o` is high for a cycle as a command is taken to be the next packet or refused, in no cycle
// of `pause_i`; `end_o` two cycles behind the one that takes a packet's last beat, with what its
// result needs. A beat waits for a credit of text, and a command for one of packets; `text_o` says
// a cycle later that a beat took one that was there a cycle earlier, `enter_o` that a command did.
// Of a packet without text GCM and XTS alone hear.
//
// `slot_ready_i` and `slot_busy_i` are looked at a cycle before a command is decided.
//
// A `clear_i` lasts twenty cycles or more, in which text that was held is overwritten by what
// stands at the port, and J0 by zeros. Commands, which are public, stay. Nothing is taken in the
// cycle behind it.
//
// In GCM commands wait in roundel_gcm_start_queue for their packets, and the IVs of those that need
// it go to the mode between two packets (`iv_valid_o`, with the `ready_i` of words), to come back
// as J0.
//
// XTS: with a command that is not refused goes its tweak value (`tweak_valid_o`, `tweak_ready_i`),
// and commands are decided `CommandDepth` packets ahead.

module roundel_packet_source #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // that there is hardware for
  parameter int KeySlots = 4,
  parameter int CommandDepth = 34,  // XTS: see roundel_fifo
  parameter int BlockRam = 1,  // XTS: see roundel_fifo
  parameter int UserBits = 1
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        clear_i,

  input  logic                                        command_valid_i,
  output logic                                        command_ready_o,
  output logic                                        command_head_o,  // its word begins one
  input  logic [                               383:0] command_i,
  input  logic [                        UserBits-1:0] command_user_i,

  input  logic                                        beat_valid_i,
  output logic                                        beat_ready_o,
  input  logic [                       128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                        16*Lanes-1:0] beat_keep_i,
  input  logic                                        beat_last_i,
  input  logic [                        UserBits-1:0] beat_user_i,

  input  logic [                        KeySlots-1:0] slot_ready_i,
  input  logic [                        KeySlots-1:0] slot_busy_i,
  input  logic                                        pause_i,
  input  logic                                        text_credit_i,
  input  logic                                        packet_credit_i,

  output logic                                        valid_o,
  input  logic                                        ready_i,
  output logic                                        decrypt_o,
  output logic                                        short_o,  // CTR: a counter of 32 bits
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [                               127:0] start_o,
  output logic                                        aad_o,
  output logic                                        last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  bytes_o,
  output logic [                       128*Lanes-1:0] data_o,  // byte 0 in the top bits
  output logic [                        UserBits-1:0] user_o,
  output logic                                        text_o,
  output logic                                        drop_o,  // within a packet that was refused
  output logic [                        UserBits-1:0] drop_user_o,

  output logic                                        tweak_valid_o,
  input  logic                                        tweak_ready_i,
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] tweak_slot_o,
  output logic [                               127:0] tweak_o,

  // Blocks of an IV, and what GHASH makes of them.
  output logic                                        iv_turn_o,  // they come, and words do not
  output logic                                        iv_valid_o,
  output logic                                        iv_last_o,
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_o,
  output logic [                                 4:0] iv_bytes_o,
  output logic [                               127:0] iv_o,
  input  logic                                        hash_valid_i,
  input  logic [                               127:0] hash_i,

  output logic                                        begin_o,
  output logic                                        enter_o,
  output logic                                        end_o,
  output logic                                        end_waits_o,  // for text or a tag
  output logic [                                 2:0] end_error_o,
  output logic                                        end_decrypt_o,
  output logic [                                 4:0] end_tag_bytes_o,
  output logic [                               127:0] end_tag_o,
  output logic [                        UserBits-1:0] end_user_o
);

  localparam int BYTES = 16 * Lanes;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(BYTES + 1);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORD_SHIFT = $clog2(BYTES);

  if (BYTES != 1 << WORD_SHIFT) begin : gen_bad_lanes
    roundel_error_lanes_of_a_stream_must_be_a_power_of_two u_error ();
  end

  // ---- Beats, and what their tkeep says ---------------------------------------------------------
  logic beat_valid, beat_ready, beat_last, beat_hole, beat_full, beat_none;
  logic [BYTE_BITS-1:0] beat_bytes;

  roundel_packet_beats #(
    .Lanes(Lanes),
    .UserBits(UserBits)
  ) u_beats (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .beat_valid_i(beat_valid_i),
    .beat_ready_o(beat_ready_o),
    .beat_data_i(beat_data_i),
    .beat_keep_i(beat_keep_i),
    .beat_last_i(beat_last_i),
    .beat_user_i(beat_user_i),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o(data_o),
    .bytes_o(beat_bytes),
    .hole_o(beat_hole),
    .full_o(beat_full),
    .none_o(beat_none),
    .last_o(beat_last),
    .user_o(user_o)
  );

  // ---- Commands: their words, and a register that knows what is to become of it -----------------
  logic raw_command_valid, raw_command_ready;
  logic [127:0] raw_command;  // the fields
  logic [UserBits-1:0] raw_command_user;
  logic next_valid_q, next_decided_q, next_refused_q, next_bad_q;
  logic next_decrypt_q, next_short_q;
  logic [SLOT_BITS-1:0] next_slot_q;
  logic [4:0] next_tag_bytes_q;
  logic [31:0] next_aad_q;
  logic [127:0] next_iv, next_tag;
  logic [UserBits-1:0] next_user_q;
  logic decides;  // it is decided now
  logic next_credit;  // it may be
  logic next_leaves;  // it makes room for the next one
  logic start;  // a command becomes the packet

  // What is wrong with a command, as it comes and when it has passed a register.
  logic [15:0] wrong, raw_wrong;

  roundel_command_check #(
    .Mode(Mode),
    .Direction(Direction),
    .KeySlots(KeySlots)
  ) u_fields (
    .command_i(command_i[127:0]),
    .wrong_o(wrong)
  );

  logic [SLOT_BITS-1:0] raw_slot, decided_slot;
  logic next_there_q, next_comes_q;  // its slot is ready, is busy
  assign raw_slot = raw_command[16+:SLOT_BITS];
  assign decided_slot = raw_command_ready ? raw_slot : next_slot_q;

  logic unused_fields;
  assign unused_fields = ^raw_command;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      next_decided_q <= 1'b0;
    end else if (clear_i) begin
      next_valid_q <= 1'b0;
      next_decided_q <= 1'b0;
    end else begin
      if (raw_command_ready || next_leaves) begin
        next_valid_q <= raw_command_ready && raw_command_valid;
        next_decided_q <= 1'b0;
      end else if (next_valid_q && !next_decided_q) begin
        next_decided_q <= decides;
      end
    end
  end

  assign decides = next_credit && tweak_ready_i && !pause_i
      && (next_bad_q || next_there_q || !next_comes_q);
  assign begin_o = next_valid_q && !next_decided_q && decides;

  assign tweak_valid_o = next_valid_q && !next_decided_q && packet_credit_i && !pause_i
      && !next_bad_q && next_there_q;
  assign tweak_slot_o = next_slot_q;
  assign tweak_o = next_iv;

  always_ff @(posedge clk_i) begin
    next_there_q <= slot_ready_i[decided_slot];
    next_comes_q <= slot_busy_i[decided_slot];
    if (raw_command_ready) begin
      next_bad_q <= raw_wrong != '0;
      next_decrypt_q <= raw_command[0];
      next_short_q <= raw_command[1];
      next_slot_q <= raw_slot;
      next_tag_bytes_q <= raw_command[28:24];
      next_aad_q <= raw_command[63:32];
      next_user_q <= raw_command_user;
    end
    if (begin_o) begin
      next_refused_q <= next_bad_q || !next_there_q;
    end
  end

  // ---- Commands that are decided. Those of GCM wait for their J0, while IVs of others go in front
  localparam int AAD_BITS = 34;
  localparam int INFO_BITS = 2 + 2 + SLOT_BITS + 5 + AAD_BITS + 128 + UserBits;
  logic held_valid, held_refused, held_bad, held_decrypt, held_short;
  logic [SLOT_BITS-1:0] held_slot;
  logic [4:0] held_tag_bytes;
  // Words of AAD in front of its last one, bytes of that; whether there are any, whether one word.
  logic next_some_q, next_one_q, held_some, held_one;
  logic [31-WORD_SHIFT:0] next_words_q, held_words;
  logic [WORD_SHIFT-1:0] held_rest;
  logic [127:0] held_start, held_tag;
  logic [UserBits-1:0] held_user;
  logic [INFO_BITS-1:0] next_info, held_info;
  logic take, idle;
  logic beats_wait;  // in the next cycle

  assign next_info = {next_refused_q, next_bad_q, next_decrypt_q, next_short_q, next_slot_q,
                      next_tag_bytes_q, next_some_q, next_one_q, next_words_q,
                      next_aad_q[WORD_SHIFT-1:0], next_tag, next_user_q};
  assign {held_refused, held_bad, held_decrypt, held_short, held_slot, held_tag_bytes, held_some,
          held_one, held_words, held_rest, held_tag, held_user} = held_info;

  always_ff @(posedge clk_i) begin
    next_some_q <= Mode == roundel_stream_pkg::MODE_GCM && next_aad_q != '0;
    next_one_q <= next_aad_q[31:WORD_SHIFT] == '0
        || next_aad_q == {{(31 - WORD_SHIFT) {1'b0}}, 1'b1, {WORD_SHIFT{1'b0}}};
    next_words_q <= next_aad_q[31:WORD_SHIFT]
        - {{(31 - WORD_SHIFT) {1'b0}}, next_aad_q[WORD_SHIFT-1:0] == '0};
  end

  if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_iv
    logic room, hashed, iv_long, iv_wait, iv_block, iv_take;
    logic iv_turn_q;  // an IV goes, and beats wait
    logic iv_rest_q;  // not iv_turn_q, for what is wide
    logic iv_turn_d;
    logic within_q;  // a packet is between its first beat and its last

    assign next_credit = 1'b1;
    assign next_leaves = next_decided_q && room;
    assign hashed = iv_long && !next_refused_q;
    assign raw_command_ready = raw_command_valid;

    roundel_gcm_iv #(
      .UserBits(UserBits),
      .SlotBits(SLOT_BITS)
    ) u_iv (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready_o),
      .command_head_o(command_head_o),
      .command_i(command_i),
      .command_user_i(command_user_i),
      .check_i(wrong),
      .head_valid_o(raw_command_valid),
      .head_room_i(!next_valid_q || next_leaves),
      .head_o(raw_command),
      .head_user_o(raw_command_user),
      .head_check_o(raw_wrong),
      .iv_o(next_iv),
      .tag_o(next_tag),
      .hashed_o(iv_long),
      .slot_i(next_slot_q),
      .push_i(next_leaves),
      .hash_i(hashed),
      .wait_o(iv_wait),
      .valid_o(iv_block),
      .take_i(iv_take),
      .last_o(iv_last_o),
      .slot_o(iv_slot_o),
      .bytes_o(iv_bytes_o),
      .block_o(iv_o)
    );

    roundel_gcm_start_queue #(
      .Width(INFO_BITS)
    ) u_starts (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .push_i(next_leaves),
      .ready_o(room),
      .hashed_i(hashed),
      .start_i({next_iv[127:32], 32'd1}),
      .info_i(next_info),
      .hash_valid_i(hash_valid_i),
      .hash_i(hash_i),
      .credit_i(packet_credit_i),
      .enter_o(enter_o),
      .valid_o(held_valid),
      .take_i(start),
      .start_o(held_start),
      .info_o(held_info)
    );

    // An IV takes its turn between two packets, one at a time.
    assign iv_turn_o = !iv_rest_q;
    assign iv_valid_o = iv_turn_q && iv_block;
    assign iv_take = iv_valid_o && ready_i;

    // Where a packet waits for its first beat no beat may be there: it could be taken.
    assign iv_turn_d = iv_turn_q ? !(iv_take && iv_last_o)
        : iv_wait && (idle || (!within_q && !beat_valid));
    assign beats_wait = iv_turn_d;

    logic unused_iv;
    assign unused_iv = ^next_iv[31:0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        iv_turn_q <= 1'b0;
        iv_rest_q <= 1'b1;
        within_q <= 1'b0;
      end else if (clear_i) begin
        iv_turn_q <= 1'b0;
        iv_rest_q <= 1'b1;
        within_q <= 1'b0;
      end else begin
        iv_turn_q <= iv_turn_d;
        iv_rest_q <= !iv_turn_d;
        within_q <= take ? !beat_last : within_q;
      end
    end
  end else begin : gen_no_iv
    logic [255:0] raw_blocks;
    logic [127:0] iv_q, tag_q;

    roundel_skid_buffer #(
      .Width(384 + 16 + UserBits),
      .KeepDataOnClear(1)
    ) u_command (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .valid_i(command_valid_i),
      .ready_o(command_ready_o),
      .data_i({command_i, wrong, command_user_i}),
      .valid_o(raw_command_valid),
      .ready_i(raw_command_ready),
      .data_o({raw_blocks, raw_command, raw_wrong, raw_command_user})
    );

    always_ff @(posedge clk_i) begin
      if (raw_command_ready) begin
        for (int b = 0; b < 16; b++) begin
          iv_q[127-8*b-:8] <= raw_blocks[8*b+:8];
          tag_q[127-8*b-:8] <= raw_blocks[128+8*b+:8];
        end
      end
    end

    assign command_head_o = 1'b1;
    assign raw_command_ready = !next_valid_q || next_leaves;
    assign next_credit = packet_credit_i;
    assign next_iv = iv_q;
    assign next_tag = tag_q;
    assign enter_o = begin_o;
    assign held_start = next_iv;
    assign beats_wait = 1'b0;
    assign iv_turn_o = 1'b0;
    assign iv_valid_o = 1'b0;
    assign iv_last_o = 1'b0;
    assign iv_slot_o = '0;
    assign iv_bytes_o = '0;
    assign iv_o = '0;

    if (Mode == roundel_stream_pkg::MODE_XTS) begin : gen_ahead
      localparam int AHEAD_BITS = 3 + SLOT_BITS + UserBits;
      logic ahead_ready;
      logic [SLOT_BITS-1:0] ahead_slot;
      logic [UserBits-1:0] ahead_user;
      logic [2:0] ahead_flags;
      assign next_leaves = next_decided_q && ahead_ready;

      roundel_stream_fifo #(
        .Width(AHEAD_BITS),
        .Depth(CommandDepth),
        .Registered(1),
        .BlockRam(BlockRam != 0)
      ) u_ahead (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(clear_i),
        .valid_i(next_decided_q),
        .ready_o(ahead_ready),
        .data_i({next_refused_q, next_bad_q, next_decrypt_q, next_slot_q, next_user_q}),
        .valid_o(held_valid),
        .ready_i(start),
        .data_o({ahead_flags, ahead_slot, ahead_user})
      );
      // Of the rest XTS has nothing.
      assign held_info = {ahead_flags, 1'b0, ahead_slot, {(133 + AAD_BITS) {1'b0}}, ahead_user};

      logic unused_next;
      assign unused_next = ^next_info;
    end else begin : gen_at_once
      assign next_leaves = start;
      assign held_valid = next_decided_q;
      assign held_info = next_info;

      logic unused_ahead;
      assign unused_ahead = ^{CommandDepth, BlockRam};
    end

    logic unused_hash;
    assign unused_hash = ^{hash_valid_i, hash_i, take, idle};
  end

  roundel_packet_framer #(
    .Lanes(Lanes),
    .Mode(Mode),
    .KeySlots(KeySlots),
    .UserBits(UserBits)
  ) u_frame (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(held_valid),
    .taken_o(start),
    .refused_i(held_refused),
    .bad_i(held_bad),
    .decrypt_i(held_decrypt),
    .short_i(held_short),
    .slot_i(held_slot),
    .tag_bytes_i(held_tag_bytes),
    .tag_i(held_tag),
    .start_i(held_start),
    .user_i(held_user),
    .aad_some_i(held_some),
    .aad_one_i(held_one),
    .aad_words_i(held_words),
    .aad_rest_i(held_rest),
    .wait_i(beats_wait),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_last_i(beat_last),
    .beat_hole_i(beat_hole),
    .beat_full_i(beat_full),
    .beat_none_i(beat_none),
    .beat_bytes_i(beat_bytes),
    .take_o(take),
    .idle_o(idle),
    .drop_o(drop_o),
    .drop_user_o(drop_user_o),
    .text_credit_i(text_credit_i),
    .text_o(text_o),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .decrypt_o(decrypt_o),
    .short_o(short_o),
    .slot_o(slot_o),
    .start_o(start_o),
    .aad_o(aad_o),
    .last_o(last_o),
    .bytes_o(bytes_o),
    .end_o(end_o),
    .end_waits_o(end_waits_o),
    .end_error_o(end_error_o),
    .end_decrypt_o(end_decrypt_o),
    .end_tag_bytes_o(end_tag_bytes_o),
    .end_tag_o(end_tag_o),
    .end_user_o(end_user_o)
  );

endmodule : roundel_packet_source
