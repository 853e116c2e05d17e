// SPDX-License-Identifier: Apache-2.0
//
// Bench of roundel_stream: published vectors in, text and results compared; $fatal if one is wrong.
//
// It needs nothing but a simulator, and takes every parameter of the top, so it also checks the
// configuration that you chose. `+vcd=FILE` writes the waves of the pins. Scenes: see tb_packets.

module tb_roundel_stream #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Modes = roundel_stream_pkg::MODES_ONE,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int SecondSboxLanes = 0,
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  parameter int KeySlots = 4,
  parameter int UserBits = 1,
  parameter int PacketDepth = 0,
  parameter int GhashCuts = 0,
  parameter int Streams = 1,
  parameter int Depth = 4,
  parameter bit HasPolicy = 1'b0,
  parameter bit BlockRam = 1'b1
);

  // The packets of these scenes are in no stream of chained modes.
  localparam int ID_BITS = roundel_stream_pkg::stream_id_bits(Streams);
  localparam logic [ID_BITS-1:0] BEAT_ID = ID_BITS'(Streams > 1) << (ID_BITS - 1);

  logic clk = 1'b0;
  always #5 clk = !clk;

  logic rst_n, done;
  logic [31:0] scene, results;
  logic key_valid, key_ready, key_clear;
  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot;
  logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key;
  logic command_valid, command_ready;
  logic [383:0] command;
  logic [UserBits-1:0] command_user;
  logic beat_valid, beat_ready, beat_last, unused_beat_id;
  logic [128*Lanes-1:0] beat_data;
  logic [16*Lanes-1:0] beat_keep;
  logic text_valid, text_ready, text_last;
  logic [128*Lanes-1:0] text_data;
  logic [16*Lanes-1:0] text_keep;
  logic [UserBits-1:0] text_user;
  logic result_valid, result_ready, result_ok;
  logic [2:0] result_error;
  logic [127:0] result_tag;
  logic [UserBits-1:0] result_user;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] unused_slot_ready;

  tb_packets #(
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .KeySlots(KeySlots),
    .UserBits(UserBits)
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
    .beat_id_o(unused_beat_id),
    .text_valid_i(text_valid),
    .text_ready_o(text_ready),
    .text_data_i(text_data),
    .text_keep_i(text_keep),
    .text_last_i(text_last),
    .text_id_i(1'b0),
    .text_user_i(text_user),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_ok_i(result_ok),
    .result_error_i(result_error),
    .result_tag_i(result_tag),
    .result_id_i(1'b0),
    .result_user_i(result_user)
  );

  roundel_stream #(
    .Mode(Mode),
    .Modes(Modes),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots),
    .UserBits(UserBits),
    .PacketDepth(PacketDepth),
    .GhashCuts(GhashCuts),
    .Streams(Streams),
    .Depth(Depth),
    .HasPolicy(HasPolicy),
    .BlockRam(BlockRam)
  ) u_stream (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(1'b0),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    // verilator lint_off PINCONNECTEMPTY
    .key_refused_o(),
    // verilator lint_on PINCONNECTEMPTY
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .key_size_i(2'(KeyBits / 64 - 2)),
    .key_least_tag_i(5'd0),
    .key_policy_i(45'h7ff),  // every mode, both directions
    .slot_ready_o(unused_slot_ready),
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
    .beat_id_i(BEAT_ID),
    .beat_user_i({UserBits{1'b0}}),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(text_last),
    .text_id_o(),
    .text_user_o(text_user),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_id_o(),
    .result_user_o(result_user),
    .drop_o(),
    .drop_user_o()
  );

  initial begin
    reg [8*256-1:0] file;
    if ($value$plusargs("vcd=%s", file)) begin
      $dumpfile(file);
      $dumpvars(1, tb_roundel_stream);
    end
  end

  always @(posedge done) begin
    $display("tb_roundel_stream: %0d packets are right", results);
    $finish;
  end

endmodule : tb_roundel_stream
