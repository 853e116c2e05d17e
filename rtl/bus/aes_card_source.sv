// SPDX-License-Identifier: Apache-2.0
//
// Blocks of the input of aes_card to commands and beats of aes_stream: three blocks are a word of a
// request, and behind its last one come its AAD and its text, as aes_request_packets has them.
//
// A block a cycle, but for some cycles behind each word of a request. `clear_i` drops what is in
// here and sets data to zero: the next block begins a request.

module aes_card_source #(
  parameter int Mode = aes_pkg::MODE_GCM,  // aes_pkg::MODE_*
  parameter int Lanes = 1,
  parameter int NumberBits = 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic                  block_valid_i,
  output logic                  block_ready_o,
  input  logic [         127:0] block_i,  // byte 0 in the low bits

  output logic                  command_valid_o,
  input  logic                  command_ready_i,
  output logic [         383:0] command_o,
  output logic [  NumberBits:0] command_user_o,
  output logic                  beat_valid_o,
  input  logic                  beat_ready_i,
  output logic [ 128*Lanes-1:0] beat_data_o,
  output logic [  16*Lanes-1:0] beat_keep_o,
  output logic                  beat_last_o,
  output logic [NumberBits-1:0] beat_user_o
);

  // A request's word is gathered from the top: three blocks, then it is full.
  logic [383:0] request_q;
  logic [2:0] blocks_q;  // ones from the lowest bit on: blocks gathered
  logic full, head, take;
  logic open, settled, request_ready, word_ready;
  logic narrow_valid, narrow_ready, narrow_end, narrow_last;
  logic [127:0] narrow_data;
  logic [15:0] narrow_keep;
  logic [NumberBits-1:0] narrow_user;

  assign full = blocks_q[2];
  assign head = settled && !open && !full;
  assign block_ready_o = head || word_ready;
  assign take = head && block_valid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      blocks_q <= '0;
    end else if (clear_i) begin
      blocks_q <= '0;
    end else if (full) begin
      if (request_ready) begin
        blocks_q <= '0;
      end
    end else if (take) begin
      blocks_q <= {blocks_q[1:0], 1'b1};
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      request_q <= '0;
    end else if (take) begin
      request_q <= {block_i, request_q[383:128]};
    end
  end

  aes_request_packets #(
    .Mode(Mode),
    .Bytes(16),
    .NumberBits(NumberBits)
  ) u_packets (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .request_valid_i(full),
    .request_ready_o(request_ready),
    .request_i(request_q),
    .open_o(open),
    .settled_o(settled),
    .word_valid_i(block_valid_i),
    .word_ready_o(word_ready),
    .word_i(block_i),
    .command_valid_o(command_valid_o),
    .command_ready_i(command_ready_i),
    .command_o(command_o),
    .command_user_o(command_user_o),
    .beat_valid_o(narrow_valid),
    .beat_ready_i(narrow_ready),
    .beat_data_o(narrow_data),
    .beat_keep_o(narrow_keep),
    .beat_end_o(narrow_end),
    .beat_last_o(narrow_last),
    .beat_user_o(narrow_user)
  );

  aes_widen #(
    .Lanes(Lanes),
    .UserBits(NumberBits)
  ) u_widen (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(narrow_valid),
    .ready_o(narrow_ready),
    .data_i(narrow_data),
    .keep_i(narrow_keep),
    .end_i(narrow_end),
    .last_i(narrow_last),
    .user_i(narrow_user),
    .valid_o(beat_valid_o),
    .ready_i(beat_ready_i),
    .data_o(beat_data_o),
    .keep_o(beat_keep_o),
    .last_o(beat_last_o),
    .user_o(beat_user_o)
  );

endmodule : aes_card_source
