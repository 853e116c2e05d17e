// SPDX-License-Identifier: Apache-2.0
//
// An access of 64 bits as one or two of 32 on AXI4-Lite, the low half first: the manager's side of
// roundel_axil_registers.
//
// `start_i` for a cycle begins one, with the rest of the inputs as they stay until `done_o`, a
// cycle as well. A half of which no byte is wanted is left out, and reads as zero. `error_o` beside
// `done_o`: one of the two was refused.

module roundel_axil_bridge (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        start_i,
  input  logic        write_i,
  input  logic [11:3] address_i,
  input  logic [63:0] data_i,
  input  logic [ 7:0] strobe_i,  // bytes that are written, or wanted
  output logic        done_o,
  output logic        error_o,
  output logic [63:0] data_o,

  output logic        aw_valid_o,
  input  logic        aw_ready_i,
  output logic        w_valid_o,
  input  logic        w_ready_i,
  output logic        ar_valid_o,
  input  logic        ar_ready_i,
  output logic [11:0] address_o,
  output logic [31:0] word_o,
  output logic [ 3:0] strobe_o,
  input  logic        b_valid_i,
  input  logic [ 1:0] b_response_i,
  input  logic        r_valid_i,
  input  logic [31:0] r_data_i,
  input  logic [ 1:0] r_response_i
);

  logic busy_q, half_q, begun_q;  // an access is under way; of the high half; it was offered
  logic aw_q, w_q, ar_q;  // offered
  logic error_q, done_q;
  logic [63:0] data_q;
  logic answered, refused, begin_half, next_half, wanted;

  assign wanted = half_q ? strobe_i[7:4] != '0 : strobe_i[3:0] != '0;
  assign answered = b_valid_i || r_valid_i;
  assign refused = (b_valid_i && b_response_i[1]) || (r_valid_i && r_response_i[1]);
  assign begin_half = busy_q && !begun_q;
  assign next_half = (begin_half && !wanted) || (busy_q && begun_q && answered);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      half_q <= 1'b0;
      begun_q <= 1'b0;
      aw_q <= 1'b0;
      w_q <= 1'b0;
      ar_q <= 1'b0;
      error_q <= 1'b0;
      done_q <= 1'b0;
    end else begin
      busy_q <= start_i || (busy_q && !(next_half && half_q));
      half_q <= !start_i && (half_q != next_half);
      begun_q <= busy_q && !next_half && (begun_q || wanted);
      aw_q <= (begin_half && wanted && write_i) || (aw_q && !aw_ready_i);
      w_q <= (begin_half && wanted && write_i) || (w_q && !w_ready_i);
      ar_q <= (begin_half && wanted && !write_i) || (ar_q && !ar_ready_i);
      error_q <= !start_i && (error_q || (answered && refused));
      done_q <= next_half && half_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      data_q <= '0;
    end else if (r_valid_i && half_q) begin
      data_q[63:32] <= r_data_i;
    end else if (r_valid_i) begin
      data_q[31:0] <= r_data_i;
    end
  end

  assign done_o = done_q;
  assign error_o = error_q;
  assign data_o = data_q;
  assign aw_valid_o = aw_q;
  assign w_valid_o = w_q;
  assign ar_valid_o = ar_q;
  assign address_o = {address_i, half_q, 2'b00};
  assign word_o = half_q ? data_i[63:32] : data_i[31:0];
  assign strobe_o = half_q ? strobe_i[7:4] : strobe_i[3:0];

  logic unused_responses;
  assign unused_responses = ^{b_response_i[0], r_response_i[0]};

endmodule : roundel_axil_bridge
