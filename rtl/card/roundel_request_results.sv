// SPDX-License-Identifier: Apache-2.0
//
// Puts text and results of roundel_stream into the order of the requests: each text, then its
// result.
//
// Interface. `text_number_i` is the number that roundel_request_packets attached to the beats of a
// packet. The text of the next request waits until the result of the current request has left, so
// that a reader knows the request of each word. `result_text_i` is the flag of
// roundel_request_packets. A packet that roundel_stream drops has a result with an error, and no
// text. A result carries the number of text bytes before it, modulo 2^32. Valid/ready on all sides,
// without added latency. `clear_i` restarts the numbers at 0. Reset: asynchronous, active low.

module roundel_request_results #(
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
  input  logic [           2:0] result_error_i,  // roundel_stream_pkg::ERROR_*
  input  logic                  result_text_i,  // the request has text, unless dropped

  output logic                  word_valid_o,
  input  logic                  word_ready_i,
  output logic [ 128*Lanes-1:0] word_data_o,  // bytes that are not kept are zero
  output logic [     Lanes-1:0] word_blocks_o,  // blocks with a kept byte

  output logic                  result_valid_o,
  input  logic                  result_ready_i,
  output logic [          31:0] result_bytes_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);

  logic [NumberBits-1:0] number_q;  // the current request
  logic done_q;  // its text has left
  logic [31:0] bytes_q;
  logic mine, dropped, text_taken, result_taken;
  logic [BYTE_BITS-1:0] count;

  roundel_keep_decoder #(.Bytes(16 * Lanes)) u_count (
    .keep_i(text_keep_i),
    .bytes_o(count),
    // verilator lint_off PINCONNECTEMPTY
    .hole_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  assign mine = text_number_i == number_q && !done_q;
  assign word_valid_o = text_valid_i && mine;
  assign text_ready_o = word_ready_i && mine;
  assign text_taken = text_valid_i && text_ready_o;

  for (genvar b = 0; b < 16 * Lanes; b++) begin : gen_byte
    assign word_data_o[8*b+:8] = text_data_i[8*b+:8] & {8{text_keep_i[b]}};
  end
  for (genvar b = 0; b < Lanes; b++) begin : gen_block
    assign word_blocks_o[b] = text_keep_i[16*b];
  end

  assign dropped = result_error_i == roundel_stream_pkg::ERROR_COMMAND || result_error_i ==
      roundel_stream_pkg::ERROR_KEY;
  assign result_valid_o = result_valid_i && (done_q || dropped || !result_text_i);
  assign result_ready_o = result_ready_i && (done_q || dropped || !result_text_i);
  assign result_taken = result_valid_o && result_ready_i;
  assign result_bytes_o = bytes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q <= '0;
      done_q <= 1'b0;
      bytes_q <= '0;
    end else if (clear_i) begin
      number_q <= '0;
      done_q <= 1'b0;
      bytes_q <= '0;
    end else if (result_taken) begin
      number_q <= number_q + 1'b1;
      done_q <= 1'b0;
      bytes_q <= '0;
    end else if (text_taken) begin
      done_q <= text_last_i;
      bytes_q <= bytes_q + 32'(count);
    end
  end

endmodule : roundel_request_results
