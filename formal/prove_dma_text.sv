// SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_write, from text to beats: the text of a request goes into its pieces, each byte
// once, in order, at its address, and none of another request's; each piece gives as many beats as
// its bytes touch, one a step, with strobes for its bytes and for no other, and what
// roundel_dma_bursts is told of it is what it is. A word of text is taken when bytes of it are
// needed; what a request leaves of its last one goes nowhere. The pieces of one that is skipped
// give no beat. For ever, with resets, clears and stalls at any time, for every address and length.
//
// Byte `lane` of the word of text with one number is followed, any. Of a byte one bit counts. The
// queue behind is a stand-in (prove_fifo), so are its credits; that of pieces has two words.
//
// Wires named u_dut.* are registers of the design, which Yosys joins when it flattens.

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
  input logic             aw_ready_i,
  input logic             w_ready_i,
  input logic             b_valid_i
);

  localparam int LOG = $clog2(Bytes);
  localparam logic [31:0] BEAT = Bytes;

  (* anyconst *) logic [7:0] number;  // of the word of text that is followed
  (* anyconst *) logic [LOG-1:0] lane;

  logic piece_ready, text_ready, skipped;
  logic [8*Bytes-1:0] text;
  for (genvar b = 0; b < Bytes; b++) begin : gen_text
    assign text[8*b+:8] = {7'd0, text_i[b]};
  end

  roundel_dma_write #(
    .Bytes(Bytes),
    .BurstBytes(4 * Bytes),
    .Depth(10),
    .NumberBits(2)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(),
    .piece_valid_i(piece_valid_i),
    .piece_ready_o(piece_ready),
    .piece_address_i(piece_address_i),
    .piece_bytes_i(piece_bytes_i),
    .piece_last_i(piece_last_i),
    .piece_number_i(piece_number_i),
    .text_valid_i(text_valid_i),
    .text_ready_o(text_ready),
    .text_data_i(text),
    .text_number_i(text_number_i),
    .skip_i(skip_i),
    .skip_number_i(skip_number_i),
    .drop_i(drop_i),
    .drop_number_i(drop_number_i),
    .skipped_o(skipped),
    .status_valid_o(),
    .status_ready_i(1'b1),
    .status_error_o(),
    .record_valid_i(1'b0),
    .record_ready_o(),
    .record_address_i('0),
    .record_i('0),
    .recorded_o(),
    .record_error_o(),
    .aw_valid_o(),
    .aw_ready_i(aw_ready_i),
    .aw_address_o(),
    .aw_length_o(),
    .aw_record_o(),
    .w_valid_o(),
    .w_ready_i(w_ready_i),
    .w_data_o(),
    .w_strobe_o(),
    .w_last_o(),
    .b_valid_i(b_valid_i),
    .b_ready_o(),
    .b_record_i(1'b0),
    .b_error_i(1'b0)
  );

  // ---- Pieces -----------------------------------------------------------------------------------
  // Up to two wait, the first in place 0; one is at hand.
  localparam int PIECE = 99;
  logic [1:0] waits_q;
  logic [2*PIECE-1:0] list_q;
  logic on_q, fresh_q, last_q;
  logic [1:0] request_q;
  logic [63:0] from_q, at_q;  // its address; of its next byte
  logic [31:0] length_q, left_q;
  logic begun_q;  // a word of the text of its request was taken
  logic accept, load, step, passed;

  assign accept = piece_valid_i && piece_ready;

  // ---- Steps ------------------------------------------------------------------------------------
  logic [LOG-1:0] place_q;  // bytes of the word of text that went; 0: all of it
  logic [7:0] words_q;  // of text that were taken
  logic [31:0] room, some;  // bytes of a step
  logic [LOG:0] over;  // left of the word in front
  logic need, take, hit_old, hit_new, ends, value_q, value;
  logic [LOG-1:0] to;  // where the byte goes
  logic [Bytes-1:0] mask;

  assign room = BEAT - 32'(at_q[LOG-1:0]);
  assign some = (left_q < room) ? left_q : room;
  assign over = (place_q == '0) ? '0 : (LOG + 1)'(Bytes) - (LOG + 1)'(place_q);
  assign need = some > 32'(over);
  assign take = text_valid_i && text_ready;
  assign ends = left_q == some;
  // Of the word in front those from place_q on, of the new one as many as are missing.
  assign hit_old = step && over != '0 && words_q - 8'd1 == number && lane >= place_q
      && 32'(lane) - 32'(place_q) < some;
  assign hit_new = step && need && words_q == number && 32'(lane) + 32'(over) < some;
  assign value = (take && words_q == number) ? text_i[lane] : value_q;
  assign to = at_q[LOG-1:0] + lane - place_q;
  for (genvar b = 0; b < Bytes; b++) begin : gen_mask
    assign mask[b] = 32'(b) >= 32'(at_q[LOG-1:0]) && 32'(b) < 32'(at_q[LOG-1:0]) + some;
  end

  // Steps on their way to the queue: the first behind the rotation is in place 2.
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
  logic [3:0] run_q, ended_q;  // steps on end, and pieces that ended among them
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && !clear_i && step) ? run_q + 4'(run_q != '1) : 4'd0;
    ended_q <= step ? ended_q + 4'(ends && ended_q != '1) : 4'd0;
  end

  // ---- What the design does ---------------------------------------------------------------------
  (* hierconn *) logic \u_dut.load ;
  (* hierconn *) logic \u_dut.step ;
  (* hierconn *) logic \u_dut.drop ;
  (* hierconn *) logic \u_dut.cut_ready ;
  (* hierconn *) logic \u_dut.credit ;
  (* hierconn *) logic \u_dut.push_q ;
  (* hierconn *) logic [8*Bytes-1:0] \u_dut.beat_q ;
  (* hierconn *) logic [Bytes-1:0] \u_dut.strobe_q ;
  (* hierconn *) logic \u_dut.fresh_q ;
  (* hierconn *) logic \u_dut.last_q ;
  (* hierconn *) logic [63:0] \u_dut.address_q ;
  (* hierconn *) logic [31:0] \u_dut.length_q ;
  assign load = \u_dut.load ;
  assign step = \u_dut.step ;
  assign passed = \u_dut.drop ;

  always_comb begin
    assume (started_q || !rst_ni);
    if (piece_valid_i) assume (piece_bytes_i != '0);
    // The text of a request comes whole or not at all.
    if (skip_i && skip_number_i == request_q) assume (!begun_q && !(text_valid_i && need
        && text_number_i == request_q));
    if (drop_i && drop_number_i == request_q) assume (!begun_q && !(text_valid_i && need
        && text_number_i == request_q));

    if (started_q && rst_ni) begin
      if (load) assert (waits_q != 2'd0);
      if (step || passed) assert (on_q && !(step && passed));
      if (on_q) assert (left_q != '0);
      // Its own text, and that when it is needed.
      if (text_ready) assert (on_q && need && text_number_i == request_q);
      assert (take == (step && need));
      if (on_q && need && text_number_i == request_q && \u_dut.credit && !clear_i
          && (!fresh_q || \u_dut.cut_ready )) begin
        assert (text_ready);
      end
      if (passed) begin
        assert (fresh_q && ((skip_i && skip_number_i == request_q)
            || (drop_i && drop_number_i == request_q)));
      end
      if (on_q && fresh_q && skip_i && skip_number_i == request_q) assert (passed);
      assert (skipped == skipped_q);
      // What bursts are made of.
      if (on_q) begin
        assert (\u_dut.fresh_q == fresh_q && \u_dut.last_q == last_q);
        assert (\u_dut.address_q == from_q && \u_dut.length_q == length_q);
        if (fresh_q) assert (at_q == from_q && left_q == length_q);
      end
      if (step && fresh_q) assert (\u_dut.cut_ready );
      // Beats.
      assert (\u_dut.push_q == go_q[2]);
      if (go_q[2]) begin
        assert (\u_dut.strobe_q == mask_q[2*Bytes+:Bytes]);
        if (hit_q[2]) assert (\u_dut.beat_q [8*to_q[2*LOG+:LOG]] == value_q);
      end
    end
    // Eight beats in as many cycles, of three pieces that begin and end within words.
    streaming: cover (started_q && rst_ni && run_q == 4'd8 && ended_q == 4'd2 && hit_q[2]
                      && over != '0);
    skips: cover (started_q && rst_ni && skipped && words_q == 8'd2);
  end

  // ---- How the registers hold it ----------------------------------------------------------------
  (* hierconn *) logic \u_dut.u_pieces.u_slice.valid_q ;
  (* hierconn *) logic \u_dut.u_pieces.u_slice.full_q ;
  (* hierconn *) logic [PIECE-1:0] \u_dut.u_pieces.u_slice.shown_q ;
  (* hierconn *) logic [PIECE-1:0] \u_dut.u_pieces.u_slice.behind_q ;
  (* hierconn *) logic \u_dut.u_pieces.u_slice.empty_q ;
  (* hierconn *) logic \u_dut.u_pieces.u_slice.clear_q ;
  (* hierconn *) logic \u_dut.active_q ;
  (* hierconn *) logic \u_dut.final_q ;
  (* hierconn *) logic [1:0] \u_dut.number_q ;
  (* hierconn *) logic [31:0] \u_dut.behind_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.offset_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.place_q ;
  (* hierconn *) logic [LOG:0] \u_dut.bytes_q ;
  (* hierconn *) logic [8*Bytes-1:0] \u_dut.left_q ;
  (* hierconn *) logic \u_dut.op_q ;
  (* hierconn *) logic [8*Bytes-1:0] \u_dut.op_data_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.op_places_q ;
  (* hierconn *) logic [LOG-1:0] \u_dut.op_offset_q ;
  (* hierconn *) logic [LOG:0] \u_dut.op_bytes_q ;
  (* hierconn *) logic \u_dut.turned_valid ;
  (* hierconn *) logic [8*Bytes-1:0] \u_dut.turned ;
  (* hierconn *) logic [LOG-1:0] \u_dut.turned_offset ;
  (* hierconn *) logic [LOG:0] \u_dut.turned_bytes ;
  logic [7:0] ahead;  // words since that which is followed
  assign ahead = words_q - number - 8'd1;

  function automatic logic [Bytes-1:0] lanes(input logic [LOG-1:0] from, input logic [LOG:0] count);
    for (int b = 0; b < Bytes; b++) begin
      lanes[b] = b >= int'(from) && b < int'(from) + int'(count);
    end
  endfunction

  always_comb begin
    if (started_q && rst_ni) begin
      assert (waits_q == 2'(\u_dut.u_pieces.u_slice.valid_q )
          + 2'(\u_dut.u_pieces.u_slice.full_q ));
      assert (!\u_dut.u_pieces.u_slice.full_q || \u_dut.u_pieces.u_slice.valid_q );
      assert (!(\u_dut.u_pieces.u_slice.full_q && \u_dut.u_pieces.u_slice.empty_q ));
      if (\u_dut.u_pieces.u_slice.clear_q ) assert (waits_q == 2'd0);
      if (\u_dut.u_pieces.u_slice.clear_q ) assert (!\u_dut.u_pieces.u_slice.empty_q );
      if (waits_q != 2'd0) begin
        assert (\u_dut.u_pieces.u_slice.shown_q == list_q[PIECE-1:0] && list_q[95:64] != '0);
      end
      if (waits_q == 2'd2) begin
        assert (\u_dut.u_pieces.u_slice.behind_q == list_q[2*PIECE-1:PIECE]);
        assert (list_q[PIECE+64+:32] != '0);
      end
      assert (\u_dut.active_q == on_q && \u_dut.place_q == place_q);
      if (place_q != '0) assert (begun_q);
      if (on_q) begin
        assert (\u_dut.number_q == request_q && \u_dut.final_q == ends);
        assert (\u_dut.offset_q == at_q[LOG-1:0] && 32'(\u_dut.bytes_q ) == some);
        if (!ends) assert (\u_dut.behind_q == left_q - some);
      end
      if (place_q != '0 && words_q - 8'd1 == number && lane >= place_q) begin
        assert (\u_dut.left_q [8*lane] == value_q);
      end
      // Numbers of words come again; not this soon.
      if (go_q[0] && hit_q[0]) assert (ahead <= 8'd1);
      if (go_q[1] && hit_q[1]) assert (ahead <= 8'd2);
      if (go_q[2] && hit_q[2]) assert (ahead <= 8'd3);
      assert (\u_dut.op_q == go_q[0] && \u_dut.turned_valid == go_q[1]);
      if (go_q[0]) begin
        assert (lanes(\u_dut.op_offset_q , \u_dut.op_bytes_q ) == mask_q[Bytes-1:0]);
        assert (int'(\u_dut.op_offset_q ) + int'(\u_dut.op_bytes_q ) <= Bytes);
        if (hit_q[0]) begin
          assert (to_q[LOG-1:0] == lane + \u_dut.op_places_q );
          assert (\u_dut.op_data_q [8*lane] == value_q);
        end
      end
      if (go_q[1]) begin
        assert (lanes(\u_dut.turned_offset , \u_dut.turned_bytes ) == mask_q[Bytes+:Bytes]);
        assert (int'(\u_dut.turned_offset ) + int'(\u_dut.turned_bytes ) <= Bytes);
        if (hit_q[1]) assert (\u_dut.turned [8*to_q[LOG+:LOG]] == value_q);
      end
    end
  end

endmodule : prove_dma_text
