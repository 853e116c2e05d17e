// SPDX-License-Identifier: Apache-2.0
//
// The lanes of a mode, and what goes beside them: `beside_i` comes out with the results of the word
// that it went in with.
//
// As roundel_lanes, but that `valid_i` waits for `ready_o` only where a ring turns (Rounds below
// Nr): a ring that does not turn takes a word in every cycle, as long as the word's slot has a key
// and nothing was zeroised since; that is the mode's to know. `early_o` is `beside_o` of the cycle
// after, `sooner_o` that of the cycle after that, for what is to be decoded before it is used.

module roundel_sideband_lanes #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,
  parameter int KeySlots = 1,  // keys held at once, a power of two
  parameter int Width = 128,  // bits beside a word
  parameter int BlockRam = 1  // 1: they wait in block RAM; 0: in distributed RAM
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic                                      decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                         Width-1:0] beside_i,

  output logic                                      valid_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                         Width-1:0] sooner_o,
  output logic [                         Width-1:0] early_o,
  output logic [                         Width-1:0] beside_o
);

  localparam int LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes);

  logic lanes_ready, unused_tag;
  // Registers behind the delay: block RAM is far from what it feeds.
  localparam int REGISTERS = (LATENCY >= 12) ? 3 : 2;
  logic [Width-1:0] delayed, beside, early_q, beside_q;

  assign ready_o = (roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1) || lanes_ready;
  assign sooner_o = beside;
  assign early_o = early_q;
  assign beside_o = beside_q;

  roundel_lanes #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(1)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .valid_i(valid_i),
    .ready_o(lanes_ready),
    .decrypt_i(decrypt_i),
    .slot_i(slot_i),
    .tag_i(1'b0),
    .data_i(data_i),
    .valid_o(valid_o),
    .tag_o(unused_tag),
    .data_o(data_o)
  );

  roundel_delay #(
    .Width(Width),
    .Cycles(LATENCY - REGISTERS),
    .BlockRam(BlockRam)
  ) u_delay (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i(beside_i),
    .data_o(delayed)
  );

  roundel_pipeline_cut #(
    .Width(Width),
    .Present(REGISTERS - 2)
  ) u_sooner (
    .clk_i(clk_i),
    .data_i(delayed),
    .data_o(beside)
  );

  always_ff @(posedge clk_i) begin
    early_q <= beside;
    beside_q <= early_q;
  end

endmodule : roundel_sideband_lanes
