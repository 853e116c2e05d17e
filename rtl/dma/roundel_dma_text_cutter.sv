// SPDX-License-Identifier: Apache-2.0
//
// Cuts the text of requests into the beats of pieces of memory.
//
// Interface. Pieces and words of text arrive in order with a request number, counted from 0. A step
// makes 1 beat of the current piece (`step_o`); the step takes a word of text if earlier words have
// too few bytes left (`take_o`). A step needs a credit for the beat. The first step of a piece also
// gives the piece to the burst issuer (`cut_o` pulses), and needs `cut_room_i`. Text waits while
// the number differs from the number of the current piece. `skip_i` and `drop_i` name requests
// without text: the pieces leave without a step, and `skipped_o` pulses after the last piece.
// Skipped and dropped requests give no text. Throughput: 1 beat per cycle, also over the ends of
// pieces and requests. `clear_i` drops all pieces.
//
// Limits. 16 pieces wait. A request's last word of text may have bytes left over: the rest is
// dropped.

`include "roundel_contract.svh"

module roundel_dma_text_cutter #(
  parameter int Bytes = 16,  // bytes of a word and of a beat: a power of two, at least 4
  parameter int NumberBits = 8  // bits of a request's number
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clear_i,

  input  logic                     piece_valid_i,
  output logic                     piece_ready_o,
  input  logic [             96:0] piece_i,  // piece_t
  input  logic [   NumberBits-1:0] piece_number_i,  // request of the piece

  input  logic                     text_valid_i,
  output logic                     text_ready_o,
  input  logic [   NumberBits-1:0] text_number_i,  // request of the word of text

  input  logic                     skip_i,  // request `skip_number_i` has no text
  input  logic [   NumberBits-1:0] skip_number_i,
  input  logic                     drop_i,  // request `drop_number_i` has no text
  input  logic [   NumberBits-1:0] drop_number_i,
  output logic                     skipped_o,  // pulse: the last piece of a request was skipped

  input  logic                     credit_i,  // the queue of beats has room for 1 beat
  output logic                     step_o,  // a beat is made; takes a credit
  output logic                     take_o,  // the beat takes a word of text
  output logic [$clog2(Bytes)-1:0] start_o,  // used bytes of the last word; 0: all
  output logic [$clog2(Bytes)-1:0] offset_o,  // offset of the text in the beat
  output logic [  $clog2(Bytes):0] bytes_o,  // bytes of text in the beat

  input  logic                     cut_room_i,  // the burst issuer takes a piece
  output logic                     cut_o,  // pulse: first step of a piece; needs `cut_room_i`
  output logic [             96:0] cut_piece_o  // piece_t
);

  `include "roundel_dma_types.svh"

  localparam int LOG = $clog2(Bytes);

  // ---- The next piece ---------------------------------------------------------------------------
  logic next_valid, load;
  piece_t next;
  logic [NumberBits-1:0] next_number;

  roundel_stream_fifo #(.Width(97 + NumberBits), .Depth(18)) u_pieces (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(piece_valid_i),
    .ready_o(piece_ready_o),
    .data_i({piece_number_i, piece_i}),
    .valid_o(next_valid),
    .ready_i(load),
    .data_o({next_number, next})
  );

  // ---- The current piece ------------------------------------------------------------------------
  logic active_q;  // there is a current piece
  logic fresh_q;  // the current piece had no step
  logic skipped_q;
  piece_t piece_q;
  logic [NumberBits-1:0] number_q;  // request of the current piece
  logic [LOG-1:0] start_q;  // used bytes of the last word; 0: all
  logic [LOG:0] left;  // bytes left over of the last word
  logic [LOG:0] missing;  // left over minus needed: the top bit is the sign
  logic [LOG-1:0] offset;
  logic [LOG:0] bytes;
  logic last_beat;
  logic need, may, step, skip, done;

  assign left = (start_q == '0) ? '0 : (LOG + 1)'(Bytes) - {1'b0, start_q};
  assign missing = left - bytes;
  assign need = missing[LOG];
  assign may = active_q && credit_i && (!fresh_q || cut_room_i) && !clear_i;
  assign text_ready_o = may && need && text_number_i == number_q;
  assign step = may && (!need || (text_valid_i && text_number_i == number_q));
  assign skip = active_q && fresh_q && ((skip_i && number_q == skip_number_i)
      || (drop_i && number_q == drop_number_i));
  assign done = step && last_beat;
  // The next piece replaces the current piece when done or skipped.
  assign load = next_valid && (!active_q || skip || done);

  roundel_dma_beat_split #(.Bytes(Bytes)) u_split (
    .clk_i,
    .load_i(load),
    .step_i(step),
    .offset_i(next.address[LOG-1:0]),
    .bytes_i(next.bytes),
    .offset_o(offset),
    .bytes_o(bytes),
    .last_o(last_beat)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      start_q <= '0;
      skipped_q <= 1'b0;
    end else if (clear_i) begin
      active_q <= 1'b0;
      start_q <= '0;
      skipped_q <= 1'b0;
    end else begin
      active_q <= load || (active_q && !skip && !done);
      skipped_q <= skip && piece_q.last;
      if (step) begin
        start_q <= (last_beat && piece_q.last) ? '0 : start_q + bytes[LOG-1:0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (load) begin
      fresh_q <= 1'b1;
      piece_q <= next;
      number_q <= next_number;
    end else if (step) begin
      fresh_q <= 1'b0;
    end
  end

  assign skipped_o = skipped_q;
  assign step_o = step;
  assign take_o = step && need;
  assign start_o = start_q;
  assign offset_o = offset;
  assign bytes_o = bytes;
  assign cut_o = step && fresh_q;
  assign cut_piece_o = piece_q;

  // A piece is skipped whole.
  `ROUNDEL_CONTRACT(no_text_of_skipped, clk_i, rst_ni, !(skip && step))
  // The user gives a piece a byte or more.
  `ROUNDEL_CONTRACT(piece_has_bytes, clk_i, rst_ni, !piece_valid_i || piece_i[95:64] != '0)

endmodule : roundel_dma_text_cutter
