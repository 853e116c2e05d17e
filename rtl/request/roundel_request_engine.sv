// SPDX-License-Identifier: Apache-2.0
//
// Packet engine for hosts with plain bytes: requests and data in, text and results out, and the
// registers of roundel_axi. roundel_card and roundel_dma share this module.
//
// Interface. Requests and data are those of roundel_request_packets, in words of 16 * WordBlocks
// bytes. Text and results are those of roundel_stream. Requests are numbered from 0. Text carries
// the number of its request. A result carries the number, and `result_text_o`: the request has
// text, unless the text was dropped. Registers (rtl/regs/roundel_registers.rdl): `start_i` pulses
// for one cycle and starts an access of 64 bits; the other inputs are stable until `done_o`
// (roundel_axil_bridge).
//
// Zeroise. `zeroise_o` pulses for one cycle, and `zeroising_o` is then high for at least
// roundel_engine_pkg::zeroise_cycles() cycles, which is more than FifoWords. The user overwrites
// the FIFOs around this module in this time, at 1 word per cycle. `clear_i` drops all requests and
// restarts the numbers at 0. The user must assert `clear_i` while `zeroising_o` is high, and until
// the FIFOs around this module are overwritten. Reset: asynchronous, active low.

module roundel_request_engine #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // mode of operation
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set, without chained packets
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // of ECB, XTS; CBC: decrypt
  parameter int Lanes = 1,  // N: 1, 2, 4, 8 or 16
  parameter int WordBlocks = 1,  // blocks in a data word: a power of two, at most Lanes
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // positions of the registers: mask of CUT_*; 0: best known
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // structure of the S-boxes
  parameter int SecondSboxLanes = 0,  // number of lanes, the last ones, that use SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-boxes of these lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of these lanes
  parameter int KeySlots = 4,  // stored keys, a power of two; GCM with many lanes: fewer
  parameter int PacketDepth = 0,  // packets in flight: 18 + 16 * n; 0: enough for full speed
  parameter int GhashCuts = 0,  // GCM: mask of GHASH_CUT_*; 0: best known
  parameter bit BlockRam = 1'b1,  // FIFOs in block RAM; 0: in LUT RAM
  parameter bit Counters = 1'b1,  // 0: no counters; their registers read as zero
  parameter int NumberBits = 8,  // 2^NumberBits exceeds the requests in flight
  parameter int FifoWords = 64  // words of the user's longest FIFO, for the length of a zeroise
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  output logic                      irq_o,
  output logic                      zeroise_o,
  output logic                      zeroising_o,
  input  logic                      clear_i,

  input  logic                      start_i,
  input  logic                      write_i,
  input  logic [              11:3] address_i,
  input  logic [              63:0] data_i,
  input  logic [               7:0] strobe_i,  // bytes to write
  input  logic [               1:0] halves_i,  // halves of the access; bit 1: the high half
  output logic                      done_o,
  output logic                      error_o,
  output logic [              63:0] data_o,

  input  logic                      request_valid_i,
  output logic                      request_ready_o,
  input  logic [             383:0] request_i,  // byte 0 in the low bits
  output logic                      open_o,  // see roundel_request_packets
  output logic                      settled_o,

  input  logic                      word_valid_i,
  output logic                      word_ready_o,
  input  logic [128*WordBlocks-1:0] word_i,  // byte 0 in the low bits

  output logic                      text_valid_o,
  input  logic                      text_ready_i,
  output logic [     128*Lanes-1:0] text_data_o,  // byte 0 in the low bits
  output logic [      16*Lanes-1:0] text_keep_o,  // kept bytes, from byte 0 on
  output logic                      text_last_o,
  output logic [    NumberBits-1:0] text_number_o,

  output logic                      result_valid_o,
  input  logic                      result_ready_i,
  output logic                      result_ok_o,
  output logic [               2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [             127:0] result_tag_o,  // byte 0 in the low bits
  output logic [    NumberBits-1:0] result_number_o,
  output logic                      result_text_o,  // the request has text, unless dropped

  output logic                      drop_o,  // the current request gives no text
  output logic [    NumberBits-1:0] drop_number_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int KEY_WIDTH = roundel_stream_pkg::mode_key_bits(Mode, KeyBits);
  localparam int DIRECTION = roundel_stream_pkg::is_mode_set(Modes) ? Direction
      : roundel_stream_pkg::packet_direction(Mode, Direction);
  localparam int PACKET_DEPTH = roundel_stream_pkg::packet_depth(PacketDepth, Mode,
      roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots), Lanes);
  localparam int USER_BITS = NumberBits + 1;

  // Not by ROUNDEL_REFUSE: the tops refuse the same values with their own names, and a tool may
  // reach this module first.
  if (WordBlocks < 1 || WordBlocks > Lanes || (WordBlocks & (WordBlocks - 1)) != 0)
  begin : gen_bad_word
    roundel_error_word_blocks_must_be_a_power_of_two_up_to_lanes u_error ();
  end

  // ---- Registers --------------------------------------------------------------------------------
  logic aw_valid, aw_ready, w_valid, w_ready, b_valid, ar_valid, ar_ready, r_valid;
  logic [11:2] axil_word_address;
  logic [31:0] axil_word, r_data;
  logic [3:0] axil_strobe;
  logic b_error, r_error;
  logic key_valid, key_ready, key_clear;
  logic [1:0] key_size;
  logic [4:0] key_least_tag;
  logic [SLOT_BITS-1:0] key_slot;
  logic [KEY_WIDTH-1:0] key;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready;
  logic beat_valid, beat_ready;

  roundel_axil_bridge u_bridge (
    .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start_i), .write_i(write_i), .address_i(address_i),
    .data_i(data_i), .strobe_i(strobe_i), .halves_i(halves_i), .done_o(done_o), .error_o(error_o),
    .data_o(data_o),
    .aw_valid_o(aw_valid),
    .aw_ready_i(aw_ready),
    .w_valid_o(w_valid),
    .w_ready_i(w_ready),
    .ar_valid_o(ar_valid),
    .ar_ready_i(ar_ready),
    .word_address_o(axil_word_address),
    .word_o(axil_word),
    .strobe_o(axil_strobe),
    .b_valid_i(b_valid),
    .b_error_i(b_error),
    .r_valid_i(r_valid),
    .r_data_i(r_data),
    .r_error_i(r_error)
  );

  roundel_axil_registers #(
    .Mode(Mode), .Modes(Modes),
    .Direction(DIRECTION),
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes),
    .KeyWidth(KEY_WIDTH),
    .KeySlots(KeySlots),
    .UserBits(USER_BITS),
    .PacketDepth(PACKET_DEPTH),
    .Counters(Counters),
    .ZeroiseCycles(roundel_engine_pkg::zeroise_cycles(
        KeyBits, KeySizes, Rounds, Stages, Lanes, FifoWords, KeySlots))
  ) u_registers (
    .clk_i, .rst_ni, .irq_o,
    .aw_valid_i(aw_valid),
    .aw_ready_o(aw_ready),
    .aw_word_i(axil_word_address),
    .w_valid_i(w_valid),
    .w_ready_o(w_ready),
    .w_data_i(axil_word),
    .w_strobe_i(axil_strobe),
    .b_valid_o(b_valid),
    .b_ready_i(1'b1),
    .b_error_o(b_error),
    .ar_valid_i(ar_valid),
    .ar_ready_o(ar_ready),
    .ar_word_i(axil_word_address),
    .r_valid_o(r_valid),
    .r_ready_i(1'b1),
    .r_data_o(r_data),
    .r_error_o(r_error),
    .zeroise_o, .zeroising_o,
    .key_valid_o(key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(key_slot),
    .key_o(key),
    .key_clear_o(key_clear),
    .key_size_o(key_size),
    .key_least_tag_o(key_least_tag),
    .slot_ready_i(slot_ready),
    .beat_valid_i(beat_valid),
    .beat_ready_i(beat_ready),
    .text_valid_i(text_valid_o),
    .text_ready_i,
    .text_keep_i(text_keep_o),
    .result_valid_i(result_valid_o),
    .result_ready_i,
    .result_ok_i(result_ok_o),
    .result_error_i(result_error_o)
  );

  // ---- Requests to packets ----------------------------------------------------------------------
  logic command_valid, command_ready, beat_last;
  logic [NumberBits:0] text_user, drop_user;
  logic unused_user_bits;
  logic [383:0] command;
  logic [NumberBits:0] command_user;
  logic [128*Lanes-1:0] beat_data;
  logic [16*Lanes-1:0] beat_keep;
  logic [NumberBits-1:0] beat_user;
  logic narrow_valid, narrow_ready, narrow_end, narrow_last;
  logic [128*WordBlocks-1:0] narrow_data;
  logic [16*WordBlocks-1:0] narrow_keep;
  logic [NumberBits-1:0] narrow_user;

  roundel_request_packets #(
    .Mode(Mode),
    .Bytes(16 * WordBlocks),
    .NumberBits(NumberBits)
  ) u_packets (
    .clk_i, .rst_ni, .clear_i, .request_valid_i, .request_ready_o, .request_i, .open_o, .settled_o,
    .word_valid_i, .word_ready_o, .word_i,
    .command_valid_o(command_valid),
    .command_ready_i(command_ready),
    .command_o(command),
    .command_user_o(command_user),
    .beat_valid_o(narrow_valid),
    .beat_ready_i(narrow_ready),
    .beat_data_o(narrow_data),
    .beat_keep_o(narrow_keep),
    .beat_end_o(narrow_end),
    .beat_last_o(narrow_last),
    .beat_user_o(narrow_user)
  );

  roundel_upsizer #(.Blocks(WordBlocks), .Lanes(Lanes), .UserBits(NumberBits)) u_widen (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(narrow_valid),
    .ready_o(narrow_ready),
    .data_i(narrow_data),
    .keep_i(narrow_keep),
    .end_i(narrow_end),
    .last_i(narrow_last),
    .user_i(narrow_user),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o(beat_data),
    .keep_o(beat_keep),
    .last_o(beat_last),
    .user_o(beat_user)
  );

  roundel_stream #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .Rounds(Rounds),
    .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts), .KeySlots(KeySlots),
    .UserBits(USER_BITS),
    .PacketDepth(PacketDepth), .GhashCuts(GhashCuts), .BlockRam(BlockRam)
  ) u_stream (
    .clk_i, .rst_ni,
    .zeroise_i(zeroise_o),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    // verilator lint_off PINCONNECTEMPTY
    .key_refused_o(),
    // verilator lint_on PINCONNECTEMPTY
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .key_size_i(key_size),
    .key_least_tag_i(key_least_tag),
    .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
    .slot_ready_o(slot_ready),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(command_user),
    .command_privileged_i(1'b0),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat_data),
    .beat_keep_i(beat_keep),
    .beat_last_i(beat_last),
    .beat_id_i(1'b0),
    .beat_user_i({1'b0, beat_user}),
    .text_valid_o, .text_ready_i, .text_data_o, .text_keep_o, .text_last_o,
    .text_user_o(text_user),
    // verilator lint_off PINCONNECTEMPTY
    .text_id_o(),
    .result_id_o(),
    // verilator lint_on PINCONNECTEMPTY
    .result_valid_o, .result_ready_i, .result_ok_o, .result_error_o, .result_tag_o,
    .result_user_o({result_text_o, result_number_o}),
    .drop_o,
    .drop_user_o(drop_user)
  );

  assign text_number_o = text_user[NumberBits-1:0];
  assign drop_number_o = drop_user[NumberBits-1:0];
  assign unused_user_bits = ^{text_user[NumberBits], drop_user[NumberBits]};

endmodule : roundel_request_engine
