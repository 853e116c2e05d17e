// SPDX-License-Identifier: Apache-2.0
//
// Keeps packets whole at the ports of a roundel_stream, also when a zeroise drops packets.
//
// Interface. The ports `inner_*` are connected to roundel_stream, the others to the user. While
// `closed_i` the isolator takes nothing. `zeroise_i` is high for 1 cycle, within `closed_i`, in the
// same cycle as `zeroise_i` of roundel_stream. Then:
//
//   - Each packet of which a command or a beat was taken is dropped: the isolator takes the missing
//     command or the missing beats and does not pass them on.
//   - A packet of text with a beat at the output ends with a beat without bytes.
//   - Text and results at the outputs stay until the handshake, as AXI4-Stream requires, in
//     skid buffers outside the zeroise.
//
// Latency: commands and beats 0 cycles, text and results 1 cycle. Throughput: 1 beat in each cycle.
// Reset drops all.
//
// Method. A signed counter holds commands taken minus packets ended. The stream module accepts
// about twenty commands of GCM ahead of their packets, up to 250 commands of XTS, and a few beats
// without a command. A command of GCM with several words counts with its first word and is dropped
// to its last word.

`include "roundel_contract.svh"

module roundel_packet_isolator #(
  // roundel_stream_pkg::MODE_*; of a set of modes: MODE_GCM if the set has GCM
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int UserBits = 1  // bits beside a beat and beside a command
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 closed_i,
  input  logic                 zeroise_i,

  input  logic                 command_valid_i,
  output logic                 command_ready_o,
  input  logic [         95:0] command_i,  // bytes 0 to 11
  output logic                 inner_command_valid_o,
  input  logic                 inner_command_ready_i,

  input  logic                 beat_valid_i,
  output logic                 beat_ready_o,
  input  logic                 beat_last_i,
  output logic                 inner_beat_valid_o,
  input  logic                 inner_beat_ready_i,

  input  logic                 inner_text_valid_i,
  output logic                 inner_text_ready_o,
  input  logic [128*Lanes-1:0] inner_text_data_i,
  input  logic [ 16*Lanes-1:0] inner_text_keep_i,
  input  logic                 inner_text_last_i,
  input  logic [ UserBits-1:0] inner_text_user_i,
  output logic                 text_valid_o,
  input  logic                 text_ready_i,
  output logic [128*Lanes-1:0] text_data_o,
  output logic [ 16*Lanes-1:0] text_keep_o,
  output logic                 text_last_o,
  output logic [ UserBits-1:0] text_user_o,

  input  logic                 inner_result_valid_i,
  output logic                 inner_result_ready_o,
  input  logic                 inner_result_ok_i,
  input  logic [          2:0] inner_result_error_i,
  input  logic [        127:0] inner_result_tag_i,
  input  logic [ UserBits-1:0] inner_result_user_i,
  output logic                 result_valid_o,
  input  logic                 result_ready_i,
  output logic                 result_ok_o,
  output logic [          2:0] result_error_o,
  output logic [        127:0] result_tag_o,
  output logic [ UserBits-1:0] result_user_o
);

  // XTS takes up to 250 commands ahead, and again as many after each zeroise without a beat.
  localparam int COUNT_BITS = 16;

  // ---- Commands and beats in --------------------------------------------------------------------
  logic [COUNT_BITS-1:0] ahead_q;  // commands taken minus packets ended, signed
  logic within_q;  // a packet has begun and not ended
  logic [COUNT_BITS-1:0] drop_commands_q, drop_packets_q;  // commands and packets to drop
  logic command_drop_q, packet_drop_q;  // these counts are not zero
  logic commands_ahead, command_first, command_last;
  logic command_taken, beat_taken, end_taken;
  logic [COUNT_BITS-1:0] drop_commands_d, drop_packets_d;

  assign command_ready_o = !closed_i && (command_drop_q || inner_command_ready_i);
  assign inner_command_valid_o = command_valid_i && !closed_i && !command_drop_q;
  assign beat_ready_o = !closed_i && (packet_drop_q || inner_beat_ready_i);
  assign inner_beat_valid_o = beat_valid_i && !closed_i && !packet_drop_q;
  assign command_taken = command_valid_i && command_ready_o;
  assign beat_taken = beat_valid_i && beat_ready_o;
  assign end_taken = beat_taken && beat_last_i;
  assign commands_ahead = !ahead_q[COUNT_BITS-1] && ahead_q != '0;

  always_comb begin
    drop_commands_d = drop_commands_q;
    drop_packets_d = drop_packets_q;
    if (zeroise_i) begin
      if (commands_ahead) begin
        drop_commands_d = COUNT_BITS'(!command_first);
        drop_packets_d = ahead_q;
      end else begin
        drop_commands_d = COUNT_BITS'(within_q) + COUNT_BITS'(!command_first) - ahead_q;
        drop_packets_d = COUNT_BITS'(within_q);
      end
    end else begin
      if (command_drop_q && command_taken && command_last) begin
        drop_commands_d = drop_commands_q - 1'b1;
      end
      if (packet_drop_q && end_taken) begin
        drop_packets_d = drop_packets_q - 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ahead_q <= '0;
      within_q <= 1'b0;
      drop_commands_q <= '0;
      drop_packets_q <= '0;
      command_drop_q <= 1'b0;
      packet_drop_q <= 1'b0;
    end else begin
      ahead_q <= ahead_q + COUNT_BITS'(command_taken && command_first) - COUNT_BITS'(end_taken);
      if (beat_taken) begin
        within_q <= !beat_last_i;
      end
      drop_commands_q <= drop_commands_d;
      drop_packets_q <= drop_packets_d;
      command_drop_q <= drop_commands_d != '0;
      packet_drop_q <= drop_packets_d != '0;
    end
  end

  roundel_command_boundary #(.Mode(Mode)) u_words (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .taken_i(command_taken),
    .command_i,
    .first_o(command_first),
    .last_o(command_last)
  );

  // ---- Text and results out ---------------------------------------------------------------------
  logic zeroised_q;
  logic open_q;  // a packet of text has begun at the output and not ended
  logic ending_q;  // a beat without bytes ends that packet
  logic text_ready;

  assign inner_text_ready_o = text_ready && !ending_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      zeroised_q <= 1'b0;
      open_q <= 1'b0;
      ending_q <= 1'b0;
    end else begin
      zeroised_q <= zeroise_i;
      if (ending_q && text_ready) begin
        open_q <= 1'b0;
      end else if (inner_text_valid_i && inner_text_ready_o) begin
        open_q <= !inner_text_last_i;
      end
      ending_q <= (zeroised_q && open_q && !ending_q) || (ending_q && !text_ready);
    end
  end

  roundel_skid_buffer #(.Width(UserBits + 1 + 144 * Lanes)) u_text (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(inner_text_valid_i || ending_q),
    .ready_o(text_ready),
    .data_i({
      inner_text_user_i,
      inner_text_last_i || ending_q,
      inner_text_keep_i & ~{16 * Lanes{ending_q}},
      inner_text_data_i
    }),
    .valid_o(text_valid_o),
    .ready_i(text_ready_i),
    .data_o({text_user_o, text_last_o, text_keep_o, text_data_o})
  );

  roundel_skid_buffer #(.Width(UserBits + 132)) u_result (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(inner_result_valid_i),
    .ready_o(inner_result_ready_o),
    .data_i({inner_result_user_i, inner_result_error_i, inner_result_ok_i, inner_result_tag_i}),
    .valid_o(result_valid_o),
    .ready_i(result_ready_i),
    .data_o({result_user_o, result_error_o, result_ok_o, result_tag_o})
  );

  // Nothing is taken in the cycle of a zeroise.
  `ROUNDEL_CONTRACT(zeroise_while_closed, clk_i, rst_ni, !zeroise_i || closed_i)

endmodule : roundel_packet_isolator
