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
  assign fields.spare = 6'(wrong_i);
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
  logic [1:0] short_q;  // the tag is too short for the key of the slot
  logic [4:0] tag_bytes_q;
  logic [4:0] least_0_q, least_1_q;
  logic legal_tag, usable;
  assign legal_tag = tag_bytes_i == 5'd4 || tag_bytes_i == 5'd8
      || (tag_bytes_i >= 5'd12 && tag_bytes_i <= 5'd16);
  assign usable = !wrong_q && ready_q[slot_q] && !(IS_GCM && short_q[slot_q]);

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
    // Shortest tags of the previous cycle.
    short_q <= {tag_bytes_q < least_1_q, tag_bytes_q < least_0_q};
    if (key_taken_i && !key_slot_i) least_0_q <= key_least_tag_i;
    if (key_taken_i && key_slot_i) least_1_q <= key_least_tag_i;
  end

  // ---- The front --------------------------------------------------------------------------------
  if (IS_GCM) begin : gen_gcm
    roundel_command_front_gcm #(
      .KeySlots(2),
      .UserBits(UserBits)
    ) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready),
      .command_first_o(command_first),
      .command_i(command),
      .command_user_i(in_q),
      .slot_ready_i(slot_ready_i),
      .slot_loading_i(slot_loading_i),
      .pause_i(pause_i),
      .key_taken_i(key_taken_i),
      .key_slot_i(key_slot_i),
      .key_least_tag_i(key_least_tag_i),
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
    roundel_command_front_xts #(
      .KeySlots(2),
      .UserBits(UserBits)
    ) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready),
      .command_i(command[255:0]),
      .command_user_i(in_q),
      .slot_ready_i(slot_ready_i),
      .slot_loading_i(slot_loading_i),
      .pause_i(pause_i),
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
    roundel_command_front_text #(
      .Mode(Mode),
      .KeySlots(2),
      .UserBits(UserBits)
    ) u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .command_valid_i(command_valid_i),
      .command_ready_o(command_ready),
      .command_i(command[255:0]),
      .command_user_i(in_q),
      .slot_ready_i(slot_ready_i),
      .slot_loading_i(slot_loading_i),
      .pause_i(pause_i),
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

  always_comb begin
    assume (started_q || !rst_ni);
    if (!rst_ni) assume (!command_valid_i);
    // A clear takes two cycles at least: roundel_gcm_iv clears its words a cycle late.
    if (started_q && begun_clear_q) assume (clear_i);
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
