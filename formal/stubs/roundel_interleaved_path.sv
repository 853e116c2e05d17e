// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_interleaved_path for proofs of its users: each output is arbitrary in any cycle.

module roundel_interleaved_path #(
  parameter int Streams = 128,
  parameter int Depth = 4,
  parameter int Modes = 1 << roundel_stream_pkg::MODE_CBC,
  parameter int KeySlots = 4,
  parameter int RingLatency = 12,
  parameter bit RingWaits = 1'b1,
  parameter int RingBlocks = 12,
  parameter bit HasPolicy = 1'b0,
  parameter int UserBits = 1,
  parameter int PacketDepth = 146,
  parameter bit BlockRam = 1'b1
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
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready_i,

  input  logic command_valid_i,
  output logic command_ready_o,
  input  logic [383:0] command_i,
  input  logic [UserBits-1:0] command_user_i,
  input  logic command_privileged_i,

  input  logic beat_valid_i,
  output logic beat_ready_o,
  input  logic [127:0] beat_data_i,
  input  logic [15:0] beat_keep_i,
  input  logic beat_last_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_i,
  input  logic [UserBits-1:0] beat_user_i,

  output logic ring_valid_o,
  input  logic ring_ready_i,
  output logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] ring_entry_o,
  input  logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] ring_return_i,

  output logic text_valid_o,
  input  logic text_ready_i,
  output logic [127:0] text_data_o,
  output logic [15:0] text_keep_o,
  output logic text_last_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] text_id_o,
  output logic [UserBits-1:0] text_user_o,

  output logic result_valid_o,
  input  logic result_ready_i,
  output logic result_ok_o,
  output logic [2:0] result_error_o,
  output logic [127:0] result_tag_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] result_id_o,
  output logic [UserBits-1:0] result_user_o
);

  (* anyseq *) logic any_busy;
  (* anyseq *) logic any_key_open;
  (* anyseq *) logic any_command_ready;
  (* anyseq *) logic any_beat_ready;
  (* anyseq *) logic any_ring_valid;
  (* anyseq *) logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] any_ring_entry;
  (* anyseq *) logic any_text_valid;
  (* anyseq *) logic [127:0] any_text_data;
  (* anyseq *) logic [15:0] any_text_keep;
  (* anyseq *) logic any_text_last;
  (* anyseq *) logic [roundel_prim_pkg::index_bits(Streams)-1:0] any_text_id;
  (* anyseq *) logic [UserBits-1:0] any_text_user;
  (* anyseq *) logic any_result_valid;
  (* anyseq *) logic any_result_ok;
  (* anyseq *) logic [2:0] any_result_error;
  (* anyseq *) logic [127:0] any_result_tag;
  (* anyseq *) logic [roundel_prim_pkg::index_bits(Streams)-1:0] any_result_id;
  (* anyseq *) logic [UserBits-1:0] any_result_user;

  assign busy_o = any_busy;
  assign key_open_o = any_key_open;
  assign command_ready_o = any_command_ready;
  assign beat_ready_o = any_beat_ready;
  assign ring_valid_o = any_ring_valid;
  assign ring_entry_o = any_ring_entry;
  assign text_valid_o = any_text_valid;
  assign text_data_o = any_text_data;
  assign text_keep_o = any_text_keep;
  assign text_last_o = any_text_last;
  assign text_id_o = any_text_id;
  assign text_user_o = any_text_user;
  assign result_valid_o = any_result_valid;
  assign result_ok_o = any_result_ok;
  assign result_error_o = any_result_error;
  assign result_tag_o = any_result_tag;
  assign result_id_o = any_result_id;
  assign result_user_o = any_result_user;

endmodule : roundel_interleaved_path
