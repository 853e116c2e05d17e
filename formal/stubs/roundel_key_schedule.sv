// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_key_schedule for proofs of its users: ready in any cycle, except in the cycles
// after a reset in which no key can be stored. Keys do not matter here.

module roundel_key_schedule #(
  parameter int KeyBits = 128,
  parameter int KeySizes = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int KeySchedule = 0,
  parameter int KeySlots = 1
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,
  input  logic [                               1:0] key_size_i,

  input  logic                                      turning_i,
  output logic                                      ready_o,
  input  logic                                      entry_decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [                             127:0] entry_key_o,
  output logic [                               1:0] entry_size_o,

  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_i,
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_i,
  input  logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  // After a reset the schedule first waits for the latency of a block and stores zeros; then a key
  // needs its expansion of more than NUM_ROUNDS cycles.
  localparam int CLOSED =
      roundel_engine_pkg::latency(KeyBits, Rounds, Stages, KeySlots) +
          roundel_engine_pkg::num_rounds(KeyBits);

  (* anyseq *) logic any_ready, any_key_ready;
  logic [7:0] age_q;  // cycles since the reset, up to CLOSED

  assign ready_o = any_ready && int'(age_q) == CLOSED;
  assign key_ready_o = any_key_ready;
  assign entry_key_o = '0;
  assign entry_size_o = 2'd0;
  assign encrypt_key_o = '0;
  assign decrypt_key_o = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      age_q <= 8'd0;
    end else if (int'(age_q) < CLOSED) begin
      age_q <= age_q + 8'd1;
    end
  end

endmodule : roundel_key_schedule
