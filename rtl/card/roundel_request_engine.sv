// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation for hosts that have plain bytes: requests and their data in, text and results
// out, and the registers of roundel_axi. What roundel_card and roundel_dma have in common.
//
// Requests and data are those of roundel_request_packets, in words of 16 * WordBlocks bytes; text
// and results those of roundel_stream. Beside text goes the number of its request, counted from 0
// on; beside a result its number and whether there would be text, had it not been dropped.
//
// Registers, rtl/regs/roundel_registers.rdl: `start_i` for a cycle begins an access of 64 bits, see
// roundel_axil_bridge; what follows stays until `done_o`.
//
// Forgetting. `zeroise_o` for a cycle, then `zeroising_o` for ZeroiseCycles cycles or more: whoever
// has queues around this overwrites them meanwhile. `clear_i` drops what is in here and begins
// numbers at 0; it is to be high while `zeroising_o`, and until the queues around this are
// overwritten.

module roundel_request_engine #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  // of ECB, XTS; CBC: decrypt; GCM, CTR: both
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
  parameter int WordBlocks = 1,  // blocks of a word of data: a power of two up to Lanes
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // lanes, the last ones, with SecondSbox: see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // places of their registers, as RoundCuts
  parameter int KeySlots = 4,  // keys held at once, a power of two; GCM, many lanes: fewer
  parameter int PacketDepth = 0,  // packets under way: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best ones
  parameter int BlockRam = 1,  // 1: what waits does so in block RAM; 0: in distributed RAM
  parameter int Counters = 1,  // 0: none, and their registers read as zero
  parameter int NumberBits = 8,  // enough for all requests under way
  parameter int ZeroiseCycles = 64  // cycles of a zeroise, those of the cipher's latency apart
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
  input  logic [               7:0] strobe_i,  // bytes that are written, or wanted
  output logic                      done_o,
  output logic                      error_o,
  output logic [              63:0] data_o,

  input  logic                      request_valid_i,
  output logic                      request_ready_o,
  input  logic [             383:0] request_i,  // byte 0 in the low bits
  output logic                      open_o,  // as roundel_request_packets has them
  output logic                      settled_o,

  input  logic                      word_valid_i,
  output logic                      word_ready_o,
  input  logic [128*WordBlocks-1:0] word_i,  // byte 0 in the low bits

  output logic                      text_valid_o,
  input  logic                      text_ready_i,
  output logic [     128*Lanes-1:0] text_data_o,  // byte 0 in the low bits
  output logic [      16*Lanes-1:0] text_keep_o,  // bytes that count, from 0 on
  output logic                      text_last_o,
  output logic [    NumberBits-1:0] text_number_o,

  output logic                      result_valid_o,
  input  logic                      result_ready_i,
  output logic                      result_ok_o,
  output logic [               2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [             127:0] result_tag_o,  // byte 0 in the low bits
  output logic [    NumberBits-1:0] result_number_o,
  output logic                      result_text_o,  // it has text, if it was not dropped

  output logic                      drop_o,  // no text comes of the request whose data are taken
  output logic [    NumberBits-1:0] drop_number_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int KEY_WIDTH = roundel_stream_pkg::mode_key_bits(Mode, KeyBits);
  localparam int DIRECTION = (Mode == roundel_stream_pkg::MODE_GCM || Mode ==
      roundel_stream_pkg::MODE_CTR)
      ? roundel_aes_pkg::DIRECTION_BOTH : Direction;
  localparam int PACKET_DEPTH =
      (PacketDepth != 0) ? PacketDepth : roundel_stream_pkg::packet_depth(Mode,
          roundel_engine_pkg::ring_length(Rounds, Stages), Lanes);
  localparam int USER_BITS = NumberBits + 1;
  localparam int LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes);

  if (WordBlocks < 1 || WordBlocks > Lanes || (WordBlocks & (WordBlocks - 1)) != 0)
  begin : gen_bad_word
    roundel_error_word_blocks_must_be_a_power_of_two_up_to_lanes u_error ();
  end

  // ---- Registers --------------------------------------------------------------------------------
  logic aw_valid, aw_ready, w_valid, w_ready, b_valid, ar_valid, ar_ready, r_valid;
  logic [11:0] axil_address;
  logic [31:0] axil_word, r_data;
  logic [3:0] axil_strobe;
  logic [1:0] b_response, r_response;
  logic key_valid, key_ready, key_clear;
  logic [SLOT_BITS-1:0] key_slot;
  logic [KEY_WIDTH-1:0] key;
  logic [KeySlots-1:0] slot_ready;
  logic beat_valid, beat_ready;

  roundel_axil_bridge u_bridge (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .start_i(start_i),
    .write_i(write_i),
    .address_i(address_i),
    .data_i(data_i),
    .strobe_i(strobe_i),
    .done_o(done_o),
    .error_o(error_o),
    .data_o(data_o),
    .aw_valid_o(aw_valid),
    .aw_ready_i(aw_ready),
    .w_valid_o(w_valid),
    .w_ready_i(w_ready),
    .ar_valid_o(ar_valid),
    .ar_ready_i(ar_ready),
    .address_o(axil_address),
    .word_o(axil_word),
    .strobe_o(axil_strobe),
    .b_valid_i(b_valid),
    .b_response_i(b_response),
    .r_valid_i(r_valid),
    .r_data_i(r_data),
    .r_response_i(r_response)
  );

  roundel_axil_registers #(
    .Mode(Mode),
    .Direction(DIRECTION),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .KeyWidth(KEY_WIDTH),
    .KeySlots(KeySlots),
    .UserBits(USER_BITS),
    .PacketDepth(PACKET_DEPTH),
    .Counters(Counters),
    .ZeroiseCycles((LATENCY > ZeroiseCycles) ? LATENCY + 64 : ZeroiseCycles + 64)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .irq_o(irq_o),
    .aw_valid_i(aw_valid),
    .aw_ready_o(aw_ready),
    .aw_address_i(axil_address),
    .w_valid_i(w_valid),
    .w_ready_o(w_ready),
    .w_data_i(axil_word),
    .w_strobe_i(axil_strobe),
    .b_valid_o(b_valid),
    .b_ready_i(1'b1),
    .b_response_o(b_response),
    .ar_valid_i(ar_valid),
    .ar_ready_o(ar_ready),
    .ar_address_i(axil_address),
    .r_valid_o(r_valid),
    .r_ready_i(1'b1),
    .r_data_o(r_data),
    .r_response_o(r_response),
    .zeroise_o(zeroise_o),
    .zeroising_o(zeroising_o),
    .key_valid_o(key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(key_slot),
    .key_o(key),
    .key_clear_o(key_clear),
    .slot_ready_i(slot_ready),
    .beat_valid_i(beat_valid),
    .beat_ready_i(beat_ready),
    .text_valid_i(text_valid_o),
    .text_ready_i(text_ready_i),
    .text_keep_i(text_keep_o),
    .result_valid_i(result_valid_o),
    .result_ready_i(result_ready_i),
    .result_ok_i(result_ok_o),
    .result_error_i(result_error_o)
  );

  // ---- Requests to packets ----------------------------------------------------------------------
  logic command_valid, command_ready, beat_last, unused_text_user, unused_drop_text;
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
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .request_valid_i(request_valid_i),
    .request_ready_o(request_ready_o),
    .request_i(request_i),
    .open_o(open_o),
    .settled_o(settled_o),
    .word_valid_i(word_valid_i),
    .word_ready_o(word_ready_o),
    .word_i(word_i),
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

  if (WordBlocks == Lanes) begin : gen_same
    assign beat_valid = narrow_valid;
    assign narrow_ready = beat_ready;
    assign beat_data = narrow_data;
    assign beat_keep = narrow_keep;
    assign beat_last = narrow_last;
    assign beat_user = narrow_user;

    logic unused_end;
    assign unused_end = narrow_end;
  end else begin : gen_widen
    roundel_upsizer #(
      .Blocks(WordBlocks),
      .Lanes(Lanes),
      .UserBits(NumberBits)
    ) u_widen (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
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
  end

  roundel_stream #(
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots),
    .UserBits(USER_BITS),
    .PacketDepth(PacketDepth),
    .GhashCuts(GhashCuts),
    .BlockRam(BlockRam)
  ) u_stream (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_o),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .slot_ready_o(slot_ready),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(command_user),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat_data),
    .beat_keep_i(beat_keep),
    .beat_last_i(beat_last),
    .beat_user_i({1'b0, beat_user}),
    .text_valid_o(text_valid_o),
    .text_ready_i(text_ready_i),
    .text_data_o(text_data_o),
    .text_keep_o(text_keep_o),
    .text_last_o(text_last_o),
    .text_user_o({unused_text_user, text_number_o}),
    .result_valid_o(result_valid_o),
    .result_ready_i(result_ready_i),
    .result_ok_o(result_ok_o),
    .result_error_o(result_error_o),
    .result_tag_o(result_tag_o),
    .result_user_o({result_text_o, result_number_o}),
    .drop_o(drop_o),
    .drop_user_o({unused_drop_text, drop_number_o})
  );

endmodule : roundel_request_engine
