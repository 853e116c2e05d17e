// SPDX-License-Identifier: Apache-2.0
//
// Splits words of Lanes blocks into beats of Blocks blocks of 16 bytes, the low bits first.
//
// Interface. Valid/ready on both sides. `beats_i` has a one for each beat of the word, contiguous
// from bit 0, at least 1. `user_i` appears beside each beat of its word. 1 beat each cycle
// without a gap between words; latency 1 cycle. `clear_i` drops the stored word and sets its
// bytes to zero. With Lanes = Blocks the module is a wire.

`include "roundel_contract.svh"

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
  end else begin : gen_wide
    logic [128*Lanes-1:0] data_q;
    logic [BEATS-1:0] beats_q;  // remaining beats, contiguous from bit 0
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

    `ROUNDEL_CONTRACT_STABLE(output_stable, clk_i, rst_ni, valid_o && !ready_i && !clear_i,
                             {valid_o, data_o, user_o})
  end

  // A word that is not dropped has at least 1 beat, and its beats are contiguous from bit 0.
  `ROUNDEL_CONTRACT(beats_contiguous, clk_i, rst_ni,
                    !valid_i || clear_i || (beats_i[0] && (beats_i & (beats_i + 1'b1)) == '0))

endmodule : roundel_downsizer
