// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_lanes for proofs about control: a delay line for valid bits (prove_lanes). A word
// is refused while a block turns into the first round, and in any other cycle in which a key
// schedule may hold the ring. Results and tags are zero. `key_ready_o` is arbitrary.

module roundel_lanes #(
  parameter int Lanes = 1,
  parameter int KeyBits = 128,
  parameter int KeySizes = 0,
  parameter int Direction = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = 0,
  parameter int SecondSboxLanes = 0,
  parameter int SecondSbox = 0,
  parameter int SecondRoundCuts = 0,
  parameter int KeySchedule = 0,
  parameter int KeySlots = 1,
  parameter int TagBits = 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 zeroise_i,

  input  logic                 key_valid_i,
  output logic                 key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [  KeyBits-1:0] key_i,
  input  logic                 key_clear_i,
  input  logic [1:0]           key_size_i,

  input  logic                 valid_i,
  output logic                 ready_o,
  input  logic                 decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [  TagBits-1:0] tag_i,
  input  logic [128*Lanes-1:0] data_i,

  output logic                 valid_o,
  output logic [  TagBits-1:0] tag_o,
  output logic [128*Lanes-1:0] data_o
);

  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);

  (* anyseq *) logic any_hold, any_key_ready;
  logic [LATENCY-1:0] flight_q;  // bit k: a word was accepted k + 1 cycles ago
  logic turning;

  always_comb begin
    turning = 1'b0;
    for (int turn = 1; turn < TURNS; turn++) begin
      turning = turning || flight_q[LENGTH*turn-1];
    end
  end

  // A ring of one turn has no reader of ready_o (roundel_sideband_lanes), and accepts each word.
  assign ready_o = !turning && (TURNS == 1 || !any_hold);
  assign key_ready_o = any_key_ready;
  assign valid_o = flight_q[LATENCY-1];
  assign tag_o = '0;
  assign data_o = '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight_q <= '0;
    end else if (zeroise_i) begin
      flight_q <= '0;
    end else begin
      flight_q <= {flight_q[LATENCY-2:0], valid_i && ready_o};
    end
  end

endmodule : roundel_lanes
