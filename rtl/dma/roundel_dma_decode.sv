// SPDX-License-Identifier: Apache-2.0
//
// Decodes the descriptors of roundel_dma: words of requests, pieces of memory to read and to write,
// and a summary of each request.
//
// Interface. `descriptor_*`, `request_*`, `source_*` and `target_*` are ready/valid handshakes. A
// request begins only with `begin_ready_i`, which covers its first word and its summary; `begin_o`
// pulses then. `summary_valid_o` pulses and has no ready. Pieces follow the order of the request's
// bytes: first AAD, then text. `source_end_o` marks the end of AAD or of text; `last` in `source_o`
// and `target_o` marks the end of the request. A descriptor with an error halts the decoder,
// `halted_o` stays high until a clear. A list whose pieces wait for each other also halts the
// decoder (`stuck_o`): a piece of the list stalled for 2 ** ListTimeoutBits cycles while `quiet_i`
// was high. Throughput: 2 cycles for a request's word and 3 for each piece. `clear_i` drops
// everything.
//
// Method. A shift register holds up to four pieces of 1 descriptor. Each piece is compared with
// the bytes of AAD or text that have no memory yet; the smaller number is the length of the piece.
// A request without a list has 1 source and 1 target, each as long as necessary.
//
// Limits. Bytes of a list beyond the request's AAD and text set `too_long` in the summary.

