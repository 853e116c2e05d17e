// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_engine for proofs of its users: a delay line, ready in any of the cycles in which
// the engine can be ready. prove_ring proves that the ring of the engine is a delay line. Tags and
// blocks do not matter here.

module roundel_engine #(
  parameter int KeyBits = 128,
  parameter int KeySizes = 0,
  parameter int Direction = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = 0,
  parameter int KeySchedule = 0,
  parameter int KeySlots = 1,
  parameter int TagBits = 1
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,
  input  logic [1:0] key_size_i,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic                                      decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                       TagBits-1:0] tag_i,
  input  logic [                             127:0] block_i,

  output logic                                      valid_o,
  output logic [                       TagBits-1:0] tag_o,
  output logic [                             127:0] block_o,

  output logic                                      empty_o,
  output logic                                      ring_valid_o,
  output logic                                      ring_hold_o,
  output logic [                               1:0] entry_size_o,
  output logic [                             127:0] entry_key_o,
  output logic [                    128*Rounds-1:0] encrypt_key_o,
  output logic [                    128*Rounds-1:0] decrypt_key_o
);

  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, KeySlots);
  localparam bit DRAINS = Stages >= 2;

  (* anyseq *) logic any_ready, any_key_ready;
  logic [LATENCY-1:0] flight_q;
  logic closed_q;  // reset, or zeroise_i of a ring that drains, in the previous cycle

  assign key_ready_o = any_key_ready;
  assign ready_o = any_ready && !closed_q && (DRAINS || !zeroise_i);
  assign valid_o = flight_q[LATENCY-1] && (DRAINS || !zeroise_i);
  assign tag_o = '0;
  assign block_o = '0;
  assign empty_o = !valid_o;
  assign ring_valid_o = 1'b0;
  assign ring_hold_o = 1'b0;
  assign entry_size_o = '0;
  assign entry_key_o = '0;
  assign encrypt_key_o = '0;
  assign decrypt_key_o = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight_q <= '0;
      closed_q <= 1'b1;
    end else begin
      flight_q <= zeroise_i ? '0 : (flight_q << 1) | LATENCY'(valid_i && ready_o);
      closed_q <= DRAINS && zeroise_i;
    end
  end

endmodule : roundel_engine
