// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_dma_read passes the bytes of its pieces as words, each byte once, in order.
//
// AAD and text begin with a new word each; the rest of a last word has any value. Each piece takes
// as many beats as its bytes touch. Each requested burst has room, so the FIFO of words never
// overflows. A request on the bus stays, also in a clear; after the clear no beat is pending. The
// last piece of a request gives the status: high if a beat of the request had an error.
//
// Unbounded, with resets, clears and stalls at any time, for every address and length. The proof
// follows byte `lane` of one arbitrary word; 1 bit represents a byte. The FIFO of words is a stub
// (prove_short_fifo); FIFOs of pieces and statuses have two words; bursts are arbitrary
// (prove_bursts). The memory returns all requested beats in order, after any time. Wires named
// u_dut.* are signals of the design (hierconn).

module prove_dma_read (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        piece_valid_i,
  input logic [63:0] piece_address_i,
  input logic [31:0] piece_bytes_i,
  input logic        piece_end_i,
  input logic        piece_last_i,
  input logic        read_ready_i,
  input logic        beat_valid_i,
  input logic [ 3:0] beat_i,
  input logic        beat_error_i,
  input logic        word_ready_i
);

  localparam int BYTES = 4;
  localparam int LOG = 2;
  localparam int DEPTH = 12;  // entries of the FIFO
  localparam logic [7:0] CREDITS = 10;

  (* anyconst *) logic [7:0] number;  // of the followed word
  (* anyconst *) logic [LOG-1:0] lane;

  logic busy, piece_ready, read_valid, beat_ready, word_valid;
  logic [63:0] read_address;
  logic [7:0] read_length;
  logic [8*BYTES-1:0] beat, word;
  for (genvar b = 0; b < BYTES; b++) begin : gen_beat
    assign beat[8*b+:8] = {7'd0, beat_i[b]};
  end

  roundel_dma_read #(
    .Bytes(BYTES),
    .BurstBytes(16),
    .Depth(DEPTH)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .piece_valid_i(piece_valid_i),
    .piece_ready_o(piece_ready),
    .piece_i({piece_last_i, piece_bytes_i, piece_address_i}),
    .piece_end_i(piece_end_i),
    .read_valid_o(read_valid),
    .read_ready_i(read_ready_i),
    .read_o({read_length, read_address}),
    .beat_valid_i(beat_valid_i),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat),
    .beat_error_i(beat_error_i),
    .word_valid_o(word_valid),
    .word_ready_i(word_ready_i),
    .word_o(word),
    .status_valid_o(),
    .status_ready_i(1'b1),
    .status_error_o()
  );

  // ---- Requests ---------------------------------------------------------------------------------
  (* hierconn *) logic \u_dut.request ;
  (* hierconn *) logic [71:0] \u_dut.burst ;
  logic [63:0] address_q;  // of the offered burst
  logic [7:0] length_q;
  logic offered_q;
  logic [7:0] due_q;  // beats requested from the memory and not returned
  logic take_read, take_beat, taken;
  assign take_read = read_valid && read_ready_i;
  assign take_beat = beat_valid_i && beat_ready;
  assign taken = take_beat && !clear_i;

  // ---- Pieces -----------------------------------------------------------------------------------
  // At most two pieces wait, the first in slot 0; 1 piece is the current piece.
  localparam int PIECE = 36;
  logic [1:0] waits_q;
  logic [2*PIECE-1:0] list_q;
  logic on_q, end_q, last_q;
  logic [LOG-1:0] at_q;  // offset of its next byte in a beat
  logic [31:0] left_q;
  logic accept, load;
  assign accept = piece_valid_i && piece_ready;

  // ---- Words ------------------------------------------------------------------------------------
  logic [7:0] words_q, out_q;  // complete words; words that left
  logic [LOG-1:0] fill_q;  // bytes of the next word
  logic flush_q;  // a beat completed two words: the second is accepted in this cycle
  logic [31:0] room, some, total;  // bytes up to the end of a beat; of the piece; of the word
  logic ends, hit, got_q, value_q, value, leaves;
  logic [LOG-1:0] from;  // position of the byte in its beat
  logic [1:0] makes;  // words completed by the beat

  assign room = 32'd4 - 32'(at_q);
  assign some = (left_q < room) ? left_q : room;
  assign total = 32'(fill_q) + some;
  assign ends = left_q == some && end_q;
  assign makes = ends ? ((total > 32'd4) ? 2'd2 : 2'd1) : 2'(total >= 32'd4);
  assign hit = taken && ((words_q == number && lane >= fill_q && 32'(lane) < total)
      || (words_q + 8'd1 == number && 32'(lane) + 32'd4 < total));
  assign from = at_q + lane - fill_q;
  assign value = hit ? beat_i[from] : value_q;
  assign leaves = word_valid && word_ready_i;
  assign load = waits_q != '0 && (!on_q || (taken && left_q == some));

  logic [1:0] hit_qq;  // beats with the byte in the pipeline, the older in bit 1
  logic bad_q, told_q, told_bad_q, clear_q, busy_q;
  logic long_q;  // the clear has lasted two cycles, the shortest clear

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {offered_q, due_q, waits_q, on_q, words_q, out_q, fill_q, flush_q, got_q, hit_qq} <= '0;
      {bad_q, told_q} <= '0;
      {clear_q, busy_q, long_q} <= 3'b110;
    end else begin
      clear_q <= clear_i;
      busy_q <= busy;
      long_q <= clear_i && clear_q;
      offered_q <= \u_dut.request  || (offered_q && !read_ready_i);
      due_q <= due_q + (take_read ? read_length + 8'd1 : 8'd0) - 8'(take_beat);
      if (clear_i) begin
        {waits_q, on_q, words_q, out_q, fill_q, flush_q, got_q, hit_qq} <= '0;
        {bad_q, told_q} <= '0;
      end else begin
        waits_q <= waits_q + 2'(accept) - 2'(load);
        on_q <= load || (on_q && !(taken && left_q == some));
        out_q <= out_q + 8'(leaves);
        flush_q <= taken && makes == 2'd2;
        if (taken) begin
          words_q <= words_q + 8'(makes);
          fill_q <= ends ? '0 : total[LOG-1:0];
          bad_q <= (bad_q || beat_error_i) && !(left_q == some && last_q);
        end
        told_q <= taken && left_q == some && last_q;
        got_q <= hit || (got_q && !(leaves && out_q == number));
        hit_qq <= {hit_qq[0], hit};
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (\u_dut.request ) begin
      address_q <= \u_dut.burst [63:0];
      length_q <= \u_dut.burst [71:64];
    end
    told_bad_q <= bad_q || beat_error_i;
    value_q <= value;
    if (load) begin
      {last_q, end_q, left_q, at_q} <= list_q[PIECE-1:0];
      list_q[PIECE-1:0] <= list_q[2*PIECE-1:PIECE];
    end else if (taken) begin
      left_q <= left_q - some;
      at_q <= '0;
    end
    for (int k = 0; k < 2; k++) begin
      if (accept && int'(waits_q) - int'(load) == k) begin
        list_q[PIECE*k+:PIECE] <= {
          piece_last_i, piece_end_i, piece_bytes_i, piece_address_i[LOG-1:0]
        };
      end
    end
  end

  logic started_q = 1'b0;
  logic [3:0] run_q, ended_q;  // consecutive beats, and pieces that ended in them
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && taken) ? run_q + 4'(run_q != '1) : 4'd0;
    ended_q <= taken ? ended_q + 4'(left_q == some && ended_q != '1) : 4'd0;
  end

  (* hierconn *) logic \u_dut.status_valid_q ;
  (* hierconn *) logic \u_dut.status_error_q ;
  (* hierconn *) logic \u_dut.push_q ;
  logic [7:0] held, given;
  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && clear_q && (busy_q || !long_q)) assume (clear_i);
    if (piece_valid_i) assume (piece_bytes_i != '0);
    if (beat_valid_i) assume (due_q != '0);

    if (started_q && rst_ni) begin
      // To the bus.
      assert (read_valid == offered_q && !(\u_dut.request  && offered_q));
      if (offered_q) assert (read_address == address_q && read_length == length_q);
      if (!busy) assert (!read_valid && due_q == '0);
      if (clear_i) assert (beat_ready);
      // 1 beat per cycle while a piece is left.
      if (!clear_i) assert (beat_ready == (on_q && !flush_q));
      if (on_q) assert (left_q != '0);
      // Words.
      if (\u_dut.push_q  && !clear_i) assert (int'(held) < DEPTH && given < CREDITS);
      if (word_valid) assert (out_q != words_q);
      if (word_valid && out_q == number && got_q) assert (word[8*lane] == value_q);
      // Statuses.
      assert (\u_dut.status_valid_q == told_q);
      if (told_q) assert (\u_dut.status_error_q == told_bad_q);
    end
    streaming: cover (started_q && rst_ni && run_q == 4'd8 && ended_q == 4'd3 && fill_q == 2'd3);
    failed: cover (started_q && rst_ni && told_q && told_bad_q && words_q == 8'd3 && due_q != '0);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.u_plan.u_slice.valid_q ;
  (* hierconn *) logic \u_dut.u_plan.u_slice.full_q ;
  (* hierconn *) logic \u_dut.u_plan.u_slice.empty_q ;
  (* hierconn *) logic \u_dut.u_plan.u_slice.clear_q ;
  (* hierconn *) logic [PIECE-1:0] \u_dut.u_plan.u_slice.shown_q ;
  (* hierconn *) logic [PIECE-1:0] \u_dut.u_plan.u_slice.behind_q ;
  (* hierconn *) logic \u_dut.active_q ;
  (* hierconn *) logic \u_dut.u_split.last_q ;
  (* hierconn *) logic \u_dut.end_q ;
  (* hierconn *) logic \u_dut.last_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.u_split.offset_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.fill_q ;
  (* hierconn *) logic [LOG:0] \u_dut.u_split.bytes_q ;
  (* hierconn *) logic [31:0] \u_dut.u_split.behind_q ;
  (* hierconn *) logic \u_dut.flush_q ;
  (* hierconn *) logic \u_dut.held_q ;
  (* hierconn *) logic \u_dut.error_q ;
  (* hierconn *) logic \u_dut.u_status.u_slice.full_q ;
  (* hierconn *) logic \u_dut.u_status.u_slice.empty_q ;
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic [9:0] \u_dut.credits_q ;
  (* hierconn *) logic [9:0] \u_dut.pending_q ;
  (* hierconn *) logic \u_dut.room_q ;
  (* hierconn *) logic \u_dut.op_valid_q ;
  (* hierconn *) logic \u_dut.op_emit_q ;
  (* hierconn *) logic [LOG:0] \u_dut.op_fill_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.op_places_q ;
  (* hierconn *) logic [8*BYTES-1:0] \u_dut.op_data_q ;
  (* hierconn *) logic \u_dut.rotated_valid ;
  (* hierconn *) logic \u_dut.rotated_emit ;
  (* hierconn *) logic [LOG:0] \u_dut.rotated_fill ;
  (* hierconn *) logic [8*BYTES-1:0] \u_dut.rotated ;
  (* hierconn *) logic [8*BYTES-1:0] \u_dut.left_q ;
  (* hierconn *) logic [8*BYTES-1:0] \u_dut.word_q ;
  (* hierconn *) logic [7:0] \u_dut.u_queue.u_fifo.held_q ;
  (* hierconn *) logic [7:0] \u_dut.u_queue.u_fifo.taken_q ;
  (* hierconn *) logic \u_dut.u_queue.u_fifo.clear_q ;
  (* hierconn *) logic \u_dut.u_queue.u_fifo.wipe_q ;
  (* hierconn *) logic [8*BYTES*DEPTH-1:0] \u_dut.u_queue.u_fifo.words_q ;

  logic op, turned, push, op_emits, turned_emits;
  logic [7:0] third, second, first, at;  // the incomplete word behind each stage; in the FIFO
  logic [LOG-1:0] op_lane;
  logic [DEPTH-1:0] list;
  logic [LOG:0] place;
  assign held = \u_dut.u_queue.u_fifo.held_q ;
  assign given = \u_dut.u_queue.u_fifo.taken_q ;
  assign op = \u_dut.op_valid_q ;
  assign turned = \u_dut.rotated_valid ;
  assign push = \u_dut.push_q ;
  assign op_emits = op && \u_dut.op_emit_q ;
  assign turned_emits = turned && \u_dut.rotated_emit ;
  assign third = out_q + held + 8'(push);
  assign second = third + 8'(turned_emits);
  assign first = second + 8'(op_emits);
  assign at = number - out_q;
  assign op_lane = lane - \u_dut.op_places_q ;
  assign place = {1'b0, lane};
  for (genvar w = 0; w < DEPTH; w++) begin : gen_list
    assign list[w] = \u_dut.u_queue.u_fifo.words_q [8*BYTES*w+8*lane];
  end

  always_comb begin
    if (started_q && rst_ni) begin
      // Each beat has a credit until the beat is a word, or gives no word.
      assert (\u_dut.pending_q == 10'(due_q) + (offered_q ? 10'(length_q) + 10'd1 : 10'd0));
      assert (!offered_q || length_q < 8'd4);
      assert (\u_dut.clear_q == clear_q && \u_dut.credits_q <= 10'd10);
      if (\u_dut.u_queue.u_fifo.clear_q ) assert (clear_q);
      if (\u_dut.u_queue.u_fifo.wipe_q ) assert (clear_q);
      assert (given <= CREDITS && given <= held && held - given <= 8'd2);
      if (clear_q) begin
        assert (!flush_q && waits_q == '0 && !on_q && !told_q);
        assert (!op && !turned && !push && held == '0);
        assert (\u_dut.credits_q == 10'd10 && !\u_dut.room_q  && !\u_dut.held_q );
        if (long_q && !busy_q) begin
          assert (due_q == '0 && !offered_q && !\u_dut.u_queue.u_fifo.clear_q );
          assert (!\u_dut.u_queue.u_fifo.wipe_q );
        end
      end else begin
        assert (\u_dut.credits_q + \u_dut.pending_q + 10'(\u_dut.held_q ) + 10'(flush_q)
                + 10'(op_emits) + 10'(turned_emits) + 10'(push) + 10'(given) == 10'd10);
      end
      assert (\u_dut.pending_q <= 10'd10);
      if (\u_dut.room_q ) assert (\u_dut.credits_q >= 10'd4);
      if (fill_q != '0) assert (\u_dut.held_q );
      // Statuses leave at once.
      assert (!\u_dut.u_status.u_slice.full_q );
      if (!\u_dut.u_status.u_slice.empty_q ) assert (!told_q && !on_q);
      // Pieces.
      assert (waits_q == 2'(\u_dut.u_plan.u_slice.valid_q ) + 2'(\u_dut.u_plan.u_slice.full_q ));
      assert (!\u_dut.u_plan.u_slice.full_q || (\u_dut.u_plan.u_slice.valid_q
          && !\u_dut.u_plan.u_slice.empty_q ));
      if (\u_dut.u_plan.u_slice.clear_q ) assert (waits_q == '0 && !\u_dut.u_plan.u_slice.empty_q );
      if (waits_q != '0) begin
        assert (\u_dut.u_plan.u_slice.shown_q == list_q[PIECE-1:0] && list_q[33:2] != '0);
      end
      if (waits_q == 2'd2) begin
        assert (\u_dut.u_plan.u_slice.behind_q == list_q[2*PIECE-1:PIECE]);
        assert (list_q[PIECE+2+:32] != '0);
      end
      assert (\u_dut.active_q == on_q && \u_dut.fill_q == fill_q && \u_dut.flush_q == flush_q);
      assert (\u_dut.error_q == bad_q);
      if (on_q) begin
        assert (\u_dut.u_split.last_q == (left_q == some) && 32'(\u_dut.u_split.bytes_q ) == some);
        assert (\u_dut.u_split.offset_q == at_q);
        assert (\u_dut.end_q == end_q && \u_dut.last_q == last_q);
        if (left_q != some) assert (\u_dut.u_split.behind_q == left_q - some);
      end
      // Words, and the position of the byte.
      assert (words_q == first + 8'(flush_q));
      if (flush_q) assert (fill_q == '0);
      if (got_q) assert (at <= words_q - out_q);
      if (got_q && number == words_q) assert (lane < fill_q);
      if (hit_qq[0]) begin
        assert (op && got_q && \u_dut.op_data_q [8*op_lane] == value_q);
        assert (number == second ? place >= \u_dut.op_fill_q
                : number == second + 8'd1 && op_emits && place < \u_dut.op_fill_q );
      end else if (got_q && op && number == second) begin
        assert (place < \u_dut.op_fill_q );
      end
      if (hit_qq[1]) begin
        assert (turned && got_q && \u_dut.rotated [8*lane] == value_q);
        assert (number == third ? place >= \u_dut.rotated_fill
                : number == third + 8'd1 && turned_emits && place < \u_dut.rotated_fill );
      end else if (got_q && turned && number == third && !hit_qq[0]) begin
        assert (place < \u_dut.rotated_fill );
      end
      if (got_q && hit_qq == '0 && number == third) assert (\u_dut.left_q [8*lane] == value_q);
      if (got_q && at < held + 8'(push)) assert (hit_qq == '0);
      if (got_q && push && at == held) assert (\u_dut.word_q [8*lane] == value_q);
      if (got_q && at < held) assert (list[at[3:0]] == value_q);
      if (got_q && hit_qq == '0) assert (at <= held + 8'(push));
    end
  end

endmodule : prove_dma_read
