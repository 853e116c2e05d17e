// SPDX-License-Identifier: Apache-2.0
//
// Proves that a command front loses, doubles and reorders no command, and decides each command
// once, with the right verdict, in an allowed cycle. Unbounded, with stalls, clears and resets at
// any time. Each front contains a roundel_command_decision.
//
// Each command has its own number, modulo 16, in `user` and in the first byte of its IV. The proof
// watches one arbitrary command: its fields, and the state of its slot 1 cycle before the decision.
//
// XTS: each accepted packet has 1 tweak, of its own command, in the first cycle of the packet. GCM:
// the proof counts the words of a command for IVs up to 127 bytes. In an accepted packet, an IV
// with a length other than 12 bytes gives its blocks once, in order, then the block of the length.
// No other IV gives blocks. The front uses the mode's input only after a cycle with `quiet_i`.
//
// Assumptions of the front for GCM: a clear lasts two cycles or more, and a slot is ready only
// after the front has taken a key for the slot. For the induction, the top relates the registers of
// this front to the counts of the proof.
//
// Stubs: roundel_gcm_start_queue and roundel_stream_fifo are lists of two.

module prove_command_front #(
  parameter int Mode = roundel_stream_pkg::MODE_CTR
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       command_valid_i,
  input logic       decrypt_i,
  input logic       wrong_i,
  input logic       slot_i,
  input logic [6:0] iv_bytes_i,
  input logic [4:0] tag_bytes_i,
  input logic [1:0] slot_ready_i,
  input logic [1:0] slot_loading_i,
  input logic       pause_i,
  input logic       key_taken_i,
  input logic       key_slot_i,
  input logic [4:0] key_least_tag_i,
  input logic       packet_credit_i,
  input logic       tweak_ready_i,
  input logic       quiet_i,
  input logic       iv_ready_i,
  input logic       packet_ready_i,
  input logic       watch_i
);

  localparam int SLOT_BITS = 1;
  localparam int WORD_SHIFT = 4;
  localparam int UserBits = 4;
  localparam int MODE_BITS = roundel_stream_pkg::mode_bits(roundel_stream_pkg::MODES_ONE);
  localparam bit IS_GCM = Mode == roundel_stream_pkg::MODE_GCM;
  localparam bit IS_XTS = Mode == roundel_stream_pkg::MODE_XTS;
  `include "roundel_command_types.svh"
  `include "roundel_packet_types.svh"

  command_t fields;
  packet_t packet;
  logic [383:0] command;
  logic command_ready, command_first, begins, packet_valid;
  logic tweak_valid, tweak_slot;
  logic [127:0] tweak, iv;
  logic hold, iv_turn, iv_valid, iv_last, iv_slot, enter;
  logic [4:0] iv_bytes;

  // ---- Commands in ------------------------------------------------------------------------------
  logic [3:0] in_q, begun_q, out_q;  // commands accepted, decided, passed on
  logic [2:0] words_q;  // further words of the command at the port
  logic [4:0] block_q;  // blocks of the IV in front of this word
  logic first, taken;
  logic [6:0] iv_length;
  assign first = words_q == '0;
  assign taken = command_valid_i && command_ready && !clear_i;
  assign iv_length = IS_GCM ? iv_bytes_i : '0;

  assign fields.reserved = '0;
  assign fields.iv_bytes = 32'(iv_length);
  assign fields.aad_bytes = '0;
  assign fields.tag_bytes = IS_GCM ? 8'(tag_bytes_i) : '0;
  assign fields.slot = 8'(slot_i);
  assign fields.mode = Mode[7:0];
  assign fields.spare_high = 1'b0;
  assign fields.slot_high = 4'd0;
  assign fields.spare = wrong_i;
  assign fields.counter_32 = 1'b0;
  assign fields.decrypt = decrypt_i;
  // The first byte of each block of an IV is the number of the block, or of the command.
  assign command[127:0] = fields;
  assign command[255:128] = 128'(IS_GCM ? 8'(block_q) : 8'(in_q));
  assign command[383:256] = 128'(8'(block_q) + 8'd1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, begun_q, out_q} <= '0;
      words_q <= '0;
      block_q <= '0;
    end else if (clear_i) begin
      {in_q, begun_q, out_q} <= '0;
      words_q <= '0;
      block_q <= '0;
    end else begin
      in_q <= in_q + 4'(taken && first);
      begun_q <= begun_q + 4'(begins);
      out_q <= out_q + 4'(packet_valid && packet_ready_i);
      if (taken) begin
        // 16 bytes of the IV in the first word, 32 in each further word.
        if (first) words_q <= (iv_length > 7'd16) ? 3'((8'(iv_length) + 8'd15) >> 5) : '0;
        else words_q <= words_q - 1'b1;
        if (first ? iv_length > 7'd16 : words_q > 3'd1) block_q <= block_q + (first ? 5'd1 : 5'd2);
        else block_q <= '0;
      end
    end
  end

  // ---- The watched command ----------------------------------------------------------------------
  logic watching_q, decided_q, slot_q, wrong_q, decrypt_q;
  logic want_refused_q, want_bad_q;
  logic [3:0] number_q;
  logic [1:0] ready_q, loading_q;  // previous cycle
  logic short;  // the tag is too short for the key of the slot
  logic [4:0] tag_bytes_q;
  logic [4:0] least_0_q, least_1_q;  // least tag of each slot
  logic [4:0] least_0_late_q, least_1_late_q;  // previous cycle
  logic legal_tag, usable;
  assign legal_tag = tag_bytes_i == 5'd4 || tag_bytes_i == 5'd8
      || (tag_bytes_i >= 5'd12 && tag_bytes_i <= 5'd16);
  assign usable = !wrong_q && ready_q[slot_q] && !(IS_GCM && short);
  assign short = tag_bytes_q < (slot_q ? least_1_late_q : least_0_late_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      watching_q <= 1'b0;
      decided_q <= 1'b0;
    end else if (clear_i) begin
      watching_q <= 1'b0;
      decided_q <= 1'b0;
    end else begin
      if (!watching_q) begin
        watching_q <= taken && first && watch_i;
        decided_q <= 1'b0;
      end else if (packet_valid && packet_ready_i && out_q == number_q) begin
        watching_q <= 1'b0;
      end else if (begins && begun_q == number_q) begin
        decided_q <= 1'b1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    ready_q <= slot_ready_i;
    loading_q <= slot_loading_i;
    if (!watching_q) begin
      number_q <= in_q;
      slot_q <= slot_i;
      decrypt_q <= decrypt_i;
      tag_bytes_q <= tag_bytes_i;
      wrong_q <= wrong_i || (IS_GCM && !legal_tag);
    end
    if (begins && begun_q == number_q && !decided_q) begin
      want_refused_q <= !usable;
      want_bad_q <= wrong_q || ready_q[slot_q];
    end
    least_0_late_q <= least_0_q;
    least_1_late_q <= least_1_q;
    if (key_taken_i && !key_slot_i) least_0_q <= key_least_tag_i;
    if (key_taken_i && key_slot_i) least_1_q <= key_least_tag_i;
  end

  // ---- The front --------------------------------------------------------------------------------
  if (IS_GCM) begin : gen_gcm
    roundel_command_front_gcm #(.KeySlots(2), .UserBits(UserBits)) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready),
      .command_first_o(command_first),
      .command_i(command),
      .command_user_i(in_q),
      .command_privileged_i(1'b0),
      .slot_ready_i(slot_ready_i),
      .slot_loading_i(slot_loading_i),
      .pause_i(pause_i),
      .key_taken_i(key_taken_i),
      .key_slot_i(key_slot_i),
      .key_least_tag_i(key_least_tag_i),
      .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
      .packet_credit_i(packet_credit_i),
      .begin_o(begins),
      .enter_o(enter),
      .quiet_i(quiet_i),
      .hold_o(hold),
      .iv_turn_o(iv_turn),
      .iv_valid_o(iv_valid),
      .iv_ready_i(iv_ready_i),
      .iv_last_o(iv_last),
      .iv_slot_o(iv_slot),
      .iv_bytes_o(iv_bytes),
      .iv_o(iv),
      .hash_valid_i(1'b0),
      .hash_i(128'd0),
      .packet_valid_o(packet_valid),
      .packet_ready_i(packet_ready_i),
      .packet_o(packet)
    );
    assign tweak_valid = 1'b0;
    assign tweak_slot = 1'b0;
    assign tweak = '0;
  end
  if (IS_XTS) begin : gen_xts
    roundel_command_front_xts #(.KeySlots(2), .UserBits(UserBits)) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready),
      .command_i(command[255:0]),
      .command_user_i(in_q),
      .command_privileged_i(1'b0),
      .slot_ready_i(slot_ready_i),
      .slot_loading_i(slot_loading_i),
      .pause_i(pause_i),
      .key_taken_i(key_taken_i),
      .key_slot_i(key_slot_i),
      .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
      .packet_credit_i(packet_credit_i),
      .begin_o(begins),
      .tweak_valid_o(tweak_valid),
      .tweak_ready_i(tweak_ready_i),
      .tweak_slot_o(tweak_slot),
      .tweak_o(tweak),
      .packet_valid_o(packet_valid),
      .packet_ready_i(packet_ready_i),
      .packet_o(packet)
    );
  end
  if (!IS_GCM && !IS_XTS) begin : gen_text
    roundel_command_front_text #(.Mode(Mode), .KeySlots(2), .UserBits(UserBits)) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready),
      .command_i(command[255:0]),
      .command_user_i(in_q),
      .command_privileged_i(1'b0),
      .slot_ready_i(slot_ready_i),
      .slot_loading_i(slot_loading_i),
      .pause_i(pause_i),
      .key_taken_i(key_taken_i),
      .key_slot_i(key_slot_i),
      .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
      .packet_credit_i(packet_credit_i),
      .begin_o(begins),
      .packet_valid_o(packet_valid),
      .packet_ready_i(packet_ready_i),
      .packet_o(packet)
    );
    assign tweak_valid = 1'b0;
    assign tweak_slot = 1'b0;
    assign tweak = '0;
  end
  if (!IS_GCM) begin : gen_no_iv
    assign command_first = 1'b1;
    assign {hold, iv_turn, iv_valid, iv_last, iv_slot, enter} = '0;
    assign iv_bytes = '0;
    assign iv = '0;
  end

  // ---- IVs: commands leave the front in order, so the next length belongs to the next packet ----
  // The last two blocks of an IV may wait at the output while the next IV follows.
  logic [6:0] length_0_q, length_1_q, length;  // of the commands with an even and an odd number
  logic [1:0] slots_q;  // slots of the same two commands
  logic [3:0] pushed_q;  // packets that entered the list behind the decision
  logic [3:0] hashing_q;  // remaining blocks of the present IV, including the block of the length
  logic [3:0] behind_q;  // the same count for the next IV
  logic [3:0] done_q;  // finished blocks of the present IV
  logic [6:0] now_q, next_q;  // lengths of the present IV and of the next IV
  logic now_slot_q, next_slot_q;  // slots of the present IV and of the next IV
  logic refused_now;  // probe of u_dut: the verdict of the packet that enters the list
  logic new_iv, iv_over;  // an IV is added; the present IV ends
  logic [3:0] blocks;  // blocks of the added IV
  assign length = pushed_q[0] ? length_1_q : length_0_q;
  assign new_iv = enter && !refused_now && length != '0 && length != 7'd12;
  assign blocks = 4'((8'(length) + 8'd15) >> 4) + 4'd1;
  assign iv_over = iv_valid && iv_ready_i && hashing_q == 4'd1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pushed_q <= '0;
      hashing_q <= '0;
      behind_q <= '0;
      done_q <= '0;
    end else if (clear_i) begin
      pushed_q <= '0;
      hashing_q <= '0;
      behind_q <= '0;
      done_q <= '0;
    end else begin
      pushed_q <= pushed_q + 4'(enter);
      if (hashing_q == '0 || iv_over) begin
        hashing_q <= (behind_q != '0) ? behind_q : new_iv ? blocks : '0;
        behind_q <= '0;
        done_q <= '0;
      end else begin
        if (new_iv) behind_q <= blocks;
        if (iv_valid && iv_ready_i) begin
          hashing_q <= hashing_q - 1'b1;
          done_q <= done_q + 1'b1;
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (taken && first && !in_q[0]) begin
      length_0_q <= iv_length;
      slots_q[0] <= slot_i;
    end
    if (taken && first && in_q[0]) begin
      length_1_q <= iv_length;
      slots_q[1] <= slot_i;
    end
    if (new_iv) begin
      next_q <= length;
      next_slot_q <= slots_q[pushed_q[0]];
    end
    if (hashing_q == '0 || iv_over) begin
      now_q <= (behind_q != '0) ? next_q : length;
      now_slot_q <= (behind_q != '0) ? next_slot_q : slots_q[pushed_q[0]];
    end
  end

  logic started_q = 1'b0;
  logic held_q, turn_q, quiet_q;  // hold, iv_turn and quiet_i of the previous cycle
  logic [1:0] given_q;  // the slot has had a key
  logic clear_q, begun_clear_q;  // the previous cycle had clear_i; it was the first such cycle
  logic [3:0] waiting, passed;
  assign waiting = in_q - begun_q;
  assign passed = begun_q - out_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    held_q <= hold && !clear_i && rst_ni;
    turn_q <= iv_turn && !clear_i && rst_ni;
    quiet_q <= quiet_i && !clear_i;
    clear_q <= clear_i;
    begun_clear_q <= clear_i && !clear_q;
    given_q <= rst_ni ? given_q | {key_taken_i && key_slot_i, key_taken_i && !key_slot_i} : '0;
  end

  // Probes of u_dut.
  logic head_valid, head_full, head_empty;
  logic [149:0] head_shown, head_behind;
  logic [7:0] ahead_shown, ahead_behind;
  logic [127:0] front_tweak;
  logic head_here, more_here, ready_in, full_in, fresh, in_first, in_few, in_given_odd, in_short;
  logic [148:0] in_fields;  // other mode, command, user, check
  logic [255:0] in_blocks;
  command_t in_command;
  logic in_other_mode;
  logic [3:0] in_user;
  logic [15:0] in_check;
  assign {in_other_mode, in_command, in_user, in_check} = in_fields;
  logic word_last, last_next, word_odd, word_near;
  logic [26:0] word_count, word_fewer;
  logic deciding, decided, decision_slot, decision_wrong, decision_bad, has_key, loading;
  logic [3:0] front_user;
  logic front_decrypt, front_turn, front_hashed;
  logic [4:0] front_tag_bytes, least_tag;
  logic [9:0] least_tags;
  logic list_valid, list_full, list_empty, list_clear;
  packet_t list_shown, list_behind;
  logic held, hashing, block, two, more, second, sum, data, early, part, even, hashed, load;
  logic more_wanted, free, word_held, clear_late;
  logic [31:0] length_now;
  logic [127:0] cut_iv, cut_tag;
  logic buffer_valid, buffer_ready, buffer_load, buffer_show;
  logic [1:0] buffer_empty;
  logic [133:0] buffer_even, buffer_odd;
  logic last_valid, last_full, last_empty, last_shown, last_behind;

  // ---- Registers of the front for XTS, for the induction ----------------------------------------
  if (IS_XTS) begin : gen_xts_registers
    // Records of the two skid buffers.
    typedef struct packed {
      logic [15:0] wrong;
      logic decrypt, slot;
      logic [127:0] tweak;
      logic [3:0] user;
    } head_t;
    typedef struct packed {
      logic refused, bad, decrypt, slot;
      logic [3:0] user;
    } ahead_t;
    head_t head_0, head_1;
    ahead_t ahead_0, ahead_1;
    logic [3:0] next;  // number of the oldest command in front of the decision
    assign {head_0, head_1} = {head_shown, head_behind};
    assign {ahead_0, ahead_1} = {ahead_shown, ahead_behind};
    assign next = begun_q + 4'(deciding && !decided);

    function automatic logic is_head(input head_t head, input logic watched);
      is_head = head.tweak[127:120] == 8'(head.user) && (!watched || (head.slot == slot_q
          && head.decrypt == decrypt_q && (head.wrong != '0) == wrong_q));
    endfunction
    function automatic logic is_ahead(input ahead_t ahead, input logic watched);
      is_ahead = !watched || (ahead.slot == slot_q && ahead.decrypt == decrypt_q
          && ahead.refused == want_refused_q && (!ahead.refused || ahead.bad == want_bad_q));
    endfunction

    always_comb begin
      if (started_q && rst_ni) begin
        assert (waiting == 4'(head_valid) + 4'(head_full) + 4'(deciding && !decided));
        assert (passed == 4'(deciding && decided) + 4'(list_valid) + 4'(list_full));
        assert ((head_valid || !head_full) && (list_valid || !list_full) && (deciding || !decided));
        assert (!(head_full && head_empty) && !(list_full && list_empty));
        assert (list_clear == clear_q && words_q == '0);
        if (clear_q) assert ({in_q, begun_q, out_q} == '0);
        if (watching_q) begin
          assert (4'(number_q - out_q) < 4'(in_q - out_q));
          assert (decided_q == (4'(number_q - out_q) < passed));
        end
        if (head_valid) begin
          assert (head_0.user == next && is_head(head_0, watching_q && number_q == next));
        end
        if (head_full) begin
          assert (head_1.user == next + 4'd1);
          assert (is_head(head_1, watching_q && number_q == 4'(next + 4'd1)));
        end
        if (deciding) begin
          assert (front_user == begun_q - 4'(decided) && front_tweak[127:120] == 8'(front_user));
          assert (has_key == ready_q[decision_slot] && loading == loading_q[decision_slot]);
          if (watching_q && number_q == front_user) begin
            assert (front_decrypt == decrypt_q && decision_slot == slot_q);
            assert (decision_wrong == wrong_q);
            if (decided) assert (refused_now == want_refused_q);
            if (decided && want_refused_q) assert (decision_bad == want_bad_q);
          end
        end
        if (list_valid) begin
          assert (ahead_0.user == out_q && is_ahead(ahead_0, watching_q && number_q == out_q));
        end
        if (list_full) begin
          assert (ahead_1.user == out_q + 4'd1);
          assert (is_ahead(ahead_1, watching_q && number_q == 4'(out_q + 4'd1)));
        end
      end
    end
  end

  // ---- Registers of the front for GCM, for the induction ----------------------------------------
  if (IS_GCM) begin : gen_registers
    // Lengths: further words and blocks of an IV, and the same for the command at the input and for
    // the command that is cut into blocks.
    function automatic logic [2:0] words_of(input logic [6:0] bytes);
      words_of = (bytes > 7'd16) ? 3'((8'(bytes) + 8'd15) >> 5) : '0;
    endfunction
    function automatic logic [3:0] blocks_of(input logic [6:0] bytes);
      blocks_of = 4'((8'(bytes) + 8'd15) >> 4) + 4'd1;
    endfunction
    logic last_in, cut_number;  // parity of the newest command, and of the command that is cut
    logic [6:0] in_length, cut_length;
    logic [3:0] cut_blocks;
    logic cut_slot;
    assign last_in = !in_q[0];
    assign cut_number = begun_q[0] ^ !(deciding && !decided);
    assign in_length = last_in ? length_1_q : length_0_q;
    assign cut_length = cut_number ? length_1_q : length_0_q;
    assign cut_blocks = blocks_of(cut_length);
    assign cut_slot = slots_q[cut_number];

    // Packets in the list, and blocks of IVs in the ping-pong buffer.
    logic [1:0] listed, buffered;
    assign listed = 2'(list_valid) + 2'(list_full);
    assign buffered = 2'(!buffer_empty[0]) + 2'(!buffer_empty[1]);

    // Blocks that are not yet in the buffer, and the number of the next of these blocks.
    logic [4:0] all_left, left, next_block;
    logic [2:0] words_left;  // further words that are not yet cut
    assign all_left = 5'(hashing_q) + 5'(behind_q) + (new_iv ? 5'(blocks) : 5'd0);
    assign left = all_left - 5'(buffered);
    assign next_block = 5'(cut_blocks) - left;
    assign words_left = words_q + 3'(more_here);

    // Entries of the buffer.
    logic [132:0] entry_0, entry_1;  // oldest and newest; without the slot
    logic slot_0, slot_1;
    assign {slot_0, entry_0} = buffer_show ? buffer_odd : buffer_even;
    assign {slot_1, entry_1} = buffer_show ? buffer_even : buffer_odd;
    function automatic logic is_block(input logic [132:0] entry, input logic [3:0] number,
                                      input logic [3:0] remaining, input logic [6:0] bytes);
      is_block = (remaining == 4'd1) ? entry == {5'd16, 128'({bytes, 3'b000})}
          : entry[127:120] == 8'(number) && entry[132:128]
              == ((remaining == 4'd2 && bytes[3:0] != '0) ? 5'(bytes[3:0]) : 5'd16);
    endfunction

    logic fresh_late_q;  // previous cycle
    always_ff @(posedge clk_i) fresh_late_q <= fresh;

    always_comb begin
      if (started_q && rst_ni) begin
        // Counts.
        assert (waiting == 4'(head_here) + 4'(deciding && !decided));
        assert (passed == 4'(deciding && decided) + 4'(enter) + 4'(listed));
        assert (pushed_q == out_q + 4'(listed));
        assert (!(enter && deciding) && (!decided || deciding));
        assert (!list_full || (list_valid && !list_empty));
        assert (list_clear == clear_q && (!enter || list_empty));
        if (watching_q) begin
          assert (4'(number_q - out_q) < 4'(in_q - out_q));
          assert (decided_q == (4'(number_q - out_q) < passed));
        end

        // A clear.
        if (clear_q) begin
          assert (clear_late && {in_q, begun_q, out_q, hashing_q, behind_q, words_q} == '0);
          assert (!(head_here || more_here || ready_in || fresh));
          assert (!(deciding || enter || list_valid));
          assert (buffered == '0 && !front_turn && in_first && !watching_q);
        end
        assert (!begun_clear_q || clear_q);

        // The word at the input.
        assert (!(head_here && more_here) && (!ready_in || !(head_here || more_here)));
        assert (full_in == !ready_in && (!fresh || (!ready_in && (head_here || more_here))));
        assert (!fresh || !fresh_late_q || clear_q);
        if (words_q != '0) begin
          assert (words_q <= words_of(in_length));
          assert (block_q == 5'd1 + {1'b0, 3'(words_of(in_length) - words_q), 1'b0});
        end else begin
          assert (block_q == '0);
        end
        if (head_here) begin
          assert (in_q != begun_q && in_user == in_q - 4'd1 && words_q == words_of(in_length));
          assert (in_command.iv_bytes == 32'(in_length) && in_command.slot == 8'(slots_q[last_in]));
          assert (in_command.mode == Mode[7:0] && !in_other_mode && in_few);
          assert (in_blocks[7:0] == '0);
          assert (in_given_odd == (in_length[4:0] > 5'd16));
          if (watching_q && number_q == in_q - 4'd1) begin
            assert (slot_q == slots_q[last_in] && in_command.decrypt == decrypt_q);
            assert (in_command.tag_bytes == 8'(tag_bytes_q) && (in_check != '0) == wrong_q);
          end
          assert (fresh || in_short == (in_length == '0 || in_length == 7'd12));
          assert (fresh || word_last == (words_q == '0));
        end
        if (more_here) begin
          assert (word_last == (words_q == '0) && words_left <= words_of(in_length));
          assert (in_blocks[7:0] == 8'd1 + {4'd0, 3'(words_of(in_length) - words_left), 1'b0});
          assert (in_blocks[135:128] == in_blocks[7:0] + 8'd1);
        end
        if (!fresh) begin
          assert (in_first == (words_q == '0));
          if (words_q != '0) begin
            assert (word_count[26:3] == '0);
            assert ({1'b0, word_count[2:0]} + 4'(word_odd) == 4'(words_q));
            assert (last_next == (words_q == 3'd1));
          end
        end else if (more_here) begin
          assert (!in_first);
          assert (word_count[26:3] == '0);
          assert ({1'b0, word_count[2:0]} + 4'(word_odd) == 4'(words_q) + 4'd1);
        end else begin
          assert (in_first);
        end
        if (!fresh_late_q && (words_q != '0 || more_here)) begin
          assert (head_here || (word_fewer == word_count - 1'b1 && word_near == (word_count < 4)));
        end

        // The decision.
        if (deciding) begin
          assert (decision_slot == cut_slot && front_user == begun_q - 4'(decided));
          assert (has_key == ready_q[decision_slot] && loading == loading_q[decision_slot]);
          if (ready_q[decision_slot]) begin
            assert (least_tag == (decision_slot ? least_1_late_q : least_0_late_q));
          end
          if (watching_q && number_q == begun_q - 4'(decided)) begin
            assert (front_decrypt == decrypt_q && front_tag_bytes == tag_bytes_q);
            assert (decision_slot == slot_q && decision_wrong == wrong_q);
            if (decided) assert (refused_now == want_refused_q);
            if (decided && want_refused_q) assert (decision_bad == want_bad_q);
          end
        end
        if (given_q[0]) assert (least_tags[4:0] == least_0_q);
        if (given_q[1]) assert (least_tags[9:5] == least_1_q);

        // The list.
        if (enter) begin
          assert (front_user == begun_q - 4'd1);
          if (watching_q && number_q == begun_q - 4'd1) begin
            assert (front_decrypt == decrypt_q && front_tag_bytes == tag_bytes_q);
            assert (decision_slot == slot_q && refused_now == want_refused_q);
            if (want_refused_q) assert (decision_bad == want_bad_q);
          end
        end
        if (list_valid) begin
          assert (list_shown.user == out_q);
          if (watching_q && number_q == out_q) begin
            assert (list_shown.decrypt == decrypt_q && list_shown.tag_bytes == tag_bytes_q);
            assert (list_shown.slot == slot_q && list_shown.refused == want_refused_q);
            if (want_refused_q) assert (list_shown.bad_command == want_bad_q);
          end
        end
        if (list_full) begin
          assert (list_behind.user == out_q + 4'd1);
          if (watching_q && number_q == out_q + 4'd1) begin
            assert (list_behind.decrypt == decrypt_q && list_behind.tag_bytes == tag_bytes_q);
            assert (list_behind.slot == slot_q && list_behind.refused == want_refused_q);
            if (want_refused_q) assert (list_behind.bad_command == want_bad_q);
          end
        end

        // The turn of IVs.
        assert (iv_turn == front_turn && (!front_turn || hashing_q != '0));

        // IVs in the proof.
        assert (hashing_q == '0 || hashing_q + done_q == blocks_of(now_q));
        assert (behind_q == '0 || (hashing_q != '0 && behind_q == blocks_of(next_q)));
        assert (hashing_q == '0 || (now_q != '0 && now_q != 7'd12));
        assert (behind_q == '0 || (next_q != '0 && next_q != 7'd12));

        // The buffer.
        assert (buffer_valid == (buffered != '0) && (!buffer_ready || buffered != 2'd2));
        assert ((buffered == 2'd1) == (buffer_load != buffer_show));
        assert (buffered == '0 || !buffer_empty[buffer_show]);
        assert (last_valid == buffer_valid && last_full == (buffered == 2'd2));
        assert (last_empty == buffer_ready && (buffered == '0 || hashing_q != '0));
        if (behind_q != '0 || new_iv) assert (2'(hashing_q) <= buffered && hashing_q[3:2] == '0);
        if (buffered != '0) begin
          assert (is_block(entry_0, done_q, hashing_q, now_q) && slot_0 == now_slot_q);
          assert (last_shown == (hashing_q == 4'd1));
        end
        if (buffered == 2'd2) begin
          if (hashing_q == 4'd1) begin
            assert (behind_q != '0 && is_block(entry_1, 4'd0, behind_q, next_q));
            assert (slot_1 == next_slot_q && !last_behind);
          end else begin
            assert (is_block(entry_1, done_q + 4'd1, hashing_q - 4'd1, now_q));
            assert (slot_1 == now_slot_q && last_behind == (hashing_q == 4'd2));
          end
        end
      end

      // The word that is cut. These registers are cleared 1 cycle late.
      if (started_q && rst_ni && !begun_clear_q) begin
        assert (held == deciding);
        assert (!clear_late || !(load || held || hashing || more_wanted || block || two || sum));
        assert (!load || (head_here && !fresh && !held && !hashing && free));
        assert (!(held && hashing) && !(enter && held));
        assert (data == !sum && early == !second && word_held == !free);
        assert (more_wanted == (hashing && more) && (hashing || !(block || two || sum || second)));
        assert (free == !(held || (hashing && block && !sum)));
        if (enter) assert (hashing == new_iv);
        if (held || hashing) begin
          assert (length_now == 32'(cut_length) && part == (cut_length[3:0] != '0));
          assert (even == ((cut_length[3:0] == '0) == cut_length[4]));
          assert (hashed == !(cut_length == '0 || cut_length == 7'd12));
          assert (more == (more_here || (words_q != '0 && !head_here)));
          assert (decision_slot == cut_slot);
        end
        if (held) begin
          assert (!decided || front_hashed == (hashed && !refused_now));
          assert (cut_iv[127:120] == '0);
          if (more) assert (words_left == words_of(cut_length));
          else assert (words_of(cut_length) == '0);
        end
        if (hashing) begin
          assert (hashed && left != '0 && all_left > 5'(buffered) && left <= 5'(cut_blocks));
          if (behind_q != '0) assert (next_q == cut_length && next_slot_q == cut_slot);
          else if (!enter) assert (now_q == cut_length && now_slot_q == cut_slot);
          assert (left == 5'd1 + 5'(block && !sum) + 5'(two)
              + (more ? {1'b0, words_left, 1'b0} - 5'(!even) : 5'd0));
          assert (!more || words_left != '0);
          assert (block || more);
          if (two) assert (block && !second && !sum);
          if (sum) assert (block && !two && !more && !second);
          if (second) assert (block);
          if (block && !sum) begin
            assert ((second ? cut_tag[127:120] : cut_iv[127:120]) == 8'(next_block));
          end
          if (two) assert (cut_tag[127:120] == 8'(next_block) + 8'd1);
        end else begin
          assert (all_left == 5'(buffered));
        end
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (!rst_ni) assume (!command_valid_i);
    // A clear takes two cycles at least: roundel_gcm_iv clears its words a cycle late.
    if (IS_GCM && started_q && begun_clear_q) assume (clear_i);
    // A slot is ready only with a key, and its least tag.
    if (IS_GCM && started_q) assume ((slot_ready_i & ~given_q) == '0);
    if (started_q && rst_ni && !clear_i) begin
      assert (waiting <= 4'd4 && passed <= 4'd4);
      if (command_ready) assert (command_first == first);
      // Decisions.
      if (begins) begin
        assert (!pause_i && waiting != '0);
        assert (IS_GCM || packet_credit_i);
        if (watching_q && !decided_q && begun_q == number_q && !wrong_q) begin
          assert (ready_q[slot_q] || !loading_q[slot_q]);
        end
      end
      // Packets, in order, each once, with its verdict.
      if (packet_valid) begin
        assert (passed != '0 && packet.user == out_q);
        if (watching_q && out_q == number_q) begin
          assert (decided_q && packet.slot == slot_q && packet.decrypt == decrypt_q);
          assert (packet.refused == want_refused_q);
          if (want_refused_q) assert (packet.bad_command == want_bad_q);
          if (!IS_GCM && !IS_XTS) assert (packet.start[127:120] == 8'(number_q));
          if (IS_GCM) assert (packet.tag_bytes == tag_bytes_q);
        end
      end
      // Tweaks.
      if (IS_XTS && begins && watching_q && !decided_q && begun_q == number_q) begin
        assert (tweak_valid == usable);
      end
      if (tweak_valid && tweak_ready_i) begin
        assert (begins && ready_q[tweak_slot] && tweak[127:120] == 8'(begun_q));
      end
      // IVs.
      if (IS_GCM) begin
        assert (iv_turn == held_q);
        if (iv_turn && !turn_q) assert (quiet_q);
        if (new_iv) assert (behind_q == '0);
        if (iv_valid) begin
          assert (iv_turn && hashing_q != '0 && iv_slot == now_slot_q);
          assert (iv_last == (hashing_q == 4'd1));
          if (iv_last) begin
            assert (iv == 128'({now_q, 3'b000}) && iv_bytes == 5'd16);
          end else begin
            assert (iv[127:120] == 8'(done_q));
            assert (iv_bytes == ((hashing_q == 4'd2 && now_q[3:0] != '0) ? 5'(now_q[3:0]) : 5'd16));
          end
        end
      end
    end
    several: cover (started_q && rst_ni && out_q == 4'd3);
    refused: cover (started_q && rst_ni && packet_valid && packet.refused && packet.user == 4'd2);
  end

endmodule : prove_command_front
