// SPDX-License-Identifier: Apache-2.0
//
// Keys, lanes and a mask: what the modes that only cipher text have in common.
//
// A word is taken in a cycle with `valid_i` and `ready_o`; its blocks `data_i` are ciphered, XORed
// with `mask_i` where `HasMask` is set, and come out without the bytes behind `bytes_i`: without
// back-pressure, in order, TEXT_LATENCY cycles later. A word without a byte comes out as well.
//
// Without `valid_o`, `data_o` may be what a zeroise dropped: it must not reach a pin.
//
// Keys: see roundel_mode_keys; slots of words have their bit in `slot_ready_o`. `zeroise_i`: what
// is under way is dropped, all keys are cleared.

module roundel_text_datapath #(
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
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int HasMask = 1,  // 0: there is no mask
  parameter int UserBits = 1,  // that go beside a word
  parameter int BlockRam = 1  // 1: words wait for the lanes in block RAM; 0: in distributed RAM
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,
  output logic [                      KeySlots-1:0] slot_ready_o,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic                                      decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic                                      last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                      UserBits-1:0] user_i,
  input  logic [                     128*Lanes-1:0] mask_i,

  output logic                                      valid_o,
  output logic                                      last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                      UserBits-1:0] user_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int MASK_BITS = (HasMask != 0) ? 128 * Lanes : 1;
  localparam int BESIDE = 1 + UserBits + BYTE_BITS + MASK_BITS;
  localparam int TEXT_LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes) +
      1;
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::key_load_cycles(KeyBits, Rounds, Stages, ROUND_CUTS, KeySlots) + 2;

  logic lanes_key_valid, lanes_key_ready, valid;
  logic [128*Lanes-1:0] result, mask;
  logic [MASK_BITS-1:0] mask_in, mask_out;
  logic [BESIDE-1:0] sooner, unused_early, beside;
  logic last;
  logic [UserBits-1:0] user;
  logic [BYTE_BITS-1:0] bytes;
  logic [16*Lanes-1:0] keep;

  roundel_mode_keys #(
    .KeySlots(KeySlots),
    .LoadCycles(LOAD_CYCLES)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o)
  );

  if (HasMask != 0) begin : gen_mask
    assign mask_in = mask_i;
    assign mask = mask_out;
  end else begin : gen_no_mask
    assign mask_in = 1'b0;
    assign mask = '0;

    logic unused_mask;
    assign unused_mask = ^{mask_i, mask_out};
  end

  roundel_sideband_lanes #(
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
    .Width(BESIDE),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .decrypt_i(decrypt_i),
    .slot_i(slot_i),
    .data_i(data_i),
    .beside_i({last_i, user_i, bytes_i, mask_in}),
    .valid_o(valid),
    .data_o(result),
    .sooner_o(sooner),
    .early_o(unused_early),
    .beside_o(beside)
  );

  roundel_byte_mask #(
    .Lanes(Lanes)
  ) u_mask (
    .clk_i(clk_i),
    .any_i(1'b1),
    .bytes_i(sooner[MASK_BITS+:BYTE_BITS]),
    .mask_o(keep)
  );

  assign {last, user, bytes, mask_out} = beside;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
    end else begin
      valid_o <= valid && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    last_o <= last;
    user_o <= user;
    bytes_o <= bytes;
    for (int b = 0; b < 16 * Lanes; b++) begin
      data_o[128*Lanes-1-8*b-:8] <=
          (result[128*Lanes-1-8*b-:8] ^ mask[128*Lanes-1-8*b-:8]) & {8{keep[b]}};
    end
  end

  logic unused_facts;
  assign unused_facts = ^{TEXT_LATENCY, sooner};

endmodule : roundel_text_datapath
