// SPDX-License-Identifier: Apache-2.0
//
// Encryption in AES-CBC (SP 800-38A section 6.2) of many streams at once: roundel_chain with a ring
// and the keys of its own.
//
// Interface. Words: see roundel_chain. Slots of words have their bit in `slot_ready_o`. Keys: see
// roundel_mode_keys. Reset: asynchronous. `zeroise_i` drops all words and clears all keys, and the
// memories of text and chains; `busy_o` is high meanwhile.
//
// Throughput. A stream starts a block every LOOP_LATENCY cycles, and LOOP_LATENCY streams together
// one block per cycle. LOOP_LATENCY is roundel_stream_pkg::chain_loop_cycles(): the latency of the
// lanes and 4 cycles, or more where the queue of ready streams or a ring with turns adds cycles.

module roundel_cbc_encrypt #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // words of a stream, a power of two; Streams * Depth: at most 512
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int KeySlots = 4,  // stored keys, a power of two
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // sideband of the ring in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  output logic busy_o,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic valid_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_i,
  input  logic first_i,
  input  logic [127:0] start_i,
  input  logic null_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [4:0] bytes_i,
  input  logic [127:0] data_i,
  input  logic [UserBits-1:0] user_i,

  output logic back_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_o,

  input  logic credit_i,
  output logic taken_o,

  output logic valid_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [4:0] bytes_o,
  output logic [127:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LANES_LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, 1, KeySlots);
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, roundel_aes_pkg::DIRECTION_ENCRYPT,
          Rounds, Stages, ROUND_CUTS, KeySlots) + 2;
  // Cycles from a block to the next block of the stream. Read by tools.
  // verilator lint_off UNUSEDPARAM
  localparam int LOOP_LATENCY = roundel_stream_pkg::chain_loop_cycles(
      LANES_LATENCY,
      roundel_stream_pkg::chain_queue_latency(
          roundel_prim_pkg::fifo_latency(roundel_stream_pkg::chain_queue_depth(Streams), 1)),
      (TURNS == 1) ? 0 : roundel_prim_pkg::short_fifo_latency(18, 1));
  // verilator lint_on UNUSEDPARAM

  logic enter, lanes_ready, ring_ready;
  logic [SLOT_BITS-1:0] slot;
  logic [127:0] block, result;
  logic lanes_key_valid, lanes_key_ready;

  // A ring without turns takes a block in each cycle; its words are of slots with a key.
  assign ring_ready = TURNS == 1 || lanes_ready;

  // verilator lint_off PINCONNECTEMPTY
  roundel_chain #(
    .Streams(Streams), .Depth(Depth), .SlotBits(SLOT_BITS),
    .RingLatency(LANES_LATENCY), .RingTurns(TURNS), .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_chain (
    .clk_i, .rst_ni, .zeroise_i, .busy_o, .valid_i, .stream_i, .number_i,
    .kind_i(roundel_stream_pkg::CHAIN_CBC),
    .first_i, .start_i, .null_i, .slot_i, .bytes_i, .data_i, .user_i, .back_o, .back_stream_o,
    .back_number_o, .credit_i, .taken_o,
    .enter_o(enter),
    .ring_ready_i(ring_ready),
    .slot_o(slot),
    .block_o(block),
    .mask_o(),
    .result_i(result),
    .mask_i('0),
    .valid_o, .stream_o, .bytes_o, .data_o, .user_o
  );

  roundel_mode_keys #(.KeySlots(KeySlots), .LoadCycles(LOAD_CYCLES)) u_keys (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_clear_i,
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o)
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
    .key_slot_i, .key_i, .key_clear_i, .key_size_i,
    .valid_i(enter),
    .ready_o(lanes_ready),
    .decrypt_i(1'b0),
    .slot_i(slot),
    .tag_i(1'b0),
    .data_i(block),
    .valid_o(),
    .tag_o(),
    .data_o(result)
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule : roundel_cbc_encrypt
