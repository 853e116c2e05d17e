// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_ring for proofs of its users: the delay line of tags from prove_ring. A block is
// the lowest bit and has the same delay; without `valid_o` the result is arbitrary.

module roundel_ring #(
  parameter int KeyBits = 128,
  parameter int KeySizes = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int KeySlots = 1,
  parameter int TagBits = 1
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  logic                                              flush_i,

  input  logic                                              hold_i,
  input  logic                                              valid_i,
  output logic                                              ready_o,
  input  logic                                              decrypt_i,
  input  logic [         roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [1:0] size_i,
  input  logic [                               TagBits-1:0] tag_i,
  input  logic [                                     127:0] block_i,
  input  logic [                                     127:0] entry_key_i,

  output logic                                              valid_o,
  output logic                                              empty_o,
  output logic [                               TagBits-1:0] tag_o,
  output logic [                                     127:0] block_o,

  output logic                                              stays_o,
  output logic [  roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_at_o,
  output logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_at_o,
  output logic [  roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_at_o,
  output logic [  roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_at_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_at_o,
  output logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_at_o,
  input  logic [                            128*Rounds-1:0] encrypt_key_i,
  input  logic [                            128*Rounds-1:0] decrypt_key_i
);

  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, KeySlots);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam bit DRAINS = Stages >= 2;

  (* anyseq *) logic any_result, any_tag;
  logic [LATENCY-1:0] flight_q, ghost_q, marks_q, tags_q;  // see prove_ring
  logic drops_q, closed_q;
  logic [7:0] since_q;
  logic busy, accept;

  always_comb begin
    busy = 1'b0;
    for (int t = 1; t < TURNS; t++) busy = busy || ghost_q[t*LENGTH-1];
  end

  assign accept = valid_i && ready_o;
  assign ready_o = !busy && !drops_q && !closed_q;
  assign valid_o = flight_q[LATENCY-1] && !(flush_i && !DRAINS);
  assign empty_o = !valid_o;
  assign tag_o = TagBits'(valid_o ? tags_q[LATENCY-1] : any_tag);
  assign block_o = {127'd0, valid_o ? marks_q[LATENCY-1] : any_result};
  assign stays_o = busy;
  assign valid_at_o = '0;
  assign turn_at_o = '0;
  assign decrypt_at_o = '0;
  assign encrypt_at_o = '0;
  assign slot_at_o = '0;
  assign size_at_o = '0;

  always_ff @(posedge clk_i) begin
    marks_q <= (marks_q << 1) | LATENCY'(block_i[0]);
    tags_q <= (tags_q << 1) | LATENCY'(tag_i[0]);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight_q <= '0;
      ghost_q <= '0;
      drops_q <= DRAINS;
      since_q <= 8'd0;
      closed_q <= DRAINS;
    end else begin
      flight_q <= flush_i ? '0 : (flight_q << 1) | LATENCY'(accept);
      ghost_q <= (flush_i && !DRAINS) ? '0 : (ghost_q << 1) | LATENCY'(accept);
      drops_q <= DRAINS && (flush_i || (drops_q && int'(since_q) < LATENCY));
      since_q <= flush_i ? 8'd0 : since_q + 8'd1;
      closed_q <= DRAINS && hold_i;
    end
  end

endmodule : roundel_ring
