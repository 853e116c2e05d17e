// SPDX-License-Identifier: Apache-2.0
//
// Adds streams of packets in chained modes to the packets of a mode of roundel_stream_mode, on the
// same ports and in the same ring.
//
// Packets. A command of CBC or CFB for encryption, of OFB, CMAC or CCM belongs to a chained packet:
// byte 8 has the stream, and the beats have this number in `beat_id_i`. Every other command belongs
// to an ordinary packet, whose beats have the top bit of `beat_id_i`. roundel_stream_interleaved
// describes chained packets, roundel_stream ordinary packets.
//
// Sides. `packet_*`: the commands, beats, text and results of ordinary packets. `chain_*`: the
// ring. `key_*`: as for roundel_interleaved_path.
//
// Fairness. Blocks, text and results of both kinds alternate while both wait.
//
// Reset: asynchronous. `zeroise_i` drops all packets; `busy_o` and `busy_i` as for
// roundel_interleaved_path.

module roundel_stream_chains #(
  parameter int Streams = 64,  // a power of two, 2 to 256
  parameter int Depth = 4,  // beats of a stream, a power of two; Streams * Depth: at most 512
  parameter int Modes = 1 << roundel_stream_pkg::MODE_CBC,  // chained modes, a mask
  parameter int KeySlots = 4,  // stored keys, a power of two
  parameter int RingLatency = 12,  // cycles from a block to its result, 4 or more
  parameter int RingBlocks = 12,  // blocks in the ring
  parameter bit HasPolicy = 1'b0,  // see roundel_stream
  parameter int UserBits = 1,  // user bits of a beat of text, and of a command
  parameter int PacketDepth = 146,  // chained packets whose last beat was admitted: 18 + 16 * n
  parameter bit BlockRam = 1'b1  // FIFOs in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  input  logic busy_i,
  output logic busy_o,

  input  logic key_valid_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic key_clear_i,
  output logic key_open_o,
  input  logic key_taken_i,
  input  logic [4:0] key_least_tag_i,
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // HasPolicy
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready_i,

  output logic chain_valid_o,
  input  logic chain_ready_i,
  output logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] chain_entry_o,
  input  logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return_i,

  input  logic command_valid_i,
  output logic command_ready_o,
  input  logic [383:0] command_i,
  input  logic [UserBits-1:0] command_user_i,
  input  logic command_privileged_i,  // HasPolicy

  input  logic beat_valid_i,
  output logic beat_ready_o,
  input  logic [127:0] beat_data_i,
  input  logic [15:0] beat_keep_i,
  input  logic beat_last_i,
  input  logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] beat_id_i,
  input  logic [UserBits-1:0] beat_user_i,

  output logic text_valid_o,
  input  logic text_ready_i,
  output logic [127:0] text_data_o,
  output logic [15:0] text_keep_o,
  output logic text_last_o,
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] text_id_o,
  output logic [UserBits-1:0] text_user_o,

  output logic result_valid_o,
  input  logic result_ready_i,
  output logic result_ok_o,
  output logic [2:0] result_error_o,
  output logic [127:0] result_tag_o,
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] result_id_o,
  output logic [UserBits-1:0] result_user_o,

  output logic packet_command_valid_o,
  input  logic packet_command_ready_i,
  input  logic packet_command_first_i,  // the word is the first of a command

  output logic packet_beat_valid_o,
  input  logic packet_beat_ready_i,
  output logic [127:0] packet_beat_data_o,
  output logic [15:0] packet_beat_keep_o,
  output logic packet_beat_last_o,
  output logic [UserBits-1:0] packet_beat_user_o,

  input  logic packet_text_valid_i,
  output logic packet_text_ready_o,
  input  logic [127:0] packet_text_data_i,
  input  logic [15:0] packet_text_keep_i,
  input  logic packet_text_last_i,
  input  logic [UserBits-1:0] packet_text_user_i,

  input  logic packet_result_valid_i,
  output logic packet_result_ready_o,
  input  logic packet_result_ok_i,
  input  logic [2:0] packet_result_error_i,
  input  logic [127:0] packet_result_tag_i,
  input  logic [UserBits-1:0] packet_result_user_i
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int BEAT_DEPTH = 34;  // see roundel_fifo
  localparam int ID_BITS = roundel_stream_pkg::stream_id_bits(Streams);
  localparam logic [ID_BITS-1:0] PACKET_ID = {1'b1, {STREAM_BITS{1'b0}}};

  `include "roundel_command_types.svh"

  // A beat of a packet, or of text.
  typedef struct packed {
    logic [ID_BITS-1:0]  id;
    logic                last;
    logic [15:0]         keep;
    logic [UserBits-1:0] user;
    logic [127:0]        data;
  } beat_t;

  localparam int BEAT_BITS = ID_BITS + 1 + 16 + UserBits + 128;

  typedef struct packed {
    logic [ID_BITS-1:0]  id;
    logic                ok;
    logic [2:0]          error;
    logic [UserBits-1:0] user;
    logic [127:0]        tag;
  } result_t;

  localparam int RESULT_BITS = ID_BITS + 1 + 3 + UserBits + 128;

  logic clear;
  assign clear = zeroise_i || busy_i || busy_o;

  // ---- Commands: both sides must have room ------------------------------------------------------
  command_t command;
  logic chained, stream_command_ready;
  assign command = command_i[127:0];

  assign chained = packet_command_first_i
      && roundel_stream_pkg::is_chained(command.mode, command.decrypt);

  assign command_ready_o = packet_command_ready_i && stream_command_ready;
  assign packet_command_valid_o = command_valid_i && !chained && stream_command_ready;

  // ---- Beats ------------------------------------------------------------------------------------
  beat_t beat_in, beat;
  logic beat_valid, beat_ready, stream_beat_ready, packet_beat_ready, of_stream;
  beat_t packet_beat;

  assign beat_in.id = beat_id_i;
  assign beat_in.last = beat_last_i;
  assign beat_in.keep = beat_keep_i;
  assign beat_in.user = beat_user_i;
  assign beat_in.data = beat_data_i;
  assign of_stream = !beat.id[ID_BITS-1];
  assign beat_ready = of_stream ? stream_beat_ready : packet_beat_ready;
  assign packet_beat_data_o = packet_beat.data;
  assign packet_beat_keep_o = packet_beat.keep;
  assign packet_beat_last_o = packet_beat.last;
  assign packet_beat_user_o = packet_beat.user;

  roundel_skid_buffer #(.Width(BEAT_BITS)) u_beats (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .valid_i(beat_valid_i),
    .ready_o(beat_ready_o),
    .data_i(beat_in),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o(beat)
  );

  // Ordinary beats wait here while chains have the ring, so that beats of streams can pass.
  roundel_stream_fifo #(
    .Width(BEAT_BITS), .Depth(BEAT_DEPTH), .Registered(1'b1), .BlockRam(BlockRam)
  ) u_packet_beats (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .valid_i(beat_valid && !of_stream),
    .ready_o(packet_beat_ready),
    .data_i(beat),
    .valid_o(packet_beat_valid_o),
    .ready_i(packet_beat_ready_i),
    .data_o(packet_beat)
  );

  // ---- The streams ------------------------------------------------------------------------------
  beat_t stream_text, packet_text, text_in, text_out;
  result_t stream_result, packet_result, result_in, result_out;
  logic stream_text_valid, stream_text_ready, stream_result_valid, stream_result_ready;

  roundel_interleaved_path #(
    .Streams(Streams), .Depth(Depth), .Modes(Modes), .KeySlots(KeySlots),
    .RingLatency(RingLatency), .RingWaits(1'b1), .RingBlocks(RingBlocks),
    .HasPolicy(HasPolicy), .UserBits(UserBits), .PacketDepth(PacketDepth), .BlockRam(BlockRam)
  ) u_streams (
    .clk_i, .rst_ni, .zeroise_i, .busy_i, .busy_o,
    .key_valid_i, .key_slot_i, .key_clear_i, .key_open_o, .key_taken_i, .key_least_tag_i,
    .key_policy_i, .mode_slot_ready_i,
    .command_valid_i(command_valid_i && chained && packet_command_ready_i),
    .command_ready_o(stream_command_ready),
    .command_i, .command_user_i, .command_privileged_i,
    .beat_valid_i(beat_valid && of_stream),
    .beat_ready_o(stream_beat_ready),
    .beat_data_i(beat.data),
    .beat_keep_i(beat.keep),
    .beat_last_i(beat.last),
    .beat_id_i(beat.id[STREAM_BITS-1:0]),
    .beat_user_i(beat.user),
    .ring_valid_o(chain_valid_o),
    .ring_ready_i(chain_ready_i),
    .ring_entry_o(chain_entry_o),
    .ring_return_i(chain_return_i),
    .text_valid_o(stream_text_valid),
    .text_ready_i(stream_text_ready),
    .text_data_o(stream_text.data),
    .text_keep_o(stream_text.keep),
    .text_last_o(stream_text.last),
    .text_id_o(stream_text.id[STREAM_BITS-1:0]),
    .text_user_o(stream_text.user),
    .result_valid_o(stream_result_valid),
    .result_ready_i(stream_result_ready),
    .result_ok_o(stream_result.ok),
    .result_error_o(stream_result.error),
    .result_tag_o(stream_result.tag),
    .result_id_o(stream_result.id[STREAM_BITS-1:0]),
    .result_user_o(stream_result.user)
  );

  assign stream_text.id[ID_BITS-1] = 1'b0;
  assign stream_result.id[ID_BITS-1] = 1'b0;

  // ---- Text and results: of both in turn --------------------------------------------------------
  logic text_turn_q, result_turn_q;  // the stream's is next, if one waits
  logic text_of_stream, result_of_stream, text_ready, result_ready;

  assign packet_text.id = PACKET_ID;
  assign packet_text.last = packet_text_last_i;
  assign packet_text.keep = packet_text_keep_i;
  assign packet_text.user = packet_text_user_i;
  assign packet_text.data = packet_text_data_i;
  assign text_of_stream = stream_text_valid && (text_turn_q || !packet_text_valid_i);
  assign text_in = text_of_stream ? stream_text : packet_text;
  assign stream_text_ready = text_ready && text_of_stream;
  assign packet_text_ready_o = text_ready && !text_of_stream;

  assign packet_result.id = PACKET_ID;
  assign packet_result.ok = packet_result_ok_i;
  assign packet_result.error = packet_result_error_i;
  assign packet_result.user = packet_result_user_i;
  assign packet_result.tag = packet_result_tag_i;
  assign result_of_stream = stream_result_valid && (result_turn_q || !packet_result_valid_i);
  assign result_in = result_of_stream ? stream_result : packet_result;
  assign stream_result_ready = result_ready && result_of_stream;
  assign packet_result_ready_o = result_ready && !result_of_stream;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      text_turn_q <= 1'b0;
      result_turn_q <= 1'b0;
    end else begin
      if (text_ready) begin
        text_turn_q <= !text_of_stream;
      end
      if (result_ready) begin
        result_turn_q <= !result_of_stream;
      end
    end
  end

  roundel_skid_buffer #(.Width(BEAT_BITS)) u_text (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .valid_i(stream_text_valid || packet_text_valid_i),
    .ready_o(text_ready),
    .data_i(text_in),
    .valid_o(text_valid_o),
    .ready_i(text_ready_i),
    .data_o(text_out)
  );

  roundel_skid_buffer #(.Width(RESULT_BITS)) u_results (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .valid_i(stream_result_valid || packet_result_valid_i),
    .ready_o(result_ready),
    .data_i(result_in),
    .valid_o(result_valid_o),
    .ready_i(result_ready_i),
    .data_o(result_out)
  );

  assign text_data_o = text_out.data;
  assign text_keep_o = text_out.keep;
  assign text_last_o = text_out.last;
  assign text_id_o = text_out.id;
  assign text_user_o = text_out.user;
  assign result_ok_o = result_out.ok;
  assign result_error_o = result_out.error;
  assign result_tag_o = result_out.tag;
  assign result_id_o = result_out.id;
  assign result_user_o = result_out.user;

  logic unused_fields;
  assign unused_fields = ^{command, packet_beat.id};

endmodule : roundel_stream_chains
