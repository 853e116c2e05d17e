// SPDX-License-Identifier: Apache-2.0
//
// Counts tokens, and says in a register whether there is one.
//
// A token that is given can be taken from the next cycle on: `any_o` says so, exactly; with
// GrantLatency it is low with as many left, as those may be taken and not told yet. `take_i` takes
// one if there is one. One may be given and one taken in every cycle. After `clear_i` there is
// none, and if Full then one cycle later all `Tokens`, which is also the most that there may be.
// `clear_i` is to be high at the first clock edge of a reset: nothing else is reset here.
//
// A counter's test for zero would be the longest path of a fast core. So tokens are counted in a
// shift register, ones from the bottom up, whose lowest bit is the test. Of more than 16 it counts
// the four at hand; the others wait in a counter, from which they move one a cycle. Its own test
// may be late, as it knows which moves are not counted yet. No path is longer than two LUTs, with
// give_i and take_i functions of a LUT.

`include "roundel_refuse.svh"

module roundel_credit_counter #(
  parameter int Tokens = 16,  // most at a time, at least 2
  parameter int StartFull = 0,  // 1: all there some cycles after a clear; 0: none
  parameter int GrantLatency = 0  // 0 to 2: cycles by which who takes one tells it late
) (
  input  logic clk_i,
  input  logic clear_i,
  input  logic give_i,
  input  logic take_i,
  output logic any_o
);

  localparam int MANY = (Tokens > 16) ? 1 : 0;
  localparam int HAND = (MANY != 0) ? 4 : Tokens;
  localparam int BITS = $clog2(Tokens + 1);
  localparam int START = (StartFull != 0) ? Tokens : 0;

  logic [HAND-1:0] hand_q;  // bit k: more than k at hand
  logic fill;  // all come to hand
  logic full;  // no more can
  logic come;  // one does, unless full

  assign any_o = hand_q[GrantLatency];

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      hand_q <= '0;
    end else begin
      hand_q[0] <= fill || (take_i ? come || hand_q[1] : come || hand_q[0]);
      if (fill) begin
        hand_q[HAND-1:1] <= '1;
      end else if ((take_i && hand_q[0]) != (come && !full)) begin
        for (int k = 1; k < HAND - 1; k++) begin
          hand_q[k] <= (come && !full) ? hand_q[k-1] : hand_q[k+1];
        end
        hand_q[HAND-1] <= come && !full && hand_q[HAND-2];
      end
    end
  end

  if (Tokens < 2) begin : gen_bad_tokens
    `ROUNDEL_REFUSE(roundel_error_tokens_must_be_at_least_2, 1)
  end else if (MANY == 0) begin : gen_few
    assign come = give_i;
    assign full = 1'b0;
    if (StartFull == 0) begin : gen_none
      assign fill = 1'b0;
    end else begin : gen_fill
      logic fill_q;
      always_ff @(posedge clk_i) begin
        fill_q <= clear_i;
      end
      assign fill = fill_q;
    end

    logic unused_facts;
    assign unused_facts = ^{BITS, START};
  end else begin : gen_many
    // Tokens that wait are count_q, and one more if more_q, one less if less_q.
    logic [BITS-1:0] count_q;
    logic more_q, less_q;
    logic waiting_q;  // one of them may come to hand
    logic four_q;  // count_q was 4 or more
    logic less;

    assign fill = 1'b0;
    assign full = hand_q[HAND-1];
    assign come = give_i || waiting_q;
    assign less = waiting_q && !give_i && !full;

    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        count_q <= START[BITS-1:0];
      end else if (more_q != less_q) begin
        count_q <= count_q + ({BITS{less_q}} | {{(BITS - 1) {1'b0}}, 1'b1});
      end
    end

    // One waits for certain if count_q is more than what has left it and is not counted: one for
    // less_q, one for less; and one for the cycle by which four_q is late.
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        more_q <= 1'b0;
        less_q <= 1'b0;
        four_q <= START >= 4;
        waiting_q <= START >= 4;
      end else begin
        more_q <= give_i && full;
        less_q <= less;
        four_q <= |count_q[BITS-1:2];
        waiting_q <= four_q || (less ? count_q[1:0] > {less_q, !less_q}
                                     : count_q[1:0] > {1'b0, less_q});
      end
    end
  end

endmodule : roundel_credit_counter
