// SPDX-License-Identifier: Apache-2.0
//
// Proves that a zeroise leaves no J0 and no word in three modules of roundel_packet_source:
// roundel_gcm_start_queue, roundel_packet_framer and roundel_packet_beats. The top connects the
// queue to the framer. The command fronts and roundel_gcm_iv are not in the top.
//
// The initial contents are arbitrary. After 20 cycles of `clear_i` all J0 blocks of
// roundel_gcm_start_queue and the J0 of roundel_packet_framer are 0. The memory of
// roundel_packet_beats then holds only words from its port during the clear.
//
// During the clear each bit of the words at the ports is 1, also of the J0 at the queue's port. The
// hash of an IV is 0, as in a clear of roundel_gcm.

module prove_stream_clear (
  input logic clk_i,
  input logic rst_ni,
  input logic beat_valid_i,
  input logic take_i
);

  logic [2047:0] starts;  // probes: the memory of J0 blocks
  logic [1039:0] words;  // the memory of beats, with two bits of user each
  logic [127:0] start, framer_start;
  logic ready, enter, valid;
  logic [3:0] info;

  roundel_gcm_start_queue #(
    .Width(4)
  ) u_starts (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b1),
    .push_i(1'b0),
    .ready_o(ready),
    .hashed_i(1'b0),
    .start_i({128{1'b1}}),
    .info_i(4'd0),
    .hash_valid_i(1'b0),
    .hash_i(128'd0),
    .credit_i(1'b0),
    .enter_o(enter),
    .valid_o(valid),
    .take_i(take_i),
    .start_o(start),
    .info_o(info)
  );

  localparam int PACKET_BITS = roundel_stream_pkg::packet_bits(4, 1, 1);

  roundel_packet_framer #(
    .KeySlots(2)
  ) u_framer (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b1),
    .packet_valid_i(valid),
    .packet_i({start, {(PACKET_BITS - 128) {1'b0}}}),
    .beat_valid_i(1'b0),
    .beat_last_i(1'b0),
    .beat_hole_i(1'b0),
    .beat_full_i(1'b0),
    .beat_none_i(1'b0),
    .beat_bytes_i(5'd0),
    .hold_i(1'b0),
    .text_credit_i(1'b0),
    .start_o(framer_start),
    .ready_i(1'b1)
  );

  roundel_packet_beats #(
    .UserBits(2)
  ) u_beats (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b1),
    .beat_valid_i(beat_valid_i),
    .beat_data_i({128{1'b1}}),
    .beat_keep_i({16{1'b1}}),
    .beat_last_i(1'b0),
    .beat_user_i(2'b11),
    .ready_i(1'b1)
  );

  // Cycles of the clear outside reset, up to 20: the reset holds the indices of the memories.
  logic [4:0] filled_q = 5'd0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) filled_q <= '0;
    else if (filled_q != 5'd20) filled_q <= filled_q + 5'd1;
  end

  // The first cycle meets the contracts of both modules.
  logic pop, clearing, some, hash_there, head_hashed;  // probes of u_starts
  logic busy, idle, runs, drops, word_valid, granted;  // probes of u_framer
  always_comb begin
    if (filled_q == 5'd0 && rst_ni) begin
      if (pop && !clearing) assume (some && (hash_there || !head_hashed));
      assume (busy == !idle && (idle ? !runs : runs != drops));
      if (word_valid) assume (granted);
    end
    if (filled_q == 5'd20 && rst_ni) begin
      assert (starts == '0);
      assert (start == '0);
      assert (framer_start == '0);
      assert (words == '1);
    end
    filled: cover (filled_q == 5'd20 && rst_ni);
  end

endmodule : prove_stream_clear
