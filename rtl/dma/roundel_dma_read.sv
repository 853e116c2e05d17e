// SPDX-License-Identifier: Apache-2.0
//
// Reads pieces of memory at any address and joins their bytes to words for roundel_request_engine.
//
// Interface. Pieces, words and statuses are ready/valid handshakes. The AAD and the text of a
// request begin with a word each, independent of the pieces. `read_*` requests a burst with stable
// payload; `beat_*` returns the beats in order. A status follows the last piece of a request
// (`last`); `status_error_o` is high if a beat of the request had an error. Throughput: 1 beat per
// cycle, with 1 more cycle where the bytes left over at the end of AAD or text need a separate
// word. `clear_i` drops everything and sets data to zero; `clear_i` must stay high until `busy_o`
// is low, because requested beats still arrive.
//
// Method. A burst is requested when the queue of words has room for all of its beats, and
// back-pressure on `beat_ready_o` never lasts. Credits count beats; the bytes of a piece fill at
// most as many words as the piece has beats. Bytes are rotated to the position in the word, then
// joined with the bytes left over of the previous beat.
//
// Limits. 16 pieces are in flight and 16 statuses wait: the user admits no more requests.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_dma_read #(
  parameter int Bytes = 16,  // bytes of a beat and of a word: a power of two, at least 16
  parameter int BurstBytes = 256,  // bytes of the longest burst; see roundel_dma_bursts
  parameter int Depth = 274  // words in the queue: see roundel_fifo; over two bursts, at most 530
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               busy_o,

  input  logic               piece_valid_i,
  output logic               piece_ready_o,
  input  logic [       96:0] piece_i,  // piece_t
  input  logic               piece_end_i,  // last piece of AAD or of text

  output logic               read_valid_o,
  input  logic               read_ready_i,
  output logic [       71:0] read_o,  // burst_t

  input  logic               beat_valid_i,
  output logic               beat_ready_o,
  input  logic [8*Bytes-1:0] beat_data_i,
  input  logic               beat_error_i,

  output logic               word_valid_o,
  input  logic               word_ready_i,
  output logic [8*Bytes-1:0] word_o,

  output logic               status_valid_o,
  input  logic               status_ready_i,
  output logic               status_error_o
);

  `include "roundel_dma_types.svh"

  localparam int LOG = $clog2(Bytes);
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);
  localparam int CREDIT_BITS = 10;  // counts to 512
  localparam int BURST_BEATS = BurstBytes / Bytes;

  `ROUNDEL_REFUSE(roundel_error_read_depth_must_hold_two_bursts_and_two_words,
                  CREDITS < 2 * BURST_BEATS + 2)
  `ROUNDEL_REFUSE(roundel_error_read_depth_is_530_at_most, CREDITS > 512)

  // Facts of a piece, for the arrival of the piece's beats.
  typedef struct packed {
    logic           last;  // last piece of the request
    logic           ends;  // last piece of AAD or of text
    logic [31:0]    bytes;
    logic [LOG-1:0] offset;  // offset of the first byte in the beat
  } plan_t;

  // ---- Bursts -----------------------------------------------------------------------------------
  logic bursts_ready, plan_ready, burst_valid, burst_ready;
  burst_t burst, read_q;
  logic read_valid_q;
  piece_t piece;

  assign piece = piece_i;
  assign piece_ready_o = bursts_ready && plan_ready;

  roundel_dma_bursts #(.Bytes(Bytes), .BurstBytes(BurstBytes)) u_bursts (
    .clk_i, .rst_ni, .clear_i,
    .piece_valid_i(piece_valid_i && plan_ready),
    .piece_ready_o(bursts_ready),
    .piece_i(piece),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_ready),
    .burst_o(burst),
    // verilator lint_off PINCONNECTEMPTY
    .burst_last_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  // Each beat takes a credit.
  logic [CREDIT_BITS-1:0] credits_q, spent, returned;
  logic room_q;  // credits for the longest burst
  logic request, free, spare, queue_busy;
  logic clear_q;  // the queue starts to clear once, at the begin of `clear_i`

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  assign burst_ready = room_q && !read_valid_q;
  assign request = burst_valid && burst_ready;
  assign spent = request ? CREDIT_BITS'(burst.length) + CREDIT_BITS'(1) : '0;
  assign returned = CREDIT_BITS'(free) + CREDIT_BITS'(spare);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credits_q <= CREDITS[CREDIT_BITS-1:0];
      room_q <= 1'b0;
      read_valid_q <= 1'b0;
    end else begin
      // An offered burst stays until the handshake, also in a clear.
      read_valid_q <= request || (read_valid_q && !read_ready_i);
      if (clear_i) begin
        credits_q <= CREDITS[CREDIT_BITS-1:0];
        room_q <= 1'b0;
      end else begin
        credits_q <= credits_q - spent + returned;
        // The cycle after a request: credits_q does not count that burst yet.
        room_q <= credits_q >= CREDIT_BITS'(BURST_BEATS) && !request;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!read_valid_q) begin
      read_q <= burst;
    end
  end

  assign read_valid_o = read_valid_q;
  assign read_o = read_q;

  // Beats of requested bursts without the arrived beats.
  logic [CREDIT_BITS-1:0] pending_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q <= '0;
    end else begin
      pending_q <= pending_q + spent - CREDIT_BITS'(beat_valid_i && beat_ready_o);
    end
  end
  assign busy_o = pending_q != '0 || queue_busy;

  // ---- Beats to pieces --------------------------------------------------------------------------
  // The pieces again, in the order of arrival of the beats.
  logic plan_valid, plan_taken;
  plan_t plan_in, plan;

  assign plan_in.last = piece.last;
  assign plan_in.ends = piece_end_i;
  assign plan_in.bytes = piece.bytes;
  assign plan_in.offset = piece.address[LOG-1:0];

  roundel_stream_fifo #(.Width(34 + LOG), .Depth(18)) u_plan (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(piece_valid_i && bursts_ready),
    .ready_o(plan_ready),
    .data_i(plan_in),
    .valid_o(plan_valid),
    .ready_i(plan_taken),
    .data_o(plan)
  );

  logic active_q;  // there is a current piece
  logic end_q;  // the current piece ends AAD or text
  logic last_q;  // the current piece ends the request
  logic [LOG-1:0] offset;  // of the piece's bytes in the beat
  logic [LOG:0] bytes;  // of the piece in the beat
  logic last_beat;  // the next beat ends the piece
  logic [LOG-1:0] fill_q;  // bytes of the word that is begun
  logic [LOG:0] total;  // bytes of the word with those of the beat
  logic flush_q;  // the bytes left over become a word now
  logic held_q;  // the AAD or text had a beat without a word: a credit is left
  logic taken, emit, ends, flush;

  assign beat_ready_o = clear_i || (active_q && !flush_q);
  assign taken = beat_valid_i && active_q && !flush_q;
  assign total = {1'b0, fill_q} + bytes;
  assign ends = last_beat && end_q;
  // The beat completes a word, and ends AAD or text with bytes left over for 1 word more.
  assign emit = total[LOG] || ends;
  assign flush = taken && ends && total[LOG] && total[LOG-1:0] != '0;
  // A credit returns if AAD or text had 1 beat more than words.
  assign spare = held_q && taken && (!emit || (ends && !flush));
  assign plan_taken = !active_q || (taken && last_beat);

  roundel_dma_beat_split #(.Bytes(Bytes)) u_split (
    .clk_i,
    .load_i(plan_taken),
    .step_i(taken),
    .offset_i(plan.offset),
    .bytes_i(plan.bytes),
    .offset_o(offset),
    .bytes_o(bytes),
    .last_o(last_beat)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      flush_q <= 1'b0;
      fill_q <= '0;
      held_q <= 1'b0;
    end else if (clear_i) begin
      active_q <= 1'b0;
      flush_q <= 1'b0;
      fill_q <= '0;
      held_q <= 1'b0;
    end else begin
      if (plan_taken) begin
        active_q <= plan_valid;
      end
      flush_q <= flush;
      if (taken) begin
        fill_q <= ends ? '0 : total[LOG-1:0];
        held_q <= !ends && (held_q || !emit);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (plan_taken) begin
      end_q <= plan.ends;
      last_q <= plan.last;
    end
  end

  // ---- Statuses ---------------------------------------------------------------------------------
  logic error_q;  // a beat of the current request had an error
  logic status_valid_q, status_error_q, status_room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= 1'b0;
      status_valid_q <= 1'b0;
    end else if (clear_i) begin
      error_q <= 1'b0;
      status_valid_q <= 1'b0;
    end else begin
      if (taken) begin
        error_q <= (error_q || beat_error_i) && !(last_beat && last_q);
      end
      status_valid_q <= taken && last_beat && last_q;
    end
  end
  always_ff @(posedge clk_i) begin
    status_error_q <= error_q || beat_error_i;
  end

  roundel_stream_fifo #(.Width(1), .Depth(18)) u_status (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(status_valid_q),
    .ready_o(status_room),
    .data_i(status_error_q),
    .valid_o(status_valid_o),
    .ready_i(status_ready_i),
    .data_o(status_error_o)
  );

  // ---- Words ------------------------------------------------------------------------------------
  // An operation rotates a beat and joins the bytes left over, the bytes in front of `fill`.
  logic op_valid_q, op_emit_q, rotated_valid, rotated_emit, push_q;
  logic [LOG:0] op_fill_q, rotated_fill;
  logic [LOG-1:0] op_places_q;
  logic [8*Bytes-1:0] op_data_q, rotated, joined, left_q, word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_valid_q <= 1'b0;
    end else begin
      op_valid_q <= (taken || flush_q) && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    op_emit_q <= flush_q || emit;
    op_fill_q <= flush_q ? (LOG + 1)'(Bytes) : {1'b0, fill_q};
    op_places_q <= fill_q - offset;
    if (clear_i) begin
      op_data_q <= '0;
    end else begin
      op_data_q <= beat_data_i;
    end
  end

  roundel_byte_rotator #(.Bytes(Bytes), .BesideBits(LOG + 2)) u_rotate (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(op_valid_q),
    .data_i(op_data_q),
    .places_i(op_places_q),
    .beside_i({op_emit_q, op_fill_q}),
    .valid_o(rotated_valid),
    .data_o(rotated),
    .beside_o({rotated_emit, rotated_fill})
  );

  for (genvar b = 0; b < Bytes; b++) begin : gen_join
    localparam int INDEX = b;
    assign joined[8*b+:8] = (INDEX[LOG:0] < rotated_fill) ? left_q[8*b+:8] : rotated[8*b+:8];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
    end else begin
      push_q <= rotated_valid && rotated_emit && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      left_q <= '0;
      word_q <= '0;
    end else if (rotated_valid) begin
      left_q <= rotated_emit ? rotated : joined;
      word_q <= joined;
    end
  end

  roundel_fifo #(.Width(8 * Bytes), .Depth(Depth), .Registered(1'b1), .BlockRam(1'b1)) u_queue (
    .clk_i, .rst_ni,
    .clear_i(clear_i && !clear_q),
    .busy_o(queue_busy),
    .push_i(push_q && !clear_i),
    .data_i(word_q),
    .free_o(free),
    .valid_o(word_valid_o),
    .ready_i(word_ready_i),
    .data_o(word_o)
  );

  // ---- Contracts --------------------------------------------------------------------------------
  `ROUNDEL_CONTRACT(burst_has_credits, clk_i, rst_ni, !request || credits_q >= spent)
  `ROUNDEL_CONTRACT(status_has_room, clk_i, rst_ni, !status_valid_q || status_room)
  // The memory returns requested beats alone.
  `ROUNDEL_CONTRACT(beat_was_requested, clk_i, rst_ni, !beat_valid_i || pending_q != '0)
  `ROUNDEL_CONTRACT_STABLE(read_stable, clk_i, rst_ni, read_valid_o && !read_ready_i,
                           {read_valid_o, read_o})
  // The user holds `clear_i` until all is quiet.
  `ROUNDEL_CONTRACT_STABLE(clear_lasts, clk_i, rst_ni, clear_i && busy_o, clear_i)

endmodule : roundel_dma_read
