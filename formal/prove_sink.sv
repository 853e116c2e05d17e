// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_packet_sink with tags gives exactly as many credits as free entries: no FIFO
// of text, ends or results overflows or is pushed during a clear, and all credits return.
// Unbounded, with zeroises, resets and stalls at any time. The mode returns a word of text after
// any number of cycles.
//
// Assumptions. A user of text saw `text_credit_o` in the previous cycle, and reports in the next
// cycle. Two packets begin at least two cycles apart, and saw `packet_credit_o` two cycles before,
// as in roundel_gcm_start_queue. These users see a zeroise one cycle late, and accept nothing from
// then on. In this cycle the mode gives its last word and tag, and the source its last end.
//
// A credit is in the counter, or belongs to a word in the mode or in the FIFO. FIFOs and credit
// counters are stubs. Wires named u_dut.* are registers of the design.

module prove_sink #(
  parameter int TextDepth = 18,
  parameter int PacketDepth = 18
) (
  input logic clk_i,
  input logic rst_ni,
  input logic zeroise_i,
  input logic take_i,
  input logic text_i,
  input logic begin_i,
  input logic end_i,
  input logic end_waits_i,
  input logic tag_i,
  input logic beat_ready_i,
  input logic result_ready_i
);

  localparam int TEXT = roundel_prim_pkg::fifo_credits(TextDepth);
  localparam int PACKETS = roundel_prim_pkg::fifo_credits(PacketDepth);
  localparam int BEHIND_TEXT = TextDepth - TEXT;  // words with returned credits
  localparam int BEHIND_PACKET = PacketDepth - PACKETS;

  logic busy, text_credit, packet_credit, done;
  logic take, begins, ends, text;
  logic stop_q;  // nothing is accepted, as in roundel_stream
  logic zeroised_q;  // zeroise in the previous cycle
  logic granted_q, taken_q, could_q, could_before_q, began_q, began_before_q;
  logic [7:0] words_q;  // words of text in the mode
  logic [7:0] open_q;  // packets begun and not ended

  assign take = take_i && granted_q && !stop_q;
  assign begins = begin_i && could_before_q && !began_q && !began_before_q && !stop_q;
  assign ends = end_i && open_q != 8'd0 && (!stop_q || zeroised_q);
  assign text = text_i && words_q != 8'd0;

  roundel_packet_sink #(
    .TextDepth(TextDepth),
    .PacketDepth(PacketDepth)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(busy),
    .text_credit_o(text_credit),
    .text_taken_i(taken_q),
    .packet_credit_o(packet_credit),
    .begin_i(begins),
    .text_valid_i(text),
    .text_last_i(1'b0),
    .text_bytes_i(5'd16),
    .text_i(128'd0),
    .text_user_i(1'b0),
    .text_drop_i(1'b0),
    .end_i(ends),
    .end_packet_i({end_waits_i, 3'd0, 1'b0, 5'd16, 128'd0, 1'b0}),
    .tag_valid_i(tag_i && (!stop_q || zeroised_q)),
    .tag_i(128'd0),
    .done_o(done),
    .beat_ready_i(beat_ready_i),
    .result_ready_i(result_ready_i)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stop_q <= 1'b1;
      zeroised_q <= 1'b0;
      {granted_q, taken_q, could_q, could_before_q, began_q, began_before_q} <= '0;
      words_q <= 8'd0;
      open_q <= 8'd0;
    end else begin
      stop_q <= zeroise_i || busy;
      zeroised_q <= zeroise_i;
      granted_q <= text_credit && !stop_q;
      taken_q <= take;
      could_q <= packet_credit && !stop_q;
      could_before_q <= could_q && !stop_q;
      began_q <= begins;
      began_before_q <= began_q;
      words_q <= zeroised_q ? 8'd0 : words_q + 8'(take) - 8'(text);
      open_q <= zeroised_q ? 8'd0 : open_q + 8'(begins) - 8'(ends);
    end
  end

  (* hierconn *) logic [7:0] \u_dut.u_text_credits.u_spec.count_q ;
  (* hierconn *) logic [7:0] \u_dut.u_packet_credits.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_text_credits.u_spec.wait_q ;
  (* hierconn *) logic \u_dut.u_packet_credits.u_spec.wait_q ;
  (* hierconn *) logic [7:0] \u_dut.u_text.taken_q ;
  (* hierconn *) logic [7:0] \u_dut.u_text.held_q ;
  (* hierconn *) logic [7:0] \u_dut.u_ends.taken_q ;
  (* hierconn *) logic [7:0] \u_dut.u_ends.held_q ;
  (* hierconn *) logic [7:0] \u_dut.u_results.taken_q ;
  (* hierconn *) logic [7:0] \u_dut.u_results.held_q ;
  (* hierconn *) logic \u_dut.u_text.clear_q ;
  (* hierconn *) logic \u_dut.u_ends.clear_q ;
  (* hierconn *) logic \u_dut.u_results.clear_q ;
  (* hierconn *) logic \u_dut.u_text.wipe_q ;
  (* hierconn *) logic \u_dut.u_ends.wipe_q ;
  (* hierconn *) logic \u_dut.u_results.wipe_q ;
  (* hierconn *) logic \u_dut.gen_tags.u_tags.clear_q ;
  (* hierconn *) logic \u_dut.gen_tags.u_tags.wipe_q ;
  (* hierconn *) logic \u_dut.head_valid ;
  (* hierconn *) logic [5:1] \u_dut.valid_q ;
  (* hierconn *) logic \u_dut.ok_5_q ;
  (* hierconn *) logic [127:0] \u_dut.tag_5_q ;
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic \u_dut.zeroise_q ;
  (* hierconn *) logic \u_dut.clearing_q ;
  logic [7:0] text_credits, packet_credits, under_way, compared;
  logic queue_clears;
  logic [5:1] stages;  // stages of the comparison that hold a packet
  assign stages = \u_dut.valid_q ;
  assign text_credits = \u_dut.u_text_credits.u_spec.count_q ;
  assign packet_credits = \u_dut.u_packet_credits.u_spec.count_q ;
  assign queue_clears = \u_dut.u_text.clear_q ;
  assign compared = 8'(stages[1]) + 8'(stages[2]) + 8'(stages[3]) + 8'(stages[4]) + 8'(stages[5]);
  // Packets that are not in the FIFO of results.
  assign under_way = open_q + \u_dut.u_ends.held_q + 8'(\u_dut.head_valid ) + compared;

  logic full_q;  // no text credit or no packet credit was left
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) full_q <= 1'b0;
    else full_q <= !zeroise_i && (full_q || (packet_credits == 8'd0 && text_credits <= 8'd2));
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      // Each push finds a free entry, and the only cycle of a clear with a push is the first.
      if (!queue_clears) begin
        if (text) assert (!\u_dut.u_text.wipe_q && int'(\u_dut.u_text.taken_q ) < TEXT);
        if (ends) assert (!\u_dut.u_ends.wipe_q && int'(\u_dut.u_ends.taken_q ) < PACKETS);
        if (stages[5]) begin
          assert (!\u_dut.u_results.wipe_q && int'(\u_dut.u_results.taken_q ) < PACKETS);
        end
      end
      if (take) assert (text_credits > 8'(taken_q));
      if (stages[5] && !\u_dut.ok_5_q ) assert (\u_dut.tag_5_q == 128'd0);
      if (begins) assert (packet_credits != 8'd0);

      // The sums of the credits.
      assert (\u_dut.u_text.taken_q <= \u_dut.u_text.held_q );
      assert (\u_dut.u_text.held_q - \u_dut.u_text.taken_q <= 8'(BEHIND_TEXT));
      assert (\u_dut.u_ends.taken_q <= \u_dut.u_ends.held_q );
      assert (\u_dut.u_ends.held_q - \u_dut.u_ends.taken_q <= 8'(BEHIND_PACKET));
      assert (\u_dut.u_results.taken_q <= \u_dut.u_results.held_q );
      assert (\u_dut.u_results.held_q - \u_dut.u_results.taken_q <= 8'(BEHIND_PACKET));
      if (!stop_q) begin
        assert (int'(text_credits + words_q + \u_dut.u_text.taken_q ) == TEXT + int'(taken_q));
        assert (int'(packet_credits + under_way + \u_dut.u_results.taken_q ) == PACKETS);
        assert (int'(text_credits) <= TEXT && int'(packet_credits) <= PACKETS);
        assert (text_credits >= 8'(taken_q));
        assert (int'(\u_dut.u_text.taken_q ) <= TEXT);
        assert (int'(\u_dut.u_results.taken_q ) <= PACKETS);
        assert (int'(words_q) <= TEXT && int'(under_way) <= PACKETS && int'(open_q) <= PACKETS);
        assert (int'(\u_dut.u_ends.held_q ) <= PACKETS);
        if (granted_q) assert (text_credits > 8'(taken_q));
        if (could_before_q && !began_q && !began_before_q) assert (packet_credits != 8'd0);
        if (could_q && !began_q) assert (packet_credits != 8'd0);
      end else if (!zeroised_q && !queue_clears) begin
        assert (words_q == 8'd0 && open_q == 8'd0 && compared == 8'd0 && !taken_q);
        assert (!\u_dut.head_valid && \u_dut.u_ends.held_q == 8'd0);
        assert (\u_dut.u_text.held_q == 8'd0 && \u_dut.u_results.held_q == 8'd0);
        assert (int'(text_credits) == TEXT && int'(packet_credits) == PACKETS);
      end else begin
        assert (compared == 8'd0 && !\u_dut.head_valid );
      end
      if (stop_q && !zeroised_q) assert (words_q == 8'd0 && open_q == 8'd0);
      // Duration of a clear.
      if (zeroised_q) assert (queue_clears);
      if (queue_clears) begin
        assert (busy && \u_dut.zeroise_q );
        assert (\u_dut.u_text.held_q == 8'd0 && \u_dut.u_ends.held_q == 8'd0
                && \u_dut.u_results.held_q == 8'd0);
      end
      if (\u_dut.u_text.wipe_q || \u_dut.u_ends.wipe_q || \u_dut.u_results.wipe_q
          || \u_dut.gen_tags.u_tags.wipe_q ) begin
        assert (busy && \u_dut.clearing_q );
      end
      if (\u_dut.zeroise_q || \u_dut.clearing_q ) assert (busy);
      if (busy) assert (stop_q);
      if (\u_dut.u_text_credits.u_spec.wait_q ) assert (stop_q);
      if (\u_dut.u_packet_credits.u_spec.wait_q ) assert (stop_q);
      assert (\u_dut.u_ends.clear_q == queue_clears && \u_dut.u_results.clear_q == queue_clears);
      assert (\u_dut.gen_tags.u_tags.clear_q == queue_clears);
    end
    drained: cover (rst_ni && full_q && !stop_q && int'(packet_credits) == PACKETS
                    && int'(text_credits) == TEXT);
  end

endmodule : prove_sink
