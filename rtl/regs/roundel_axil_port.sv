// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite subordinate: turns the five channels into single read and write requests.
//
// Interface. `request_o` pulses for one cycle. From that cycle until the answer, `write_o`,
// `word_o`, `data_o` and `strobe_o` are stable. The user answers with a one-cycle pulse of
// `done_i`, together with `error_i` and, after a read, `data_i`. An error becomes the response
// SLVERR. At most one request is outstanding. Address and data of a write may arrive in either
// order. Reads and writes alternate while both wait. A response that the manager does not accept
// blocks only requests of the same direction. Reset: asynchronous, active low.
//
// Method. All outputs are registers, as Arm IHI 0022, section A3.2.1, requires.

`include "roundel_contract.svh"

module roundel_axil_port #(
  parameter int AddressBits = 12
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   aw_valid_i,
  output logic                   aw_ready_o,
  input  logic [AddressBits-1:2] aw_word_i,
  input  logic                   w_valid_i,
  output logic                   w_ready_o,
  input  logic [           31:0] w_data_i,
  input  logic [            3:0] w_strobe_i,
  output logic                   b_valid_o,
  input  logic                   b_ready_i,
  output logic                   b_error_o,  // response SLVERR
  input  logic                   ar_valid_i,
  output logic                   ar_ready_o,
  input  logic [AddressBits-1:2] ar_word_i,
  output logic                   r_valid_o,
  input  logic                   r_ready_i,
  output logic [           31:0] r_data_o,
  output logic                   r_error_o,  // response SLVERR

  output logic                   request_o,
  output logic                   write_o,
  output logic [AddressBits-1:2] word_o,
  output logic [           31:0] data_o,
  output logic [            3:0] strobe_o,
  input  logic                   done_i,
  input  logic                   error_i,
  input  logic [           31:0] data_i
);

  // Each channel has one register. Full: a transfer waits. Empty: the register can accept a
  // transfer. Neither flag is set in reset, so that ready is low in reset.
  logic aw_full_q, aw_empty_q, w_full_q, w_empty_q, ar_full_q, ar_empty_q;
  logic aw_full_d, w_full_d, ar_full_d;
  logic [AddressBits-1:2] aw_word_q, ar_word_q;
  logic request_q, busy_q;  // first cycle of a request; a request is outstanding
  logic write_q;  // the request is a write
  logic read_next_q;  // a read has priority: the last request was a write
  logic [AddressBits-1:2] word_q;
  logic [31:0] data_q, r_data_q;
  logic [3:0] strobe_q;
  logic b_error_q, r_error_q;
  logic can_write, can_read, start_write, start_read;
  logic b_valid_q, r_valid_q;

  assign aw_ready_o = aw_empty_q;
  assign w_ready_o = w_empty_q;
  assign ar_ready_o = ar_empty_q;
  assign b_valid_o = b_valid_q;
  assign r_valid_o = r_valid_q;
  assign b_error_o = b_error_q;
  assign r_error_o = r_error_q;
  assign r_data_o = r_data_q;
  assign request_o = request_q;
  assign write_o = write_q;
  assign word_o = word_q;
  assign data_o = data_q;
  assign strobe_o = strobe_q;

  assign can_write = !busy_q && aw_full_q && w_full_q && !b_valid_q;
  assign can_read = !busy_q && ar_full_q && !r_valid_q;
  assign start_write = can_write && !(can_read && read_next_q);
  assign start_read = can_read && !(can_write && !read_next_q);

  assign aw_full_d = (aw_full_q && !(done_i && write_q)) || (aw_valid_i && aw_empty_q);
  assign w_full_d = (w_full_q && !(done_i && write_q)) || (w_valid_i && w_empty_q);
  assign ar_full_d = (ar_full_q && !(done_i && !write_q)) || (ar_valid_i && ar_empty_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q <= 1'b0;
      aw_empty_q <= 1'b0;
      w_full_q <= 1'b0;
      w_empty_q <= 1'b0;
      ar_full_q <= 1'b0;
      ar_empty_q <= 1'b0;
      busy_q <= 1'b0;
      request_q <= 1'b0;
      b_valid_q <= 1'b0;
      r_valid_q <= 1'b0;
    end else begin
      aw_full_q <= aw_full_d;
      aw_empty_q <= !aw_full_d;
      w_full_q <= w_full_d;
      w_empty_q <= !w_full_d;
      ar_full_q <= ar_full_d;
      ar_empty_q <= !ar_full_d;
      busy_q <= start_write || start_read || (busy_q && !done_i);
      request_q <= start_write || start_read;
      b_valid_q <= (done_i && write_q) || (b_valid_q && !b_ready_i);
      r_valid_q <= (done_i && !write_q) || (r_valid_q && !r_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (aw_empty_q) begin
      aw_word_q <= aw_word_i;
    end
    if (w_empty_q) begin
      data_q <= w_data_i;
      strobe_q <= w_strobe_i;
    end
    if (ar_empty_q) begin
      ar_word_q <= ar_word_i;
    end
    if (!busy_q) begin
      write_q <= start_write;
      read_next_q <= start_write;
      word_q <= start_write ? aw_word_q : ar_word_q;
    end
    if (!b_valid_q) begin
      b_error_q <= error_i;
    end
    if (!r_valid_q) begin
      r_error_q <= error_i;
      r_data_q <= data_i;
    end
  end

  `ROUNDEL_CONTRACT(answer_needs_request, clk_i, rst_ni, !done_i || busy_q)
  `ROUNDEL_CONTRACT(one_response, clk_i, rst_ni,
                    !done_i || (write_q ? !b_valid_q : !r_valid_q))

endmodule : roundel_axil_port
