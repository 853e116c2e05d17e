// SPDX-License-Identifier: Apache-2.0
//
// Decides the use of each cycle of the lanes of roundel_gcm.
//
// Interface. All outputs are registers or follow from `go_i`. The present use ends in a cycle with
// `go_i`. `end_i` is high in the cycle with the last word of a packet. The user holds `request_i`
// until `taken_o`, 1 cycle after the end of HASH_KEY; in this cycle `request_i` may be high or low.
// The next request needs 1 cycle with `request_i` low in between. `delayed_i` is high for 1 cycle
// per word delayed by a key product. HASH_KEY follows `request_i`, and BUBBLE follows `delayed_i`,
// after at least two cycles. With `go_i` high in each cycle, the maximum is three cycles. Reset:
// asynchronous; `clear_i` has the same effect, and the first use is BUBBLE. Nothing is secret.
//
// Method. The use of the next cycle follows from a fixed priority:
//   1. FINISH    after the last word of a packet: E(J0) and the length block,
//   2. HASH_KEY  while a key waits for the encryption of the zero block,
//   3. BUBBLE    while a delayed word waits for an idle cycle,
//   4. WORD      a word of a packet or a block of an IV, if the user offers a word.
// At most 1 FINISH precedes a waiting HASH_KEY or BUBBLE. HASH_KEY and BUBBLE never wait together:
// the user requests no hash key while products of a key are computed.
//
// Limits. The module records 1 delayed word. The interval between two key products guarantees this
// bound (roundel_ghash_pkg::gcm_power_interval(), formal/prove_gcm_schedule.sv).

`include "roundel_contract.svh"

module roundel_gcm_schedule (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,

  input  logic go_i,  // the stages in front of the lanes advance
  input  logic end_i,  // the last word of a packet is taken
  input  logic request_i,  // a hash key is wanted
  output logic taken_o,
  input  logic delayed_i,  // a key product delayed a word

  output logic word_o,  // use WORD
  output logic no_word_o,  // complement of word_o, a second register for wide enables
  output logic finish_o,  // use FINISH
  output logic hash_key_o  // use HASH_KEY
);

  // WORD      takes a word if the user offers a word.
  // FINISH    ends the packet whose last word was taken.
  // HASH_KEY  encrypts the zero block.
  // BUBBLE    takes nothing: the GHASH window recovers the delayed word.
  typedef enum logic [1:0] {WORD, FINISH, HASH_KEY, BUBBLE} use_e;

  use_e use_q, use_d;
  logic word_q, no_word_q;  // decoded use_q: the longest paths of roundel_gcm start here
  logic request_q;  // a request without its cycle
  logic taken_q;  // the request had its cycle
  logic served_q;  // taken, until the user withdraws the request
  logic delayed_q;
  logic bubble_q;  // a delayed word without its bubble
  logic request_waits, bubble_waits, taken;

  assign taken = go_i && use_q == HASH_KEY;
  assign request_waits = request_q && use_q != HASH_KEY;
  assign bubble_waits = delayed_q || (bubble_q && use_q != BUBBLE);

  always_comb begin
    use_d = WORD;
    if (end_i) begin
      use_d = FINISH;
    end else if (request_waits) begin
      use_d = HASH_KEY;
    end else if (bubble_waits) begin
      use_d = BUBBLE;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      use_q <= BUBBLE;
      word_q <= 1'b0;
      no_word_q <= 1'b1;
    end else if (clear_i) begin
      use_q <= BUBBLE;
      word_q <= 1'b0;
      no_word_q <= 1'b1;
    end else if (go_i) begin
      use_q <= use_d;
      word_q <= use_d == WORD;
      no_word_q <= use_d != WORD;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {request_q, taken_q, served_q, delayed_q, bubble_q} <= '0;
    end else if (clear_i) begin
      {request_q, taken_q, served_q, delayed_q, bubble_q} <= '0;
    end else begin
      request_q <= request_i && !taken && !served_q;
      taken_q <= taken;
      served_q <= request_i && (taken || served_q);
      delayed_q <= delayed_i;
      bubble_q <= delayed_q || (bubble_q && !(go_i && use_q == BUBBLE));
    end
  end

  assign word_o = word_q;
  assign no_word_o = no_word_q;
  assign finish_o = use_q == FINISH;
  assign hash_key_o = use_q == HASH_KEY;
  assign taken_o = taken_q;

  // The decoded registers agree with the state.
  `ROUNDEL_CONTRACT(decoded, clk_i, rst_ni,
                    word_q == (use_q == WORD) && no_word_q == (use_q != WORD))

  // A packet ends in a cycle that takes a word.
  `ROUNDEL_CONTRACT(end_is_a_word, clk_i, rst_ni, !end_i || (go_i && word_q))

`ifndef ROUNDEL_NO_CONTRACTS
  logic ended_q;  // the last word of a packet was taken in the previous cycle
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ended_q <= 1'b0;
    end else begin
      ended_q <= end_i && !clear_i;
    end
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // The end of a packet is next, whatever else waits.
  `ROUNDEL_CONTRACT(end_is_next, clk_i, rst_ni, !ended_q || use_q == FINISH)

  // A request stays until its cycle.
  `ROUNDEL_CONTRACT(request_stays, clk_i, rst_ni, !request_q || request_i || clear_i)

  // A second word is delayed only after the bubble of the first one.
  `ROUNDEL_CONTRACT(one_delayed, clk_i, rst_ni, !delayed_i || clear_i || (!delayed_q && !bubble_q))

endmodule : roundel_gcm_schedule
