// SPDX-License-Identifier: Apache-2.0
//
// Text of requests to pieces of memory, of any address and length, and records behind it.
//
// The text of a request is cut into its pieces; with the last of them (`piece_last_i`) it is over.
// It is taken when it is that of the request whose pieces are at hand: both count requests from 0
// on (`text_number_i`, `piece_number_i`). Bytes are rotated to their place in a beat, and wait in a
// queue of `Depth` beats; a burst is begun when all of its beats are in there. `skip_i` lets the
// pieces of the request `skip_number_i` go without text, as `drop_i` those of `drop_number_i`; with
// the last of them comes `skipped_o`.
//
// When every burst of a request is answered, its status comes: whether one failed. Whoever asks
// takes it in time: there is room for 16. A record is 32 bytes at a multiple of 32; its answer
// comes back as `recorded_o` for a cycle, with `record_error_o`. Records and answers are in order;
// bursts of data have ID 0, records 1.
//
// The bus: no data are offered in front of their address, and up to 16 bursts of data are under
// way. `clear_i` drops all and sets data to zero; bursts that were begun are ended with beats
// without a strobe. It is to stay until `busy_o` is low.

module roundel_dma_write #(
  parameter int Bytes = 16,  // of a word and of a beat, a power of two from 16 on
  parameter int BurstBytes = 256,  // see roundel_dma_bursts
  parameter int Depth = 82,  // beats that wait: see roundel_fifo; two bursts at least
  parameter int NumberBits = 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,
  output logic                  busy_o,

  input  logic                  piece_valid_i,
  output logic                  piece_ready_o,
  input  logic [          63:0] piece_address_i,
  input  logic [          31:0] piece_bytes_i,  // 1 or more
  input  logic                  piece_last_i,  // the request has no more
  input  logic [NumberBits-1:0] piece_number_i,

  input  logic                  text_valid_i,
  output logic                  text_ready_o,
  input  logic [   8*Bytes-1:0] text_data_i,  // byte 0 in the low bits
  input  logic [NumberBits-1:0] text_number_i,
  input  logic                  skip_i,
  input  logic [NumberBits-1:0] skip_number_i,
  input  logic                  drop_i,
  input  logic [NumberBits-1:0] drop_number_i,
  output logic                  skipped_o,

  output logic                  status_valid_o,
  input  logic                  status_ready_i,
  output logic                  status_error_o,

  input  logic                  record_valid_i,
  output logic                  record_ready_o,
  input  logic [          63:0] record_address_i,
  input  logic [         255:0] record_i,  // byte 0 in the low bits
  output logic                  recorded_o,
  output logic                  record_error_o,

  output logic                  aw_valid_o,
  input  logic                  aw_ready_i,
  output logic [          63:0] aw_address_o,
  output logic [           7:0] aw_length_o,  // beats, less one
  output logic                  aw_record_o,  // the ID
  output logic                  w_valid_o,
  input  logic                  w_ready_i,
  output logic [   8*Bytes-1:0] w_data_o,
  output logic [     Bytes-1:0] w_strobe_o,
  output logic                  w_last_o,
  input  logic                  b_valid_i,
  output logic                  b_ready_o,
  input  logic                  b_record_i,
  input  logic                  b_error_i
);

  localparam int LOG = $clog2(Bytes);
  localparam logic [31:0] BEAT_BYTES = Bytes;
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);
  localparam int COUNT_BITS = 10;  // 512 at most
  localparam int RECORD_BEATS = (Bytes >= 32) ? 1 : 32 / Bytes;

  if (CREDITS < 2 * (BurstBytes / Bytes)) begin : gen_bad_depth
    roundel_error_write_depth_must_hold_two_bursts u_error ();
  end else if (CREDITS > 512) begin : gen_bad_long_depth
    roundel_error_write_depth_is_530_at_most u_error ();
  end

  // ---- Pieces to beats --------------------------------------------------------------------------
  // A piece at hand, and its beats: bytes in front of the first, those of this one, those behind.
  logic hand_valid, hand_taken, hand_last;
  logic [63:0] hand_address;
  logic [31:0] hand_bytes;
  logic [NumberBits-1:0] hand_number;
  logic [LOG:0] hand_room, hand_ends;  // bytes up to the beat's end; low bits of where it ends
  logic hand_fits;  // it has one beat alone

  roundel_stream_fifo #(
    .Width(97 + NumberBits),
    .Depth(18)
  ) u_pieces (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(piece_valid_i),
    .ready_o(piece_ready_o),
    .data_i({piece_number_i, piece_last_i, piece_bytes_i, piece_address_i}),
    .valid_o(hand_valid),
    .ready_i(hand_taken),
    .data_o({hand_number, hand_last, hand_bytes, hand_address})
  );

  logic active_q, fresh_q;  // a piece; nothing of it was taken yet
  logic final_q, last_q;  // its last beat is next; it is the request's last
  logic [NumberBits-1:0] number_q;
  logic [63:0] address_q;
  logic [31:0] length_q, behind_q;
  logic [LOG-1:0] offset_q, place_q;  // bytes in front of the beat's; in front of the text's next
  logic [LOG:0] bytes_q, over, enough;  // of the beat; left over of the word in front
  logic mine, need, may, step, credit, free, load, drop, cut_ready, queue_busy, skipped_q;
  logic clear_q;  // the queue is told once, and overwritten while clear_i lasts

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  assign hand_room = (LOG + 1)'(Bytes) - {1'b0, hand_address[LOG-1:0]};
  // Not by a comparison of 32 bits, which would be the longest path.
  assign hand_ends = {1'b0, hand_bytes[LOG-1:0]} + {1'b0, hand_address[LOG-1:0]};
  assign hand_fits = hand_bytes[31:LOG+1] == '0 && (hand_bytes[LOG]
      ? hand_bytes[LOG-1:0] == '0 && hand_address[LOG-1:0] == '0
      : !hand_ends[LOG] || hand_ends[LOG-1:0] == '0);
  // Bytes from place_q on are left over, unless it is 0: then there is none.
  assign over = (place_q == '0) ? '0 : (LOG + 1)'(Bytes) - {1'b0, place_q};
  assign enough = over - bytes_q;
  assign need = enough[LOG];
  assign mine = text_number_i == number_q;
  assign may = active_q && credit && (!fresh_q || cut_ready) && !clear_i;
  assign step = may && (!need || (text_valid_i && mine));
  assign text_ready_o = may && need && mine;
  assign drop = active_q && fresh_q && ((skip_i && number_q == skip_number_i)
      || (drop_i && number_q == drop_number_i));
  assign load = hand_valid && (!active_q || drop || (step && final_q));
  assign hand_taken = load;
  assign skipped_o = skipped_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      place_q <= '0;
      skipped_q <= 1'b0;
    end else if (clear_i) begin
      active_q <= 1'b0;
      place_q <= '0;
      skipped_q <= 1'b0;
    end else begin
      active_q <= load || (active_q && !drop && !(step && final_q));
      skipped_q <= drop && last_q;
      if (step) begin
        place_q <= (final_q && last_q) ? '0 : place_q + bytes_q[LOG-1:0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      fresh_q <= 1'b1;
      address_q <= hand_address;
      length_q <= hand_bytes;
      offset_q <= hand_address[LOG-1:0];
      final_q <= hand_fits;
      bytes_q <= hand_fits ? hand_bytes[LOG:0] : hand_room;
      behind_q <= hand_bytes + {{(32-LOG){1'b1}}, hand_address[LOG-1:0]};
      last_q <= hand_last;
      number_q <= hand_number;
    end else if (step) begin
      fresh_q <= 1'b0;
      offset_q <= '0;
      final_q <= behind_q <= BEAT_BYTES;
      bytes_q <= (behind_q <= BEAT_BYTES) ? behind_q[LOG:0] : (LOG + 1)'(Bytes);
      behind_q <= behind_q - BEAT_BYTES;
    end
  end

  // Bytes of a beat: those left over of one word, and the first of the next.
  logic op_q, turned_valid, push_q;
  logic [LOG-1:0] op_places_q, op_offset_q, turned_offset;
  logic [LOG:0] op_bytes_q, turned_bytes;
  logic [8*Bytes-1:0] left_q, joined, op_data_q, turned, beat_q;
  logic [Bytes-1:0] strobe, strobe_q;
  logic [LOG:0] left_from;

  assign left_from = {place_q == '0, place_q};
  for (genvar b = 0; b < Bytes; b++) begin : gen_byte
    localparam int PLACE = b;
    logic [LOG:0] behind;
    assign joined[8*b+:8] = (PLACE[LOG:0] >= left_from) ? left_q[8*b+:8] : text_data_i[8*b+:8];
    assign behind = PLACE[LOG:0] - {1'b0, turned_offset};
    assign strobe[b] = !behind[LOG] && behind < turned_bytes;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_q <= 1'b0;
      push_q <= 1'b0;
    end else begin
      op_q <= step;
      push_q <= turned_valid && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    op_places_q <= offset_q - place_q;
    op_offset_q <= offset_q;
    op_bytes_q <= bytes_q;
    strobe_q <= strobe;
    if (clear_i) begin
      left_q <= '0;
      op_data_q <= '0;
      beat_q <= '0;
    end else begin
      if (step && need) begin
        left_q <= text_data_i;
      end
      op_data_q <= joined;
      beat_q <= turned;
    end
  end

  roundel_byte_rotator #(
    .Bytes(Bytes),
    .BesideBits(2 * LOG + 1)
  ) u_rotate (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(op_q),
    .data_i(op_data_q),
    .places_i(op_places_q),
    .beside_i({op_bytes_q, op_offset_q}),
    .valid_o(turned_valid),
    .data_o(turned),
    .beside_o({turned_bytes, turned_offset})
  );

  logic beat_valid, beat_taken;
  logic [8*Bytes-1:0] beat;
  logic [Bytes-1:0] beat_strobe;

  roundel_credit_counter #(
    .Tokens(CREDITS),
    .StartFull(1)
  ) u_credits (
    .clk_i(clk_i),
    .clear_i(clear_i || queue_busy),
    .give_i(free),
    .take_i(step),
    .any_o(credit)
  );

  roundel_fifo #(
    .Width(9 * Bytes),
    .Depth(Depth),
    .Registered(1),
    .BlockRam(1)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i && !clear_q),
    .busy_o(queue_busy),
    .push_i(push_q && !clear_i),
    .data_i({strobe_q, beat_q}),
    .free_o(free),
    .valid_o(beat_valid),
    .ready_i(beat_taken),
    .data_o({beat_strobe, beat})
  );

  // ---- Bursts -----------------------------------------------------------------------------------
  logic cut_valid, cut_taken, cut_last, burst_valid, burst_begin, burst_last;
  logic [63:0] cut_address, burst_address;
  logic [31:0] cut_bytes;
  logic [7:0] burst_length;
  logic [COUNT_BITS-1:0] held_q;  // beats in the queue that are of no burst yet

  roundel_stream_fifo #(
    .Width(97),
    .Depth(6)
  ) u_cut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(step && fresh_q),
    .ready_o(cut_ready),
    .data_i({last_q, length_q, address_q}),
    .valid_o(cut_valid),
    .ready_i(cut_taken),
    .data_o({cut_last, cut_bytes, cut_address})
  );

  roundel_dma_bursts #(
    .Bytes(Bytes),
    .BurstBytes(BurstBytes)
  ) u_bursts (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .piece_valid_i(cut_valid),
    .piece_ready_o(cut_taken),
    .piece_address_i(cut_address),
    .piece_bytes_i(cut_bytes),
    .piece_last_i(cut_last),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_begin),
    .burst_address_o(burst_address),
    .burst_length_o(burst_length),
    .burst_last_o(burst_last)
  );

  // ---- Bus --------------------------------------------------------------------------------------
  // A burst is begun when its address can be offered; its beats follow those of the one in front.
  localparam int UNDER_WAY_BITS = 6;
  logic whole_q, place_free, record_begin, begun, answered;
  logic next_valid_q, next_record_q, active_w_q, record_w_q;
  logic [7:0] next_length_q, left_w_q;
  logic [UNDER_WAY_BITS-1:0] under_way_q;
  logic [255:0] record_q;
  logic flag_room, flag_valid, flag_last, flag_taken;
  logic start_w, w_ready, w_valid, w_step, w_done, idle;
  logic [8*Bytes-1:0] w_data;
  logic [Bytes-1:0] w_strobe;
  logic b_valid, b_ready, b_record, b_error, b_data;

  assign place_free = !aw_valid_o && !next_valid_q && !under_way_q[UNDER_WAY_BITS-1] && !clear_i;
  assign record_begin = record_valid_i && place_free && !(active_w_q && record_w_q);
  assign record_ready_o = place_free && !(active_w_q && record_w_q);
  assign burst_begin = whole_q && flag_room && place_free && !record_valid_i;
  assign begun = record_begin || burst_begin;
  // Its address is offered, or was taken: whoever takes it may wait for the data (Arm IHI 0022,
  // A3.3.1), so these do not wait for that.
  assign start_w = next_valid_q && (!active_w_q || w_done);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= '0;
      whole_q <= 1'b0;
      aw_valid_o <= 1'b0;
      next_valid_q <= 1'b0;
      active_w_q <= 1'b0;
      under_way_q <= '0;
    end else begin
      if (clear_i) begin
        held_q <= '0;
        whole_q <= 1'b0;
      end else begin
        held_q <= held_q + COUNT_BITS'(push_q)
            - (burst_begin ? COUNT_BITS'(burst_length) + COUNT_BITS'(1) : '0);
        whole_q <= burst_valid && !burst_begin && held_q > COUNT_BITS'(burst_length);
      end
      aw_valid_o <= begun || (aw_valid_o && !aw_ready_i);
      next_valid_q <= begun || (next_valid_q && !start_w);
      active_w_q <= start_w || (active_w_q && !w_done);
      under_way_q <= under_way_q + UNDER_WAY_BITS'(begun) - UNDER_WAY_BITS'(answered);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!aw_valid_o) begin
      aw_address_o <= record_valid_i ? record_address_i : burst_address;
      aw_length_o <= record_valid_i ? 8'(RECORD_BEATS - 1) : burst_length;
      aw_record_o <= record_valid_i;
    end
    if (!next_valid_q) begin
      next_length_q <= record_valid_i ? 8'(RECORD_BEATS - 1) : burst_length;
      next_record_q <= record_valid_i;
    end
    if (start_w) begin
      left_w_q <= next_length_q;
      record_w_q <= next_record_q;
    end else if (w_step) begin
      left_w_q <= left_w_q - 1'b1;
    end
  end

  // A record's bytes, and in a wide beat their place.
  logic [8*Bytes-1:0] record_data;
  logic [Bytes-1:0] record_strobe;

  if (RECORD_BEATS > 1) begin : gen_record_beats
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        record_q <= '0;
      end else if (record_begin) begin
        record_q <= record_i;
      end else if (w_step && record_w_q) begin
        record_q <= {record_q[8*Bytes-1:0], record_q[255:8*Bytes]};
      end
    end
    assign record_data = record_q[8*Bytes-1:0];
    assign record_strobe = '1;
  end else begin : gen_record_beat
    localparam int PLACES = Bytes / 32;
    logic [PLACES-1:0] place, record_place_q;
    for (genvar b = 0; b < PLACES; b++) begin : gen_place
      localparam int PLACE = b;
      if (PLACES == 1) begin : gen_one
        assign place[b] = 1'b1;
      end else begin : gen_some
        assign place[b] = record_address_i[LOG-1:5] == PLACE[LOG-6:0];
      end
      assign record_strobe[32*b+:32] = {32{record_place_q[b]}};
    end
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        record_q <= '0;
      end else if (record_begin) begin
        record_q <= record_i;
      end
      if (record_begin) begin
        record_place_q <= place;
      end
    end
    assign record_data = {PLACES{record_q}};
  end

  assign w_valid = active_w_q && (record_w_q || beat_valid || clear_i);
  assign w_step = w_valid && w_ready;
  assign w_done = w_step && left_w_q == '0;
  assign beat_taken = active_w_q && !record_w_q && w_ready;
  assign w_data = clear_i ? '0 : record_w_q ? record_data : beat;
  assign w_strobe = clear_i ? '0 : record_w_q ? record_strobe : beat_strobe;
  // Nothing is offered, and no answer is to come.
  assign idle = under_way_q == '0;
  assign busy_o = !idle || queue_busy;

  roundel_skid_buffer #(
    .Width(9 * Bytes + 1)
  ) u_w (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i && idle),
    .valid_i(w_valid),
    .ready_o(w_ready),
    .data_i({left_w_q == '0, w_strobe, w_data}),
    .valid_o(w_valid_o),
    .ready_i(w_ready_i),
    .data_o({w_last_o, w_strobe_o, w_data_o})
  );

  // ---- Answers ----------------------------------------------------------------------------------
  // Of each burst of data that is under way: whether it is its request's last.
  logic failed_q, status_push_q, status_error_q, unused_room;

  roundel_stream_fifo #(
    .Width(1),
    .Depth(18)
  ) u_flags (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(burst_begin),
    .ready_o(flag_room),
    .data_i(burst_last),
    .valid_o(flag_valid),
    .ready_i(flag_taken),
    .data_o(flag_last)
  );

  roundel_skid_buffer #(
    .Width(2),
    .KeepDataOnClear(1)
  ) u_b (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .valid_i(b_valid_i),
    .ready_o(b_ready_o),
    .data_i({b_record_i, b_error_i}),
    .valid_o(b_valid),
    .ready_i(b_ready),
    .data_o({b_record, b_error})
  );

  assign b_ready = b_record || flag_valid || clear_i;
  assign answered = b_valid && b_ready;
  assign b_data = b_valid && !b_record && flag_valid;
  assign flag_taken = b_valid && !b_record;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      failed_q <= 1'b0;
      status_push_q <= 1'b0;
      recorded_o <= 1'b0;
    end else if (clear_i) begin
      failed_q <= 1'b0;
      status_push_q <= 1'b0;
      recorded_o <= 1'b0;
    end else begin
      if (b_data) begin
        failed_q <= (failed_q || b_error) && !flag_last;
      end
      status_push_q <= b_data && flag_last;
      recorded_o <= b_valid && b_record;
    end
  end
  always_ff @(posedge clk_i) begin
    status_error_q <= failed_q || b_error;
    record_error_o <= b_error;
  end

  roundel_stream_fifo #(
    .Width(1),
    .Depth(18)
  ) u_status (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(status_push_q),
    .ready_o(unused_room),
    .data_i(status_error_q),
    .valid_o(status_valid_o),
    .ready_i(status_ready_i),
    .data_o(status_error_o)
  );

endmodule : roundel_dma_write
