// SPDX-License-Identifier: Apache-2.0
//
// Credit counter whose test for zero is a register.
//
// Interface. `give_i` adds a credit: the credit can be taken from the next cycle on. `take_i` takes
// a credit; both may be high in each cycle. `any_o` is high when more than GrantLatency credits are
// present: with GrantLatency = 0, at least 1 credit. Each cycle with `any_o` permits a take.
// `take_i` comes at most GrantLatency cycles after its `any_o`. The user gives no credit while all
// Tokens credits are present, even with a take in the same cycle. `clear_i` sets the count to zero.
// With StartFull all Tokens credits are present after a clear. Then `any_o` rises two cycles after
// `clear_i` was last high, or 2 + GrantLatency cycles with more than 16 Tokens. The user holds
// `clear_i` high at the first clock edge of a reset: no register has another reset.
//
// Method. A binary counter and its comparison with zero would be the critical path of a fast core.
// The credits are counted in a shift register with ones from bit 0 up: bit 0 is the test.
// With more than 16 Tokens the shift register (the window) has 4 bits, and a binary counter (the
// reserve) counts the others. At most 1 credit moves from the reserve to the window in each
// cycle. The test of the reserve has a latency that the window hides. No path is longer than two
// LUTs, apart from the user's logic in front of `give_i` and `take_i`.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_credit_counter #(
  parameter int Tokens = 16,  // largest number of credits: at least 2 and above GrantLatency
  parameter bit StartFull = 1'b0,  // 1: all credits are present after a clear; 0: none
  parameter int GrantLatency = 0  // 0 to 2: cycles from a take to its `take_i`
) (
  input  logic clk_i,
  input  logic clear_i,
  input  logic give_i,
  input  logic take_i,
  output logic any_o
);

  localparam bit HAS_RESERVE = Tokens > 16;
  localparam int WINDOW = HAS_RESERVE ? 4 : Tokens;

  logic [WINDOW-1:0] window_q;  // bit k: the window has more than k credits
  logic fill;  // all credits enter the window
  logic full;  // the window takes no further credit
  logic come;  // a credit enters the window, unless `full`

  assign any_o = window_q[GrantLatency];

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      window_q <= '0;
    end else begin
      window_q[0] <= fill || (take_i ? come || window_q[1] : come || window_q[0]);
      if (fill) begin
        window_q[WINDOW-1:1] <= '1;
      end else if ((take_i && window_q[0]) != (come && !full)) begin
        for (int k = 1; k < WINDOW - 1; k++) begin
          window_q[k] <= (come && !full) ? window_q[k-1] : window_q[k+1];
        end
        window_q[WINDOW-1] <= come && !full && window_q[WINDOW-2];
      end
    end
  end

  if (Tokens < 2) begin : gen_bad_tokens
    `ROUNDEL_REFUSE(roundel_error_tokens_must_be_at_least_2, 1)
  end else if (!HAS_RESERVE) begin : gen_few
    assign come = give_i;
    assign full = 1'b0;
    if (!StartFull) begin : gen_none
      assign fill = 1'b0;
    end else begin : gen_fill
      logic fill_q;
      always_ff @(posedge clk_i) begin
        fill_q <= clear_i;
      end
      assign fill = fill_q;
    end
  end else begin : gen_many
    localparam int BITS = $clog2(Tokens + 1);
    localparam int START = StartFull ? Tokens : 0;

    // The reserve holds count_q credits, plus one if more_q, minus one if less_q.
    logic [BITS-1:0] count_q;
    logic more_q, less_q;
    logic waiting_q;  // the reserve has a credit for the window
    logic four_q;  // count_q was at least 4 in the cycle before
    logic less;

    assign fill = 1'b0;
    assign full = window_q[WINDOW-1];
    assign come = give_i || waiting_q;
    assign less = waiting_q && !give_i && !full;

    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        count_q <= START[BITS-1:0];
      end else if (more_q != less_q) begin
        count_q <= count_q + ({BITS{less_q}} | {{(BITS - 1) {1'b0}}, 1'b1});
      end
    end

    // The reserve surely has a credit if count_q exceeds the credits that have left and are not yet
    // subtracted: one for less_q, one for less. four_q is 1 cycle old, which adds one more.
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

  // Behind the other generate block, whose number formal/prove_credit_counter.sv uses.
  `ROUNDEL_REFUSE(roundel_error_grant_latency_must_be_0_to_2_and_below_tokens,
                  GrantLatency < 0 || GrantLatency > 2 || Tokens <= GrantLatency)

`ifdef ROUNDEL_CONTRACT_STATE
  localparam int CHECK_BITS = $clog2(Tokens + 1) + 1;
  logic checked_q;  // a clear has set the count
  logic [CHECK_BITS-1:0] credits_q;  // credits present

  initial checked_q = 1'b0;
  always @(posedge clk_i) begin
    if (clear_i) begin
      checked_q <= 1'b1;
      credits_q <= StartFull ? CHECK_BITS'(Tokens) : '0;
    end else begin
      credits_q <= credits_q + CHECK_BITS'(give_i) - CHECK_BITS'(take_i && window_q[0]);
    end
  end

  // The user gives no credit beyond the limit.
  `ROUNDEL_CONTRACT(within_limit, clk_i, checked_q,
                    clear_i || !give_i || int'(credits_q) < Tokens)
  // A credit is granted only if it is present: the count never falls below zero.
  `ROUNDEL_CONTRACT(not_below_zero, clk_i, checked_q,
                    clear_i || !any_o || int'(credits_q) > GrantLatency)
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_credit_counter
