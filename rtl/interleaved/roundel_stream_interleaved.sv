// SPDX-License-Identifier: Apache-2.0
//
// AES-CBC encryption (SP 800-38A section 6.2) of many streams at once on AXI4-Stream, with one
// command and one packet after the other in each stream.
//
// Purpose of the streams. A block of CBC needs the result of the block before, and one stream
// starts a block every LOOP_LATENCY cycles (roundel_cbc_encrypt). LOOP_LATENCY streams in turn use
// each cycle. With more streams the order of the streams is free.
//
// Packets. Send a command, then the text in beats of 16 bytes with byte 0 in the low bits.
// `beat_id_i` is the number of the stream (AXI4-Stream TID), and `beat_last_i` marks the end of the
// packet. Beats of different streams may alternate in each cycle. The packets of a stream follow
// the order of the commands. A packet without text is one beat without kept bytes. Fields of a
// command, byte 0 in the low bits; all other bytes are zero:
//   0       bits 3 to 6: bits 8 to 11 of the key slot; other bits zero
//   1       mode: roundel_stream_pkg::MODE_CBC
//   2       bits 0 to 7 of the key slot
//   8       stream
//   16..31  IV
//
// Results. Text leaves with the stream number on `text_id_o`: in order within a stream, in any
// order among streams. Each packet has one result: the stream, `result_ok_o`, `result_error_o`
// (roundel_stream_pkg::ERROR_*), and the user bits of the command.
//
// Stalls. Depth beats of a stream may wait for encryption, and a stream stores two commands: one
// for the current packet, one for the next. A beat whose stream has no free entry or no
// command stalls the beats of all streams behind. A third command of a stream stalls all commands
// behind. A user that keeps at most Depth beats and two commands of a stream in flight never stalls
// another stream. Any other user must send the first beats of packets in the order of their
// commands.
//
// Keys. A key may be offered at any time. The key waits until all packets of the slot with
// an earlier command have ended. Later commands of the slot wait for the key, as do all commands
// behind. Packets of other slots continue. While a key waits, do not send a beat of a packet whose
// command came after the key. The beats behind would wait as well, and the packets for which the
// key waits could not end. Only a withdrawal of the key would end this stall.
//
// Errors. A packet whose length is not a multiple of 16 bytes, or whose beats have a wrong tkeep,
// is encrypted and gets an error. A packet of a wrong command, or of a slot without a key, is
// dropped and gets an error (the stream is taken from the low bits). Later packets are not
// affected.
//
// Reset is asynchronous. One cycle of `zeroise_i` or a reset drops all packets and overwrites keys,
// text, IVs and chains. Packets on the output may end without a last beat. Nothing is accepted for
// Streams * Depth cycles, 2 * Streams cycles or the clear of the FIFOs, whichever takes longest.
// Afterwards each stream starts with a command and the first beat of the packet.
//
// Throughput. One command per 3 cycles, one beat per cycle. No valid waits for a ready, and no
// combinational path leads from one interface to another.
//
// Limits. One lane; several instances share no more than several lanes would.

