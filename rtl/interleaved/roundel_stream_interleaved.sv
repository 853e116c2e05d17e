// SPDX-License-Identifier: Apache-2.0
//
// CBC encryption (SP 800-38A section 6.2) of many streams at once, on AXI4-Stream: one command and
// one packet after the other in each stream, and streams side by side.
//
// Why streams?  In CBC a block waits for the one before it, as long as the ring is. Blocks of other
//   streams fill that time: with as many in turn as a block takes cycles (roundel_cbc_encrypt,
//   LOOP_LATENCY), a block goes in every cycle; with more they need not come in turn.
// How do I send a packet?  Give a command, then its text: beats of 16 bytes, byte 0 in the low
//   bits of `beat_data_i`, with the number of their stream on `beat_id_i` (AXI4-Stream TID) and
//   `beat_last_i` at the packet's end. Beats of different streams may alternate from cycle to
//   cycle; those of one stream belong to its packets in the order of its commands.
// What is in a command?  Bytes of `command_i`, byte 0 in the low bits:
//   0       0
//   1       mode: roundel_stream_pkg::MODE_CBC
//   2       key slot
//   8       stream
//   16..31  IV
// How do I get the result?  Text comes out as it went in, with its stream on `text_id_o`; of one
//   stream in order, of several as each could go. A result follows each packet: its stream, whether
// it is done (`result_ok_o`) or what was wrong (`result_error_o`, roundel_stream_pkg::ERROR_*), and
// what its
//   command had beside it.
// What waits for what?  Each stream has a queue of `Depth` beats, and a beat leaves it, as counted
//   here, when it is ciphered. A beat whose queue is full waits, and those behind it, also of other
//   streams. So does a beat whose stream has no command: a stream holds the command of the packet
//   that comes in and the one after, and a third one waits, and those behind it. Who has no more
//   than Depth beats and two commands of a stream under way never waits for another stream; who has
//   more shall send first beats in the order of their commands, so that neither waits for the
//   other.
// When may I change the key?  At any time: a key waits at `key_ready_o` until the packets of its
//   slot are over whose commands were taken before it came; those that come later wait for it, and
//   the commands behind them. Packets under way of other slots run on. While it waits, send no beat
//   of a packet whose command came after it: the beats behind that one would wait with it, and if
//   one of them ends a packet that the key waits for, all wait for each other until the key is
//   withdrawn.
// What if a packet is wrong?  Text that is not whole blocks, null bytes in the middle: it goes
//   through, with an error as result. A command that means nothing (a stream's number counts in its
//   low bits), or a slot without a key: the packet is taken and dropped, as fast as it would have
//   been ciphered. The next packet is right. A packet without text is one beat that keeps none; it
//   has a result alone.
// How do I forget everything?  One cycle of `zeroise_i`, or a reset. What is under way is dropped
//   where it is, in all streams: packets out may end without a last beat, and whoever sends begins
//   again with a command and the first beat of its packet. All text, IVs and chains are
//   overwritten: nothing is taken for Streams * Depth cycles, or 2 * Streams, or as long as the
//   queues of text and results take, whichever is the most.
//
// Every valid waits for no ready; no path leads from one side to the other. A command takes three
// cycles, a beat one. Lanes: one; several of these share nothing that one of two lanes would.

