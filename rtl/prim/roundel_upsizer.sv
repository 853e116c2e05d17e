// SPDX-License-Identifier: Apache-2.0
//
// Joins beats of Blocks blocks of 16 bytes to words of Lanes blocks, the first in the low bits.
//
// Interface. Valid/ready on both sides. A beat with `end_i` is the last of its word; bytes of the
// word behind that beat have `keep_o` = 0 and no meaning. `last_o` and `user_o` are those of the
// last beat of the word. 1 beat each cycle; a word appears 1 cycle after its last beat.
// `clear_i` drops the stored beats and sets their bytes to zero. With Lanes = Blocks the module is
// a wire.

`include "roundel_contract.svh"

module roundel_upsizer #(
  parameter int Blocks = 1,  // a power of two up to Lanes
  parameter int Lanes = 1,  // a power of two
  parameter int UserBits = 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic                  valid_i,
  output logic                  ready_o,
  input  logic [128*Blocks-1:0] data_i,
  input  logic [ 16*Blocks-1:0] keep_i,
  input  logic                  end_i,   // the last beat of a word
  input  logic                  last_i,  // the last beat of a packet
  input  logic [  UserBits-1:0] user_i,

  output logic                  valid_o,
  input  logic                  ready_i,
  output logic [ 128*Lanes-1:0] data_o,
  output logic [  16*Lanes-1:0] keep_o,
  output logic                  last_o,
  output logic [  UserBits-1:0] user_o
);

  localparam int BEATS = Lanes / Blocks;  // of a word

  if (BEATS == 1) begin : gen_same
    assign valid_o = valid_i;
    assign ready_o = ready_i;
    assign data_o = data_i;
    assign keep_o = keep_i;
    assign last_o = last_i;
    assign user_o = user_i;
  end else begin : gen_wide
    logic valid_q, last_q;
    logic [BEATS-1:0] place_q;  // one-hot: position of the next beat in the word
    logic [BEATS-1:0] place;
    logic [128*Lanes-1:0] data_q;
    logic [16*Lanes-1:0] keep_q;
    logic [UserBits-1:0] user_q;
    logic free, taken;

    assign free = !valid_q || ready_i;
    assign ready_o = free;
    assign taken = valid_i && free;
    assign place = valid_q ? BEATS'(1) : place_q;
    assign valid_o = valid_q;
    assign data_o = data_q;
    assign keep_o = keep_q;
    assign last_o = last_q;
    assign user_o = user_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        place_q <= BEATS'(1);
      end else if (clear_i) begin
        valid_q <= 1'b0;
        place_q <= BEATS'(1);
      end else if (free) begin
        valid_q <= valid_i && (end_i || place[BEATS-1]);
        if (valid_i) begin
          place_q <= place << 1;
        end else if (valid_q) begin
          place_q <= BEATS'(1);
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        data_q <= '0;
      end
      for (int b = 0; b < BEATS; b++) begin
        if (!clear_i && taken && place[b]) begin
          data_q[128*Blocks*b+:128*Blocks] <= data_i;
        end
        if (taken && place[b]) begin
          keep_q[16*Blocks*b+:16*Blocks] <= keep_i;
        end else if (taken && place[0]) begin
          keep_q[16*Blocks*b+:16*Blocks] <= '0;
        end
      end
      if (taken) begin
        last_q <= last_i;
        user_q <= user_i;
      end
    end

    `ROUNDEL_CONTRACT_STABLE(output_stable, clk_i, rst_ni, valid_o && !ready_i && !clear_i,
                             {valid_o, data_o, keep_o, last_o, user_o})
  end

  // The last beat of a packet is the last of its word.
  `ROUNDEL_CONTRACT(last_ends_word, clk_i, rst_ni, clear_i || !valid_i || !last_i || end_i)
  // `valid_o` is never X after reset.
  `ROUNDEL_CONTRACT(valid_known, clk_i, rst_ni, valid_o || !valid_o)

endmodule : roundel_upsizer
