// SPDX-License-Identifier: Apache-2.0
//
// Beats of many streams, in their order: when the next one may go to its stream's queue, and what
// its place in the stream is.
//
// A beat goes when its stream has a command for it, and fewer than `Depth` words that are not back
// (`back_i`); the last one of a packet takes a credit of packets as well (`packet_taken_o`). One
// that may not go waits, and those behind it.
//
// `push_i` tells of a beat; who pushes keeps to 18 that were not told on `valid_o`. `valid_o`, for
// a cycle: the next one goes. It is the stream's word `number_o`, and of the packet whose command
// is in place `place_o`; `first_o` of it, `last_o`, and with `wrong_o` it or one before it had
// `wrong_i`. With last_o, `count_o` packets of the stream are in, modulo 8.
//
// A beat a cycle, nine cycles from push_i to valid_o. Method: numbers and flags of a stream are
// read, one more is written back before the beat has gone, as it will; a beat right behind one of
// its own stream takes them from there. Whether it may go is a register: it looks at what was back
// some cycles ago, and again in each cycle in which the beat waits.

module roundel_interleaved_admission #(
  parameter int Streams = 128,
  parameter int Depth = 4
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic                                         clear_i,
  output logic                                         busy_o,  // Streams cycles or more

  input  logic                                         push_i,
  input  logic [     roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic                                         last_i,
  input  logic                                         wrong_i,

  input  logic                                         command_i,  // a command of a stream is there
  input  logic [     roundel_prim_pkg::index_bits(Streams)-1:0] command_stream_i,
  input  logic [                                  2:0] command_count_i,  // so many, modulo 8
  input  logic                                         back_i,
  input  logic [     roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_i,
  input  logic                                         packet_credit_i,
  output logic                                         packet_taken_o,

  output logic                                         valid_o,
  output logic [     roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_o,
  output logic                                         place_o,
  output logic                                         first_o,
  output logic                                         last_o,
  output logic                                         wrong_o,
  output logic [                                  2:0] count_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int DEPTH_BITS = roundel_prim_pkg::index_bits(Depth);
  localparam int STATE_BITS = NUMBER_BITS + 5;

  logic wipe, fifo_busy;
  logic [STREAM_BITS-1:0] wipe_index;
  assign busy_o = wipe || fifo_busy;

  roundel_memory_clear #(
    .Words(Streams)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- Beats that wait --------------------------------------------------------------------------
  logic go;  // all stages move
  logic valid_0, last_0, wrong_0, unused_free;
  logic [STREAM_BITS-1:0] stream_0;

  roundel_short_fifo #(
    .Width(STREAM_BITS + 2),
    .Depth(18),
    .Registered(1)
  ) u_beats (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(fifo_busy),
    .push_i(push_i),
    .data_i({stream_i, last_i, wrong_i}),
    .free_o(unused_free),
    .valid_o(valid_0),
    .ready_i(go),
    .data_o({stream_0, last_0, wrong_0})
  );

  logic valid_1, valid_2, valid_3, valid_4;
  logic last_1, last_2, last_3, last_4, wrong_1, wrong_2, wrong_3, wrong_4, first_3, first_4;
  logic [STREAM_BITS-1:0] stream_1, stream_2, stream_3, stream_4;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1, valid_2, valid_3, valid_4} <= '0;
    end else if (clear_i) begin
      {valid_1, valid_2, valid_3, valid_4} <= '0;
    end else if (go) begin
      {valid_1, valid_2, valid_3, valid_4} <= {valid_0, valid_1, valid_2, valid_3};
    end
  end

  // ---- The stream's state: words, packets, whether one has begun, whether one is wrong ----------
  logic [STATE_BITS-1:0] read, read_2, state, next_2, next_3;
  logic same_2, begun_2, bad_2;
  logic [NUMBER_BITS-1:0] number_2, number_3, number_4;
  logic [2:0] packet_2, packet_3, packet_4;

  roundel_lut_ram #(
    .Words(Streams),
    .Width(STATE_BITS)
  ) u_state (
    .clk_i(clk_i),
    .write_i((valid_2 && go) || wipe),
    .write_index_i(wipe ? wipe_index : stream_2),
    .write_word_i(next_2 & {STATE_BITS{!wipe}}),
    .read_index_i(stream_1),
    .word_o(read)
  );

  assign state = same_2 ? next_3 : read_2;
  assign {number_2, packet_2, begun_2, bad_2} = state;
  assign next_2 = {number_2 + 1'b1, packet_2 + {2'b00, last_2}, !last_2,
                   !last_2 && (bad_2 || wrong_2)};

  // ---- What else it hangs on: commands, and words that are back ---------------------------------
  logic [2:0] command, command_2, command_3, command_now, command_4;
  logic [NUMBER_BITS-1:0] back_next, back, back_2, back_3, back_now, back_4;
  assign back_next = back_number_i + 1'b1;

  for (genvar copy = 0; copy < 2; copy++) begin : gen_copy
    logic [STREAM_BITS-1:0] index;
    logic [2:0] command_word;
    logic [NUMBER_BITS-1:0] back_word;

    roundel_lut_ram #(
      .Words(Streams),
      .Width(3)
    ) u_command (
      .clk_i(clk_i),
      .write_i(command_i || wipe),
      .write_index_i(wipe ? wipe_index : command_stream_i),
      .write_word_i(command_count_i & {3{!wipe}}),
      .read_index_i(index),
      .word_o(command_word)
    );
    roundel_lut_ram #(
      .Words(Streams),
      .Width(NUMBER_BITS)
    ) u_back (
      .clk_i(clk_i),
      .write_i(back_i || wipe),
      .write_index_i(wipe ? wipe_index : back_stream_i),
      .write_word_i(back_next & {NUMBER_BITS{!wipe}}),
      .read_index_i(index),
      .word_o(back_word)
    );

    if (copy == 0) begin : gen_passing
      assign index = stream_1;
      assign command = command_word;
      assign back = back_word;
    end else begin : gen_waiting
      assign index = stream_4;
      assign command_now = command_word;
      assign back_now = back_word;
    end
  end

  // In front of the stages that beats wait in, there are 0 to 2 commands more than packets, and 0
  // to Depth words more than are back; in them up to four packets and words more.
  logic open_3, open_4, open_q, held_q;
  logic [2:0] more_3, more_4;
  logic [NUMBER_BITS-1:0] out_3, out_4;
  assign more_3 = command_3 - packet_3;
  assign more_4 = command_4 - packet_4;
  assign out_3 = number_3 - back_3;
  assign out_4 = number_4 - back_4;
  assign open_3 = !more_3[2] && more_3 != '0 && (out_3 >> DEPTH_BITS) == '0;
  assign open_4 = !more_4[2] && more_4 != '0 && (out_4 >> DEPTH_BITS) == '0;

  assign go = !valid_4 || (open_q && (!last_4 || packet_credit_i));
  assign packet_taken_o = valid_4 && open_q && last_4;

  always_ff @(posedge clk_i) begin
    held_q <= !go;
    command_4 <= command_now;
    back_4 <= back_now;
    open_q <= go ? open_3 : open_q || (held_q && open_4);
    if (go) begin
      stream_1 <= stream_0;
      last_1 <= last_0;
      wrong_1 <= wrong_0;

      stream_2 <= stream_1;
      last_2 <= last_1;
      wrong_2 <= wrong_1;
      read_2 <= read;
      same_2 <= valid_2 && stream_2 == stream_1;
      command_2 <= command;
      back_2 <= back;

      stream_3 <= stream_2;
      last_3 <= last_2;
      number_3 <= number_2;
      packet_3 <= packet_2;
      first_3 <= !begun_2;
      wrong_3 <= bad_2 || wrong_2;
      next_3 <= next_2;
      command_3 <= command_2;
      back_3 <= back_2;

      stream_4 <= stream_3;
      last_4 <= last_3;
      number_4 <= number_3;
      packet_4 <= packet_3;
      first_4 <= first_3;
      wrong_4 <= wrong_3;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
    end else begin
      valid_o <= valid_4 && go && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    stream_o <= stream_4;
    number_o <= number_4;
    place_o <= packet_4[0];
    first_o <= first_4;
    last_o <= last_4;
    wrong_o <= wrong_4;
    count_o <= packet_4 + 3'd1;
  end

endmodule : roundel_interleaved_admission
