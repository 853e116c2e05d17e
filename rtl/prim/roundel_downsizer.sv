// SPDX-License-Identifier: Apache-2.0
//
// Words of `Lanes` blocks of 16 bytes to beats of `Blocks` blocks, the low bits first; `beats_i`
// has a one for each beat that counts, from 0 on, and one at least. `user_i` goes beside each beat
// of its word.
//
// One beat a cycle, without a gap between words. `clear_i` drops what is in here and sets it to
// zero.

module roundel_downsizer #(
  parameter int Lanes = 1,  // a power of two
  parameter int Blocks = 1,  // a power of two up to Lanes
  parameter int UserBits = 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,

  input  logic                    valid_i,
  output logic                    ready_o,
  input  logic [   128*Lanes-1:0] data_i,
  input  logic [Lanes/Blocks-1:0] beats_i,
  input  logic [    UserBits-1:0] user_i,

  output logic                    valid_o,
  input  logic                    ready_i,
  output logic [  128*Blocks-1:0] data_o,
  output logic [    UserBits-1:0] user_o
);

  localparam int BEATS = Lanes / Blocks;  // of a word

  if (BEATS == 1) begin : gen_same
    assign valid_o = valid_i;
    assign ready_o = ready_i;
    assign data_o = data_i;
    assign user_o = user_i;

    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, clear_i, beats_i};
  end else begin : gen_wide
    logic [128*Lanes-1:0] data_q;
    logic [BEATS-1:0] beats_q;  // those that are left, from 0 on
    logic [UserBits-1:0] user_q;

    assign ready_o = !beats_q[0] || (ready_i && !beats_q[1]);
    assign valid_o = beats_q[0];
    assign data_o = data_q[128*Blocks-1:0];
    assign user_o = user_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        beats_q <= '0;
      end else if (clear_i) begin
        beats_q <= '0;
      end else if (ready_o) begin
        beats_q <= beats_i & {BEATS{valid_i}};
      end else if (ready_i) begin
        beats_q <= beats_q >> 1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (ready_o) begin
        user_q <= user_i;
      end
      if (clear_i) begin
        data_q <= '0;
      end else if (ready_o) begin
        data_q <= data_i;
      end else if (ready_i) begin
        data_q <= data_q >> (128 * Blocks);
      end
    end
  end

endmodule : roundel_downsizer