module roundel_stream_interleaved #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // beats of a stream, a power of two; Streams * Depth: at most 512
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // positions of the registers: mask of CUT_*; 0: best known
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // structure of the S-boxes
  parameter int KeySlots = 4,  // stored keys, a power of two
  parameter int UserBits = 1,  // user bits of a beat of text, and of a command
  parameter int PacketDepth = 146,  // packets whose last beat was admitted: 18 + 16 * n
  parameter bit BlockRam = 1'b1  // FIFOs in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,  // rising edge
  input  logic rst_ni,  // asynchronous, active low
  input  logic zeroise_i,  // one cycle: drop all packets, clear all keys

  input  logic key_valid_i,  // a key is offered
  output logic key_ready_o,  // the key is taken in this cycle
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  input  logic [KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic key_clear_i,  // clear the slot; key_i is not used
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes

  input  logic command_valid_i,  // a command word is offered
  output logic command_ready_o,  // the word is taken now
  input  logic [383:0] command_i,  // byte 0 in the low bits
  input  logic [UserBits-1:0] command_user_i,  // returns with the result

  input  logic beat_valid_i,  // a beat is offered
  output logic beat_ready_o,  // the beat is taken now
  input  logic [127:0] beat_data_i,  // byte 0 in the low bits
  input  logic [15:0] beat_keep_i,  // kept bytes, from byte 0 without a gap
  input  logic beat_last_i,  // last beat of the packet
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_i,  // stream
  input  logic [UserBits-1:0] beat_user_i,  // returns with the text of this beat

  output logic text_valid_o,  // a beat of text is offered
  input  logic text_ready_i,  // the beat is taken now
  output logic [127:0] text_data_o,  // byte 0 in the low bits
  output logic [15:0] text_keep_o,  // kept bytes, from byte 0 without a gap
  output logic text_last_o,  // last beat of the text
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] text_id_o,  // stream
  output logic [UserBits-1:0] text_user_o,  // user bits of the input beat

  output logic result_valid_o,  // a result is offered
  input  logic result_ready_i,  // the result is taken now
  output logic result_ok_o,  // no error
  output logic [2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] result_id_o,  // stream
  output logic [UserBits-1:0] result_user_o  // user bits of the command
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int BESIDE_BITS = 6 + SLOT_BITS + 2 * UserBits;  // of beside_t

  `include "roundel_interleaved_text_types.svh"

  // An admitted beat, while the command of the packet is read.
  typedef struct packed {
    logic                   first;   // first beat of the packet
    logic                   wrong;   // a beat of the packet had a wrong tkeep
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;  // number of the beat in the stream
  } admitted_t;

  // What accompanies a word through the encryption.
  typedef struct packed {
    logic                 last;    // last word of the packet
    logic                 uses;    // last word of a packet that uses the key slot
    logic                 silent;  // no beat of text
    logic [SLOT_BITS-1:0] slot;
    logic [2:0]           error;   // roundel_stream_pkg::ERROR_*
    logic [UserBits-1:0]  command_user;
    logic [UserBits-1:0]  user;
  } beside_t;

  // Facts about a configuration, read by tools from the elaborated design.
  // verilator lint_off UNUSEDPARAM
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, 1, KeySlots);
  localparam int BLOCKS_IN_FLIGHT = roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots);
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int READY_QUEUE_LATENCY = roundel_stream_pkg::chain_queue_latency(
      roundel_prim_pkg::fifo_latency(roundel_stream_pkg::chain_queue_depth(Streams), 1));
  // The FIFO in front of a ring in which blocks turn.
  localparam int RING_FIFO_LATENCY = (roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1)
      ? 0 : roundel_prim_pkg::short_fifo_latency(18, 1);
  // Cycles from a block to the next block of the stream.
  localparam int STREAM_CYCLES = roundel_stream_pkg::chain_loop_cycles(
      LATENCY, READY_QUEUE_LATENCY, RING_FIFO_LATENCY);
  // Beats of text in the FIFO for `text_ready_i`: all words with a credit, in front of the ring, in
  // the ring and behind the ring.
  localparam int QUEUE_DEPTH = roundel_stream_pkg::text_depth(
      BLOCKS_IN_FLIGHT, (roundel_engine_pkg::num_turns(KeyBits, Rounds) == 1) ? 4 : 20);
  // Cycles from the handshake of a beat to its text, if the stream has a command and nothing
  // stalls.
  localparam int OUTPUT_LATENCY = 18 + LATENCY + READY_QUEUE_LATENCY + RING_FIFO_LATENCY
      + roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, 1) + int'(BlockRam);
  // Cycles after `zeroise_i` in which text or a result of a dropped packet may still be valid.
  localparam int ZEROISE_DELAY = 0;
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  // verilator lint_on UNUSEDPARAM

  logic clear, mode_busy, command_busy, admission_busy, count_busy, sink_busy, beat_busy, busy_q;
  assign clear = zeroise_i || busy_q;

  // The register delays the busy signals by one cycle; their ends do not coincide.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
    end else begin
      busy_q <= zeroise_i || mode_busy || command_busy || admission_busy || count_busy || sink_busy
          || beat_busy;
    end
  end

  // ---- Keys -------------------------------------------------------------------------------------
  logic [SLOT_BITS-1:0] key_slot, query_slot;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready, slot_ready, slot_busy;
  logic offered, slot_free, mode_key_ready, key_pause;
  logic packet_begin, packet_uses, packet_end;
  logic [SLOT_BITS-1:0] packet_slot, end_slot;

  // With one slot the port has no meaning.
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;
  // A key of a size outside the set clears its slot.
  logic key_clear;
  assign key_clear = key_clear_i || !roundel_engine_pkg::has_key_size(KeySizes, key_size_i);

  // Packets end in any order. The guard therefore counts a packet as ended at the beginning, and
  // roundel_slot_usage holds the key back until the packets of the slot have ended.
  roundel_key_guard #(.KeySlots(KeySlots), .CountBits(4)) u_keys (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .stop_i(1'b0),
    .key_valid_i, .key_ready_o,
    .key_slot_i(key_slot),
    .key_clear_i(key_clear),
    .mode_valid_o(offered),
    .mode_ready_i(mode_key_ready && slot_free),
    .mode_slot_ready_i(mode_slot_ready),
    .taken_i(command_valid_i && command_ready_o),
    .begin_i(packet_begin),
    .done_i(packet_begin),
    .query_slot_i(query_slot),
    .ready_o(slot_ready),
    .loading_o(slot_busy),
    .pause_o(key_pause)
  );

  roundel_slot_usage #(
    .KeySlots(KeySlots),
    .CountBits(roundel_prim_pkg::index_bits(Streams * (Depth + 2) + 1))
  ) u_slots (
    .clk_i, .rst_ni,
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
  logic stored, over, entry;
  logic [STREAM_BITS-1:0] stored_stream, admitted_stream;
  logic [2:0] stored_count, over_count;
  logic [2:0] refused;
  logic [SLOT_BITS-1:0] slot;
  logic [127:0] start;
  logic [UserBits-1:0] command_user;

  roundel_interleaved_commands #(
    .Streams(Streams), .KeySlots(KeySlots), .UserBits(UserBits)
  ) u_commands (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(command_busy),
    .command_valid_i, .command_ready_o, .command_i, .command_user_i,
    .slot_ready_i(slot_ready),
    .slot_busy_i(slot_busy),
    .query_slot_o(query_slot),
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
    .entry_i(entry),
    .error_o(refused),
    .slot_o(slot),
    .start_o(start),
    .user_o(command_user)
  );

  // ---- Beats ------------------------------------------------------------------------------------
  logic push, push_last, push_wrong, beat_take;
  logic [STREAM_BITS-1:0] push_stream;
  text_t beat;

  roundel_interleaved_beats #(.Streams(Streams), .UserBits(UserBits)) u_beats (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(beat_busy),
    .beat_valid_i, .beat_ready_o, .beat_data_i, .beat_keep_i, .beat_last_i, .beat_id_i,
    .beat_user_i,
    .push_o(push),
    .push_stream_o(push_stream),
    .push_last_o(push_last),
    .push_wrong_o(push_wrong),
    .take_i(beat_take),
    .beat_o(beat)
  );

  // ---- Admission of beats -----------------------------------------------------------------------
  logic admitted, admitted_first, admitted_last, admitted_wrong;
  logic [NUMBER_BITS-1:0] admitted_number, back_number;
  logic back, packet_credit, packet_taken;
  logic [STREAM_BITS-1:0] back_stream;

  assign over = admitted && admitted_last;

  roundel_interleaved_admission #(.Streams(Streams), .Depth(Depth)) u_admission (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(admission_busy),
    .push_i(push),
    .stream_i(push_stream),
    .last_i(push_last),
    .wrong_i(push_wrong),
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
    .entry_o(entry),
    .first_o(admitted_first),
    .last_o(admitted_last),
    .wrong_o(admitted_wrong),
    .count_o(over_count)
  );

  // Stages 1 and 2: the command of the packet is read.
  logic valid_1_q, valid_2_q;
  admitted_t admitted_0, admitted_1_q, admitted_2_q;

  assign admitted_0.first = admitted_first;
  assign admitted_0.wrong = admitted_wrong;
  assign admitted_0.stream = admitted_stream;
  assign admitted_0.number = admitted_number;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1_q, valid_2_q} <= '0;
    end else if (zeroise_i) begin
      {valid_1_q, valid_2_q} <= '0;
    end else begin
      {valid_1_q, valid_2_q} <= {admitted, valid_1_q};
    end
  end
  always_ff @(posedge clk_i) begin
    admitted_1_q <= admitted_0;
    admitted_2_q <= admitted_1_q;
  end

  logic dropped;  // the command is refused
  logic none;  // the beat has no byte
  logic partial;  // the beat is not a whole block
  logic [2:0] error;
  assign beat_take = valid_2_q;
  assign dropped = refused != roundel_stream_pkg::ERROR_NONE;
  assign none = beat.bytes == '0;
  assign partial = beat.bytes[3:0] != '0;

  logic wrong;
  assign wrong = admitted_2_q.wrong;

  always_comb begin
    error = roundel_stream_pkg::ERROR_NONE;
    if (dropped) begin
      error = refused;
    end else if (wrong) begin
      error = roundel_stream_pkg::ERROR_KEEP;
    end else if (partial) begin
      error = roundel_stream_pkg::ERROR_LENGTH;
    end
  end

  // ---- Encryption -------------------------------------------------------------------------------
  logic text_credit, text_taken, out_valid;
  beside_t beside, out;
  logic [STREAM_BITS-1:0] out_stream;
  logic [4:0] out_bytes;
  logic [127:0] out_data;

  assign beside.last = beat.last;
  assign beside.uses = beat.last && !dropped;
  assign beside.silent = dropped || (admitted_2_q.first && none);
  assign beside.slot = slot;
  assign beside.error = error;
  assign beside.command_user = command_user;
  assign beside.user = beat.user;

  roundel_cbc_encrypt #(
    .Streams(Streams), .Depth(Depth), .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .KeySlots(KeySlots),
    .UserBits(BESIDE_BITS),
    .BlockRam(BlockRam)
  ) u_mode (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_o(mode_busy),
    .key_valid_i(offered && slot_free),
    .key_ready_o(mode_key_ready),
    .key_slot_i(key_slot),
    .key_i,
    .key_clear_i(key_clear),
    .key_size_i,
    .slot_ready_o(mode_slot_ready),
    .valid_i(valid_2_q),
    .stream_i(admitted_2_q.stream),
    .number_i(admitted_2_q.number),
    .first_i(admitted_2_q.first),
    .start_i(start),
    .null_i(dropped || none),
    .slot_i(slot),
    .bytes_i(dropped ? 5'd0 : beat.bytes),
    .data_i(beat.data),
    .user_i(beside),
    .back_o(back),
    .back_stream_o(back_stream),
    .back_number_o(back_number),
    .credit_i(text_credit),
    .taken_o(text_taken),
    .valid_o(out_valid),
    .stream_o(out_stream),
    .bytes_o(out_bytes),
    .data_o(out_data),
    .user_o(out)
  );

  assign packet_end = out_valid && out.uses;
  assign end_slot = out.slot;

  roundel_interleaved_sink #(
    .Streams(Streams),
    .TextDepth(QUEUE_DEPTH),
    .PacketDepth(PacketDepth), .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_sink (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .wipe_i(zeroise_i),
    .busy_o(sink_busy),
    .text_credit_o(text_credit),
    .text_taken_i(text_taken),
    .packet_credit_o(packet_credit),
    .packet_taken_i(packet_taken),
    .valid_i(out_valid),
    .last_i(out.last),
    .silent_i(out.silent),
    .stream_i(out_stream),
    .bytes_i(out_bytes),
    .data_i(out_data),
    .user_i(out.user),
    .error_i(out.error),
    .command_user_i(out.command_user),
    .beat_valid_o(text_valid_o),
    .beat_ready_i(text_ready_i),
    .beat_data_o(text_data_o),
    .beat_keep_o(text_keep_o),
    .beat_last_o(text_last_o),
    .beat_id_o(text_id_o),
    .beat_user_o(text_user_o),
    .result_valid_o, .result_ready_i, .result_ok_o, .result_error_o, .result_id_o, .result_user_o
  );

endmodule : roundel_stream_interleaved
