// SPDX-License-Identifier: Apache-2.0
//
// Words of `Lanes` blocks to blocks, the low bits first; `blocks_i` has a one for each block that
// counts, from 0 on, and one at least.
//
// One block a cycle, without a gap between words. `clear_i` drops what is in here and sets it to
// zero.

module aes_narrow #(
  parameter int Lanes = 1  // a power of two
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,

  input  logic                 valid_i,
  output logic                 ready_o,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [    Lanes-1:0] blocks_i,

  output logic                 valid_o,
  input  logic                 ready_i,
  output logic [        127:0] data_o
);

  if (Lanes == 1) begin : gen_same
    assign valid_o = valid_i;
    assign ready_o = ready_i;
    assign data_o = data_i;

    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, clear_i, blocks_i};
  end else begin : gen_wide
    logic [128*Lanes-1:0] data_q;
    logic [Lanes-1:0] blocks_q;  // those that are left, from 0 on

    assign ready_o = !blocks_q[0] || (ready_i && !blocks_q[1]);
    assign valid_o = blocks_q[0];
    assign data_o = data_q[127:0];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        blocks_q <= '0;
      end else if (clear_i) begin
        blocks_q <= '0;
      end else if (ready_o) begin
        blocks_q <= blocks_i & {Lanes{valid_i}};
      end else if (ready_i) begin
        blocks_q <= blocks_q >> 1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        data_q <= '0;
      end else if (ready_o) begin
        data_q <= data_i;
      end else if (ready_i) begin
        data_q <= data_q >> 128;
      end
    end
  end

endmodule : aes_narrow
