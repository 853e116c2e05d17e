// SPDX-License-Identifier: Apache-2.0
//
// Proves that a block of a smaller key leaves the bypassed rounds as it entered, XORed with its
// entry key, and that no other block changes.
//
// The top connects roundel_bypass and the first hardware rounds as roundel_ring does, with the real
// rounds, S-boxes and registers. In each cycle an arbitrary block enters, in its first turn or in a
// later one. All round keys are zero, because the key schedule gives zero in bypassed rounds. A
// block that bypasses no round meets a second copy of the rounds, without injection.

module prove_bypass #(
  parameter int KeyBits = 256,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,
  parameter int Rounds = 14,
  parameter int Stages = 2,
  parameter int Direction = 0
) (
  input logic         clk_i,
  input logic         first_i,
  input logic         decrypt_i,
  input logic [  1:0] size_i,
  input logic [127:0] state_i
);

  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int CUTS = roundel_engine_pkg::round_cuts(roundel_engine_pkg::SBOX_TOWER, Direction,
      Stages, 0);
  localparam int MOST = (Rounds > 3) ? 4 : 2;  // most rounds that a block bypasses
  localparam int PAIRS = MOST / 2;
  localparam int WAIT = (Stages == 0) ? 1 : MOST * Stages;  // cycles of these rounds

  // ---- The ring ---------------------------------------------------------------------------------
  logic [LENGTH-1:0] first_q, decrypt_q;  // by position
  logic [2*LENGTH-1:0] size_q;
  logic [127:0] entry;
  logic [128*Rounds-1:0] inject;
  logic [128*MOST-1:0] middle, plain;  // results of the rounds; plain: of the copy

  assign entry = (first_i && roundel_engine_pkg::skipped_rounds(KeyBits, size_i) != 4'd0) ? '0
      : state_i;

  always_ff @(posedge clk_i) begin
    first_q <= (first_q << 1) | LENGTH'(first_i);
    decrypt_q <= (decrypt_q << 1) | LENGTH'(decrypt_i);
    size_q <= (size_q << 2) | (2 * LENGTH)'(size_i);
  end

  roundel_bypass #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Rounds(Rounds),
    .Stages(Stages),
    .Cuts(CUTS),
    .Direction(Direction)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .state_i(state_i),
    .first_i(first_i),
    .decrypt_i(decrypt_i),
    .size_i(size_i),
    .first_at_i(first_q),
    .decrypt_at_i(decrypt_q),
    .size_at_i(size_q),
    .inject_o(inject)
  );

  for (genvar r = 0; r < MOST; r++) begin : gen_round
    // With Stages = 0 one register, in front of round 0, serves all rounds.
    localparam int ROUND_CUTS = (Stages != 0) ? CUTS : (r == 0) ?
        1 << roundel_engine_pkg::CUT_ROUND : 0;
    localparam int NUM_STAGES = roundel_engine_pkg::num_stages(ROUND_CUTS);
    localparam int FIRST = (Stages == 0) ? 0 : r * Stages;

    for (genvar copy = 0; copy < 2; copy++) begin : gen_copy
      logic [127:0] state, result, unused_last;

      // The copy has pairs of rounds: a block bypasses the rounds in pairs.
      if (r == 0) begin : gen_entry
        assign state = entry;
      end else begin : gen_next
        assign state = (copy == 0 || r == 2) ? middle[128*(r-1)+:128] : plain[128*(r-1)+:128];
      end

      roundel_round #(
        .Sbox(roundel_engine_pkg::SBOX_TOWER),
        .Direction(Direction),
        .Cuts(ROUND_CUTS),
        .UnusedKeyIsZero(Stages >= 2),
        .Injects(copy == 0 && (r == 1 || r == 3))
      ) u_round (
        .clk_i(clk_i),
        .decrypt_i(decrypt_q[FIRST+:NUM_STAGES]),
        .encrypt_i(~decrypt_q[FIRST+:NUM_STAGES]),
        .state_i(state),
        .encrypt_key_i(128'd0),
        .decrypt_key_i(128'd0),
        .inject_i((copy == 0) ? inject[128*r+:128] : 128'd0),
        .middle_o(result),
        .last_o(unused_last)
      );

      if (copy == 0) begin : gen_middle
        assign middle[128*r+:128] = result;
      end else begin : gen_plain
        assign plain[128*r+:128] = result;
      end
    end
  end

  // ---- The specification ------------------------------------------------------------------------
  logic [128*WAIT-1:0] states_q;  // state_i of n + 1 cycles ago
  logic [7:0] filled_q = 8'd0;
  always_ff @(posedge clk_i) begin
    states_q <= (states_q << 128) | (128 * WAIT)'(state_i);
    filled_q <= (int'(filled_q) == WAIT) ? filled_q : filled_q + 8'd1;
  end

  always_comb begin
    assume (roundel_engine_pkg::has_key_size(KeySizes, size_i));
    filled: cover (int'(filled_q) == WAIT);
  end

  for (genvar pair = 0; pair < PAIRS; pair++) begin : gen_pair
    localparam int ROUND = 2 * pair + 1;
    localparam int BEHIND = (Stages == 0) ? 0 : (ROUND + 1) * Stages - 1;  // last position
    logic bypasses;
    assign bypasses = first_q[BEHIND]
        && int'(roundel_engine_pkg::skipped_rounds(KeyBits, size_q[2*BEHIND+:2])) == ROUND + 1;
    always_comb begin
      if (int'(filled_q) == WAIT) begin
        assert (middle[128*ROUND+:128]
            == (bypasses ? states_q[128*BEHIND+:128] : plain[128*ROUND+:128]));
      end
    end
  end

endmodule : prove_bypass
