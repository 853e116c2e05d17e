// SPDX-License-Identifier: Apache-2.0
//
// Test bench of roundel_stream_interleaved: sends published vectors in parallel streams and
// compares text and results; $fatal for a difference.
//
// The bench needs a simulator only and has every parameter of the top, so it also checks a chosen
// configuration. `+vcd=FILE` writes the waves of the ports. Scenes: see tb_packets.

module tb_roundel_stream_interleaved #(
  parameter int Streams = 128,
  parameter int Depth = 4,
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int KeySlots = 4,
  parameter int UserBits = 1,
  parameter int PacketDepth = 146,
  parameter bit BlockRam = 1'b1
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);

  logic clk = 1'b0;
  always #5 clk = !clk;

  logic rst_n, done;
  logic [31:0] scene, results;
  logic key_valid, key_ready, key_clear;
  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot;
  logic [KeyBits-1:0] key;
  logic command_valid, command_ready;
  logic [383:0] command;
  logic [UserBits-1:0] command_user;
  logic beat_valid, beat_ready, beat_last;
  logic [STREAM_BITS-1:0] beat_id;
  logic [127:0] beat_data;
  logic [15:0] beat_keep;
  logic text_valid, text_ready, text_last;
  logic [STREAM_BITS-1:0] text_id;
  logic [127:0] text_data;
  logic [15:0] text_keep;
  logic [UserBits-1:0] text_user;
  logic result_valid, result_ready, result_ok;
  logic [2:0] result_error;
  logic [STREAM_BITS-1:0] result_id;
  logic [UserBits-1:0] result_user;

  tb_packets #(
    .Mode(roundel_stream_pkg::MODE_CBC),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .KeyBits(KeyBits),
    .KeySlots(KeySlots),
    .UserBits(UserBits),
    .Streams(Streams)
  ) u_packets (
    .clk_i(clk),
    .rst_no(rst_n),
    .scene_o(scene),
    .done_o(done),
    .results_o(results),
    .key_valid_o(key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(key_slot),
    .key_o(key),
    .key_clear_o(key_clear),
    .command_valid_o(command_valid),
    .command_ready_i(command_ready),
    .command_o(command),
    .command_user_o(command_user),
    .beat_valid_o(beat_valid),
    .beat_ready_i(beat_ready),
    .beat_data_o(beat_data),
    .beat_keep_o(beat_keep),
    .beat_last_o(beat_last),
    .beat_id_o(beat_id),
    .text_valid_i(text_valid),
    .text_ready_o(text_ready),
    .text_data_i(text_data),
    .text_keep_i(text_keep),
    .text_last_i(text_last),
    .text_id_i(text_id),
    .text_user_i(text_user),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_ok_i(result_ok),
    .result_error_i(result_error),
    .result_tag_i(128'd0),
    .result_id_i(result_id),
    .result_user_i(result_user)
  );

  roundel_stream_interleaved #(
    .Streams(Streams),
    .Depth(Depth),
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySlots(KeySlots),
    .UserBits(UserBits),
    .PacketDepth(PacketDepth),
    .BlockRam(BlockRam)
  ) u_stream (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(1'b0),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .key_size_i(2'(KeyBits / 64 - 2)),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(command_user),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat_data),
    .beat_keep_i(beat_keep),
    .beat_last_i(beat_last),
    .beat_id_i(beat_id),
    .beat_user_i({UserBits{1'b0}}),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(text_last),
    .text_id_o(text_id),
    .text_user_o(text_user),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_id_o(result_id),
    .result_user_o(result_user)
  );

  initial begin
    reg [8*256-1:0] file;
    if ($value$plusargs("vcd=%s", file)) begin
      $dumpfile(file);
      $dumpvars(1, tb_roundel_stream_interleaved);
    end
  end

  always @(posedge done) begin
    $display("tb_roundel_stream_interleaved: %0d packets are right", results);
    $finish;
  end

endmodule : tb_roundel_stream_interleaved
