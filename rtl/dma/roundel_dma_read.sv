// SPDX-License-Identifier: Apache-2.0
//
// Pieces of memory, of any address and length, to words of roundel_request_engine: AAD and text of
// a request begin with a word each, whatever pieces they are of.
//
// Bursts are asked for (`read_*`) when there is room for all that they bring, so `beat_*` is never
// refused for long: a beat a cycle is taken, but for a cycle more where AAD or text has bytes left
// that need a word of their own. Bytes are rotated to their place, joined with those of the beat in
// front, and wait in a queue of `Depth` words.
//
// With each request's last piece (`piece_last_i`) goes a status: whether all of its beats were read
// without an error. Whoever asks takes it in time: there is room for 16.
//
// `clear_i` drops all and sets data to zero; it is to stay until `busy_o` is low, as beats that
// were asked for are still to come.

module roundel_dma_read #(
  parameter int Bytes = 16,  // of a beat and of a word, a power of two from 16 on
  parameter int BurstBytes = 256,  // see roundel_dma_bursts
  parameter int Depth = 274  // words that wait: see roundel_fifo; more than two bursts
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               busy_o,

  input  logic               piece_valid_i,
  output logic               piece_ready_o,
  input  logic [       63:0] piece_address_i,
  input  logic [       31:0] piece_bytes_i,  // 1 or more
  input  logic               piece_end_i,  // AAD or text ends
  input  logic               piece_last_i,  // the request has no more

  output logic               read_valid_o,
  input  logic               read_ready_i,
  output logic [       63:0] read_address_o,
  output logic [        7:0] read_length_o,  // beats, less one

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

  localparam int LOG = $clog2(Bytes);
  localparam logic [31:0] BEAT_BYTES = Bytes;
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);
  localparam int CREDIT_BITS = 10;  // 512 at most
  localparam int BURST_BEATS = BurstBytes / Bytes;

  if (CREDITS < 2 * BURST_BEATS + 2) begin : gen_bad_depth
    roundel_error_read_depth_must_hold_two_bursts u_error ();
  end else if (CREDITS > 512) begin : gen_bad_long_depth
    roundel_error_read_depth_is_530_at_most u_error ();
  end

  // ---- Bursts -----------------------------------------------------------------------------------
  logic bursts_ready, plan_ready, burst_valid, burst_ready, unused_last;
  logic [63:0] burst_address;
  logic [7:0] burst_length;
  logic read_valid_q;

  assign piece_ready_o = bursts_ready && plan_ready;

  roundel_dma_bursts #(
    .Bytes(Bytes),
    .BurstBytes(BurstBytes)
  ) u_bursts (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .piece_valid_i(piece_valid_i && plan_ready),
    .piece_ready_o(bursts_ready),
    .piece_address_i(piece_address_i),
    .piece_bytes_i(piece_bytes_i),
    .piece_last_i(piece_last_i),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_ready),
    .burst_address_o(burst_address),
    .burst_length_o(burst_length),
    .burst_last_o(unused_last)
  );

  // A burst takes a credit a beat: bytes fill no more words than they come in beats.
  logic [CREDIT_BITS-1:0] credits_q, spent, given;
  logic room_q;  // for the longest burst
  logic asked, free, spare, queue_busy;
  logic clear_q;  // the queue is told once, and overwritten while clear_i lasts

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  assign burst_ready = room_q && !read_valid_q;
  assign asked = burst_valid && burst_ready;
  assign spent = asked ? CREDIT_BITS'(burst_length) + CREDIT_BITS'(1) : '0;
  assign given = CREDIT_BITS'(free) + CREDIT_BITS'(spare);
  assign read_valid_o = read_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credits_q <= CREDITS[CREDIT_BITS-1:0];
      room_q <= 1'b0;
      read_valid_q <= 1'b0;
    end else begin
      // What was offered stays until it is taken.
      read_valid_q <= asked || (read_valid_q && !read_ready_i);
      if (clear_i) begin
        credits_q <= CREDITS[CREDIT_BITS-1:0];
        room_q <= 1'b0;
      end else begin
        credits_q <= credits_q - spent + given;
        // Not behind a burst, which is not counted yet.
        room_q <= credits_q >= CREDIT_BITS'(BURST_BEATS) && !asked;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!read_valid_q) begin
      read_address_o <= burst_address;
      read_length_o <= burst_length;
    end
  end

  // Beats that are still to come, and beats of bursts that are not asked for: none of these.
  logic [CREDIT_BITS-1:0] coming_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      coming_q <= '0;
    end else begin
      coming_q <= coming_q + spent - CREDIT_BITS'(beat_valid_i && beat_ready_o);
    end
  end
  assign busy_o = coming_q != '0 || queue_busy;

  // ---- What the beats are -----------------------------------------------------------------------
  // The pieces again, at the other end of the bus.
  logic plan_valid, plan_taken, plan_end, plan_last;
  logic [LOG-1:0] plan_offset;
  logic [31:0] plan_bytes;
  logic [LOG:0] plan_room, plan_ends;  // bytes up to the beat's end; low bits of where it ends
  logic plan_fits;  // it has one beat alone

  roundel_stream_fifo #(
    .Width(34 + LOG),
    .Depth(18)
  ) u_plan (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(piece_valid_i && bursts_ready),
    .ready_o(plan_ready),
    .data_i({piece_last_i, piece_end_i, piece_bytes_i, piece_address_i[LOG-1:0]}),
    .valid_o(plan_valid),
    .ready_i(plan_taken),
    .data_o({plan_last, plan_end, plan_bytes, plan_offset})
  );

  logic active_q, final_q, end_q, last_q;  // a piece; its last beat comes; it ends AAD or text, all
  logic [LOG-1:0] offset_q, fill_q;  // bytes in front of the beat's; of the word that is begun
  logic [LOG:0] bytes_q, total;  // of the beat; and of the word with them
  logic [31:0] behind_q;  // bytes of the piece behind this beat
  logic flush_q;  // a word is due from what is left over
  logic held_q;  // a beat of this AAD or text brought no word yet
  logic taken, emit, ends, flush;

  assign plan_room = (LOG + 1)'(Bytes) - {1'b0, plan_offset};
  // Not by a comparison of 32 bits, which would be the longest path.
  assign plan_ends = {1'b0, plan_bytes[LOG-1:0]} + {1'b0, plan_offset};
  assign plan_fits = plan_bytes[31:LOG+1] == '0 && (plan_bytes[LOG]
      ? plan_bytes[LOG-1:0] == '0 && plan_offset == '0
      : !plan_ends[LOG] || plan_ends[LOG-1:0] == '0);
  assign beat_ready_o = clear_i || (active_q && !flush_q);
  assign taken = beat_valid_i && active_q && !flush_q;
  assign total = {1'b0, fill_q} + bytes_q;
  assign ends = final_q && end_q;
  assign emit = total[LOG] || ends;
  assign flush = taken && ends && total[LOG] && total[LOG-1:0] != '0;
  assign spare = held_q && taken && (!emit || (ends && !flush));
  assign plan_taken = !active_q || (taken && final_q);

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
      offset_q <= plan_offset;
      final_q <= plan_fits;
      bytes_q <= plan_fits ? plan_bytes[LOG:0] : plan_room;
      behind_q <= plan_bytes + {{(32-LOG){1'b1}}, plan_offset};
      end_q <= plan_end;
      last_q <= plan_last;
    end else if (taken) begin
      offset_q <= '0;
      final_q <= behind_q <= BEAT_BYTES;
      bytes_q <= (behind_q <= BEAT_BYTES) ? behind_q[LOG:0] : (LOG + 1)'(Bytes);
      behind_q <= behind_q - BEAT_BYTES;
    end
  end

  // Of a request: whether a beat had an error.
  logic error_q, status_push_q, status_error_q, unused_ready;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= 1'b0;
      status_push_q <= 1'b0;
    end else if (clear_i) begin
      error_q <= 1'b0;
      status_push_q <= 1'b0;
    end else begin
      if (taken) begin
        error_q <= (error_q || beat_error_i) && !(final_q && last_q);
      end
      status_push_q <= taken && final_q && last_q;
    end
  end
  always_ff @(posedge clk_i) begin
    status_error_q <= error_q || beat_error_i;
  end

  roundel_stream_fifo #(
    .Width(1),
    .Depth(18)
  ) u_status (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(status_push_q),
    .ready_o(unused_ready),
    .data_i(status_error_q),
    .valid_o(status_valid_o),
    .ready_i(status_ready_i),
    .data_o(status_error_o)
  );

  // ---- Words ------------------------------------------------------------------------------------
  // Bytes in front of `fill` are those left over, the others those that come.
  logic op_q, op_emit_q, turned_valid, turned_emit, push_q;
  logic [LOG:0] op_fill_q, turned_fill;
  logic [LOG-1:0] op_places_q;
  logic [8*Bytes-1:0] op_data_q, turned, joined, left_q, word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      op_q <= 1'b0;
    end else begin
      op_q <= (taken || flush_q) && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    op_emit_q <= flush_q || emit;
    op_fill_q <= flush_q ? (LOG + 1)'(Bytes) : {1'b0, fill_q};
    op_places_q <= fill_q - offset_q;
    if (clear_i) begin
      op_data_q <= '0;
    end else begin
      op_data_q <= beat_data_i;
    end
  end

  roundel_byte_rotator #(
    .Bytes(Bytes),
    .BesideBits(LOG + 2)
  ) u_rotate (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(op_q),
    .data_i(op_data_q),
    .places_i(op_places_q),
    .beside_i({op_emit_q, op_fill_q}),
    .valid_o(turned_valid),
    .data_o(turned),
    .beside_o({turned_emit, turned_fill})
  );

  for (genvar b = 0; b < Bytes; b++) begin : gen_join
    localparam int PLACE = b;
    assign joined[8*b+:8] = (PLACE[LOG:0] < turned_fill) ? left_q[8*b+:8] : turned[8*b+:8];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
    end else begin
      push_q <= turned_valid && turned_emit && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      left_q <= '0;
      word_q <= '0;
    end else if (turned_valid) begin
      left_q <= turned_emit ? turned : joined;
      word_q <= joined;
    end
  end

  roundel_fifo #(
    .Width(8 * Bytes),
    .Depth(Depth),
    .Registered(1),
    .BlockRam(1)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i && !clear_q),
    .busy_o(queue_busy),
    .push_i(push_q && !clear_i),
    .data_i(word_q),
    .free_o(free),
    .valid_o(word_valid_o),
    .ready_i(word_ready_i),
    .data_o(word_o)
  );

endmodule : roundel_dma_read
