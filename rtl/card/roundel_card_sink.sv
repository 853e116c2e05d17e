// SPDX-License-Identifier: Apache-2.0
//
// Turns text and results of roundel_request_engine into blocks for the rings of roundel_card.
//
// Interface. Text and results leave in the order of the requests (roundel_request_results). A
// result is two blocks; the head of roundel_card has their form. Valid/ready on all sides.
// Throughput: one block per cycle on each output. `clear_i` drops all data and sets the registers
// to zero. Reset: asynchronous, active low.

module roundel_card_sink #(
  parameter int Lanes = 1,
  parameter int NumberBits = 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic                  text_valid_i,
  output logic                  text_ready_o,
  input  logic [ 128*Lanes-1:0] text_data_i,  // byte 0 in the low bits
  input  logic [  16*Lanes-1:0] text_keep_i,
  input  logic                  text_last_i,
  input  logic [NumberBits-1:0] text_number_i,
  input  logic                  result_valid_i,
  output logic                  result_ready_o,
  input  logic                  result_ok_i,
  input  logic [           2:0] result_error_i,
  input  logic [         127:0] result_tag_i,  // byte 0 in the low bits
  input  logic                  result_text_i,  // the request has text, unless dropped

  output logic                  text_valid_o,
  input  logic                  text_ready_i,
  output logic [         127:0] text_o,
  output logic                  result_valid_o,
  input  logic                  result_ready_i,
  output logic [         127:0] result_o
);

  logic word_valid, word_ready, result_valid, result_last, narrow_valid, behind, second_q;
  logic [128*Lanes-1:0] word_data;
  logic [Lanes-1:0] word_blocks;
  logic [31:0] result_bytes;

  roundel_request_results #(.Lanes(Lanes), .NumberBits(NumberBits)) u_results (
    .clk_i, .rst_ni, .clear_i, .text_valid_i, .text_ready_o, .text_data_i, .text_keep_i,
    .text_last_i, .text_number_i, .result_valid_i, .result_ready_o, .result_error_i, .result_text_i,
    .word_valid_o(word_valid),
    .word_ready_i(word_ready),
    .word_data_o(word_data),
    .word_blocks_o(word_blocks),
    .result_valid_o(result_valid),
    .result_ready_i(result_last),
    .result_bytes_o(result_bytes)
  );

  roundel_downsizer #(.Lanes(Lanes)) u_narrow (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(word_valid),
    .ready_o(word_ready),
    .data_i(word_data),
    .beats_i(word_blocks),
    .user_i(1'b0),
    .valid_o(narrow_valid),
    .ready_i(text_ready_i),
    .data_o(text_o),
    // verilator lint_off PINCONNECTEMPTY
    .user_o()
    // verilator lint_on PINCONNECTEMPTY
  );
  assign text_valid_o = narrow_valid;

  // The result follows its text: wait until the downsizer is empty.
  assign behind = Lanes == 1 || !narrow_valid;
  assign result_valid_o = result_valid && behind;
  assign result_last = result_ready_i && behind && second_q;
  assign result_o = second_q
      ? {64'd0, result_bytes, 25'd0, result_error_i, 3'd0, result_ok_i} : result_tag_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      second_q <= 1'b0;
    end else if (clear_i) begin
      second_q <= 1'b0;
    end else if (result_valid_o && result_ready_i) begin
      second_q <= !second_q;
    end
  end

endmodule : roundel_card_sink
