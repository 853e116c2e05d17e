// SPDX-License-Identifier: Apache-2.0
//
// Proves roundel_dma_decode: each descriptor is taken once, in order, as a word or as four pieces.
//
// A request gives all of its words, then the pieces of its AAD and text: each byte once, in the
// order of the list, with marks at the end of AAD, of text and of the request. Then comes the
// summary of the request, which also reports too long pieces. Nothing follows a descriptor with an
// error.
//
// Unbounded, with resets, clears and stalls at any time, for any descriptors. `addresses_q`,
// `bytes_q` and `target_q` are the rest of the current four pieces; `aad_q`, `text_q` and `into_q`
// are the bytes of the request without a piece. Wires named u_dut.* are signals of the design
// (hierconn).

module prove_dma_decode (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic         descriptor_valid_i,
  input logic [511:0] descriptor_i,
  input logic         descriptor_error_i,
  input logic         begin_ready_i,
  input logic         request_ready_i,
  input logic         source_ready_i,
  input logic         target_ready_i,
  input logic         quiet_i
);

  localparam logic [7:0] GCM = roundel_stream_pkg::MODE_GCM;

  logic halted, descriptor_ready, begins, request_valid, summary_valid;
  logic has_source, has_target, too_long, source_valid, source_end, source_last;
  logic target_valid, target_last;
  logic [383:0] request;
  logic [31:0] text_bytes, source_bytes, target_bytes;
  logic [63:0] source_address, target_address;

  logic stuck;
  roundel_dma_decode #(
    .ListTimeoutBits(2)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .halted_o(halted),
    .stuck_o(stuck),
    .quiet_i(quiet_i),
    .descriptor_valid_i(descriptor_valid_i),
    .descriptor_ready_o(descriptor_ready),
    .descriptor_i(descriptor_i),
    .descriptor_error_i(descriptor_error_i),
    .begin_ready_i(begin_ready_i),
    .begin_o(begins),
    .request_valid_o(request_valid),
    .request_ready_i(request_ready_i),
    .request_o(request),
    .summary_valid_o(summary_valid),
    .summary_o({has_source, has_target, too_long, text_bytes}),
    .source_valid_o(source_valid),
    .source_ready_i(source_ready_i),
    .source_o({source_last, source_bytes, source_address}),
    .source_end_o(source_end),
    .target_valid_o(target_valid),
    .target_ready_i(target_ready_i),
    .target_o({target_last, target_bytes, target_address})
  );

  // ---- The specification ------------------------------------------------------------------------
  logic within_q;  // the next word continues a request
  logic open_q;  // a request has all words and waits for pieces
  logic halted_q, list_q, spoilt_q;  // spoilt_q: pieces of earlier descriptors were too long
  logic [31:0] iv_q;  // bytes of the IV in further words
  logic [31:0] aad_q, text_q, into_q, length_q;
  logic any_q;
  logic [255:0] addresses_q;
  logic [131:0] bytes_q;
  logic [3:0] target_q;

  logic taken, first, last, word, more, list;
  logic [31:0] iv, iv_left, in_word;

  assign taken = descriptor_valid_i && descriptor_ready;
  assign first = !within_q;
  assign iv = !first ? iv_q : (descriptor_i[15:8] == GCM) ? descriptor_i[95:64] : 32'd0;
  assign in_word = first ? 32'd16 : 32'd32;
  assign iv_left = (iv > in_word) ? iv - in_word : 32'd0;
  assign last = iv_left == 32'd0;
  assign word = taken && !open_q;
  assign list = taken && open_q;
  assign more = aad_q != 32'd0 || text_q != 32'd0 || into_q != 32'd0;

  // The first needed piece with bytes left.
  logic [3:0] useful, over;
  logic some, to;
  logic [3:0] at;
  logic [63:0] address;
  logic [32:0] bytes;
  logic [31:0] section, give;
  logic given, ends;

  for (genvar k = 0; k < 4; k++) begin : gen_piece
    assign useful[k] = bytes_q[33*k+:33] != 33'd0
        && (target_q[k] ? into_q != 32'd0 : aad_q != 32'd0 || text_q != 32'd0);
    assign over[k] = bytes_q[33*k+:33] != 33'd0 && !useful[k];
  end
  assign some = useful != 4'd0;
  assign at = useful & ~(useful - 4'd1);
  assign address = at[0] ? addresses_q[63:0] : at[1] ? addresses_q[127:64]
      : at[2] ? addresses_q[191:128] : addresses_q[255:192];
  assign bytes = at[0] ? bytes_q[32:0] : at[1] ? bytes_q[65:33]
      : at[2] ? bytes_q[98:66] : bytes_q[131:99];
  assign to = (at & target_q) != 4'd0;
  assign section = to ? into_q : (aad_q != 32'd0) ? aad_q : text_q;
  assign ends = bytes >= {1'b0, section};
  assign give = ends ? section : bytes[31:0];
  assign given = (source_valid && source_ready_i) || (target_valid && target_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {within_q, open_q, halted_q} <= '0;
    end else if (clear_i) begin
      {within_q, open_q, halted_q} <= '0;
    end else begin
      if (word) within_q <= !last;
      open_q <= (word && last) || (open_q && !summary_valid);
      halted_q <= halted;
    end
  end
  always_ff @(posedge clk_i) begin
    if (word) iv_q <= iv_left;
    if (word && first) begin
      list_q <= descriptor_i[7];
      any_q <= descriptor_i[63:32] != 32'd0 || descriptor_i[127:96] != 32'd0;
      aad_q <= descriptor_i[63:32];
      text_q <= descriptor_i[127:96];
      into_q <= descriptor_i[127:96];
      length_q <= descriptor_i[127:96];
      spoilt_q <= 1'b0;
      addresses_q <= {128'd0, descriptor_i[511:384]};
      // Without a list, the source is contiguous, and so is the target.
      bytes_q <= descriptor_i[7] ? 132'd0 : {
        66'd0, 1'b0, descriptor_i[127:96], 33'(descriptor_i[63:32]) + 33'(descriptor_i[127:96])
      };
      target_q <= 4'b0010;
    end else if (list) begin
      spoilt_q <= spoilt_q || over != 4'd0;
      for (int k = 0; k < 4; k++) begin
        addresses_q[64*k+:64] <= descriptor_i[128*k+:64];
        bytes_q[33*k+:33] <= {1'b0, descriptor_i[128*k+64+:32]};
        target_q[k] <= descriptor_i[128*k+96];
      end
    end else if (given) begin
      for (int k = 0; k < 4; k++) begin
        if (at[k]) begin
          addresses_q[64*k+:64] <= address + 64'(give);
          bytes_q[33*k+:33] <= bytes - 33'(give);
        end
      end
      if (to) into_q <= into_q - give;
      else if (aad_q != 32'd0) aad_q <= aad_q - give;
      else text_q <= text_q - give;
    end
  end

  logic started_q = 1'b0;
  logic [3:0] since_q;  // cycles since the last summary
  logic [3:0] idle_q;  // consecutive cycles without progress and without a stall
  logic [2:0] gave_q;  // pieces given of this request
  logic all;
  assign all = descriptor_valid_i && !descriptor_error_i && begin_ready_i && request_ready_i
      && source_ready_i && target_ready_i;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      since_q <= '1;
      idle_q <= '0;
      gave_q <= '0;
    end else begin
      since_q <= summary_valid ? 4'd1 : since_q + 4'(since_q != '1);
      idle_q <= (!all || taken || given || summary_valid || halted || clear_i) ? 4'd0
          : idle_q + 4'd1;
      gave_q <= (word && first) ? 3'd0 : gave_q + 3'(given && gave_q != '1);
    end
  end

  // Consecutive cycles in which a piece of a list stalls and the bus is quiet; the timeout is four.
  logic refused, stuck_q;
  logic [2:0] waits_q;
  assign refused = (source_valid && !source_ready_i) || (target_valid && !target_ready_i);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= '0;
      stuck_q <= 1'b0;
    end else begin
      waits_q <= (refused && list_q && quiet_i && !clear_i) ? waits_q + 3'(waits_q != 3'd4) : 3'd0;
      stuck_q <= !clear_i && (stuck_q || (refused && waits_q == 3'd4));
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (stuck == stuck_q && (!stuck || halted));
      assert (halted == halted_q || (halted && !taken));
      // Words.
      assert (request_valid == (!open_q && !halted && descriptor_valid_i && !descriptor_error_i
          && (within_q || begin_ready_i)));
      assert (begins == (request_valid && request_ready_i && first));
      if (request_valid) begin
        assert (request == {descriptor_i[383:8], descriptor_i[7] && !first, descriptor_i[6:0]});
      end
      if (!open_q) assert (descriptor_ready == (request_valid && request_ready_i));
      // A descriptor of a list is taken only if needed, after the end of the previous descriptor.
      if (list) assert (list_q && !some && more && !descriptor_error_i);
      // Pieces.
      assert (!(source_valid && target_valid) && !(halted && (source_valid || target_valid)));
      if (source_valid) begin
        assert (open_q && some && !to);
        assert (source_address == address && source_bytes == give && give != 32'd0);
        assert (source_end == ends);
        assert (source_last == (ends && (aad_q == 32'd0 || text_q == 32'd0)));
      end
      if (target_valid) begin
        assert (open_q && some && to);
        assert (target_address == address && target_bytes == give && give != 32'd0);
        assert (target_last == ends);
      end
      // The summary.
      if (summary_valid) begin
        assert (open_q && !halted && !more);
        assert (has_source == any_q && has_target == (length_q != 32'd0));
        assert (text_bytes == length_q && too_long == (spoilt_q || over != 4'd0));
      end
      assert (idle_q <= 4'd13);
    end
    // A source, a target and a summary in nine cycles.
    streaming: cover (started_q && rst_ni && summary_valid && since_q == 4'd9 && gave_q == 3'd2);
    // A list of two descriptors whose last piece is too long.
    joined: cover (started_q && rst_ni && summary_valid && gave_q == 3'd5 && too_long);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [2:0] \u_dut.state_q ;
  (* hierconn *) logic \u_dut.listed_q ;
  (* hierconn *) logic \u_dut.too_long_q ;
  (* hierconn *) logic \u_dut.has_source_q ;
  (* hierconn *) logic \u_dut.has_target_q ;
  (* hierconn *) logic \u_dut.aad_q ;
  (* hierconn *) logic \u_dut.text_q ;
  (* hierconn *) logic \u_dut.target_q ;
  (* hierconn *) logic [31:0] \u_dut.aad_left_q ;
  (* hierconn *) logic [31:0] \u_dut.text_left_q ;
  (* hierconn *) logic [31:0] \u_dut.target_left_q ;
  (* hierconn *) logic [31:0] \u_dut.text_bytes_q ;
  (* hierconn *) logic [387:0] \u_dut.pieces_q ;
  (* hierconn *) logic [2:0] \u_dut.count_q ;
  (* hierconn *) logic [63:0] \u_dut.address_q ;
  (* hierconn *) logic [31:0] \u_dut.bytes_q ;
  (* hierconn *) logic \u_dut.to_target_q ;
  (* hierconn *) logic \u_dut.none_q ;
  (* hierconn *) logic \u_dut.ends_q ;
  (* hierconn *) logic \u_dut.long_q ;
  (* hierconn *) logic [31:0] \u_dut.give_q ;
  (* hierconn *) logic \u_dut.u_words.gen_words.first_q ;
  (* hierconn *) logic \u_dut.u_words.gen_words.odd_q ;
  (* hierconn *) logic [26:0] \u_dut.u_words.gen_words.left_q ;

  logic [2:0] state, count, base, left;
  logic hand;  // there is a current piece
  logic [3:0] behind, which;  // used pieces; the current piece
  assign state = \u_dut.state_q ;
  assign count = \u_dut.count_q ;
  assign base = list_q ? 3'd4 : 3'd2;
  assign hand = state == 3'd2 || state == 3'd3;
  assign left = base - count;  // pieces that left the register, with the current piece
  for (genvar k = 0; k < 4; k++) begin : gen_behind
    assign behind[k] = 4'(k) + 4'(hand) < 4'(left);
    assign which[k] = hand && 4'(k) + 4'd1 == 4'(left);
  end

  (* hierconn *) logic [2:0] \u_dut.timeout_q ;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.timeout_q == waits_q && waits_q <= 3'd4);
      assert (state <= 3'd5 && halted == (state == 3'd5));
      if (halted) assert (idle_q == 4'd0);
      else assert (open_q == (state != 3'd0));
      if (open_q) assert (!within_q);
      assert (\u_dut.u_words.gen_words.first_q == !within_q);
      if (within_q) begin
        assert (iv_q != 32'd0);
        assert (33'(\u_dut.u_words.gen_words.left_q ) + 33'(\u_dut.u_words.gen_words.odd_q )
                == (33'(iv_q) + 33'd31) >> 5);
      end
      if ((open_q || within_q) && !halted) begin
        assert (\u_dut.listed_q == list_q && \u_dut.has_source_q == any_q);
        assert (\u_dut.has_target_q == (length_q != 32'd0) && \u_dut.text_bytes_q == length_q);
        assert (\u_dut.aad_left_q == aad_q && \u_dut.aad_q == (aad_q != 32'd0));
        assert (\u_dut.text_left_q == text_q && \u_dut.text_q == (text_q != 32'd0));
        assert (\u_dut.target_left_q == into_q && \u_dut.target_q == (into_q != 32'd0));
        assert (4'(count) + 4'(hand) <= 4'(base));
        assert ((useful & behind) == 4'd0);
        assert (\u_dut.too_long_q == (spoilt_q || (over & behind) != 4'd0));
        if (list_q) begin
          for (int k = 0; k < 4; k++) assert (!bytes_q[33*k+32]);
        end else begin
          assert (target_q == 4'b0010 && bytes_q[131:66] == 66'd0 && !spoilt_q);
          assert (bytes_q[32:0] == (behind[0] ? 33'd0 : 33'(aad_q) + 33'(text_q)));
          assert (bytes_q[65:33] == (behind[1] ? 33'd0 : {1'b0, into_q}));
          if (behind[0]) assert (aad_q == 32'd0 && text_q == 32'd0);
          if (behind[1]) assert (into_q == 32'd0);
        end
        for (int s = 0; s < 4; s++) begin
          for (int k = s; k < 4; k++) begin
            if (int'(left) == s && 3'(k) < base) begin
              assert (\u_dut.pieces_q [97*(k-s)+:64] == addresses_q[64*k+:64]);
              assert (\u_dut.pieces_q [97*(k-s)+64+:32] == (list_q ? bytes_q[33*k+:32] : 32'd1));
              assert (\u_dut.pieces_q [97*(k-s)+96] == target_q[k]);
            end
          end
        end
        if (within_q) assert (count == (list_q ? 3'd0 : 3'd2) && gave_q == 3'd0);
        if (state == 3'd4) assert (!more && (useful | over & ~behind) == 4'd0);
        for (int k = 0; k < 4; k++) begin
          if (which[k]) begin
            assert (\u_dut.address_q == addresses_q[64*k+:64]);
            assert (\u_dut.bytes_q == (list_q ? bytes_q[33*k+:32] : 32'd1));
          end
        end
        if (hand) assert (\u_dut.to_target_q == ((which & target_q) != 4'd0));
        if (state == 3'd3) begin
          assert (\u_dut.none_q == ((which & useful) == 4'd0));
          if ((which & useful) != 4'd0) begin
            assert (\u_dut.ends_q == ends && \u_dut.give_q == give);
            assert (\u_dut.long_q == (!list_q || bytes > {1'b0, section}));
          end
        end
        // The bound on cycles without progress.
        case (state)
          3'd0: assert (idle_q == 4'd0);
          3'd1: assert (5'(idle_q) <= 5'd3 * 5'(3'd4 - count));
          3'd2: assert (5'(idle_q) <= 5'd3 * 5'(3'd3 - count) + 5'd1);
          3'd3: assert (5'(idle_q) <= 5'd3 * 5'(3'd3 - count) + 5'd2);
          default: assert (idle_q <= 4'd13);
        endcase
      end
    end
  end

endmodule : prove_dma_decode
