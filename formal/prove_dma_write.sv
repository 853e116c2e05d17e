// SPDX-License-Identifier: Apache-2.0
//
// Proves roundel_dma_write from beats to the bus: write_issue, record_writer, write_arbiter and
// write_response.
//
// AW offers each granted burst as granted and stable. The data follow in the order of the
// addresses, never before the address, with length + 1 beats and a mark on the last beat. A burst
// of text begins when all of its beats are in the FIFO; the beats of a record are its bytes. Each
// response comes back: of a record as a pulse, of text as one status per request, which reports any
// failure. A clear ends all granted bursts and withdraws no valid: at most two beats, offered
// before, have strobes. After the clear no valid is high and no response is pending.
//
// Unbounded, with resets, clears and stalls at any time. The environment is a memory that answers a
// burst after all of its data, in order for each ID. The proof follows one arbitrary burst. The
// bursts of text come from a stub (prove_bursts, prove_dma_text). FIFOs are stubs; the FIFOs of
// flags and statuses have two words. Wires named u_dut.* are signals of the design (hierconn).

module prove_dma_write (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic         piece_valid_i,
  input logic [ 63:0] piece_address_i,
  input logic [ 31:0] piece_bytes_i,
  input logic         text_valid_i,
  input logic         record_valid_i,
  input logic [ 58:0] record_address_i,
  input logic [255:0] record_i,
  input logic         aw_ready_i,
  input logic         w_ready_i,
  input logic         b_valid_i,
  input logic         b_record_i,
  input logic         b_error_i
);

  localparam int BYTES = 16;
  localparam logic [7:0] RECORD = 2;  // beats of a record
  localparam logic [7:0] MOST = 4;  // beats of the longest burst

  (* anyconst *) logic [7:0] number;  // of the followed burst

  logic busy, record_ready, recorded, record_error, aw_valid, aw_record;
  logic w_valid, w_last, b_ready;
  logic [63:0] aw_address;
  logic [7:0] aw_length;
  logic [8*BYTES-1:0] w_data;
  logic [BYTES-1:0] w_strobe;

  roundel_dma_write #(
    .Bytes(BYTES),
    .BurstBytes(64),
    .Depth(10),
    .NumberBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .piece_valid_i(piece_valid_i),
    .piece_ready_o(),
    .piece_i({1'b1, piece_bytes_i, piece_address_i}), .piece_number_i(1'b0),
    .text_valid_i(text_valid_i),
    .text_ready_o(),
    .text_data_i('0), .text_number_i(1'b0),
    .skip_i(1'b0), .skip_number_i(1'b0),
    .drop_i(1'b0), .drop_number_i(1'b0),
    .skipped_o(),
    .status_valid_o(), .status_ready_i(1'b1), .status_error_o(),
    .record_valid_i(record_valid_i),
    .record_ready_o(record_ready),
    .record_address_i({record_address_i, 5'd0}),
    .record_i(record_i),
    .recorded_o(recorded),
    .record_error_o(record_error),
    .aw_valid_o(aw_valid),
    .aw_ready_i(aw_ready_i),
    .aw_o({aw_length, aw_address}),
    .aw_record_o(aw_record),
    .w_valid_o(w_valid),
    .w_ready_i(w_ready_i),
    .w_data_o(w_data),
    .w_strobe_o(w_strobe),
    .w_last_o(w_last),
    .b_valid_i(b_valid_i),
    .b_ready_o(b_ready),
    .b_record_i(b_record_i),
    .b_error_i(b_error_i)
  );

  // ---- The specification ------------------------------------------------------------------------
  (* hierconn *) logic \u_dut.u_arbiter.text_grant ;
  (* hierconn *) logic [71:0] \u_dut.burst ;
  (* hierconn *) logic \u_dut.burst_last ;
  logic record_begins, burst_begins, begins;
  assign burst_begins = \u_dut.u_arbiter.text_grant ;
  assign record_begins = record_valid_i && record_ready;
  assign begins = burst_begins || record_begins;

  // Counts of bursts, modulo 256: granted, AW accepted, all data accepted, answered. The counts
  // *_data_q leave out records.
  logic [7:0] begun_q, aw_q, w_q, b_q, aw_data_q, b_data_q;
  logic [7:0] beats_q;  // accepted beats of the burst at W
  logic [63:0] address_q;  // of the last granted burst
  logic [7:0] length_q, own_length_q;  // of the last granted burst; of the followed burst
  logic record_q, own_record_q;
  logic [255:0] bytes_q;  // bytes of the last record
  logic clear_q, busy_q, ended_q;
  logic [1:0] age_q;  // cycles of the clear, up to 3
  logic [1:0] cleared_q;  // beats accepted in the clear, up to 2
  logic take_aw, take_w, take_b;

  assign take_aw = aw_valid && aw_ready_i;
  assign take_w = w_valid && w_ready_i;
  assign take_b = b_valid_i && b_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {begun_q, aw_q, w_q, b_q, aw_data_q, b_data_q, beats_q} <= '0;
      {clear_q, busy_q} <= 2'b10;
      age_q <= '0;
      cleared_q <= '0;
      ended_q <= 1'b0;
    end else begin
      begun_q <= begun_q + 8'(begins);
      aw_q <= aw_q + 8'(take_aw);
      aw_data_q <= aw_data_q + 8'(take_aw && !aw_record);
      w_q <= w_q + 8'(take_w && w_last);
      beats_q <= take_w ? (w_last ? 8'd0 : beats_q + 8'd1) : beats_q;
      b_q <= b_q + 8'(take_b);
      b_data_q <= b_data_q + 8'(take_b && !b_record_i);
      clear_q <= clear_i;
      busy_q <= busy;
      age_q <= !clear_i ? 2'd0 : age_q + 2'(age_q != 2'd3);
      cleared_q <= !clear_i ? 2'd0 : cleared_q + 2'(take_w && !cleared_q[1]);
      ended_q <= ended_q || (clear_i && take_w && w_last && w_strobe == '0);
    end
  end
  always_ff @(posedge clk_i) begin
    if (begins) begin
      address_q <= record_begins ? {record_address_i, 5'd0} : \u_dut.burst [63:0];
      length_q <= record_begins ? RECORD - 8'd1 : \u_dut.burst [71:64];
      record_q <= record_begins;
      if (begun_q == number) begin
        own_length_q <= record_begins ? RECORD - 8'd1 : \u_dut.burst [71:64];
        own_record_q <= record_begins;
      end
    end
    if (record_begins) bytes_q <= record_i;
  end

  // Bursts of text without a response, at most two: the flag of each, and the expected outcomes.
  (* hierconn *) logic \u_dut.answered ;
  (* hierconn *) logic \u_dut.u_response.u_b.valid_q ;
  (* hierconn *) logic \u_dut.u_response.record ;
  (* hierconn *) logic \u_dut.u_response.error ;
  (* hierconn *) logic \u_dut.u_response.status_valid_q ;
  (* hierconn *) logic \u_dut.u_response.status_error_q ;
  logic [1:0] flags_q, waits_q;
  logic failed_q, told_q, told_error_q, heard_q, heard_error_q;
  logic answer, tells;

  assign answer = \u_dut.answered  && !\u_dut.u_response.record  && !clear_i;
  assign tells = answer && flags_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {waits_q, failed_q, told_q, heard_q} <= '0;
    end else if (clear_i) begin
      {waits_q, failed_q, told_q, heard_q} <= '0;
    end else begin
      waits_q <= waits_q + 2'(burst_begins) - 2'(answer);
      if (answer) failed_q <= !flags_q[0] && (failed_q || \u_dut.u_response.error );
      told_q <= tells;
      heard_q <= \u_dut.answered  && \u_dut.u_response.record ;
    end
  end
  always_ff @(posedge clk_i) begin
    told_error_q <= failed_q || \u_dut.u_response.error ;
    heard_error_q <= \u_dut.u_response.error ;
    flags_q <= answer ? {burst_begins && \u_dut.burst_last , waits_q[1] ? flags_q[1]
        : burst_begins && \u_dut.burst_last }
        : !burst_begins ? flags_q
        : waits_q == '0 ? {1'b0, \u_dut.burst_last } : {\u_dut.burst_last , flags_q[0]};
  end

  logic started_q = 1'b0;
  logic [3:0] run_q, bursts_q;  // consecutive beats, and bursts of text that ended in these cycles
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && !clear_i && take_w) ? run_q + 4'(run_q != '1) : 4'd0;
    bursts_q <= take_w ? bursts_q + 4'(w_last && w_strobe != '1) : 4'd0;
  end

  logic mine, offered;
  logic [7:0] there;  // granted bursts with data left
  assign there = begun_q - w_q;
  assign mine = w_q == number && there != '0;  // the next data belong to the followed burst

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && clear_q && busy_q) assume (clear_i);
    if (piece_valid_i) assume (piece_bytes_i != '0);
    // The memory.
    if (b_valid_i) assume (b_q != aw_q && b_q != w_q);
    if (b_valid_i && !b_record_i) assume (aw_data_q != b_data_q);
    if (b_valid_i && b_record_i) assume (aw_q - aw_data_q != b_q - b_data_q);

    if (started_q && rst_ni) begin
      // Addresses.
      assert (aw_valid == (begun_q != aw_q) && begun_q - aw_q <= 8'd1);
      assert (!(begins && aw_valid) && !(record_begins && burst_begins));
      if (aw_valid) begin
        assert (aw_address == address_q && aw_length == length_q && aw_record == record_q);
        // No burst crosses a border of 4 KiB.
        assert (13'(aw_address[11:4]) + 13'(aw_length) < 13'd256);
      end
      assert (begun_q - b_q <= 8'd33);
      assert (!begins || !clear_i);
      // Data.
      assert (there <= 8'd4);
      if (w_valid) begin
        assert (there != '0 && beats_q < MOST);
        if (mine) assert (w_last == (beats_q == own_length_q));
      end
      // A clear ends all granted bursts.
      if (cleared_q == 2'd2 && clear_i && w_valid) assert (w_strobe == '0 && w_data == '0);
      if (age_q == 2'd3 && clear_i && there != '0) assert (w_valid);
      if (!busy) assert (!aw_valid && !w_valid && begun_q == b_q && begun_q == w_q);
      // A clear takes every response, because its flags are gone.
      if (clear_i && \u_dut.u_response.u_b.valid_q ) assert (\u_dut.answered );
      // Responses.
      assert (recorded == heard_q && (!recorded || record_error == heard_error_q));
      assert (\u_dut.u_response.status_valid_q == told_q);
      if (told_q) assert (\u_dut.u_response.status_error_q == told_error_q);
      if (answer) assert (waits_q != '0);
    end
    streaming: cover (started_q && rst_ni && run_q == 4'd8 && bursts_q == 4'd2);
    ended: cover (started_q && rst_ni && ended_q && !clear_q && !busy && begun_q == 8'd2);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [5:0] \u_dut.u_arbiter.in_flight_q ;
  (* hierconn *) logic \u_dut.u_arbiter.next_valid_q ;
  (* hierconn *) logic [7:0] \u_dut.u_arbiter.next_length_q ;
  (* hierconn *) logic \u_dut.u_arbiter.next_record_q ;
  (* hierconn *) logic \u_dut.u_arbiter.beats_q ;
  (* hierconn *) logic [7:0] \u_dut.u_arbiter.left_q ;
  (* hierconn *) logic \u_dut.u_arbiter.beats_record_q ;
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic \u_dut.u_issue.whole_q ;
  (* hierconn *) logic \u_dut.u_record.busy_q ;
  (* hierconn *) logic \u_dut.u_response.u_status.u_slice.full_q ;
  (* hierconn *) logic \u_dut.u_response.u_status.u_slice.empty_q ;
  (* hierconn *) logic \u_dut.u_response.u_status.u_slice.clear_q ;
  (* hierconn *) logic \u_dut.u_align.beat_valid_q ;
  (* hierconn *) logic [9:0] \u_dut.u_issue.beats_q ;
  (* hierconn *) logic [7:0] \u_dut.u_queue.held_q ;
  (* hierconn *) logic \u_dut.u_queue.clear_q ;
  (* hierconn *) logic \u_dut.u_arbiter.u_w.valid_q ;
  (* hierconn *) logic \u_dut.u_arbiter.u_w.full_q ;
  (* hierconn *) logic \u_dut.u_arbiter.u_w.empty_q ;
  (* hierconn *) logic \u_dut.u_arbiter.u_w.clear_q ;
  (* hierconn *) logic [9*BYTES:0] \u_dut.u_arbiter.u_w.shown_q ;
  (* hierconn *) logic [9*BYTES:0] \u_dut.u_arbiter.u_w.behind_q ;
  (* hierconn *) logic \u_dut.u_response.u_b.full_q ;
  (* hierconn *) logic \u_dut.u_response.u_b.empty_q ;
  (* hierconn *) logic [1:0] \u_dut.u_response.u_b.shown_q ;
  (* hierconn *) logic [1:0] \u_dut.u_response.u_b.behind_q ;
  (* hierconn *) logic \u_dut.u_response.failed_q ;
  (* hierconn *) logic \u_dut.u_response.u_flags.u_slice.valid_q ;
  (* hierconn *) logic \u_dut.u_response.u_flags.u_slice.full_q ;
  (* hierconn *) logic \u_dut.u_response.u_flags.u_slice.empty_q ;
  (* hierconn *) logic \u_dut.u_response.u_flags.u_slice.clear_q ;
  (* hierconn *) logic \u_dut.u_response.u_flags.u_slice.shown_q ;
  (* hierconn *) logic \u_dut.u_response.u_flags.u_slice.behind_q ;
  (* hierconn *) logic \u_dut.u_arbiter.beat_valid ;
  (* hierconn *) logic [9*BYTES-1:0] \u_dut.u_arbiter.beat ;
  (* hierconn *) logic \u_dut.u_issue.u_bursts.stays_q ;
  (* hierconn *) logic \u_dut.u_queue.wipe_q ;
  (* hierconn *) logic \u_dut.u_credits.u_spec.wait_q ;
  (* hierconn *) logic [2:0] \u_dut.u_align.u_rotate.valid ;
  (* hierconn *) logic [7:0] \u_dut.u_queue.taken_q ;
  (* hierconn *) logic [7:0] \u_dut.u_credits.u_spec.count_q ;

  (* hierconn *) logic [9*BYTES-1:0] \u_dut.beat ;
  logic of_record;
  logic [7:0] left;
  logic [9:0] whole_beats;
  logic next, active, shown, behind, shown_last, behind_last, record_next;
  logic [7:0] answered, next_number, active_number, at, came, held, taken, credits, way;
  logic [1:0] b_waits, b_data_waits;
  assign left = \u_dut.u_arbiter.left_q ;
  assign of_record = \u_dut.u_arbiter.beats_record_q ;
  assign whole_beats = \u_dut.u_issue.beats_q ;
  assign next = \u_dut.u_arbiter.next_valid_q ;
  assign active = \u_dut.u_arbiter.beats_q ;
  assign shown = \u_dut.u_arbiter.u_w.valid_q ;
  assign behind = \u_dut.u_arbiter.u_w.full_q ;
  assign shown_last = \u_dut.u_arbiter.u_w.shown_q [9*BYTES];
  assign behind_last = \u_dut.u_arbiter.u_w.behind_q [9*BYTES];
  // The burst of the beats on the way to the skid buffer, and the number of its sent beats.
  assign at = w_q + 8'(shown && shown_last) + 8'(behind && behind_last);
  assign came = (behind && behind_last) ? 8'd0 : (shown && shown_last) ? 8'(behind)
      : beats_q + 8'(shown) + 8'(behind);
  assign next_number = begun_q - 8'd1;
  assign active_number = begun_q - 8'd1 - 8'(next);
  assign b_waits = 2'(\u_dut.u_response.u_b.valid_q ) + 2'(\u_dut.u_response.u_b.full_q );
  assign b_data_waits = 2'(\u_dut.u_response.u_b.valid_q  && !\u_dut.u_response.u_b.shown_q [1])
      + 2'(\u_dut.u_response.u_b.full_q  && !\u_dut.u_response.u_b.behind_q [1]);
  assign held = \u_dut.u_queue.held_q ;
  assign taken = \u_dut.u_queue.taken_q ;
  assign way = 8'(\u_dut.u_align.u_rotate.valid [0]) + 8'(\u_dut.u_align.u_rotate.valid [1])
      + 8'(\u_dut.u_align.u_rotate.valid [2]) + 8'(\u_dut.u_align.beat_valid_q );
  assign credits = \u_dut.u_credits.u_spec.count_q ;
  assign record_next = next && \u_dut.u_arbiter.next_record_q ;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (8'(\u_dut.u_arbiter.in_flight_q ) == begun_q - b_q + 8'(b_waits));
      assert (\u_dut.u_arbiter.in_flight_q <= 6'd32);
      if (\u_dut.u_response.u_b.full_q ) begin
        assert (\u_dut.u_response.u_b.valid_q && !\u_dut.u_response.u_b.empty_q );
      end
      assert (aw_q - b_q <= 8'd32 && w_q - b_q <= 8'd32);
      assert (b_data_q - 8'(b_data_waits) + 8'(waits_q) == aw_data_q + 8'(aw_valid && !aw_record)
              || (clear_i && clear_q));
      assert (aw_data_q - b_data_q <= aw_q - b_q);
      // Data.
      assert (!behind || (shown && !\u_dut.u_arbiter.u_w.empty_q ));
      if (\u_dut.u_arbiter.u_w.clear_q ) assert (!shown && !\u_dut.u_arbiter.u_w.empty_q );
      if (next) begin
        assert (\u_dut.u_arbiter.next_length_q == length_q);
        assert (\u_dut.u_arbiter.next_record_q == record_q);
      end
      assert (at == (active ? active_number : begun_q - 8'(next)));
      if (!active) assert (came == '0);
      if (active) begin
        assert (came < MOST && left < MOST && came + left < MOST);
      end
      if (!\u_dut.u_arbiter.u_w.empty_q && !behind) assert (!active);
      if (next) assert (length_q < MOST);
      if (number - w_q < there) assert (own_length_q < MOST);
      if (next && next_number == number) begin
        assert (own_length_q == length_q && own_record_q == record_q);
      end
      if (active && active_number == number) begin
        assert (came + left == own_length_q);
        assert (of_record == own_record_q);
      end
      if (mine && shown) assert (shown_last == (beats_q == own_length_q));
      if (behind && at - 8'(behind_last) == number && number - w_q < there) begin
        assert (behind_last == ((mine ? beats_q + 8'd1 : 8'd0) == own_length_q));
      end
      if (shown && !shown_last && behind) assert (beats_q + 8'd1 < MOST);
      if (shown) assert (beats_q < MOST);
      // A clear.
      assert (\u_dut.clear_q == clear_q);
      if (\u_dut.u_queue.clear_q ) assert (clear_q && held == '0);
      if (clear_q && age_q == '0) assert (!\u_dut.u_issue.whole_q );
      if (clear_q && age_q == '0) assert (begun_q == '0 && held == '0 && whole_beats == '0);
      if (cleared_q != '0 && behind) assert (\u_dut.u_arbiter.u_w.behind_q [9*BYTES-1:0] == '0);
      if (cleared_q == 2'd2 && shown) assert (\u_dut.u_arbiter.u_w.shown_q [9*BYTES-1:0] == '0);
      if (age_q != '0) begin
        assert (!\u_dut.u_issue.whole_q && whole_beats == '0 && held == '0 && clear_q);
      end
      if (age_q >= 2'd2 && next) assert (active);
      if (age_q == 2'd3 && active) assert (shown);
      if (clear_q && !busy_q && !clear_i) assert (begun_q == b_q && b_waits == '0);
      // All beats of an offered burst are in the FIFO. Credits count beats on their way.
      assert (credits + way + taken == 8'd8);
      assert (taken <= 8'd8 && credits <= 8'd8 && taken <= held && held - taken <= 8'd2);
      if (clear_q || \u_dut.u_queue.wipe_q ) begin
        assert (credits == 8'd8 && held == '0 && \u_dut.u_credits.u_spec.wait_q );
      end
      if (!clear_q || !clear_i) begin
        assert (10'(held) == whole_beats+ (next && !record_next ? 10'(length_q) + 10'd1 : 10'd0)
            + (active && !of_record ? 10'(left) + 10'd1 : 10'd0));
        assert (whole_beats <= 10'd10);
        if (\u_dut.u_issue.whole_q ) begin
          assert (\u_dut.u_issue.u_bursts.stays_q );
          assert (whole_beats > 10'(\u_dut.burst [71:64]));
        end
        if (active && !of_record) assert (held != '0);
      end
      if (active && !of_record && !clear_i) begin
        assert (\u_dut.u_arbiter.beat == \u_dut.beat );
      end
      // A record.
      if (record_next) assert (length_q == RECORD - 8'd1);
      assert (!(record_next && active && of_record));
      assert (\u_dut.u_record.busy_q
              == (record_next || (active && of_record)));
      // Responses. Statuses leave at once.
      assert (!\u_dut.u_response.u_status.u_slice.full_q );
      if (!\u_dut.u_response.u_status.u_slice.empty_q ) begin
        assert (!\u_dut.u_response.status_valid_q  && !told_q && waits_q == '0);
      end
      assert (\u_dut.u_response.failed_q == failed_q);
      assert (waits_q == 2'(\u_dut.u_response.u_flags.u_slice.valid_q )
              + 2'(\u_dut.u_response.u_flags.u_slice.full_q ));
      if (\u_dut.u_response.u_flags.u_slice.full_q ) begin
        assert (\u_dut.u_response.u_flags.u_slice.valid_q );
        assert (!\u_dut.u_response.u_flags.u_slice.empty_q );
      end
      if (\u_dut.u_response.u_flags.u_slice.clear_q ) begin
        assert (waits_q == '0 && !\u_dut.u_response.u_flags.u_slice.empty_q );
      end
      if (waits_q != '0) assert (\u_dut.u_response.u_flags.u_slice.shown_q == flags_q[0]);
      if (waits_q == 2'd2) assert (\u_dut.u_response.u_flags.u_slice.behind_q == flags_q[1]);
    end
  end

  // The bytes of a record, beat by beat.
  (* hierconn *) logic [255:0] \u_dut.u_record.record_q ;
  logic [255:0] rest;
  assign rest = left[0] ? bytes_q : {bytes_q[127:0], bytes_q[255:128]};
  always_comb begin
    if (started_q && rst_ni) begin
      if (record_next && !clear_q) assert (\u_dut.u_record.record_q == bytes_q);
      if (age_q != '0) assert (\u_dut.u_record.record_q == '0);
      if (active && of_record) begin
        assert (left < RECORD && (clear_q || \u_dut.u_record.record_q == rest));
        if (!clear_i && !clear_q) begin
          assert (\u_dut.u_arbiter.beat == {{BYTES{1'b1}}, rest[127:0]});
        end
      end
    end
  end

endmodule : prove_dma_write