module roundel_stream_interleaved #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // beats of a stream, a power of two; Streams * Depth: 512 at most
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int UserBits = 1,  // that go beside a beat of text, and from a command to its result
  parameter int PacketDepth = 146,  // packets whose end is under way: 18, or 18 and 16 times n
  parameter int BlockRam = 1  // 1: what waits does so in block RAM; 0: in distributed RAM
) (
  input  logic                                     clk_i,  // rising edge
  input  logic                                     rst_ni,  // asynchronous, active low
  input  logic                                     zeroise_i,  // one cycle: forget everything

  input  logic                                     key_valid_i,  // a key is offered
  output logic                                     key_ready_o,  // it is taken in this cycle
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  input  logic [                      KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic                                     key_clear_i,  // forget the slot's key instead

  input  logic                                     command_valid_i,  // a command is offered
  output logic                                     command_ready_o,  // it is taken in this cycle
  input  logic [                            383:0] command_i,  // byte 0 in the low bits
  input  logic [                     UserBits-1:0] command_user_i,  // comes back with the result

  input  logic                                     beat_valid_i,  // a beat is offered
  output logic                                     beat_ready_o,  // it is taken in this cycle
  input  logic [                            127:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                             15:0] beat_keep_i,  // bytes that count, from 0 on
  input  logic                                     beat_last_i,  // the packet ends
  input  logic [ roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_i,  // its stream
  input  logic [                     UserBits-1:0] beat_user_i,  // comes back with its text

  output logic                                     text_valid_o,  // a beat of text is offered
  input  logic                                     text_ready_i,  // it is taken in this cycle
  output logic [                            127:0] text_data_o,  // byte 0 in the low bits
  output logic [                             15:0] text_keep_o,  // bytes that count, from 0 on
  output logic                                     text_last_o,  // the packet's text ends
  output logic [ roundel_prim_pkg::index_bits(Streams)-1:0] text_id_o,  // its stream
  output logic [                     UserBits-1:0] text_user_o,  // of the beat that it was

  output logic                                     result_valid_o,  // a result is offered
  input  logic                                     result_ready_i,  // it is taken in this cycle
  output logic                                     result_ok_o,  // done
  output logic [                              2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  // the stream of its packet
  output logic [ roundel_prim_pkg::index_bits(Streams)-1:0] result_id_o,
  output logic [                     UserBits-1:0] result_user_o  // of the command
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int BEAT_BITS = 128 + 5 + 1 + UserBits;
  // Beside a word: last, uses its slot, silent (no beat of text comes of it), the slot, the error.
  localparam int BESIDE = 3 + SLOT_BITS + 3 + 2 * UserBits;

  // What a user asks of a configuration; tools read these from the elaborated design.
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, 1);
  localparam int BLOCKS_IN_FLIGHT = roundel_engine_pkg::blocks_in_flight(Rounds, Stages);
  // of all streams
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int READY_QUEUE_LATENCY = roundel_stream_pkg::chain_queue_latency(
      roundel_prim_pkg::fifo_latency(roundel_stream_pkg::chain_queue_depth(Streams), 1));
  // The FIFO in front of a ring in which a block turns.
  localparam int RING_FIFO_LATENCY = (roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1)
      ? 0 : roundel_prim_pkg::short_fifo_latency(18, 1);
  // Cycles from a block to the next block of its stream.
  localparam int STREAM_CYCLES = roundel_stream_pkg::chain_loop_cycles(
      LATENCY, READY_QUEUE_LATENCY, RING_FIFO_LATENCY);
  // Beats of text that can wait for `text_ready_i`: words between their credit and the text queue
  // are those in the ring, in front of it and behind.
  localparam int QUEUE_DEPTH = roundel_stream_pkg::text_depth(
      BLOCKS_IN_FLIGHT, (roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1) ? 4 : 20);
  // Cycles from the one that takes a beat to the one that shows it on `text_data_o`, where its
  // stream has a command and neither it nor another one a block on its way.
  localparam int OUTPUT_LATENCY = 18 + LATENCY + READY_QUEUE_LATENCY + RING_FIFO_LATENCY
      + roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, 1) + BlockRam;
  // Cycles after `zeroise_i` in which text or a result of before may still be valid.
  localparam int ZEROISE_DELAY = 0;
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);

  logic clear, mode_busy, command_busy, admission_busy, count_busy, sink_busy, beat_busy, busy_q;
  assign clear = zeroise_i || busy_q;

  // A cycle late: it only has to outlast what it gathers.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
    end else begin
      busy_q <= zeroise_i || mode_busy || command_busy || admission_busy || count_busy || sink_busy
          || beat_busy;
    end
  end

  // ---- Keys -------------------------------------------------------------------------------------
  logic [SLOT_BITS-1:0] key_slot;
  logic [KeySlots-1:0] mode_slot_ready, slot_ready, slot_busy;
  logic offered, slot_free, mode_key_ready, key_pause;
  logic packet_begin, packet_uses, packet_end;
  logic [SLOT_BITS-1:0] packet_slot, end_slot;

  // With one slot its port carries nothing.
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;

  // Packets end in any order: those of before are counted as they begin, those of the slot apart.
  roundel_key_guard #(
    .KeySlots(KeySlots),
    .CountBits(4)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .stop_i(1'b0),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot),
    .key_clear_i(key_clear_i),
    .mode_valid_o(offered),
    .mode_ready_i(mode_key_ready && slot_free),
    .mode_slot_ready_i(mode_slot_ready),
    .taken_i(command_valid_i && command_ready_o),
    .begin_i(packet_begin),
    .done_i(packet_begin),
    .ready_o(slot_ready),
    .loading_o(slot_busy),
    .pause_o(key_pause)
  );

  roundel_slot_usage #(
    .KeySlots(KeySlots),
    .CountBits(roundel_prim_pkg::index_bits(Streams * (Depth + 2) + 1))
  ) u_slots (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(count_busy),
    .begin_i(packet_begin && packet_uses),
    .begin_slot_i(packet_slot),
    .end_i(packet_end),
    .end_slot_i(end_slot),
    .wait_i(offered),
    .wait_slot_i(key_slot),
    .free_o(slot_free)
  );

  // ---- Commands ---------------------------------------------------------------------------------
  logic stored, over, place;
  logic [STREAM_BITS-1:0] stored_stream, admitted_stream;
  logic [2:0] stored_count, over_count;
  logic [2:0] refused;
  logic [SLOT_BITS-1:0] slot;
  logic [127:0] start;
  logic [UserBits-1:0] command_user;

  roundel_interleaved_commands #(
    .Streams(Streams),
    .KeySlots(KeySlots),
    .UserBits(UserBits)
  ) u_commands (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(command_busy),
    .command_valid_i(command_valid_i),
    .command_ready_o(command_ready_o),
    .command_i(command_i),
    .command_user_i(command_user_i),
    .slot_ready_i(slot_ready),
    .slot_busy_i(slot_busy),
    .pause_i(key_pause),
    .begin_o(packet_begin),
    .begin_uses_o(packet_uses),
    .begin_slot_o(packet_slot),
    .stored_o(stored),
    .stored_stream_o(stored_stream),
    .stored_count_o(stored_count),
    .over_i(over),
    .over_stream_i(admitted_stream),
    .over_count_i(over_count),
    .stream_i(admitted_stream),
    .place_i(place),
    .error_o(refused),
    .slot_o(slot),
    .start_o(start),
    .user_o(command_user)
  );

  // ---- Beats: a slice, what tkeep says, a queue -------------------------------------------------
  logic raw_valid, raw_last, raw_hole, beat_credit, beat_free;
  logic [127:0] raw_data;
  logic [15:0] raw_keep;
  logic [4:0] raw_bytes;
  logic [STREAM_BITS-1:0] raw_id;
  logic [UserBits-1:0] raw_user;

  roundel_skid_buffer #(
    .Width(128 + 16 + 1 + STREAM_BITS + UserBits)
  ) u_raw (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .valid_i(beat_valid_i),
    .ready_o(beat_ready_o),
    .data_i({beat_data_i, beat_keep_i, beat_last_i, beat_id_i, beat_user_i}),
    .valid_o(raw_valid),
    .ready_i(beat_credit),
    .data_o({raw_data, raw_keep, raw_last, raw_id, raw_user})
  );

  roundel_keep_decoder #(
    .Bytes(16)
  ) u_keep (
    .keep_i(raw_keep),
    .bytes_o(raw_bytes),
    .hole_o(raw_hole)
  );

  logic push_q, push_last_q, push_wrong_q;
  logic [STREAM_BITS-1:0] push_id_q;
  logic [BEAT_BITS-1:0] push_beat_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
    end else begin
      push_q <= raw_valid && beat_credit && !clear;
    end
  end
  always_ff @(posedge clk_i) begin
    push_id_q <= raw_id;
    push_last_q <= raw_last;
    push_wrong_q <= raw_hole || (raw_keep != '1 && !raw_last);
    push_beat_q[5+UserBits:0] <= {raw_bytes, raw_last, raw_user};
    for (int b = 0; b < 16; b++) begin
      push_beat_q[BEAT_BITS-1-8*b-:8] <= raw_data[8*b+:8];
    end
  end

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::short_fifo_credits(18)),
    .StartFull(1)
  ) u_beat_credits (
    .clk_i(clk_i),
    .clear_i(clear),
    .give_i(beat_free),
    .take_i(raw_valid),
    .any_o(beat_credit)
  );

  logic beat_take, unused_beat_valid, beat_last;
  logic [127:0] beat_data;
  logic [4:0] beat_bytes;
  logic [UserBits-1:0] beat_user;

  roundel_short_fifo #(
    .Width(BEAT_BITS),
    .Depth(18),
    .Registered(1)
  ) u_beats (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(beat_busy),
    .push_i(push_q),
    .data_i(push_beat_q),
    .free_o(beat_free),
    .valid_o(unused_beat_valid),
    .ready_i(beat_take),
    .data_o({beat_data, beat_bytes, beat_last, beat_user})
  );

  // ---- When the next one goes -------------------------------------------------------------------
  logic admitted, admitted_first, admitted_last, admitted_wrong;
  logic [NUMBER_BITS-1:0] admitted_number, back_number;
  logic back, packet_credit, packet_taken;
  logic [STREAM_BITS-1:0] back_stream;

  assign over = admitted && admitted_last;

  roundel_interleaved_admission #(
    .Streams(Streams),
    .Depth(Depth)
  ) u_admission (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(admission_busy),
    .push_i(push_q),
    .stream_i(push_id_q),
    .last_i(push_last_q),
    .wrong_i(push_wrong_q),
    .command_i(stored),
    .command_stream_i(stored_stream),
    .command_count_i(stored_count),
    .back_i(back),
    .back_stream_i(back_stream),
    .back_number_i(back_number),
    .packet_credit_i(packet_credit),
    .packet_taken_o(packet_taken),
    .valid_o(admitted),
    .stream_o(admitted_stream),
    .number_o(admitted_number),
    .place_o(place),
    .first_o(admitted_first),
    .last_o(admitted_last),
    .wrong_o(admitted_wrong),
    .count_o(over_count)
  );

  // Two cycles, in which its command is read.
  logic valid_1, valid_2, first_1, first_2, wrong_1, wrong_2;
  logic [STREAM_BITS-1:0] stream_1, stream_2;
  logic [NUMBER_BITS-1:0] number_1, number_2;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1, valid_2} <= '0;
    end else if (zeroise_i) begin
      {valid_1, valid_2} <= '0;
    end else begin
      {valid_1, valid_2} <= {admitted, valid_1};
    end
  end
  always_ff @(posedge clk_i) begin
    {first_1, wrong_1, stream_1, number_1} <=
        {admitted_first, admitted_wrong, admitted_stream, admitted_number};
    {first_2, wrong_2, stream_2, number_2} <= {first_1, wrong_1, stream_1, number_1};
  end

  logic dropped, none, parted;
  logic [2:0] error;
  assign beat_take = valid_2;
  assign dropped = refused != roundel_stream_pkg::ERROR_NONE;
  assign none = beat_bytes == '0;
  assign parted = beat_bytes[3:0] != '0;

  always_comb begin
    error = roundel_stream_pkg::ERROR_NONE;
    if (dropped) begin
      error = refused;
    end else if (wrong_2) begin
      error = roundel_stream_pkg::ERROR_KEEP;
    end else if (parted) begin
      error = roundel_stream_pkg::ERROR_LENGTH;
    end
  end

  // ---- Encryption -------------------------------------------------------------------------------
  logic text_credit, text_taken, out_valid, out_last, out_uses, out_silent;
  logic [STREAM_BITS-1:0] out_stream;
  logic [4:0] out_bytes;
  logic [127:0] out_data;
  logic [2:0] out_error;
  logic [UserBits-1:0] out_user, out_command_user;

  roundel_cbc_encrypt #(
    .Streams(Streams),
    .Depth(Depth),
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySlots(KeySlots),
    .UserBits(BESIDE),
    .BlockRam(BlockRam)
  ) u_mode (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(mode_busy),
    .key_valid_i(offered && slot_free),
    .key_ready_o(mode_key_ready),
    .key_slot_i(key_slot),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .slot_ready_o(mode_slot_ready),
    .valid_i(valid_2),
    .stream_i(stream_2),
    .number_i(number_2),
    .first_i(first_2),
    .start_i(start),
    .null_i(dropped || none),
    .slot_i(slot),
    .bytes_i(dropped ? 5'd0 : beat_bytes),
    .data_i(beat_data),
    .user_i({beat_last, beat_last && !dropped, dropped || (first_2 && none), slot, error,
             command_user, beat_user}),
    .back_o(back),
    .back_stream_o(back_stream),
    .back_number_o(back_number),
    .credit_i(text_credit),
    .taken_o(text_taken),
    .valid_o(out_valid),
    .stream_o(out_stream),
    .bytes_o(out_bytes),
    .data_o(out_data),
    .user_o({out_last, out_uses, out_silent, end_slot, out_error, out_command_user, out_user})
  );

  assign packet_end = out_valid && out_uses;

  roundel_interleaved_sink #(
    .Streams(Streams),
    .TextDepth(QUEUE_DEPTH),
    .PacketDepth(PacketDepth),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_sink (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(sink_busy),
    .text_credit_o(text_credit),
    .text_taken_i(text_taken),
    .packet_credit_o(packet_credit),
    .packet_taken_i(packet_taken),
    .valid_i(out_valid),
    .last_i(out_last),
    .silent_i(out_silent),
    .stream_i(out_stream),
    .bytes_i(out_bytes),
    .data_i(out_data),
    .user_i(out_user),
    .error_i(out_error),
    .command_user_i(out_command_user),
    .beat_valid_o(text_valid_o),
    .beat_ready_i(text_ready_i),
    .beat_data_o(text_data_o),
    .beat_keep_o(text_keep_o),
    .beat_last_o(text_last_o),
    .beat_id_o(text_id_o),
    .beat_user_o(text_user_o),
    .result_valid_o(result_valid_o),
    .result_ready_i(result_ready_i),
    .result_ok_o(result_ok_o),
    .result_error_o(result_error_o),
    .result_id_o(result_id_o),
    .result_user_o(result_user_o)
  );

  logic unused_facts;
  assign unused_facts = ^{NUM_ROUNDS, LATENCY, BLOCKS_IN_FLIGHT, CYCLES_PER_BLOCK, STREAM_CYCLES,
                          OUTPUT_LATENCY, ZEROISE_DELAY, ROUND_CUTS};

endmodule : roundel_stream_interleaved
