// SPDX-License-Identifier: Apache-2.0
//
// Decides when the next beat of many interleaved streams may enter the queue of a stream, and
// numbers the beats and packets of each stream.
//
// Interface. `push_i` announces a beat; at most 18 beats are announced and not admitted. Beats are
// admitted in order, one pulse of `valid_o` each:
//   - `number_o` is the number of the beat in the stream, `entry_o` the entry of the command
//     (roundel_interleaved_commands), and `first_o` and `last_o` mark the ends of the packet.
//   - `wrong_o`: this beat or an earlier beat of the packet had `wrong_i`.
//   - `count_o`: ended packets of the stream, modulo 8. Valid with `last_o`.
// A beat is admitted when its stream has a command for the packet and fewer than Depth outstanding
// words (`back_i` reports a return). The last beat of a packet also takes a credit of packets
// (`packet_credit_i`, `packet_taken_o`). A beat without admission stalls all beats behind. Latency
// 9 cycles, throughput one beat per cycle. Reset: asynchronous. `clear_i` forgets all beats;
// `busy_o` is high meanwhile, for at least Streams cycles.
//
// Method. Five stages 0 to 4 advance together. Stage 1 reads the state of the stream, stage 2
// writes the next state. A beat directly behind a beat of the same stream takes the state from
// stage 3 instead of the memory. Stage 3 decides with values from stage 1; while the
// beat stalls in stage 4, the decision is repeated with new values in each cycle.
//
// Limits. Numbers are modulo 2^NUMBER_BITS and modulo 8, more than all differences.

