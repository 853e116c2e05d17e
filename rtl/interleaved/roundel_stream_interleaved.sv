// SPDX-License-Identifier: Apache-2.0
//
// AES-CBC encryption (SP 800-38A section 6.2) of many streams at once on AXI4-Stream, with one
// command and one packet after the other in each stream.
//
// Purpose of the streams. A block of CBC needs the result of the block before, and one stream
// starts a block every STREAM_CYCLES cycles (roundel_chain). STREAM_CYCLES streams in turn use
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
  // Beats of text in the FIFO for `text_ready_i`.
  localparam int QUEUE_DEPTH = roundel_stream_pkg::chain_text_depth(
      BLOCKS_IN_FLIGHT, int'(roundel_engine_pkg::num_turns(KeyBits, Rounds) != 1));
  // Cycles from the handshake of a beat to its text, if the stream has a command and nothing
  // stalls.
  localparam int OUTPUT_LATENCY = 18 + LATENCY + READY_QUEUE_LATENCY + RING_FIFO_LATENCY
      + roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, 1) + int'(BlockRam);
  // Cycles after `zeroise_i` in which text or a result of a dropped packet may still be valid.
  localparam int ZEROISE_DELAY = 0;
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  // verilator lint_on UNUSEDPARAM

  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, roundel_aes_pkg::DIRECTION_ENCRYPT,
          Rounds, Stages, ROUND_CUTS, KeySlots) + 2;

  logic [SLOT_BITS-1:0] key_slot, ring_slot;
  logic key_clear, key_open, mode_key_ready, lanes_key_valid, lanes_key_ready;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready;
  logic ring_valid, ring_ready, lanes_ready;
  logic [127:0] ring_block, ring_mask, ring_result;
  // verilator lint_off UNUSEDSIGNAL
  logic unused_busy;
  logic [127:0] unused_tag;
  // verilator lint_on UNUSEDSIGNAL

  // With one slot the port has no meaning.
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;
  // A key of a size outside the set clears its slot.
  assign key_clear = key_clear_i || !roundel_engine_pkg::has_key_size(KeySizes, key_size_i);
  assign key_ready_o = mode_key_ready && key_open;
  // A ring without turns takes a block in each cycle; its words are of slots with a key.
  assign ring_ready = TURNS == 1 || lanes_ready;

  roundel_interleaved_path #(
    .Streams(Streams), .Depth(Depth), .KeySlots(KeySlots), .RingLatency(LATENCY),
    .RingWaits(TURNS != 1), .RingBlocks(BLOCKS_IN_FLIGHT), .UserBits(UserBits),
    .PacketDepth(PacketDepth), .BlockRam(BlockRam)
  ) u_path (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_i(1'b0),
    .busy_o(unused_busy),
    .key_valid_i,
    .key_slot_i(key_slot),
    .key_clear_i(key_clear),
    .key_open_o(key_open),
    .key_taken_i(mode_key_ready),
    .key_least_tag_i(5'd0),
    .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
    .mode_slot_ready_i(mode_slot_ready),
    .command_valid_i, .command_ready_o, .command_i, .command_user_i,
    .command_privileged_i(1'b0),
    .beat_valid_i, .beat_ready_o, .beat_data_i, .beat_keep_i, .beat_last_i, .beat_id_i,
    .beat_user_i,
    .ring_valid_o(ring_valid),
    .ring_ready_i(ring_ready),
    .ring_entry_o({ring_slot, ring_block, ring_mask}),
    .ring_return_i({ring_result, 128'd0}),
    .text_valid_o, .text_ready_i, .text_data_o, .text_keep_o, .text_last_o, .text_id_o,
    .text_user_o,
    .result_valid_o, .result_ready_i, .result_ok_o, .result_error_o,
    .result_tag_o(unused_tag),
    .result_id_o, .result_user_o
  );

  logic unused_mask;
  assign unused_mask = ^ring_mask;

  roundel_mode_keys #(.KeySlots(KeySlots), .LoadCycles(LOAD_CYCLES)) u_mode_keys (
    .clk_i, .rst_ni, .zeroise_i,
    .key_valid_i(key_open),
    .key_ready_o(mode_key_ready),
    .key_slot_i(key_slot),
    .key_clear_i(key_clear),
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(mode_slot_ready)
  );

  roundel_lanes #(
    .Lanes(1),
    .KeyBits(KeyBits), .KeySizes(KeySizes),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
    .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
    .KeySlots(KeySlots),
    .TagBits(1)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i,
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i(key_slot),
    .key_i,
    .key_clear_i(key_clear),
    .key_size_i,
    .valid_i(ring_valid),
    .ready_o(lanes_ready),
    .decrypt_i(1'b0),
    .slot_i(ring_slot),
    .tag_i(1'b0),
    .data_i(ring_block),
    // verilator lint_off PINCONNECTEMPTY
    .valid_o(),
    .tag_o(),
    // verilator lint_on PINCONNECTEMPTY
    .data_o(ring_result)
  );

endmodule : roundel_stream_interleaved
