// SPDX-License-Identifier: Apache-2.0
//
// Contains the mode of operation chosen by parameter Mode, or the set of modes of parameter Modes,
// behind the same ports.
//
// Interface. roundel_mode_set describes `mode_i`, `gone_o` and `other_o`; roundel_gcm describes
// words, text, tags, keys and IVs; roundel_xts describes tweaks and `drop_o`; roundel_ctr describes
// `counter_32_i`. An output without a meaning in the mode is 0; an input without a meaning is
// ignored. The module has no register.

`include "roundel_refuse.svh"

module roundel_stream_mode #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // ECB, XTS: any; CBC: decrypt
  parameter int Lanes = 1,  // N
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers in a round
  // register positions, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  parameter int KeySlots = 4,  // keys held at once, a power of two
  // a mask of roundel_ghash_pkg::GHASH_CUT_*
  parameter int GhashCuts = roundel_ghash_pkg::GHASH_BEST_CUTS,
  parameter bit HasChain = 1'b0,  // blocks of roundel_chain come too, see roundel_sideband_lanes
  parameter int UserBits = 1,  // bits beside a word
  parameter bit BlockRam = 1'b1  // words beside the lanes in 1: block RAM; 0: distributed RAM
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key_i,
  input  logic                                      key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic                                      tweak_valid_i,
  output logic                                      tweak_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] tweak_slot_i,
  input  logic [                             127:0] tweak_i,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic [roundel_stream_pkg::mode_bits(Modes)-1:0] mode_i,
  input  logic                                      decrypt_i,
  input  logic                                      counter_32_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                             127:0] start_i,
  input  logic                                      aad_i,
  input  logic                                      last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                     128*Lanes-1:0] data_i,
  input  logic [                      UserBits-1:0] user_i,

  output logic                                      gone_o,

  input  logic                                      iv_turn_i,
  input  logic                                      iv_valid_i,
  output logic                                      iv_ready_o,
  input  logic                                      iv_last_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_i,
  input  logic [                               4:0] iv_bytes_i,
  input  logic [                             127:0] iv_i,

  input  logic chain_valid_i,
  output logic chain_ready_o,
  input  logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] chain_entry_i,
  output logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return_o,

  output logic                                      valid_o,
  output logic                                      last_o,
  output logic                                      drop_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                     128*Lanes-1:0] data_o,
  output logic [                      UserBits-1:0] user_o,
  output logic                                      other_o,

  output logic                                      iv_hash_valid_o,
  output logic                                      tag_valid_o,
  output logic [                             127:0] tag_o
);

  localparam int CHAIN_BITS =
      roundel_stream_pkg::chain_entry_bits(roundel_prim_pkg::index_bits(KeySlots));

  logic unused_ports;  // inputs without a meaning in the mode

  if (roundel_stream_pkg::is_mode_set(Modes)) begin : gen_set
    roundel_mode_set #(
      .Modes(Modes), .Mode(Mode), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
      .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts),
      .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
      .SecondRoundCuts(SecondRoundCuts),
      .KeySlots(KeySlots), .GhashCuts(GhashCuts), .HasChain(HasChain), .UserBits(UserBits),
      .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i, .slot_ready_o, .valid_i, .ready_o, .mode_i, .decrypt_i, .counter_32_i, .slot_i,
      .start_i, .aad_i, .last_i, .bytes_i, .data_i, .user_i, .gone_o,
      .iv_turn_i, .iv_valid_i, .iv_ready_o, .iv_last_i, .iv_slot_i, .iv_bytes_i, .iv_i,
      .chain_valid_i, .chain_ready_o, .chain_entry_i, .chain_return_o,
      .valid_o, .last_o, .bytes_o, .data_o, .user_o, .other_o,
      .iv_hash_valid_o, .tag_valid_o, .tag_o
    );

    assign unused_ports = ^{tweak_valid_i, tweak_slot_i, tweak_i};
  end else if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_gcm
    roundel_gcm #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
      .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots), .GhashCuts(GhashCuts), .UserBits(UserBits), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i,
      .slot_ready_o, .valid_i, .ready_o,
      .other_i(1'b0),
      .decrypt_i, .slot_i, .start_i, .aad_i, .last_i, .bytes_i, .data_i, .user_i,
      .chain_valid_i(1'b0),
      .chain_entry_i({CHAIN_BITS{1'b0}}),
      // verilator lint_off PINCONNECTEMPTY
      .chain_ready_o(),
      .chain_return_o(),
      // verilator lint_on PINCONNECTEMPTY
      .iv_turn_i, .iv_valid_i, .iv_last_i, .iv_slot_i, .iv_bytes_i, .iv_i,
      .valid_o, .last_o, .bytes_o, .data_o, .user_o,
      // verilator lint_off PINCONNECTEMPTY
      .other_o(),
      // verilator lint_on PINCONNECTEMPTY
      .iv_hash_valid_o, .tag_valid_o, .tag_o
    );

    assign unused_ports = ^{counter_32_i, tweak_valid_i, tweak_slot_i, tweak_i};
  end else if (Mode == roundel_stream_pkg::MODE_CTR) begin : gen_ctr
    roundel_ctr #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
      .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots), .UserBits(UserBits), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i,
      .slot_ready_o, .valid_i, .ready_o, .start_i,
      .short_i(counter_32_i),
      .slot_i, .last_i, .bytes_i, .data_i, .user_i, .valid_o, .last_o, .bytes_o, .data_o, .user_o
    );
    assign tag_valid_o = 1'b0;
    assign tag_o = '0;

    assign unused_ports = ^{decrypt_i, aad_i, tweak_valid_i, tweak_slot_i, tweak_i,
                            iv_turn_i, iv_valid_i, iv_last_i, iv_slot_i, iv_bytes_i, iv_i};
  end else if (Mode == roundel_stream_pkg::MODE_ECB) begin : gen_ecb
    roundel_ecb #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction),
      .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
      .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots), .UserBits(UserBits), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i,
      .slot_ready_o, .valid_i, .ready_o, .decrypt_i, .slot_i, .last_i, .bytes_i, .data_i, .user_i,
      .valid_o, .last_o, .bytes_o, .data_o, .user_o
    );
    assign tag_valid_o = 1'b0;
    assign tag_o = '0;

    assign unused_ports = ^{start_i, counter_32_i, aad_i, tweak_valid_i, tweak_slot_i, tweak_i,
                            iv_turn_i, iv_valid_i, iv_last_i, iv_slot_i, iv_bytes_i, iv_i};
  end else if (Mode == roundel_stream_pkg::MODE_CBC) begin : gen_cbc
    `ROUNDEL_REFUSE(roundel_error_mode_cbc_needs_direction_decrypt,
                    Direction != roundel_aes_pkg::DIRECTION_DECRYPT)
    roundel_cbc_decrypt #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
      .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots), .UserBits(UserBits), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i,
      .slot_ready_o, .valid_i, .ready_o, .start_i, .slot_i, .last_i, .bytes_i, .data_i, .user_i,
      .valid_o, .last_o, .bytes_o, .data_o, .user_o
    );
    assign tag_valid_o = 1'b0;
    assign tag_o = '0;

    assign unused_ports = ^{decrypt_i, counter_32_i, aad_i, tweak_valid_i, tweak_slot_i, tweak_i,
                            iv_turn_i, iv_valid_i, iv_last_i, iv_slot_i, iv_bytes_i, iv_i};
  end else if (Mode == roundel_stream_pkg::MODE_XTS) begin : gen_xts
    roundel_xts #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction),
      .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
      .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots), .UserBits(UserBits), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i,
      .slot_ready_o, .tweak_valid_i, .tweak_ready_o, .tweak_slot_i, .tweak_i, .valid_i, .ready_o,
      .decrypt_i, .slot_i, .last_i, .bytes_i, .data_i, .user_i, .valid_o, .last_o, .drop_o,
      .bytes_o, .data_o, .user_o
    );
    assign tag_valid_o = 1'b0;
    assign tag_o = '0;

    assign unused_ports = ^{start_i, counter_32_i, aad_i, iv_turn_i, iv_valid_i, iv_last_i,
                            iv_slot_i, iv_bytes_i, iv_i};
  end else begin : gen_unknown
    `ROUNDEL_REFUSE(roundel_error_unknown_mode, 1'b1)
    assign unused_ports = 1'b0;
  end

  if (!roundel_stream_pkg::is_mode_set(Modes)) begin : gen_no_set
    logic unused_mode;
    assign unused_mode = ^mode_i;
    assign gone_o = 1'b1;
    assign iv_ready_o = ready_o;
    assign other_o = 1'b0;
    assign chain_ready_o = 1'b0;
    assign chain_return_o = '0;
    logic unused_chain;
    assign unused_chain = ^{chain_valid_i, chain_entry_i};
  end

  if (Mode != roundel_stream_pkg::MODE_XTS) begin : gen_no_tweak
    assign tweak_ready_o = 1'b1;
    assign drop_o = 1'b0;
  end

  if (Mode != roundel_stream_pkg::MODE_GCM && !roundel_stream_pkg::is_mode_set(Modes))
  begin : gen_no_iv
    assign iv_hash_valid_o = 1'b0;
  end

endmodule : roundel_stream_mode