`include "roundel_contract.svh"

module roundel_interleaved_admission #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4  // beats of a stream, a power of two
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic busy_o,

  input  logic push_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic last_i,
  input  logic wrong_i,

  input  logic command_i,  // a command is stored
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] command_stream_i,
  input  logic [2:0] command_count_i,  // commands of the stream, modulo 8
  input  logic back_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_i,
  input  logic packet_credit_i,
  output logic packet_taken_o,

  output logic valid_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_o,
  output logic entry_o,
  output logic first_o,
  output logic last_o,
  output logic wrong_o,
  output logic [2:0] count_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int DEPTH_BITS = roundel_prim_pkg::index_bits(Depth);
  localparam int STATE_BITS = NUMBER_BITS + 5;  // of state_t

  // A beat on the path to its stream's queue.
  typedef struct packed {
    logic [STREAM_BITS-1:0] stream;
    logic                   last;   // last beat of the packet
    logic                   wrong;  // tkeep of the beat is wrong
  } beat_t;

  // The state of a stream: beats and packets so far.
  typedef struct packed {
    logic [NUMBER_BITS-1:0] number;  // beats, modulo 2^NUMBER_BITS
    logic [2:0]             packet;  // packets that ended, modulo 8
    logic                   begun;   // a packet has begun and not ended
    logic                   wrong;   // a beat of this packet was wrong
  } state_t;

  // A beat with its position in the stream.
  typedef struct packed {
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;  // number of the beat in the stream
    logic [2:0]             packet;  // number of the packet in the stream, modulo 8
    logic                   first;   // first beat of the packet
    logic                   last;
    logic                   wrong;   // this beat or one before in the packet was wrong
  } position_t;

  logic clearing, fifo_busy;
  logic [STREAM_BITS-1:0] clear_index;
  assign busy_o = clearing || fifo_busy;

  roundel_memory_clear #(.Words(Streams)) u_wipe (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(clearing),
    .index_o(clear_index)
  );

  // ---- Stage 0: announced beats -----------------------------------------------------------------
  logic go;  // all stages advance
  logic valid_0;
  beat_t beat_0, beat_1_q, beat_2_q;
  logic valid_1_q, valid_2_q, valid_3_q, valid_4_q;

  // The sender counts announced beats until admission.
  // verilator lint_off PINCONNECTEMPTY
  roundel_short_fifo #(.Width(STREAM_BITS + 2), .Depth(18), .Registered(1)) u_beats (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(fifo_busy),
    .push_i,
    .data_i({stream_i, last_i, wrong_i}),
    .free_o(),
    .valid_o(valid_0),
    .ready_i(go),
    .data_o(beat_0)
  );
  // verilator lint_on PINCONNECTEMPTY

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1_q, valid_2_q, valid_3_q, valid_4_q} <= '0;
    end else if (clear_i) begin
      {valid_1_q, valid_2_q, valid_3_q, valid_4_q} <= '0;
    end else if (go) begin
      {valid_1_q, valid_2_q, valid_3_q, valid_4_q} <= {valid_0, valid_1_q, valid_2_q, valid_3_q};
    end
  end

  // ---- Stages 1 and 2: the state of the stream --------------------------------------------------
  state_t read_1, read_2_q, state_2, next_2, next_3_q;
  logic same_2_q;  // stage 3 has a beat of the same stream
  position_t position_2, position_3_q, position_4_q;

  roundel_lut_ram #(.Words(Streams), .Width(STATE_BITS)) u_state (
    .clk_i,
    .write_i((valid_2_q && go) || clearing),
    .write_index_i(clearing ? clear_index : beat_2_q.stream),
    .write_word_i(next_2 & {STATE_BITS{!clearing}}),
    .read_index_i(beat_1_q.stream),
    .word_o(read_1)
  );

  assign state_2 = same_2_q ? next_3_q : read_2_q;
  assign next_2.number = state_2.number + 1'b1;
  assign next_2.packet = state_2.packet + {2'b00, beat_2_q.last};
  assign next_2.begun = !beat_2_q.last;
  assign next_2.wrong = !beat_2_q.last && (state_2.wrong || beat_2_q.wrong);

  assign position_2.stream = beat_2_q.stream;
  assign position_2.number = state_2.number;
  assign position_2.packet = state_2.packet;
  assign position_2.first = !state_2.begun;
  assign position_2.last = beat_2_q.last;
  assign position_2.wrong = state_2.wrong || beat_2_q.wrong;

  // ---- Commands and returned words of the stream ----------------------------------------------
  // Each memory twice: one copy for the beat in stage 1, one for the stalled beat in stage 4.
  logic [2:0] command_1, command_2_q, command_3_q, command_4, command_4_q;
  logic [NUMBER_BITS-1:0] back_next, back_1, back_2_q, back_3_q, back_4, back_4_q;
  assign back_next = back_number_i + 1'b1;

  for (genvar copy = 0; copy < 2; copy++) begin : gen_copy
    logic [STREAM_BITS-1:0] index;
    logic [2:0] command_word;
    logic [NUMBER_BITS-1:0] back_word;

    roundel_lut_ram #(.Words(Streams), .Width(3)) u_command (
      .clk_i,
      .write_i(command_i || clearing),
      .write_index_i(clearing ? clear_index : command_stream_i),
      .write_word_i(command_count_i & {3{!clearing}}),
      .read_index_i(index),
      .word_o(command_word)
    );
    roundel_lut_ram #(.Words(Streams), .Width(NUMBER_BITS)) u_back (
      .clk_i,
      .write_i(back_i || clearing),
      .write_index_i(clearing ? clear_index : back_stream_i),
      .write_word_i(back_next & {NUMBER_BITS{!clearing}}),
      .read_index_i(index),
      .word_o(back_word)
    );

    if (copy == 0) begin : gen_passing
      assign index = beat_1_q.stream;
      assign command_1 = command_word;
      assign back_1 = back_word;
    end else begin : gen_waiting
      assign index = position_4_q.stream;
      assign command_4 = command_word;
      assign back_4 = back_word;
    end
  end

  // ---- Stages 3 and 4: the decision -------------------------------------------------------------
  // A beat is open if the stream has more commands than ended packets and fewer than Depth words
  // outstanding. The difference of commands is 0 to 2, the difference of words 0 to Depth, both
  // less the beats in the stages, at most 4. A negative difference has the top bit set.
  logic open_3, open_4;
  logic open_q;  // the beat in stage 4 is open
  logic stalled_q;  // command_4_q and back_4_q are of the beat in stage 4
  logic [2:0] commands_3, commands_4;
  logic [NUMBER_BITS-1:0] words_3, words_4;
  assign commands_3 = command_3_q - position_3_q.packet;
  assign commands_4 = command_4_q - position_4_q.packet;
  assign words_3 = position_3_q.number - back_3_q;
  assign words_4 = position_4_q.number - back_4_q;
  assign open_3 = !commands_3[2] && commands_3 != '0 && (words_3 >> DEPTH_BITS) == '0;
  assign open_4 = !commands_4[2] && commands_4 != '0 && (words_4 >> DEPTH_BITS) == '0;

  assign go = !valid_4_q || (open_q && (!position_4_q.last || packet_credit_i));
  assign packet_taken_o = valid_4_q && open_q && position_4_q.last;

  always_ff @(posedge clk_i) begin
    stalled_q <= !go;
    command_4_q <= command_4;
    back_4_q <= back_4;
    open_q <= go ? open_3 : open_q || (stalled_q && open_4);
    if (go) begin
      beat_1_q <= beat_0;

      beat_2_q <= beat_1_q;
      read_2_q <= read_1;
      same_2_q <= valid_2_q && beat_2_q.stream == beat_1_q.stream;
      command_2_q <= command_1;
      back_2_q <= back_1;

      position_3_q <= position_2;
      next_3_q <= next_2;
      command_3_q <= command_2_q;
      back_3_q <= back_2_q;

      position_4_q <= position_3_q;
    end
  end

  // ---- Output -----------------------------------------------------------------------------------
  logic valid_q;
  logic [2:0] count_q;
  position_t position_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_4_q && go && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    position_q <= position_4_q;
    count_q <= position_4_q.packet + 3'd1;
  end

  assign valid_o = valid_q;
  assign stream_o = position_q.stream;
  assign number_o = position_q.number;
  assign entry_o = position_q.packet[0];
  assign first_o = position_q.first;
  assign last_o = position_q.last;
  assign wrong_o = position_q.wrong;
  assign count_o = count_q;

  // No event while memories are cleared.
  `ROUNDEL_CONTRACT(no_event_while_busy, clk_i, rst_ni,
                    !busy_o || clear_i || !(push_i || command_i || back_i))

endmodule : roundel_interleaved_admission
