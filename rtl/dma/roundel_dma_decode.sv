// SPDX-License-Identifier: Apache-2.0
//
// Descriptors of roundel_dma to what the rest of it does: words of requests, pieces of memory to
// read and to write, and what is to be waited for. The head of roundel_dma says what is in a
// descriptor.
//
// A request is begun only when there is room for all of it but its pieces and further words, so
// `request_*` and `about_*` are not waited for: whoever has them holds as many as `begin_ready_i`
// lets begin. Pieces are in the order of the request's bytes; one that ends AAD or text has
// `source_end_o`, one that ends the request's data `source_last_o`, or `target_last_o`.
//
// A list whose pieces wait for each other stops all: one that is not taken while `quiet_i` stays
// for 2 ** ListTimeoutBits cycles, longer than the cipher has something to do without the bus.
//
// Some cycles a descriptor. `clear_i` drops what is in here.

module roundel_dma_decode #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int ListTimeoutBits = 16
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,
  output logic         halted_o,  // a descriptor could not be read: nothing goes on
  output logic         stuck_o,  // or rather pieces wait for each other
  input  logic         quiet_i,  // nothing is on the bus or on its way there

  input  logic         descriptor_valid_i,
  output logic         descriptor_ready_o,
  input  logic [511:0] descriptor_i,  // byte 0 in the low bits
  input  logic         descriptor_error_i,

  input  logic         begin_ready_i,  // a request may begin
  output logic         begin_o,  // it does

  output logic         request_valid_o,
  input  logic         request_ready_i,
  output logic [383:0] request_o,  // byte 0 in the low bits

  output logic         about_valid_o,
  output logic         about_source_o,  // it has data to read
  output logic         about_target_o,  // it has text
  output logic         about_bad_o,  // its pieces were longer than it
  output logic [ 31:0] about_bytes_o,  // of text

  output logic         source_valid_o,
  input  logic         source_ready_i,
  output logic [ 63:0] source_address_o,
  output logic [ 31:0] source_bytes_o,  // 1 or more
  output logic         source_end_o,
  output logic         source_last_o,

  output logic         target_valid_o,
  input  logic         target_ready_i,
  output logic [ 63:0] target_address_o,
  output logic [ 31:0] target_bytes_o,  // 1 or more
  output logic         target_last_o
);

  localparam logic [2:0] HEAD = 3'd0;  // a request's word
  localparam logic [2:0] PIECES = 3'd1;  // the next piece
  localparam logic [2:0] CLIP = 3'd2;  // it, against what is left
  localparam logic [2:0] GIVE = 3'd3;  // it goes to who reads or writes
  localparam logic [2:0] OVER = 3'd4;  // the request has all
  localparam logic [2:0] HALT = 3'd5;

  logic [2:0] state_q;
  logic first, last, word_taken, start, list_taken;
  logic list_q, bad_q, any_source_q, any_target_q;
  logic aad_q, text_q, target_q;  // some of it is without a place in memory yet
  logic [31:0] aad_left_q, text_left_q, target_left_q;  // as much
  logic [31:0] text_bytes_q;
  logic [511:0] pieces_q;  // the next in the low bits: address, bytes, 1 for a target
  logic [2:0] count_q;  // pieces in there
  logic [63:0] address_q;
  logic [31:0] bytes_q, left, give_q;  // of the piece; of what it is for; of both
  logic to_q, none_q;  // it is a target; there is nothing that it is for
  logic ends_q, long_q;  // that ends with it; or before it does
  logic give_ready, given, again, more;
  logic stuck_q;
  logic [ListTimeoutBits:0] patience_q;

  // ---- Words ------------------------------------------------------------------------------------
  roundel_command_boundary #(
    .Mode(Mode)
  ) u_words (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .taken_i(word_taken),
    .command_i(descriptor_i[95:0]),
    .first_o(first),
    .last_o(last)
  );

  assign request_valid_o = state_q == HEAD && descriptor_valid_i && !descriptor_error_i
      && (!first || begin_ready_i);
  assign word_taken = request_valid_o && request_ready_i;
  assign start = word_taken && first;
  assign begin_o = start;
  // Bit 7 of a request's first byte is not for the cipher.
  assign request_o = {descriptor_i[383:8], descriptor_i[7] && !first, descriptor_i[6:0]};

  // ---- Pieces -----------------------------------------------------------------------------------
  // A source piece is for AAD until that is over, then for text; what is given without a list is as
  // long as need be.
  assign left = to_q ? target_left_q : aad_q ? aad_left_q : text_left_q;
  assign give_ready = to_q ? target_ready_i : source_ready_i;
  assign given = state_q == GIVE && !none_q && give_ready;
  assign again = !none_q && long_q && !to_q && aad_q && text_q;
  assign more = aad_q || text_q || target_q;
  assign list_taken = state_q == PIECES && list_q && more && count_q == '0
      && descriptor_valid_i && !descriptor_error_i;
  assign descriptor_ready_o = word_taken || list_taken;
  assign halted_o = state_q == HALT;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= HEAD;
    end else if (clear_i) begin
      state_q <= HEAD;
    end else begin
      case (state_q)
        HEAD: begin
          if (descriptor_valid_i && descriptor_error_i) begin
            state_q <= HALT;
          end else if (word_taken && last) begin
            state_q <= PIECES;
          end
        end
        PIECES: begin
          // What else is in the descriptor of a list is too much, if it has a length.
          if (count_q != '0 && (list_q || more)) begin
            state_q <= CLIP;
          end else if (!more) begin
            state_q <= OVER;
          end else if (descriptor_valid_i && descriptor_error_i) begin
            state_q <= HALT;
          end
        end
        CLIP: state_q <= GIVE;
        GIVE: begin
          if (none_q || give_ready) begin
            state_q <= again ? CLIP : PIECES;
          end else if (patience_q[ListTimeoutBits]) begin
            state_q <= HALT;
          end
        end
        OVER: state_q <= HEAD;
        default: state_q <= HALT;
      endcase
    end
  end

  assign stuck_o = stuck_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stuck_q <= 1'b0;
      patience_q <= '0;
    end else if (clear_i) begin
      stuck_q <= 1'b0;
      patience_q <= '0;
    end else begin
      stuck_q <= stuck_q || (state_q == GIVE && !none_q && !give_ready &&
          patience_q[ListTimeoutBits]);
      if (state_q == GIVE && list_q && !none_q && !give_ready && quiet_i) begin
        patience_q <= patience_q + (ListTimeoutBits + 1)'(!patience_q[ListTimeoutBits]);
      end else begin
        patience_q <= '0;
      end
    end
  end

  // What a piece comes to.
  always_ff @(posedge clk_i) begin
    none_q <= bytes_q == '0 || (to_q ? !target_q : !aad_q && !text_q);
    ends_q <= !list_q || bytes_q >= left;
    long_q <= !list_q || bytes_q > left;
    give_q <= (!list_q || bytes_q >= left) ? left : bytes_q;
    if (state_q == PIECES) begin
      address_q <= pieces_q[63:0];
      bytes_q <= pieces_q[95:64];
      to_q <= pieces_q[96];
    end else if (given) begin
      address_q <= address_q + 64'(give_q);
      bytes_q <= list_q ? bytes_q - give_q : bytes_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      // A source and a target.
      pieces_q <= {
        256'd0, 31'd0, 1'b1, 32'd1, descriptor_i[511:448], 32'd0, 32'd1, descriptor_i[447:384]
      };
      count_q <= descriptor_i[7] ? 3'd0 : 3'd2;
    end else if (list_taken) begin
      pieces_q <= descriptor_i;
      count_q <= 3'd4;
    end else if (state_q == PIECES && count_q != '0) begin
      pieces_q <= {128'd0, pieces_q[511:128]};
      count_q <= count_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      list_q <= descriptor_i[7];
      bad_q <= 1'b0;
      any_source_q <= descriptor_i[63:32] != '0 || descriptor_i[127:96] != '0;
      any_target_q <= descriptor_i[127:96] != '0;
      text_bytes_q <= descriptor_i[127:96];
      aad_q <= descriptor_i[63:32] != '0;
      text_q <= descriptor_i[127:96] != '0;
      target_q <= descriptor_i[127:96] != '0;
      aad_left_q <= descriptor_i[63:32];
      text_left_q <= descriptor_i[127:96];
      target_left_q <= descriptor_i[127:96];
    end else if (state_q == GIVE && none_q) begin
      bad_q <= bad_q || (list_q && bytes_q != '0);
    end else if (given) begin
      bad_q <= bad_q || (list_q && long_q && !again);
      if (to_q) begin
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

  assign source_valid_o = state_q == GIVE && !none_q && !to_q;
  assign source_address_o = address_q;
  assign source_bytes_o = give_q;
  assign source_end_o = ends_q;
  assign source_last_o = ends_q && !(aad_q && text_q);
  assign target_valid_o = state_q == GIVE && !none_q && to_q;
  assign target_address_o = address_q;
  assign target_bytes_o = give_q;
  assign target_last_o = ends_q;

  assign about_valid_o = state_q == OVER;
  assign about_source_o = any_source_q;
  assign about_target_o = any_target_q;
  assign about_bad_o = bad_q;
  assign about_bytes_o = text_bytes_q;

  logic unused_pieces;
  assign unused_pieces = ^pieces_q[127:97];

endmodule : roundel_dma_decode