`include "roundel_contract.svh"

module roundel_dma_decode #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int ListTimeoutBits = 16  // log2 of the cycles of a timeout, 8 to 30
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,
  output logic         halted_o,  // the decoder has stopped
  output logic         stuck_o,  // the decoder has stopped as pieces wait for each other
  input  logic         quiet_i,  // nothing is on the bus or on its way to the bus

  input  logic         descriptor_valid_i,
  output logic         descriptor_ready_o,
  input  logic [511:0] descriptor_i,  // descriptor_t, or four of list_piece_t
  input  logic         descriptor_error_i,  // the bus refused to read the descriptor

  input  logic         begin_ready_i,  // a request may begin
  output logic         begin_o,  // a request begins

  output logic         request_valid_o,
  input  logic         request_ready_i,
  output logic [383:0] request_o,  // byte 0 in the low bits

  output logic         summary_valid_o,
  output logic [ 34:0] summary_o,  // summary_t

  output logic         source_valid_o,
  input  logic         source_ready_i,
  output logic [ 96:0] source_o,  // piece_t
  output logic         source_end_o,  // last piece of AAD or of text

  output logic         target_valid_o,
  input  logic         target_ready_i,
  output logic [ 96:0] target_o  // piece_t
);

  `include "roundel_dma_types.svh"

  localparam int PIECE_BITS = 97;  // of list_piece_t

  // HEAD    waits for a word of a request and passes the word on.
  // PIECES  takes the next piece of the shift register, or the next descriptor of the list.
  // CLIP    compares the piece with the bytes that are left.
  // GIVE    offers the piece to the reader or the writer.
  // OVER    gives the summary of the request.
  // HALT    stops until a clear.
  typedef enum logic [2:0] {HEAD, PIECES, CLIP, GIVE, OVER, HALT} state_e;

  state_e state_d, state_q;
  descriptor_t head;
  summary_t summary;
  piece_t given;
  logic first, last, word_taken, start, list_taken;
  logic listed_q, too_long_q, has_source_q, has_target_q;
  logic aad_q, text_q, target_q;  // bytes of AAD, of text, of the target have no memory yet
  logic [31:0] aad_left_q, text_left_q, target_left_q;  // their number
  logic [31:0] text_bytes_q;
  logic [4*PIECE_BITS-1:0] pieces_q;  // pieces of the descriptor, the next in the low bits
  logic [2:0] count_q;  // pieces in pieces_q
  list_piece_t next;
  logic [63:0] address_q;  // of the current piece
  logic [31:0] bytes_q;  // of the current piece
  logic to_target_q;  // the current piece is a target
  logic [31:0] left;  // bytes that the piece may have
  logic [31:0] give_q;  // bytes of the piece that are given
  logic none_q;  // no byte of the piece is given
  logic ends_q;  // the piece ends AAD, text or target
  logic long_q;  // bytes of the piece are left over
  logic give_ready, give, again, more, stalled;
  logic stuck_q, timed_out;
  logic [ListTimeoutBits:0] timeout_q;  // the top bit: the timeout is over

  // ---- Words ------------------------------------------------------------------------------------
  roundel_command_boundary #(.Mode(Mode)) u_words (
    .clk_i, .rst_ni, .clear_i,
    .taken_i(word_taken),
    .command_i(descriptor_i[95:0]),
    .first_o(first),
    .last_o(last)
  );

  assign head = descriptor_i;
  assign request_valid_o = state_q == HEAD && descriptor_valid_i && !descriptor_error_i
      && (!first || begin_ready_i);
  assign word_taken = request_valid_o && request_ready_i;
  assign start = word_taken && first;
  assign begin_o = start;
  // Bit 7 of the first byte of a request belongs to the DMA, not to the command.
  assign request_o = {
    head.iv_and_tag, head.text_bytes, head.iv_bytes, head.aad_bytes, head.mode_slot_tag,
    head.listed && !first, head.flags
  };

  // ---- States -----------------------------------------------------------------------------------
  // A source piece holds AAD until AAD is complete, then text.
  assign left = to_target_q ? target_left_q : aad_q ? aad_left_q : text_left_q;
  assign give_ready = to_target_q ? target_ready_i : source_ready_i;
  assign give = state_q == GIVE && !none_q && give_ready;
  assign stalled = state_q == GIVE && !none_q && !give_ready;
  // The piece ended AAD and has bytes left over: they are text.
  assign again = !none_q && long_q && !to_target_q && aad_q && text_q;
  assign more = aad_q || text_q || target_q;
  assign list_taken = state_q == PIECES && listed_q && more && count_q == '0
      && descriptor_valid_i && !descriptor_error_i;
  assign descriptor_ready_o = word_taken || list_taken;
  assign halted_o = state_q == HALT;

  always_comb begin
    state_d = state_q;
    case (state_q)
      HEAD: begin
        if (descriptor_valid_i && descriptor_error_i) begin
          state_d = HALT;
        end else if (word_taken && last) begin
          state_d = PIECES;
        end
      end
      PIECES: begin
        // The remaining pieces of a list's descriptor are too long if they have bytes.
        if (count_q != '0 && (listed_q || more)) begin
          state_d = CLIP;
        end else if (!more) begin
          state_d = OVER;
        end else if (descriptor_valid_i && descriptor_error_i) begin
          state_d = HALT;
        end
      end
      CLIP: state_d = GIVE;
      GIVE: begin
        if (none_q || give_ready) begin
          if (again) begin
            state_d = CLIP;
          end else begin
            state_d = PIECES;
          end
        end else if (timed_out) begin
          state_d = HALT;
        end
      end
      OVER: state_d = HEAD;
      default: state_d = HALT;  // HALT
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= HEAD;
    end else if (clear_i) begin
      state_q <= HEAD;
    end else begin
      state_q <= state_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stuck_q <= 1'b0;
      timeout_q <= '0;
    end else if (clear_i) begin
      stuck_q <= 1'b0;
      timeout_q <= '0;
    end else begin
      stuck_q <= stuck_q || (stalled && timed_out);
      if (stalled && listed_q && quiet_i) begin
        timeout_q <= timeout_q + (ListTimeoutBits + 1)'(!timed_out);
      end else begin
        timeout_q <= '0;
      end
    end
  end
  assign timed_out = timeout_q[ListTimeoutBits];
  assign stuck_o = stuck_q;

  // ---- The current piece ------------------------------------------------------------------------
  assign next = pieces_q[PIECE_BITS-1:0];

  always_ff @(posedge clk_i) begin
    none_q <= bytes_q == '0 || (to_target_q ? !target_q : !aad_q && !text_q);
    ends_q <= !listed_q || bytes_q >= left;
    long_q <= !listed_q || bytes_q > left;
    give_q <= (!listed_q || bytes_q >= left) ? left : bytes_q;
    if (state_q == PIECES) begin
      address_q <= next.address;
      bytes_q <= next.bytes;
      to_target_q <= next.target;
    end else if (give) begin
      address_q <= address_q + 64'(give_q);
      bytes_q <= listed_q ? bytes_q - give_q : bytes_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      // 1 source and 1 target. Any length but 0 will do, as both are clipped.
      pieces_q <= {
        PIECE_BITS'(0), PIECE_BITS'(0), 1'b1, 32'd1, head.target, 1'b0, 32'd1, head.source
      };
      count_q <= head.listed ? 3'd0 : 3'd2;
    end else if (list_taken) begin
      for (int p = 0; p < 4; p++) begin
        pieces_q[PIECE_BITS*p+:PIECE_BITS] <= descriptor_i[128*p+:PIECE_BITS];
      end
      count_q <= 3'd4;
    end else if (state_q == PIECES && count_q != '0) begin
      pieces_q <= {PIECE_BITS'(0), pieces_q[4*PIECE_BITS-1:PIECE_BITS]};
      count_q <= count_q - 1'b1;
    end
  end

  // ---- The bytes without memory -----------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (start) begin
      listed_q <= head.listed;
      too_long_q <= 1'b0;
      has_source_q <= head.aad_bytes != '0 || head.text_bytes != '0;
      has_target_q <= head.text_bytes != '0;
      text_bytes_q <= head.text_bytes;
      aad_q <= head.aad_bytes != '0;
      text_q <= head.text_bytes != '0;
      target_q <= head.text_bytes != '0;
      aad_left_q <= head.aad_bytes;
      text_left_q <= head.text_bytes;
      target_left_q <= head.text_bytes;
    end else if (state_q == GIVE && none_q) begin
      too_long_q <= too_long_q || (listed_q && bytes_q != '0);
    end else if (give) begin
      too_long_q <= too_long_q || (listed_q && long_q && !again);
      if (to_target_q) begin
        target_left_q <= target_left_q - give_q;
        target_q <= !ends_q;
      end else if (aad_q) begin
        aad_left_q <= aad_left_q - give_q;
        aad_q <= !ends_q;
      end else begin
        text_left_q <= text_left_q - give_q;
        text_q <= !ends_q;
      end
    end
  end

  // ---- Outputs ----------------------------------------------------------------------------------
  always_comb begin
    given.last = ends_q && (to_target_q || !(aad_q && text_q));
    given.bytes = give_q;
    given.address = address_q;
    summary.has_source = has_source_q;
    summary.has_target = has_target_q;
    summary.too_long = too_long_q;
    summary.text_bytes = text_bytes_q;
  end

  assign source_valid_o = state_q == GIVE && !none_q && !to_target_q;
  assign source_o = given;
  assign source_end_o = ends_q;
  assign target_valid_o = state_q == GIVE && !none_q && to_target_q;
  assign target_o = given;
  assign summary_valid_o = state_q == OVER;
  assign summary_o = summary;

  `ROUNDEL_CONTRACT(piece_has_bytes, clk_i, rst_ni,
                    !(source_valid_o || target_valid_o) || give_q != '0)
  // A piece that is offered stays, unless the timeout halts the decoder.
  `ROUNDEL_CONTRACT_STABLE(source_stable, clk_i, rst_ni,
                           source_valid_o && !source_ready_i && !clear_i && !timed_out,
                           {source_valid_o, source_o, source_end_o})
  `ROUNDEL_CONTRACT_STABLE(target_stable, clk_i, rst_ni,
                           target_valid_o && !target_ready_i && !clear_i && !timed_out,
                           {target_valid_o, target_o})

endmodule : roundel_dma_decode
