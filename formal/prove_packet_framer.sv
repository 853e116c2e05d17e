// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_packet_framer gives, for each packet, exactly the words of AAD and text of
// the command, in order, and the specified end. Unbounded, with packets of any lengths, stalls,
// clears and resets at any time.
//
// Specification, in this top. An accepted packet begins. Each beat of a packet not yet refused is 1
// word: a word of AAD while bytes of AAD are left. Exception: a first beat of text without bytes,
// in a mode without a word for an empty text. A word follows a cycle with a text credit and without
// `hold_i`. The end comes two cycles after the last beat, with the error of the first wrong beat:
//   AAD     the AAD ends too early, or its last beat has another number of bytes
//   KEEP    null bytes in front of the end of AAD or text
//   LENGTH  text beyond the limit of the mode, or a length that the mode cannot process
//
// Assumptions. The facts of a beat are consistent, as from roundel_packet_beats. A clear lasts at
// least eight cycles; no beat comes after the fifth, nor in the cycle after the clear. The limits
// are 2^LengthBits blocks: those of the design, but smaller.

module prove_packet_framer #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Lanes = 1,
  parameter int LengthBits = 3
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic         packet_valid_i,
  input logic         refused_i,
  input logic         bad_command_i,
  input logic         decrypt_i,
  input logic         counter_32_i,
  input logic [1:0]   slot_i,
  input logic [4:0]   tag_bytes_i,
  input logic [7:0]   aad_i,  // bytes of AAD
  input logic [127:0] tag_i,
  input logic [127:0] start_i,
  input logic [1:0]   user_i,
  input logic         beat_valid_i,
  input logic         beat_last_i,
  input logic         beat_hole_i,
  input logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] beat_bytes_i,
  input logic         hold_i,
  input logic         text_credit_i,
  input logic         ready_i
);

  localparam int SLOT_BITS = 2;
  localparam int UserBits = 2;
  localparam int MODE_BITS = roundel_stream_pkg::mode_bits(roundel_stream_pkg::MODES_ONE);
  localparam int BYTES = 16 * Lanes;
  localparam int WORD_SHIFT = $clog2(BYTES);
  localparam bit IS_GCM = Mode == roundel_stream_pkg::MODE_GCM;
  localparam bit IS_XTS = Mode == roundel_stream_pkg::MODE_XTS;
  localparam bit IS_CTR = Mode == roundel_stream_pkg::MODE_CTR;
  localparam bit FOLLOWS = !IS_GCM && !IS_XTS;
  localparam int MOST = (1 << LengthBits) - (IS_GCM ? 2 : 0);  // blocks
  localparam int COUNT_BITS = LengthBits + 3;
  `include "roundel_packet_types.svh"
  `include "roundel_packet_end_types.svh"

  packet_t packet;
  packet_end_t seen_end;
  logic [31:0] aad_words;
  logic packet_ready, beat_ready, quiet, drop, text, valid, decrypt, counter_32, aad, last, ends;
  logic [1:0] drop_user, slot;
  logic [127:0] start;
  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes;

  assign aad_words = (32'(aad_i) + 32'(BYTES - 1)) >> WORD_SHIFT;
  assign packet.start = start_i;
  assign packet.denied = 1'b0;
  assign packet.mode = '0;
  assign packet.refused = refused_i;
  assign packet.bad_command = bad_command_i;
  assign packet.decrypt = decrypt_i;
  assign packet.counter_32 = counter_32_i && IS_CTR;
  assign packet.slot = slot_i;
  assign packet.tag_bytes = tag_bytes_i;
  assign packet.has_aad = IS_GCM && aad_i != '0;
  assign packet.one_word = aad_words <= 32'd1;
  assign packet.aad_words = aad_words[31-WORD_SHIFT:0] - 1'b1;
  assign packet.aad_rest = aad_i[WORD_SHIFT-1:0];
  assign packet.tag = tag_i;
  assign packet.user = user_i;

  logic full, none;  // of the beat
  assign full = !beat_hole_i && int'(beat_bytes_i) == BYTES;
  assign none = beat_bytes_i == '0;

  roundel_packet_framer #(
    .Lanes(Lanes),
    .Mode(Mode),
    .KeySlots(4),
    .UserBits(UserBits),
    .LengthBits(LengthBits)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .packet_valid_i(packet_valid_i),
    .packet_ready_o(packet_ready),
    .packet_i(packet),
    .beat_valid_i(beat_valid_i),
    .beat_ready_o(beat_ready),
    .beat_last_i(beat_last_i),
    .beat_hole_i(beat_hole_i),
    .beat_full_i(full),
    .beat_none_i(none),
    .beat_bytes_i(beat_bytes_i),
    .hold_i(hold_i),
    .quiet_o(quiet),
    .drop_o(drop),
    .drop_user_o(drop_user),
    .text_credit_i(text_credit_i),
    .text_o(text),
    .valid_o(valid),
    .ready_i(ready_i),
    .decrypt_o(decrypt),
    .counter_32_o(counter_32),
    .slot_o(slot),
    .start_o(start),
    .aad_o(aad),
    .last_o(last),
    .bytes_o(bytes),
    .end_o(ends),
    .end_packet_o(seen_end)
  );

  // ---- The current packet -----------------------------------------------------------------------
  logic started_q = 1'b0;
  logic active_q, granted_q;  // a packet is in progress; a word is allowed
  logic refused_q, bad_q, decrypt_q, counter_32_q;
  logic [1:0] slot_q, user_q;
  logic [4:0] tag_bytes_q;
  logic [127:0] tag_q, start_q;
  logic [7:0] aad_q;  // bytes of AAD left
  logic within_q, begun_q;  // a beat was taken; a beat of text was taken
  logic [COUNT_BITS-1:0] blocks_q;  // of text in front of this beat, saturated
  logic [2:0] error_q;
  logic [3:0] clear_q;  // cycles of the clear, saturated
  logic cleared_q;  // clear_i of the previous cycle

  logic taken, load, silent, is_aad;
  logic [COUNT_BITS-1:0] blocks;
  logic wrong_aad, wrong_keep, wrong_length;
  logic [2:0] error;
  assign is_aad = aad_q != '0;
  assign taken = beat_valid_i && beat_ready;
  assign load = packet_valid_i && packet_ready && !clear_i;
  assign blocks = blocks_q + COUNT_BITS'((int'(beat_bytes_i) + 15) >> 4);
  // A beat of text without bytes is a word only if the mode needs the word.
  assign silent = FOLLOWS && none && !begun_q;

  always_comb begin
    wrong_aad = is_aad && (int'(aad_q) > BYTES ? beat_last_i : int'(beat_bytes_i) != int'(aad_q));
    wrong_keep = beat_hole_i || (int'(beat_bytes_i) != BYTES && !beat_last_i
        && !(is_aad && int'(aad_q) <= BYTES));
    wrong_length = 1'b0;
    if (!is_aad) begin
      if (IS_GCM || IS_XTS || IS_CTR) begin
        wrong_length = int'(blocks) > MOST && !none;
      end
      if (IS_XTS && beat_last_i && !begun_q && int'(beat_bytes_i) < 16) wrong_length = 1'b1;
      if (FOLLOWS && !IS_CTR && beat_last_i && beat_bytes_i[3:0] != '0) wrong_length = 1'b1;
    end
    error = error_q;
    if (error_q == roundel_stream_pkg::ERROR_NONE) begin
      if (wrong_aad) error = roundel_stream_pkg::ERROR_AAD;
      else if (wrong_keep) error = roundel_stream_pkg::ERROR_KEEP;
      else if (wrong_length) error = roundel_stream_pkg::ERROR_LENGTH;
    end
    if (refused_q) begin
      error = bad_q ? roundel_stream_pkg::ERROR_COMMAND : roundel_stream_pkg::ERROR_KEY;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      granted_q <= 1'b0;
      within_q <= 1'b0;
    end else begin
      active_q <= !clear_i && (load || (active_q && !(taken && beat_last_i)));
      granted_q <= text_credit_i && !hold_i && !clear_i;
      within_q <= !clear_i && (taken ? !beat_last_i : within_q);
    end
  end
  always_ff @(posedge clk_i) begin
    if (load) begin
      {refused_q, bad_q, decrypt_q, counter_32_q} <=
          {refused_i, bad_command_i, decrypt_i, packet.counter_32};
      {slot_q, user_q} <= {slot_i, user_i};
      {tag_bytes_q, tag_q, start_q} <= {tag_bytes_i, tag_i, start_i};
      aad_q <= IS_GCM ? aad_i : '0;
      begun_q <= 1'b0;
      blocks_q <= '0;
      error_q <= roundel_stream_pkg::ERROR_NONE;
    end else if (taken && active_q) begin
      aad_q <= (int'(aad_q) > BYTES) ? aad_q - 8'(BYTES) : '0;
      if (!is_aad) begin
        begun_q <= 1'b1;
        if (!blocks_q[COUNT_BITS-1]) blocks_q <= blocks;
      end
      error_q <= error;
    end
  end

  // ---- Ends, two cycles later -------------------------------------------------------------------
  logic [1:0] end_q;
  logic text_q;
  logic [4:0] want_1_q, want_2_q;  // waits, error, decrypt
  logic [1:0] user_1_q, user_2_q;
  logic [132:0] tag_1_q, tag_2_q;
  logic waits, over, is_text;
  assign over = taken && active_q && beat_last_i;
  assign is_text = taken && active_q && !refused_q && !is_aad && (IS_XTS || !none || begun_q);
  assign waits = !refused_q && (IS_GCM || is_text || begun_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      end_q <= '0;
      text_q <= 1'b0;
    end else begin
      end_q <= clear_i ? '0 : {end_q[0], over};
      text_q <= is_text && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    want_1_q <= {waits, error, decrypt_q};
    want_2_q <= want_1_q;
    user_1_q <= user_q;
    user_2_q <= user_1_q;
    tag_1_q <= {tag_bytes_q, tag_q};
    tag_2_q <= tag_1_q;
  end

  // ---- Clears -----------------------------------------------------------------------------------
  logic [127:0] shown_start_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    shown_start_q <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= '0;
      cleared_q <= 1'b1;
    end else begin
      clear_q <= clear_i ? clear_q + 4'(clear_q != '1) : '0;
      cleared_q <= clear_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (beat_hole_i) assume (int'(beat_bytes_i) == BYTES);
    assume (int'(beat_bytes_i) <= BYTES);
    assume (int'(aad_i) <= BYTES << (LengthBits - $clog2(Lanes)));
    // A clear lasts at least eight cycles, also a clear that begins in a reset.
    if (cleared_q && !clear_i) assume (int'(clear_q) >= 8);
    if (int'(clear_q) > 5 || (cleared_q && !clear_i)) assume (!beat_valid_i);
    if (cleared_q && clear_q == '0) assume (clear_i && !beat_valid_i);

    if (started_q && rst_ni) begin
      // Handshakes.
      if (!clear_i && !cleared_q) begin
        assert (packet_ready == (!active_q || (FOLLOWS && over)));
        assert (beat_ready == (active_q && (refused_q || (ready_i && granted_q))));
        assert (quiet == (!active_q || (!within_q && !beat_valid_i)));
        assert (drop == (active_q && refused_q));
        if (drop) assert (drop_user == user_q);
        // Each beat of a packet not yet refused is 1 word.
        assert (valid == (beat_valid_i && active_q && !refused_q && granted_q
                          && !(silent && !is_aad)));
      end
      if (valid && active_q) begin
        assert (aad == is_aad && last == beat_last_i && bytes == beat_bytes_i);
        assert (decrypt == decrypt_q && slot == slot_q && start == start_q);
        assert (counter_32 == counter_32_q);
      end
      if (cleared_q && !clear_i) assert (!valid);
      assert (text == text_q);
      // The end of each packet, once.
      assert (ends == end_q[1]);
      if (ends) begin
        assert ({seen_end.waits, seen_end.error, seen_end.decrypt} == want_2_q);
        assert (seen_end.user == user_2_q);
        if (IS_GCM) assert ({seen_end.tag_bytes, seen_end.tag} == tag_2_q);
      end
      // A clear leaves no start.
      if (int'(clear_q) >= 2) assert (start == shown_start_q);
    end
    wrong: cover (started_q && rst_ni && ends
                  && seen_end.error == roundel_stream_pkg::ERROR_LENGTH);
    right: cover (started_q && rst_ni && ends && seen_end.error == roundel_stream_pkg::ERROR_NONE
                  && seen_end.waits && int'(blocks_q) >= 2);
  end

endmodule : prove_packet_framer
