// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_dma_text_cutter with roundel_dma_align cuts text into the beats of its
// pieces.
//
// Each byte of a request's text goes into the request's pieces once, in order, at its address. Each
// piece gives as many beats as its bytes touch, with strobes for its bytes alone; its first beat
// gives the piece to the burst issuer unchanged. A word of text is accepted when a byte is needed;
// the remaining bytes at the end of a request are dropped. The pieces of a skipped request give no
// beat.
//
// Unbounded, with resets, clears and stalls at any time, for every address and length. The proof
// follows byte `lane` of one arbitrary word of text; 1 bit represents a byte. The FIFO of pieces is
// a stub of two words. Credits and the burst issuer are free inputs.
//
// Wires with names of instances (\u_cutter.*) are signals of the design: hierconn joins them.

module prove_dma_text #(
  parameter int Bytes = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             piece_valid_i,
  input logic [     63:0] piece_address_i,
  input logic [     31:0] piece_bytes_i,
  input logic             piece_last_i,
  input logic [      1:0] piece_number_i,
  input logic             text_valid_i,
  input logic [Bytes-1:0] text_i,
  input logic [      1:0] text_number_i,
  input logic             skip_i,
  input logic [      1:0] skip_number_i,
  input logic             drop_i,
  input logic [      1:0] drop_number_i,
  input logic             credit_i,
  input logic             cut_room_i
);

  localparam int LOG = $clog2(Bytes);
  localparam logic [31:0] BEAT = Bytes;

  (* anyconst *) logic [7:0] number;  // number of the watched word of text
  (* anyconst *) logic [LOG-1:0] lane;

  logic piece_ready, text_ready, skipped;
  logic [8*Bytes-1:0] text;
  for (genvar b = 0; b < Bytes; b++) begin : gen_text
    assign text[8*b+:8] = {7'd0, text_i[b]};
  end

  logic step, taken, push, cut;
  logic [LOG-1:0] start, offset;
  logic [LOG:0] bytes;
  logic [96:0] cut_piece;
  logic [9*Bytes-1:0] pushed;

  roundel_dma_text_cutter #(
    .Bytes(Bytes),
    .NumberBits(2)
  ) u_cutter (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .piece_valid_i(piece_valid_i),
    .piece_ready_o(piece_ready),
    .piece_i({piece_last_i, piece_bytes_i, piece_address_i}),
    .piece_number_i(piece_number_i),
    .text_valid_i(text_valid_i),
    .text_ready_o(text_ready),
    .text_number_i(text_number_i),
    .skip_i(skip_i),
    .skip_number_i(skip_number_i),
    .drop_i(drop_i),
    .drop_number_i(drop_number_i),
    .skipped_o(skipped),
    .credit_i(credit_i),
    .step_o(step),
    .take_o(taken),
    .start_o(start),
    .offset_o(offset),
    .bytes_o(bytes),
    .cut_room_i(cut_room_i),
    .cut_o(cut),
    .cut_piece_o(cut_piece)
  );

  roundel_dma_align #(
    .Bytes(Bytes)
  ) u_align (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .step_i(step),
    .take_i(taken),
    .start_i(start),
    .offset_i(offset),
    .bytes_i(bytes),
    .text_i(text),
    .beat_valid_o(push),
    .beat_o(pushed)
  );

  // ---- Pieces -----------------------------------------------------------------------------------
  // At most two pieces wait, the first in slot 0; 1 piece is the current piece.
  localparam int PIECE = 99;
  logic [1:0] waits_q;
  logic [2*PIECE-1:0] list_q;
  logic on_q, fresh_q, last_q;
  logic [1:0] request_q;
  logic [63:0] from_q, at_q;  // address of the piece; of its next byte
  logic [31:0] length_q, left_q;
  logic begun_q;  // a word of text of the current request was accepted
  logic accept, load, passed;

  assign accept = piece_valid_i && piece_ready;

  // ---- Steps ------------------------------------------------------------------------------------
  logic [LOG-1:0] place_q;  // bytes of the last word already in beats; 0: all
  logic [7:0] words_q;  // accepted words of text
  logic [31:0] room, some;  // bytes of a step
  logic [LOG:0] over;  // bytes left of the last word
  logic need, take, hit_old, hit_new, ends, value_q, value;
  logic [LOG-1:0] to;  // position of the byte in its beat
  logic [Bytes-1:0] mask;

  assign room = BEAT - 32'(at_q[LOG-1:0]);
  assign some = (left_q < room) ? left_q : room;
  assign over = (place_q == '0) ? '0 : (LOG + 1)'(Bytes) - (LOG + 1)'(place_q);
  assign need = some > 32'(over);
  assign take = text_valid_i && text_ready;
  assign ends = left_q == some;
  // A beat has bytes of the last word from place_q on, then the missing bytes of the new word.
  assign hit_old = step && over != '0 && words_q - 8'd1 == number && lane >= place_q
      && 32'(lane) - 32'(place_q) < some;
  assign hit_new = step && need && words_q == number && 32'(lane) + 32'(over) < some;
  assign value = (take && words_q == number) ? text_i[lane] : value_q;
  assign to = at_q[LOG-1:0] + lane - place_q;
  for (genvar b = 0; b < Bytes; b++) begin : gen_mask
    assign mask[b] = 32'(b) >= 32'(at_q[LOG-1:0]) && 32'(b) < 32'(at_q[LOG-1:0]) + some;
  end

  // Steps on their way to the FIFO; slot 2 has the step of the push.
  logic [2:0] go_q, hit_q;
  logic [3*LOG-1:0] to_q;
  logic [3*Bytes-1:0] mask_q;
  logic skipped_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {waits_q, on_q, go_q, skipped_q, begun_q} <= '0;
      place_q <= '0;
      words_q <= '0;
    end else if (clear_i) begin
      {waits_q, on_q, go_q, skipped_q, begun_q} <= '0;
      place_q <= '0;
      words_q <= '0;
    end else begin
      waits_q <= waits_q + 2'(accept) - 2'(load);
      on_q <= load || (on_q && !passed && !(step && ends));
      go_q <= {go_q[1:0], step};
      skipped_q <= passed && last_q;
      if (take) words_q <= words_q + 8'd1;
      if (step) place_q <= (ends && last_q) ? '0 : place_q + some[LOG-1:0];
      begun_q <= !(step && ends && last_q) && (take || begun_q);
    end
  end
  always_ff @(posedge clk_i) begin
    hit_q <= {hit_q[1:0], hit_old || hit_new};
    to_q <= {to_q[2*LOG-1:0], to};
    mask_q <= {mask_q[2*Bytes-1:0], mask};
    value_q <= value;
    if (load) begin
      {request_q, last_q, length_q, from_q} <= list_q[PIECE-1:0];
      at_q <= list_q[63:0];
      left_q <= list_q[95:64];
      list_q[PIECE-1:0] <= list_q[2*PIECE-1:PIECE];
    end else if (step) begin
      at_q <= at_q + 64'(some);
      left_q <= left_q - some;
    end
    fresh_q <= load || (fresh_q && !step);
    for (int k = 0; k < 2; k++) begin
      if (accept && int'(waits_q) - int'(load) == k) begin
        list_q[PIECE*k+:PIECE] <= {piece_number_i, piece_last_i, piece_bytes_i, piece_address_i};
      end
    end
  end

  logic started_q = 1'b0;
  logic [3:0] run_q, ended_q;  // consecutive steps, and pieces that ended in these steps
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && !clear_i && step) ? run_q + 4'(run_q != '1) : 4'd0;
    ended_q <= step ? ended_q + 4'(ends && ended_q != '1) : 4'd0;
  end

  // ---- Signals of the design --------------------------------------------------------------------
  (* hierconn *) logic \u_cutter.load ;
  (* hierconn *) logic \u_cutter.skip ;
  (* hierconn *) logic \u_cutter.fresh_q ;
  assign load = \u_cutter.load ;
  assign passed = \u_cutter.skip ;

  always_comb begin
    assume (started_q || !rst_ni);
    if (piece_valid_i) assume (piece_bytes_i != '0);
    // The text of a request arrives completely or not at all.
    if (skip_i && skip_number_i == request_q) assume (!begun_q && !(text_valid_i && need
        && text_number_i == request_q));
    if (drop_i && drop_number_i == request_q) assume (!begun_q && !(text_valid_i && need
        && text_number_i == request_q));

    if (started_q && rst_ni) begin
      if (load) assert (waits_q != 2'd0);
      if (step || passed) assert (on_q && !(step && passed));
      if (on_q) assert (left_q != '0);
      // Text of the own request is accepted, and only when needed.
      if (text_ready) assert (on_q && need && text_number_i == request_q);
      assert (take == (step && need));
      if (on_q && need && text_number_i == request_q && credit_i && !clear_i
          && (!fresh_q || cut_room_i)) begin
        assert (text_ready);
      end
      if (passed) begin
        assert (fresh_q && ((skip_i && skip_number_i == request_q)
            || (drop_i && drop_number_i == request_q)));
      end
      if (on_q && fresh_q && skip_i && skip_number_i == request_q) assert (passed);
      assert (skipped == skipped_q);
      // The piece for the burst issuer.
      if (on_q) begin
        assert (\u_cutter.fresh_q == fresh_q && cut_piece == {last_q, length_q, from_q});
        if (fresh_q) assert (at_q == from_q && left_q == length_q);
      end
      assert (cut == (step && fresh_q));
      if (cut) assert (cut_room_i);
      if (step) assert (credit_i);
      // Beats.
      assert (push == (go_q[2] && !clear_i));
      if (go_q[2]) begin
        assert (pushed[8*Bytes+:Bytes] == mask_q[2*Bytes+:Bytes]);
        if (hit_q[2]) assert (pushed[8*to_q[2*LOG+:LOG]] == value_q);
      end
    end
    // Eight beats in eight cycles, of three pieces that begin and end within words.
    streaming: cover (started_q && rst_ni && run_q == 4'd8 && ended_q == 4'd2 && hit_q[2]
                      && over != '0);
    skips: cover (started_q && rst_ni && skipped && words_q == 8'd2);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_cutter.u_pieces.u_slice.valid_q ;
  (* hierconn *) logic \u_cutter.u_pieces.u_slice.full_q ;
  (* hierconn *) logic [PIECE-1:0] \u_cutter.u_pieces.u_slice.shown_q ;
  (* hierconn *) logic [PIECE-1:0] \u_cutter.u_pieces.u_slice.behind_q ;
  (* hierconn *) logic \u_cutter.u_pieces.u_slice.empty_q ;
  (* hierconn *) logic \u_cutter.u_pieces.u_slice.clear_q ;
  (* hierconn *) logic \u_cutter.active_q ;
  (* hierconn *) logic \u_cutter.u_split.last_q ;
  (* hierconn *) logic [1:0] \u_cutter.number_q ;
  (* hierconn *) logic [31:0] \u_cutter.u_split.behind_q ;
  (* hierconn *) logic [LOG-1:0] \u_cutter.u_split.offset_q ;
  (* hierconn *) logic [LOG-1:0] \u_cutter.start_q ;
  (* hierconn *) logic [LOG:0] \u_cutter.u_split.bytes_q ;
  (* hierconn *) logic [8*Bytes-1:0] \u_align.word_q ;
  (* hierconn *) logic \u_align.step_q ;
  (* hierconn *) logic [8*Bytes-1:0] \u_align.joined_q ;
  (* hierconn *) logic [LOG-1:0] \u_align.places_q ;
  (* hierconn *) logic [LOG-1:0] \u_align.offset_q ;
  (* hierconn *) logic [LOG:0] \u_align.bytes_q ;
  (* hierconn *) logic \u_align.rotated_valid ;
  (* hierconn *) logic [8*Bytes-1:0] \u_align.rotated ;
  (* hierconn *) logic [LOG-1:0] \u_align.rotated_offset ;
  (* hierconn *) logic [LOG:0] \u_align.rotated_bytes ;
  logic [7:0] ahead;  // words since the followed word
  assign ahead = words_q - number - 8'd1;

  function automatic logic [Bytes-1:0] lanes(input logic [LOG-1:0] from, input logic [LOG:0] count);
    for (int b = 0; b < Bytes; b++) begin
      lanes[b] = b >= int'(from) && b < int'(from) + int'(count);
    end
  endfunction

  always_comb begin
    if (started_q && rst_ni) begin
      assert (waits_q == 2'(\u_cutter.u_pieces.u_slice.valid_q )
          + 2'(\u_cutter.u_pieces.u_slice.full_q ));
      assert (!\u_cutter.u_pieces.u_slice.full_q || \u_cutter.u_pieces.u_slice.valid_q );
      assert (!(\u_cutter.u_pieces.u_slice.full_q && \u_cutter.u_pieces.u_slice.empty_q ));
      if (\u_cutter.u_pieces.u_slice.clear_q ) assert (waits_q == 2'd0);
      if (\u_cutter.u_pieces.u_slice.clear_q ) assert (!\u_cutter.u_pieces.u_slice.empty_q );
      if (waits_q != 2'd0) begin
        assert (\u_cutter.u_pieces.u_slice.shown_q == list_q[PIECE-1:0] && list_q[95:64] != '0);
      end
      if (waits_q == 2'd2) begin
        assert (\u_cutter.u_pieces.u_slice.behind_q == list_q[2*PIECE-1:PIECE]);
        assert (list_q[PIECE+64+:32] != '0);
      end
      assert (\u_cutter.active_q == on_q && \u_cutter.start_q == place_q);
      if (place_q != '0) assert (begun_q);
      if (on_q) begin
        assert (\u_cutter.number_q == request_q && \u_cutter.u_split.last_q == ends);
        assert (\u_cutter.u_split.offset_q == at_q[LOG-1:0]);
        assert (32'(\u_cutter.u_split.bytes_q ) == some);
        if (!ends) assert (\u_cutter.u_split.behind_q == left_q - some);
      end
      if (place_q != '0 && words_q - 8'd1 == number && lane >= place_q) begin
        assert (\u_align.word_q [8*lane] == value_q);
      end
      // The count of words wraps around, but not within the pipeline.
      if (go_q[0] && hit_q[0]) assert (ahead <= 8'd1);
      if (go_q[1] && hit_q[1]) assert (ahead <= 8'd2);
      if (go_q[2] && hit_q[2]) assert (ahead <= 8'd3);
      assert (\u_align.step_q == go_q[0] && \u_align.rotated_valid == go_q[1]);
      if (go_q[0]) begin
        assert (lanes(\u_align.offset_q , \u_align.bytes_q ) == mask_q[Bytes-1:0]);
        assert (int'(\u_align.offset_q ) + int'(\u_align.bytes_q ) <= Bytes);
        if (hit_q[0]) begin
          assert (to_q[LOG-1:0] == lane + \u_align.places_q );
          assert (\u_align.joined_q [8*lane] == value_q);
        end
      end
      if (go_q[1]) begin
        assert (lanes(\u_align.rotated_offset , \u_align.rotated_bytes ) == mask_q[Bytes+:Bytes]);
        assert (int'(\u_align.rotated_offset ) + int'(\u_align.rotated_bytes ) <= Bytes);
        if (hit_q[1]) assert (\u_align.rotated [8*to_q[LOG+:LOG]] == value_q);
      end
    end
  end

endmodule : prove_dma_text
