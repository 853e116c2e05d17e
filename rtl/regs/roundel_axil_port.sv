// SPDX-License-Identifier: Apache-2.0
//
// The five channels of AXI4-Lite, as one request after the other: a write, or a read.
//
// `request_o` is high for a cycle; from it on `write_o`, `word_o` (the address without its low two
// bits), `data_o` and `strobe_o` stay until the answer: `done_i` for a cycle, with `error_i` and,
// to a read, `data_i`. An error is answered with SLVERR. Address and data of a write may come in
// either order. Where both wait, writes and reads take turns; an answer that is not taken holds up
// its own kind alone.
//
// All outputs are registers (Arm IHI 0022, A3.2.1: no combinational path from inputs to outputs).

module roundel_axil_port #(
  parameter int AddressBits = 12
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   aw_valid_i,
  output logic                   aw_ready_o,
  input  logic [AddressBits-1:0] aw_address_i,
  input  logic                   w_valid_i,
  output logic                   w_ready_o,
  input  logic [           31:0] w_data_i,
  input  logic [            3:0] w_strobe_i,
  output logic                   b_valid_o,
  input  logic                   b_ready_i,
  output logic [            1:0] b_response_o,
  input  logic                   ar_valid_i,
  output logic                   ar_ready_o,
  input  logic [AddressBits-1:0] ar_address_i,
  output logic                   r_valid_o,
  input  logic                   r_ready_i,
  output logic [           31:0] r_data_o,
  output logic [            1:0] r_response_o,

  output logic                   request_o,
  output logic                   write_o,
  output logic [AddressBits-1:2] word_o,
  output logic [           31:0] data_o,
  output logic [            3:0] strobe_o,
  input  logic                   done_i,
  input  logic                   error_i,
  input  logic [           31:0] data_i
);

  // An address or a word of data waits in its register; it is empty, which a reset is not.
  logic aw_full_q, aw_empty_q, w_full_q, w_empty_q, ar_full_q, ar_empty_q;
  logic aw_full_d, w_full_d, ar_full_d;
  logic [AddressBits-1:2] aw_word_q, ar_word_q;
  logic busy_q;  // a request is under way
  logic read_next_q;  // it is the reads' turn
  logic can_write, can_read, start_write, start_read;
  logic b_valid_q, r_valid_q;

  assign aw_ready_o = aw_empty_q;
  assign w_ready_o = w_empty_q;
  assign ar_ready_o = ar_empty_q;
  assign b_valid_o = b_valid_q;
  assign r_valid_o = r_valid_q;

  assign can_write = !busy_q && aw_full_q && w_full_q && !b_valid_q;
  assign can_read = !busy_q && ar_full_q && !r_valid_q;
  assign start_write = can_write && !(can_read && read_next_q);
  assign start_read = can_read && !(can_write && !read_next_q);

  assign aw_full_d = (aw_full_q && !(done_i && write_o)) || (aw_valid_i && aw_empty_q);
  assign w_full_d = (w_full_q && !(done_i && write_o)) || (w_valid_i && w_empty_q);
  assign ar_full_d = (ar_full_q && !(done_i && !write_o)) || (ar_valid_i && ar_empty_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q <= 1'b0;
      aw_empty_q <= 1'b0;
      w_full_q <= 1'b0;
      w_empty_q <= 1'b0;
      ar_full_q <= 1'b0;
      ar_empty_q <= 1'b0;
      busy_q <= 1'b0;
      request_o <= 1'b0;
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
      request_o <= start_write || start_read;
      b_valid_q <= (done_i && write_o) || (b_valid_q && !b_ready_i);
      r_valid_q <= (done_i && !write_o) || (r_valid_q && !r_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (aw_empty_q) begin
      aw_word_q <= aw_address_i[AddressBits-1:2];
    end
    if (w_empty_q) begin
      data_o <= w_data_i;
      strobe_o <= w_strobe_i;
    end
    if (ar_empty_q) begin
      ar_word_q <= ar_address_i[AddressBits-1:2];
    end
    if (!busy_q) begin
      write_o <= start_write;
      read_next_q <= start_write;
      word_o <= start_write ? aw_word_q : ar_word_q;
    end
    if (!b_valid_q) begin
      b_response_o <= {error_i, 1'b0};
    end
    if (!r_valid_q) begin
      r_response_o <= {error_i, 1'b0};
      r_data_o <= data_i;
    end
  end

  logic unused_address;
  assign unused_address = ^{aw_address_i[1:0], ar_address_i[1:0]};

endmodule : roundel_axil_port
