// SPDX-License-Identifier: Apache-2.0
//
// The AES lanes of a mode and a delay line for the data that accompanies each word (sideband).
//
// Interface. Words, keys, results, reset and zeroise are those of roundel_lanes, except `ready_o`.
// A ring that does not turn (Rounds equal to Nr) accepts a word in each cycle, so `ready_o` is 1.
// The mode must then present words of slots with a usable key only. `beside_i` is taken with a
// word. `beside_o` shows the same bits together with the results of the word. `early_o` shows the
// bits 1 cycle earlier and `sooner_o` 2 cycles earlier, so that a mode can decode the bits in time.
//
// Method. The delay line has the latency of the lanes and never stalls. The last two or three
// cycles are registers, because block RAM is far from the logic behind the delay line.
//
// Limits. The delay line is not reset: data beside the lanes is valid with `valid_o` only.

module roundel_sideband_lanes #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,  // KEY_SCHEDULE_*
  parameter int KeySlots = 1,  // keys stored at the same time, a power of two
  parameter int Width = 128,  // sideband bits of a word
  parameter bit BlockRam = 1'b1  // sideband in 1: block RAM; 0: distributed RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes

  input  logic valid_i,
  output logic ready_o,
  input  logic decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [Width-1:0] beside_i,

  output logic valid_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [Width-1:0] sooner_o,
  output logic [Width-1:0] early_o,
  output logic [Width-1:0] beside_o
);

  localparam int LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);

  localparam int REGISTERS = (LATENCY >= 12) ? 3 : 2;  // registers at the end of the delay line

  logic lanes_ready;
  logic [Width-1:0] delayed, beside, early_q, beside_q;

  assign ready_o = (roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1) || lanes_ready;
  assign sooner_o = beside;
  assign early_o = early_q;
  assign beside_o = beside_q;

  roundel_lanes #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts), .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .TagBits(1)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .valid_i,
    .ready_o(lanes_ready),
    .decrypt_i, .slot_i,
    .tag_i(1'b0),
    .data_i, .valid_o,
    // verilator lint_off PINCONNECTEMPTY
    .tag_o(),
    // verilator lint_on PINCONNECTEMPTY
    .data_o
  );

  roundel_delay #(.Width(Width), .Cycles(LATENCY - REGISTERS), .BlockRam(BlockRam != 0)) u_delay (
    .clk_i, .rst_ni,
    .data_i(beside_i),
    .data_o(delayed)
  );

  roundel_pipeline_cut #(.Width(Width), .Present(REGISTERS != 2)) u_sooner (
    .clk_i,
    .data_i(delayed),
    .data_o(beside)
  );

  always_ff @(posedge clk_i) begin
    early_q <= beside;
    beside_q <= early_q;
  end

endmodule : roundel_sideband_lanes
